//! Best responses to a panel.

/// An approximate best response to the members of a panel: a lower bound on how far these can be beaten.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BestResponse {
    /// Players at the table; all but one are members.
    pub players: usize,
    /// How it was found.
    pub method: ResponseMethod,
    /// Games that it trained on; those that a search played.
    pub games: u64,
    /// Share of games that it wins beyond its fair share, on deals that did not choose it: from -1 to 1.
    pub gain: f64,
    /// The ends of the 95 % interval of the gain; none where the games are too few for one.
    pub interval: Option<(f64, f64)>,
}

impl BestResponse {
    /// Whether it wins significantly more than its fair share.
    pub fn is_sure(&self) -> bool {
        self.interval.is_some_and(|(low, _)| low > 0.0)
    }
}

/// How a best response was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ResponseMethod {
    /// It trained against the members.
    Trained,
    /// The search of this name, which trained against nobody.
    Search(&'static str),
}
