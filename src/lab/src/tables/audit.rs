use super::{
    Cell, Column, Role, Table, TableSpec, Unit, ablate, balance, ladder, of_run, plans, price, robust, skill,
    stacked, tournament, verdict,
};
use crate::{
    audit::{
        Audit, BestPlayers, Check, CheckedFinding, SEATS, TableAudit, UnusedComponent,
        answer::{Answer, Mark, PriceAt, PricesStatement, Statement},
    },
    figure,
    finding::SeatAt,
    ladder::Ladder,
    not_played,
    skill::VarianceSource,
    verdict::JudgedTable,
};
use sim_engine::Objective;

const PLAYERS: Column = Column::players(
    "Players at the table. Q-values and simultaneous intervals are over the rows of one number of players.",
);

pub fn of_part(part: &TableAudit) -> Vec<Table> {
    let mut tables = of_run(&part.summary);
    if let Some(BestPlayers { seats: judged, .. }) = &part.best {
        let judged = std::slice::from_ref(judged);
        tables.push(seats(judged));
        tables.extend(verdict::members(judged[0].unit, judged));
    }
    tables.extend(part.verdicts.as_ref().map(|one| verdict::table(one.unit, std::slice::from_ref(one))));
    if let Some(standings) = &part.standings {
        tables.extend([tournament::ratings(standings), tournament::pairs(standings)]);
    }
    tables.extend(part.ablation.as_ref().map(ablate::table));
    if let Some(found) = &part.robust {
        tables.extend(robust::tables(found));
        tables.extend(not_played::table(&found.not_played));
    }
    if !part.variances.is_empty() {
        tables.push(skill::table(&part.variances));
    }
    tables.extend(part.ladder.as_ref().map(|one| ladder::table(std::slice::from_ref(one))));
    tables.extend(never_used(&part.unused));
    tables
}

/// The tables of all parts, each joined over the numbers of players, and those of the whole game.
pub fn of_audit(audit: &Audit) -> Vec<Table> {
    let own = audit.parts.iter().map(|part| (Cell::from(part.players() as u64), of_part(part)));
    let answered = audit.answers();
    let mut tables = vec![answers(&answered), glance(audit, &answered)];
    tables.extend(joined(&own.collect::<Vec<_>>()));
    tables.extend(audit.prices.iter().flat_map(|prices| price::tables(&prices.found)));
    tables.extend(audit.plans.iter().flat_map(plans::tables));
    let balanced = audit.balanced.iter();
    let balanced = balanced.map(|one| (Cell::from(one.extent.players as u64), balance::tables(one)));
    tables.extend(joined(&balanced.collect::<Vec<_>>()));
    tables.extend((!audit.checks.is_empty()).then(|| look_ahead_spec().table(&audit.checks)));
    tables
}

/// The leading findings among look-ahead players.
pub(super) fn look_ahead_spec() -> TableSpec<Check> {
    let mut spec = TableSpec::<Check>::new("look_ahead", "Among players that look ahead").about("Whether the leading findings hold among players that search with 50 rollouts per decision. They play much better, but only a few games.");
    spec.players(|row| row.players);
    spec.text("topic", |row| row.topic().word()).about("Topic of the finding: seats, plans or prices.");
    spec.words("of", |row| match &row.checked {
        CheckedFinding::Seat(seat) => seat.to_string(),
        CheckedFinding::Plan(name) | CheckedFinding::Price(name) => name.clone(),
    })
    .about("Which seat, plan or component.");
    spec.number("claimed", |row| row.claimed).about("The figure of the finding: a seat's result minus its fair share; 0 for a plan, which should exceed its fair share; a component's worth minus the median worth of its kind.");
    spec.estimate("seen", |row| row.estimate).about("The same among players that look ahead; for a component, with the median worth of the audit; for a plan, its result minus its fair share.");
    spec.text("result", |row| row.confirmation.word()).about("confirmed or not confirmed: the whole interval agrees with the finding or contradicts it; too few games: neither.");
    spec.whole("games_needed", |row| row.games_needed).of(
        Unit::Games,
        "About the number of games that decide an undecided check if the estimate stays; empty for a decided one.",
    );
    spec
}

pub(super) fn seats(tables: &[JudgedTable]) -> Table {
    let about = "Whether every seat is within the tolerance among strong players. The intervals are confidence sequences with a common error rate of 5 % (Bonferroni); a table is played until all its seats are decided, or for 32 times the requested games.";
    let unit = tables.first().map_or(figure::Unit::Share, |table| table.unit);
    let table = verdict::table(unit, tables);
    Table { name: SEATS, title: "Seats among strong players", about: about.to_owned(), ..table }
}

