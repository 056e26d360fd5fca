use std::ops::ControlFlow;

use sim_play::{
    Utility,
    arm::{INTERIM, NamedArm, Seats, Subject, digest, duel as play, unplayed},
    tally::{Duel, WIN},
};
use sim_stats::{
    estimate::{MIN_DIFFERING, student_p_value},
    paired::PairedEstimate,
    sprt::{Evidence, Sizes, Verdict},
};

use crate::{
    Ended, Error, Event, Lab, Refusal,
    command::{Command, Verb, Word},
    effort::MOST_GAMES,
    experiment::Precision,
    figure::{Direction, Figure, Owner, Unit},
    pairs::FigureRow,
    player::{Player, distinct, listed},
    spec::RulesSpec,
    store::{Item, StoreError, Worth},
};
use sim_engine::{Objective, Seat};

const GAMES: u64 = 20_000;

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum StopRule {
    Played,
    Precise(Precision),
    Tested(Sizes),
}

#[derive(Clone)]
pub struct CompareSpec {
    pub rules: RulesSpec,
    pub players: usize,
    pub one: Player,
    pub other: Player,
    /// Strategies that share the other seats; empty if there is only one seat.
    pub field: Vec<Player>,
    /// Games per strategy, rounded up to whole deals; by default 20,000, or as many as the precision needs.
    pub games: Option<u64>,
    pub until: StopRule,
    pub seed: u64,
}

impl CompareSpec {
    /// # Errors
    /// If the rules are not playable, two different strategies share a name, or the field fills no table.
    pub fn open(&self) -> Result<[NamedArm; 2], Error> {
        let rules = self.rules.resolve()?;
        let entry = self.rules.entry;
        entry.open(&rules.settings, self.players)?;
        self.one.is_same(&self.other)?;
        if self.players == 1 && !self.field.is_empty() {
            return Err(Refusal::new("alone at the table there is no field", "leave --field out").into());
        }
        distinct(&self.field, "the field", "name each once: they share the seats")?;
        let side = |entrant: &Player| -> Result<NamedArm, Error> {
            let all = std::iter::once(entrant).chain(&self.field);
            let strategies = all.map(|one| one.strategy.clone()).collect();
            let seats = Seats { players: self.players, strategies, lineup: None, seed: self.seed };
            Ok(NamedArm { name: entrant.named.clone(), arm: entry.entering(&rules, seats)? })
        };
        Ok([side(&self.one)?, side(&self.other)?])
    }

    pub fn command(&self, games: u64) -> Result<Command, Error> {
        let rules = self.rules.resolve()?;
        let names = [&self.one, &self.other].map(|one| listed([one]));
        let command = Command::new(Verb::Compare)
            .names(names)
            .option("game", &rules.settings.game)
            .with(Word::players(&[self.players]));
        let field = &self.field;
        let command = if field.is_empty() { command } else { command.option("field", listed(field)) };
        Ok(command.by(&rules).games(games).seed(self.seed))
    }
}

#[derive(Debug, Clone)]
pub struct Comparison {
    pub duel: Duel,
    /// The first minus the other: the objective, in total and per seat if there are several; then the other one of
    /// points and win rate, place, superiority and, for two players and wins, Elo points.
    pub rows: Vec<FigureRow>,
    pub test: Option<Test>,
    /// Maximum number of deals for both.
    pub planned: u64,
    pub ended: Ended,
}

#[derive(Debug, Clone, Copy)]
pub struct Test {
    pub sizes: Sizes,
    pub evidence: Evidence,
    /// Deals that a fixed-length test needs at the same error rates; none if hardly any deal differs.
    pub fixed_length: Option<u64>,
}

impl Test {
    fn of(until: StopRule, duel: &Duel, utility: Utility) -> Option<Test> {
        let StopRule::Tested(sizes) = until else { return None };
        let (figure, whole) = (utility.of_duel(duel), utility.parts as f64);
        let (mut evidence, fixed_length) = (sizes.weigh(figure, whole), sizes.fixed_length(figure, whole));
        // Few differing deals bound a difference of shares, but not one of points.
        if utility.objective == Objective::Points && figure.differing() < MIN_DIFFERING {
            evidence.verdict = Verdict::Open;
        }
        Some(Test { sizes, evidence, fixed_length })
    }
}

impl Comparison {
    /// Which is better: above means the first.
    pub fn direction(&self) -> Direction {
        let played_for = self.rows.first().and_then(|row| row.paired.difference.interval);
        Direction::compare(played_for, 0.0)
    }
}

