//! Fine, too strong or too weak: every seat, strategy and component, played until that is decided.

use std::{fmt, str::FromStr};

use sim_engine::{Choice, Seat, Source, text::people};
use sim_play::{
    arm::{Named, Subject},
    tally::{Group, Linear, Tally, WIN},
};
use sim_stats::{
    Estimate, Interval,
    anytime::{self, Scale, Standing},
    grouped::Grouped,
    multiplicity::LEVEL,
};

use crate::{
    adapt::{AdaptSpec, Budget},
    bench::{Event, Lab},
    command::{Command, Verb},
    effort::{Effort, Ended},
    error::Error,
    experiment::precision::interim_from,
    figure::Owner,
    number::NumberError,
    spec::{ArmSpec, Field, SpecError},
    store::Worth,
    summary::note,
};

/// What passes for balance: so much win rate off the fair share, or of components off what those of their kind
/// bring; from 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Tolerance {
    /// Of seats.
    pub seat: f64,
    /// Of strategies.
    pub strategy: f64,
    /// Of components.
    pub component: f64,
}

/// In points of win rate: `3`, or `seat=3,strategy=5,component=10`.
impl fmt::Display for Tolerance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [seat, strategy, component] = [self.seat, self.strategy, self.component].map(points);
        if seat == strategy && strategy == component {
            return f.write_str(&seat);
        }
        write!(f, "seat={seat},strategy={strategy},component={component}")
    }
}

impl Tolerance {
    /// What passes for balance where nothing else is said. Nobody chooses a seat; a strategy is chosen, and rivals
    /// adapt; an adjusted difference is a difference between users and others.
    pub const USUAL: Tolerance = Tolerance { seat: 0.03, strategy: 0.05, component: 0.1 };
}

/// How a tolerance for balance is written.
const FORMS: &str = "write 3, or seat=2,strategy=5,component=4";

/// In points of win rate: `3`, or `seat=2,strategy=5` to set sorts apart from [`Tolerance::USUAL`].
impl FromStr for Tolerance {
    type Err = NumberError;

    fn from_str(text: &str) -> Result<Tolerance, NumberError> {
        let mut all = Tolerance::USUAL;
        for word in text.split(',') {
            let (sort, points) =
                word.split_once('=').map_or(("", word), |(name, points)| (name.trim(), points));
            let points = points.trim();
            let points: Option<f64> = points.strip_suffix('%').unwrap_or(points).trim_end().parse().ok();
            let part = match points {
                Some(points) if points > 0.0 && points < 50.0 => points / 100.0,
                Some(_) => return Err(NumberError::new("not between 0 and 50 points", FORMS)),
                None => return Err(NumberError::new("not a number", FORMS)),
            };
            match sort {
                "" => all = Tolerance { seat: part, strategy: part, component: part },
                "seat" => all.seat = part,
                "strategy" => all.strategy = part,
                "component" => all.component = part,
                _ => return Err(NumberError::new(format!("no sort `{sort}`"), FORMS)),
            }
        }
        Ok(all)
    }
}

