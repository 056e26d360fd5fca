//! Several arms that play the same deals.

use std::collections::BTreeSet;

use super::{Arm, ArmError};
use crate::tally::Tally;

pub struct NamedArm {
    pub name: String,
    pub arm: Arm,
}

/// Arms of one game and seed. The first is the baseline of the others.
pub struct Arms {
    first: NamedArm,
    others: Vec<NamedArm>,
}

impl Arms {
    /// # Errors
    /// When the arms do not play the same deals, or two have the same name.
    pub fn new(first: NamedArm, others: Vec<NamedArm>) -> Result<Arms, ArmError> {
        let players = first.arm.inputs.rules.players;
        match others.iter().find(|other| other.arm.inputs.rules.players != players) {
            Some(other) => Err(Self::strangers(&first, other)),
            None => Self::of_any_size(first, others),
        }
    }

    /// Arms at tables of any size; tables of different sizes have no deals in common.
    ///
    /// # Errors
    /// When the arms are not of one game and seed, or two have the same name.
    pub fn of_any_size(first: NamedArm, others: Vec<NamedArm>) -> Result<Arms, ArmError> {
        let error = |message, help: &str| Err(ArmError { message, help: help.to_owned() });
        let mut names = BTreeSet::from([first.name.clone()]);
        for other in &others {
            let NamedArm { name, arm } = other;
            if first.arm.inputs.rules.game != arm.inputs.rules.game {
                return Err(Self::strangers(&first, other));
            }
            if first.arm.inputs.seed != arm.inputs.seed {
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

    fn strangers(first: &NamedArm, other: &NamedArm) -> ArmError {
        ArmError {
            message: format!("`{}` and `{}` are not the same game at the same table", other.name, first.name),
            help: "give all arms one game and one number of players".to_owned(),
        }
    }

    pub fn and(self, more: Vec<NamedArm>) -> Result<Arms, ArmError> {
        let Arms { first, mut others } = self;
        others.extend(more);
        Arms::of_any_size(first, others)
    }

    pub fn first(&self) -> &NamedArm {
        &self.first
    }

    pub fn others(&self) -> &[NamedArm] {
        &self.others
    }

    pub fn all(&self) -> impl Iterator<Item = &NamedArm> {
        std::iter::once(&self.first).chain(&self.others)
    }

    /// The smallest number of whole deals in which every arm plays at least `games`.
    pub fn deals_for(&self, games: u64) -> u64 {
        self.all().map(|one| one.arm.schedule.deals_for(games).0).max().unwrap_or(0)
    }

    /// Plays every arm in turn and passes `read` its index, the arm, the tally of the first arm and its own. It holds
    /// two tallies at a time, however many arms there are. An arm with the inputs of the first is not played again.
    ///
    /// # Errors
    /// Those of `play` and `read`.
    pub fn each<E>(
        &self,
        mut play: impl FnMut(&NamedArm) -> Result<Tally, E>,
        mut read: impl FnMut(usize, &NamedArm, &Tally, &Tally) -> Result<(), E>,
    ) -> Result<(), E> {
        let first = play(&self.first)?;
        read(0, &self.first, &first, &first)?;
        for (at, other) in (1..).zip(&self.others) {
            if other.arm.inputs == self.first.arm.inputs {
                read(at, other, &first, &first)?;
                continue;
            }
            let tally = play(other)?;
            read(at, other, &first, &tally)?;
        }
        Ok(())
    }
}
