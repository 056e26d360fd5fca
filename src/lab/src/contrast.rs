use sim_play::arm::{Arm, Arms, NamedArm};

use crate::{
    Error, Refusal,
    not_played::{NotPlayed, WhyNot, reason},
};

/// Name of a baseline under the current rules, which may be changed ones.
pub const CURRENT: &str = "as it is";
/// Name of a baseline under the printed rules.
pub const PRINTED: &str = "printed";

/// A baseline, and an arm for every change of it that yields a playable game.
pub struct ContrastArms<C> {
    pub arms: Arms,
    /// The changes of the arms after the baseline.
    pub changes: Vec<C>,
    pub not_played: Vec<NotPlayed>,
}

impl<C> ContrastArms<C> {
    /// # Errors
    /// If opening an arm failed for a reason other than its change.
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
    /// If no change yields a playable game: `message`, with the reason of the first change.
    pub fn or_refuse(self, message: &str, help: impl FnOnce(&Self) -> String) -> Result<Self, Error> {
        if !self.changes.is_empty() {
            return Ok(self);
        }
        let message = format!("{message}{}", reason(self.not_played.first()));
        Err(Refusal::new(message, help(&self)).into())
    }
}
