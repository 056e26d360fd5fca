use sim_engine::{Objective, Source, text::people};
use sim_lab::{
    figure::Unit,
    spec::{ArmSpec, RulesSpec},
    verdict::{Balance, BalanceRow, Judged, JudgedTable, Judgement, MemberEffect, Sort, VerdictSpec, points},
};
use sim_script::Level;

use super::grid::{Style, grid, more};

const ROWS: usize = 12;

pub fn verdict(spec: &VerdictSpec, judgement: &Judgement, caution: Option<String>, style: Style) -> String {
    let (tolerance, first) = (spec.tolerance, spec.arms.first());
    let rules = first.map(|arm| &arm.rules);
    let unit = Unit::of(rules.map_or(Objective::Wins, RulesSpec::objective));
    let (word, components) = match (unit, rules) {
        (Unit::Points, Some(rules)) => {
            (rules.entry.info().points_unit, "; components are judged in win rate alone".to_owned())
        }
        _ => ("points", format!(", ± {} for components", points(tolerance.component))),
    };
    let of_seats = (tolerance.seat, tolerance.is_seat_effect && !unit.is_share());
    let of_strategies = (tolerance.strategy, tolerance.is_strategy_effect && !unit.is_share());
    let [(seat, of), (strategy, of_strategies)] = [of_seats, of_strategies].map(|one| match one {
        // Of a standard deviation: see `EffectScale`.
        (size, true) => (people::short(2.0 * size), "standard deviations of a seat's points"),
        (size, false) => (points(size), word),
    });
    let strategy = if of == of_strategies { strategy } else { format!("{strategy} {of_strategies}") };
    let mut text = format!(
        "{}: is anything too strong or too weak? (seed {})\nOk is within ± {seat} {of} for seats, ± {strategy} for strategies{components}\n",
        rules.map_or("", |rules| rules.entry.info().title),
        first.map_or(0, |arm| arm.seed),
    );
    for table in &judgement.tables {
        let learned = table.learning.map_or(String::new(), |number| {
            format!(", players retrained under these rules, training run {number}")
        });
        let seat = table.rows.iter().find(|row| row.of.sort() == Sort::Seat).filter(|_| of_seats.1);
        let fine = seat.map_or(String::new(), |row| {
            format!(", ± {} {word} is ok for seats", people::short(row.tolerance))
        });
        text += &format!(
            "\n{}, {}{learned}{fine}\n\n{}",
            people::counted(table.players as u64, "player", "players"),
            people::counted(table.games, "game", "games"),
            rows(table, word, style)
        );
    }
    let counts = Balance::ALL.map(|balance| (judgement.count(balance) as u64, balance.word()));
    let counts = counts.into_iter().filter(|(count, _)| *count > 0);
    let counts: Vec<String> =
        counts.map(|(count, word)| format!("{} {word}", people::count(count))).collect();
    text += &format!(
        "\n{}. All of these verdicts are right in 95 % of calls, whenever a call ends.\n",
        people::list(&counts)
    );
    let players = match first.map(ArmSpec::level) {
        None | Some(Level::Mixed) => "for these players".to_owned(),
        Some(level) => format!("among {level}"),
    };
    text += &match unit {
        Unit::Share => format!(
            "They hold {players}. The adjusted difference of a component is an association, not a cause: see sim components.\n"
        ),
        _ => format!("They hold {players}.\n"),
    };
    if judgement.tables.iter().flat_map(|table| &table.rows).any(is_reconstructed) {
        text += "* its data is reconstructed\n";
    }
    text + &caution.map_or(String::new(), |sentence| format!("{sentence}\n"))
}

fn is_reconstructed(row: &BalanceRow) -> bool {
    row.of.source() == Some(Source::Reconstructed)
}

