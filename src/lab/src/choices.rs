//! How often a trained strategy differs from its formulas, and what it leaves undecided.
//!
//! Copies of the strategy play. Each decision is measured by the probabilities of all its actions: their entropy, the
//! probability of actions that the formulas alone would not choose, and the learned terms that make the difference.
//! Where good players stay undecided, it pays to be unpredictable. Example games show where the strategy differs from
//! another one, at the decisions that training changed most.

use sim_engine::Seat;
use sim_learn::Table;
pub use sim_learn::{ChoiceRow, TermRow};
use sim_script::{Script, Strategy};

use crate::{
    Error, Event, Extent, Lab, Refusal, adapt,
    command::{Command, Verb},
    difference::{Difference, DifferenceSpec, difference},
    player::Player,
    spec::{ArmSpec, Field},
};

const EXAMPLES: usize = 3;
/// Deals searched for examples.
const TRIED: u64 = 30;

#[derive(Clone)]
pub struct ChoicesSpec {
    /// The table: see [`ChoicesSpec::seat`].
    pub arm: ArmSpec,
    /// Games, one per deal.
    pub games: u64,
    /// The strategy from which examples show a difference; `None` for no examples.
    pub against: Option<Player>,
}

#[derive(Debug, Clone)]
pub struct Choices {
    pub extent: Extent,
    pub strategy: String,
    /// The decision that differs most often comes first.
    pub rows: Vec<ChoiceRow>,
    pub by_formula: Vec<&'static str>,
    pub against: Option<String>,
    /// Games in which both strategies differ, those at the top decisions first.
    pub examples: Vec<Example>,
}

#[derive(Debug, Clone)]
pub struct Example {
    pub decision: &'static str,
    pub difference: Difference,
    pub command: Command,
}

fn several(named: usize) -> Refusal {
    let message = format!("choices are those of one strategy, and {named} are named");
    Refusal { message, ..adapt::several(named) }
}

impl ChoicesSpec {
    /// Seats copies of one strategy at a table.
    ///
    /// # Errors
    /// Several strategies, or one that has learned nothing at this number of players; no games.
    pub fn seat(arm: ArmSpec, games: u64, against: Option<Player>) -> Result<ChoicesSpec, Refusal> {
        let named = arm.field.distinct();
        let &[one] = &named[..] else { return Err(several(named.len())) };
        let learns = |script: &Script| script.at(arm.players).has_learned();
        if !matches!(&one.strategy, Strategy::Script(script) if learns(script)) {
            let message =
                format!("{} has learned nothing at this number of players: its formulas decide", one.named);
            let help = "name a strategy that `sim train` wrote, or none for the champion";
            return Err(Refusal::new(message, help));
        }
        if games == 0 {
            return Err(Refusal::new("-n 0 plays nothing", "give 1 or more"));
        }
        let field = Field::Lineup(vec![one.clone(); arm.players]);
        Ok(ChoicesSpec { arm: ArmSpec { field, ..arm }, games, against })
    }

    fn one(&self) -> Result<&Player, Refusal> {
        self.arm.field.players().first().ok_or_else(|| several(0))
    }

    pub fn command(&self) -> Result<Command, Error> {
        let rules = self.arm.rules.resolve()?;
        let command = Command::new(Verb::Replay).names([&self.one()?.named]);
        let command =
            self.against.iter().fold(command, |command, other| command.option("against", &other.named));
        Ok(command.of_tables(&rules, &[self.arm.players]).games(self.games).seed(self.arm.seed))
    }
}

/// Plays the games and measures the decisions.
///
/// ```
/// use sim_lab::{Lab, Stop, choices::{ChoicesSpec, choices}, player::Player, spec::{ArmSpec, Field, RulesSpec}};
///
/// let entry = &sim_delectable::ENTRY;
/// let champion = Player::shipped(entry, "champion")?.expect("it is shipped");
/// let rules = RulesSpec::printed(entry);
/// let arm = ArmSpec { rules, players: 2, field: Field::Pool(vec![champion]), seed: 1 };
/// let spec = ChoicesSpec::seat(arm, 40, None)?;
/// let threads = rayon::ThreadPoolBuilder::new().build()?;
/// let mut lab = Lab { threads: &threads, stop: &Stop::new(), progress: &mut (), store: &mut () };
/// for row in &choices(&spec, &mut lab)?.rows {
///     println!("{}: perplexity {:?}", row.decision, row.perplexity.value);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn choices(spec: &ChoicesSpec, lab: &mut Lab<'_>) -> Result<Choices, Error> {
    let ChoicesSpec { arm, games, against } = spec;
    let one = spec.one()?;
    let arm_of_copies = arm.open()?;
    let game = arm.rules.entry.open(&arm_of_copies.settings, arm.players)?;
    lab.progress.on_event(Event::Plan { arms: 1, games: *games });
    let table = Table { game: &*game, players: arm.players };
    let (threads, stop, progress) = (lab.threads, lab.stop, &mut *lab.progress);
    let mut watch = |games: u64| progress.on_event(Event::Step { games });
    let sim_learn::Choices { mut rows, by_formula } = threads
        .install(|| sim_learn::choices(table, &one.strategy, (arm.seed, 0..*games), stop, &mut watch))?;
    rows.sort_by(|one, other| other.changed_per_game().total_cmp(&one.changed_per_game()));
    let examples = match against {
        Some(against) => spec.examples(&rows, [one, against], lab)?,
        None => Vec::new(),
    };
    Ok(Choices {
        extent: Extent::of(&arm_of_copies, *games),
        strategy: one.named.clone(),
        rows,
        by_formula,
        against: against.as_ref().map(|against| against.named.clone()),
        examples,
    })
}

impl ChoicesSpec {
    /// Games in which both differ: the first at each of the top decisions; if there are too few, further ones in the
    /// same order.
    fn examples(
        &self,
        rows: &[ChoiceRow],
        [one, against]: [&Player; 2],
        lab: &Lab<'_>,
    ) -> Result<Vec<Example>, Error> {
        let mut spec = DifferenceSpec {
            rules: self.arm.rules.clone(),
            players: self.arm.players,
            pair: [one.clone(), against.clone()],
            rivals: vec![one.clone()],
            seat: Seat(0),
            seed: self.arm.seed,
            deals: 0..0,
            alternatives: 0,
        };
        // Earlier games with the same decision, the rank of that decision, and the game.
        let mut found: Vec<(usize, usize, Difference)> = Vec::new();
        for deal in 0..TRIED {
            lab.stop.check()?;
            spec.deals = deal..deal + 1;
            let Some(difference) = difference(&spec)? else { continue };
            let place = |decision: &str| rows.iter().position(|row| row.decision == decision);
            let Some(at) = difference.decision().and_then(place) else { continue };
            let before = found.iter().filter(|(_, known, _)| *known == at).count();
            found.push((before, at, difference));
        }
        found.sort_by_key(|&(before, at, _)| (before, at));
        let examples = found.into_iter().take(EXAMPLES).map(|(_, at, difference)| {
            let command = spec.command(difference.deal)?;
            Ok(Example { decision: rows[at].decision, difference, command })
        });
        examples.collect()
    }
}