/// A share as points, without idle zeros.
pub fn points(share: f64) -> String {
    let text = format!("{:.4}", share * 100.0);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// One field at tables of one or several sizes.
#[derive(Clone)]
pub struct VerdictSpec {
    /// One a table. Where nobody has a fair share, alone at the table, nothing is judged.
    pub arms: Vec<ArmSpec>,
    /// What passes for balance.
    pub tolerance: Tolerance,
    /// The most games at each table.
    pub games: u64,
    /// How players learn on, if it is also judged between players who did: copies of one strategy then.
    pub adapting: Option<Budget>,
}

/// A table that is judged, and which learning its players have behind them.
struct Judging {
    learning: Option<u64>,
    named: Named,
}

impl VerdictSpec {
    /// The tables that are judged, ready to be played.
    ///
    /// # Errors
    /// As [`ArmSpec::open`]; no table with a fair share.
    pub fn open(&self) -> Result<Vec<Named>, Error> {
        let mut arms = Vec::new();
        for spec in &self.arms {
            let players = people::counted(spec.players as u64, "player", "players");
            let name = format!("{players}, {}", spec.field.named().join(","));
            let named = Named { name, arm: spec.open()? };
            arms.extend(Some(named).filter(|named| named.arm.subject().fair_share().is_some()));
        }
        if arms.is_empty() { Err(SpecError::NoFairShare.into()) } else { Ok(arms) }
    }

    /// The tables with players who learned on under their rules, once for each learning. None where somebody asks to
    /// stop.
    fn adapted(
        &self,
        budget: Budget,
        arms: &[Judging],
        lab: &mut Lab<'_>,
    ) -> Result<Option<Vec<Judging>>, Error> {
        let mut all = Vec::new();
        for Judging { named, .. } in arms {
            let players = named.arm.inputs.rules.players;
            let Some(arm) = self.arms.iter().find(|arm| arm.players == players) else { continue };
            let learner = AdaptSpec::seat(arm.clone(), budget, Effort::Games(self.games))?;
            let Some(adapted) = learner.adapted(&[named], lab)? else { return Ok(None) };
            let each = (1..).map(Some).zip(adapted.into_iter().flatten());
            all.extend(each.map(|(learning, named)| Judging { learning, named }));
        }
        Ok(Some(all))
    }

    /// The command that comes to the same verdicts; `judged` are the tables of [`VerdictSpec::open`].
    ///
    /// # Errors
    /// As [`ArmSpec::command`].
    pub fn command(&self, judged: &[Named]) -> Result<Option<Command>, Error> {
        let sizes: Vec<usize> = judged.iter().map(|one| one.arm.inputs.rules.players).collect();
        let first = self.arms.iter().find(|spec| Some(&spec.players) == sizes.first());
        let command = first.map(|spec| spec.command(Verb::Verdict, Some(self.games))).transpose()?;
        let command = command.map(|command| command.at_sizes(sizes).option("tolerance", self.tolerance));
        Ok(command.map(|command| match self.adapting {
            Some(budget) => budget.on(command),
            None => command,
        }))
    }
}

/// Whether something is within what passes for balance.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Balance {
    /// Surely within.
    Fine,
    /// Surely beyond, above.
    TooStrong,
    /// Surely beyond, below.
    TooWeak,
    /// More games are needed.
    Undecided,
    /// These players leave nothing to compare.
    NotJudged,
}

impl Balance {
    /// In the order in which they are told.
    pub const ALL: [Balance; 5] =
        [Balance::Fine, Balance::TooStrong, Balance::TooWeak, Balance::Undecided, Balance::NotJudged];

    /// Its name in tables.
    pub fn word(self) -> &'static str {
        match self {
            Balance::Fine => "fine",
            Balance::TooStrong => "too strong",
            Balance::TooWeak => "too weak",
            Balance::Undecided => "undecided",
            Balance::NotJudged => "not judged",
        }
    }

    /// Whether it is surely beyond.
    pub fn is_off(self) -> bool {
        matches!(self, Balance::TooStrong | Balance::TooWeak)
    }

    fn of(standing: Option<Standing>) -> Balance {
        match standing {
            Some(Standing::Within) => Balance::Fine,
            Some(Standing::Above) => Balance::TooStrong,
            Some(Standing::Below) => Balance::TooWeak,
            Some(Standing::Open) => Balance::Undecided,
            None => Balance::NotJudged,
        }
    }
}

/// What is judged.
#[derive(Debug, Clone, PartialEq)]
pub enum Judged {
    /// Whoever sits there.
    Seat(Seat),
    /// Wherever it sits.
    Strategy(String),
    /// A component that players choose to use: those that score or are drawn by themselves show who did well.
    Component {
        /// Its name.
        name: String,
        /// Where its data comes from.
        source: Source,
    },
}

/// A sort of what is judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sort {
    /// A place at the table.
    Seat,
    /// A way to play.
    Strategy,
    /// A thing of the box.
    Component,
}

impl Sort {
    /// In the order in which they are told.
    pub const ALL: [Sort; 3] = [Sort::Seat, Sort::Strategy, Sort::Component];

    /// Its name in tables.
    pub fn word(self) -> &'static str {
        match self {
            Sort::Seat => "seat",
            Sort::Strategy => "strategy",
            Sort::Component => "component",
        }
    }
}

impl Judged {
    /// What sort of thing it is.
    pub fn sort(&self) -> Sort {
        match self {
            Judged::Seat(_) => Sort::Seat,
            Judged::Strategy(_) => Sort::Strategy,
            Judged::Component { .. } => Sort::Component,
        }
    }

