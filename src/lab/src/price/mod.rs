//! What a component should cost: the price at which it would be worth as much as the median of its kind.
//!
//! Worth is measured by [restricted play](crate::worth): the loss of one player barred from the component, among
//! players who may take it. Here all of them train further under the rules at a price, for as long at each price as
//! at the printed one. Players without a ban then do equally well at every price, so only barred players are
//! compared. A price is fair if the player barred from this component wins as much as the one barred from the median
//! component of its kind.
//!
//! In 400 tests of prices of identical cards, with three analyses each, none was called mispriced (`scripts/coverage
//! of_verdicts_on_prices`).
//!
//! Components that nobody buys have no price; what they [pay](mod@payments) is reported instead.
//!
//! All components of a kind are measured at their current prices. Other prices are tried, a few each, only for those
//! that are significantly mispriced: see [`curve`]. A price with [degenerate](crate::health) games is excluded, with
//! all beyond.

pub mod curve;
pub mod payments;
mod trials;

use sim_engine::{Choice, Component, settings::Price};
use sim_play::arm::{Arms, NamedArm, Shard};
use sim_stats::{Estimate, estimate::Z, paired::PairedEstimate};

use crate::{
    Effort, Error, Lab, Refusal, Work,
    ablate::{check, is_match_of_any},
    adapt::{AdaptSpec, Budget, ContrastSetup, barred::Loss},
    command::Command,
    effect::EffectScale,
    not_played::{NotPlayed, WhyNot, reason},
    pairs::{is_found, q_values},
    worth::UseContrast,
};
use curve::{FairPrice, Trial, fair, next};
use payments::{Payment, paid_in, payments};
use trials::{AtPrice, CurrentPrices, Trials};

/// Default games per training run, and training runs per component. Training runs differ more by seed than they gain
/// by length: for the same total of games, many short ones estimate prices better than a few long ones.
pub const GAMES: u64 = 1_000;
pub const REPEATS: u64 = 8;
/// Components whose fair price is sought share this many training runs per tried price. Each gets at least
/// [`REPEATS`] and at most the budget's: a fair price takes several times as many as the test for a mispriced
/// component.
const SHARED: u64 = 24;
/// A component whose worth is this close to the median of its kind is ok: a threshold of [`EffectScale`].
pub const TOLERANCE: f64 = 0.02;
/// A component used by a smaller share of seats is hardly ever bought: a high price and a weak effect look the same.
pub const NEVER: f64 = 0.005;
/// More additional games than this are reported as unknown.
const NEVER_KNOWN: f64 = 1e9;
/// Maximum number of other prices tried per component.
const TRIALS: usize = 4;

#[derive(Clone)]
pub struct PriceSpec {
    /// The table, the amount of games, and the training: see [`AdaptSpec::seat`].
    pub table: AdaptSpec,
    /// Names or kinds of components, where * matches any text; empty means all that have a price.
    pub components: Vec<String>,
    /// Seeks the fair prices of at most this many components, the most mispriced ones; of all if none.
    pub sought: Option<usize>,
    /// Undecided components double their games repeatedly, up to this many; at least the games of the table.
    pub most: u64,
}

pub struct PriceArms {
    pub arms: Arms,
    priced: Vec<PricedComponent>,
    paid: Vec<Component>,
    /// Requested components without a price, or with no other priced component of their kind.
    pub not_played: Vec<NotPlayed>,
}

struct PricedComponent {
    at: usize,
    component: Component,
    price: Price,
    /// Whether its price was requested; otherwise it only serves as a reference for its kind.
    is_asked: bool,
}

#[derive(Debug, Clone)]
pub struct Prices {
    /// Budget and games are those at current prices, with and without each component.
    pub setup: ContrastSetup,
    /// Maximum number of games for undecided components.
    pub most: u64,
    /// Tolerated distance from the median, in the unit of worths; shares from 0 to 1.
    pub tolerance: f64,
    /// One row per component: mispriced first, then not bought, then undecided, then ok.
    pub rows: Vec<PriceRow>,
    /// What components pay that nobody buys, grouped by kind.
    pub payments: Vec<Payment>,
    /// Excluded prices, and components without a price.
    pub not_played: Vec<NotPlayed>,
}

