//! Simulated runs for tests: any schedule, with games drawn by two functions.

use std::sync::Arc;

use super::{Frame, LineupStrata, Tally};
use crate::Schedule;
use sim_engine as rules;
use sim_engine::{
    BySeat, ComponentId, GameRecord, Luck, Measure, MeasureShape, Of, Purpose, Seat, Stream,
    measure::{count, histogram},
};

const KINDS: rules::Axis = rules::Axis { name: "kind", labels: &["a", "b"] };
const MEASURES: &[Measure] = &[
    Measure {
        name: "level",
        of: Of::Seat,
        unit: "steps",
        about: "",
        shape: MeasureShape::Histogram { bins: 3 },
        per: None,
    },
    Measure { name: "things", of: Of::Seat, unit: "things", about: "", shape: count(KINDS), per: None },
    Measure { name: "tokens", of: Of::Table, unit: "tokens", about: "", shape: count(KINDS), per: None },
    Measure { name: "spread", of: Of::Table, unit: "steps", about: "", shape: histogram(3), per: None },
    Measure {
        name: "odd_tokens",
        of: Of::Table,
        unit: "tokens",
        about: "",
        shape: count(KINDS),
        per: Some(2),
    },
];

/// A frame with two components, two measures of seats and three of the table.
pub fn frame(schedule: &Schedule, strategies: usize) -> Frame {
    Frame {
        players: schedule.players(),
        contenders: schedule.players(),
        strategies,
        components: 2,
        measures: MEASURES,
        ends: 1,
        points_bin: 5,
        strata: Arc::new(LineupStrata::new(schedule)),
    }
}

/// Plays a range of deals. `strength` scales the random points of a strategy. `shift` gives further points to
/// strategy 0, from the deal and a separate stream.
pub fn run(
    schedule: &Schedule,
    strategies: usize,
    deals: std::ops::Range<u64>,
    strength: impl Fn(u8) -> f64,
    shift: impl Fn(u64, &mut Stream) -> i32,
) -> Tally {
    let frame = frame(schedule, strategies);
    let players = frame.players;
    let room = rules::Frame { players, contenders: players, components: 2, measures: MEASURES };
    let mut record = GameRecord::new(room);
    let mut tally = Tally::new(&frame);
    for deal in deals {
        let luck = Luck::new(77, deal);
        let mut stream = luck.stream(Purpose::new("test.games"), 0);
        let mut own = luck.stream(Purpose::new("test.shift"), 0);
        for table in schedule.tables(deal) {
            record.clear();
            record.strategies = table;
            let mut points = BySeat::default();
            for seat in Seat::all(players) {
                points[seat] = (strength(table[seat]) * stream.unit() * 40.0) as i32;
                if table[seat] == 0 {
                    points[seat] += shift(deal, &mut own);
                }
                record.use_mut(ComponentId::new(0, 0), seat).used = stream.index(2) as u16;
                record.use_mut(ComponentId::new(0, 1), seat).offered = stream.index(4) as u16;
                record.add(0usize, 0, seat, points[seat].clamp(0, 90) / 10);
                record.add(1usize, points[seat].rem_euclid(2) as usize, seat, 1);
            }
            // A token of the first kind in every game, and one of the second in every third deal.
            record.add_to_table(2usize, 0, 1);
            record.add_to_table(2usize, 1, i32::from(deal % 3 == 0));
            record.add_to_table(3usize, 0, (deal % 5) as i32);
            record.add_to_table(4usize, 0, (deal % 2) as i32);
            record.points = points;
            for seat in Seat::all(players) {
                let better = Seat::all(players).filter(|&other| points[other] > points[seat]).count();
                record.places[seat] = 1 + better as u8;
            }
            record.plies = 20 + points[Seat(0)].unsigned_abs();
            record.decisions = 10;
            record.rounds = vec![points];
            tally.add(&record);
        }
        tally.end_deal(deal);
    }
    tally
}
