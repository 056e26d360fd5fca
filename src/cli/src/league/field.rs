//! The field of a league: who is in it, and which scripts a search may begin from.

use super::super::{failure::Failure, output, strategies, tune};
use sim_lab::{player::Player, tables::league, tune::Space};
use sim_play::entry::Entry;
use sim_script::{Strategy, script::Template};

/// A strategy of the field.
pub struct Member {
    pub strategy: Strategy,
    /// What is tuned when a search begins from it; none where it has nothing to tune.
    pub template: Option<Template>,
    /// The shipped or own script that it goes back to.
    pub root: String,
    /// The round it joined in, and the script it was tuned from.
    origin: Option<(u64, String)>,
}

impl Member {
    pub fn name(&self) -> &str {
        self.strategy.name()
    }
}

/// All members, those who began first.
pub struct Field {
    entry: &'static dyn Entry,
    pub all: Vec<Member>,
    /// How many began.
    pub began: usize,
    /// Those as the command line names them.
    pub named: Vec<String>,
}

impl Field {
    pub fn new(entry: &'static dyn Entry, names: &[String], params_only: bool) -> Result<Field, Failure> {
        let names: Vec<String> = match names {
            [] => strategies::archetypes(entry).into_iter().chain(strategies::baselines(entry)).collect(),
            names => names.to_vec(),
        };
        let mut loaded: Vec<Player> = Vec::new();
        for name in &names {
            let one = strategies::load(entry, name)?;
            strategies::check_new(
                &loaded,
                &one,
                "the league",
                "name each once: it meets its own kind anyway",
            )?;
            loaded.push(one);
        }
        if loaded.len() < 2 {
            return Err(Failure::misuse("one strategy makes no field", "name two or more"));
        }
        loaded
            .iter()
            .filter_map(|one| strategies::eclipse(entry, one))
            .for_each(|remark| output::remark(&remark));
        let named = loaded.iter().map(|one| one.named.clone()).collect();
        let all = loaded.into_iter().map(|one| member(entry, one, params_only));
        let all: Vec<Member> = all.collect::<Result<_, _>>()?;
        if all.iter().all(|member| member.template.is_none()) {
            let help =
                if params_only { "leave --params-only out" } else { "name a script with numbers in it" };
            return Err(Failure::misuse("none of the strategies has anything to tune", help));
        }
        Ok(Field { entry, began: all.len(), all, named })
    }

    pub fn strategies(&self) -> Vec<Strategy> {
        self.all.iter().map(|member| member.strategy.clone()).collect()
    }

    pub fn name(&self, at: usize) -> &str {
        self.all[at].name()
    }

    /// What tables say of the members.
    pub fn members(&self) -> Vec<league::Member> {
        let member = |member: &Member| {
            let (round, start) =
                member.origin.clone().map_or((0, None), |(round, start)| (round, Some(start)));
            league::Member { name: member.name().to_owned(), round, start }
        };
        self.all.iter().map(member).collect()
    }

    /// The most dimensions of a search.
    pub fn dimensions(&self) -> usize {
        let templates = self.all.iter().filter_map(|member| member.template.as_ref());
        templates.map(|template| space(template).dimensions()).max().unwrap_or(0)
    }

    /// A name for what a search from a member found in a round.
    pub fn new_name(&self, from: usize, round: u64) -> String {
        let name = format!("{}-r{round}", self.all[from].root);
        let is_taken = |name: &str| self.all.iter().any(|member| member.name() == name);
        // Somebody may have brought a newcomer of another league.
        let others = (2..).map(|number| format!("{name}-{number}"));
        std::iter::once(name.clone()).chain(others).find(|name| !is_taken(name)).unwrap_or(name)
    }

    /// Lets a script join that was tuned from a member in a round.
    pub fn join(&mut self, name: &str, text: &str, (round, start): (u64, &str)) -> Result<(), Failure> {
        let path = format!("{name}.toml");
        let strategy = self.entry.read_strategy(name, &path, text, &[])?;
        let template = self.entry.template(name, &path, text)?;
        let root = self.all.iter().find(|member| member.name() == start);
        let root = root.map_or(start, |member| member.root.as_str()).to_owned();
        let origin = Some((round, start.to_owned()));
        self.all.push(Member { strategy, template: Some(template), root, origin });
        Ok(())
    }
}

/// All params of a template that can move.
pub fn space(template: &Template) -> Space {
    let params = template.params();
    Space::new(params, (0..params.len()).collect())
}

fn member(entry: &dyn Entry, loaded: Player, params_only: bool) -> Result<Member, Failure> {
    let has_text = loaded.strategy.text().is_some() && loaded.strategy.search().is_none();
    let mut template = None;
    if has_text {
        let own = tune::template(entry, &loaded)?;
        let opened = if params_only {
            own
        } else {
            entry.template(loaded.base.as_str(), &loaded.path(), &own.opened()?.0)?
        };
        template = Some(opened).filter(|template| space(template).dimensions() > 0);
    }
    let root = loaded.base.clone();
    Ok(Member { strategy: loaded.strategy, template, root, origin: None })
}
