use sim_engine::{Info, Objective, text::people};
use sim_lab::tournament::{Dominated, Misfit, ShareInterval, Standings, Tournament, TournamentSpec};

use super::{
    grid::{Style, grid},
    head::{Played, head},
    sentences,
};
use crate::say::say;

pub fn tournament(
    spec: &TournamentSpec,
    tournament: &Tournament,
    standings: &Standings,
    style: Style,
) -> String {
    let played = &tournament.played;
    let met = played.tables.len() as u64;
    let sample = if met < tournament.tables { format!("{} of ", people::count(met)) } else { String::new() };
    let what = format!(
        "{} at {sample}{}",
        people::counted(played.strategies as u64, "strategy", "strategies"),
        people::counted(tournament.tables, "table", "tables")
    );
    let extent = Played { games: played.games, deals: played.deals, seed: spec.seed, is_each: false };
    let mut text = head(spec.rules.entry.info(), spec.players, &what, &extent);
    text.push('\n');
    let info = spec.rules.entry.info();
    text += &ratings(standings, info, style);
    let (is_share, unit) = (standings.objective.is_wins(), info.points_unit);
    text += &format!("\n{}", sentences([say!("tournament/matrix", is_share, unit)]));
    text += &matrix(standings, style);
    text + "\n" + &sentences(findings(standings))
}

fn findings(standings: &Standings) -> Vec<String> {
    let name = |at: usize| standings.strategies[at].as_str();
    let names = |all: &[usize]| all.iter().map(|at| name(*at)).collect::<Vec<&str>>();
    let cycles = standings.cycles.iter().map(|cycle| {
        let [one, other, third] = cycle.map(name);
        say!("tournament/cycle", one, other, third)
    });
    let dominated = standings.dominated.iter().map(|Dominated { worse, better }| {
        say!("tournament/dominated", better => names(better), worse => name(*worse))
    });
    let misfit = standings.misfit.iter().map(|Misfit { strategy, beside, expected, won, usual }| {
        let [usual, expected, won] = [usual, expected, won].map(|share| people::fixed(share * 100.0, 1));
        let (strategy, rivals) = (name(*strategy), names(beside));
        say!("tournament/misfit", usual, strategy, rivals, expected, won)
    });
    cycles.chain(dominated).chain(misfit).collect()
}

fn ratings(standings: &Standings, info: &Info, style: Style) -> String {
    let percent = |number: f64| people::fixed(number * 100.0, 1);
    let part = |ShareInterval { value, ends }: ShareInterval| {
        format!("{} % ({} to {})", percent(value), percent(ends.low), percent(ends.high))
    };
    let rows: Vec<Vec<String>> = standings
        .ratings
        .iter()
        .map(|rating| {
            let (wins, elo) = (rating.win_rate, rating.elo);
            let half = 2.0 * wins.error;
            let places = people::decimals(Some(2.0 * elo.error), 0);
            let mut cells = vec![standings.strategies[rating.strategy].clone()];
            cells.extend(rating.score.map(|score| {
                let (half, least) = (2.0 * score.error, 2);
                let places = people::decimals(Some(half), least);
                format!("{} ± {}", people::signed(score.value, places), people::fixed(half, places))
            }));
            cells.extend([
                people::percent_within(
                    wins.value,
                    Some(((wins.value - half).max(0.0), (wins.value + half).min(1.0))),
                ),
                format!("{} ± {}", people::signed(elo.value, places), people::fixed(2.0 * elo.error, places)),
                part(rating.played),
            ]);
            cells.extend(rating.nash.map(part));
            cells
        })
        .collect();
    let score = format!("{} a game", info.points_unit);
    let mut header = vec!["strategy"];
    header.extend((standings.objective == Objective::Points).then_some(score.as_str()));
    header.extend(["win rate", "rating", "played in the end", "Nash equilibrium"]);
    header.truncate(rows.first().map_or(4, Vec::len));
    grid(&header, &rows, &[false, true], style)
}

/// The pairs as a square, in the order of the ratings.
fn matrix(standings: &Standings, style: Style) -> String {
    let order = || standings.ratings.iter().map(|rating| rating.strategy);
    let cell = |one: usize, other: usize| {
        let found = standings.pairs.iter().find(|pair| (pair.strategy, pair.beside) == (one, other));
        found.map_or("·".to_owned(), |pair| match standings.objective {
            Objective::Wins => people::fixed(pair.value.value * 100.0, 1),
            Objective::Points => people::signed(pair.value.value, 2),
        })
    };
    let rows: Vec<Vec<String>> = order()
        .map(|one| {
            let cells = order().map(|other| cell(one, other));
            std::iter::once(standings.strategies[one].clone()).chain(cells).collect()
        })
        .collect();
    let names = order().map(|at| standings.strategies[at].as_str());
    let header: Vec<&str> = std::iter::once("").chain(names).collect();
    grid(&header, &rows, &[false, true], style)
}
