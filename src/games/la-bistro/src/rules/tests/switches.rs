//! Every ruling with a parameter: one position, and its result under each value.

use super::super::{
    LaBistro,
    action::Action,
    chart::FACES,
    option,
    state::{Phase, Public},
};
use super::{
    Decision, bid, cuisine, diners, engage, hire, install, legal, offer, open, play, post, row, settings,
    shown, state, with,
};
use crate::TITLE;
use sim_engine::{game::Game, seat::Seat};

const PASS: Action = Action::Pass;
const CUBE: u8 = option::PROPERTY;
const JOBS: u8 = option::JOBS;
const TIME: u8 = option::TIME;

/// A ruling, two of its values, a function that plays a position and returns a number, and the two results.
type Case = (&'static str, [&'static str; 2], fn(&LaBistro) -> i32, [i32; 2]);

const CASES: &[Case] = &[
    ("hired_die", ["supply", "aside"], unused_after_a_hire, [1, 0]),
    ("decliner_bids", ["true", "false"], bidders_after_one_declined, [0b111, 0b110]),
    ("spare_cube", ["illegal", "idle"], |rules| may(rules, CUBE, &two_houses(rules)), [0, 1]),
    ("opening_decline", ["true", "false"], may_decline_at_the_opening, [1, 0]),
    ("spare_chef", ["illegal", "idle"], |rules| may(rules, option::CHEF, &super::table(rules)), [0, 1]),
    ("stale_price", ["drop", "illegal"], choices_after_a_stale_price, [1 + 8, 3]),
    ("auction_pays", ["bid-and-list", "bid"], money_after_an_auction, [30 - 4 - 5, 30 - 5]),
    ("opening_bid", ["0", "2"], |rules| rules.limits(&auction(rules), Decision::JobBid, Seat(0)).min, [0, 2]),
    ("raise", ["1", "3"], bid_that_wins, [4, 6]),
    ("employer_pays", ["true", "false"], money_of_a_defender, [20 - 7, 20]),
    ("own_unique", ["illegal", "move"], places_for_ones_own, [0, 1]),
    ("fame_ranking", ["dense", "competition"], |rules| fame(rules, [5, 5, 3], 0)[2], [2, 1]),
    ("fame_empty", ["false", "true"], |rules| fame(rules, [5, 3, 0], 0)[2], [0, 1]),
    // Box 12 is gold: an even split of 5 pays 3.
    ("split_gold", ["0", "2"], |rules| share_on(rules, 12), [3, 3 + 2]),
    ("split_increase", ["false", "true"], |rules| share_on(rules, 12), [3, 5]),
    ("short_interest", ["partial", "none"], money_after_short_interest, [0, 2]),
    ("tie", ["shared", "drawn"], first_places, [2, 1]),
    ("loans_seen", ["open", "hidden"], loans_seen, [3, -1]),
    ("renovation_limit", ["past", "reached"], is_open_at_its_space, [1, 0]),
    ("proximity", ["borders", "numbers"], |rules| rules.supplies.steps[0][3].into(), [1, 3]),
    ("conditional_novelty", ["lost", "kept"], novelty_without_its_condition, [10, 13]),
    ("void_bid", ["lost", "returned"], money_after_a_void_bid, [10 - 8, 10]),
    ("unique_uses", ["any", "once"], uniques_left, [1, 0]),
    ("auction_order", ["recomputed", "fixed"], opener_after_a_transfer, [2, 1]),
    ("renovation_copies", ["0", "1"], is_on_sale_again, [1, 0]),
    ("fame", ["adds", "replaces"], |rules| fame(rules, [5, 3, 2], 4)[1], [4 + 2, 2]),
    ("outbid_opener", ["at-once", "after"], opener_after_an_overbid, [0, 1]),
];

#[test]
fn every_reading_of_every_ruling_makes_its_difference() {
    for (ruling, readings, position, answers) in CASES {
        for (reading, answer) in readings.iter().zip(answers) {
            assert_eq!(position(&with(&TITLE, 3, &[(ruling, reading)])), *answer, "{ruling} = {reading}");
        }
    }
}

#[test]
fn every_ruling_has_its_case() {
    let entries = settings(&TITLE).entries();
    let rulings: Vec<&str> = entries
        .iter()
        .filter(|entry| entry.rule.starts_with("LB-A"))
        .map(|entry| entry.path.as_str())
        .collect();
    assert_eq!(rulings.len(), CASES.len());
    for (ruling, [usual, _], ..) in CASES {
        assert!(rulings.contains(ruling), "{ruling}");
        let entry = entries.iter().find(|entry| entry.path == *ruling).unwrap();
        assert_eq!(entry.value, *usual, "{ruling}");
    }
}

fn two_houses(rules: &LaBistro) -> Public {
    let mut table = diners(rules, &[30, 30, 30]);
    open(rules, &mut table, 0, "canal-street", None);
    table
}

