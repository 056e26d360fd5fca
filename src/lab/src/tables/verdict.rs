//! Verdicts: whether every seat, strategy and component is within what passes for balance.

use super::{CHOSEN, Cell, Column, Subject, Table, components};
use sim_engine::Seat;
use sim_play::tally::{Group, Linear, Tally, WIN};
use sim_stats::{
    Estimate, Interval,
    anytime::{self, Scale, Standing},
    grouped::Grouped,
    multiplicity::LEVEL,
};

/// What passes for balance, as a distance from the fair share, or from the adjusted difference of a component's kind.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Tolerance {
    pub seat: f64,
    pub strategy: f64,
    pub component: f64,
}

/// What is judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sort {
    Seat,
    Strategy,
    Component,
}

impl Sort {
    fn word(self) -> &'static str {
        match self {
            Sort::Seat => "seat",
            Sort::Strategy => "strategy",
            Sort::Component => "component",
        }
    }
}

/// A seat, strategy or component whose balance is judged.
#[derive(Debug, Clone, Copy)]
struct Item {
    sort: Sort,
    at: usize,
}

/// All that is judged at a table. In a line-up a strategy has a seat of its own, so that only seats are
/// judged; without a fair share nothing is. Only components that players choose to use are: those that
/// score or are drawn by themselves show who did well.
pub struct Docket<'a> {
    subject: &'a Subject<'a>,
    items: Vec<Item>,
}

/// The word of a standing.
pub fn word(standing: Standing) -> &'static str {
    match standing {
        Standing::Within => "fine",
        Standing::Above => "too strong",
        Standing::Below => "too weak",
        Standing::Open => "undecided",
    }
}

/// The word of what these players give nothing to judge by.
pub const UNJUDGED: &str = "not judged";

/// What was found of an item.
struct Judged {
    item: Item,
    fair: Option<f64>,
    estimate: Estimate,
    /// An adjusted difference as it is, not beside its kind.
    raw: Option<f64>,
    /// Less the fair share.
    ends: Option<Interval>,
    tolerance: f64,
    /// None where there is nothing to judge by.
    standing: Option<Standing>,
    /// Deals in all that would decide it, if they can be guessed.
    needed: Option<u64>,
}

/// What was found at a table.
pub struct Verdicts {
    judged: Vec<Judged>,
    games: u64,
    deals: u64,
}

impl<'a> Docket<'a> {
    pub fn new(subject: &'a Subject<'a>, is_lineup: bool) -> Docket<'a> {
        let items = |sort, count| (0..count).map(move |at| Item { sort, at });
        let mut list = Vec::new();
        if subject.fair_share().is_some() {
            list.extend(items(Sort::Seat, subject.players));
            let strategies = if is_lineup { 0 } else { subject.strategies.len() };
            list.extend(items(Sort::Strategy, strategies));
            let is_chosen = |item: &Item| components::choice(subject, item.at) == Cell::text(CHOSEN);
            list.extend(items(Sort::Component, subject.components.len()).filter(is_chosen));
        }
        Docket { subject, items: list }
    }

    /// How many items are judged.
    pub fn len(&self) -> usize {
        self.items.len()
    }

    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    pub fn players(&self) -> usize {
        self.subject.players
    }

    /// Figures that can go wrong apart from each other: of two shares one says it all.
    pub fn comparisons(&self) -> usize {
        let of = |sort| self.items.iter().filter(|item| item.sort == sort).count();
        let shares = |count: usize| if count == 2 { 1 } else { count };
        shares(of(Sort::Seat)) + shares(of(Sort::Strategy)) + of(Sort::Component)
    }

    /// Judges what was played, at a part of the level that all `comparisons` of the call share.
    pub fn judge(&self, tally: &Tally, tolerance: Tolerance, comparisons: usize) -> Verdicts {
        let adjusted = self.adjusted(tally);
        let level = LEVEL / comparisons.max(1) as f64;
        // A strategy sits at some of the tables, and an adjusted difference counts only deals that say something about it.
        let of_all = |needed: Option<u64>, estimate: &Estimate| {
            let deals = tally.deals as f64 / estimate.deals.max(1) as f64;
            needed.map(|needed| (needed as f64 * deals).ceil() as u64)
        };
        let share = |item: &Item, group, tolerance| {
            let estimate = tally.share(tally.layout.wins(group), WIN as f64);
            let found = judged(*item, (estimate, self.subject.fair_share(), Scale::Share), tolerance, level);
            Judged { needed: of_all(found.needed, &estimate), ..found }
        };
        let judge = |item: &Item| match item.sort {
            Sort::Seat => share(item, Group::Seat(Seat(item.at as u8)), tolerance.seat),
            Sort::Strategy => share(item, Group::Strategy(item.at), tolerance.strategy),
            Sort::Component => {
                let (estimate, raw) = adjusted[item.at];
                let found = judged(*item, (estimate, None, Scale::Difference), tolerance.component, level);
                Judged { needed: of_all(found.needed, &estimate), raw, ..found }
            }
        };
        Verdicts { judged: self.items.iter().map(judge).collect(), games: tally.games, deals: tally.deals }
    }

    /// The adjusted difference of every component, less the mean of those of its kind that players choose too, and as
    /// it is. Whoever gets to use anything at all is often ahead, which says nothing about the one component.
    fn adjusted(&self, tally: &Tally) -> Vec<(Estimate, Option<f64>)> {
        let all = tally.adjusted.linear();
        let kind = |at: usize| &self.subject.components[at].kind;
        let chosen = |item: &&Item| item.sort == Sort::Component;
        let peers = |at: usize| -> Vec<Grouped> {
            let peers = self.items.iter().filter(chosen).filter(|item| kind(item.at) == kind(at));
            peers.filter_map(|item| all[item.at].grouped()).collect()
        };
        let of = |(at, linear): (usize, &Linear)| {
            let plain = linear.adjusted.estimate;
            let plain = Estimate { note: components::note(tally, at, plain.note), ..plain };
            let estimate = match (linear.grouped(), peers(at)) {
                (Some(own), peers) if peers.len() > 1 => {
                    Estimate { note: plain.note, ..own.less_mean(&peers).estimate(plain.deals) }
                }
                _ => plain,
            };
            (estimate, plain.value)
        };
        all.iter().enumerate().map(of).collect()
    }
}