#[derive(Debug, Clone)]
pub struct PriceRow {
    pub component: Component,
    pub price: Price,
    /// Share of the seats that use it in a game, between unadapted players.
    pub used: Option<f64>,
    /// Win rate of its users minus that of others at the same table, between unadapted players: association, not
    /// cause.
    pub contrast: Estimate,
    /// The result without a ban, and barred from it; the difference is its worth at its price.
    pub worth: PairedEstimate,
    /// `worth` minus that of the median of the others of its kind.
    pub beyond: Estimate,
    /// The p-value of `beyond` being 0.
    pub p_value: Option<f64>,
    /// Over all rows of the table.
    pub q_value: Option<f64>,
    /// Its worth beyond the median at each price that was played, in order of price.
    pub trials: Vec<Trial>,
    /// The price at which it would be worth as much as the median of its kind; unknown unless it is significantly
    /// mispriced.
    pub fair: FairPrice,
    pub verdict: PriceVerdict,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PriceVerdict {
    /// Worth less than the median of its kind: the whole interval lies beyond the tolerance, and no possible fair
    /// price equals the current one.
    Overpriced,
    /// Worth more, likewise.
    Underpriced,
    /// The whole interval lies within the tolerance of the median, or both bans lead to the same games.
    Fine,
    /// Worth less by more than the tolerance, and hardly anybody buys it.
    Unbought,
    /// Undecided. About this many more games would decide, if training runs hardly differ.
    Undecided {
        /// None if that is unknown.
        more: Option<u64>,
    },
}

impl PriceVerdict {
    fn judge(
        (beyond, q_value): (&PairedEstimate, Option<f64>),
        used: Option<f64>,
        tolerance: f64,
        games: u64,
    ) -> PriceVerdict {
        let Estimate { value, interval, standard_error, .. } = beyond.difference;
        let Some((value, ends)) = value.zip(interval) else {
            // Barred players play the same games as those barred from the median.
            let is_same = beyond.is_same();
            return if is_same { PriceVerdict::Fine } else { PriceVerdict::Undecided { more: None } };
        };
        match (is_found(q_value), ends) {
            (_, ends) if ends.low > -tolerance && ends.high < tolerance => return PriceVerdict::Fine,
            (true, ends) if ends.low > tolerance => return PriceVerdict::Underpriced,
            (true, ends) if ends.high < -tolerance => {
                let is_bought = used.is_none_or(|used| used >= NEVER);
                return if is_bought { PriceVerdict::Overpriced } else { PriceVerdict::Unbought };
            }
            _ => {}
        }
        // Distance of the value from the tolerance, which the half width has to fall below.
        let needed = (value.abs() - tolerance).abs();
        let error = standard_error.unwrap_or(0.0);
        let times = (Z * error / needed).powi(2);
        let more = (games as f64 * (times - 1.0)).max(games as f64 / 2.0);
        // At the tolerance itself no number of games decides.
        PriceVerdict::Undecided { more: (more < NEVER_KNOWN).then_some(more as u64) }
    }

    pub fn is_off(self) -> bool {
        matches!(self, PriceVerdict::Overpriced | PriceVerdict::Underpriced)
    }

    pub fn word(self) -> &'static str {
        match self {
            PriceVerdict::Overpriced => "overpriced",
            PriceVerdict::Underpriced => "underpriced",
            PriceVerdict::Fine => "ok",
            PriceVerdict::Unbought => "not bought",
            PriceVerdict::Undecided { .. } => "undecided",
        }
    }
}

impl PriceRow {
    /// Distance of its worth from the median of its kind; 0 if unknown.
    pub fn distance(&self) -> f64 {
        self.beyond.value.map_or(0.0, f64::abs)
    }

    /// Sets the fair price from all trials. If it may equal the current price, the row is undecided.
    fn settle(&mut self) {
        self.fair = fair(&self.trials, &self.price);
        if self.fair.holds(self.price.value) {
            (self.fair, self.verdict) = (FairPrice::default(), PriceVerdict::Undecided { more: None });
        }
    }
}

