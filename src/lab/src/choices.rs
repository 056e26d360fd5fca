//! What a strategy that learned leaves open, and what it does otherwise than the script it grew from.
//!
//! Copies of it play, and each decision is looked at by the chances of all its answers: how open it is, how much of it
//! is otherwise than the formulas alone would have it, and which of the learned terms make the difference. Decisions
//! that stay open among good players are those in which the game asks not to be foreseen. Beside that stand games in
//! which it parts from another strategy at the decisions that were learned anew most.

use sim_engine::{Info, Seat};
use sim_learn::Table;
pub use sim_learn::{ChoiceRow, TermRow};
use sim_script::{Script, Strategy};

use crate::{
    adapt::AdaptError,
    bench::{Event, Lab},
    command::{Command, Verb, Word},
    effort::Extent,
    error::Error,
    parting::{Parting, PartingSpec, parting},
    player::Player,
    spec::{ArmSpec, Field},
};

pub const GAMES: u64 = 2_000;
/// Games in which it parts from another that are told.
const TOLD: usize = 3;
/// Deals that are tried for them.
const TRIED: u64 = 30;

#[derive(Clone)]
pub struct ChoicesSpec {
    /// The table: see [`ChoicesSpec::seat`].
    pub arm: ArmSpec,
    /// Games, one a deal.
    pub games: u64,
    /// Whom it parts from; none where nobody is to be told of.
    pub beside: Option<Player>,
}

#[derive(Debug, Clone)]
pub struct Choices {
    pub info: &'static Info,
    pub extent: Extent,
    pub strategy: String,
    /// What is done otherwise most often comes first.
    pub rows: Vec<ChoiceRow>,
    pub by_formula: Vec<&'static str>,
    pub beside: Option<String>,
    /// Games in which both part, those at the decisions on top first.
    pub parted: Vec<Parted>,
}

#[derive(Debug, Clone)]
pub struct Parted {
    pub decision: &'static str,
    pub parting: Parting,
    pub command: Command,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ChoicesError {
    #[error("choices are those of one strategy, and {0} are named")]
    Several(usize),
    #[error("{0} has learned nothing at this number of players: its formulas decide")]
    NothingLearned(String),
    #[error("-n 0 plays nothing")]
    NoGame,
}

impl ChoicesError {
    pub fn help(&self) -> String {
        match self {
            ChoicesError::Several(_) => AdaptError::Several(2).help(),
            ChoicesError::NothingLearned(_) => {
                "name a strategy that `sim train` wrote, or none for the champion".to_owned()
            }
            ChoicesError::NoGame => "give 1 or more".to_owned(),
        }
    }
}

impl ChoicesSpec {
    /// Seats copies of one strategy at a table.
    ///
    /// # Errors
    /// Several strategies, or one that has learned nothing there.
    pub fn seat(arm: ArmSpec, games: u64, beside: Option<Player>) -> Result<ChoicesSpec, ChoicesError> {
        let named = arm.field.distinct();
        let &[one] = &named[..] else { return Err(ChoicesError::Several(named.len())) };
        let learns = |script: &Script| script.at(arm.players).has_learned();
        if !matches!(&one.strategy, Strategy::Script(script) if learns(script)) {
            return Err(ChoicesError::NothingLearned(one.named.clone()));
        }
        if games == 0 {
            return Err(ChoicesError::NoGame);
        }
        let field = Field::Lineup(vec![one.clone(); arm.players]);
        Ok(ChoicesSpec { arm: ArmSpec { field, ..arm }, games, beside })
    }

    fn one(&self) -> Result<&Player, ChoicesError> {
        self.arm.field.players().first().ok_or(ChoicesError::Several(0))
    }

    pub fn command(&self) -> Result<Command, Error> {
        let rules = self.arm.rules.resolve()?;
        let names = vec![self.one()?.named.clone()];
        let command = Command::new(Verb::Choices)
            .with(Word::Game(rules.settings.game.clone()))
            .with(Word::Players(vec![self.arm.players]))
            .by(&rules)
            .with(Word::Strategies(names))
            .with(Word::Games(self.games))
            .with(Word::Seed(self.arm.seed));
        Ok(self.beside.iter().fold(command, |command, beside| command.option("beside", &beside.named)))
    }
}

/// Plays and tells.
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
///     println!("{}: as open as {:?} answers", row.decision, row.open.value);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn choices(spec: &ChoicesSpec, lab: &mut Lab<'_>) -> Result<Choices, Error> {
    let ChoicesSpec { arm, games, beside } = spec;
    let one = spec.one()?;
    let arm_of_copies = arm.open()?;
    let game = arm.rules.entry.open(&arm_of_copies.settings, arm.players)?;
    lab.progress.see(Event::Plan { arms: 1, games: *games });
    let table = Table { game: &*game, players: arm.players };
    let (threads, stop, progress) = (lab.threads, lab.stop, &mut *lab.progress);
    let mut watch = |games: u64| progress.see(Event::Step { games });
    let sim_learn::Choices { mut rows, by_formula } = threads
        .install(|| sim_learn::choices(table, &one.strategy, (arm.seed, 0..*games), stop, &mut watch))?;
    rows.sort_by(|one, other| other.otherwise_in_a_game().total_cmp(&one.otherwise_in_a_game()));
    let parted = match beside {
        Some(beside) => spec.parted(&rows, [one, beside], lab)?,
        None => Vec::new(),
    };
    Ok(Choices {
        info: arm.rules.entry.info(),
        extent: Extent::of(&arm_of_copies, *games),
        strategy: one.named.clone(),
        rows,
        by_formula,
        beside: beside.as_ref().map(|beside| beside.named.clone()),
        parted,
    })
}

impl ChoicesSpec {
    /// Games in which both part: the first at each of the decisions on top, and where there are fewer of these others
    /// in their order.
    fn parted(
        &self,
        rows: &[ChoiceRow],
        [one, beside]: [&Player; 2],
        lab: &Lab<'_>,
    ) -> Result<Vec<Parted>, Error> {
        let mut spec = PartingSpec {
            rules: self.arm.rules.clone(),
            players: self.arm.players,
            pair: [one.clone(), beside.clone()],
            rivals: vec![one.clone()],
            seat: Seat(0),
            seed: self.arm.seed,
            deals: 0..0,
        };
        // How often they parted there before, the place of the decision, and the game.
        let mut found: Vec<(usize, usize, Parting)> = Vec::new();
        for deal in 0..TRIED {
            lab.stop.check()?;
            spec.deals = deal..deal + 1;
            let Some(parting) = parting(&spec)? else { continue };
            let place = |decision: &str| rows.iter().position(|row| row.decision == decision);
            let Some(at) = parting.decision().and_then(place) else { continue };
            let before = found.iter().filter(|(_, known, _)| *known == at).count();
            found.push((before, at, parting));
        }
        found.sort_by_key(|&(before, at, _)| (before, at));
        let told = found.into_iter().take(TOLD).map(|(_, at, parting)| {
            let command = spec.command(parting.deal)?;
            Ok(Parted { decision: rows[at].decision, parting, command })
        });
        told.collect()
    }
}
