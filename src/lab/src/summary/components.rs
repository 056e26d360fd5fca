use sim_engine::{Choice, Component, Kind, Sum};
use sim_play::{
    arm::Subject,
    tally::{AdjustedEstimate, Tally, USE_COUNT_BUCKETS, UseKind, WIN},
};
use sim_stats::{Estimate, Interval, estimate::student_at, multiplicity::discovery_quantile};

use crate::pairs::{is_found, q_values};

#[derive(Debug, Clone, Default)]
pub struct Components {
    /// In the order of the box.
    pub all: Vec<ComponentSummary>,
    /// Whether users are compared across line-ups, because there are too many line-ups to stratify by.
    pub is_pooled: bool,
}

#[derive(Debug, Clone)]
pub struct ComponentSummary {
    pub component: Component,
    pub kind: Option<&'static Kind>,
    /// As printed: a price, a cost or a least bid.
    pub price: Option<i64>,
    /// By strategy (including the automa), then by event.
    pub uses: Vec<UseRow>,
    pub use_counts: Vec<UseCountRow>,
    /// `None` in solo play, where there is nobody to compare with.
    pub adjusted: Option<AdjustedRow>,
}

impl ComponentSummary {
    /// Whether players choose to use it; `None` if its kind is unknown.
    pub fn choice(&self) -> Option<Choice> {
        self.kind.map(|kind| kind.choice)
    }

    pub fn is_chosen(&self) -> bool {
        self.choice() == Some(Choice::Chosen)
    }

    /// How significantly use is associated with winning or losing: the absolute difference in standard errors.
    pub(crate) fn surety(&self) -> Option<f64> {
        let estimate = self.adjusted.as_ref()?.estimate;
        Some(estimate.value?.abs() / estimate.standard_error?.max(f64::MIN_POSITIVE))
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Event {
    /// The seat could have taken it.
    Offered,
    Taken,
    Used,
    Sum(Sum),
}

impl Event {
    pub fn word(self) -> &'static str {
        match self {
            Event::Offered => UseKind::Offered.word(),
            Event::Taken => UseKind::Taken.word(),
            Event::Used => UseKind::Used.word(),
            Event::Sum(sum) => sum.word(),
        }
    }

    pub fn unit(self) -> &'static str {
        match self {
            Event::Sum(sum) => sum.unit(),
            _ => "times",
        }
    }
}

#[derive(Debug, Clone, PartialEq)]
pub struct UseRow {
    pub strategy: String,
    pub event: Event,
    /// Per seat and game.
    pub mean: Estimate,
}

#[derive(Debug, Clone, PartialEq)]
pub struct UseCountRow {
    /// Uses by a seat in a game; the last row includes all larger numbers.
    pub uses: usize,
    /// Whether the row includes larger numbers.
    pub is_more: bool,
    /// Of the seats with this number of uses, from 0 to 1.
    pub win_rate: Estimate,
}

/// Win rate of the users of a component minus that of the others at the same table.
#[derive(Debug, Clone, PartialEq)]
pub struct AdjustedRow {
    /// Within the same strategy, seat and opponents.
    pub estimate: Estimate,
    /// Without stratification.
    pub raw: Option<f64>,
    /// Share of the variance of use within strategy, seat and opponents: 0 if these determine the use.
    pub comparable: Option<f64>,
    /// Two-sided p-value of no difference; `None` if nothing varies.
    pub p_value: Option<f64>,
    /// Over all rows of the table.
    pub q_value: Option<f64>,
    /// For a significant row: an interval adjusted for its selection from all rows.
    pub list: Option<Interval>,
    /// Games left out because everyone used it, or nobody.
    pub uniform_games: u64,
}

impl AdjustedRow {
    pub fn is_found(&self) -> bool {
        is_found(self.q_value)
    }
}

pub(super) fn components(subject: &Subject<'_>, tally: &Tally) -> Components {
    let mut adjusted = adjusted(subject, tally).into_iter();
    let counted = |(at, component): (usize, &Component)| ComponentSummary {
        component: component.clone(),
        kind: subject.kind(at),
        price: subject.prices.get(at).copied().flatten(),
        uses: uses(subject, tally, at),
        use_counts: use_counts(tally, at),
        adjusted: adjusted.next(),
    };
    Components {
        all: subject.components.iter().enumerate().map(counted).collect(),
        is_pooled: tally.layout.frame().strata.is_pooled(),
    }
}

fn uses(subject: &Subject<'_>, tally: &Tally, at: usize) -> Vec<UseRow> {
    let sum = subject.kind(at).and_then(|kind| kind.sum);
    let mut rows = Vec::new();
    for (place, name) in subject.plans().enumerate() {
        for kind in UseKind::ALL {
            let event = match (kind, sum) {
                (UseKind::Offered, _) => Event::Offered,
                (UseKind::Taken, _) => Event::Taken,
                (UseKind::Used, _) => Event::Used,
                (UseKind::Price, Some(sum)) => Event::Sum(sum),
                (UseKind::Price, None) => continue,
            };
            let sums = tally.counts.get(place, tally.layout.component_use(at, kind));
            rows.push(UseRow { strategy: name.to_owned(), event, mean: sums.count_mean(&[]) });
        }
    }
    rows
}

fn use_counts(tally: &Tally, at: usize) -> Vec<UseCountRow> {
    let row = |uses| {
        let win_rate = tally.share(tally.layout.use_count(at, uses), WIN as f64);
        UseCountRow { uses, is_more: uses == USE_COUNT_BUCKETS - 1, win_rate }
    };
    (0..USE_COUNT_BUCKETS).map(row).collect()
}

/// Why users have no comparison, if either all seats or none used the component.
pub(crate) fn note(tally: &Tally, component: usize, note: &'static str) -> &'static str {
    let seats = |bucket| tally.cells.get(tally.layout.use_count(component, bucket)).count();
    let users: u64 = (1..USE_COUNT_BUCKETS).map(seats).sum();
    match (users, seats(0)) {
        (0, 0) => note,
        (0, _) => "never used",
        (_, 0) => "used by everyone",
        _ => note,
    }
}

/// For every component; empty in solo play.
fn adjusted(subject: &Subject<'_>, tally: &Tally) -> Vec<AdjustedRow> {
    if subject.players < 2 {
        return Vec::new();
    }
    let all = tally.adjusted.estimates();
    let q_values = q_values(all.iter().map(|one| one.p_value));
    let compared = q_values.iter().flatten().count();
    let found = q_values.iter().filter(|q_value| is_found(**q_value)).count();
    let quantile = discovery_quantile(found, compared);
    let row = |(at, (one, q_value)): (usize, (AdjustedEstimate, Option<f64>))| {
        let estimate = one.estimate;
        let known = estimate.value.zip(estimate.standard_error);
        let known = known.filter(|_| is_found(q_value));
        let list = known.map(|(value, error)| {
            let half = error * student_at(quantile, estimate.degrees);
            Interval { low: value - half, high: value + half }
        });
        AdjustedRow {
            estimate: Estimate { note: note(tally, at, estimate.note), ..estimate },
            raw: one.raw,
            comparable: one.comparable,
            p_value: one.p_value,
            q_value,
            list,
            uniform_games: one.uniform_games,
        }
    };
    all.into_iter().zip(q_values).enumerate().map(row).collect()
}
