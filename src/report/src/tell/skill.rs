use sim_engine::{Objective, text::people};
use sim_lab::skill::{VarianceShares, VarianceSource, Variances};
use sim_stats::nested::Budget;

use super::{
    grid::{Style, grid},
    number::share,
};

pub fn skill(budgets: &Variances, seed: u64, style: Style) -> String {
    let mut text = format!("{}: what explains the results, seed {seed}\n", budgets.title);
    for table in &budgets.tables {
        let players = people::counted(table.players as u64, "player", "players");
        let games = people::counted(table.games, "game", "games");
        let drawn = if table.is_sampled { " of line-ups drawn by the seed" } else { "" };
        text +=
            &format!("\n{players}, {}: {games}{drawn}; shares of the variance in percent\n\n", table.level);
        text += &rows(table, style);
        text += &summary(table);
        text += &format!("Strategies: {}.\n", people::list(&table.strategies));
    }
    text + "\nEach share is among players of one level; --levels shows how far apart levels are. The deal is the set-up before\nthe first decision. Later draws are dice, bags and shuffles during play, and chance in the strategies' own choices.\n"
}

fn summary(table: &VarianceShares) -> String {
    let percent = |budget: &Budget, parts: &[VarianceSource]| {
        let own = VarianceSource::ALL.iter().zip(&budget.shares).filter(|(part, _)| parts.contains(part));
        let sum: f64 = own.filter_map(|(_, share)| share.value).sum();
        people::fixed(sum * 100.0, 0)
    };
    let luck = [VarianceSource::Deal, VarianceSource::LaterDraws];
    let (of, does, other) = match table.objective {
        Objective::Wins => ("who wins", "Who wins does", "the points"),
        Objective::Points => ("the points", "Points do", "who wins"),
    };
    match (table.of_objective(), table.wins.or(table.points)) {
        (Some(budget), _) => format!(
            "Strategies explain {} % of {of}, seats {} %, luck {} %.\n",
            percent(&budget, &[VarianceSource::Strategies]),
            percent(&budget, &[VarianceSource::Seats]),
            percent(&budget, &luck)
        ),
        (None, Some(budget)) => {
            format!("{does} not vary. Luck explains {} % of {other}.\n", percent(&budget, &luck))
        }
        (None, None) => "Nothing varies.\n".to_owned(),
    }
}

fn rows(table: &VarianceShares, style: Style) -> String {
    let is_any = table.wins.is_some() || table.points.is_some();
    let parts = VarianceSource::ALL.iter().enumerate().filter(|_| is_any);
    let cell = |budget: &Option<Budget>, at: usize| {
        budget.as_ref().map_or(String::new(), |budget| share(&budget.shares[at]))
    };
    let rows: Vec<Vec<String>> = parts
        .map(|(at, part)| vec![part.word().to_owned(), cell(&table.wins, at), cell(&table.points, at)])
        .collect();
    grid(&["", "winning", "points"], &rows, &[false, true, true], style)
}
