//! Set-up (RE-1 to RE-21).

use super::*;
use sim_engine::{GameRecord, Lawful};

fn dealt(players: usize, deal: u64) -> (Restauranteur, State, Vec<Event>) {
    let rules = rules_with(players, &[]);
    let mut events = Vec::new();
    let state = rules.deal(&Luck::new(3, deal), &mut |event| events.push(event));
    (rules, state, events)
}

#[test]
fn re_01_two_to_six_may_play() {
    assert_eq!(Restauranteur::INFO.players, (2, 6));
    for players in 2..=6 {
        let (rules, state, _) = dealt(players, 0);
        rules.check_conservation(&state).unwrap();
    }
}

#[test]
fn re_01_pools_are_what_limits_the_players() {
    // Twelve pools of four take all 48 counters; hands would allow nineteen players.
    let (counters, cards) = (48, 79);
    assert_eq!((counters / 4, (cards - 1) / 4), (12, 19));
    let six = [("pool_size", "8"), ("hand_limit", "4")];
    let mut settings = settings();
    six.iter().for_each(|(path, value)| settings.set(path, value).unwrap());
    assert!(Restauranteur::new(&settings, 6).is_ok(), "6 x 8 = 48");
    settings.set("restaurants.sushi.counters", "5").unwrap();
    assert!(Restauranteur::new(&settings, 6).is_err(), "47 counters do not fill six pools of eight");
}

#[test]
fn re_06_the_board_is_eight_by_eight() {
    let all = super::super::board::Line::all().fold(0, |cells, line| {
        assert_eq!(line.cells().count_ones(), 8);
        cells | line.cells()
    });
    assert_eq!(all, u64::MAX);
    assert_eq!((cell(1, 1).to_string(), cell(8, 8).to_string()), ("r1c1".to_owned(), "r8c8".to_owned()));
}

#[test]
fn re_07_a_cell_holds_one_thing() {
    for deal in 0..20 {
        let (_, state, _) = dealt(4, deal);
        assert_eq!(state.table.district_cells.count_ones(), 16);
        let by_type: u32 = state.table.districts.iter().map(|cells| cells.count_ones()).sum();
        assert_eq!(by_type, 16);
    }
}

#[test]
fn re_08_dice_reach_every_cell_equally() {
    // 64 cells, 12,800 rolls: 63 degrees of freedom, 103.4 is the 0.1 % point of chi-square.
    let mut counts = [0u32; 64];
    for deal in 0..12_800 {
        let mut layout = board(2).phase(Phase::Roll { row: None, column: None });
        layout.luck = Luck::new(5, deal);
        let layout = layout.chance();
        let Some(&Event::Rolled { cell, .. }) = layout.events.first() else { panic!("no roll") };
        counts[cell.index()] += 1;
    }
    let chi: f64 = counts.iter().map(|&count| (f64::from(count) - 200.0).powi(2) / 200.0).sum();
    assert!(chi < 103.4, "chi-square {chi}");
}

#[test]
fn re_09_a_die_along_a_given_row_or_column() {
    for (row, column) in [(Some(2), None), (None, Some(2))] {
        let mut seen = 0u8;
        for deal in 0..200 {
            let mut layout = board(2).phase(Phase::Roll { row, column });
            layout.luck = Luck::new(5, deal);
            let layout = layout.chance();
            let Some(&Event::Rolled { cell, .. }) = layout.events.first() else { panic!("no roll") };
            let (fixed, free) =
                if row.is_some() { (cell.row(), cell.column()) } else { (cell.column(), cell.row()) };
            assert_eq!(fixed, 2);
            seen |= 1 << free;
        }
        assert_eq!(seen, u8::MAX);
    }
}

#[test]
fn re_10_the_counters_of_the_box() {
    let stock = rules_with(2, &[]).stock;
    assert_eq!(stock.counters, [6; 8]);
    assert_eq!(stock.districts, [2, 2, 2, 2, 4, 4]);
}

#[test]
fn re_11_twenty_tokens_each() {
    let (_, state, _) = dealt(6, 1);
    assert!(Seat::all(6).all(|seat| state.table.tokens[seat] == 20));
}

#[test]
fn re_12_the_bank_pays_and_takes() {
    let (_, state, _) = dealt(3, 1);
    assert_eq!(state.table.bank, -30);
}

#[test]
fn re_14_every_row_gets_two_districts() {
    for deal in 0..50 {
        let (_, state, _) = dealt(2, deal);
        for row in 0..8 {
            let cells = super::super::board::Line::row(row).cells();
            assert_eq!((state.table.district_cells & cells).count_ones(), 2, "deal {deal}");
        }
    }
}

