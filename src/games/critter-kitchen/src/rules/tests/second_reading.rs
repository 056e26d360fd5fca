//! Zous-chefs that only the preset `second-reading` has (CK-115).

use super::{follow, has, is_legal, legal, picker, row, token, tokens, with_zous_at};
use crate::rules::{
    Action, CritterKitchen, Event, Item,
    state::{Fund, Phase, Shopping, State},
    token::Token,
    variant::{NONE, ZOUS},
};
use sim_engine::{Game, Lawful, Luck, Node, Purpose, Seat, settings::parse};

/// Returns the first round under the preset, with a zous-chef working for seat 1 and tokens on board 1 only.
fn with_zous(players: usize, changes: &[(&str, &str)], name: &str, board: &str) -> (CritterKitchen, State) {
    let mut settings = parse("data.toml", CritterKitchen::INFO.data_file).unwrap();
    settings.apply_preset("second-reading").unwrap();
    for (path, value) in changes {
        settings.set(path, value).unwrap();
    }
    let game = CritterKitchen::new(&settings, players).unwrap();
    let state = with_zous_at(&game, name, board);
    (game, state)
}

/// Plans with the zous-chef of seat 1 alone at board 1 and nobody at the truck.
const ALONE: [&str; 7] = ["go 3", "go 4", "go 5", "go 2", "go 3", "go 4", "go 5"];

#[test]
fn ck_114_penny_takes_an_item_of_the_truck_the_bisque_first() {
    // From another place, she takes the bisque of the truck, or else a soup.
    for (has_bisque, bisque, soup) in [(true, 1, 0), (false, 0, 1)] {
        let (game, mut state) = with_zous(2, &[], "penny", "bread-2");
        state.spreads[0].has_bisque = has_bisque;
        follow(&game, &mut state, &ALONE);
        follow(&game, &mut state, &["take bread-2"]);
        // One soup at the start, one for the mouse at the empty board 2.
        assert_eq!((has(&state, 0, Item::Bisque), has(&state, 0, Item::Soup)), (bisque, 2 + soup));
        assert!(!state.spreads[0].has_bisque);
    }
}

#[test]
fn ck_114_penny_chooses_among_the_leftovers_of_the_truck() {
    let plans = ["go 3", "go 4", "go 5", "go 1", "go 3", "go 4", "go 5"];
    for (item, soup, wines, fishes) in [("wine-3", 0, 1, 0), ("fish-2", 0, 0, 1), ("soup", 1, 0, 0)] {
        let (game, mut state) = with_zous(2, &[], "penny", "");
        state.spreads[0].tokens = tokens("wine-3 fish-2");
        // Her own pick takes the bisque, which leaves only leftovers and soup.
        follow(&game, &mut state, &plans);
        follow(&game, &mut state, &["take bisque"]);
        assert_eq!(state.phase, Phase::Fetch { who: 0 });
        assert_eq!(legal(&game, &state).len(), 3, "no leaving, and no more bisque");
        let events = follow(&game, &mut state, &[&format!("take {item}")]);
        let fetched = Token::parse(item).map(|token| Event::Fetched { seat: Seat(0), token });
        assert!(fetched.is_none_or(|event| events.contains(&event)), "{events:?}");
        let stock = &state.kitchens[0].stock;
        assert_eq!((stock.count(token("wine-3")), stock.count(token("fish-2"))), (wines, fishes));
        assert_eq!(has(&state, 0, Item::Soup), 2 + soup);
    }
    // The bisque comes first, whatever else lies there.
    let (game, mut state) = with_zous(2, &[], "penny", "");
    state.spreads[0].tokens = tokens("wine-3 fish-2");
    follow(&game, &mut state, &plans);
    follow(&game, &mut state, &["take wine-3"]);
    assert_eq!(has(&state, 0, Item::Bisque), 1);
    assert!(!state.kitchens[0].stock.has(token("fish-2")));
}

