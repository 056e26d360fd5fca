//! The games that show findings: each with its `sim replay`.

use super::ReportArgs;
use crate::failure::Failure;
use sim_engine::Seat;
use sim_lab::{
    audit::Scene,
    command::Command,
    experiment::{Arm, Whose, clearest},
};

/// Deals that are looked through for a game.
const SEARCHED: u64 = 128;

/// The command that tells the game of a scene; none where there is no such game.
pub fn replay(
    args: &ReportArgs,
    arms: &[&Arm],
    options: &str,
    scene: &Scene,
) -> Result<Option<String>, Failure> {
    let Some(arm) = arms.iter().find(|arm| arm.inputs.rules.players == scene.players) else {
        return Ok(None);
    };
    let seat = scene.whose.strip_prefix("seat ").and_then(|number| number.parse::<u8>().ok());
    let strategy = || arm.strategies.iter().position(|one| one.name() == scene.whose);
    let whose = match seat {
        Some(number) => Some(Whose::Seat(Seat(number.saturating_sub(1)))),
        None => strategy().map(|at| Whose::Strategy(at as u8)),
    };
    let Some(whose) = whose else { return Ok(None) };
    let found = args.play.pool()?.install(|| clearest(arm, whose, scene.is_won, 0..SEARCHED));
    let run = format!("sim run {options} --players {}", scene.players);
    let run: Option<Command> = run.parse().ok();
    Ok(found.zip(run).map(|(row, run)| run.replay(row.deal, row.rotation).to_string()))
}
