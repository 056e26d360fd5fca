use sim_play::arm::{Arm, Arms, NamedArm};

use crate::{
    Error, Refusal,
    not_played::{NotPlayed, WhyNot, reason},
};

/// A baseline, and an arm for every change of it that makes a game.
pub struct ContrastArms<C> {
    pub arms: Arms,
    /// Of the arms after the first.
    pub changes: Vec<C>,
    pub not_played: Vec<NotPlayed>,
}

impl<C> ContrastArms<C> {
    /// # Errors
    /// A change that is not played for no fault of its own.
    pub fn open(
        baseline: NamedArm,
        changed: impl IntoIterator<Item = (C, String, Result<Arm, Result<WhyNot, Error>>)>,
    ) -> Result<ContrastArms<C>, Error> {
        let (mut others, mut changes, mut not_played) = (Vec::new(), Vec::new(), Vec::new());
        for (change, name, arm) in changed {
            match arm {
                Ok(arm) => {
                    others.push(NamedArm { name, arm });
                    changes.push(change);
                }
                Err(why) => not_played.push(NotPlayed { name, why: why? }),
            }
        }
        Ok(ContrastArms { arms: Arms::new(baseline, others)?, changes, not_played })
    }

    /// # Errors
    /// Where there is no change that makes a game: this, and why the first does not.
    pub fn or_refuse(self, message: &str, help: impl FnOnce(&Self) -> String) -> Result<Self, Error> {
        if !self.changes.is_empty() {
            return Ok(self);
        }
        let message = format!("{message}{}", reason(self.not_played.first()));
        Err(Refusal::new(message, help(&self)).into())
    }
}