/// Seats and strategies, and of the components those that are not fine.
fn rows(table: &JudgedTable, word: &str, style: Style) -> String {
    let is_component = |row: &&BalanceRow| matches!(row.of, Judged::Component { .. });
    let (components, others): (Vec<&BalanceRow>, Vec<&BalanceRow>) =
        table.rows.iter().partition(is_component);
    let mut told: Vec<&BalanceRow> = components.iter().filter(|row| row.balance.is_off()).copied().collect();
    let size = |row: &BalanceRow| row.difference().map_or(0.0, f64::abs);
    told.sort_by(|one, other| size(other).total_cmp(&size(one)));
    told.extend(components.iter().filter(|row| row.balance == Balance::Undecided));
    let shown = others.into_iter().chain(told.iter().copied().take(ROWS));
    let cells: Vec<Vec<String>> = shown.map(|row| cells(row, table.unit)).collect();
    let mut header = vec!["", "verdict", word, "surely within", "games needed"];
    let mut cells = cells;
    if table.rows.iter().any(|row| row.over_players.is_some()) {
        // What it would be among other strong players.
        header.push("over players, 95 %");
    } else {
        cells.iter_mut().for_each(|row| drop(row.pop()));
    }
    let is_right: Vec<bool> = (0..header.len()).map(|at| at > 1).collect();
    let mut text = grid(&header, &cells, &is_right, style);
    text += &more(told.len(), ROWS, " components", style);
    let count = |balance| components.iter().filter(|row| row.balance == balance).count();
    if !components.is_empty() {
        let fine = count(Balance::Fine);
        text += &format!("{fine} of {} components that players choose are ok", components.len());
        text += &match count(Balance::NotJudged) {
            0 => ".\n".to_owned(),
            none => format!("; {none} give nothing to judge by.\n"),
        };
    }
    text + &members(table, word, style)
}

/// What each seat is worth to each member of a panel; nothing of other players.
fn members(table: &JudgedTable, word: &str, style: Style) -> String {
    let seats: Vec<&BalanceRow> = table.rows.iter().filter(|row| !row.members.is_empty()).collect();
    let Some(first) = seats.first() else { return String::new() };
    let least = if table.unit.is_share() { 1 } else { 2 };
    let effect = |row: &&BalanceRow, at: usize| {
        let value = row.members[at].effect.value;
        value.map_or(String::new(), |value| people::signed(value * table.unit.factor(), least))
    };
    let row = |(at, one): (usize, &MemberEffect)| {
        std::iter::once(one.strategy.clone()).chain(seats.iter().map(|row| effect(row, at))).collect()
    };
    let rows: Vec<Vec<String>> = first.members.iter().enumerate().map(row).collect();
    let names: Vec<String> = seats.iter().map(|row| row.of.to_string()).collect();
    let header: Vec<&str> = std::iter::once("").chain(names.iter().map(String::as_str)).collect();
    let is_right: Vec<bool> = (0..header.len()).map(|at| at > 0).collect();
    format!(
        "\nWhat each seat is worth to each member of the panel, {word} less its mean over seats:\n\n{}",
        grid(&header, &rows, &is_right, style)
    )
}

fn cells(row: &BalanceRow, unit: Unit) -> Vec<String> {
    let percent = |number: f64| number * unit.factor();
    let ends = row.ends.map(|ends| (percent(ends.low), percent(ends.high)));
    let least = if unit.is_share() { 1 } else { 2 };
    let places = people::decimals(ends.map(|(low, high)| (high - low) / 2.0), least);
    let signed = |number: f64| people::signed(number, places);
    let sure = match ends {
        Some((low, high)) => format!("{} to {}", signed(low), signed(high)),
        None => row.note.to_owned(),
    };
    let over = row.over_players.and_then(|one| one.estimate.interval);
    let mark = if is_reconstructed(row) { "*" } else { "" };
    vec![
        format!("{}{mark}", row.of),
        row.balance.word().to_owned(),
        row.difference().map_or(String::new(), |difference| signed(percent(difference))),
        sure,
        row.games_needed.map_or(String::new(), people::count),
        over.map_or(String::new(), |ends| {
            format!("{} to {}", signed(percent(ends.low)), signed(percent(ends.high)))
        }),
    ]
}
