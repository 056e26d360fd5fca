//! The components of a game whose use is counted: cards, staff, buildings, spaces of a board.

use serde::{Deserialize, Serialize, Serializer, ser::SerializeStruct};

crate::labels! {
    /// The source of a component's data, the most reliable first.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub enum Source {
        /// Printed in the rulebook's text.
        Rulebook = "rulebook",
        /// Read from genuine components that the designers show.
        Published = "published",
        /// Forced, or nearly forced, by the rulebook's own numbers.
        Deduced = "deduced",
        /// Filled in by the authors of the program; consistent with the known facts, but not confirmed by them.
        Reconstructed = "reconstructed",
        /// Changed by the user.
        Changed = "changed",
    }
}

/// A component of the game whose use can be counted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Component {
    /// Short name, unique in the game: `S2`.
    pub name: String,
    /// The name of its [`Kind`]: `servers`, `location`, `employee`.
    pub kind: String,
    /// The source of its data.
    pub source: Source,
}

/// A kind of components.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Kind {
    /// The value of [`Component::kind`].
    pub name: &'static str,
    /// How its components come to be used.
    pub choice: Choice,
    /// The meaning of the sum that is kept with its uses, if there is one.
    pub sum: Option<Sum>,
}

crate::labels! {
    /// How a component comes to be used.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Choice {
        /// A player chooses to use it, such as a card that is bought.
        Chosen = "chosen",
        /// Its use follows from good play: an income box that is hit, a price that only a clear leader can ask, or a
        /// scoring item. Its users win more because they did well, so their win rate says nothing about its strength.
        Outcome = "outcome",
        /// It is drawn or happens, for all players alike.
        Happens = "happens",
    }
}

/// The quantity that is summed over the uses of a component, with its unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sum {
    /// The price that players paid for it.
    Paid(&'static str),
    /// The gain that it brought players.
    Gained(&'static str),
}

impl Sum {
    /// The word for the sum in the `event` column of tables.
    pub fn word(self) -> &'static str {
        match self {
            Sum::Paid(_) => "paid",
            Sum::Gained(_) => "gained",
        }
    }

    /// The unit: `points`, `coins`.
    pub fn unit(self) -> &'static str {
        match self {
            Sum::Paid(unit) | Sum::Gained(unit) => unit,
        }
    }
}

/// A kind that players choose for free.
pub const fn chosen(name: &'static str) -> Kind {
    Kind { name, choice: Choice::Chosen, sum: None }
}

/// A kind that players choose and pay for.
pub const fn bought(name: &'static str, unit: &'static str) -> Kind {
    Kind { name, choice: Choice::Chosen, sum: Some(Sum::Paid(unit)) }
}

/// A kind whose use follows from good play.
pub const fn outcome(name: &'static str, sum: Option<Sum>) -> Kind {
    Kind { name, choice: Choice::Outcome, sum }
}

/// A kind that happens to players.
pub const fn happens(name: &'static str, sum: Option<Sum>) -> Kind {
    Kind { name, choice: Choice::Happens, sum }
}

/// A component: a row of one table of the game. The rows of a table are consecutive in
/// [`Game::components`](super::Game::components).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ComponentId {
    first: u16,
    row: u16,
}

impl ComponentId {
    /// A row of the table whose first row is component `first`.
    #[inline]
    pub const fn new(first: usize, row: usize) -> ComponentId {
        ComponentId { first: first as u16, row: row as u16 }
    }

    /// Index among the game's components.
    #[inline]
    pub const fn index(self) -> usize {
        self.first as usize + self.row as usize
    }

    /// Row in its own table.
    #[inline]
    pub const fn row(self) -> usize {
        self.row as usize
    }

    /// The name of the component; empty if it does not exist, which the rules never let happen.
    pub fn name(self, components: &[Component]) -> &str {
        components.get(self.index()).map_or("", |component| &component.name)
    }
}

/// The key of the component's index in a serialized placeholder.
pub const MARK: &str = "$component";

/// Writes a placeholder, because only the game knows the name. The transcript replaces it by row and name.
impl Serialize for ComponentId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        mark(Some(*self), serializer)
    }
}

/// Writes an optional component; without one, row and name are both null.
pub fn or_none<S: Serializer>(id: &Option<ComponentId>, serializer: S) -> Result<S::Ok, S::Error> {
    mark(*id, serializer)
}

fn mark<S: Serializer>(id: Option<ComponentId>, serializer: S) -> Result<S::Ok, S::Error> {
    let mut mark = serializer.serialize_struct("ComponentId", 2)?;
    mark.serialize_field(MARK, &id.map(ComponentId::index))?;
    mark.serialize_field("row", &id.map(ComponentId::row))?;
    mark.end()
}