fn judged(
    item: Item,
    (estimate, fair, figure): (Estimate, Option<f64>, Scale),
    tolerance: f64,
    level: f64,
) -> Judged {
    let fair_share = fair.unwrap_or(0.0);
    let ends = anytime::interval(&estimate, figure, level).map(|ends| ends.moved(-fair_share));
    let standing = estimate.value.map(|_| Standing::of(ends, tolerance));
    let gap = estimate.value.map(|value| ((value - fair_share).abs() - tolerance).abs());
    let needed = gap
        .filter(|_| standing == Some(Standing::Open))
        .and_then(|gap| anytime::deals_needed(&estimate, gap, level));
    Judged { item, fair, estimate, raw: None, ends, tolerance, standing, needed }
}

impl Verdicts {
    /// How many items stand so.
    pub fn count(&self, standing: Option<Standing>) -> usize {
        self.judged.iter().filter(|judged| judged.standing == standing).count()
    }

    pub fn is_decided(&self) -> bool {
        self.count(Some(Standing::Open)) == 0
    }

    /// Deals after which it is worth looking again: where the last open item may be decided, though between
    /// a quarter and three times more than there are.
    pub fn next_interim(&self, most: u64) -> Option<u64> {
        let open = || self.judged.iter().filter(|judged| judged.standing == Some(Standing::Open));
        if self.is_decided() || self.deals >= most {
            return None;
        }
        let (least, furthest) = (self.deals + self.deals.div_ceil(4), self.deals.saturating_mul(4));
        let needed = open().map(|judged| judged.needed.unwrap_or(u64::MAX)).max().unwrap_or(u64::MAX);
        Some(needed.clamp(least, furthest).min(most))
    }

    pub fn games(&self) -> u64 {
        self.games
    }

    pub fn deals(&self) -> u64 {
        self.deals
    }

    fn games_per_deal(&self) -> f64 {
        self.games as f64 / self.deals.max(1) as f64
    }
}