    /// The seat or the strategy, whose win rate is judged.
    pub fn owner(&self) -> Option<Owner> {
        match self {
            Judged::Seat(seat) => Some(Owner::Seat(*seat)),
            Judged::Strategy(name) => Some(Owner::Strategy(name.clone())),
            Judged::Component { .. } => None,
        }
    }

    /// Where the data of a component comes from.
    pub fn source(&self) -> Option<Source> {
        match self {
            Judged::Component { source, .. } => Some(*source),
            _ => None,
        }
    }
}

/// Which one: `seat 1`, or its name.
impl fmt::Display for Judged {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Judged::Seat(seat) => write!(f, "seat {}", seat.0 + 1),
            Judged::Strategy(name) | Judged::Component { name, .. } => f.write_str(name),
        }
    }
}

/// What was found of a seat, a strategy or a component.
#[derive(Debug, Clone, PartialEq)]
pub struct BalanceRow {
    /// What is judged.
    pub of: Judged,
    /// What was found.
    pub balance: Balance,
    /// What passes for balance, from 0 to 1.
    pub tolerance: f64,
    /// What each would win if all were equal; none of components.
    pub fair: Option<f64>,
    /// The win rate; of components the win rate of users less that of others, less the mean of its kind.
    pub estimate: Estimate,
    /// Of components, the same as it is, not beside its kind.
    pub raw: Option<f64>,
    /// The interval that the verdict is read off, less the fair share. Those of all rows hold at every interim
    /// analysis, all at once, in 95 % of calls.
    pub ends: Option<Interval>,
    /// About how many games at this table would decide it, if the estimate stays; none where it is decided.
    pub games_needed: Option<u64>,
    /// Why there is no verdict.
    pub note: &'static str,
    /// The same as deals.
    pub deals_needed: Option<u64>,
}

impl BalanceRow {
    /// What is held against the tolerance.
    pub fn difference(&self) -> Option<f64> {
        self.estimate.value.map(|value| value - self.fair.unwrap_or(0.0))
    }
}

/// What was found at a table.
#[derive(Debug, Clone)]
pub struct JudgedTable {
    /// Seats at the table.
    pub players: usize,
    /// Of players who learned on under these rules the learning, from 1; none of players as they are.
    pub learning: Option<u64>,
    /// Games that were played.
    pub games: u64,
    /// Deals that they were played of.
    pub deals: u64,
    /// Seats, then strategies, then components.
    pub rows: Vec<BalanceRow>,
}

impl JudgedTable {
    /// How many are so.
    pub fn count(&self, balance: Balance) -> usize {
        self.rows.iter().filter(|row| row.balance == balance).count()
    }

    /// Deals after which it is worth looking again: where the last that is undecided may be decided, though between
    /// a quarter and three times more than there are.
    pub fn next_interim(&self, most: u64) -> Option<u64> {
        if self.count(Balance::Undecided) == 0 || self.deals >= most {
            return None;
        }
        let (least, furthest) = (self.deals + self.deals.div_ceil(4), self.deals.saturating_mul(4));
        let open = self.rows.iter().filter(|row| row.balance == Balance::Undecided);
        let needed = open.map(|row| row.deals_needed.unwrap_or(u64::MAX)).max().unwrap_or(u64::MAX);
        Some(needed.clamp(least, furthest).min(most))
    }
}

/// What was found at each table.
#[derive(Debug, Clone)]
pub struct Judgement {
    /// Those that came to a first interim analysis.
    pub tables: Vec<JudgedTable>,
    /// How it ended.
    pub ended: Ended,
}

impl Judgement {
    /// How many are so at all tables.
    pub fn count(&self, balance: Balance) -> usize {
        self.tables.iter().map(|table| table.count(balance)).sum()
    }
}

