//! The expected income against sampled Payouts rounds, and predicted changes against changes made.

use super::outlook::{Face, Outlook, Seats};
use crate::TITLE;
use crate::rules::{
    Action, Decision, Event, Gain, LaBistro, Phase, Restaurant, State, analyses::dice::hit_chance,
    chart::Colour, components::NONE, option,
};
use sim_engine::{Game, Luck, Node, Offer, Seat, settings};
use sim_play::laws::curious::{ask_strategy, feature_value, reading_script};
use sim_script::played::{row, with};
use sim_script::{Strategy, Why, library};

fn settings() -> settings::Settings {
    settings::parse("data.toml", LaBistro::INFO.data_file).unwrap()
}

/// Returns rules in which no restaurant fills up, so that the best restaurant on a box gets every die.
fn roomy(players: usize) -> LaBistro {
    let mut settings = settings();
    let streets: Vec<String> = settings.table("buildings").rows.iter().map(|row| row.id.clone()).collect();
    for street in streets {
        settings.set(&format!("buildings.{street}.capacity"), "15").unwrap();
    }
    settings.set("large_capacity", "15").unwrap();
    LaBistro::new(&settings, players).unwrap()
}

/// Returns the states before the dice of Payouts rounds are rolled, in games played at random.
fn before_payouts(game: &LaBistro, deals: std::ops::Range<u64>) -> Vec<State> {
    states(game, deals, |phase| phase == Phase::Payouts)
}

/// Returns the states in some phases, in games played at random.
fn states(game: &LaBistro, deals: std::ops::Range<u64>, wanted: impl Fn(Phase) -> bool) -> Vec<State> {
    let mut states = Vec::new();
    let mut legal = Vec::new();
    for deal in deals {
        let luck = Luck::new(21, deal);
        let mut state = game.deal(&luck, &mut |_| {});
        let mut stream = luck.imagination(0);
        loop {
            if wanted(state.table.phase) {
                states.push(state);
            }
            match game.node(&state) {
                Node::Terminal => break,
                Node::Chance => {
                    game.apply_chance(&mut state, &luck, &mut |_| {});
                }
                Node::Decision { .. } => {
                    legal.clear();
                    let action = match game.legal(&state, &mut legal) {
                        Offer::Actions => Some(legal[stream.index(legal.len())]),
                        Offer::Amount(limits) => {
                            let is_open = limits.max >= limits.min && stream.below(3) > 0;
                            game.amount_action((is_open || !limits.may_pass).then_some(limits.min))
                        }
                    };
                    game.apply(&mut state, action.unwrap(), &mut |_| {});
                }
            }
        }
    }
    states
}

/// Computes the expected income and dice of a seat from the chart, box by box. Every die goes to the best
/// restaurant on its box.
fn box_by_box(game: &LaBistro, state: &State, seat: usize) -> (f64, [f64; 2]) {
    let table = &state.table;
    let open: Vec<(usize, usize)> = (0..game.players)
        .flat_map(|seat| [(seat, 0), (seat, 1)])
        .filter(|&(seat, slot)| table.restaurants[seat][slot].is_eligible())
        .collect();
    let mut income = 0.0;
    let mut dice = [0.0; 2];
    for (square, lines) in game.chart.squares.iter().enumerate() {
        let key =
            |&(seat, slot): &(usize, usize)| game.standing(&table.restaurants[seat][slot]).on(&lines.numbers);
        let best = open.iter().map(key).max();
        let winners: Vec<_> = open.iter().filter(|house| Some(key(house)) == best).collect();
        let chance = hit_chance(square);
        let gold = f64::from(u8::from(lines.colour == Colour::Gold));
        for (_, slot) in winners.iter().filter(|house| house.0 == seat) {
            let price = f64::from(table.restaurants[seat][*slot].price);
            let increase = f64::from(table.increase);
            income += chance
                * match winners.len() {
                    1 => price + increase + gold * f64::from(game.variant.gold_bonus),
                    sharers => {
                        let shared = if game.variant.split_increase { price + increase } else { price };
                        (shared / sharers as f64).ceil() + gold * f64::from(game.variant.split_gold)
                    }
                };
            if winners.len() == 1 {
                dice[*slot] += chance;
            }
        }
    }
    (income, dice)
}

