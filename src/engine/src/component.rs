//! The things of a game whose use is counted: cards, staff, buildings, places on a board.

use serde::{Deserialize, Serialize, Serializer, ser::SerializeStruct};

crate::labels! {
    /// Where a component's data comes from, the surest first.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub enum Source {
        /// Printed in the rulebook's text.
        Rulebook = "rulebook",
        /// Read from genuine components that the designers show.
        Published = "published",
        /// Forced, or nearly forced, by the rulebook's own numbers.
        Deduced = "deduced",
        /// Filled in here; consistent with all that is known, and no more than that.
        Reconstructed = "reconstructed",
        /// Changed by whoever runs the program.
        Changed = "changed",
    }
}

/// A thing of the game that can be counted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Component {
    /// Short name, unique in the game: `S2`.
    pub name: String,
    /// What sort of thing it is: `servers`, `location`, `employee`.
    pub kind: String,
    /// Where what is known of it comes from.
    pub source: Source,
}

/// What is said of a sort of components.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Kind {
    /// The word of [`Component::kind`].
    pub name: &'static str,
    /// Whether a player chooses to use it.
    pub choice: Choice,
    /// What the sum that is kept with its uses is of.
    pub sum: Option<Sum>,
}

crate::labels! {
    /// How a component comes to be used.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Choice {
        /// A player decides to use it, as a card that is bought.
        Chosen = "chosen",
        /// It follows from how well a player does, as a box of income that is hit, a price that only who is far ahead can
        /// ask, or what scores: its users win more because they did well, so that it says nothing of its own strength.
        Outcome = "outcome",
        /// It is drawn, or comes, for all alike.
        Happens = "happens",
    }
}

/// What is summed up over the uses of a component.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sum {
    /// What players paid for it, and in what.
    Paid(&'static str),
    /// What it brought them.
    Gained(&'static str),
}

impl Sum {
    /// The name of the event in tables.
    pub fn word(self) -> &'static str {
        match self {
            Sum::Paid(_) => "paid",
            Sum::Gained(_) => "gained",
        }
    }

    /// In what it is counted: `points`, `coins`.
    pub fn unit(self) -> &'static str {
        match self {
            Sum::Paid(unit) | Sum::Gained(unit) => unit,
        }
    }
}

/// A sort that players choose, for nothing.
pub const fn chosen(name: &'static str) -> Kind {
    Kind { name, choice: Choice::Chosen, sum: None }
}

/// A sort that players choose and pay for.
pub const fn bought(name: &'static str, unit: &'static str) -> Kind {
    Kind { name, choice: Choice::Chosen, sum: Some(Sum::Paid(unit)) }
}

/// A sort that follows from how well players do.
pub const fn outcome(name: &'static str, sum: Option<Sum>) -> Kind {
    Kind { name, choice: Choice::Outcome, sum }
}

/// A sort that happens to players.
pub const fn happens(name: &'static str, sum: Option<Sum>) -> Kind {
    Kind { name, choice: Choice::Happens, sum }
}

/// Which component: a row of one of the game's tables, whose rows stand together in
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

    /// The name of the component; nothing where there is none, which the rules never name.
    pub fn name(self, components: &[Component]) -> &str {
        components.get(self.index()).map_or("", |component| &component.name)
    }
}

/// The key under which a mark holds the index of its component.
pub const MARK: &str = "$component";

/// Writes a mark, because a name is known to the game alone: the transcript puts row and name in
/// its place.
impl Serialize for ComponentId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        mark(Some(*self), serializer)
    }
}

/// Writes a component that may be missing: of row and name then both are null.
pub fn or_none<S: Serializer>(id: &Option<ComponentId>, serializer: S) -> Result<S::Ok, S::Error> {
    mark(*id, serializer)
}

fn mark<S: Serializer>(id: Option<ComponentId>, serializer: S) -> Result<S::Ok, S::Error> {
    let mut mark = serializer.serialize_struct("ComponentId", 2)?;
    mark.serialize_field(MARK, &id.map(ComponentId::index))?;
    mark.serialize_field("row", &id.map(ComponentId::row))?;
    mark.end()
}