/// Plays each table from one interim analysis to the next until every seat, strategy and component is decided, and
/// no longer than the spec says. It goes on from what is kept.
///
/// ```
/// use sim_lab::{
///     Lab, Stop,
///     player::Player,
///     spec::{ArmSpec, Field, RulesSpec},
///     verdict::{Tolerance, VerdictSpec, verdict},
/// };
///
/// let entry = sim_delectable::ENTRY;
/// let pool = ["raider", "balancer"].map(|name| Player::shipped(entry, name));
/// let pool = pool.into_iter().filter_map(Result::transpose).collect::<Result<_, _>>()?;
/// let arm = ArmSpec { rules: RulesSpec::printed(entry), players: 2, field: Field::Pool(pool), seed: 1 };
/// let tolerance = Tolerance { seat: 0.1, strategy: 0.1, component: 0.2 };
/// let spec = VerdictSpec { arms: vec![arm], tolerance, games: 4_000, adapting: None };
/// let threads = rayon::ThreadPoolBuilder::new().build()?;
/// let mut lab = Lab { threads: &threads, stop: &Stop::new(), progress: &mut (), store: &mut () };
/// for row in verdict(&spec, &mut lab)?.tables.iter().flat_map(|table| &table.rows) {
///     println!("{}: {}", row.of, row.balance.word());
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// As [`VerdictSpec::open`], and those of the store.
pub fn verdict(spec: &VerdictSpec, lab: &mut Lab<'_>) -> Result<Judgement, Error> {
    let mut arms: Vec<Judging> =
        spec.open()?.into_iter().map(|named| Judging { learning: None, named }).collect();
    let mut judgement = Judgement { tables: Vec::new(), ended: Ended::Whole };
    if let Some(budget) = spec.adapting {
        let Some(adapted) = spec.adapted(budget, &arms, lab)? else {
            return Ok(Judgement { ended: Ended::Stopped, ..judgement });
        };
        arms.extend(adapted);
        arms.sort_by_key(|one| (one.named.arm.inputs.rules.players, one.learning));
    }
    let is_lineup = spec.arms.iter().any(|spec| matches!(spec.field, Field::Lineup(_)));
    let subjects: Vec<Subject<'_>> = arms.iter().map(|one| one.named.arm.subject()).collect();
    let dockets: Vec<Docket<'_>> = subjects.iter().map(|subject| Docket::new(subject, is_lineup)).collect();
    let comparisons = dockets.iter().map(Docket::comparisons).sum();
    for (docket, Judging { learning, named }) in dockets.iter().zip(&arms) {
        let (most, _) = named.arm.schedule.deals_for(spec.games);
        let (mut next, mut last) = (Some(interim_from(0).min(most)), None);
        while let Some(deals) = next {
            lab.progress.see(Event::Plan { arms: 1, games: named.arm.schedule.games_of(0..deals) });
            let Some(tally) = lab.tally(named, deals, Worth::IfLong)? else {
                judgement.ended = Ended::Stopped;
                break;
            };
            let judged = docket.judge(&tally, spec.tolerance, comparisons);
            let judged = JudgedTable { learning: *learning, ..judged };
            next = judged.next_interim(most);
            last = Some(judged);
        }
        judgement.tables.extend(last);
        if judgement.ended == Ended::Stopped {
            break;
        }
    }
    Ok(judgement)
}

/// A sort of what is judged, with its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Item {
    Seat(Seat),
    Strategy(usize),
    Component(usize),
}

/// All that is judged at a table. In a line-up a strategy has a seat of its own, so that only seats are judged;
/// without a fair share nothing is.
pub struct Docket<'a> {
    subject: &'a Subject<'a>,
    items: Vec<Item>,
}

