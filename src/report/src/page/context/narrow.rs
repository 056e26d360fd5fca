use sim_lab::tables::{Cell, Column, Table};

/// The columns of tables that have more of them than a page is wide, as the page shows them: the name in the file, and the
/// one that heads it here. The files have all.
const NARROW: [(&str, &[(&str, &str)]); 3] = [
    (
        "fair_prices",
        &[
            ("component", "component"),
            ("price", "price_now"),
            ("fair_price", "fair_price"),
            ("fair_low", "from"),
            ("fair_high", "to"),
            ("verdict", "verdict"),
            ("worth", "worth"),
            ("worth_low", "worth_low"),
            ("worth_high", "worth_high"),
            ("beyond", "beyond_median"),
            ("standard_error", "standard_error"),
            ("low", "low"),
            ("high", "high"),
            ("used", "used"),
            ("source", "data"),
        ],
    ),
    (
        "plans",
        &[
            ("plan", "plan"),
            ("verdict", "verdict"),
            ("share", "wins_with_plan"),
            ("share_low", "wins_with_plan_low"),
            ("share_high", "wins_with_plan_high"),
            ("written", "wins_as_script"),
            ("written_low", "wins_as_script_low"),
            ("written_high", "wins_as_script_high"),
            ("fair", "fair_share"),
            ("cost", "costs"),
            ("standard_error", "standard_error"),
            ("low", "low"),
            ("high", "high"),
            ("followed", "followed_in"),
            ("repeats", "training_runs"),
        ],
    ),
    (
        "seats",
        &[
            ("players", "players"),
            ("of", "seat"),
            ("verdict", "verdict"),
            ("win_rate", "win_rate"),
            ("fair_share", "fair_share"),
            ("adjusted_difference", "above_fair_share"),
            ("standard_error", "standard_error"),
            ("low", "low"),
            ("high", "high"),
            ("n", "games"),
        ],
    ),
];

pub fn narrowed(table: &Table) -> Table {
    let Some((_, shown)) = NARROW.iter().find(|(name, _)| *name == table.name) else { return table.clone() };
    let place = |(name, here): &(&str, &'static str)| {
        Some((table.columns.iter().position(|column| column.name == *name)?, *here))
    };
    let places: Vec<(usize, &'static str)> = shown.iter().filter_map(place).collect();
    let columns = places.iter().map(|&(at, name)| Column { name, ..table.columns[at] }).collect();
    let pick = |row: &Vec<Cell>| places.iter().filter_map(|(at, _)| row.get(*at).cloned()).collect();
    Table { columns, rows: table.rows.iter().map(pick).collect(), ..table.clone() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sim_lab::tables;

    #[test]
    fn what_a_narrow_table_shows_are_columns_of_it() {
        let all = tables::every(crate::testing::run(2).info);
        for (name, shown) in NARROW {
            // The seats of an audit are the verdicts of its tables, with players before them.
            let of = if name == "seats" { "verdict" } else { name };
            let table = all.iter().find(|table| table.name == of).unwrap();
            let known =
                |column: &str| column == "players" || table.columns.iter().any(|one| one.name == column);
            let missing: Vec<&str> =
                shown.iter().map(|(column, _)| *column).filter(|one| !known(one)).collect();
            assert!(missing.is_empty(), "{name}: {missing:?}");
            let narrow = narrowed(&Table { name, ..table.clone() });
            assert!(narrow.columns.len() < table.columns.len());
            assert_eq!(narrow.columns.last().map(|one| one.name), shown.last().map(|(_, here)| *here));
        }
    }
}