impl PriceSpec {
    pub fn open(&self) -> Result<PriceArms, Error> {
        let first = self.table.arm.open_current()?;
        let (info, components) = (first.arm.info, first.arm.game.components());
        check(&self.components, &first.arm)?;
        let (mut priced, mut paid, mut not_played) = (Vec::new(), Vec::new(), Vec::new());
        let mut has_prices = false;
        for kind in info.kinds {
            let of_kind = || components.iter().enumerate().filter(|(_, one)| one.kind == kind.name);
            let is_asked = |one: &Component| {
                self.components.is_empty() || is_match_of_any(&self.components, one, &first.arm.settings)
            };
            let mut own: Vec<PricedComponent> = Vec::new();
            let mut refuse = |one: &Component, why: &str| {
                // Leaves out silently what nobody named.
                if !self.components.is_empty() && is_asked(one) {
                    not_played
                        .push(NotPlayed { name: one.name.clone(), why: WhyNot::NoGame(why.to_owned()) });
                }
            };
            for (at, one) in of_kind() {
                match first.arm.settings.price(&one.name) {
                    _ if paid_in(info, one).is_some() => {
                        if is_asked(one) {
                            paid.push(one.clone());
                        }
                    }
                    _ if kind.choice != Choice::Chosen => refuse(one, "players do not choose it"),
                    None => refuse(one, "it has no price"),
                    // A player barred from an absent component loses nothing.
                    Some(_) if first.arm.settings.has_no_copies(&one.name) => {
                        refuse(one, "none of it is in the box");
                    }
                    Some(price) => {
                        let (component, is_asked) = (one.clone(), is_asked(one));
                        own.push(PricedComponent { at, component, price, is_asked });
                    }
                }
            }
            has_prices |= !own.is_empty();
            if let [one] = &own[..] {
                refuse(&one.component, "nothing else of its kind has a price");
                continue;
            }
            if own.iter().any(|one| one.is_asked) {
                priced.extend(own);
            }
        }
        // If nobody names anything, priced components take precedence over payments.
        if self.components.is_empty() && has_prices {
            paid.clear();
        }
        if !(priced.is_empty() && paid.is_empty()) {
            return Ok(PriceArms { arms: Arms::new(first, Vec::new())?, priced, paid, not_played });
        }
        let (message, help) = if has_prices {
            let message = format!("no price can be tested{}", reason(not_played.first()));
            (message, "name components or kinds that cost something or pay, or none for all")
        } else {
            let message =
                format!("nothing in {} that players choose has a price, and nothing else pays", info.title);
            (message, "`sim components --worth` shows what its components are worth")
        };
        Err(Refusal::new(message, help).into())
    }

    /// The number of players to train at current prices: one per priced component, and the control.
    pub fn first_arms(&self, opened: &PriceArms) -> usize {
        opened.priced.len() + 1
    }

    /// Trains and keeps a share of them, among their rivals. Other prices are tried only once these results are
    /// known.
    pub fn keep(&self, opened: &PriceArms, shard: Shard, lab: &mut Lab<'_>) -> Result<usize, Error> {
        let PriceArms { arms, priced, .. } = opened;
        let (Effort::Games(games) | Effort::Until { most: games, .. }) = self.table.effort;
        let first = arms.first();
        let games = first.arm.schedule.games_of(0..arms.deals_for(games));
        let deals = games.div_ceil(first.arm.frame.players as u64);
        let trials = Trials { table: &self.table, deals, analyses: self.analyses() };
        trials.keep(first, priced, shard, lab)
    }

    pub fn play(&self, opened: &PriceArms, lab: &mut Lab<'_>) -> Result<Prices, Error> {
        let PriceArms { arms, priced, paid, not_played } = opened;
        let first = arms.first();
        let places: Vec<usize> = priced.iter().map(|one| one.at).collect();
        let learners = |games| self.learners(priced.len(), games);
        let ((seen, payments, tolerance), setup) =
            self.table.play_first(arms, lab, learners, |subject, tally| {
                let seen = UseContrast::of_components(subject, tally, &places);
                let tolerance = EffectScale::new(subject, tally).threshold(TOLERANCE);
                (seen, payments(subject, tally, paid), tolerance)
            })?;
        let trials = Trials { table: &self.table, deals: setup.deals, analyses: self.analyses() };
        let (rows, excluded) = self.priced(first, priced, (&seen, tolerance, setup.games), &trials, lab)?;
        Ok(Prices {
            most: setup.games << (trials.analyses - 1),
            setup,
            tolerance,
            rows,
            payments,
            not_played: excluded.into_iter().chain(not_played.iter().cloned()).collect(),
        })
    }

    pub fn work(&self, opened: &PriceArms) -> Work {
        self.table.work(&opened.arms, |games| self.learners(opened.priced.len(), games))
    }

    /// Upper bound of the learners' work: every price stays undecided until the last analysis, and all are then
    /// mispriced.
    pub(crate) fn learners(&self, priced: usize, games: u64) -> Work {
        if priced == 0 {
            return Work::NONE;
        }
        let rivals = self.rivals(1, self.table.budget);
        let current = self.table.contrast(priced + 1, games);
        let further = self.further(priced, games, 0);
        rivals + current + further + self.elsewhere(priced, games, TRIALS)
    }