/// Every verdict of a call, a ruling for each table.
pub fn table(verdicts: &[(&Docket<'_>, &Verdicts)]) -> Table {
    let column = |name, about| Column { name, about };
    let columns = [
        column("players", "Players at the table."),
        column("sort", "What is judged: a seat, a strategy, or a component that players choose to use."),
        column("of", "Which one."),
        column(
            "source",
            "Where the data of a component comes from; reconstructed means that it is our guess.",
        ),
        column(
            "verdict",
            "fine: surely within the tolerance; too strong, too weak: surely beyond it; undecided: more games are needed; not judged: these players leave nothing to compare, as the note says.",
        ),
        column(
            "figure",
            "What is held against the tolerance: a win rate less the fair one, or the win rate of those who use a component less that of the others.",
        ),
        column("tolerance", "The difference that passes for balance."),
        column("win_rate", "The win rate of a seat or strategy."),
        column("fair_share", "What each would win if all were equal."),
        column("n", "What was counted: seat-games."),
        column("deals", "Independent deals behind it."),
        column(
            "raw_adjusted_difference",
            "The win rate of a component's users less that of the others, as it is.",
        ),
        column(
            "adjusted_difference",
            "What is held against the tolerance, in percentage points on the page.",
        ),
        column("standard_error", "Its standard error."),
        column(
            "low",
            "Lower end of the interval that the verdict is read off: those of all rows hold at every interim analysis, all at once, in 95 % of calls.",
        ),
        column("high", "Its upper end."),
        column(
            "games_needed",
            "About how many games at this table would decide an open verdict, if the estimate stays.",
        ),
        column("note", "Why there is no verdict."),
    ];
    let about = "Whether every seat, strategy and component is within what passes for balance. The intervals are confidence sequences with a common error rate of 5 % (Bonferroni), so that a run may end as soon as all is decided.";
    let mut table = Table::new("verdict", "Verdicts", about, &columns);
    for (docket, ruling) in verdicts {
        table.rows.extend(ruling.judged.iter().map(|judged| row(docket.subject, ruling, judged)));
    }
    table
}

fn row(subject: &Subject<'_>, ruling: &Verdicts, judged: &Judged) -> Vec<Cell> {
    let Judged { item, fair, estimate, raw, ends, tolerance, standing, needed } = judged;
    let component = (item.sort == Sort::Component).then(|| &subject.components[item.at]);
    let of = match item.sort {
        Sort::Seat => format!("seat {}", item.at + 1),
        Sort::Strategy => subject.strategies[item.at].clone(),
        Sort::Component => component.map_or(String::new(), |component| component.name.clone()),
    };
    let [low, high] = Cell::ends(*ends);
    let note = match standing {
        Some(Standing::Open) if estimate.deals < anytime::LEAST => "fewer than 1,024 deals",
        Some(Standing::Open) | None => estimate.note,
        Some(_) => "",
    };
    vec![
        Cell::from(subject.players as u64),
        Cell::text(item.sort.word()),
        Cell::text(of),
        component.map_or(Cell::Missing, |component| Cell::text(component.source.word())),
        Cell::text(standing.map_or(UNJUDGED, word)),
        Cell::text(if component.is_some() {
            "users less others, beside its kind"
        } else {
            "win rate less fair share"
        }),
        Cell::number(Some(*tolerance)),
        Cell::number(estimate.value.filter(|_| component.is_none())),
        Cell::number(*fair),
        Cell::from(estimate.n),
        Cell::from(estimate.deals),
        Cell::number(*raw),
        Cell::number(estimate.value.map(|value| value - fair.unwrap_or(0.0))),
        Cell::number(estimate.standard_error),
        low,
        high,
        needed.map_or(Cell::Missing, |deals| {
            Cell::Int((deals as f64 * ruling.games_per_deal()).round() as i64)
        }),
        Cell::text(note),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use sim_delectable::rules::Delectable;
    use sim_engine::{Component, Game, Source};
    use sim_play::{Schedule, tally::testing};

    const TOLERANCE: Tolerance = Tolerance { seat: 0.03, strategy: 0.05, component: 0.1 };

    fn components() -> Vec<Component> {
        let chosen = Delectable::info().kinds.iter().find(|kind| kind.is_choice).unwrap().name;
        let component = |name: &str, source| Component { name: name.into(), kind: chosen.to_owned(), source };
        vec![component("pan", Source::Reconstructed), component("pot", Source::Rulebook)]
    }

    fn subject<'a>(components: &'a [Component], strategies: &[&str], players: usize) -> Subject<'a> {
        Subject {
            info: Delectable::info(),
            players,
            strategies: strategies.iter().map(|&name| name.to_owned()).collect(),
            automa: None,
            components,
            prices: vec![None; components.len()],
        }
    }

    fn verdicts(table: &Table) -> Vec<(&str, &str)> {
        table.rows.iter().map(|row| (table.text(row, "of"), table.text(row, "verdict"))).collect()
    }

    #[test]
    fn strong_and_weak_strategies_are_told_from_fair_seats() {
        let schedule = Schedule::pool(3, 2).unwrap();
        let strength = |strategy: u8| [1.0, 1.6, 1.0][usize::from(strategy)];
        let play = |deals| testing::run(&schedule, 3, 0..deals, strength, |_, _| 0);
        let components = components();
        let subject = subject(&components, &["a", "b", "c"], 2);
        let docket = Docket::new(&subject, false);
        // Two seats are one comparison; three strategies and two components are their own.
        assert_eq!((docket.len(), docket.comparisons()), (7, 6));
        let ruling = docket.judge(&play(4096), TOLERANCE, docket.comparisons());
        let told = table(&[(&docket, &ruling)]);
        assert_eq!(verdicts(&told)[..2], [("seat 1", "fine"), ("seat 2", "fine")]);
        // b beats each of the others where its number in (0, 1.6) is the larger one: 1 - .5 / 1.6 = .6875
        // of its games, so that a and c win half of theirs between them and .3125 against b: .40625.
        assert_eq!(verdicts(&told)[2..5], [("a", "too weak"), ("b", "too strong"), ("c", "too weak")]);
        let b = told.number(&told.rows[3], "adjusted_difference").unwrap();
        assert!((b - 0.1875).abs() < 0.02, "{b}");
        // Coins decide who uses what: beside each other, one is as far above the mean as the other is below.
        let of = |at: usize, name: &str| told.number(&told.rows[at], name).unwrap();
        assert_eq!(told.text(&told.rows[5], "source"), "reconstructed");
        assert!((of(5, "raw_adjusted_difference") - of(5, "adjusted_difference")).abs() < 0.1);
        // Few deals decide nothing, and say why.
        let early = docket.judge(&play(500), TOLERANCE, docket.comparisons());
        assert_eq!(early.count(Some(Standing::Open)) + early.count(None), 7);
        let told = table(&[(&docket, &early)]);
        assert_eq!(told.text(&told.rows[0], "note"), "fewer than 1,024 deals");
        assert!(told.number(&told.rows[0], "games_needed").unwrap() >= 2.0 * 1024.0);
        // Each of three strategies sits at two of three tables of a pair.
        assert!(told.number(&told.rows[2], "games_needed").unwrap() >= 3.0 * 1024.0);
        assert_eq!(early.next_interim(100_000), Some(2000));
        assert_eq!(early.next_interim(500), None);
    }

    #[test]
    fn one_deal_ties_and_a_single_strategy_are_no_trouble() {
        let components = components();
        // One strategy in all seats has its fair share in every game.
        let alone = subject(&components[..0], &["a"], 2);
        let docket = Docket::new(&alone, false);
        let mirror = Schedule::pool(1, 2).unwrap();
        let play = |deals| testing::run(&mirror, 1, 0..deals, |_| 1.0, |_, _| 0);
        let ruling = docket.judge(&play(1), TOLERANCE, 2);
        assert_eq!(ruling.count(Some(Standing::Open)), 3);
        assert!(ruling.next_interim(1).is_none() && ruling.next_interim(2) == Some(2));
        let told = docket.judge(&play(2048), TOLERANCE, 2);
        let told = table(&[(&docket, &told)]);
        assert_eq!(verdicts(&told)[2], ("a", "fine"));
        // Where every game is a tie nothing varies, and all is fine but what nobody ever used.
        let subject = subject(&components, &["a", "b"], 2);
        let docket = Docket::new(&subject, false);
        let schedule = Schedule::pool(2, 2).unwrap();
        let tied = testing::run(&schedule, 2, 0..2048, |_| 0.0, |_, _| 0);
        let ruling = docket.judge(&tied, TOLERANCE, docket.comparisons());
        assert_eq!((ruling.count(Some(Standing::Within)), ruling.count(None)), (5, 1));
        assert!(ruling.is_decided(), "{:?}", verdicts(&table(&[(&docket, &ruling)])));
        // In a line-up a strategy is its seat; alone at the table there is nothing to judge.
        assert_eq!(Docket::new(&subject, true).len(), 4);
        assert!(Docket::new(&self::subject(&components, &["a"], 1), false).is_empty());
    }
}
