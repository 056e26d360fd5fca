use super::{
    Cell, Column, Role, Table, Unit, ablate, balance, ladder, of_run, plans, price, robust, skill, stacked,
    tournament, verdict,
};
use crate::{
    audit::{
        Audit, Part, SEATS, Unused,
        answer::{Answer, Mark, Says},
    },
    figure, not_played,
    skill::VarianceSource,
    verdict::JudgedTable,
};

const PLAYERS: Column = Column::players("Players at the table.");

pub fn of_part(part: &Part) -> Vec<Table> {
    let mut tables = of_run(&part.summary);
    tables.extend(part.best.as_ref().map(|best| seats(std::slice::from_ref(&best.seats))));
    tables.extend(part.verdicts.as_ref().map(|one| verdict::table(one.unit, std::slice::from_ref(one))));
    if let Some(standings) = &part.standings {
        tables.extend([tournament::ratings(standings), tournament::pairs(standings)]);
    }
    tables.extend(part.ablation.as_ref().map(ablate::table));
    if let Some(found) = &part.robust {
        tables.extend(robust::tables(found));
        tables.extend(not_played::table(&found.not_played));
    }
    tables.extend(part.variance.as_ref().map(|one| skill::table(std::slice::from_ref(one))));
    tables.extend(part.ladder.as_ref().map(|one| ladder::table(std::slice::from_ref(one))));
    tables.extend(never_used(&part.unused));
    tables
}

/// The tables of all parts, each joined over the numbers of players, and those of the whole game.
pub fn of_audit(audit: &Audit) -> Vec<Table> {
    let own = audit.parts.iter().map(|part| (Cell::from(part.players() as u64), of_part(part)));
    let answered = audit.answers();
    let mut tables = vec![answers(&answered), glance(audit, answered)];
    tables.extend(joined(&own.collect::<Vec<_>>()));
    tables.extend(audit.prices.iter().flat_map(|prices| price::tables(&prices.found)));
    tables.extend(audit.plans.iter().flat_map(plans::tables));
    let balanced = audit.balanced.iter();
    let balanced = balanced.map(|one| (Cell::from(one.extent.players as u64), balance::tables(one)));
    tables.extend(joined(&balanced.collect::<Vec<_>>()));
    tables
}

pub(super) fn seats(tables: &[JudgedTable]) -> Table {
    let about = "Whether every seat is within what passes for balance, where all play the strategy that plays best. The intervals are confidence sequences with a common error rate of 5 % (Bonferroni); a table is played until all its seats are decided, or for 32 times the games that were asked for.";
    let unit = tables.first().map_or(figure::Unit::Share, |table| table.unit);
    let table = verdict::table(unit, tables);
    Table { name: SEATS, title: "Seats between players who are alike", about: about.to_owned(), ..table }
}

fn glance(audit: &Audit, answered: Vec<Answer>) -> Table {
    let mut table = glance_head();
    let Some(part) = audit.usual() else { return table };
    let (mut seat, mut live, mut plans, mut off, mut worst) = (None, None, None, None, None);
    for one in answered {
        match one.says {
            Says::Seats { off, furthest, .. } => seat = off.into_iter().next().or(furthest),
            Says::Plans { living, of, .. } => (live, plans) = (Some(living as u64), Some(of as u64)),
            Says::Prices { off: all, .. } => {
                (off, worst) = (Some(all.len() as u64), all.into_iter().find(|one| one.fair.is_some()));
            }
            _ => {}
        }
    }
    let whole = |value: Option<u64>| value.map_or(Cell::Missing, Cell::from);
    let length = part.ladder.as_ref().map(|ladder| ladder.length);
    let lowest = part.ladder.as_ref().and_then(|ladder| ladder.ends()).map(|(lowest, _)| lowest);
    let variance = part.ladder.as_ref().and_then(|ladder| ladder.highest.as_ref());
    let of_deal = variance
        .and_then(|shares| shares.share_of_winning(VarianceSource::Deal))
        .and_then(|share| share.value);
    let plies = part.course().length.first().and_then(|row| row.mean.value);
    table.rows.push(vec![
        Cell::text(part.summary.info.name),
        Cell::text(part.summary.info.title),
        Cell::from(part.players() as u64),
        seat.as_ref().map_or(Cell::Missing, |seat| Cell::text(seat.seat.to_string())),
        whole(seat.as_ref().map(|seat| seat.off.players as u64)),
        Cell::number(seat.map(|seat| seat.off.value)),
        whole(live),
        whole(plans),
        Cell::number(length.and_then(|length| length.value)),
        Cell::number(length.and_then(|length| length.half_width())),
        lowest.map_or(Cell::Missing, Cell::text),
        Cell::number(of_deal),
        Cell::number(plies),
        whole(off),
        worst.as_ref().map_or(Cell::Missing, |one| Cell::text(&one.component)),
        worst.as_ref().map_or(Cell::Missing, |one| Cell::Int(one.now)),
        Cell::number(worst.and_then(|one| one.fair)),
    ]);
    table
}