#[test]
fn the_expected_income_is_the_sum_over_the_boxes() {
    let mut settings = settings();
    for changes in [
        [("split_gold", "0"), ("split_increase", "false")],
        [("split_gold", "3"), ("split_increase", "true")],
    ] {
        for (path, value) in changes {
            settings.set(path, value).unwrap();
        }
        let game = LaBistro::new(&settings, 4).unwrap();
        // Each seat keeps its outlook from state to state, as in a game.
        let mut outlooks: Vec<Outlook> = (0..4).map(|_| Outlook::new(&game)).collect();
        let mut owners = 0;
        for state in
            states(&game, 0..25, |phase| matches!(phase, Phase::Ask(_, Decision::Option) | Phase::Payouts))
        {
            if state.table.is_opening() {
                outlooks.iter_mut().for_each(|outlook| *outlook = Outlook::new(&game));
            }
            for (seat, outlook) in outlooks.iter_mut().enumerate() {
                outlook.renew(game.observe(&state, Seat(seat as u8)));
                let now = outlook.now();
                let (income, dice) = box_by_box(&game, &state, seat);
                assert!((now.income - income).abs() < 1e-9, "{now:?} against {income}");
                assert!((0..2).all(|slot| (now.dice[slot] - dice[slot]).abs() < 1e-9));
                owners += usize::from(dice[0] > 0.0 && dice[1] > 0.0);
            }
        }
        assert!(owners > 100, "{owners} seats with two restaurants");
    }
}

#[test]
fn the_expected_income_is_the_mean_of_sampled_payouts() {
    let game = roomy(3);
    let states = before_payouts(&game, 0..8);
    // The seat keeps its outlook from state to state, as in a game.
    let mut outlook = Outlook::new(&game);
    for state in &states {
        let seen = game.observe(state, Seat(0));
        outlook.renew(seen);
        let now = outlook.now();
        let mut fresh = Outlook::new(&game);
        fresh.renew(seen);
        assert_eq!(fresh.now(), now);
        let rounds = 3000;
        let (mut sum, mut squares) = (0.0, 0.0);
        for sample in 0..rounds {
            let mut paid_out = 0;
            game.apply_chance(&mut state.clone(), &Luck::new(77, sample), &mut |event| match event {
                Event::Diner { seat: Some(Seat(0)), paid, .. }
                | Event::Shared { seat: Seat(0), paid, .. } => {
                    paid_out += paid;
                }
                _ => {}
            });
            let income = f64::from(paid_out);
            sum += income;
            squares += income * income;
        }
        let n = rounds as f64;
        let mean = sum / n;
        let error = ((squares / n - mean * mean).max(0.0) / n).sqrt();
        assert!((mean - now.income).abs() < 5.0 * error + 1e-9, "{mean} +- {error} against {now:?}");
    }
    assert_eq!(states.len(), 8 * 4);
}

#[test]
fn a_change_weighed_is_the_change_made() {
    let game = LaBistro::new(&settings(), 4).unwrap();
    let mut changes = 0;
    for state in &before_payouts(&game, 0..6) {
        for (seat, slot) in (0..4).flat_map(|seat| [(seat, 0), (seat, 1)]) {
            let house = state.table.restaurants[seat][slot];
            if !house.stands() {
                continue;
            }
            let mut outlook = Outlook::new(&game);
            let seen = game.observe(state, Seat(seat as u8));
            outlook.renew(seen);
            for (cuisine, price, quality) in
                [(0, 4, 0), (1, 8, 4), (2, 1, 12), (2, house.price.max(1), 1), (NONE, 2, 3)]
            {
                let mut changed = *state;
                let other = &mut changed.table.restaurants[seat][slot];
                (other.cuisine, other.price, other.quality) = (cuisine, price, quality);
                let weighed = outlook.with(&game, slot, &Face::of(&game, other));
                let mut made = Outlook::new(&game);
                made.renew(game.observe(&changed, Seat(seat as u8)));
                let made = made.now();
                assert_eq!(weighed, made);
                changes += 1;
            }
        }
    }
    assert!(changes > 50, "{changes} changes");
}