pub(super) struct TableOverview<'a> {
    part: &'a TableAudit,
    seat: Option<SeatAt>,
    /// Number of viable plans, and of all plans.
    plans: Option<[usize; 2]>,
    prices_off: Option<usize>,
    worst: Option<PriceAt>,
}

impl TableOverview<'_> {
    fn ladder(&self) -> Option<&Ladder> {
        self.part.ladder.as_ref()
    }
}

fn glance(audit: &Audit, answered: &[Answer]) -> Table {
    let row = audit.usual().map(|part| {
        let mut row = TableOverview { part, seat: None, plans: None, prices_off: None, worst: None };
        for one in answered {
            match &one.statement {
                Statement::Seats { off, furthest, .. } => {
                    row.seat = off.first().or(furthest.as_ref()).cloned()
                }
                Statement::Plans(one) => row.plans = Some([one.living, one.of]),
                Statement::Prices(PricesStatement { off, .. }) => {
                    row.prices_off = Some(off.len());
                    row.worst = off.iter().find(|one| one.fair.is_some()).cloned();
                }
                _ => {}
            }
        }
        row
    });
    let objective = audit.parts.first().map_or(Objective::Wins, |part| part.summary.objective);
    glance_spec(objective).table(row)
}

pub(super) fn glance_spec<'r>(objective: Objective) -> TableSpec<TableOverview<'r>> {
    let mut spec = TableSpec::<TableOverview<'_>>::new("glance", "The game in one row")
        .about("What a publisher would compare with other games.");
    spec.text("game", |row| row.part.summary.info.name).about("Its name on the command line.");
    spec.text("title", |row| row.part.summary.info.title).about("Its name.");
    spec.whole("usual_players", |row| row.part.players()).about("Players of its usual table.");
    spec.words("furthest_seat", |row| row.seat.as_ref().map(|seat| seat.seat.to_string()))
        .about("The seat furthest from its fair share, at any number of players; of those significantly beyond the tolerance, if any.");
    spec.whole("furthest_players", |row| row.seat.as_ref().map(|seat| seat.off.players))
        .about("Players at that table.");
    spec.number("furthest_off", |row| row.seat.as_ref().map(|seat| seat.off.value)).of(
        Unit::of_difference(figure::Unit::of(objective)),
        "Its result minus its fair share, among strong players.",
    );
    spec.whole("living_plans", |row| row.plans.map(|[living, _]| living))
        .about("Number of significantly viable plans, dominant ones included, at the usual number of players; empty if they were not tested.");
    spec.whole("plans", |row| row.plans.map(|[_, all]| all))
        .about("Number of all plans; empty if they were not tested.");
    spec.number("depth", |row| row.ladder()?.length.value)
        .about("Distance from the lowest level of players with a known distance to the highest level: Elo points, or points a game if points are the objective.");
    spec.number("depth_half_width", |row| row.ladder()?.length.half_width())
        .about("Half-width of its 95 % interval.");
    spec.optional_text("lowest_level", |row| Some(row.ladder()?.ends()?.0)).about("That lowest level.");
    spec.share("luck_of_the_deal", |row| {
        let strong = row.part.variances.iter().find(|one| !one.is_of_beginners())?;
        strong.share_of_winning(VarianceSource::Deal)?.value
    })
    .about("Share of the variance of a seat's result (win or points) explained by the deal, among strong players.");
    spec.number("plies", |row| row.part.course().length.first()?.mean.value)
        .about("Mean plies per game among strong players.");
    spec.whole("prices_off", |row| row.prices_off)
        .about("Components that are significantly mispriced, of those tested.");
    spec.optional_text("worst_price", |row| Some(&*row.worst.as_ref()?.component))
        .about("The most mispriced component with a known fair price.");
    spec.whole("price", |row| row.worst.as_ref().map(|one| one.now)).about("Its current price.");
    spec.number("fair_price", |row| row.worst.as_ref()?.fair).about("Its fair price.");
    spec
}

fn answers(all: &[Answer]) -> Table {
    answers_spec().table(all.iter().flat_map(|one| {
        let without = one.marks.is_empty().then_some((one, None));
        without.into_iter().chain(one.marks.iter().map(move |mark| (one, Some(mark))))
    }))
}

