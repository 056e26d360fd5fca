//! A game before its rules are fixed, as a value: one program holds any number of them, of types that are compiled in and
//! of files alike.

use std::marker::PhantomData;

use crate::{Scripted, Shipped, ShippedPanel, Vocabulary};
use sim_engine::{Info, SettingError, Settings, analysis::Analysis};

/// A game before its rules are fixed: what is said about it, what scripts may name, what comes with it.
pub trait Title: Send + Sync {
    /// The game under some rules.
    type Game: Scripted;

    /// What is said about the game.
    fn info(&self) -> &'static Info;

    /// Its name and, of a game whose rules are read at run time, the digest of their text: stored games belong to one
    /// edition.
    fn edition(&self) -> String {
        self.info().name.to_owned()
    }

    /// Everything that a script may name.
    fn vocabulary(&self) -> &'static Vocabulary;

    /// The strategy files that come with it, `default` first.
    fn shipped(&self) -> &'static [Shipped];

    /// The strong players that come with it.
    fn panel(&self) -> ShippedPanel {
        ShippedPanel::NONE
    }

    /// The written questions that come with it.
    fn experiments(&self) -> &'static [Shipped] {
        &[]
    }

    /// What it says about itself without playing.
    fn analyses(&self) -> &'static [Analysis<Self::Game>] {
        &[]
    }

    /// The rules as these settings have them, for a table of `players`.
    ///
    /// # Errors
    /// When the values contradict each other or leave no playable game.
    fn set_up(&self, settings: &Settings, players: usize) -> Result<Self::Game, SettingError>;
}

/// The title of a game whose type says all of it.
#[derive(Debug)]
pub struct Compiled<G>(PhantomData<fn() -> G>);

impl<G> Compiled<G> {
    /// The one value.
    pub const fn new() -> Compiled<G> {
        Compiled(PhantomData)
    }
}

impl<G> Default for Compiled<G> {
    fn default() -> Compiled<G> {
        Compiled::new()
    }
}

impl<G> Clone for Compiled<G> {
    fn clone(&self) -> Compiled<G> {
        *self
    }
}

impl<G> Copy for Compiled<G> {}

impl<G: Scripted> Title for Compiled<G> {
    type Game = G;

    fn info(&self) -> &'static Info {
        G::INFO
    }

    fn vocabulary(&self) -> &'static Vocabulary {
        G::VOCABULARY
    }

    fn shipped(&self) -> &'static [Shipped] {
        G::SHIPPED
    }

    fn panel(&self) -> ShippedPanel {
        G::PANEL
    }

    fn experiments(&self) -> &'static [Shipped] {
        G::EXPERIMENTS
    }

    fn analyses(&self) -> &'static [Analysis<G>] {
        G::ANALYSES
    }

    fn set_up(&self, settings: &Settings, players: usize) -> Result<G, SettingError> {
        G::new(settings, players)
    }
}
