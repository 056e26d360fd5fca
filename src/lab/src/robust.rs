mod alternatives;
mod shares;

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use sim_engine::{Component, Objective};
use sim_play::arm::{Arms, NamedArm};
use sim_stats::{Estimate, paired::PairedEstimate};

use alternatives::alternatives;
use shares::{AlternativeEffects, ArmShares};

use crate::{
    Effort, Ended, Error, Extent, Lab, Work,
    adapt::{AdaptSpec, Budget},
    contrast::ContrastArms,
    effect::EffectScale,
    figure::{Direction, Owner},
    not_played::NotPlayed,
    pairs,
    spec::ArmSpec,
};

sim_engine::labels! {
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
    pub enum Kind {
        /// An interpretation of a rule that the rulebook leaves open.
        Ruling = "ruling",
        Tie = "order of ties",
        /// Another reconstruction of lost data.
        Data = "data",
        /// Other players, or less exact play.
        Players = "players",
        /// A printed number, one step off. It shows what the game is sensitive to, not what a finding rests on.
        Number = "number",
    }
}

#[derive(Clone)]
pub struct RobustSpec {
    pub arm: ArmSpec,
    pub kinds: Vec<Kind>,
    pub effort: Effort,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Robustness {
    pub extent: Extent,
    /// Number of alternatives, including those that were not reached.
    pub planned: usize,
    /// The alternatives that were played, in order.
    pub alternatives: Vec<Alternative>,
    pub findings: Vec<FindingRow>,
    /// Components whose use is associated with winning or losing, the largest adjusted difference first.
    pub components: Vec<ComponentFinding>,
    /// Every result under every alternative except numbers, the largest change first.
    pub shares: Vec<ShareRow>,
    /// For each step of a number, the result that moves most.
    pub numbers: Vec<ShareRow>,
    pub not_played: Vec<NotPlayed>,
    pub ended: Ended,
    /// Results are win rates or, for points, the lead per game over the mean of all seats.
    #[serde(default, skip_serializing_if = "Objective::is_wins")]
    pub objective: Objective,
    /// Threshold of a large change of a result: see [`MOVE`].
    #[serde(default = "usual_move")]
    pub large: f64,
}

/// A result that changes by more counts as a different one; a threshold of [`EffectScale`].
pub const MOVE: f64 = 0.05;

fn usual_move() -> f64 {
    MOVE
}

impl Robustness {
    pub fn has_others(&self) -> bool {
        self.alternatives.iter().any(|one| one.kind != Kind::Number)
    }

    pub fn has_numbers(&self) -> bool {
        self.alternatives.iter().any(|one| one.kind == Kind::Number)
    }

    pub fn reversed_by<'r>(&'r self, held: &'r FindingStability) -> Vec<&'r str> {
        self.names(&held.reversed_by)
    }

    pub fn undecided_under<'r>(&'r self, held: &'r FindingStability) -> Vec<&'r str> {
        self.names(&held.undecided_under)
    }