    /// Work of the analyses after this one, each of which doubles the games.
    fn further(&self, open: usize, games: u64, analysis: u32) -> Work {
        let each = self.table.contrast(open + 1, games).played;
        Work::played((each << (self.analyses() - 1)) - (each << analysis))
    }

    /// Work of rounds of other prices, for at most `off` mispriced components. At each price one player barred from
    /// the component trains, and those barred from the one or two median components of its kind.
    fn elsewhere(&self, off: usize, games: u64, rounds: usize) -> Work {
        let off = off.min(self.sought.unwrap_or(off));
        let of = |off: usize| {
            let budget = Budget { repeats: self.tried(off), ..self.table.budget };
            let table = AdaptSpec { budget, ..self.table.clone() };
            table.contrast(3 * off, games) + self.rivals(off, budget)
        };
        // Fewer mispriced components get more training runs each.
        let all = (1..=off).map(of).max_by_key(|work| work.trained).unwrap_or_default();
        all.times(rounds as u64)
    }

    /// Rivals of learners train too, except in a panel.
    fn rivals(&self, arms: usize, budget: Budget) -> Work {
        if self.table.is_panel() { Work::NONE } else { budget.training(arms) }
    }

    fn tried(&self, sought: usize) -> u64 {
        let each = SHARED.checked_div(sought as u64);
        each.map_or(0, |each| each.max(REPEATS).min(self.table.budget.repeats))
    }

    pub(crate) fn analyses(&self) -> u32 {
        let Effort::Games(games) = self.table.effort else { return 1 };
        (self.most / games.max(1)).max(1).ilog2() + 1
    }

    /// A row for each requested component, at its price and, if mispriced, at others; with the excluded prices.
    fn priced(
        &self,
        first: &NamedArm,
        priced: &[PricedComponent],
        (seen, tolerance, games): (&[UseContrast], f64, u64),
        trials: &Trials<'_>,
        lab: &mut Lab<'_>,
    ) -> Result<(Vec<PriceRow>, Vec<NotPlayed>), Error> {
        if priced.is_empty() {
            return Ok((Vec::new(), Vec::new()));
        }
        let mut current = trials.at_current_prices(first, priced, lab)?;
        let mut rows: Vec<PriceRow> = self.rows(priced, seen, &current, (tolerance, games));
        for analysis in 1..trials.analyses {
            let is_open = |row: &PriceRow| matches!(row.verdict, PriceVerdict::Undecided { .. });
            let is_asked = |at: &usize| {
                let name = &priced[*at].component.name;
                rows.iter().any(|row| row.component.name == *name && is_open(row))
            };
            let open: Vec<usize> = (0..priced.len()).filter(is_asked).collect();
            if open.is_empty() {
                break;
            }
            // Undecided components may turn out mispriced.
            let off = rows.iter().filter(|row| is_open(row) || row.verdict.is_off()).count();
            let further = self.further(priced.len(), games, analysis - 1);
            lab.expect(further + self.elsewhere(off, games, TRIALS));
            trials.extend(&mut current, &open, analysis, lab)?;
            let again = self.rows(priced, seen, &current, (tolerance, games << analysis));
            // Decided rows keep their verdict.
            for (row, again) in rows.iter_mut().zip(again) {
                if is_open(row) {
                    *row = again;
                }
            }
        }
        let mut off: Vec<usize> = (0..rows.len()).filter(|&at| rows[at].verdict.is_off()).collect();
        off.sort_by(|&one, &other| rows[other].distance().total_cmp(&rows[one].distance()));
        off.truncate(self.sought.unwrap_or(rows.len()));
        off.sort_unstable();
        let budget = Budget { repeats: self.tried(off.len()), ..self.table.budget };
        let table = AdaptSpec { budget, ..self.table.clone() };
        // Each of these prices is analyzed once.
        let elsewhere = Trials { table: &table, deals: trials.deals, analyses: 1 };
        let mut excluded = Vec::new();
        // Possible prices; degenerate games end the range.
        let mut ranges: Vec<Price> = rows.iter().map(|row| row.price.clone()).collect();
        for round in 0..TRIALS {
            lab.expect(self.elsewhere(off.len(), games, TRIALS - round));
            let ask = |at: usize| next(&rows[at].trials, &ranges[at]);
            let asked: Vec<(usize, i64)> = off.iter().filter_map(|&at| Some((at, ask(at)?))).collect();
            if asked.is_empty() {
                break;
            }
            let wanted: Vec<(&PriceRow, i64)> =
                asked.iter().map(|(at, price)| (&rows[*at], *price)).collect();
            let found = elsewhere.at_prices(&wanted, &current, lab)?;
            for ((at, price), AtPrice { beyond, violation }) in asked.into_iter().zip(found) {
                let row = &mut rows[at];
                if let Some(violation) = violation {
                    let name = format!("{} at {price}", row.component.name);
                    excluded.push(NotPlayed::excluded(name, &violation));
                    let Price { value, least, most, .. } = &mut ranges[at];
                    if price > *value {
                        *most = price - 1
                    } else {
                        *least = price + 1
                    }
                    continue;
                }
                row.trials.push(Trial { price, beyond });
                row.trials.sort_by_key(|trial| trial.price);
            }
        }
        rows.iter_mut().filter(|row| row.trials.len() > 1).for_each(PriceRow::settle);
        sort(&mut rows);
        Ok((rows, excluded))
    }

