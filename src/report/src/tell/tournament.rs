use sim_engine::{Info, Objective, text::people};
use sim_lab::tournament::{Dominated, Misfit, ShareInterval, Standings, Tournament, TournamentSpec};

use super::{
    grid::{Style, grid},
    head::{Played, head},
};

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
    text += &match standings.objective {
        Objective::Wins => {
            "\nOf the games that one of the two wins, the percentage that the row wins against the column:\n"
                .to_owned()
        }
        Objective::Points => format!(
            "\nBy how many {} a game the row is above the mean of it and the column:\n",
            info.points_unit
        ),
    };
    text += &matrix(standings, style);
    text.push('\n');
    findings(standings).iter().for_each(|finding| text += &format!("{finding}\n"));
    text
}

pub fn findings(standings: &Standings) -> Vec<String> {
    let name = |at: usize| &standings.strategies[at];
    let cycles = standings.cycles.iter().map(|cycle| {
        let [one, other, third] = cycle.map(name);
        format!("An intransitive cycle: {one} beats {other}, {other} beats {third}, {third} beats {one}.")
    });
    let dominated = standings.dominated.iter().map(|Dominated { worse, better }| {
        let more = match better.len() {
            0 | 1 => String::new(),
            all => format!(" (and {} more)", all - 1),
        };
        let first = better.first().map_or("", |at| name(*at));
        format!("{first}{more} does better than {} against everybody.", name(*worse))
    });
    let misfit = standings.misfit.iter().map(|Misfit { strategy, beside, expected, won, usual }| {
        let others: Vec<String> = beside.iter().map(|at| name(*at).clone()).collect();
        format!(
            "Ratings miss the win rates at a table by {:.1} points on average, luck included. The largest miss is {} against {}: expected {:.1} %, won {:.1} %.",
            usual * 100.0,
            name(*strategy),
            people::list(&others),
            expected * 100.0,
            won * 100.0
        )
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
    let right: Vec<bool> = (0..header.len()).map(|at| at > 0).collect();
    grid(&header, &rows, &right, style)
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
    let right: Vec<bool> = (0..header.len()).map(|at| at > 0).collect();
    grid(&header, &rows, &right, style)
}
