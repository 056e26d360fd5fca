//! Several arms that meet the same deals.

use std::collections::BTreeSet;

use super::{Arm, ArmError};
use crate::tally::Tally;

/// An arm under the name that tells it from the others.
pub struct Named {
    pub name: String,
    pub arm: Arm,
}

/// Arms of one game, table size and seed. The others are held against the first.
pub struct Arms {
    first: Named,
    others: Vec<Named>,
}

impl Arms {
    /// # Errors
    /// When the arms do not meet the same deals, or two cannot be told apart.
    pub fn new(first: Named, others: Vec<Named>) -> Result<Arms, ArmError> {
        let error = |message, help: &str| Err(ArmError { message, help: help.to_owned() });
        let mut names = BTreeSet::from([first.name.clone()]);
        for Named { name, arm } in &others {
            let (one, other) = (&first.arm.inputs, &arm.inputs);
            if one.rules.game != other.rules.game || one.rules.players != other.rules.players {
                return error(
                    format!("`{name}` and `{}` are not the same game at the same table", first.name),
                    "give all arms one game and one number of players",
                );
            }
            if one.seed != other.seed {
                return error(
                    format!("`{name}` and `{}` have different seeds", first.name),
                    "give all arms one seed, so that they meet the same deals",
                );
            }
            if !names.insert(name.clone()) {
                return error(format!("two arms are called `{name}`"), "give each a name of its own");
            }
        }
        Ok(Arms { first, others })
    }

    pub fn first(&self) -> &Named {
        &self.first
    }

    pub fn others(&self) -> &[Named] {
        &self.others
    }

    pub fn all(&self) -> impl Iterator<Item = &Named> {
        std::iter::once(&self.first).chain(&self.others)
    }

    /// The fewest whole deals in which every arm has at least `games`.
    pub fn deals_for(&self, games: u64) -> u64 {
        self.all().map(|one| one.arm.schedule.deals_for(games).0).max().unwrap_or(0)
    }

    /// Has every arm played in turn and read beside the first, the first beside itself: two tallies are
    /// held at a time, however many arms there are. What has the inputs of the first is not played again.
    ///
    /// # Errors
    /// Those of playing or of reading.
    pub fn each<E>(
        &self,
        mut play: impl FnMut(&Named) -> Result<Tally, E>,
        mut read: impl FnMut(&Named, &Tally, &Tally) -> Result<(), E>,
    ) -> Result<(), E> {
        let first = play(&self.first)?;
        read(&self.first, &first, &first)?;
        for other in &self.others {
            if other.arm.inputs == self.first.arm.inputs {
                read(other, &first, &first)?;
                continue;
            }
            let tally = play(other)?;
            read(other, &first, &tally)?;
        }
        Ok(())
    }
}