#[test]
fn re_14_columns_and_types_are_equally_likely() {
    // Each cell holds a district in 2 of 8 deals, and a given type in its share of the sixteen.
    let (mut cells, mut wealthy) = ([0u32; 64], 0);
    const DEALS: u32 = 8000;
    for deal in 0..DEALS {
        let (_, state, _) = dealt(2, deal.into());
        for cell in super::super::board::cells(state.table.district_cells) {
            cells[cell.index()] += 1;
        }
        wealthy += u32::from(state.table.districts[District::Wealthy.index()] & 1 != 0);
    }
    // Each row draws two of eight without replacement: the sum of squares over 1500 * 8/7 has 56 degrees of
    // freedom; 94.5 is the 0.1 % point.
    let chi: f64 = cells.iter().map(|&count| (f64::from(count) - 2000.0).powi(2) / 2000.0 * 7.0 / 6.0).sum();
    assert!(chi < 94.5, "chi-square {chi}");
    // 1 cell, 4 of 16 types at 1 in 4: 500 expected, standard deviation 21.6.
    assert!((f64::from(wealthy) - 500.0).abs() < 4.0 * 21.6, "{wealthy}");
}

#[test]
fn re_15_the_build_pile_holds_the_counters_that_no_pool_has() {
    for players in 2..=6 {
        assert_eq!(usize::from(dealt(players, 2).1.table.pile_left), 48 - 4 * players);
    }
}

#[test]
fn re_16_one_card_opens_the_discard_pile() {
    let (_, state, events) = dealt(2, 4);
    assert_eq!(state.table.discards.iter().sum::<u8>(), 1);
    assert_eq!(events.iter().filter(|event| matches!(event, Event::Opened { .. })).count(), 1);
    assert_eq!(state.table.deck_left, 78 - 4 * 2);
}

#[test]
fn re_17_ten_coins_each() {
    let (_, state, _) = dealt(5, 1);
    assert!(Seat::all(5).all(|seat| state.table.coins[seat] == 10));
}

#[test]
fn re_17_re_20_a_seat_can_start_with_coins_and_cards_of_its_own() {
    let changes =
        [("start_coins.3", "15"), ("start_cards.3", "6"), ("given", "marketing"), ("given_seat", "4")];
    for deal in 0..20 {
        let rules = rules_with(4, &changes);
        let state = rules.deal(&Luck::new(3, deal), &mut |_| {});
        rules.check_conservation(&state).unwrap();
        let coins = Seat::all(4).map(|seat| state.table.coins[seat]);
        assert_eq!(coins.collect::<Vec<_>>(), [10, 10, 15, 10]);
        assert_eq!(Seat::all(4).map(|seat| state.hands[seat].len()).collect::<Vec<_>>(), [4, 4, 6, 4]);
        // The given card reaches its seat although hands differ in size.
        assert!(state.hands[Seat(3)].holds(Face::parse("marketing").unwrap()), "deal {deal}");
    }
}

#[test]
fn re_18_the_first_seat_begins() {
    let (rules, mut state, _) = dealt(3, 1);
    assert_eq!(rules.node(&state), Node::Chance);
    rules.apply_chance(&mut state, &Luck::new(3, 1), &mut |_| {});
    let Node::Decision { seat, .. } = rules.node(&state) else { panic!("a seat is in turn") };
    assert_eq!(seat, Seat(0));
}

#[test]
fn re_19_re_20_four_counters_and_four_cards_each() {
    let (_, state, events) = dealt(4, 9);
    for seat in Seat::all(4) {
        assert_eq!((state.pools[seat].len(), state.hands[seat].len()), (4, 4));
        let dealt = |event: &&Event| matches!(event, Event::Dealt { seat: other, .. } if *other == seat);
        assert_eq!(events.iter().filter(dealt).count(), 4);
    }
}

#[test]
fn re_20_every_card_is_equally_likely_in_a_hand() {
    // 32 of 79 cards are numbers: 1.62 on average in a hand of four.
    let mut numbers = 0;
    const DEALS: u64 = 4000;
    for deal in 0..DEALS {
        let (_, state, _) = dealt(2, deal);
        let hand = &state.hands[Seat(1)];
        numbers += Face::all()
            .filter(|face| face.bit() & Face::NUMBERS != 0)
            .map(|face| u32::from(hand.count(face)))
            .sum::<u32>();
    }
    // Hypergeometric: variance 4 * 32/79 * 47/79 * 75/78 = 0.927 a deal.
    let mean = f64::from(numbers) / DEALS as f64;
    assert!((mean - 4.0 * 32.0 / 79.0).abs() < 4.0 * (0.927f64 / DEALS as f64).sqrt(), "{mean}");
}

