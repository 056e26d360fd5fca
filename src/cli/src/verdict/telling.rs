//! Verdicts for reading.

use crate::output;
use sim_engine::text::people;
use sim_lab::{
    experiment::Arm,
    tables::{
        Cell, Table,
        verdict::{Docket, Tolerance, UNJUDGED, Verdicts, word},
    },
};
use sim_stats::anytime::Standing;

/// Components that are shown at each table; the table has all.
const ROWS: usize = 12;

/// A share as points, without idle zeros.
pub fn points(share: f64) -> String {
    let text = format!("{:.4}", share * 100.0);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// The summary.
pub fn text(
    first: &Arm,
    verdicts: &Table,
    judged: &[(&Docket<'_>, &Verdicts)],
    tolerance: Tolerance,
    caution: Option<String>,
) -> String {
    let Tolerance { seat, strategy, component } = tolerance;
    let mut text = format!(
        "{}: what is fine, too strong or too weak, seed {}\nfine is within ± {} points for seats, ± {} for strategies, ± {} for components\n",
        first.info.title,
        first.inputs.seed,
        points(seat),
        points(strategy),
        points(component)
    );
    let mut rest = &verdicts.rows[..];
    for (docket, ruling) in judged {
        let (own, others) = rest.split_at(docket.len().min(rest.len()));
        rest = others;
        text += &format!(
            "\n{}, {}\n\n{}",
            people::counted(docket.players() as u64, "player", "players"),
            people::counted(ruling.games(), "game", "games"),
            rows(verdicts, own)
        );
    }
    text.push('\n');
    let counts = [Standing::Within, Standing::Above, Standing::Below, Standing::Open].map(|standing| {
        let count: usize = judged.iter().map(|(_, ruling)| ruling.count(Some(standing))).sum();
        (count > 0).then(|| format!("{} {}", people::count(count as u64), word(standing)))
    });
    let unjudged: usize = judged.iter().map(|(_, ruling)| ruling.count(None)).sum();
    let unjudged = (unjudged > 0).then(|| format!("{} {UNJUDGED}", people::count(unjudged as u64)));
    let all: Vec<String> = counts.into_iter().flatten().chain(unjudged).collect();
    text += &format!(
        "{}. All of these verdicts are right in 95 % of calls, whenever a call ends.\n",
        people::list(&all)
    );
    text += "They hold for these players; an adjusted difference of users is a link, not yet a cause: see sim robust and sim ablate.\n";
    if verdicts.rows.iter().any(|row| is_reconstructed(verdicts, row)) {
        text += "* its data is reconstructed\n";
    }
    text + &caution.map_or(String::new(), |sentence| format!("{sentence}\n"))
}

fn is_reconstructed(table: &Table, row: &[Cell]) -> bool {
    table.text(row, "source") == "reconstructed"
}

/// Seats and strategies, and of the components those that are not fine.
fn rows(table: &Table, own: &[Vec<Cell>]) -> String {
    let is_component = |row: &&Vec<Cell>| table.text(row, "sort") == "component";
    let verdict = |row: &[Cell]| table.text(row, "verdict").to_owned();
    let (components, others): (Vec<&Vec<Cell>>, Vec<&Vec<Cell>>) = own.iter().partition(is_component);
    let off = |row: &&&Vec<Cell>| ["too strong", "too weak"].contains(&verdict(row).as_str());
    let open = |row: &&&Vec<Cell>| verdict(row) == word(Standing::Open);
    let mut told: Vec<&Vec<Cell>> = components.iter().filter(off).copied().collect();
    told.sort_by(|one, other| size_of(table, other).total_cmp(&size_of(table, one)));
    told.extend(components.iter().filter(open));
    let shown: Vec<&Vec<Cell>> = others.into_iter().chain(told.iter().copied().take(ROWS)).collect();
    let cells: Vec<Vec<String>> = shown.iter().map(|row| cells(table, row)).collect();
    let header = ["", "verdict", "points", "surely within", "games needed"];
    let mut text = output::grid(&header, &cells, &[false, false, true, true, true]);
    if told.len() > ROWS {
        text += &format!("and {} more components: see --out or --format json\n", told.len() - ROWS);
    }
    let count = |word: &str| components.iter().filter(|row| verdict(row) == word).count();
    let fine = count(word(Standing::Within));
    if !components.is_empty() {
        text += &format!("{fine} of {} components that players choose are fine", components.len());
        text += &match count(UNJUDGED) {
            0 => ".\n".to_owned(),
            none => format!("; {none} give nothing to judge by.\n"),
        };
    }
    text
}

fn size_of(table: &Table, row: &[Cell]) -> f64 {
    table.number(row, "adjusted_difference").map_or(0.0, f64::abs)
}

fn cells(table: &Table, row: &[Cell]) -> Vec<String> {
    let number = |name: &str| table.number(row, name).map(|number| number * 100.0);
    let ends = number("low").zip(number("high"));
    let places = people::decimals(ends.map(|(low, high)| (high - low) / 2.0), 1);
    let sure = match ends {
        Some((low, high)) => format!("{} to {}", people::signed(low, places), people::signed(high, places)),
        None => table.text(row, "note").to_owned(),
    };
    let mark = if is_reconstructed(table, row) { "*" } else { "" };
    let needed = table.number(row, "games_needed").map_or(String::new(), |games| people::count(games as u64));
    vec![
        format!("{}{mark}", table.text(row, "of")),
        table.text(row, "verdict").to_owned(),
        number("adjusted_difference").map_or(String::new(), |adjusted| people::signed(adjusted, places)),
        sure,
        needed,
    ]
}