#[test]
fn an_outlook_that_goes_on_sees_what_a_fresh_one_sees() {
    let game = LaBistro::new(&settings(), 4).unwrap();
    let mut outlooks: Vec<Outlook> = (0..4).map(|_| Outlook::new(&game)).collect();
    // The last two are out of the range of the lookup table.
    let ratings = [[1, 0, 0, 0], [0, 3, 0, 0], [2, 0, 0, 1], [1, 2, 4, 5], [0, -1, 2, 0], [0, 0, 9, 0]];
    let (mut raised, mut nothing) = (0, 0);
    // Outlooks are also kept from deal to deal: they need no signal that a game is over.
    for state in
        states(&game, 0..12, |phase| matches!(phase, Phase::Ask(_, Decision::Option) | Phase::Payouts))
    {
        for (seat, outlook) in outlooks.iter_mut().enumerate() {
            let seen = game.observe(&state, Seat(seat as u8));
            outlook.renew(seen);
            let mut fresh = Outlook::new(&game);
            fresh.renew(seen);
            assert_eq!(outlook.now(), fresh.now());
            for (slot, house) in state.table.houses(Seat(seat as u8)) {
                for ratings in ratings {
                    let gain = Gain { ratings, capacity: 0 };
                    let prospect = outlook.raised(&game, slot, &gain);
                    assert_eq!(prospect, fresh.raised(&game, slot, &gain), "{ratings:?}");
                    let value = |was: u16, more: i32| (i32::from(was) + more).max(0) as u16;
                    let mut better = Face::of(&game, house);
                    for (rating, more) in [(5, 0), (6, 1), (1, 2), (3, 3)] {
                        better.ratings[rating] = value(better.ratings[rating], ratings[more]);
                    }
                    if house.is_eligible() {
                        let made = outlook.with(&game, slot, &better);
                        assert_eq!(prospect.unwrap_or(outlook.now()), made, "{ratings:?}");
                    }
                    *(if prospect.is_some() { &mut raised } else { &mut nothing }) += 1;
                }
                let ads = house.ads + 2;
                assert_eq!(outlook.advertised(&game, slot, ads), fresh.advertised(&game, slot, ads));
            }
        }
    }
    assert!(raised > 1000 && nothing > 1000, "{raised} and {nothing}");
}

#[test]
fn diners_beyond_the_sections_are_turned_away() {
    let seated = |dice, capacity| Seats::table().seated(dice, capacity);
    assert_eq!(seated(7.5, 15), 7.5);
    assert_eq!(seated(15.0, 4), 4.0);
    assert_eq!(seated(0.0, 4), 0.0);
    // Fifteen dice with a chance of 1/15 each, and one section: 1 - (14/15)^15.
    let expected = 1.0 - (14.0f64 / 15.0).powi(15);
    assert!((seated(1.0, 1) - expected).abs() < 1e-12);
}

/// Returns the second planning round of three players, where seat 1 chooses an option.
fn choosing(game: &LaBistro) -> State {
    let luck = Luck::new(21, 0);
    let mut state = game.deal(&luck, &mut |_| {});
    state.table.round = 1;
    for (seat, street) in ["elm-street", "rail-street", "vista-street"].into_iter().enumerate() {
        let building = row(game, street);
        state.table.vacant &= !(1 << building);
        let house = &mut state.table.restaurants[seat][0];
        *house = Restaurant { building, ..Restaurant::VACANT };
        house.cuisine = 0;
        house.price = [2, 3, 8][seat];
        house.add_up(game);
    }
    state.table.phase = Phase::Ask(Seat(0), Decision::Option);
    state
}

