//! The law of promises: what a feature predicts before a choice is what the rules then do.
//!
//! A chance, a price or a gain that formulas read is a promise. Each game lists its own, each with a way to play on
//! from the decision and to read the fact off the game. The law tries them under every ruling and every preset: a
//! number must be met exactly, a chance as often as predicted.

use std::{collections::BTreeSet, ops::Range};

use super::{
    Company, SEED,
    curious::{ask_strategy, reading_script},
    margins, play, readings, rulings,
};
use crate::episode::forced;
use sim_engine::{Amount, Luck, Node, Offer, Seat, is_legal};
use sim_script::{Scripted, Strategy, Title};

/// A game whose features make promises.
pub trait Promising: Scripted {
    /// Every feature that predicts something, with the decision at which it does.
    fn promises() -> Vec<Promise<Self>>;

    /// Promises that depend on a ruling, as `chance of value at again under discard_bonus=action`. They are false if
    /// features predict what the standard rules would do.
    const RULED: &'static [&'static str] = &[];

    /// Further features that the script must read, so that it computes the promised ones.
    const ALSO_READ: &'static [&'static str] = &[];
}

/// What a feature predicts for a candidate, and how to check it.
pub struct Promise<G: Scripted> {
    /// The decision at which the feature predicts.
    at: &'static str,
    /// The slot whose candidates are scored there. It may belong to a later decision.
    slot: &'static str,
    feature: &'static str,
    sort: Sort,
    /// Plays the candidate with this label and returns the fact; `None` if it cannot be played.
    fact: fn(&mut Trial<'_, G>, &str) -> Option<f64>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Sort {
    /// The fact is the predicted number.
    Number,
    /// The fact is 1 as often as predicted, else 0.
    Chance,
}

impl<G: Scripted> Promise<G> {
    /// A number that the fact must equal.
    pub fn number(
        [at, slot, feature]: [&'static str; 3],
        fact: fn(&mut Trial<'_, G>, &str) -> Option<f64>,
    ) -> Promise<G> {
        Promise { at, slot, feature, sort: Sort::Number, fact }
    }

    /// A chance: the fact is 1 if it came about, else 0.
    pub fn chance(
        [at, slot, feature]: [&'static str; 3],
        fact: fn(&mut Trial<'_, G>, &str) -> Option<f64>,
    ) -> Promise<G> {
        Promise { at, slot, feature, sort: Sort::Chance, fact }
    }

    fn name(&self) -> String {
        format!("{} of {} at {}", self.feature, self.slot, self.at)
    }
}

/// A game played on from a decision, to check a promise.
pub struct Trial<'a, G: Scripted> {
    /// The rules in force.
    pub game: &'a G,
    /// The seat that reads the promise.
    pub seat: Seat,
    /// The state at the decision, with what the seat does not see drawn again.
    pub before: G::State,
    /// The current state.
    pub now: G::State,
    /// All events since the decision.
    pub events: Vec<G::Event>,
    told: Vec<(&'a str, f64)>,
    script: &'a Strategy,
    luck: Luck,
}

impl<G: Scripted> Trial<'_, G> {
    /// What another feature predicted for the same candidate.
    pub fn feature(&self, feature: &str) -> f64 {
        let found = self.told.iter().find(|(name, _)| *name == feature);
        found.unwrap_or_else(|| panic!("{feature} is not read along")).1
    }

    /// Plays an action if it is legal, whichever seat is in turn; `None` if it is not.
    pub fn play(&mut self, notation: &str) -> Option<()> {
        let action = self.game.parse_action(notation)?;
        let is_open = matches!(self.game.node(&self.now), Node::Decision { .. });
        (is_open && is_legal(self.game, &self.now, action)).then(|| self.make(action))
    }

    fn make(&mut self, action: G::Action) {
        self.game.apply(&mut self.now, action, &mut |event| self.events.push(event));
    }

    /// Lets chance decide until a seat chooses, or the game is over.
    pub fn pass_chance(&mut self) {
        while self.game.node(&self.now) == Node::Chance {
            self.game.apply_chance(&mut self.now, &self.luck, &mut |event| self.events.push(event));
        }
    }

    /// The seat in turn, and the name of its decision.
    pub fn pending_decision(&self) -> Option<(Seat, &'static str)> {
        match self.game.node(&self.now) {
            Node::Decision { seat, decision } => Some((seat, self.game.info().decision(decision).name)),
            _ => None,
        }
    }

    /// Answers the decision by the script that read the promise.
    pub fn answer(&mut self) {
        let mut legal = Vec::new();
        let offer = self.game.legal(&self.now, &mut legal);
        let action = forced(self.game, offer, &legal).unwrap_or_else(|| {
            let asked = ask_strategy(self.game, &self.now, self.script, &self.luck);
            asked.expect("a choice that is not forced is put to the script").0[0]
        });
        self.make(action);
    }

    /// The limits of an amount, if the decision asks for one.
    pub fn limits(&self) -> Option<Amount> {
        match self.game.legal(&self.now, &mut Vec::new()) {
            Offer::Amount(limits) => Some(limits),
            Offer::Actions => None,
        }
    }

    /// Points that the seat had at the decision.
    pub fn points(&self) -> f64 {
        f64::from(self.game.points(&self.before, self.seat)) / f64::from(self.game.info().points_scale)
    }

    /// Points that a seat has gained since the decision.
    pub fn points_gained(&self, seat: Seat) -> f64 {
        let gained = self.game.points(&self.now, seat) - self.game.points(&self.before, seat);
        f64::from(gained) / f64::from(self.game.info().points_scale)
    }
}

/// Predictions and facts, by promise.
type Book = Vec<Vec<(f64, f64)>>;

/// Plays deals and tries every promise at every decision. Every other deal is random, which reaches choices that no
/// sensible player makes. In the rest the shipped strategies play.
///
/// Features follow the rules of `told_by`, facts those of `game`.
fn keep_book<G: Promising>(
    title: &impl Title<Game = G>,
    told_by: &G,
    game: &G,
    promises: &[Promise<G>],
    deals: Range<u64>,
) -> Book {
    let names: BTreeSet<&str> =
        promises.iter().map(|promise| promise.feature).chain(G::ALSO_READ.iter().copied()).collect();
    let script = reading_script(title, |name| names.contains(name));
    let company = Company::new(title);
    let mut book: Book = promises.iter().map(|_| Vec::new()).collect();
    let mut trials = 0;
    for deal in deals {
        let luck = Luck::new(SEED, deal);
        play(game, &company.seats(game.players(), deal), deal, |state, step| {
            let Node::Decision { seat, decision } = game.node(state) else { return };
            let at = game.info().decision(decision).name;
            if promises.iter().all(|promise| promise.at != at) {
                return;
            }
            let Some((_, Some(why))) = ask_strategy(told_by, state, &script, &luck) else { return };
            for part in &why.parts {
                for candidate in &part.candidates {
                    let told: Vec<(&str, f64)> = part.context.to_vec();
                    let of_candidate = part.features.iter().copied().zip(candidate.features.iter().copied());
                    let told: Vec<(&str, f64)> = told.into_iter().chain(of_candidate).collect();
                    for (promise, entries) in promises.iter().zip(&mut book) {
                        let is_asked = promise.at == at && promise.slot == part.slot;
                        let Some(&(_, value)) =
                            told.iter().find(|(name, _)| is_asked && *name == promise.feature)
                        else {
                            continue;
                        };
                        trials += 1;
                        // The hidden part may be anything that the seat cannot rule out.
                        let before = game.resample(state, seat, &mut luck.imagination(step << 20 | trials));
                        let mut trial = Trial {
                            game,
                            seat,
                            now: before.clone(),
                            before,
                            events: Vec::new(),
                            told: told.clone(),
                            script: &script,
                            luck: Luck::new(SEED + 1, trials),
                        };
                        if let Some(fact) = (promise.fact)(&mut trial, &candidate.label) {
                            entries.push((value, fact));
                        }
                    }
                }
            }
        });
    }
    book
}

/// Compares facts with predictions.
///
/// Chances are compared in ten classes, each within five standard errors of the sum. Chances of 0 and 1 are certain.
fn judge(sort: Sort, entries: &[(f64, f64)]) -> Result<(), String> {
    if sort == Sort::Number {
        let lie = entries.iter().find(|(told, fact)| (told - fact).abs() > 1e-9);
        return lie.map_or(Ok(()), |(told, fact)| Err(format!("{told} was promised, {fact} is true")));
    }
    for class in 0..12 {
        let class_of = |told: f64| {
            if told <= 0.0 {
                0
            } else if told >= 1.0 {
                11
            } else {
                1 + (told * 10.0) as usize
            }
        };
        let here = || entries.iter().filter(|(told, _)| class_of(*told) == class);
        let told: f64 = here().map(|(told, _)| told).sum();
        let facts: f64 = here().map(|(_, fact)| fact).sum();
        let variance: f64 = here().map(|(told, _)| told * (1.0 - told)).sum();
        if (facts - told).abs() > 5.0 * variance.max(0.0).sqrt() + 1e-9 {
            return Err(format!(
                "of {} trials {told:.1} were promised to succeed, {facts} did",
                here().count()
            ));
        }
    }
    Ok(())
}

/// Features predict what comes true, under every ruling.
pub fn features_keep_their_promises<G: Promising, T: Title<Game = G>>(title: &T) {
    let promises = G::promises();
    let mut kept = vec![0; promises.len()];
    let mut lies = Vec::new();
    for (number, (ruling, game)) in (0..).zip(rulings(title)) {
        let book = keep_book(title, &game, &game, &promises, 4 * number..4 * number + 4);
        for ((promise, entries), kept) in promises.iter().zip(&book).zip(&mut kept) {
            *kept += entries.len();
            if let Err(lie) = judge(promise.sort, entries) {
                lies.push(format!("{} under {ruling}: {lie}", promise.name()));
            }
        }
    }
    assert!(lies.is_empty(), "{}: {}", title.info().name, lies.join("\n"));
    let untried = promises.iter().zip(kept).filter(|(_, kept)| *kept < 20);
    let untried: Vec<String> =
        untried.map(|(promise, kept)| format!("{}: {kept} times", promise.name())).collect();
    assert!(untried.is_empty(), "{}: hardly tried: {}", title.info().name, untried.join("\n"));
}

/// The law catches features that predict what the standard rules would do, whatever the ruling.
pub fn a_feature_that_ignores_its_ruling_is_caught<G: Promising, T: Title<Game = G>>(title: &T) {
    let promises = G::promises();
    let standard = super::standard(title, title.info().default_players);
    let mut caught = BTreeSet::new();
    let is_named = |ruling: &str| G::RULED.iter().any(|lie| lie.ends_with(&format!(" under {ruling}")));
    for (ruling, game) in readings(title).chain(margins(title)).filter(|(ruling, _)| is_named(ruling)) {
        let book = keep_book(title, &standard, &game, &promises, 0..6);
        for (promise, entries) in promises.iter().zip(&book) {
            if judge(promise.sort, entries).is_err() {
                caught.insert(format!("{} under {ruling}", promise.name()));
            }
        }
    }
    let missed: Vec<_> = G::RULED.iter().filter(|lie| !caught.contains(**lie)).collect();
    assert!(missed.is_empty(), "{missed:?} are not among {caught:#?}");
}

/// The law catches a false prediction: a number that is one too high, a chance that is off by half.
pub fn a_false_promise_is_caught<G: Promising, T: Title<Game = G>>(title: &T) {
    let promises = G::promises();
    assert!(!promises.is_empty(), "{} promises nothing", title.info().name);
    let game = super::standard(title, title.info().default_players);
    let book = keep_book(title, &game, &game, &promises, 0..6);
    for (promise, entries) in promises.iter().zip(&book).filter(|(_, entries)| entries.len() >= 100) {
        let lie = |told: f64| match promise.sort {
            Sort::Number => told + 1.0,
            Sort::Chance if told < 0.5 => told + 0.5,
            Sort::Chance => told - 0.5,
        };
        let lies: Vec<(f64, f64)> = entries.iter().map(|&(told, fact)| (lie(told), fact)).collect();
        assert!(judge(promise.sort, &lies).is_err(), "{}: no lie is seen", promise.name());
    }
}
