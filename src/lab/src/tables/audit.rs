//! The tables of an audit, at one number of players and at all of them.

use super::{Cell, Column, Role, Table, ablate, ladder, luck, of_run, robust, stacked, tournament, verdict};
use crate::{
    audit::{Audit, Part, Unused},
    not_played,
};

const PLAYERS: Column = Column::players("Players at the table.");

/// Every table of a part.
pub fn of_part(part: &Part) -> Vec<Table> {
    let mut tables = of_run(&part.summary);
    tables.extend(part.verdicts.as_ref().map(|one| verdict::table(std::slice::from_ref(one))));
    if let Some(standings) = &part.standings {
        tables.extend([tournament::ratings(standings), tournament::pairs(standings)]);
    }
    tables.extend(part.ablation.as_ref().map(ablate::table));
    if let Some(found) = &part.robust {
        tables.extend(robust::tables(found));
        tables.extend(not_played::table(&found.not_played));
    }
    tables.extend(part.luck.as_ref().map(|one| luck::table(std::slice::from_ref(one))));
    tables.extend(part.ladder.as_ref().map(|one| ladder::table(std::slice::from_ref(one))));
    tables.extend(never_used(&part.unused));
    tables
}

/// The tables of all parts, each joined over the numbers of players.
pub fn of_audit(audit: &Audit) -> Vec<Table> {
    let own = audit.parts.iter().map(|part| (Cell::from(part.players() as u64), of_part(part)));
    joined(&own.collect::<Vec<_>>())
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

/// The components that nobody used, if there are any.
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
