use sim_engine::{Objective, text::people};
use sim_lab::{
    figure::Unit,
    robust::{FindingRow, Robustness, ShareRow},
};

use super::{
    grid::{Style, grid},
    head::extent,
    not_played::not_played,
    number::{gain, share},
};

const COMPONENTS: usize = 5;
const NUMBERS: usize = 12;
const MEANING: &str = "\
holds: still above or below the fair share, as in the standard run. fades: no longer clearly above or below. turns: now on the other side.
If a finding turns with other players or another order of ties, it comes from how the game was played, not from the game: a habit of play.
";

pub fn robust(found: &Robustness, style: Style) -> String {
    let alternatives = people::counted(found.planned as u64, "alternative", "alternatives");
    let mut text = extent(&found.extent, &format!("what holds under {alternatives}"), "of each");
    if found.has_others() {
        text += &(of_win_rates(found, style) + &of_components(found) + MEANING);
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
        // The column has a head of its own.
        let (share, range) = share.split_once(' ').unwrap_or((&share, ""));
        let (share, range) = (share.to_owned(), range.trim_matches(['(', ')']).to_owned());
        let [holds, fades, turns] = [held.holds, held.fades, held.turns].map(|count| count.to_string());
        let (side, verdict) = (held.side.word().to_owned(), held.word().to_owned());
        vec![owner.to_string(), share, range, side, holds, fades, turns, verdict]
    };
    let rows: Vec<Vec<String>> = found.findings.iter().map(row).collect();
    let (of, unit) = if is_won { ("win rate of", "%") } else { ("points ahead of", "the mean") };
    let header = [of, unit, "95 %", "standard", "holds", "fades", "turns", "verdict"];
    let mut text = grid(&header, &rows, &[false, true, true, false, true, true, true, false], style);
    text.push('\n');
    for row in found.findings.iter().filter(|row| row.held.turns > 0) {
        text += &format!("{} turns: {}.\n", row.owner, found.turned_by(&row.held).join(", "));
    }
    text
}

fn of_numbers(found: &Robustness, style: Style) -> String {
    let moved: Vec<&ShareRow> = found.numbers.iter().filter(|row| row.is_found()).collect();
    let mut text = format!(
        "Of {} in a number, {} {} by more than chance explains.\n",
        people::counted(found.numbers.len() as u64, "step", "steps"),
        people::counted(moved.len() as u64, "moves", "move"),
        if found.objective.is_wins() { "a win rate" } else { "a result" }
    );
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
    if moved.len() > NUMBERS {
        text += &format!("and {} more: see numbers\n", moved.len() - NUMBERS);
    }
    text
}

fn of_components(found: &Robustness) -> String {
    if found.findings.iter().all(|row| row.win_rate.interval.is_none()) {
        return "Which components are associated with winning or losing is undecided: it takes 30 deals.\n"
            .to_owned();
    }
    if found.components.is_empty() {
        return "The use of no component is associated with winning or losing by more than chance explains.\n"
            .to_owned();
    }
    let turned = || found.components.iter().filter(|row| row.held.turns > 0);
    let count = turned().count();
    let mut text = format!(
        "The use of {} is associated with winning or losing; {} of these findings reverse under some alternative.\n",
        people::counted(found.components.len() as u64, "component", "components"),
        people::count(count as u64),
    );
    for row in turned().take(COMPONENTS) {
        text += &format!("{} turns: {}.\n", row.component.name, found.turned_by(&row.held).join(", "));
    }
    if count > COMPONENTS {
        text += &format!("and {} more: see component_findings\n", count - COMPONENTS);
    }
    text
}