pub(super) fn answers_spec<'r>() -> TableSpec<(&'r Answer, Option<&'r Mark>)> {
    let mut spec = TableSpec::<(&Answer, Option<&Mark>)>::new("answers", "What a designer asks")
        .about("The answers at the top of the page, with the figures of their pictures.");
    spec.text("topic", |(one, _)| one.topic().word()).about("Topic of the question.");
    spec.text("verdict", |(one, _)| one.verdict.word())
        .about("ok, check, problem, depends on who plays (strong players disagree significantly), undecided, or not played (an interrupted audit did not reach it).");
    spec.optional_text("label", |(_, mark)| mark.map(|mark| &*mark.label))
        .about("What the figure belongs to; empty without a picture.");
    spec.text("unit", |(one, _)| one.unit().word()).about("Its unit.");
    spec.number("value", |(_, mark)| mark.map(|mark| mark.value)).of(Unit::ByRow, "The figure. The interval of a seat or script is its confidence sequence, that of a price the range of whole prices.");
    spec.ends([Column::low("low"), Column::high("high")], |(_, mark)| (*mark)?.interval);
    let fine = [
        Column::number("fine_low", "Lower end of the range that is ok; empty without a limit."),
        Column::number("fine_high", "Upper end of that range."),
    ];
    spec.ends(fine.map(|column| column.of(Unit::ByRow)), |(one, _)| one.fine);
    spec
}

/// Stacks the tables of each name, with a column for the number of players.
pub(super) fn joined(parts: &[(Cell, Vec<Table>)]) -> Vec<Table> {
    let mut names: Vec<&'static str> = Vec::new();
    for table in parts.iter().flat_map(|(_, tables)| tables) {
        if !names.contains(&table.name) {
            names.push(table.name);
        }
    }
    let joined = |name| {
        let own = parts.iter().filter_map(|(players, tables)| {
            Some((vec![players.clone()], tables.iter().find(|table| table.name == name)?))
        });
        let own: Vec<(Vec<Cell>, &Table)> = own.collect();
        let has_players = own.iter().any(|(_, table)| table.role(Role::Players).is_some());
        let keyless = || own.iter().map(|(_, table)| (Vec::new(), *table)).collect::<Vec<_>>();
        let mut all = if has_players { stacked(&[], &keyless()) } else { stacked(&[PLAYERS], &own) };
        if let Some((_, first)) = own.first() {
            all.about.clone_from(&first.about);
            all.key.clone_from(&first.key);
        }
        all
    };
    names.into_iter().map(joined).collect()
}

fn never_used(unused: &[UnusedComponent]) -> Option<Table> {
    Some(never_used_spec().table(unused)).filter(|table| !table.rows.is_empty())
}

pub(super) fn never_used_spec() -> TableSpec<UnusedComponent> {
    let mut spec = TableSpec::<UnusedComponent>::new("never_used", "Components that were never used")
        .about("Components of kinds that players use at all, without any event beyond an offer in the run, nor in the games of strong players.");
    spec.component(|row| &row.component);
    spec.text("reached", |row| if row.is_offered { "offered" } else { "never" })
        .about("offered: it was available, but never used; never: it was not even available.");
    spec
}

#[cfg(test)]
mod tests {
    use super::*;
    use sim_engine::text::people;

    #[test]
    fn tables_of_all_numbers_of_players_are_joined() {
        let table = |name, columns: &[&'static str], rows: &[&[Cell]]| {
            let columns: Vec<Column> = columns.iter().map(|name| Column::text(name, "")).collect();
            let mut table = Table::new(name, name, "", &columns);
            table.rows.extend(rows.iter().map(|row| row.to_vec()));
            table
        };
        let share = |name: &str, share| [Cell::text(name), Cell::Number(share)];
        let ends = |rows: &[&[Cell]]| table("ends", &["ending", "share"], rows);
        let luck =
            |players| table("luck", &["players", "part"], &[&[Cell::Int(players), Cell::text("deal")]]);
        let tables = joined(&[
            (Cell::Int(2), vec![ends(&[&share("bell", 1.0)]), luck(2)]),
            (Cell::Int(3), vec![ends(&[&share("bell", 0.5), &share("bust", 0.5)]), luck(3)]),
        ]);
        let shown = |table: &Table| -> Vec<String> {
            let cell = |cell: &Cell| match cell {
                Cell::Text(text) => text.clone(),
                other => other.as_number().map_or(String::new(), people::short),
            };
            table.rows.iter().map(|row| row.iter().map(cell).collect::<Vec<_>>().join(" ")).collect()
        };
        assert_eq!(shown(&tables[0]), ["2 bell 1", "3 bell 0.5", "3 bust 0.5"]);
        // A table that already names the number of players gets no second column for it.
        assert_eq!(shown(&tables[1]), ["2 deal", "3 deal"]);
    }
}