/// Whether the first seat may show an option.
fn may(rules: &LaBistro, option: u8, table: &Public) -> i32 {
    (rules.open_options(table, Seat(0)) >> option & 1).into()
}

/// Returns the first auction among three choosers at the Jobs Board: a waitron for 5, a food runner for 1.
fn auction(rules: &LaBistro) -> Public {
    let mut table = diners(rules, &[30, 20, 10]);
    post(rules, &mut table, &["waitron", "food-runner"]);
    shown(rules, table, &[JOBS; 3], 0).0.table
}

fn unused_after_a_hire(rules: &LaBistro) -> i32 {
    let mut table = diners(rules, &[30, 30, 30]);
    post(rules, &mut table, &["waitron"]);
    let before = rules.unused_dice(&table);
    let (mut state, _) = shown(rules, table, &[JOBS, TIME, TIME], 0);
    play(rules, &mut state, &[(0, hire(rules, 0, "waitron"))]);
    (rules.unused_dice(&state.table) - before) as i32
}

fn bidders_after_one_declined(rules: &LaBistro) -> i32 {
    let mut table = super::table(rules);
    table.money = [40, 30, 20, 0, 0, 0];
    let (mut state, _) = shown(rules, table, &[CUBE; 3], 0);
    play(rules, &mut state, &[(0, PASS), (1, offer(rules, "rail-street"))]);
    state.table.auction.bidders.into()
}

fn may_decline_at_the_opening(rules: &LaBistro) -> i32 {
    let mut table = super::table(rules);
    table.round = 0;
    let (state, _) = shown(rules, table, &[CUBE; 3], 0);
    let choices = legal(rules, &state);
    // Any of the 18 buildings, the cheapest among them.
    assert!(choices.contains(&offer(rules, "depot-street")));
    choices.len() as i32 - 18
}

fn choices_after_a_stale_price(rules: &LaBistro) -> i32 {
    let mut table = super::table(rules);
    open(rules, &mut table, 0, "canal-street", Some(("steak", 7)));
    open(rules, &mut table, 0, "elm-street", None);
    let (mut state, _) = shown(rules, table, &[option::CHEF, TIME, TIME], 0);
    play(rules, &mut state, &[(0, Action::Cuisine { slot: 0, cuisine: cuisine("fast-food") })]);
    // `drop`: a price of either restaurant, 1 to 3 and 1 to 5, or none. `illegal`: a new price, 1 to 3.
    legal(rules, &state).len() as i32
}

fn money_after_an_auction(rules: &LaBistro) -> i32 {
    let mut state = state(auction(rules));
    // Bids from 0: 0, 1, 2, 3, 4. Bids from 1, the lowest list price on offer: 1, 2, 3, 4, 5.
    let limits = if state.table.auction.least == 0 { [4, 3] } else { [5, 4] };
    play(rules, &mut state, &[(0, bid(limits[0])), (1, bid(limits[1])), (2, PASS)]);
    play(rules, &mut state, &[(0, hire(rules, 0, "waitron"))]);
    state.table.money[0]
}

/// Raises of 1 from 0: 0, 1, 2, 3, 4. Raises of 3 from -1: 2, the rival's limit of 3, 6.
fn bid_that_wins(rules: &LaBistro) -> i32 {
    let mut state = state(auction(rules));
    play(rules, &mut state, &[(0, bid(9)), (1, bid(3)), (2, PASS)]);
    30 - state.table.money[0]
}

fn money_of_a_defender(rules: &LaBistro) -> i32 {
    let mut table = diners(rules, &[30, 20, 10]);
    engage(rules, &mut table, 1, "head-chef");
    post(rules, &mut table, &["head-chef"]);
    let (mut state, _) = shown(rules, table, &[JOBS, TIME, TIME], 0);
    play(rules, &mut state, &[(0, hire(rules, 0, "head-chef")), (0, bid(6)), (1, bid(9))]);
    state.table.money[1]
}

fn places_for_ones_own(rules: &LaBistro) -> i32 {
    let mut table = two_houses(rules);
    engage(rules, &mut table, 0, "head-chef");
    post(rules, &mut table, &["head-chef"]);
    (0..2).map(|slot| rules.hireable(&table, Seat(0), slot).count_ones() as i32).sum()
}

/// Fame after a turn with these dice; every restaurant begins with `before`.
fn fame(rules: &LaBistro, dice: [u8; 3], before: u16) -> [i32; 3] {
    let mut table = diners(rules, &[30, 30, 30]);
    for (seat, dice) in dice.into_iter().enumerate() {
        let house = &mut table.restaurants[seat][0];
        (house.cuisine, house.price, house.dice, house.fame) = (0, 4, dice, before);
    }
    rules.finish(&mut table, &mut |_| {});
    [0, 1, 2].map(|seat: usize| table.restaurants[seat][0].fame.into())
}