#[test]
fn re_21_the_phases_come_in_order() {
    let layout = board(2)
        .district("wealthy", 1, 1)
        .restaurant(1, "sushi", 1, 2)
        .improvement(1, "executives", "")
        .coins([20, 0])
        .hand(1, "number-1 delivery italian-card number-2 number-3 number-4")
        .pool(1, "italian")
        .pile("mexican")
        .deck("number-8 number-8")
        .phase(Phase::Recruit)
        .chance();
    let mut asked = vec![layout.decision_name()];
    let layout = layout.act(&["build italian", "pay 1", "site r1c8"]).chance();
    asked.push(layout.decision_name());
    let layout = layout.act(&["improve delivery for sushi"]);
    asked.push(layout.decision_name());
    let layout = layout.act(&["income italian"]);
    asked.push(layout.decision_name());
    let layout = layout.act(&["keep"]);
    asked.push(layout.decision_name());
    assert_eq!(asked, ["build", "improve", "income", "drop", "discard"].map(Some));
    let layout = layout.act(&["discard number-2"]);
    assert_eq!(layout.state.table.active, Seat(1));
    assert_eq!(layout.state.table.phase, Phase::Recruit);
}

#[test]
fn games_of_one_deal_meet_the_same_dice() {
    let roll = |coins| {
        let layout = board(2).coins([coins, 0]).phase(Phase::Roll { row: None, column: None }).chance();
        let Some(&Event::Rolled { cell, .. }) = layout.events.first() else { panic!("no roll") };
        cell
    };
    assert_eq!(roll(0), roll(50));
}

#[test]
fn a_card_left_out_leaves_the_others_in_order() {
    let order = |values: &[(&str, &str)]| {
        let rules = rules_with(2, values);
        let mut cards = Vec::new();
        let state = rules.deal(&Luck::new(8, 1), &mut |event| {
            if let Event::Opened { card } | Event::Dealt { card, .. } = event {
                cards.push(card.index() as u8);
            }
        });
        cards.extend(state.deck[..usize::from(state.table.deck_left)].iter().rev());
        cards
    };
    let mut full = order(&[]);
    full.retain(|&card| card != Face::cuisine(Cuisine::Sushi).0);
    assert_eq!(full, order(&[("cards.sushi-card.copies", "0")]));
}

#[test]
fn the_record_knows_every_component() {
    let rules = rules_with(2, &[]);
    let record: GameRecord = rules.record();
    let last = super::super::stock::district_component(District::Poor);
    assert_eq!(last.index() + 1, rules.stock.components.len());
    assert_eq!(record.component_use(last.index(), Seat(0)), Default::default());
}

#[test]
fn re_20_a_card_that_is_given_is_dealt_to_its_seat() {
    let face = Face::parse("marketing").unwrap();
    let mut met = 0;
    for deal in 0..60 {
        let (_, plain, _) = dealt(3, deal);
        let rules = rules_with(3, &[("given", "marketing"), ("given_seat", "2")]);
        let state = rules.deal(&Luck::new(3, deal), &mut |_| {});
        rules.check_conservation(&state).unwrap();
        assert!(state.hands[Seat(1)].holds(face), "deal {deal}");
        let is_dealt_anyway = plain.hands[Seat(1)].holds(face);
        met += u32::from(is_dealt_anyway);
        let moved = (0..plain.deck.len()).filter(|&at| plain.deck[at] != state.deck[at]).count();
        assert_eq!(moved, if is_dealt_anyway { 0 } else { 2 }, "two cards change places, or none");
        assert_eq!(plain.pools, state.pools);
    }
    // Three copies of 79 cards, four cards in a hand: 15 % of the deals.
    assert!((2..20).contains(&met), "{met}");
}

#[test]
fn re_20_what_cannot_be_given_is_refused() {
    let with = |changes: &[(&str, &str)]| {
        let mut settings = settings();
        changes.iter().for_each(|(path, value)| settings.set(path, value).unwrap());
        Restauranteur::new(&settings, 2).map(drop).map_err(|error| error.to_string())
    };
    assert!(with(&[("given", "marketing")]).is_ok());
    for (changes, message) in [
        (&[("given", "marketin")][..], "`marketin` is not dealt to anybody"),
        (&[("given", "sushi")], "`sushi` is not dealt to anybody"),
        (&[("given", "marketing"), ("given_seat", "3")], "nobody sits in seat 3"),
        (&[("given", "supply-chain")], "no copy of `supply-chain` can be dealt"),
        (&[("given", "marketing"), ("start_cards", "0")], "no copy of `marketing` can be dealt"),
    ] {
        let error = with(changes).unwrap_err();
        assert!(error.starts_with(message), "{error}");
    }
}