    fn names(&self, places: &[usize]) -> Vec<&str> {
        places.iter().map(|&at| self.alternatives[at].name.as_str()).collect()
    }
}

/// The name of the alternative in which all seats play this strategy.
pub(crate) fn all_alike(strategy: &str) -> String {
    format!("all {strategy}")
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Alternative {
    pub name: String,
    pub kind: Kind,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ShareRow {
    pub alternative: usize,
    pub owner: Owner,
    pub standard: Option<f64>,
    /// Under the alternative.
    pub win_rate: Estimate,
    /// Alternative minus standard, on the same deals.
    pub difference: PairedEstimate,
    /// Over all rows of the table.
    pub q_value: Option<f64>,
    /// Side of the fair share.
    pub side: Direction,
    pub outcome: Outcome,
}

impl ShareRow {
    pub fn is_found(&self) -> bool {
        pairs::is_found(self.q_value)
    }
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FindingRow {
    pub owner: Owner,
    /// At the unchanged table.
    pub win_rate: Estimate,
    pub held: FindingStability,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct ComponentFinding {
    pub component: Component,
    /// Win rate of its users minus that of others: association, not cause.
    pub adjusted: Estimate,
    pub held: FindingStability,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FindingStability {
    /// Side of the fair share, or of 0, at the unchanged table.
    pub side: Direction,
    /// Number of alternatives that have this result.
    pub alternatives: usize,
    /// Alternatives under which it is on the same side.
    pub holds: usize,
    /// Alternatives under which it is no longer found.
    pub undecided: usize,
    /// Alternatives under which it is on the opposite side.
    pub reverses: usize,
    /// Indices of the alternatives under which it is on the opposite side.
    pub reversed_by: Vec<usize>,
    /// Indices of the alternatives under which it is no longer found; empty in older stored results.
    #[serde(default)]
    pub undecided_under: Vec<usize>,
    pub rests_on: RestsOn,
}

impl FindingStability {
    fn new(side: Direction, outcomes: &[(usize, Outcome)], alternatives: &[Alternative]) -> FindingStability {
        let count = |wanted: Outcome| outcomes.iter().filter(|(_, outcome)| *outcome == wanted).count();
        let places = |wanted: Outcome| {
            let such = outcomes.iter().filter(|(_, outcome)| *outcome == wanted);
            such.map(|(at, _)| *at).collect::<Vec<usize>>()
        };
        let (reversed_by, undecided_under) = (places(Outcome::Reverses), places(Outcome::Undecided));
        let kinds: Vec<Kind> = reversed_by.iter().map(|&at| alternatives[at].kind).collect();
        FindingStability {
            side,
            alternatives: outcomes.len(),
            holds: count(Outcome::Holds),
            undecided: count(Outcome::Undecided),
            reverses: reversed_by.len(),
            rests_on: RestsOn::judge(side, outcomes.len(), &kinds),
            reversed_by,
            undecided_under,
        }
    }

    /// The verdict: what it rests on, or too few games if nothing reverses it and it is mostly undecided.
    pub fn word(&self) -> &'static str {
        match self.rests_on {
            RestsOn::Nothing if self.undecided >= self.holds => "too few games",
            rests_on => rests_on.word(),
        }
    }
}

sim_engine::labels! {
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
    pub enum Outcome {
        Holds = "holds",
        /// Decided before, undecided under the alternative.
        Undecided = "undecided",
        Reverses = "reverses",
        /// Undecided before, decided under the alternative.
        Appears = "appears",
        Open = "undecided",
    }
}

impl Outcome {
    fn judge(before: Direction, after: Direction) -> Outcome {
        match (before, after) {
            (Direction::Open, Direction::Open) => Outcome::Open,
            (Direction::Open, _) => Outcome::Appears,
            (_, Direction::Open) => Outcome::Undecided,
            (one, other) if one == other => Outcome::Holds,
            _ => Outcome::Reverses,
        }
    }
}

sim_engine::labels! {
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
    pub enum RestsOn {
        /// Nothing that was varied reverses it.
        Nothing = "robust",
        /// Who plays, or how ties are broken.
        Play = "habit of play",
        LostData = "depends on lost data",
        Ruling = "depends on a ruling",
        NoFinding = "no finding",
        /// No alternative has this result, so nothing is known.
        Untested = "untested",
    }
}

impl RestsOn {
    /// What a finding rests on, from the number of alternatives that have it and the kinds of those that reverse it.
    fn judge(side: Direction, alternatives: usize, turned: &[Kind]) -> RestsOn {
        let has = |kinds: &[Kind]| turned.iter().any(|kind| kinds.contains(kind));
        match side {
            Direction::Open => RestsOn::NoFinding,
            _ if alternatives == 0 => RestsOn::Untested,
            _ if has(&[Kind::Players, Kind::Tie]) => RestsOn::Play,
            _ if has(&[Kind::Data]) => RestsOn::LostData,
            _ if has(&[Kind::Ruling]) => RestsOn::Ruling,
            _ => RestsOn::Nothing,
        }
    }
}

impl RobustSpec {
    /// # Errors
    /// If the table itself cannot be played, or no alternative can. Single alternatives that cannot are listed in the
    /// result.
    pub fn open(&self) -> Result<ContrastArms<Kind>, Error> {
        let opened = alternatives(&self.arm, &self.kinds)?;
        opened.or_refuse("there is nothing to vary", |_| "name more under --over".to_owned())
    }

    /// Adds retrained players to the arms of [`RobustSpec::open`]: under the current rules once per repeat, as other
    /// players, and under every alternative of the rules once.
    ///
    /// # Errors
    /// A table that is not made of copies of one strategy; those of training and of the store.
    pub fn adapting(
        &self,
        opened: ContrastArms<Kind>,
        budget: Budget,
        lab: &mut Lab<'_>,
    ) -> Result<ContrastArms<Kind>, Error> {
        let spec = AdaptSpec::seat(self.arm.clone(), budget, self.effort)?;
        let once = AdaptSpec { budget: Budget { repeats: 1, ..budget }, ..spec.clone() };
        let ContrastArms { arms, changes: mut kinds, not_played } = opened;
        let of_rules = arms.others().iter().zip(&kinds).filter(|(_, kind)| **kind != Kind::Players);
        let (rules, their_kinds): (Vec<&NamedArm>, Vec<Kind>) =
            of_rules.map(|(one, kind)| (one, *kind)).unzip();
        let training = budget.training(1) + once.budget.training(rules.len());
        lab.expect(training + self.adapted_work(&arms, budget.repeats, &rules));
        let standard = spec.adapted(&[arms.first()], lab)?;
        let others = once.adapted(&rules, lab)?;
        let mut more = Vec::new();
        for (repeat, NamedArm { arm, .. }) in (1..).zip(standard.into_iter().flatten()) {
            more.push(NamedArm { name: format!("adapted, learning {repeat}"), arm });
            kinds.push(Kind::Players);
        }
        more.extend(others.into_iter().flatten());
        kinds.extend(their_kinds);
        Ok(ContrastArms { arms: arms.and(more)?, changes: kinds, not_played })
    }

    /// All arms, and those of retrained players.
    fn adapted_work(&self, arms: &Arms, repeats: u64, rules: &[&NamedArm]) -> Work {
        let Some(deals) = self.effort.deals(arms) else { return Work::NONE };
        let first = Work::of_deals([arms.first()], deals).times(repeats);
        Work::of_deals(arms.all(), deals) + first + Work::of_deals(rules.iter().copied(), deals)
    }

    pub fn play(&self, opened: &ContrastArms<Kind>, lab: &mut Lab<'_>) -> Result<Robustness, Error> {
        let ContrastArms { arms, changes: kinds, not_played } = opened;
        let (mut standard, mut large): (Option<ArmShares>, f64) = (None, MOVE);
        let compared = lab.compare(arms, self.effort, |at| {
            let own = ArmShares::new(&at.named.arm.subject(), at.tally);
            let Some(before) = at.at.checked_sub(1) else {
                standard = Some(own);
                large = EffectScale::new(&at.named.arm.subject(), at.tally).threshold(MOVE);
                return Ok(None);
            };
            let alternative = Alternative { name: at.named.name.clone(), kind: kinds[before] };
            let changed = standard.as_ref().map(|standard| standard.under(before, &own));
            Ok(changed.map(|changed| (alternative, changed)))
        })?;
        let read = compared.read.into_iter().flatten();
        let (alternatives, changed): (Vec<Alternative>, Vec<AlternativeEffects>) = read.unzip();
        let of = |is_number: bool| -> Vec<&AlternativeEffects> {
            let is_own =
                |one: &&AlternativeEffects| (alternatives[one.alternative].kind == Kind::Number) == is_number;
            changed.iter().filter(is_own).collect()
        };
        let (others, numbers) = (of(false), of(true));
        let told = standard.as_ref().filter(|_| !others.is_empty());
        let mut steps = shares::shares(&numbers);
        let mut known = BTreeSet::new();
        steps.retain(|row| known.insert(row.alternative));
        Ok(Robustness {
            extent: Extent::of(&arms.first().arm, compared.deals),
            planned: arms.others().len(),
            findings: told.map_or(Vec::new(), |one| one.findings(&others, &alternatives)),
            components: told.map_or(Vec::new(), |one| one.components(&others, &alternatives)),
            shares: shares::shares(&others),
            numbers: steps,
            alternatives,
            not_played: not_played.clone(),
            ended: compared.ended,
            objective: arms.first().arm.subject().objective,
            large,
        })
    }
}

/// Plays a table unchanged and with one change at a time, on the same deals, and judges what its findings rest on.
///
/// ```
/// use sim_lab::{Effort, Lab, Stop, spec::ArmSpec};
/// use sim_lab::robust::{Kind, RobustSpec, robust};
///
/// let arm = ArmSpec::of_shipped(&sim_delectable::ENTRY, 2, &["raider", "prestige"])?;
/// let spec = RobustSpec { arm, kinds: vec![Kind::Data], effort: Effort::Games(200) };
/// let threads = rayon::ThreadPoolBuilder::new().build()?;
/// let mut lab = Lab { threads: &threads, stop: &Stop::new(), progress: &mut (), store: &mut () };
/// for row in &robust(&spec, &mut lab)?.findings {
///     println!("{} is {}: {}", row.owner, row.held.side.word(), row.held.word());
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn robust(spec: &RobustSpec, lab: &mut Lab<'_>) -> Result<Robustness, Error> {
    spec.play(&spec.open()?, lab)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_finding_holds_fades_turns_or_appears() {
        let (above, below, open) = (Direction::Above, Direction::Below, Direction::Open);
        assert_eq!(Outcome::judge(above, above), Outcome::Holds);
        assert_eq!(Outcome::judge(above, open), Outcome::Undecided);
        assert_eq!(Outcome::judge(above, below), Outcome::Reverses);
        assert_eq!(Outcome::judge(below, above), Outcome::Reverses);
        assert_eq!(Outcome::judge(open, below), Outcome::Appears);
        assert_eq!(Outcome::judge(open, open), Outcome::Open);
    }

    #[test]
    fn what_turns_with_players_or_ties_is_a_habit_of_play() {
        let (above, below) = (Direction::Above, Direction::Below);
        assert_eq!(RestsOn::judge(above, 3, &[]), RestsOn::Nothing);
        assert_eq!(RestsOn::judge(above, 3, &[Kind::Ruling]), RestsOn::Ruling);
        assert_eq!(RestsOn::judge(above, 3, &[Kind::Ruling, Kind::Data]), RestsOn::LostData);
        assert_eq!(RestsOn::judge(below, 3, &[Kind::Data, Kind::Tie]), RestsOn::Play);
        assert_eq!(RestsOn::judge(below, 3, &[Kind::Players]), RestsOn::Play);
        assert_eq!(RestsOn::judge(Direction::Open, 3, &[]), RestsOn::NoFinding);
    }

    #[test]
    fn what_no_alternative_has_is_untested_and_not_robust() {
        let other = Alternative { name: "all expert".to_owned(), kind: Kind::Players };
        let rests_on = |side, outcomes: &[(usize, Outcome)]| {
            FindingStability::new(side, outcomes, std::slice::from_ref(&other)).rests_on
        };
        assert_eq!(rests_on(Direction::Above, &[]), RestsOn::Untested);
        assert_eq!(rests_on(Direction::Open, &[]), RestsOn::NoFinding);
        assert_eq!(rests_on(Direction::Above, &[(0, Outcome::Undecided)]), RestsOn::Nothing);
        assert_eq!(rests_on(Direction::Above, &[(0, Outcome::Reverses)]), RestsOn::Play);
    }

    #[test]
    fn what_fades_as_often_as_it_holds_is_not_called_robust() {
        let others = ["one", "other"].map(|name| Alternative { name: name.to_owned(), kind: Kind::Players });
        let word = |outcomes: [Outcome; 2]| {
            FindingStability::new(Direction::Above, &[(0, outcomes[0]), (1, outcomes[1])], &others).word()
        };
        assert_eq!(word([Outcome::Holds, Outcome::Undecided]), "too few games");
        assert_eq!(word([Outcome::Holds, Outcome::Holds]), "robust");
        assert_eq!(word([Outcome::Undecided, Outcome::Reverses]), "habit of play");
    }
}
