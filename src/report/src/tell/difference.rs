use sim_engine::text::people;
use sim_lab::difference::{Branch, Difference, DifferenceSpec};

use super::sentences;
use crate::say::say;

pub fn difference(spec: &DifferenceSpec, found: Option<&Difference>) -> String {
    let (names, seat) = (spec.pair.each_ref().map(|own| own.strategy.name()), spec.seat.0 + 1);
    let Some(Difference { deal, shared, branches }) = found else {
        let (from, deals) = (spec.deals.start, spec.deals.end.saturating_sub(spec.deals.start));
        return sentences([say!("difference/none", one => names[0], other => names[1], seat, deals, from)]);
    };
    let (title, players) =
        (spec.rules.entry.info().title, people::counted(spec.players as u64, "player", "players"));
    let ([one, other], seed) = (names, spec.seed);
    let mut text = format!("{title}, {players}, seed {seed}, deal {deal}: {one} or {other} in seat {seat}\n");
    text += &sentences([say!("difference/alike", moves => *shared)]);
    for branch in branches {
        text += &format!("\n{}\n", branch.strategy);
        let moves = branch.at(*shared);
        moves.iter().for_each(|own| text += &own.to_string());
        text += if moves.is_empty() { "the game is over\n" } else { "" };
    }
    text.push('\n');
    for Branch { strategy, result, replay, .. } in branches {
        text += &format!("with {strategy}: {result}\n  {replay}\n");
    }
    text
}
