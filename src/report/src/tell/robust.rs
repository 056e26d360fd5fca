use sim_engine::{Objective, text::people};
use sim_lab::{
    figure::Unit,
    robust::{FindingRow, FindingStability, Robustness, ShareRow},
};

use super::{Style, extent, gain, grid, more, not_played, say, sentences, share};

const COMPONENTS: usize = 5;
const NUMBERS: usize = 12;

pub fn robust(found: &Robustness, style: Style) -> String {
    let alternatives = people::counted(found.planned as u64, "alternative", "alternatives");
    let mut text = extent(&found.extent, &format!("what holds under {alternatives}"), "of each");
    if found.has_others() {
        text += &of_win_rates(found, style);
        text += &of_components(found, style);
        text += &sentences([say!("robust/columns"), say!("robust/habit")]);
    }
    if found.has_numbers() {
        if found.has_others() {
            text.push('\n');
        }
        text += &of_numbers(found, style);
    }
    text + &not_played(&found.not_played)
}

fn of_win_rates(found: &Robustness, style: Style) -> String {
    let is_won = found.objective.is_wins();
    let row = |FindingRow { owner, win_rate, held }: &FindingRow| {
        let share = if is_won { share(win_rate) } else { gain(win_rate, Unit::Points) };
        // The range has a column of its own.
        let (share, range) = share.split_once(' ').unwrap_or((&share, ""));
        let (share, range) = (share.to_owned(), range.trim_matches(['(', ')']).to_owned());
        let [holds, undecided, reverses] =
            [held.holds, held.undecided, held.reverses].map(|count| count.to_string());
        let (side, verdict) = (held.side.word().to_owned(), held.word().to_owned());
        vec![owner.to_string(), share, range, side, holds, undecided, reverses, verdict]
    };
    let rows = found.findings.iter().map(row);
    let (of, unit) = if is_won { ("win rate of", "%") } else { ("points ahead of", "the mean") };
    let header = [of, unit, "95 %", "standard", "holds", "undecided", "reverses", "verdict"];
    let mut text = grid(&header, rows, &[false, true, true, false, true, true, true, false], style);
    text.push('\n');
    let reversed = found.findings.iter().filter(|row| row.held.reverses > 0);
    text + &sentences(reversed.map(|row| reverses(&row.owner.to_string(), &row.held, found)))
}

fn of_numbers(found: &Robustness, style: Style) -> String {
    let moved: Vec<&ShareRow> = found.numbers.iter().filter(|row| row.is_found()).collect();
    let (steps, is_share) = (found.numbers.len(), found.objective.is_wins());
    let mut text = sentences([say!("robust/numbers", steps, moved => moved.len(), is_share)]);
    let percent = |value: Option<f64>| match found.objective {
        Objective::Wins => value.map_or(String::new(), |share| people::fixed(share * 100.0, 1)),
        Objective::Points => value.map_or(String::new(), |points| people::signed(points, 2)),
    };
    let row = |row: &&ShareRow| {
        let step = found.alternatives[row.alternative].name.clone();
        vec![step, row.owner.to_string(), percent(row.standard), percent(row.win_rate.value)]
    };
    let rows: Vec<Vec<String>> = moved.iter().take(NUMBERS).map(row).collect();
    if !rows.is_empty() {
        let header = match found.objective {
            Objective::Wins => ["step", "most moved win rate", "from %", "to %"],
            Objective::Points => ["step", "moves most", "points ahead from", "to"],
        };
        text += &grid(&header, &rows, &[false, false, true, true], style);
    }
    text + &more(moved.len(), NUMBERS, "", style)
}

fn of_components(found: &Robustness, style: Style) -> String {
    if found.findings.iter().all(|row| row.win_rate.interval.is_none()) {
        return sentences([say!("robust/components_undecided")]);
    }
    let reversed: Vec<_> = found.components.iter().filter(|row| row.held.reverses > 0).collect();
    let first = say!("robust/components", components => found.components.len(), reversed => reversed.len());
    let shown = reversed.iter().take(COMPONENTS);
    let shown = shown.map(|row| reverses(&row.component.name, &row.held, found));
    sentences([first].into_iter().chain(shown)) + &more(reversed.len(), COMPONENTS, "", style)
}

fn reverses(name: &str, held: &FindingStability, found: &Robustness) -> String {
    say!("robust/reverses", name, alternatives => found.reversed_by(held))
}
