//! A game before its rules are fixed, as a value. One program holds any number of titles, both compiled in and
//! read from files.

use crate::{Scripted, Shipped, ShippedPanel, Vocabulary};
use sim_engine::{Info, SettingError, Settings, analysis::Analysis};

/// A game before its rules are fixed: its description, its vocabulary and the files that come with it.
pub trait Title: Send + Sync {
    /// The game under fixed rules.
    type Game: Scripted;

    /// The description of the game.
    fn info(&self) -> &'static Info;

    /// The name of the game. If its rules are read at run time, also the digest of their text, because stored
    /// games belong to one edition.
    fn edition(&self) -> String {
        self.info().name.to_owned()
    }

    /// Everything that a script may name.
    fn vocabulary(&self) -> &'static Vocabulary;

    /// The shipped strategy files, `default` first.
    fn shipped(&self) -> &'static [Shipped];

    /// The shipped panel of strong players.
    fn panel(&self) -> ShippedPanel {
        ShippedPanel::NONE
    }

    /// The shipped experiments (written questions).
    fn experiments(&self) -> &'static [Shipped] {
        &[]
    }

    /// Analyses of the rules that need no games.
    fn analyses(&self) -> &'static [Analysis<Self::Game>] {
        &[]
    }

    /// The game under these settings, for `players` players.
    ///
    /// # Errors
    /// When the values contradict each other or leave no playable game.
    fn set_up(&self, settings: &Settings, players: usize) -> Result<Self::Game, SettingError>;
}

/// The title of a game that is compiled in. Its crate declares it as a static.
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
    /// A title without strong players, experiments or analyses.
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

/// Builds the [`CompiledTitle`] of a game whose build script gathers its strategies, strong players and
/// experiments. Arguments: the game type, which has `INFO` and `new`, and its vocabulary.
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
