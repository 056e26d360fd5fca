use std::num::NonZeroU32;

use sim_engine::text::{FileError, suggestion};
pub use sim_play::Entry;
use sim_play::arm::{self, Arm, ArmError, Inputs, Rules, Seats};
use sim_script::{Search, Strategy};

/// The games of a program, in listing order.
#[derive(Clone, Copy)]
pub struct Catalogue(pub &'static [&'static Entry]);

impl Catalogue {
    pub fn find(self, name: &str) -> Option<&'static Entry> {
        self.0.iter().copied().find(|entry| entry.info().name == name)
    }

    /// Rebuilds the arm of stored inputs.
    ///
    /// # Errors
    /// If this program would play them differently.
    pub fn reopen(self, inputs: &Inputs) -> Result<Arm, ArmError> {
        let error = |message: String, help: String| ArmError { message, help };
        let Inputs { rules: stored, seed, lineup, entrant, strategies, .. } = inputs;
        let Some(entry) = self.find(&stored.game) else {
            let help = suggestion(&stored.game, self.0.iter().map(|entry| entry.info().name));
            return Err(error(format!("no game `{}`", stored.game), help));
        };
        let mut settings = entry.settings()?;
        settings.objective = stored.objective;
        for preset in &stored.presets {
            settings.apply_preset(preset)?;
        }
        let data = stored.data.clone().map(|text| ("the stored data".to_owned(), text));
        if let Some((origin, text)) = &data {
            settings.overlay(origin, text)?;
        }
        for change in &stored.set {
            let (path, value) = change.split_once('=').unwrap_or((change, ""));
            settings.set(path, value)?;
        }
        let rules = Rules { settings, presets: stored.presets.clone(), data, set: stored.set.clone() };
        let place = |name: &String| strategies.iter().position(|strategy| strategy.name == *name);
        let lineup: Option<Option<Vec<u8>>> =
            lineup.as_ref().map(|names| names.iter().map(|name| place(name).map(|at| at as u8)).collect());
        if lineup == Some(None) {
            return Err(error("the lineup names a strategy that is not there".to_owned(), String::new()));
        }
        let script = |name: &str, stored: &arm::StrategyEntry| match &stored.text {
            None => Ok(Strategy::Random),
            Some(text) => entry.read_strategy(name, name, text, &stored.params),
        };
        let strategy = |stored: &arm::StrategyEntry| {
            let Some(iterations) = stored.search.and_then(NonZeroU32::new) else {
                return script(&stored.name, stored);
            };
            let base = script(Search::names_in(&stored.name).0, stored)?;
            let rivals = stored.rivals.iter().map(|rival| script(&rival.name, rival));
            let search = Search::new(iterations, base.clone(), rivals.collect::<Result<_, _>>()?);
            Ok::<_, FileError>(search.map_or(base, Strategy::from))
        };
        let strategies = strategies.iter().map(strategy).collect::<Result<_, _>>()?;
        let seats = Seats { players: stored.players, strategies, lineup: lineup.flatten(), seed: *seed };
        let arm = match entrant {
            Some(_) => entry.entering(&rules, seats)?,
            None => entry.arm(&rules, seats)?,
        };
        if arm.inputs == *inputs {
            return Ok(arm);
        }
        Err(error(
            format!("{} was played by a build that plays or counts it differently", entry.info().title),
            "play it again with this one, or use the build that wrote it".to_owned(),
        ))
    }
}
