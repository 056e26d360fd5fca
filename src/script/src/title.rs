//! A game before its rules are fixed, as a value: one program holds any number of them, of types that are compiled in and
//! of files alike.

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

/// The title of a game that is compiled in: a crate declares it as a static.
///
/// ```ignore
/// pub static TITLE: CompiledTitle<Pig> = CompiledTitle {
///     experiments: include!(concat!(env!("OUT_DIR"), "/experiments.rs")),
///     ..CompiledTitle::new(Pig::INFO, &VOCABULARY, include!(concat!(env!("OUT_DIR"), "/strategies.rs")), Pig::new)
/// };
/// ```
pub struct CompiledTitle<G: 'static> {
    /// See [`Title::info`].
    pub info: &'static Info,
    /// See [`Title::vocabulary`].
    pub vocabulary: &'static Vocabulary,
    /// See [`Title::shipped`].
    pub shipped: &'static [Shipped],
    /// See [`Title::panel`].
    pub panel: ShippedPanel,
    /// See [`Title::experiments`].
    pub experiments: &'static [Shipped],
    /// See [`Title::analyses`].
    pub analyses: &'static [Analysis<G>],
    /// See [`Title::set_up`].
    pub set_up: fn(&Settings, usize) -> Result<G, SettingError>,
}

impl<G> CompiledTitle<G> {
    /// A game without strong players, written questions and analyses.
    pub const fn new(
        info: &'static Info,
        vocabulary: &'static Vocabulary,
        shipped: &'static [Shipped],
        set_up: fn(&Settings, usize) -> Result<G, SettingError>,
    ) -> CompiledTitle<G> {
        CompiledTitle {
            info,
            vocabulary,
            shipped,
            panel: ShippedPanel::NONE,
            experiments: &[],
            analyses: &[],
            set_up,
        }
    }
}

/// The [`CompiledTitle`] of a game whose build script gathers its strategies, strong players and written questions: the
/// game, which has `INFO` and `new`, and its vocabulary.
#[macro_export]
macro_rules! title {
    ($game:ty, $vocabulary:expr) => {
        $crate::CompiledTitle {
            panel: include!(concat!(env!("OUT_DIR"), "/panel.rs")),
            experiments: include!(concat!(env!("OUT_DIR"), "/experiments.rs")),
            ..$crate::CompiledTitle::new(
                <$game>::INFO,
                $vocabulary,
                include!(concat!(env!("OUT_DIR"), "/strategies.rs")),
                <$game>::new,
            )
        }
    };
}
pub use title;

impl<G> Clone for CompiledTitle<G> {
    fn clone(&self) -> CompiledTitle<G> {
        *self
    }
}

impl<G> Copy for CompiledTitle<G> {}

impl<G: Scripted> Title for CompiledTitle<G> {
    type Game = G;

    fn info(&self) -> &'static Info {
        self.info
    }

    fn vocabulary(&self) -> &'static Vocabulary {
        self.vocabulary
    }

    fn shipped(&self) -> &'static [Shipped] {
        self.shipped
    }

    fn panel(&self) -> ShippedPanel {
        self.panel
    }

    fn experiments(&self) -> &'static [Shipped] {
        self.experiments
    }

    fn analyses(&self) -> &'static [Analysis<G>] {
        self.analyses
    }

    fn set_up(&self, settings: &Settings, players: usize) -> Result<G, SettingError> {
        (self.set_up)(settings, players)
    }
}
