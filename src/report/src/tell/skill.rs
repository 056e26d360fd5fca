use sim_engine::text::people;
use sim_lab::skill::{VarianceShares, VarianceSource, Variances};
use sim_stats::nested::Budget;

use super::{
    grid::{Style, grid},
    number::share,
    sentences,
};
use crate::say::say;

pub fn skill(budgets: &Variances, seed: u64, style: Style) -> String {
    let mut text = format!("{}: what explains the results, seed {seed}\n", budgets.title);
    for table in &budgets.tables {
        let players = people::counted(table.players as u64, "player", "players");
        let games = people::counted(table.games, "game", "games");
        let drawn = if table.is_sampled { " of line-ups drawn by the seed" } else { "" };
        text +=
            &format!("\n{players}, {}: {games}{drawn}; shares of the variance in percent\n\n", table.level);
        text += &rows(table, style);
        text += &sentences([summary(table), say!("luck/strategies", strategies => table.strategies)]);
    }
    text + "\n" + &sentences([say!("luck/sources")])
}

fn summary(table: &VarianceShares) -> String {
    let is_share = table.objective.is_wins();
    let percent = |budget: &Budget, parts: &[VarianceSource]| {
        let own = VarianceSource::ALL.iter().zip(&budget.shares).filter(|(part, _)| parts.contains(part));
        let sum: f64 = own.filter_map(|(_, share)| share.value).sum();
        people::fixed(sum * 100.0, 0)
    };
    let luck = |budget| percent(budget, &[VarianceSource::Deal, VarianceSource::LaterDraws]);
    match (table.of_objective(), table.wins.as_ref().or(table.points.as_ref())) {
        (Some(budget), _) => {
            let of = |source| percent(&budget, &[source]);
            let [strategies, seats] = [VarianceSource::Strategies, VarianceSource::Seats].map(of);
            say!("luck/explained", strategies, seats, luck => luck(&budget), is_share)
        }
        (None, Some(budget)) => say!("luck/constant", luck => luck(budget), is_share),
        (None, None) => say!("luck/nothing"),
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
