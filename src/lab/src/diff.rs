use sim_engine::{Info, Seat};
use sim_play::{
    Row,
    arm::{Arm, Arms, DivergedGame, NamedArm, Ruleset, most_diverged},
    tally::Tally,
};

use crate::{
    Effort, Error, Lab, Refusal,
    command::{Command, Verb},
    contrast::PRINTED,
    pairs::{self, Contrast, FigureRow},
    spec::ArmSpec,
};

/// Deals, from the first on, searched for games in which the change mattered.
pub const SEARCHED: u64 = 2000;
const GAMES: usize = 10;

#[derive(Clone)]
pub struct DiffSpec {
    pub old: ArmSpec,
    pub new: ArmSpec,
    /// The largest difference that counts as no change, from 0 to 1: absolute for shares, relative for other figures.
    pub tolerance: f64,
    pub effort: Effort,
}

impl DiffSpec {
    /// Opens both arms, the old one first.
    ///
    /// # Errors
    /// As [`ArmSpec::open`]; if the two do not share deals, or have the same rules.
    pub fn open(&self) -> Result<Arms, Error> {
        let (old, new) = (self.old.open()?, self.new.open()?);
        if old.inputs.rules.changes == new.inputs.rules.changes {
            let game = &new.inputs.rules.game;
            let help = format!(
                "give --set, --preset, --data or --without; `sim show settings --game {game}` lists the paths"
            );
            return Err(Refusal::new("nothing is changed", help).into());
        }
        let named = |arm: Arm| NamedArm { name: called(&arm.inputs.rules), arm };
        Ok(Arms::new(named(old), vec![named(new)])?)
    }

    /// The command that reproduces this with the given games per arm; the old rules are the printed ones.
    pub fn command(&self, games: u64) -> Result<Command, Error> {
        self.new.command(Verb::Diff, Some(games))
    }
}

/// A short name of the rules: `hand_limit=5`, or the name of a preset with further changes.
fn called(rules: &Ruleset) -> String {
    let Ruleset { presets, data, set, changes, .. } = rules;
    let of_changes = || changes.iter().map(|one| format!("{}={}", one.path, one.value)).collect();
    let words: Vec<String> = if presets.is_empty() || data.is_some() { of_changes() } else { set.clone() };
    let named = if data.is_some() { &[][..] } else { &presets[..] };
    let shown: Vec<&str> = named.iter().chain(words.iter().take(3)).map(String::as_str).collect();
    match words.len().saturating_sub(3) {
        0 if shown.is_empty() => PRINTED.to_owned(),
        0 => shown.join(" "),
        more => format!("{} and {more} more", shown.join(" ")),
    }
}

pub struct DiffRun<'a> {
    pub named: &'a NamedArm,
    pub tally: Tally,
    pub command: Option<Command>,
}

#[derive(Debug, Clone)]
pub struct Diff {
    pub info: &'static Info,
    pub players: usize,
    /// Names of the old and the new run.
    pub names: [String; 2],
    pub tolerance: f64,
    /// Deals per run.
    pub deals: u64,
    pub games: u64,
    pub seed: u64,
    /// The new minus the old, the most significant change first.
    pub rows: Vec<FigureRow>,
    pub components: Vec<FigureRow>,
    /// Games that the change moved most: those with a different winner first, then by points. Empty if the runs seat
    /// different tables.
    pub moved: Vec<MovedGame>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct MovedGame {
    pub deal: u64,
    /// The seating, as an index into the rotations of the deal.
    pub rotation: u8,
    /// Differences in points, summed over the seats, in the units of the game.
    pub points: f64,
    pub new: GameResult,
    pub old: GameResult,
}

#[derive(Debug, Clone, PartialEq)]
pub struct GameResult {
    pub winners: Vec<String>,
    pub replay: Option<Command>,
}

/// Plays a table before and after a change and reports the differences. Continues from stored games.
///
/// ```
/// use sim_lab::{Effort, Lab, Stop, diff::{DiffSpec, diff}, pairs::Change};
/// use sim_lab::spec::{ArmSpec, RulesSpec};
///
/// let old = ArmSpec::of_shipped(&sim_delectable::ENTRY, 2, &["raider", "balancer"])?;
/// let set = vec!["hand_limit=5".parse()?];
/// let new = ArmSpec { rules: RulesSpec { set, ..old.rules.clone() }, ..old.clone() };
/// let spec = DiffSpec { old, new, tolerance: 0.01, effort: Effort::Games(2000) };
/// let threads = rayon::ThreadPoolBuilder::new().build()?;
/// let mut lab = Lab { threads: &threads, stop: &Stop::new(), progress: &mut (), store: &mut () };
/// let diff = diff(&spec, &mut lab)?;
/// for row in diff.rows.iter().filter(|row| row.change(0.01) == Change::Changed) {
///     println!("{}: {:?} more", row.of, row.paired.difference.value);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn diff(spec: &DiffSpec, lab: &mut Lab<'_>) -> Result<Diff, Error> {
    let arms = spec.open()?;
    let compared = lab.compare_all(&arms, spec.effort, |at| Ok(at.tally.clone()))?;
    let games = arms.first().arm.schedule.games_of(0..compared.deals);
    let specs = [&spec.old, &spec.new];
    let mut runs = Vec::new();
    for ((named, tally), spec) in arms.all().zip(compared.read).zip(specs) {
        runs.push(DiffRun { named, tally, command: Some(spec.command(Verb::Run, Some(games))?) });
    }
    between(&runs[0], &runs[1], spec.tolerance, lab)
}

/// # Errors
/// If the runs do not cover the same deals of the same game and table size.
pub fn between(old: &DiffRun<'_>, new: &DiffRun<'_>, tolerance: f64, lab: &Lab<'_>) -> Result<Diff, Error> {
    let (first, second) = (&old.named.arm, &new.named.arm);
    let Contrast { figures: mut rows, components } =
        pairs::between((second, &new.tally), (first, &old.tally), Contrast::new)?;
    pairs::set_q_values(&mut rows);
    pairs::sort_by_surety(&mut rows);
    let searched = 0..old.tally.deals.min(SEARCHED);
    let moved = lab.threads.install(|| most_diverged(second, first, searched, GAMES, lab.stop))?;
    Ok(Diff {
        info: first.info,
        players: first.inputs.rules.players,
        names: [&old.named.name, &new.named.name].map(String::clone),
        tolerance,
        deals: old.tally.deals,
        games: old.tally.games,
        seed: first.inputs.seed,
        rows,
        components,
        moved: moved.iter().map(|game| moved_game(game, new, old)).collect(),
    })
}

fn moved_game(game: &DivergedGame, new: &DiffRun<'_>, old: &DiffRun<'_>) -> MovedGame {
    let Row { deal, rotation, .. } = game.one;
    let of = |row: &Row, run: &DiffRun<'_>| {
        let seats = Seat::all(row.players.into()).filter(|&seat| row.places[seat] == 1);
        let strategies = &run.named.arm.strategies;
        let name = |seat| strategies[usize::from(row.strategies[seat])].name().to_owned();
        let replay = run.command.clone().map(|run| run.replay(deal, rotation));
        GameResult { winners: seats.map(name).collect(), replay }
    };
    let scale = f64::from(new.named.arm.info.points_scale);
    let points = game.points as f64 / scale;
    MovedGame { deal, rotation, points, new: of(&game.one, new), old: of(&game.other, old) }
}