impl<'a> Docket<'a> {
    /// What is judged of the players of a table.
    pub fn new(subject: &'a Subject<'a>, is_lineup: bool) -> Docket<'a> {
        let mut items = Vec::new();
        if subject.fair_share().is_some() {
            items.extend(Seat::all(subject.players).map(Item::Seat));
            let strategies = if is_lineup { 0 } else { subject.strategies.len() };
            items.extend((0..strategies).map(Item::Strategy));
            let chosen = (0..subject.components.len())
                .filter(|&at| subject.kind(at).is_some_and(|kind| kind.choice == Choice::Chosen));
            items.extend(chosen.map(Item::Component));
        }
        Docket { subject, items }
    }

    /// Only the seats of a table: what is judged between players who are alike.
    pub fn of_seats(subject: &'a Subject<'a>) -> Docket<'a> {
        let mut docket = Docket::new(subject, true);
        docket.items.retain(|item| matches!(item, Item::Seat(_)));
        docket
    }

    /// Whether nothing is judged.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// Figures that can go wrong apart from each other: of two shares one says it all.
    pub fn comparisons(&self) -> usize {
        let of = |is_one: fn(&Item) -> bool| self.items.iter().filter(|item| is_one(item)).count();
        let shares = |count: usize| if count == 2 { 1 } else { count };
        shares(of(|item| matches!(item, Item::Seat(_))))
            + shares(of(|item| matches!(item, Item::Strategy(_))))
            + of(|item| matches!(item, Item::Component(_)))
    }

    /// Judges what was played, at a part of the level that all `comparisons` of the call share.
    pub fn judge(&self, tally: &Tally, tolerance: Tolerance, comparisons: usize) -> JudgedTable {
        let adjusted = self.adjusted(tally);
        let rule = Rule { level: LEVEL / comparisons.max(1) as f64, tally };
        let share = |of, group, tolerance| {
            let estimate = tally.share(tally.layout.wins(group), WIN as f64);
            let fair = self.subject.fair_share();
            rule.judge(of, Known { estimate, fair, scale: Scale::Share }, tolerance)
        };
        let judge = |item: &Item| match *item {
            Item::Seat(seat) => share(Judged::Seat(seat), Group::Seat(seat), tolerance.seat),
            Item::Strategy(at) => {
                let name = self.subject.strategies[at].clone();
                share(Judged::Strategy(name), Group::Strategy(at), tolerance.strategy)
            }
            Item::Component(at) => {
                let (estimate, raw) = adjusted[at];
                let component = &self.subject.components[at];
                let of = Judged::Component { name: component.name.clone(), source: component.source };
                let found = rule.judge(
                    of,
                    Known { estimate, fair: None, scale: Scale::Difference },
                    tolerance.component,
                );
                BalanceRow { raw, ..found }
            }
        };
        let rows = self.items.iter().map(judge).collect();
        JudgedTable {
            players: self.subject.players,
            learning: None,
            games: tally.games,
            deals: tally.deals,
            rows,
        }
    }

    /// The adjusted difference of every component, less the mean of those of its kind that players choose too, and as
    /// it is. Whoever gets to use anything at all is often ahead, which says nothing about the one component.
    fn adjusted(&self, tally: &Tally) -> Vec<(Estimate, Option<f64>)> {
        let all = tally.adjusted.linear();
        let kind = |at: usize| &self.subject.components[at].kind;
        let chosen = |item: &Item| match item {
            Item::Component(at) => Some(*at),
            _ => None,
        };
        let peers = |at: usize| -> Vec<Grouped> {
            let peers = self.items.iter().filter_map(chosen).filter(|peer| kind(*peer) == kind(at));
            peers.filter_map(|peer| all[peer].grouped()).collect()
        };
        let of = |(at, linear): (usize, &Linear)| {
            let plain = linear.adjusted.estimate;
            let plain = Estimate { note: note(tally, at, plain.note), ..plain };
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

/// What a table is judged by.
struct Rule<'t> {
    level: f64,
    tally: &'t Tally,
}

/// What is known of a seat, a strategy or a component.
struct Known {
    estimate: Estimate,
    /// What each would win if all were equal; none of components.
    fair: Option<f64>,
    scale: Scale,
}

impl Rule<'_> {
    fn judge(&self, of: Judged, known: Known, tolerance: f64) -> BalanceRow {
        let Known { estimate, fair, scale } = known;
        let (fair_share, tally) = (fair.unwrap_or(0.0), self.tally);
        let ends = anytime::interval(&estimate, scale, self.level).map(|ends| ends.moved(-fair_share));
        let standing = estimate.value.map(|_| Standing::of(ends, tolerance));
        let gap = estimate.value.map(|value| ((value - fair_share).abs() - tolerance).abs());
        let needed = gap
            .filter(|_| standing == Some(Standing::Open))
            .and_then(|gap| anytime::deals_needed(&estimate, gap, self.level));
        // A strategy sits at some of the tables, and an adjusted difference counts only deals that say something
        // about it.
        let of_all = tally.deals as f64 / estimate.deals.max(1) as f64;
        let deals_needed = needed.map(|needed| (needed as f64 * of_all).ceil() as u64);
        let per_deal = tally.games as f64 / tally.deals.max(1) as f64;
        let games_needed = deals_needed.map(|deals| (deals as f64 * per_deal).round() as u64);
        let balance = Balance::of(standing);
        let note = match balance {
            Balance::Undecided if estimate.deals < anytime::LEAST => "fewer than 1,024 deals",
            Balance::Undecided | Balance::NotJudged => estimate.note,
            Balance::Fine | Balance::TooStrong | Balance::TooWeak => "",
        };
        BalanceRow {
            of,
            balance,
            tolerance,
            fair,
            estimate,
            raw: None,
            ends,
            games_needed,
            note,
            deals_needed,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sim_delectable::rules::Delectable;
    use sim_engine::{Component, Game, Source};
    use sim_play::{Schedule, tally::testing};

    const TOLERANCE: Tolerance = Tolerance::USUAL;

    #[test]
    fn a_tolerance_is_in_points_for_all_or_for_each_sort() {
        let read = |text: &str| text.parse::<Tolerance>().map(|all| [all.seat, all.strategy, all.component]);
        assert_eq!(read("4"), Ok([0.04; 3]));
        assert_eq!(read("4%"), Ok([0.04; 3]));
        assert_eq!(read("seat=2, component = 10"), Ok([0.02, 0.05, 0.1]));
        assert_eq!(read("1,component=2.5"), Ok([0.01, 0.01, 0.025]));
        for text in ["", "0", "50", "-1", "nan", "seat", "seat=", "card=3", "inf"] {
            assert!(read(text).is_err(), "{text}");
        }
    }

    fn components() -> Vec<Component> {
        let chosen = Delectable::info().kinds.iter().find(|kind| kind.choice == Choice::Chosen).unwrap().name;
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

    fn verdicts(table: &JudgedTable) -> Vec<(String, Balance)> {
        table.rows.iter().map(|row| (row.of.to_string(), row.balance)).collect()
    }

    /// Rows as they are told.
    fn are(list: &[(&str, Balance)]) -> Vec<(String, Balance)> {
        list.iter().map(|(name, balance)| ((*name).to_owned(), *balance)).collect()
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
        assert_eq!((docket.items.len(), docket.comparisons()), (7, 6));
        let told = docket.judge(&play(4096), TOLERANCE, docket.comparisons());
        let seats = are(&[("seat 1", Balance::Fine), ("seat 2", Balance::Fine)]);
        assert_eq!(verdicts(&told)[..2], seats);
        // b beats each of the others where its number in (0, 1.6) is the larger one: 1 - .5 / 1.6 = .6875
        // of its games, so that a and c win half of theirs between them and .3125 against b: .40625.
        let strategies = are(&[("a", Balance::TooWeak), ("b", Balance::TooStrong), ("c", Balance::TooWeak)]);
        assert_eq!(verdicts(&told)[2..5], strategies);
        let b = told.rows[3].difference().unwrap();
        assert!((b - 0.1875).abs() < 0.02, "{b}");
        // Coins decide who uses what: beside each other, one is as far above the mean as the other is below.
        let pan = &told.rows[5];
        assert_eq!(pan.of.source(), Some(Source::Reconstructed));
        assert!((pan.raw.unwrap() - pan.difference().unwrap()).abs() < 0.1);
        // Few deals decide nothing, and say why.
        let early = docket.judge(&play(500), TOLERANCE, docket.comparisons());
        assert_eq!(early.count(Balance::Undecided) + early.count(Balance::NotJudged), 7);
        assert_eq!(early.rows[0].note, "fewer than 1,024 deals");
        assert!(early.rows[0].games_needed.unwrap() >= 2 * 1024);
        // Each of three strategies sits at two of three tables of a pair.
        assert!(early.rows[2].games_needed.unwrap() >= 3 * 1024);
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
        assert_eq!(ruling.count(Balance::Undecided), 3);
        assert!(ruling.next_interim(1).is_none() && ruling.next_interim(2) == Some(2));
        let told = docket.judge(&play(2048), TOLERANCE, 2);
        assert_eq!(verdicts(&told)[2..], are(&[("a", Balance::Fine)]));
        // Where every game is a tie nothing varies, and all is fine but what nobody ever used.
        let subject = subject(&components, &["a", "b"], 2);
        let docket = Docket::new(&subject, false);
        let schedule = Schedule::pool(2, 2).unwrap();
        let tied = testing::run(&schedule, 2, 0..2048, |_| 0.0, |_, _| 0);
        let ruling = docket.judge(&tied, TOLERANCE, docket.comparisons());
        assert_eq!((ruling.count(Balance::Fine), ruling.count(Balance::NotJudged)), (5, 1));
        assert_eq!(ruling.count(Balance::Undecided), 0, "{:?}", verdicts(&ruling));
        // In a line-up a strategy is its seat; alone at the table there is nothing to judge.
        assert_eq!(Docket::new(&subject, true).items.len(), 4);
        assert!(Docket::new(&self::subject(&components, &["a"], 1), false).is_empty());
    }
}