fn why(game: &LaBistro, state: &State, script: &Strategy) -> Why {
    ask_strategy(game, state, script, &Luck::new(21, 0)).unwrap().1.unwrap()
}

#[test]
fn lb_35_an_option_tells_who_chose_it_before_and_how_soon_it_ends_the_turn() {
    let game = with(&TITLE, 3, &[]);
    let mut state = choosing(&game);
    state.table.options_before[..3].copy_from_slice(&[option::ADS, option::JOBS, option::JOBS]);
    // Five spaces are left. One die passes them with a 6, two dice in 26 of 36 ways (LB-98, LB-99).
    state.table.time = game.variant.time_track - 5;
    let script = reading_script(&TITLE, |name| matches!(name, "chosen_before" | "ends_chance"));
    let why = why(&game, &state, &script);
    let of = |option: u8, feature: &str| feature_value(&why, &Action::Choose { option }.to_string(), feature);
    let before = [option::CHEF, option::TIME, option::ADS].map(|option| of(option, "chosen_before"));
    // The seat's own choice does not count as a rival's.
    assert_eq!(before, [0.0; 3]);
    assert!((of(option::CHEF, "ends_chance") - 1.0 / 6.0).abs() < 1e-12);
    assert!((of(option::TIME, "ends_chance") - 26.0 / 36.0).abs() < 1e-12);
    // Dice are short (LB-18): twelve cells of the board leave none unused.
    let mut short = state;
    short.table.board = 0xfff;
    let script = reading_script(&TITLE, |name| matches!(name, "chosen_before" | "ends_chance" | "kinds"));
    let why = self::why(&game, &short, &script);
    let of = |option: u8, feature: &str| feature_value(&why, &Action::Choose { option }.to_string(), feature);
    assert_eq!(of(option::CHEF, "ends_chance"), 1.0);
    if why.parts.iter().flat_map(|part| &part.candidates).any(|one| one.label == "choose 5") {
        assert_eq!(of(option::JOBS, "chosen_before"), 2.0);
    }
}

#[test]
fn lb_42_a_building_tells_who_could_pay_for_it_and_how_crowded_its_prices_are() {
    let game = with(&TITLE, 3, &[]);
    let mut state = choosing(&game);
    state.table.money[..3].copy_from_slice(&[40, 12, 6]);
    state.table.phase = Phase::Ask(Seat(0), Decision::Building);
    (state.table.buyers, state.table.waiting) = (1, 1);
    let script = reading_script(&TITLE, |name| matches!(name, "rivals_able" | "level_rivals"));
    let why = why(&game, &state, &script);
    let of = |street: &str, feature: &str| {
        feature_value(&why, &Action::Offer { building: row(&game, street) }.to_string(), feature)
    };
    // Least prices of 16, 10 and 4.
    let able = ["main-street", "beach-walk", "depot-street"].map(|street| of(street, "rivals_able"));
    assert_eq!(able, [0.0, 1.0, 2.0]);
    // The rivals' prices are cheap (3) and high (8); none is affordable (LB-56).
    let crowds = ["depot-street", "main-street", "court-street"].map(|street| of(street, "level_rivals"));
    assert_eq!(crowds, [1.0, 0.0, 0.0]);
}

