//! Best responses to copies of a strategy.

/// An approximate best response to copies of a strategy: a lower bound on how far these can be beaten.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BestResponse {
    /// Players at the table; all but one are copies.
    pub players: usize,
    /// How it was found.
    pub method: ResponseMethod,
    /// Games that it learned or was tuned from; those that a search played.
    pub games: u64,
    /// Share of games that it wins beyond its fair share in the place of a copy, on deals that did not choose it: from
    /// -1 to 1.
    pub gain: f64,
    /// The ends of the 95 % interval of the gain; none where the games are too few for one.
    pub interval: Option<(f64, f64)>,
}

impl BestResponse {
    /// Whether it surely wins more than a copy.
    pub fn is_sure(&self) -> bool {
        self.interval.is_some_and(|(low, _)| low > 0.0)
    }
}

/// How a best response was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ResponseMethod {
    /// It learned to beat the copies.
    Learned,
    /// Its params were tuned to beat the copies.
    Tuned,
    /// The search of this name, which learned nothing.
    Search(&'static str),
}
