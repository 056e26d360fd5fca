//! The parts of an audit that are more than the standard run, at one number of players: who would be played in
//! the end, what components cause, what findings rest on, and what luck does.
//!
//! How much each of them plays is a share of the standard run's games, so that an audit is a function of its
//! inputs alone. What a part came to is kept, and read again by the same call.

use std::{fs, path::Path};

use super::ReportArgs;
use crate::{
    effort::EffortArgs,
    failure::Failure,
    findings::Told,
    folder::Draft,
    game_args::{Chosen, Seated},
    luck::LuckArgs,
    tournament::TournamentArgs,
};
use sim_lab::{
    ablate::{AblateSpec, Ablation},
    experiment::{Inputs, digest},
    luck, not_played,
    robust::{Kind, RobustSpec},
    tables::{self, CHOSEN, SCHEMA, Table, kept},
};

/// Components that are taken out: those whose link to winning or losing is the surest.
const COMPONENTS: usize = 12;
/// Shares of the standard run's games: of each arm of a comparison, and of the budget of luck.
const ABLATION: u64 = 10;
const ROBUST: u64 = 20;
const LUCK: u64 = 2;
/// Luck is left out where it would take more than so many times the games of the standard run.
const MOST_LUCK: u64 = 4;

/// What a part plays for.
pub struct Place<'a> {
    pub args: &'a ReportArgs,
    pub chosen: &'a Chosen,
    pub inputs: &'a Inputs,
}

impl Place<'_> {
    fn players(&self) -> usize {
        self.inputs.rules.players
    }

    pub fn seated(&self) -> Result<Seated, Failure> {
        self.args.table(&self.players().to_string()).resolve(self.chosen)
    }

    fn effort(&self, share: u64) -> EffortArgs {
        EffortArgs::of((self.args.n / share).max(1), self.args.play.clone())
    }

    /// All parts; `standard` are the tables of the standard run, and what `is_fixed` cannot be taken out.
    pub fn tables(&self, standard: &[Table], is_fixed: &dyn Fn(&str) -> bool) -> Result<Vec<Table>, Failure> {
        // Alone at the table nobody meets anybody, and no seat has a rival.
        if self.players() < 2 {
            return Ok(Vec::new());
        }
        let mut all = self.part("tournament", &[], || self.tournament())?;
        let components = linked(standard, is_fixed);
        all.extend(self.part("ablate", &components, || self.ablation(&components))?);
        all.extend(self.part("robust", &[], || self.robust())?);
        all.extend(self.part("luck", &[], || self.luck())?);
        Ok(all)
    }

    fn tournament(&self) -> Result<Vec<Table>, Failure> {
        let threads = self.args.play.threads();
        let effort = (self.args.n, self.args.seed);
        ended(
            TournamentArgs::within(self.args.game(), self.players() as u64, effort, threads)
                .told(self.chosen)?,
        )
    }

    /// Nothing where its line-ups ask for far more games than the standard run has.
    fn luck(&self) -> Result<Vec<Table>, Failure> {
        if luck::least(&self.seated()?.arm) > MOST_LUCK * self.args.n {
            return Ok(Vec::new());
        }
        let table = self.args.table(&self.players().to_string());
        let threads = self.args.play.threads();
        ended(LuckArgs::within(self.args.game(), table, self.args.n / LUCK, threads).told(self.chosen)?)
    }

    fn robust(&self) -> Result<Vec<Table>, Failure> {
        let effort = self.effort(ROBUST);
        let kinds = Kind::ALL.to_vec();
        let spec = RobustSpec { arm: self.seated()?.spec, kinds, effort: effort.effort(self.args.n) };
        let opened = spec.open()?;
        let asked = effort.ask(&opened.arms, self.args.n, |lab| spec.play(&opened, lab))?;
        asked.map_or(Ok(Vec::new()), |asked| {
            let found = &asked.found;
            asked.end(found.ended, found.alternatives.len() + 1, found.planned + 1)?;
            Ok(tables::robust::tables(found)
                .into_iter()
                .chain(not_played::table(&found.not_played))
                .collect())
        })
    }

    fn ablation(&self, components: &[String]) -> Result<Vec<Table>, Failure> {
        if components.is_empty() {
            return Ok(Vec::new());
        }
        let effort = self.effort(ABLATION);
        let spec = AblateSpec {
            arm: self.seated()?.spec,
            components: components.to_vec(),
            free: false,
            given: false,
            effort: effort.effort(self.args.n),
        };
        let opened = spec.open()?;
        let asked = effort.ask(&opened.arms, self.args.n, |lab| spec.play(&opened, lab))?;
        asked.map_or(Ok(Vec::new()), |asked| {
            let Ablation { played, planned, ended, .. } = asked.found;
            asked.end(ended, played + 1, planned + 1)?;
            Ok(vec![tables::ablate::table(&asked.found)])
        })
    }

    /// A part as it is kept, or played and kept.
    pub fn part(
        &self,
        name: &str,
        asked: &[String],
        play: impl FnOnce() -> Result<Vec<Table>, Failure>,
    ) -> Result<Vec<Table>, Failure> {
        let shipped: Vec<&str> = self.chosen.entry.shipped().iter().map(|one| one.text).collect();
        let version = (SCHEMA, env!("CARGO_PKG_VERSION"));
        let key = digest(&(name, asked, self.inputs, shipped, self.args.n, version));
        let folder = Path::new("reports").join(&self.inputs.rules.game).join("parts");
        let path = folder.join(format!("{}p-{name}-{key}.json", self.players()));
        let known = if self.args.play.fresh() { None } else { fs::read_to_string(&path).ok() };
        if let Some(tables) = known.and_then(|text| kept::from_text(&text)) {
            return Ok(tables);
        }
        let tables = play()?;
        // It takes its place whole, so that a call that is killed leaves nothing half written.
        let draft = Draft::new(&folder)?;
        let aside = draft.aside("part");
        let written = fs::write(&aside, kept::to_text(&tables)).and_then(|()| fs::rename(&aside, &path));
        written.map_err(|error| Failure::at_path("write", &path, &error))?;
        Ok(tables)
    }
}

/// The components that players choose, whose use goes with winning or losing most surely, and that can be taken out.
fn linked(standard: &[Table], is_fixed: &dyn Fn(&str) -> bool) -> Vec<String> {
    let Some(table) = standard.iter().find(|table| table.name == "component_adjusted_difference") else {
        return Vec::new();
    };
    let sureness = |row: &[_]| {
        let (value, error) =
            table.number(row, "adjusted_difference").zip(table.number(row, "standard_error"))?;
        Some(value.abs() / error.max(f64::MIN_POSITIVE))
    };
    let chosen = table.rows.iter().filter(|row| table.text(row, "choice") == CHOSEN);
    let mut rows: Vec<(f64, String)> =
        chosen.filter_map(|row| Some((sureness(row)?, table.text(row, "component").to_owned()))).collect();
    // The sort is stable: equals stay in the order of the box.
    rows.sort_by(|a, b| b.0.total_cmp(&a.0));
    rows.into_iter().map(|(_, name)| name).filter(|name| !is_fixed(name)).take(COMPONENTS).collect()
}

/// The tables of a comparison that came to its end.
fn ended(told: Told) -> Result<Vec<Table>, Failure> {
    told.end.map(|()| told.tables)
}