#[test]
fn ck_111_hazel_exchanges_an_ingredient_of_the_storage_for_one_that_lies_here() {
    let at_exchange = || {
        let (game, mut state) = with_zous(2, &[], "hazel", "bread-2 bread-7 fish-6 meat-3 wine-spice");
        state.kitchens[0].stock = tokens("cheese-2 meat-spice");
        follow(&game, &mut state, &ALONE);
        follow(&game, &mut state, &["take bread-7", "take fish-6"]);
        (game, state)
    };
    let (game, mut state) = at_exchange();
    // Spices cannot be exchanged.
    let gets = ["bread-2", "meat-3"].map(|name| Action::Choose { token: token(name) });
    assert_eq!(legal(&game, &state), gets);
    follow(&game, &mut state, &["choose meat-3"]);
    // Any ingredient of the storage pays for it.
    let gives = ["trade bread-7", "trade cheese-2", "trade fish-6", "trade meat-3"];
    assert_eq!(legal(&game, &state).len(), gives.len());
    assert!(gives.iter().all(|give| is_legal(&game, &state, give)));
    let events = follow(&game, &mut state, &["trade cheese-2"]);
    assert!(events.contains(&Event::LaidDown { seat: Seat(0), token: token("cheese-2") }));
    assert!(!events.iter().any(|event| matches!(event, Event::DrawnFor { .. })));
    assert_eq!(state.kitchens[0].stock, tokens("bread-7 fish-6 meat-3 meat-spice"));
    // Board 1 is done, and its leftovers are at the academy.
    let left = &state.spreads[4].tokens;
    assert_eq!(
        ["cheese-2", "bread-2", "wine-spice", "meat-3"].map(|name| left.count(token(name))),
        [1, 1, 1, 0]
    );

    // Laying down the same ingredient changes nothing.
    let (game, mut state) = at_exchange();
    follow(&game, &mut state, &["choose meat-3", "trade meat-3"]);
    assert_eq!(state.kitchens[0].stock, tokens("bread-7 fish-6 cheese-2 meat-spice"));
    assert_eq!(state.spreads[4].tokens.count(token("meat-3")), 1);
}

#[test]
fn ck_111_hazel_needs_an_ingredient_on_either_side() {
    for (board, stock, asked) in [
        ("bread-2 bread-3 bread-4", "", true),
        ("bread-2 bread-3 wine-spice", "", false),
        ("rumor-1 wine-spice bread-4", "meat-spice", false),
        ("rumor-1 wine-spice bread-4", "meat-2", true),
    ] {
        let (game, mut state) = with_zous(2, &[], "hazel", board);
        state.kitchens[0].stock = tokens(stock);
        follow(&game, &mut state, &ALONE);
        for _ in 0..2 {
            // Two picks leave the last named token on the board.
            let actions: Vec<String> = legal(&game, &state).iter().map(ToString::to_string).collect();
            let plain = ["take rumor-1", "take wine-spice", "take bread-2", "take bread-3"];
            let first = plain.iter().find(|plain| actions.iter().any(|action| action == *plain)).unwrap();
            let take = if stock.is_empty() { plain[2 + usize::from(state.shopping.taken[0])] } else { first };
            follow(&game, &mut state, &[take]);
        }
        assert_eq!(matches!(state.phase, Phase::Choose { .. }), asked, "{board} and {stock}");
    }
}

#[test]
fn ck_a21_what_hazel_got_is_known_behind_a_shield() {
    let (game, mut state) = with_zous(2, &[("memory", "shield")], "hazel", "bread-7 fish-6 wine-4");
    state.kitchens[0].stock = tokens("cheese-2 meat-2");
    for taken in ["cheese-2", "meat-2"] {
        state.bag.remove(token(taken), 1);
    }
    state.bag.remove(token("bread-7"), 1);
    state.bag.remove(token("fish-6"), 1);
    state.bag.remove(token("wine-4"), 1);
    // The boar of seat 2 waits at board 1 while Hazel is there.
    follow(&game, &mut state, &["go 3", "go 4", "go 5", "go 2", "go 3", "go 4", "go 2"]);
    follow(&game, &mut state, &["take bread-7", "take fish-6", "choose wine-4"]);
    // During the exchange, and after it.
    for (known, held) in [(&["bread-7", "fish-6", "wine-4"][..], 5), (&["fish-6", "wine-4"], 4)] {
        let mut others = 0;
        for time in 0..50 {
            let mut stream = Luck::new(5, 0).stream(Purpose::new("test.hazel"), time);
            let other = game.resample(&state, Seat(1), &mut stream);
            assert!(known.iter().all(|name| other.kitchens[0].stock.has(token(name))));
            assert_eq!(other.kitchens[0].stock.total(), held);
            assert_eq!(game.observe(&state, Seat(1)), game.observe(&other, Seat(1)));
            others += u32::from(!other.kitchens[0].stock.has(token("cheese-2")));
        }
        assert!(others > 10, "the rest of the storage is not known: {others}");
        if held == 5 {
            follow(&game, &mut state, &["trade bread-7"]);
            assert_eq!((picker(&game, &state), state.shopping.place), (1, 1));
        }
    }
}

#[test]
fn ck_111_rosemary_moves_her_owners_hat_one_place_forward() {
    for (track, after) in [([1, 2, 0], [1, 0, 2]), ([1, 0, 2], [0, 1, 2]), ([0, 1, 2], [0, 1, 2])] {
        let (game, mut state) = with_zous(3, &[], "rosemary", "");
        state.track[..3].copy_from_slice(&track);
        state.shopping = Shopping::at(1);
        state.shopping.here[0] = ZOUS as u8;
        let mut told = Vec::new();
        game.act(&mut state, 0, &mut |event| told.push(event));
        assert_eq!(state.track[..3], after);
        let moved = told.iter().any(|event| matches!(event, Event::HatForward { seat: Seat(0), places: 1 }));
        assert_eq!(moved, track != after);
    }
}