/// Compares two strategies in the same seats, against the same opponents, on the same deals. Continues from a stored
/// comparison. After a stop request the result covers the deals that both have played.
///
/// ```
/// use sim_lab::{Lab, Stop, compare::{CompareSpec, StopRule, compare}, player::Player, spec::RulesSpec};
///
/// let entry = &sim_delectable::ENTRY;
/// let spec = CompareSpec {
///     rules: RulesSpec::printed(entry),
///     players: 2,
///     one: Player::shipped(entry, "raider")?.expect("it is shipped"),
///     other: Player::shipped(entry, "random")?.expect("it is shipped"),
///     field: Player::all_shipped(entry, &["balancer"])?,
///     games: Some(400),
///     until: StopRule::Played,
///     seed: 1,
/// };
/// let threads = rayon::ThreadPoolBuilder::new().build()?;
/// let mut lab = Lab { threads: &threads, stop: &Stop::new(), progress: &mut (), store: &mut () };
/// let comparison = compare(&spec, &mut lab)?;
/// for row in &comparison.rows {
///     println!("{}: {:?} ± {:?}", row.of, row.paired.difference.value, row.paired.difference.half_width());
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn compare(spec: &CompareSpec, lab: &mut Lab<'_>) -> Result<Comparison, Error> {
    let [one, other] = &spec.open()?.map(|side| side.arm);
    let utility = one.game.utility();
    let is_open_ended = matches!(spec.until, StopRule::Precise(_));
    let games = spec.games.unwrap_or(if is_open_ended { MOST_GAMES } else { GAMES });
    let (deals, _) = one.schedule.deals_for(games);
    // A sequential test has its own store entry: its end depends on the analyses at which it was undecided.
    let sizes = match spec.until {
        StopRule::Tested(Sizes { low, high }) => Some((low, high)),
        StopRule::Played | StopRule::Precise(_) => None,
    };
    let digest = digest(&("compare", &one.inputs, &other.inputs, sizes));
    let item = Item::Duel { inputs: &one.inputs, digest: &digest };
    let mut kept: Option<Duel> = None;
    for found in lab.store.load(item)? {
        let duel = unplayed(one).read(&found.bytes, &digest);
        kept = Some(duel.map_err(|error| Error::Kept { place: found.place, error })?);
    }
    let end = kept.as_ref().map(|duel| duel.deals);
    if end != Some(deals) {
        lab.store.begin(item, end)?;
        lab.show_unkept();
    }
    // Leaves a longer stored comparison alone: a shorter one is played for its own result.
    let kept = kept.filter(|duel| duel.deals <= deals).unwrap_or_else(|| unplayed(one));
    lab.progress.on_event(Event::Plan { arms: 1, games: 2 * one.schedule.games_of(0..deals) });
    // Analyzes a stored comparison only where an uninterrupted one would have been analyzed.
    let is_decided = |duel: &Duel| {
        let is_interim = duel.deals.is_multiple_of(INTERIM) || duel.deals == deals;
        duel.deals > 0 && is_interim && is_enough(spec.until, duel, utility)
    };
    let mut error = None;
    let duel = if is_decided(&kept) {
        kept
    } else {
        let Lab { threads, stop, progress, store } = lab;
        let mut interim = |duel: &Duel| {
            error = store.keep(item, duel.deals, Worth::Sometimes, &|| duel.to_bytes(&digest)).err();
            let difference = utility.of_duel(duel).paired().scaled(1.0 / utility.parts as f64).difference;
            let unit = Unit::of(utility.objective);
            let evidence = Test::of(spec.until, duel, utility).map(|test| test.evidence);
            progress.on_event(Event::Duel { games: 2 * duel.games, difference: &difference, unit, evidence });
            let is_over = error.is_some() || is_decided(duel);
            if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        threads.install(|| play((one, other), deals, kept, &mut stop.clone(), &mut interim))?
    };
    error.map_or(Ok(()), |error: StoreError| Err(error))?;
    if end != Some(deals) && duel.deals > 0 {
        lab.store.keep(item, duel.deals, Worth::IfLong, &|| duel.to_bytes(&digest))?;
    }
    let is_through = duel.deals == deals || is_decided(&duel);
    let ended = if is_through { Ended::Whole } else { Ended::Stopped };
    let rows = figures(&one.subject(), &duel);
    Ok(Comparison { test: Test::of(spec.until, &duel, utility), duel, rows, planned: deals, ended })
}

fn is_enough(until: StopRule, duel: &Duel, utility: Utility) -> bool {
    match until {
        StopRule::Played => false,
        StopRule::Precise(goal) => goal.is_met_by(duel, utility),
        StopRule::Tested(_) => {
            Test::of(until, duel, utility).is_some_and(|test| test.evidence.verdict != Verdict::Open)
        }
    }
}

/// Elo points of a share of wins, and their derivative; none where it is 0 or 1.
fn elo(share: f64) -> Option<(f64, f64)> {
    let scale = 400.0 / libm::log(10.0);
    (share > 0.0 && share < 1.0)
        .then(|| (scale * libm::log(share / (1.0 - share)), scale / (share * (1.0 - share))))
}

/// The first strategy minus the other, the objective first: in total and, if there are several seats, per seat. Elo
/// points are included for two players and wins.
pub fn figures(subject: &Subject<'_>, duel: &Duel) -> Vec<FigureRow> {
    let (players, mut rows) = (subject.players, Vec::new());
    let mut add =
        |figure, owner: Owner, paired: PairedEstimate| rows.push(FigureRow::new(figure, owner, paired));
    let utility = subject.utility();
    let part = 1.0 / utility.parts as f64;
    let figure = Figure::of(utility.objective);
    let decisive = utility.of_duel(duel).paired().scaled(part);
    add(figure.clone(), Owner::Games, decisive);
    if players > 1 {
        for (seat, own) in Seat::all(players).zip(&duel.by_seat) {
            add(figure.clone(), Owner::Seat(seat), own.paired().scaled(part));
        }
    }
    let wins = duel.wins.paired().scaled(1.0 / WIN as f64);
    match utility.objective {
        Objective::Wins => {
            add(Figure::Points, Owner::Games, duel.points.paired().scaled(subject.points_scale()));
        }
        Objective::Points => add(Figure::WinRate, Owner::Games, wins),
    }
    if players > 1 || subject.automa.is_some() {
        add(Figure::MeanPlace, Owner::Games, duel.places.paired());
    }
    let bare = PairedEstimate { p_value: None, variance_ratio: None, ..decisive };
    let chance = utility.of_duel(duel).superiority();
    let against = chance.value.map(|chance| 1.0 - chance);
    // The probability minus that of the other side.
    let difference = chance.scaled(2.0).moved(-1.0);
    add(
        Figure::Superiority,
        Owner::Games,
        PairedEstimate { one: chance.value, other: against, difference, ..bare },
    );
    if players == 2 && utility.objective == Objective::Wins {
        let of = |share: Option<f64>| share.and_then(elo).map(|(points, _)| points);
        let difference = duel.wins.difference_of(WIN as f64, elo);
        let value = difference.value.zip(difference.standard_error);
        let p_value = value.and_then(|(value, error)| student_p_value(value / error, difference.degrees));
        let (one, other) = (of(wins.one), of(wins.other));
        add(Figure::Elo, Owner::Games, PairedEstimate { one, other, difference, p_value, ..bare });
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use sim_engine::BySeat;
    use sim_play::{Row, tally::Outcome};

    fn outcome(wins: u8) -> Outcome {
        let mut outcome = Outcome::default();
        for rotation in 0..2 {
            let mut row = Row {
                deal: 0,
                rotation,
                players: 2,
                contenders: 2,
                strategies: BySeat::default(),
                points: BySeat::default(),
                places: BySeat::default(),
                plies: 1,
                decisions: 1,
                end: 0,
                truncated: false,
            };
            let own = Seat(rotation);
            row.strategies[Seat(1 - rotation)] = 1;
            row.places[own] = if rotation < wins { 1 } else { 2 };
            row.places[Seat(1 - rotation)] = 3 - row.places[own];
            row.points[own] = if rotation < wins { 10 } else { 4 };
            outcome.add(&row, 0, Utility::new(sim_delectable::ENTRY.info(), Objective::Wins));
        }
        outcome
    }

    fn of(duel: &Duel) -> Vec<FigureRow> {
        let (info, strategies) = (sim_delectable::ENTRY.info(), vec!["a".to_owned(), "b".to_owned()]);
        let subject = Subject {
            info,
            objective: Objective::Wins,
            players: 2,
            strategies,
            automa: None,
            components: &[],
            prices: Vec::new(),
        };
        figures(&subject, duel)
    }

    fn paired(rows: &[FigureRow], figure: Figure, owner: Owner) -> PairedEstimate {
        rows.iter().find(|row| row.of.figure == figure && row.of.owner == owner).unwrap().paired
    }

    #[test]
    fn shares_places_chances_and_elo_are_those_of_the_games() {
        // The first arm wins both games in 50 of 100 deals, one in 25 and none in 25. The other wins one in all.
        let mut duel = Duel::new(2, 1);
        for deal in 0..100 {
            let wins = [2, 2, 1, 0][deal % 4];
            duel.add(0, &outcome(wins), &outcome(1));
        }
        assert_eq!((duel.deals, duel.games), (100, 200));
        let rows = of(&duel);
        let of = |figure| paired(&rows, figure, Owner::Games);
        let wins = of(Figure::WinRate);
        assert_eq!((wins.one, wins.difference.value), (Some(0.625), Some(0.125)));
        // Outcomes 1, 1, .5 and 0 of 4 deals: variance .171875, times 100 / 99, over 100 deals.
        let error = (0.171875f64 / 99.0).sqrt();
        assert!((wins.difference.standard_error.unwrap() - error).abs() < 1e-12);
        // The other arm has no variance, so that nothing cancels.
        assert!((wins.variance_ratio.unwrap() - 1.0).abs() < 1e-12);
        let in_seat = |seat| paired(&rows, Figure::WinRate, Owner::Seat(Seat(seat)));
        assert_eq!((in_seat(0).one, in_seat(1).difference.value), (Some(0.75), Some(0.5)));
        // Of the two games of a deal, 1.25 have 10 points on average and the rest 4.
        let scale = f64::from(sim_delectable::ENTRY.info().points_scale);
        assert_eq!(of(Figure::Points).one.map(|points| points * scale), Some(7.75));
        assert_eq!(of(Figure::MeanPlace).one, Some(1.375));
        // Better in half of the deals, equal in a quarter.
        let superiority = of(Figure::Superiority);
        assert_eq!((superiority.one, superiority.other), (Some(0.625), Some(0.375)));
        // 400 log10(.625 / .375). An even share gives 0.
        let elo = of(Figure::Elo);
        assert!((elo.one.unwrap() - 88.739).abs() < 1e-3 && elo.other == Some(0.0));
        let slope = 400.0 / std::f64::consts::LN_10 / (0.625 * 0.375);
        assert!((elo.difference.standard_error.unwrap() - slope * error).abs() < 1e-9);
    }

    /// Random play hardly ever wins in the other's seats. No deal favors it, so the interval is lopsided.
    #[test]
    fn names_the_other_way_round_give_the_opposite_with_its_interval_mirrored() {
        let entry = &sim_delectable::ENTRY;
        let player = |name: &str| Player::shipped(entry, name).unwrap().unwrap();
        let threads = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
        let compared = |one: &str, other: &str| {
            let spec = CompareSpec {
                rules: RulesSpec::printed(entry),
                players: 2,
                one: player(one),
                other: player(other),
                field: vec![player("greedy")],
                games: Some(200),
                until: StopRule::Played,
                seed: 1,
            };
            let mut lab =
                Lab { threads: &threads, stop: &crate::Stop::new(), progress: &mut (), store: &mut () };
            compare(&spec, &mut lab).unwrap().rows
        };
        let (here, there) = (compared("expert", "random"), compared("random", "expert"));
        let wins = here[0].paired.difference;
        let ends = wins.interval.unwrap();
        assert!((ends.low + ends.high - 2.0 * wins.value.unwrap()).abs() > 1e-3, "{wins:?}");
        for (one, other) in here.iter().zip(&there) {
            assert_eq!((&one.of, one.paired.one), (&other.of, other.paired.other));
            let [one, other] = [one, other].map(|row| row.paired.difference);
            let (Some(ends), Some(opposite)) = (one.interval, other.interval) else {
                assert_eq!((one.interval, one.note), (other.interval, other.note));
                continue;
            };
            let sums = [
                one.value.unwrap() + other.value.unwrap(),
                ends.low + opposite.high,
                ends.high + opposite.low,
            ];
            assert!(sums.iter().all(|sum| sum.abs() < 1e-12), "{one:?} {other:?}");
        }
    }

    #[test]
    fn the_same_strategy_differs_by_nothing_and_one_that_always_wins_has_no_elo() {
        let mut duel = Duel::new(2, 1);
        (0..300).map(|deal| outcome((deal % 3) as u8)).for_each(|deal| duel.add(0, &deal, &deal));
        for row in of(&duel).iter().filter(|row| row.of.figure != Figure::Superiority) {
            let difference = row.paired.difference;
            assert_eq!((difference.value, difference.interval), (Some(0.0), None), "{row:?}");
            assert!(!row.paired.words().is_empty());
        }
        let mut duel = Duel::new(2, 1);
        (0..300).for_each(|deal| duel.add(0, &outcome(2), &outcome((deal % 3) as u8)));
        let elo = paired(&of(&duel), Figure::Elo, Owner::Games).difference;
        assert_eq!((elo.value, elo.note), (None, "one of the shares is 0 or 1"));
        assert!(of(&Duel::new(2, 1)).iter().all(|row| row.paired.difference.value.is_none()));
    }
}