#[test]
fn lb_115_a_building_reaches_the_districts_to_which_no_rival_is_nearer() {
    let game = with(&TITLE, 3, &[]);
    let mut state = choosing(&game);
    state.table.money[0] = 40;
    state.table.phase = Phase::Ask(Seat(0), Decision::Building);
    (state.table.buyers, state.table.waiting) = (1, 1);
    let script = reading_script(&TITLE, |name| name == "reach");
    let why = why(&game, &state, &script);
    let reach = |street: &str| {
        feature_value(&why, &Action::Offer { building: row(&game, street) }.to_string(), "reach")
    };
    // The rivals are in districts 2 and 6. By the borders of the map, the depot in 3 has its own district
    // alone, and shares 4 and 5 with the rival in 6. The pier has 1, and shares 4.
    assert_eq!(["depot-street", "court-street", "pier-street"].map(reach), [2.0, 2.0, 1.5]);
}

#[test]
fn lb_60_a_building_tells_what_its_best_menu_would_earn() {
    let game = with(&TITLE, 3, &[]);
    let mut state = choosing(&game);
    state.table.restaurants[0][0] = Restaurant::VACANT;
    state.table.money[0] = 40;
    state.table.phase = Phase::Ask(Seat(0), Decision::Building);
    (state.table.buyers, state.table.waiting) = (1, 1);
    let script = reading_script(&TITLE, |name| name == "menu_income");
    let menu_income = |state: &State, building: u8| {
        feature_value(&why(&game, state, &script), &Action::Offer { building }.to_string(), "menu_income")
    };
    let buildings = ["depot-street", "court-street", "pier-street"].map(|street| row(&game, street));
    for building in buildings {
        let mut most: f64 = 0.0;
        for (cuisine, price) in (0..8).flat_map(|cuisine| (1..=8).map(move |price| (cuisine, price))) {
            if !game.supplies.is_price_legal(building, cuisine, price) {
                continue;
            }
            let mut opened = state;
            let mut house = Restaurant { building, cuisine, price, ..Restaurant::VACANT };
            house.add_up(&game);
            opened.table.restaurants[0][0] = house;
            let (income, [dice, _]) = box_by_box(&game, &opened, 0);
            let seated = Seats::table().seated(dice, house.capacity);
            most = most.max(income - (dice - seated) * f64::from(price));
        }
        assert!(
            (menu_income(&state, building) - most).abs() < 1e-9,
            "{} against {most}",
            menu_income(&state, building)
        );
    }
    // A rival without a menu also lowers the income, but at most as much as one with a menu.
    let [alone, without, with] = [None, Some((NONE, 0)), Some((0, 3))].map(|menu| {
        let mut state = state;
        let house = &mut state.table.restaurants[1][0];
        match menu {
            Some((cuisine, price)) => (house.cuisine, house.price) = (cuisine, price),
            None => *house = Restaurant::VACANT,
        }
        buildings.map(|building| menu_income(&state, building)).iter().sum::<f64>()
    });
    assert!(alone > without && without >= with, "{alone} {without} {with}");
}

#[test]
fn lb_45_a_bid_knows_what_the_building_and_the_next_one_are_worth() {
    let game = with(&TITLE, 3, &[]);
    let mut state = choosing(&game);
    state.table.money[..3].copy_from_slice(&[40, 40, 6]);
    state.table.phase = Phase::Ask(Seat(0), Decision::Building);
    (state.table.buyers, state.table.waiting) = (0b11, 0b11);
    let offer = Action::Offer { building: row(&game, "market-street") };
    game.apply(&mut state, offer, &mut |_| {});
    let text = "format = 1\ngame = \"la-bistro\"\nabout = \"Room.\"\n[on.building]\nscore = \"if(is_pass, 1, capacity)\"\n[on.building_bid]\namount = \"worth + next_worth\"\n";
    let script = library::read(&TITLE, "room", "room.toml", text).unwrap();
    let why = why(&game, &state, &script);
    let part = why.parts.last().unwrap();
    let of =
        |name: &str| part.candidates[0].features[part.features.iter().position(|at| *at == name).unwrap()];
    // A pass is worth 1. Market Street has eight sections; Pier Street and Main Street have ten.
    assert_eq!((of("worth"), of("next_worth")), (7.0, 9.0));
}