    fn rows(
        &self,
        priced: &[PricedComponent],
        seen: &[UseContrast],
        current: &CurrentPrices,
        (tolerance, games): (f64, u64),
    ) -> Vec<PriceRow> {
        // A component that is alone in its kind has no fair price.
        let loss = |(one, loss): (_, &Loss)| Some((one, (loss.worth, loss.beyond?)));
        let all = priced.iter().zip(seen).zip(&current.run.losses).filter_map(loss);
        let asked: Vec<_> = all.filter(|((one, _), _)| one.is_asked).collect();
        let q_values = q_values(asked.iter().map(|(_, (_, beyond))| beyond.p_value));
        let mut rows = Vec::new();
        for (((one, seen), (worth, beyond)), q_value) in asked.into_iter().zip(q_values) {
            rows.push(PriceRow {
                component: one.component.clone(),
                price: one.price.clone(),
                used: seen.used,
                contrast: seen.contrast,
                worth,
                beyond: beyond.difference,
                p_value: beyond.p_value,
                q_value,
                trials: vec![Trial { price: one.price.value, beyond: beyond.difference }],
                fair: FairPrice::default(),
                verdict: PriceVerdict::judge((&beyond, q_value), seen.used, tolerance, games),
            });
        }
        rows
    }
}

impl Prices {
    /// Adds the options with which `sim components --price` reproduces this.
    pub(crate) fn add_options_to(&self, command: Command) -> Command {
        let ContrastSetup { budget: Budget { games, repeats }, games: played, .. } = self.setup;
        let command = command.flag("price").option("learn", games).option("repeats", repeats);
        if self.most > played { command.option("most", self.most) } else { command }
    }
}