#[test]
fn ck_111_dumpling_picks_before_the_mice() {
    let (game, mut state) = with_zous(3, &[], "dumpling", "bread-2 bread-3 bread-4 bread-5 bread-6");
    // Dumpling and the mice of seats 2 and 3 are at board 1; no lizard or boar ties.
    let plans = ["go 3", "go 4", "go 5", "go 2", "go 2", "go 5", "go 6", "go 2", "go 6", "go 4"];
    let mut events = follow(&game, &mut state, &plans);
    let mut pickers = Vec::new();
    while state.shopping.place == 1 {
        pickers.push((picker(&game, &state), state.shopping.capacity));
        let first = legal(&game, &state)[0].to_string();
        events.extend(follow(&game, &mut state, &[&first]));
    }
    assert_eq!(pickers, [(0, 0), (0, 0), (0, 0), (1, 1), (2, 1)]);
    assert_eq!(state.kitchens[0].stock, tokens("bread-2 bread-3 bread-4"));
    // Dumpling took the first item before the mice tied.
    let hats = events.iter().filter(|event| matches!(event, Event::HatToBack { .. })).count();
    assert_eq!((hats, &state.track[..3]), (0, &[0, 1, 2][..]));
}

#[test]
fn ck_111_sorrel_pays_for_coming_home_without_an_ingredient() {
    for (board, picks, stars) in [
        ("", &[][..], 1),
        ("rumor-1 wine-spice", &["take rumor-1", "take wine-spice"], 1),
        ("rumor-1 bread-2", &["take rumor-1", "take bread-2"], 0),
        ("bread-2", &["leave"], 1),
    ] {
        let (game, mut state) = with_zous(2, &[], "sorrel", board);
        follow(&game, &mut state, &ALONE);
        follow(&game, &mut state, picks);
        assert_eq!(state.kitchens[0].stars[Fund::Abilities as usize], stars, "{board}");
    }
}

#[test]
fn ck_a55_mcdogalds_makes_no_exchange_and_takes_leftovers_of_the_truck() {
    let (game, state) = with_zous(1, &[], "hazel", "bread-7");
    let who = 1;
    let acts = |name: &str, place: usize, left: &str, bisque: bool| {
        let mut state = state;
        state.kitchens[0].zous = NONE;
        state.kitchens[who].zous = row(&game, name);
        state.kitchens[who].stock = tokens("bread-2");
        state.spreads[0].tokens = tokens(left);
        (state.spreads[0].has_bisque, state.bisques) = (bisque, 6);
        state.shopping = Shopping::at(place);
        state.shopping.here[who] = ZOUS as u8;
        state.phase = Phase::Run;
        game.act(&mut state, who, &mut |_| {});
        assert_eq!(state.phase, Phase::Run);
        state
    };
    assert_eq!(acts("hazel", 1, "", true).kitchens[who].stock, tokens("bread-2"));
    let fetched = acts("penny", 0, "wine-7 fish-3", false);
    assert_eq!(
        (fetched.kitchens[who].stock, fetched.spreads[0].tokens),
        (tokens("bread-2 wine-7"), tokens("fish-3"))
    );
    let bisque = acts("penny", 0, "wine-7", true);
    assert_eq!(
        (bisque.bisques, bisque.kitchens[who].bisque, bisque.kitchens[who].stock),
        (7, 0, tokens("bread-2"))
    );
    assert_eq!(acts("penny", 1, "", false).kitchens[who].soup, 0);
}

#[test]
fn random_games_of_the_preset_keep_the_laws() {
    for players in 1..=5 {
        let (game, _) = with_zous(players, &[("memory", "shield")], "hazel", "");
        for deal in 0..60 {
            let luck = Luck::new(13, deal);
            let mut stream = luck.stream(Purpose::new("test.second"), 0);
            let mut state = game.deal(&luck, &mut |_| {});
            while game.node(&state) != Node::Terminal {
                game.check_conservation(&state).unwrap();
                if game.node(&state) == Node::Chance {
                    game.apply_chance(&mut state, &luck, &mut |_| {});
                    continue;
                }
                let actions = legal(&game, &state);
                assert!(actions.windows(2).all(|pair| pair[0] < pair[1]));
                if matches!(state.phase, Phase::Trade { .. } | Phase::Choose { .. } | Phase::Fetch { .. }) {
                    for seat in Seat::all(players) {
                        let other = game.resample(&state, seat, &mut stream);
                        assert_eq!(game.observe(&state, seat), game.observe(&other, seat));
                        game.check_conservation(&other).unwrap();
                    }
                }
                game.apply(&mut state, actions[stream.index(actions.len())], &mut |_| {});
            }
        }
    }
}
