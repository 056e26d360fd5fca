use sim_play::Entry;
use sim_script::{Strategy, script::Template};

use super::{LeagueError, Member, state::free_name};
use crate::{
    error::Error,
    player::{Player, distinct},
    tournament::{Rating, Standings},
    tune::{Space, template},
};

pub struct Seated {
    pub strategy: Strategy,
    /// What is tuned when a search begins from it; none where it has nothing to tune.
    pub template: Option<Template>,
    /// The shipped or own script that it goes back to.
    root: String,
    /// The round it joined in, and the script it was tuned from.
    origin: Option<(u64, String)>,
}

impl Seated {
    pub fn name(&self) -> &str {
        self.strategy.name()
    }
}

pub struct Field {
    entry: &'static Entry,
    /// Those who are in, in the order in which they came.
    pub all: Vec<Seated>,
    pub began: usize,
}

impl Field {
    pub fn new(entry: &'static Entry, players: &[Player], params_only: bool) -> Result<Field, Error> {
        distinct(players, "the league", "name each once: it meets its own kind anyway")?;
        if players.len() < 2 {
            return Err(LeagueError::OneStrategy.into());
        }
        let all: Vec<Seated> =
            players.iter().map(|player| seated(entry, player, params_only)).collect::<Result<_, _>>()?;
        if all.iter().all(|seated| seated.template.is_none()) {
            return Err(LeagueError::NothingToTune { params_only }.into());
        }
        Ok(Field { entry, began: all.len(), all })
    }

    pub fn strategies(&self) -> Vec<Strategy> {
        self.all.iter().map(|seated| seated.strategy.clone()).collect()
    }

    pub fn name(&self, at: usize) -> &str {
        self.all[at].name()
    }

    /// The members with what a tournament of them came to, in the order of its ratings.
    pub fn members(&self, standings: &Standings) -> Vec<Member> {
        let member = |rating: &Rating| {
            let seated = &self.all[rating.strategy];
            let (round, start) =
                seated.origin.clone().map_or((0, None), |(round, start)| (round, Some(start)));
            let part = rating.nash.unwrap_or(rating.played);
            Member {
                name: seated.name().to_owned(),
                round,
                start,
                part: part.value,
                part_ends: part.ends,
                rating: rating.elo.value,
                rating_error: rating.elo.error,
            }
        };
        standings.ratings.iter().map(member).collect()
    }

    pub fn dimensions(&self) -> usize {
        let templates = self.all.iter().filter_map(|seated| seated.template.as_ref());
        templates.map(|template| space(template).dimensions()).max().unwrap_or(0)
    }

    pub fn new_name(&self, from: usize, round: u64) -> String {
        // Somebody may have brought a newcomer of another league.
        let is_taken = |name: &str| self.all.iter().any(|seated| seated.name() == name);
        free_name(format!("{}-r{round}", self.all[from].root), is_taken)
    }

    pub fn join(&mut self, name: &str, text: &str, round: u64, start: &str) -> Result<(), Error> {
        let path = format!("{name}.toml");
        let strategy = self.entry.read_strategy(name, &path, text, &[])?;
        let template = self.entry.template(name, &path, text)?;
        let root = self.all.iter().find(|seated| seated.name() == start);
        let root = root.map_or(start, |seated| seated.root.as_str()).to_owned();
        let origin = Some((round, start.to_owned()));
        self.all.push(Seated { strategy, template: Some(template), root, origin });
        Ok(())
    }
}

pub fn space(template: &Template) -> Space {
    let params = template.params();
    Space::new(params, (0..params.len()).collect())
}

fn seated(entry: &Entry, player: &Player, params_only: bool) -> Result<Seated, Error> {
    let has_text = player.strategy.text().is_some() && player.strategy.search().is_none();
    let mut own = None;
    if has_text {
        let declared = template(entry, player)?;
        let opened = match params_only {
            true => declared,
            false => entry.template(&player.base, &player.path(), &declared.opened()?.0)?,
        };
        own = Some(opened).filter(|template| space(template).dimensions() > 0);
    }
    let (strategy, root) = (player.strategy.clone(), player.base.clone());
    Ok(Seated { strategy, template: own, root, origin: None })
}
