use sim_delectable::rules::Delectable;
use sim_engine::{Choice, Component, Kind, Objective, Source, settings::Price};
use sim_lab::{
    Extent,
    adapt::{Budget, ContrastSetup},
    balance::{
        BalanceResult, Change, Effect, Proposal,
        goal::{Goal, GoalStatus, Range},
    },
    figure::Unit,
    price::{
        PriceRow, PriceVerdict, Prices,
        curve::{FairPrice, Trial},
        payments::{Payment, PaymentVerdict},
    },
    question::FigureSelector,
    summary::{
        AdjustedRow, ComponentSummary, Components, Course, Measures, Places, Points, Summary, UseRow,
        WinRates,
    },
};
use sim_stats::{Estimate, Interval, paired::difference};

pub fn run(players: usize) -> Summary {
    Summary {
        info: Delectable::INFO,
        objective: Objective::Wins,
        players,
        automa: None,
        games: 20_000,
        deals: 10_000,
        rates: WinRates::default(),
        scored: None,
        points: Points::default(),
        places: Places::default(),
        scores: Vec::new(),
        apart: None,
        course: Course::default(),
        components: Components::default(),
        measures: Measures::default(),
    }
}

pub fn around(value: f64, half: f64) -> Interval {
    Interval { low: value - half, high: value + half }
}

/// An estimate with the half-width of its interval. Without one there are too few deals.
pub fn estimate(value: Option<f64>, half: Option<f64>) -> Estimate {
    let note = if half.is_some() { "" } else { "fewer than 30 deals" };
    let interval = value.zip(half).map(|(value, half)| around(value, half));
    let standard_error = half.map(|half| half / 2.0);
    Estimate { n: 2000, deals: 1000, value, standard_error, interval, note, ..Estimate::MISSING }
}

pub fn counted(name: &str, kind: &str, source: Source, choice: Choice) -> ComponentSummary {
    let of_kind = Kind { name: "kind", choice, sum: None };
    ComponentSummary {
        component: Component { name: name.to_owned(), kind: kind.to_owned(), source },
        kind: Some(Box::leak(Box::new(of_kind))),
        price: None,
        uses: Vec::<UseRow>::new(),
        use_counts: Vec::new(),
        adjusted: None,
    }
}

pub fn adjusted(estimate: Estimate, p_value: f64, q_value: f64) -> AdjustedRow {
    AdjustedRow {
        list: estimate.interval,
        estimate,
        raw: None,
        comparable: Some(1.0),
        p_value: Some(p_value),
        q_value: Some(q_value),
        uniform_games: 0,
    }
}

pub fn prices(rows: Vec<PriceRow>, payments: Vec<Payment>) -> Prices {
    Prices {
        setup: ContrastSetup {
            extent: Extent { title: "", players: 2, deals: 100, seed: 1 },
            level: sim_script::Level::Champions,
            budget: Budget { games: 10, repeats: 2 },
            games: 200,
            deals: 100,
            unit: Unit::Share,
        },
        most: 200,
        tolerance: 0.02,
        rows,
        payments,
        not_played: Vec::new(),
    }
}

pub fn price_row(name: &str, verdict: PriceVerdict) -> PriceRow {
    let beyond = estimate(Some(0.03), Some(0.01));
    PriceRow {
        component: counted(name, "tool", Source::Rulebook, Choice::Chosen).component,
        price: Price { path: "tools.oven.price".to_owned(), value: 10, least: 0, most: 30 },
        used: Some(0.42),
        contrast: estimate(Some(0.02), Some(0.01)),
        worth: difference(&[], &[], 0),
        beyond,
        p_value: None,
        q_value: None,
        trials: vec![Trial { price: 10, beyond }],
        fair: FairPrice::default(),
        verdict,
    }
}

/// A component that pays `each` every time, where the median of its kind pays 8.
pub fn payment(name: &str, each: f64, verdict: PaymentVerdict) -> Payment {
    Payment {
        component: counted(name, "box", Source::Reconstructed, Choice::Outcome).component,
        unit: "money",
        times: estimate(Some(0.25), None),
        brings: estimate(Some(each / 4.0), None),
        each: estimate(Some(each), Some(0.4)),
        middle: Some(8.0),
        beyond: estimate(Some(each / 8.0 - 1.0), Some(0.05)),
        q_value: None,
        verdict,
    }
}

/// A goal of 60 to 80 plies, and proposals that reach these values. All but the first change a number.
pub fn balanced(proposals: &[(f64, GoalStatus)]) -> BalanceResult {
    let goal = Goal {
        text: "length = 60..80".to_owned(),
        figures: vec![FigureSelector { figure: Some("plies".to_owned()), ..FigureSelector::default() }],
        unit: Unit::Counted("plies"),
        range: Range { low: Some(60.0), high: Some(80.0) },
        weight: 1.0,
        is_must: false,
    };
    let change = Change {
        path: "hand_limit".to_owned(),
        from: 7,
        to: 5,
        source: Source::Rulebook,
        about: String::new(),
    };
    let proposal = |(at, (value, reached)): (usize, &(f64, GoalStatus))| Proposal {
        changes: vec![change.clone(); at.min(1)],
        seen: vec![vec![estimate(Some(*value), Some(1.0))]],
        reached: vec![*reached],
        moved: Vec::new(),
    };
    let effect =
        Effect { path: "hand_limit".to_owned(), from: 7, to: 6, figure: (0, 0), moved: -9.6, error: 0.4 };
    BalanceResult {
        info: Delectable::INFO,
        extent: Extent { title: "Delectable", players: 2, deals: 800, seed: 1 },
        level: sim_script::Level::Champions,
        learned: None,
        has_pool: true,
        tried: 100,
        games: 1600,
        goals: vec![goal],
        effects: vec![effect],
        proposals: proposals.iter().enumerate().map(proposal).collect(),
        not_played: Vec::new(),
    }
}
