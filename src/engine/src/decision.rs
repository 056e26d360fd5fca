//! The decisions of a game: the name of each and the shape of its answer.

crate::labels! {
    /// How an answer to a decision is built.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Shape {
        /// One action of a list of at most [`MAX_ACTIONS`].
        List = "list",
        /// A whole number within limits, possibly a pass.
        Amount = "amount",
        /// A set, assignment or meal built of micro-actions in canonical order: every result has
        /// exactly one chain, every offered prefix can be completed, and the action that ends the
        /// chain is legal only when the result is complete.
        Chain = "chain",
    }
}

/// The most actions a list, or one step of a chain, may offer.
pub const MAX_ACTIONS: usize = 256;

/// The name and the shape of a decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DecisionInfo {
    /// The name after `on.` in a strategy file.
    pub name: &'static str,
    /// How its answer is built.
    pub shape: Shape,
}

/// Declares the decisions of a game: an enum, with the [`DecisionInfo`] of its variants as `LIST`.
///
/// ```
/// use sim_engine::{Shape, decision::decisions};
///
/// decisions! {
///     /// Each decision has the name that strategies use for it, and the shape of its answer.
///     pub enum Decision {
///         Stake = "stake" Amount,
///         Dive = "dive" List,
///     }
/// }
///
/// assert_eq!(Decision::LIST[0].name, "stake");
/// assert_eq!(Decision::LIST[1].shape, Shape::List);
/// ```
#[macro_export]
macro_rules! decisions {
    (@shape $text:literal) => {
        ::std::compile_error!(::std::concat!(
            "how is `", $text, "` answered? Write `List`, `Amount` or `Chain` behind its name"
        ))
    };
    (@shape $text:literal $shape:ident) => { $crate::Shape::$shape };
    ($(#[$meta:meta])* $vis:vis enum $name:ident {
        $($(#[$about:meta])* $variant:ident = $text:literal $($shape:ident)?),+ $(,)?
    }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        $vis enum $name { $($(#[$about])* $variant),+ }

        impl $name {
            /// The name and the shape of each decision, in the order of the enum.
            pub const LIST: &'static [$crate::DecisionInfo] = &[
                $($crate::DecisionInfo { name: $text, shape: $crate::decisions!(@shape $text $($shape)?) }),+
            ];
        }

        impl $crate::Listed for $name {
            #[inline]
            fn index(self) -> usize {
                self as usize
            }
        }
    };
}
pub use decisions;
