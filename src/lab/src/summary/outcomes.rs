use sim_engine::Seat;
use sim_play::{
    arm::Subject,
    tally::{Group, POINT_BINS, Tally, bin_start},
};
use sim_stats::Estimate;

use crate::figure::Owner;

#[derive(Debug, Clone, PartialEq)]
pub struct PointsRow {
    pub owner: Owner,
    /// In the units of the game.
    pub mean: Estimate,
}

/// Mean final points, in the order of the pool and of the seats.
#[derive(Debug, Clone, Default)]
pub struct Points {
    /// The automa follows the strategies, under its name.
    pub strategies: Vec<PointsRow>,
    /// Empty in solo play.
    pub seats: Vec<PointsRow>,
    /// Each strategy in each seat; empty in solo play.
    pub both: Vec<PointsRow>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct PlaceRow {
    pub owner: Owner,
    /// From 1; tied players share the better place.
    pub place: usize,
    /// Share of the owner's plays, from 0 to 1.
    pub share: Estimate,
}

/// Places of each owner in ascending order.
#[derive(Debug, Clone, Default)]
pub struct Places {
    pub strategies: Vec<PlaceRow>,
    /// Empty in solo play.
    pub seats: Vec<PlaceRow>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct ScoreRow {
    pub strategy: String,
    /// Lowest points of the bin; `None` for the first, which holds everything below.
    pub from: Option<f64>,
    /// Highest points of the bin; `None` for the last, which holds everything above.
    pub to: Option<f64>,
    /// Share of the strategy's plays, from 0 to 1.
    pub share: Estimate,
}

pub(super) fn of_strategies(subject: &Subject<'_>) -> Vec<(Group, Owner)> {
    let of = |(at, name): (usize, &String)| (Group::Strategy(at), Owner::Strategy(name.clone()));
    subject.strategies.iter().enumerate().map(of).collect()
}

/// Empty in solo play, which reports nothing by seat.
fn seats(subject: &Subject<'_>) -> impl Iterator<Item = Seat> {
    Seat::all(subject.players).filter(|_| subject.players > 1)
}

pub(super) fn of_seats(subject: &Subject<'_>) -> Vec<(Group, Owner)> {
    seats(subject).map(|seat| (Group::Seat(seat), Owner::Seat(seat))).collect()
}

/// Each strategy in each seat.
pub(super) fn of_both(subject: &Subject<'_>) -> Vec<(Group, Owner)> {
    let of = |(at, name): (usize, &String)| {
        let name = name.clone();
        seats(subject)
            .map(move |seat| (Group::StrategySeat(at, seat), Owner::StrategyInSeat(name.clone(), seat)))
    };
    subject.strategies.iter().enumerate().flat_map(of).collect()
}

pub fn points(subject: &Subject<'_>, tally: &Tally) -> Points {
    let rows = |groups: Vec<(Group, Owner)>| -> Vec<PointsRow> {
        let row = |(group, owner)| {
            let mean = tally.mean(tally.layout.points(group)).scaled(subject.points_scale());
            PointsRow { owner, mean }
        };
        groups.into_iter().map(row).collect()
    };
    let mut strategies = of_strategies(subject);
    strategies.extend(subject.automa.map(|name| (Group::Automa, Owner::Strategy(name.to_owned()))));
    Points { strategies: rows(strategies), seats: rows(of_seats(subject)), both: rows(of_both(subject)) }
}

pub(super) fn places(subject: &Subject<'_>, tally: &Tally) -> Places {
    let rows = |groups: Vec<(Group, Owner)>| -> Vec<PlaceRow> {
        let of = |(group, owner): (Group, Owner)| {
            let row = move |place| {
                let share = tally.share(tally.layout.place(group, place), 1.0);
                PlaceRow { owner: owner.clone(), place, share }
            };
            (1..=tally.layout.frame().contenders).map(row)
        };
        groups.into_iter().flat_map(of).collect()
    };
    Places { strategies: rows(of_strategies(subject)), seats: rows(of_seats(subject)) }
}

pub(super) fn scores(subject: &Subject<'_>, tally: &Tally) -> Vec<ScoreRow> {
    let plans = tally.layout.frame().plans();
    let sums = |plan: usize, bin: usize| tally.counts.get(plan, tally.layout.point_bin(bin));
    let is_met = |bin: &usize| (0..plans).any(|plan| sums(plan, *bin).total() > 0);
    let Some((first, last)) = (0..POINT_BINS).find(is_met).zip((0..POINT_BINS).rfind(is_met)) else {
        return Vec::new();
    };
    let (width, scale) = (subject.info.points_bin, subject.points_scale());
    let points = |parts: i32| f64::from(parts) * scale;
    let row = |plan: usize, name: &str, bin: usize| {
        let from = bin_start(bin, width);
        ScoreRow {
            strategy: name.to_owned(),
            from: (bin > 0).then(|| points(from)),
            to: (bin < POINT_BINS - 1).then(|| points(from + width - 1)),
            share: sums(plan, bin).share(1.0, &[]),
        }
    };
    let of_plan = |(plan, name): (usize, &str)| -> Vec<ScoreRow> {
        (first..=last).map(|bin| row(plan, name, bin)).collect()
    };
    subject.plans().enumerate().flat_map(of_plan).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use sim_delectable::rules::Delectable;
    use sim_engine::{Component, Info};
    use sim_play::{Schedule, tally::testing};

    /// Points are uniform below 40 for `a` and below 80 for `b`, in bins of 5: eight equally frequent bins for `a`,
    /// sixteen for `b`. A shift puts a tenth of the games of `a` below all bins.
    #[test]
    fn points_are_spread_as_they_were_drawn() {
        let schedule = Schedule::pool(2, 2).unwrap();
        let shift = |deal: u64, _: &mut _| if deal.is_multiple_of(10) { -1000 } else { 0 };
        let tally = testing::run(&schedule, 2, 0..4000, |strategy| 1.0 + f64::from(strategy), shift);
        let measures = testing::frame(&schedule, 2).measures;
        let info = Info { measures, points_scale: 2, points_bin: 5, ..*Delectable::INFO };
        let components: [Component; 0] = [];
        let subject = Subject {
            info: Box::leak(Box::new(info)),
            objective: sim_engine::Objective::Wins,
            players: 2,
            strategies: ["a", "b"].map(str::to_owned).into(),
            automa: None,
            components: &components,
            prices: Vec::new(),
        };
        let rows = scores(&subject, &tally);
        let share = |name: &str, from: Option<f64>| {
            let row = rows.iter().find(|row| row.strategy == name && row.from == from).unwrap();
            (row.share.value.unwrap(), row.to, row.share.n)
        };
        // Two strategies with 32 bins each, from the lowest to the sixteenth above 0.
        assert_eq!(rows.len(), 2 * 32);
        assert_eq!(share("a", None), (0.1, Some(-37.5 - 0.5), 8000));
        assert_eq!(share("b", None).0, 0.0);
        for bin in 0..16 {
            let from = Some(f64::from(bin) * 2.5);
            let a = if bin < 8 { 0.9 / 8.0 } else { 0.0 };
            assert!((share("a", from).0 - a).abs() < 0.02, "{bin}: {:?}", share("a", from));
            assert!((share("b", from).0 - 1.0 / 16.0).abs() < 0.02, "{bin}: {:?}", share("b", from));
            assert_eq!(share("b", from).1, from.map(|from| from + 2.0));
        }
        let sum: f64 = rows.iter().filter_map(|row| row.share.value).sum();
        assert!((sum - 2.0).abs() < 1e-9, "{sum}");
    }
}