/// Share of one of two equal restaurants in a box, with a price of 5 and a Price Increase of 4.
fn share_on(rules: &LaBistro, number: u8) -> i32 {
    let mut table = super::table(rules);
    for (seat, street) in ["court-street", "market-street"].into_iter().enumerate() {
        open(rules, &mut table, seat as u8, street, Some(("american", 5)));
    }
    table.increase = 4;
    let mut faces = [0; FACES];
    faces[usize::from(number - 1) % FACES] = 15;
    let mut paid = 0;
    rules.seat_diners(&mut table, &faces, &mut |event| match event {
        super::Event::Shared { square, seat: Seat(0), paid: share, .. }
            if square.row() + 1 == usize::from(number) =>
        {
            paid = share
        }
        _ => {}
    });
    paid
}

fn money_after_short_interest(rules: &LaBistro) -> i32 {
    let mut table = super::table(rules);
    (table.money[0], table.loans[0]) = (2, 3);
    rules.finish(&mut table, &mut |_| {});
    table.money[0]
}

fn first_places(rules: &LaBistro) -> i32 {
    let mut table = super::table(rules);
    table.money = [30, 30, 20, 0, 0, 0];
    table.final_lots = [1, 2, 0, 0, 0, 0];
    let places = rules.outcome(&state(table)).places;
    places.0[..3].iter().filter(|&&place| place == 1).count() as i32
}

fn loans_seen(rules: &LaBistro) -> i32 {
    let mut table = super::table(rules);
    table.loans[1] = 3;
    rules.observe(&state(table), Seat(0)).loans(Seat(1)).map_or(-1, i32::from)
}

fn is_open_at_its_space(rules: &LaBistro) -> i32 {
    let mut table = super::table(rules);
    table.time = 4;
    (rules.open_renovations(&table) >> row(rules, "new-kitchen") & 1) as i32
}

fn novelty_without_its_condition(rules: &LaBistro) -> i32 {
    let mut table = super::table(rules);
    let house = open(rules, &mut table, 0, "beach-walk", Some(("asian", 4)));
    house.install(rules, row(rules, "sushi-boats").into());
    house.cuisine = cuisine("american");
    house.add_up(rules);
    house.novelty(rules.variant.novelty_start).into()
}

fn money_after_a_void_bid(rules: &LaBistro) -> i32 {
    let mut table = diners(rules, &[10, 9, 8]);
    post(rules, &mut table, &["waitron"]);
    let (mut state, _) = shown(rules, table, &[JOBS, JOBS, TIME], 0);
    play(rules, &mut state, &[(0, bid(8)), (1, bid(7)), (0, PASS)]);
    state.table.money[0]
}

fn uniques_left(rules: &LaBistro) -> i32 {
    let mut table = diners(rules, &[30, 20, 10]);
    post(rules, &mut table, &["head-chef", "head-chef"]);
    let (mut state, _) = shown(rules, table, &[JOBS, TIME, TIME], 0);
    play(rules, &mut state, &[(0, hire(rules, 0, "head-chef"))]);
    rules.on_offer(&state.table).count_ones() as i32
}

fn opener_after_a_transfer(rules: &LaBistro) -> i32 {
    let mut table = diners(rules, &[40, 20, 19]);
    engage(rules, &mut table, 2, "head-chef");
    post(rules, &mut table, &["head-chef", "waitron"]);
    let (mut state, _) = shown(rules, table, &[JOBS; 3], 0);
    // The third seat, the employer, lets the chef go for half of 6 and has 22.
    let script =
        [(0, bid(0)), (1, PASS), (2, PASS), (0, hire(rules, 0, "head-chef")), (0, bid(6)), (2, PASS)];
    play(rules, &mut state, &script);
    assert_eq!(state.table.money[..3], [34, 20, 22]);
    state.table.auction.opener.0.into()
}

fn is_on_sale_again(rules: &LaBistro) -> i32 {
    let table = diners(rules, &[30, 20, 10]);
    let (mut state, _) = shown(rules, table, &[option::RENOVATIONS, TIME, TIME], 0);
    play(rules, &mut state, &[(0, install(rules, 0, "artwork"))]);
    rules.begin_round(&mut state.table);
    (rules.installable(&state.table, Seat(1), 0) >> row(rules, "artwork") & 1) as i32
}

fn opener_after_an_overbid(rules: &LaBistro) -> i32 {
    let mut table = super::table(rules);
    table.money = [40, 30, 20, 0, 0, 0];
    let (mut state, _) = shown(rules, table, &[CUBE; 3], 0);
    let script = [(0, offer(rules, "rail-street")), (0, bid(8)), (1, PASS), (2, bid(9))];
    play(rules, &mut state, &script);
    let Phase::Ask(seat, Decision::Building) = state.table.phase else { panic!("{:?}", state.table.phase) };
    seat.0.into()
}
