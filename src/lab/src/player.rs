use std::num::NonZeroU32;

use sim_engine::text::{list, suggestion};
use sim_play::Entry;
use sim_script::{Search, Strategy, library::BASELINES, script::Param, search};

use crate::error::{Error, Refusal};

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Origin {
    Shipped,
    /// The path of a file, as given by the caller.
    File(String),
}

#[derive(Debug, Clone)]
pub struct Player {
    pub strategy: Strategy,
    /// The name without params that were set.
    pub base: String,
    /// Name in commands: `raider:spice=3`, `search:200:default`, `mine.toml`.
    pub named: String,
    pub origin: Origin,
}

impl Player {
    /// A strategy that comes with the game, or `random`; `None` for an unknown name.
    ///
    /// # Errors
    /// If a shipped file is invalid, which a test rules out.
    pub fn shipped(entry: &Entry, name: &str) -> Result<Option<Player>, Error> {
        let strategy = entry.shipped_strategy(name)?;
        let (base, named) = (name.to_owned(), name.to_owned());
        Ok(strategy.map(|strategy| Player { strategy, base, named, origin: Origin::Shipped }))
    }

    pub fn read(entry: &Entry, base: &str, named: &str, origin: &str, text: &str) -> Result<Player, Error> {
        let strategy = entry.read_strategy(base, origin, text, &[])?;
        let origin = Origin::File(origin.to_owned());
        Ok(Player { strategy, base: base.to_owned(), named: named.to_owned(), origin })
    }

    /// The strategies that come with the game, among `names` and in their order.
    pub fn all_shipped<S: AsRef<str>>(entry: &Entry, names: &[S]) -> Result<Vec<Player>, Error> {
        names.iter().filter_map(|name| Player::shipped(entry, name.as_ref()).transpose()).collect()
    }

    fn plain(&self, entry: &Entry) -> Result<Player, Error> {
        let mark = self.strategy.name().strip_prefix(&self.base).filter(|mark| !mark.is_empty());
        let Some((mark, text)) = mark.zip(self.strategy.text()) else { return Ok(self.clone()) };
        let strategy = entry.read_strategy(&self.base, &self.path(), text, &[])?;
        let named = self.named.strip_suffix(mark).unwrap_or(&self.named).to_owned();
        Ok(Player { strategy, named, ..self.clone() })
    }

    /// Sets some params to other values, given as texts. The new name lists all values that differ from the file.
    pub fn with_params(self, entry: &Entry, values: &[(&str, &str)]) -> Result<Player, Error> {
        let params = self.strategy.params();
        let mut wanted: Vec<f64> = params.iter().map(|param| param.value).collect();
        for (name, text) in values {
            let Some(at) = params.iter().position(|param| param.name == *name) else {
                return Err(no_param(&self.base, name, params, "what it does is fixed").into());
            };
            match text.parse::<f64>() {
                Ok(value) if params[at].admits(value) => wanted[at] = value,
                _ => {
                    let Param { is_whole, range: (low, high), .. } = params[at];
                    let number = if is_whole { "whole number" } else { "number" };
                    let message = format!("{}: `{name}` cannot be {text}", self.base);
                    return Err(Refusal::new(message, format!("give a {number} from {low} to {high}")).into());
                }
            }
        }
        // Only a value that differs from the file is a change, so that each strategy has one name.
        let plain = self.plain(entry)?;
        let changed = plain.strategy.params().iter().zip(&wanted).filter(|(own, value)| own.value != **value);
        let changed: Vec<(String, f64)> = changed.map(|(own, value)| (own.name.clone(), *value)).collect();
        let Some(text) = plain.strategy.text().filter(|_| !changed.is_empty()) else { return Ok(plain) };
        let mark: String = changed.iter().map(|(name, value)| format!(":{name}={value}")).collect();
        let strategy = entry.read_strategy(&(plain.base.clone() + &mark), &plain.path(), text, &changed)?;
        let named = plain.named.clone() + &mark;
        Ok(Player { strategy, named, ..plain })
    }

    /// A search by rollouts of this strategy, in which rivals play as `rivals` or, if empty, as the strategy itself.
    /// `None` if one of them cannot play rollouts, as a search cannot.
    #[must_use]
    pub fn searching(self, iterations: NonZeroU32, rivals: Vec<Player>) -> Option<Player> {
        let mut named = format!("{}:{iterations}:{}", search::NAME, self.named);
        for (between, rival) in std::iter::once(search::AT).chain(std::iter::repeat(search::AND)).zip(&rivals)
        {
            named.push(between);
            named += &rival.named;
        }
        let rivals = rivals.into_iter().map(|rival| rival.strategy).collect();
        let search = Search::new(iterations, self.strategy, rivals)?;
        Some(Player { strategy: search.into(), named, ..self })
    }

    pub fn path(&self) -> String {
        match &self.origin {
            Origin::Shipped => format!("{}.toml", self.base),
            Origin::File(path) => path.clone(),
        }
    }

    /// Whether both are the same strategy under the same name.
    ///
    /// # Errors
    /// If the names are equal and the texts are not: no table could tell them apart.
    pub fn is_same(&self, other: &Player) -> Result<bool, Error> {
        if self.strategy.name() != other.strategy.name() {
            return Ok(false);
        }
        if self.strategy.text() == other.strategy.text() {
            return Ok(true);
        }
        let origin = |player: &Player| match &player.origin {
            Origin::Shipped => "a shipped one".to_owned(),
            Origin::File(path) => path.clone(),
        };
        let (name, one, other) = (self.strategy.name(), origin(other), origin(self));
        let message = format!("two strategies are called `{name}`: {one} and {other}");
        Err(Refusal::new(message, "give one of the files another name").into())
    }
}