pub(super) fn glance_head() -> Table {
    let columns = [
        Column::text("game", "Its name on the command line."),
        Column::text("title", "Its name."),
        Column::whole("usual_players", "Players of its usual table."),
        Column::text("furthest_seat", "The seat that is furthest off its fair share, at any table."),
        Column::whole("furthest_players", "Players at that table."),
        Column::number("furthest_off", "How far it is off, between players who are alike.")
            .of(Unit::ShareDifference),
        Column::whole("living_plans", "Plans that surely live among each other at the usual table."),
        Column::whole("plans", "Plans that there are."),
        Column::number(
            "depth",
            "Points from the lowest level of players to the highest whose distance is known.",
        ),
        Column::number("depth_half_width", "Half its 95 % interval."),
        Column::text("lowest_level", "That lowest level."),
        Column::share(
            "luck_of_the_deal",
            "The share of the variance of winning that goes with the deal, between players who are alike.",
        ),
        Column::number("plies", "Of a game between players who are alike."),
        Column::whole("prices_off", "Prices that are surely off, of those that were looked at."),
        Column::text("worst_price", "The component whose price is furthest off."),
        Column::whole("price", "What it costs."),
        Column::number("fair_price", "What would be fair."),
    ];
    Table::new("glance", "The game in one row", "What a publisher would hold beside other games.", &columns)
}

pub(super) fn answers(all: &[Answer]) -> Table {
    let mut table = answers_head();
    for one in all {
        let marks = one.marks.iter().map(Some);
        let marks: Vec<Option<&Mark>> = if one.marks.is_empty() { vec![None] } else { marks.collect() };
        table.rows.extend(marks.into_iter().map(|mark| {
            let mut cells = vec![Cell::text(one.topic().word()), Cell::text(one.verdict.word())];
            cells.push(mark.map_or(Cell::Missing, |mark| Cell::text(&mark.label)));
            cells.push(Cell::text(one.unit().word()));
            cells.push(Cell::number(mark.map(|mark| mark.value)));
            cells.extend(Cell::ends(mark.and_then(|mark| mark.interval)));
            cells.extend(Cell::ends(one.fine));
            cells
        }));
    }
    table
}

fn answers_head() -> Table {
    let columns = [
        Column::text("topic", "What a designer asks."),
        Column::text("verdict", "fine, look here, wrong, or open where it is not known."),
        Column::text("label", "What the figure is of."),
        Column::text("unit", "Its unit."),
        Column::number("value", "The figure.").of(Unit::ByRow),
        Column::low("low"),
        Column::high("high"),
        Column::number("fine_low", "From where it passes for fine; empty where nothing says.")
            .of(Unit::ByRow),
        Column::number("fine_high", "Up to where.").of(Unit::ByRow),
    ];
    let about = "The answers at the top of the page, with the figures of their pictures.";
    Table::new("answers", "What a designer asks", about, &columns)
}

/// Tables of the same names under each other, each of them with a number of players.
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

pub(super) fn never_used(unused: &[Unused]) -> Option<Table> {
    let columns = [
        Column::text("component", "Short name of the component."),
        Column::text("kind", "What sort of thing it is."),
        Column::text("source", "Where its data comes from."),
        Column::text("reached", "offered: it was in reach, and nobody used it; never: it was not."),
    ];
    let title = "Components that were never used";
    let about = "In no game of the run; of kinds that players use at all.";
    let mut table = Table::new("never_used", title, about, &columns);
    table.rows.extend(unused.iter().map(|Unused { component, is_offered }| {
        let reached = if *is_offered { "offered" } else { "never" };
        [&component.name, &component.kind, component.source.word(), reached].map(Cell::text).to_vec()
    }));
    (!table.rows.is_empty()).then_some(table)
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
        // A table that names the number of players itself gets no second column of it.
        assert_eq!(shown(&tables[1]), ["2 deal", "3 deal"]);
    }
}
