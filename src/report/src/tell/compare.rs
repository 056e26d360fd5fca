use sim_engine::{Info, Objective, text::people};
use sim_lab::{
    Extent,
    compare::{CompareSpec, Comparison, Test},
    figure::{Direction, Unit},
    tournament::{Dominance, RatingMisfit, ShareInterval, Standings, Tournament, TournamentSpec},
};
use sim_stats::{
    Estimate,
    sprt::{self, Evidence, Verdict},
};

use super::{FIGURE_KEYS, Games, Style, grid, head, least, of_figure, paired, say, sentences};

pub fn compare(spec: &CompareSpec, comparison: &Comparison, style: Style) -> String {
    let Comparison { duel, rows, test, .. } = comparison;
    let (one, other) = (&spec.one.named, &spec.other.named);
    let field: Vec<String> = spec.field.iter().map(|player| player.named.clone()).collect();
    let against =
        if field.is_empty() { String::new() } else { format!(", against {}", people::list(&field)) };
    let what = format!("{one} compared with {other}{against}");
    let title = spec.rules.entry.info().title;
    let extent = Extent { title, players: spec.players, deals: duel.deals, seed: spec.seed };
    let mut text = head(&extent, &what, &Games::OfEach(duel.games)) + "\n";
    let [figure, _, seat] = FIGURE_KEYS;
    let list = rows.iter().map(|row| {
        let mut cells = of_figure(row);
        cells.keys.remove(1);
        cells
    });
    text += &sentences(answer(spec, comparison));
    text += "\n";
    text += &paired(&[figure, seat], &list.collect::<Vec<_>>(), [one, other], true, style);
    text + &test.map_or(String::new(), |test| format!("\n{}", sentences(tested(spec, test, duel.deals))))
}

/// The interim state of a comparison in a few words: the difference in the objective, and the test.
pub fn standing(difference: &Estimate, unit: Unit, evidence: Option<Evidence>) -> String {
    let difference = difference.scaled(unit.factor());
    let Some(value) = difference.value else { return String::new() };
    let places = people::decimals(difference.half_width(), 2);
    let mut words = format!("{} points", people::signed(value, places));
    if let Some(half) = difference.half_width() {
        words += &format!(" ± {half:.places$}");
    }
    if let Some(ratio) = evidence.and_then(|evidence| evidence.ratio) {
        words += &format!("  LLR {} of ± {:.2}", people::signed(ratio, 2), sprt::bound());
    }
    words
}

fn answer(spec: &CompareSpec, comparison: &Comparison) -> Option<String> {
    let (one, other) = (&spec.one.named, &spec.other.named);
    let row = comparison.rows.first()?;
    let unit = row.of.figure.unit();
    let difference = row.paired.difference.scaled(unit.factor());
    let (Some(value), Some(ends)) = (difference.value, difference.interval) else {
        return Some(say!("compare/unknown", one, other, reason => row.paired.words()));
    };
    let places = people::decimals(difference.half_width(), least(unit));
    let unit = unit.word(spec.rules.entry.info());
    let fixed = |number: f64| people::fixed(number, places);
    let better = |better: &str, worse: &str, [by, low, high]: [f64; 3]| {
        let (by, ends) = (fixed(by), format!("{} to {}", fixed(low), fixed(high)));
        say!("compare/better", better, worse, by, ends, unit)
    };
    Some(match comparison.direction() {
        Direction::Above => better(one, other, [value, ends.low, ends.high]),
        Direction::Below => better(other, one, [-value, -ends.high, -ends.low]),
        Direction::Open => {
            let (low, high) = (fixed(-ends.low), fixed(ends.high));
            say!("compare/undecided", one, other, low, high, unit)
        }
    })
}

fn tested(spec: &CompareSpec, Test { sizes, evidence, fixed_length }: Test, deals: u64) -> Vec<String> {
    let (one, other) = (&spec.one.named, &spec.other.named);
    let unit = Unit::of(spec.rules.objective());
    let [low, high] = [sizes.low, sizes.high].map(|size| people::short(size * unit.factor()));
    let unit = if unit.is_share() { "percentage points" } else { unit.word(spec.rules.entry.info()) };
    let is_over = evidence.verdict != Verdict::Open;
    let verdict = match evidence.verdict {
        Verdict::High => say!("compare/test", one, other, closer => high, farther => low, unit),
        Verdict::Low => say!("compare/test", one, other, closer => low, farther => high, unit),
        Verdict::Open => say!("compare/test_undecided"),
    };
    let ratio = evidence.ratio.map(|ratio| {
        say!("compare/ratio", ratio => people::signed(ratio, 2), bound => format!("{:.2}", sprt::bound()))
    });
    let length = fixed_length.filter(|_| is_over).map(|fixed| say!("compare/length", deals, fixed));
    let ended = is_over.then(|| say!("compare/ended"));
    [verdict].into_iter().chain(ratio).chain(length).chain(ended).collect()
}

pub fn tournament(
    spec: &TournamentSpec,
    tournament: &Tournament,
    standings: &Standings,
    style: Style,
) -> String {
    let played = &tournament.played;
    let met = played.tables.len() as u64;
    let sample = if met < tournament.tables { format!("{} of ", people::count(met)) } else { String::new() };
    let strategies = people::counted(played.strategies as u64, "strategy", "strategies");
    let what = format!("{strategies} at {sample}{}", people::counted(tournament.tables, "table", "tables"));
    let info = spec.rules.entry.info();
    let extent = Extent { title: info.title, players: spec.players, deals: played.deals, seed: spec.seed };
    let mut text = head(&extent, &what, &Games::All(played.games)) + "\n";
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
    let dominated = standings.dominated.iter().map(|Dominance { worse, better }| {
        say!("tournament/dominated", better => names(better), worse => name(*worse))
    });
    let misfit = standings.misfit.iter().map(|RatingMisfit { strategy, beside, expected, won, usual }| {
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
    // Two standard errors to each side.
    let around = |value: f64, error: f64, least: usize| {
        let places = people::decimals(Some(2.0 * error), least);
        format!("{} ± {}", people::signed(value, places), people::fixed(2.0 * error, places))
    };
    let rows = standings.ratings.iter().map(|rating| {
        let (wins, half) = (rating.win_rate.value, 2.0 * rating.win_rate.error);
        let ends = Some(((wins - half).max(0.0), (wins + half).min(1.0)));
        let score = rating.score.map(|score| around(score.value, score.error, 2));
        let elo = around(rating.elo.value, rating.elo.error, 0);
        let results = [people::percent_within(wins, ends), elo, part(rating.played)];
        let name = [standings.strategies[rating.strategy].clone()].into_iter();
        name.chain(score).chain(results).chain(rating.nash.map(part)).collect()
    });
    let rows: Vec<Vec<String>> = rows.collect();
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
    let rows = order().map(|one| {
        let cells = order().map(|other| cell(one, other));
        std::iter::once(standings.strategies[one].clone()).chain(cells).collect::<Vec<_>>()
    });
    let names = order().map(|at| standings.strategies[at].as_str());
    let header: Vec<&str> = std::iter::once("").chain(names).collect();
    grid(&header, rows, &[false, true], style)
}