/// A list of players, as named in commands.
pub(crate) fn listed<'p>(players: impl IntoIterator<Item = &'p Player>) -> String {
    let named: Vec<&str> = players.into_iter().map(|player| player.named.as_str()).collect();
    list::join(&named)
}

pub(crate) fn is_shipped(entry: &Entry, name: &str) -> bool {
    entry.shipped().iter().any(|shipped| shipped.name == name)
}

/// The refusal of an unknown param; `why` explains why a strategy has none at all.
pub(crate) fn no_param(strategy: &str, param: &str, params: &[Param], why: &str) -> Refusal {
    let help = match params {
        [] => format!("it has none: {why}"),
        _ => suggestion(param, params.iter().map(|param| param.name.as_str())),
    };
    Refusal::new(format!("`{strategy}` has no param `{param}`"), help)
}

pub(crate) fn twice(one: &Player, place: &str, help: &str) -> Refusal {
    Refusal::new(format!("strategy `{}` stands twice in {place}", one.strategy.name()), help)
}

/// Refuses a strategy that occurs twice in `place`; `help` tells what to do.
pub fn distinct(players: &[Player], place: &str, help: &str) -> Result<(), Error> {
    for (at, one) in players.iter().enumerate() {
        for before in &players[..at] {
            if one.is_same(before)? {
                return Err(twice(one, place, help).into());
            }
        }
    }
    Ok(())
}

/// The shipped strategies that are ways to play the game rather than baselines. In a game with only baselines, it is
/// these, and `random` if there are fewer than two.
pub fn archetypes(entry: &Entry) -> Vec<String> {
    let names = || entry.shipped().iter().map(|shipped| shipped.name);
    let mut plans: Vec<&str> = names().filter(|name| !BASELINES.contains(name)).collect();
    if plans.is_empty() {
        plans = names().chain((entry.shipped().len() < 2).then_some("random")).collect();
    }
    plans.into_iter().map(str::to_owned).collect()
}

/// The baselines that come with the game and are none of its [`archetypes`], except `random`.
pub fn baselines(entry: &Entry) -> Vec<String> {
    let archetypes = archetypes(entry);
    let names = BASELINES.into_iter().filter(|name| is_shipped(entry, name)).map(str::to_owned);
    names.filter(|name| !archetypes.contains(name)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn prestige() -> Player {
        Player::shipped(&sim_delectable::ENTRY, "prestige").unwrap().unwrap()
    }

    #[test]
    fn a_name_tells_the_params_that_are_not_so_anyway() {
        let param = prestige().strategy.params()[0].clone();
        let other = if param.admits(param.range.0) && param.value != param.range.0 {
            param.range.0
        } else {
            param.range.1
        };
        let (same, other) = (param.value.to_string(), other.to_string());
        let with =
            |value: &str| prestige().with_params(&sim_delectable::ENTRY, &[(&*param.name, value)]).unwrap();
        assert_eq!(with(&same).named, "prestige");
        let changed = with(&other);
        assert_eq!(changed.named, format!("prestige:{}={other}", param.name));
        assert_eq!((changed.strategy.name(), &*changed.base), (&*changed.named, "prestige"));
    }

    #[test]
    fn what_was_set_before_stays_set_and_goes_where_it_is_set_back() {
        let entry = &sim_delectable::ENTRY;
        let expert = Player::shipped(entry, "expert").unwrap().unwrap();
        let one = expert.with_params(entry, &[("near", "1")]).unwrap();
        let both = one.with_params(entry, &[("surplus", "9")]).unwrap();
        assert_eq!(
            (both.strategy.name(), &*both.named),
            ("expert:near=1:surplus=9", "expert:near=1:surplus=9")
        );
        let back = both.with_params(entry, &[("near", "0.47")]).unwrap();
        assert_eq!(back.named, "expert:surplus=9");
        let none = back.with_params(entry, &[("surplus", "4.2")]).unwrap();
        assert_eq!((none.strategy.name(), &*none.named), ("expert", "expert"));
    }

    #[test]
    fn what_a_strategy_does_not_have_is_refused() {
        let no = prestige().with_params(&sim_delectable::ENTRY, &[("nothing", "1")]).unwrap_err();
        assert_eq!(no.to_string(), "`prestige` has no param `nothing`");
        let name = prestige().strategy.params()[0].name.clone();
        let no = prestige().with_params(&sim_delectable::ENTRY, &[(&*name, "many")]).unwrap_err();
        assert_eq!(no.to_string(), format!("prestige: `{name}` cannot be many"));
        let text = prestige().strategy.text().unwrap().to_owned() + "\n";
        let mine =
            Player::read(&sim_delectable::ENTRY, "prestige", "A/prestige.toml", "A/prestige.toml", &text);
        assert!(prestige().is_same(&prestige()).unwrap());
        assert_eq!(
            mine.unwrap().is_same(&prestige()).unwrap_err().to_string(),
            "two strategies are called `prestige`: a shipped one and A/prestige.toml"
        );
    }
}
