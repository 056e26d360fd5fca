use sim_engine::{Objective, Source, text::people};
use sim_lab::{
    figure::Unit,
    spec::{ArmSpec, RulesSpec},
    verdict::{
        Balance, BalanceRow, JudgedTable, Judgement, MemberEffect, Sort, VerdictSpec, VerdictSubject, points,
    },
};
use sim_script::Level;
use sim_stats::Estimate;

use super::{Style, grid, least, more, number, range, say, sentences};

const ROWS: usize = 12;

pub fn verdict(spec: &VerdictSpec, judgement: &Judgement, caution: Option<String>, style: Style) -> String {
    let (tolerance, first) = (spec.tolerance, spec.arms.first());
    let rules = first.map(|arm| &arm.rules);
    let unit = Unit::of(rules.map_or(Objective::Wins, RulesSpec::objective));
    let word = match (unit, rules) {
        (Unit::Points, Some(rules)) => rules.entry.info().points_unit,
        _ => "points",
    };
    let is_effect = |is_effect: bool| is_effect && !unit.is_share();
    let of_seats = (tolerance.seat, is_effect(tolerance.is_seat_effect));
    let of_strategies = (tolerance.strategy, is_effect(tolerance.is_strategy_effect));
    let [(seats, seats_unit), (strategies, strategies_unit)] =
        [of_seats, of_strategies].map(|one| match one {
            // In standard deviations: see `EffectScale`.
            (size, true) => (people::short(2.0 * size), "standard deviations of a seat's points"),
            (size, false) => (points(size), word),
        });
    let ok = say!("verdict/ok",
        seats, seats_unit, strategies,
        strategies_unit => Some(strategies_unit).filter(|own| *own != seats_unit),
        components => (unit != Unit::Points || rules.is_none()).then(|| points(tolerance.component)),
    );
    let (title, seed) = (rules.map_or("", |rules| rules.entry.info().title), first.map_or(0, |arm| arm.seed));
    let mut text = format!("{title}: is anything too strong or too weak? (seed {seed})\n{}", sentences([ok]));
    for table in &judgement.tables {
        let learned = table.learning.map_or(String::new(), |number| {
            format!(", players retrained under these rules, training run {number}")
        });
        let seat = table.rows.iter().find(|row| row.of.sort() == Sort::Seat).filter(|_| of_seats.1);
        let fine = seat.map_or(String::new(), |row| {
            format!(", ± {} {word} is ok for seats", people::short(row.tolerance))
        });
        let players = people::counted(table.players as u64, "player", "players");
        let (games, rows) = (people::counted(table.games, "game", "games"), rows(table, word, style));
        text += &format!("\n{players}, {games}{learned}{fine}\n\n{rows}");
    }
    let counts = Balance::ALL.map(|balance| (judgement.count(balance) as u64, balance.word()));
    let counts = counts.into_iter().filter(|(count, _)| *count > 0);
    let counts: Vec<String> =
        counts.map(|(count, word)| format!("{} {word}", people::count(count))).collect();
    let level = first.map(ArmSpec::level).filter(|level| *level != Level::Mixed);
    let mut notes = vec![
        say!("verdict/counts", counts),
        say!("verdict/holds", level => level.map(|level| level.to_string()), is_share => unit.is_share()),
    ];
    if judgement.tables.iter().flat_map(|table| &table.rows).any(is_reconstructed) {
        notes.push(say!("verdict/reconstructed"));
    }
    text + "\n" + &sentences(notes.into_iter().chain(caution))
}

fn is_reconstructed(row: &BalanceRow) -> bool {
    row.of.source() == Some(Source::Reconstructed)
}

/// Seats and strategies, and those components that are not fine.
fn rows(table: &JudgedTable, word: &str, style: Style) -> String {
    let is_component = |row: &&BalanceRow| matches!(row.of, VerdictSubject::Component { .. });
    let (components, others): (Vec<&BalanceRow>, Vec<&BalanceRow>) =
        table.rows.iter().partition(is_component);
    let mut told: Vec<&BalanceRow> = components.iter().filter(|row| row.balance.is_off()).copied().collect();
    let size = |row: &BalanceRow| row.difference().map_or(0.0, f64::abs);
    told.sort_by(|one, other| size(other).total_cmp(&size(one)));
    told.extend(components.iter().filter(|row| row.balance == Balance::Undecided));
    let shown = others.into_iter().chain(told.iter().copied().take(ROWS));
    let mut cells: Vec<Vec<String>> = shown.map(|row| cells(row, table.unit)).collect();
    let mut header = vec!["", "verdict", word, "surely within", "games needed"];
    if table.rows.iter().any(|row| row.over_players.is_some()) {
        // The estimate for other strong players.
        header.push("over players, 95 %");
    } else {
        cells.iter_mut().for_each(|row| drop(row.pop()));
    }
    let mut text = grid(&header, &cells, &[false, false, true], style);
    text += &more(told.len(), ROWS, " components", style);
    let count = |balance| components.iter().filter(|row| row.balance == balance).count();
    if !components.is_empty() {
        let (ok, unjudged) = (count(Balance::Fine), count(Balance::NotJudged));
        text += &sentences([say!("verdict/components", ok, components => components.len(), unjudged)]);
    }
    text + &members(table, word, style)
}

/// The value of each seat to each member of a panel; empty for other players.
fn members(table: &JudgedTable, word: &str, style: Style) -> String {
    let seats: Vec<&BalanceRow> = table.rows.iter().filter(|row| !row.members.is_empty()).collect();
    let Some(first) = seats.first() else { return String::new() };
    let effect = |row: &&BalanceRow, at: usize| {
        let value = row.members[at].effect.value;
        value.map_or(String::new(), |value| people::signed(value * table.unit.factor(), least(table.unit)))
    };
    let row = |(at, one): (usize, &MemberEffect)| {
        let effects = seats.iter().map(|row| effect(row, at));
        std::iter::once(one.strategy.clone()).chain(effects).collect::<Vec<_>>()
    };
    let rows = first.members.iter().enumerate().map(row);
    let names: Vec<String> = seats.iter().map(|row| row.of.to_string()).collect();
    let header: Vec<&str> = std::iter::once("").chain(names.iter().map(String::as_str)).collect();
    format!(
        "\nWhat each seat is worth to each member of the panel, {word} less its mean over seats:\n\n{}",
        grid(&header, rows, &[false, true], style)
    )
}

fn cells(row: &BalanceRow, unit: Unit) -> Vec<String> {
    let difference = Estimate { value: row.difference(), interval: row.ends, ..Estimate::MISSING };
    let difference = difference.scaled(unit.factor());
    let places = people::decimals(difference.half_width(), least(unit));
    let [value, ends] = number::cells(&difference, least(unit), row.note);
    let over = row.over_players.and_then(|one| one.estimate.interval);
    let mark = if is_reconstructed(row) { "*" } else { "" };
    vec![
        format!("{}{mark}", row.of),
        row.balance.word().to_owned(),
        value,
        ends,
        row.games_needed.map_or(String::new(), people::count),
        over.map_or(String::new(), |ends| range(ends.scaled(unit.factor()), places)),
    ]
}
