use sim_engine::text::people;
use sim_lab::difference::{Branch, Difference, DifferenceSpec};

pub fn difference(spec: &DifferenceSpec, found: Option<&Difference>) -> String {
    let (names, seat) = (spec.pair.each_ref().map(|own| own.strategy.name()), spec.seat.0 + 1);
    let Some(Difference { deal, shared, branches }) = found else {
        let deals = spec.deals.end.saturating_sub(spec.deals.start);
        let where_to = match deals {
            1 => format!("deal {}", spec.deals.start),
            _ => format!("the first {deals} deals"),
        };
        return format!("{} and {} decide alike in {where_to} from seat {seat}.\n", names[0], names[1]);
    };
    let mut text = format!(
        "{}, {}, seed {}, deal {deal}: {} or {} in seat {seat}\n",
        spec.rules.entry.info().title,
        people::counted(spec.players as u64, "player", "players"),
        spec.seed,
        names[0],
        names[1],
    );
    text += &match *shared {
        0 => "They differ at the first move.\n".to_owned(),
        shared => {
            let moves = people::counted(shared as u64, "move", "moves");
            format!("They play alike for {moves} and differ at the next.\n")
        }
    };
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
