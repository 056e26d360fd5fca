//! Best responses to a panel.

/// An approximate best response to the members of a panel: a lower bound on their exploitability.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BestResponse {
    /// Players at the table; all but one are members.
    pub players: usize,
    /// How it was found.
    pub method: ResponseMethod,
    /// Games that it trained on, or that a search played.
    pub games: u64,
    /// Share of games that it wins beyond its fair share, from -1 to 1, on deals that did not select it.
    pub gain: f64,
    /// The 95 % confidence interval of the gain; none if there are too few games.
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
    /// Training against the members.
    Trained,
    /// The search of this name, without training.
    Search(&'static str),
}