/// Mispriced first, then not bought, then undecided, then ok; within these the farthest from the median first.
fn sort(rows: &mut [PriceRow]) {
    let order = |row: &PriceRow| match row.verdict {
        PriceVerdict::Overpriced | PriceVerdict::Underpriced => 0,
        PriceVerdict::Unbought => 1,
        PriceVerdict::Undecided { .. } => 2,
        PriceVerdict::Fine => 3,
    };
    // The sort is stable: equals stay in the order of the box.
    rows.sort_by(|one, other| {
        order(one).cmp(&order(other)).then(other.distance().total_cmp(&one.distance()))
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use sim_engine::Source;
    use sim_stats::{Interval, paired::difference};

    /// The verdict on a difference of worths, given the ends of its interval in points and its q-value.
    fn verdict((low, high): (f64, f64), q_value: f64) -> &'static str {
        let (interval, value) = (Interval { low: low / 100.0, high: high / 100.0 }, (low + high) / 200.0);
        let error = (high - low) / 400.0;
        let known = Estimate {
            value: Some(value),
            standard_error: Some(error),
            interval: Some(interval),
            ..Estimate::MISSING
        };
        let beyond = PairedEstimate { difference: known, ..difference(&[], &[], 0) };
        PriceVerdict::judge((&beyond, Some(q_value)), Some(0.5), TOLERANCE, 1_000).word()
    }

    #[test]
    fn off_is_beyond_the_tolerance_fine_is_within_it_and_all_else_is_undecided() {
        // The tolerance is 2 points: 1.2 ± 0.5 and 0.9 ± 0.3 are both within it.
        assert_eq!([verdict((0.7, 1.7), 0.01), verdict((0.6, 1.2), 0.01)], ["ok", "ok"]);
        assert_eq!([verdict((2.1, 4.0), 0.01), verdict((-4.0, -2.1), 0.01)], ["underpriced", "overpriced"]);
        // Surely above 0, but possibly below the tolerance.
        assert_eq!(verdict((0.2, 2.4), 0.01), "undecided");
        assert_eq!(verdict((-3.0, 3.0), 0.8), "undecided");
        // Among many prices, one is this far away by chance.
        assert_eq!(verdict((2.1, 9.0), 0.2), "undecided");
        let on_the_edge = Estimate {
            value: Some(TOLERANCE),
            standard_error: Some(0.01),
            interval: Some(Interval { low: 0.0, high: 0.04 }),
            ..Estimate::MISSING
        };
        let on_the_edge = PairedEstimate { difference: on_the_edge, ..difference(&[], &[], 0) };
        let told = PriceVerdict::judge((&on_the_edge, Some(0.01)), None, TOLERANCE, 1_000);
        assert_eq!(told, PriceVerdict::Undecided { more: None });
    }

    #[test]
    fn points_are_held_against_a_tolerance_in_points() {
        let known = Estimate {
            value: Some(0.3),
            standard_error: Some(0.02),
            interval: Some(Interval { low: 0.26, high: 0.34 }),
            ..Estimate::MISSING
        };
        let beyond = PairedEstimate { difference: known, ..difference(&[], &[], 0) };
        let word = |tolerance| PriceVerdict::judge((&beyond, Some(0.01)), Some(0.5), tolerance, 1_000).word();
        assert_eq!([0.2, 0.3, 0.4].map(word), ["underpriced", "undecided", "ok"]);
    }

    #[test]
    fn the_same_games_are_fine_from_300_deals_on() {
        let alike = |deals| {
            let known = Estimate { value: Some(0.0), deals, ..Estimate::MISSING };
            let beyond = PairedEstimate { difference: known, ..difference(&[], &[], 0) };
            PriceVerdict::judge((&beyond, None), Some(0.5), TOLERANCE, 1_000).word()
        };
        assert_eq!([alike(1), alike(299), alike(300)], ["undecided", "undecided", "ok"]);
        let once = Estimate { value: Some(0.0), deals: 300, ..Estimate::MISSING };
        let differing = PairedEstimate { differing: 1, difference: once, ..difference(&[], &[], 0) };
        assert_eq!(PriceVerdict::judge((&differing, None), Some(0.5), TOLERANCE, 1_000).word(), "undecided");
    }

    #[test]
    fn a_price_that_may_be_fair_as_it_is_has_no_verdict_and_no_advice() {
        let trial = |price: i64, value: f64, half: f64| {
            let interval = Some(Interval { low: value - half, high: value + half });
            Trial { price, beyond: Estimate { value: Some(value), interval, ..Estimate::MISSING } }
        };
        let settled = |trials: Vec<Trial>, now: i64, verdict: PriceVerdict| {
            let component =
                Component { name: "x".to_owned(), kind: "card".to_owned(), source: Source::Rulebook };
            let mut row = PriceRow {
                component,
                price: Price { path: "cards.x.cost".to_owned(), value: now, least: 0, most: 60 },
                used: None,
                contrast: Estimate::MISSING,
                worth: difference(&[], &[], 0),
                beyond: Estimate::MISSING,
                p_value: None,
                q_value: None,
                trials,
                fair: FairPrice::default(),
                verdict,
            };
            row.settle();
            (row.verdict.word(), row.fair)
        };
        // At 10 it is worth 4 points more than the median, at 20 it is worth 4 less: 15 would be fair.
        let (word, fair) =
            settled(vec![trial(10, 0.04, 0.02), trial(20, -0.04, 0.02)], 10, PriceVerdict::Underpriced);
        assert_eq!((word, fair.low, fair.high), ("underpriced", Some(12), Some(18)));
        // The line from the certain 2.1 points at 10 meets the median at 10.2. Among whole prices, 10 may be fair.
        let near =
            settled(vec![trial(10, 0.03, 0.009), trial(11, -0.09, 0.009)], 10, PriceVerdict::Underpriced);
        assert_eq!(near, ("undecided", FairPrice::default()));
        // Mispriced at every price tried: no fair price is known, but the verdict stays.
        let (word, fair) =
            settled(vec![trial(4, -0.06, 0.02), trial(9, -0.09, 0.02)], 9, PriceVerdict::Overpriced);
        assert_eq!((word, fair.high), ("overpriced", Some(3)));
    }
}
