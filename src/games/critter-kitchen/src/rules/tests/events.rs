//! The events alone suffice to reconstruct the bag, the kitchens and the bonus stars.

use super::{legal, row, rules};
use crate::rules::{
    CritterKitchen, Event, Item, With,
    cards::Location,
    state::{Dish, Fund, Phase, Plate, State},
    token::{Token, Tokens},
    variant::{NONE, PLAYERS},
};
use sim_engine::{Game, Luck, Node, Purpose, Seat, game::Event as _, settings::parse};

/// State reconstructed from the events alone.
struct Books {
    bag: Tokens,
    stocks: [Tokens; PLAYERS],
    plates: [Plate; PLAYERS],
    own_rumors: [u8; PLAYERS],
    bonus: [i16; PLAYERS],
    /// Seat and challenge of the meal in preparation.
    cooks: Option<(Seat, usize)>,
    redraws: u8,
    /// Numbers of known rumors that returned, of choices among drawn tokens, and of exchanges.
    seen: [u32; 3],
}

impl Books {
    fn new(game: &CritterKitchen) -> Books {
        Books {
            bag: game.variant.bag,
            stocks: Default::default(),
            plates: Default::default(),
            own_rumors: [NONE; PLAYERS],
            bonus: [0; PLAYERS],
            cooks: None,
            redraws: 0,
            seen: [0; 3],
        }
    }

    fn stock(&mut self, seat: Seat, token: Token, count: i8) {
        let stock = &mut self.stocks[seat.index()];
        match count {
            _ if token.is_rumor() => {}
            0.. => stock.add(token, count as u8),
            _ => stock.remove(token, count.unsigned_abs()),
        }
    }

    fn hear(&mut self, event: Event) {
        match event {
            Event::ItemPlaced { token, .. } | Event::SoupWorth { token } => self.bag.remove(token, 1),
            Event::Redrawn { token, returns: false } => {
                self.bag.remove(token, 1);
                self.redraws += 1;
            }
            Event::Redrawn { token, returns: true } => {
                assert!(token.is_rumor());
                self.seen[0] += 1;
            }
            Event::DrawnFor { seat, token } => {
                self.bag.remove(token, 1);
                self.stock(seat, token, 1);
            }
            Event::Kept { .. } => self.seen[1] += 1,
            Event::GivenBack { seat, token } | Event::Refrigerated { seat, token, .. } => {
                self.bag.add(token, 1);
                self.stock(seat, token, -1);
            }
            Event::Served { seat, token, count, .. } => {
                self.bag.add(token, count);
                self.stock(seat, token, -(count as i8));
            }
            Event::Picked { seat, item: Item::Token(token), .. } | Event::Fetched { seat, token } => {
                self.stock(seat, token, 1);
            }
            Event::TakenUp { seat, token } => {
                self.stock(seat, token, 1);
                self.seen[2] += 1;
            }
            Event::LaidDown { seat, token } => self.stock(seat, token, -1),
            Event::RumorDealt { seat, rumor } => self.own_rumors[seat.index()] = rumor.row() as u8,
            Event::Cooks { seat, challenge, able } => self.cooks = able.then_some((seat, challenge.row())),
            Event::Plated { seat, course, token, with } => {
                self.plates[seat.index()].push(Dish { course, token, with });
            }
            Event::CriticPaid { seat, stars } | Event::RestaurateurPaid { seat, stars } => {
                self.bonus[seat.index()] += i16::from(stars);
            }
            _ => {}
        }
    }

    fn agree(&self, game: &CritterKitchen, state: &State) {
        // During a choice among drawn tokens, some are out of the bag and nobody owns them yet.
        if !matches!(state.phase, Phase::Choose { .. }) {
            assert_eq!(self.bag, state.bag);
            for (heard, kitchen) in self.stocks.iter().zip(&state.kitchens) {
                assert_eq!(*heard, kitchen.stock);
            }
        }
        assert_eq!(self.redraws, state.redraws);
        if let Phase::Meal { who, challenge } = state.phase {
            let (row, _) = game.challenge_of_day(state, challenge.into());
            assert_eq!(self.cooks, Some((Seat(who), row.into())));
        }
        if state.phase == Phase::Over {
            for (who, kitchen) in state.kitchens.iter().enumerate() {
                assert_eq!(self.plates[who].dishes(), kitchen.plate.dishes());
                assert_eq!(self.own_rumors[who], kitchen.own_rumor);
                assert_eq!(self.bonus[who], kitchen.stars[Fund::Bonus as usize]);
            }
        }
    }
}

#[test]
fn the_books_can_be_kept_from_the_events_alone() {
    let mut seen = [0; 3];
    for preset in [None, Some("second-reading")] {
        let mut settings = parse("data.toml", CritterKitchen::INFO.data_file).unwrap();
        if let Some(preset) = preset {
            settings.apply_preset(preset).unwrap();
        }
        settings.set("restaurateurs", "true").unwrap();
        for players in 1..=5 {
            let game = CritterKitchen::new(&settings, players).unwrap();
            for deal in 0..30 {
                let luck = Luck::new(17, deal);
                let mut stream = luck.stream(Purpose::new("test.events"), 0);
                let mut books = Books::new(&game);
                let mut state = game.deal(&luck, &mut |event| books.hear(event));
                while game.node(&state) != Node::Terminal {
                    if game.node(&state) == Node::Chance {
                        game.apply_chance(&mut state, &luck, &mut |event| books.hear(event));
                    } else {
                        let actions = legal(&game, &state);
                        let action = actions[stream.index(actions.len())];
                        game.apply(&mut state, action, &mut |event| books.hear(event));
                    }
                    // The allspice of the last round lies at the academy and was never in the bag.
                    books.agree(&game, &state);
                }
                for (all, more) in seen.iter_mut().zip(books.seen) {
                    *all += more;
                }
            }
        }
    }
    assert!(seen.iter().all(|&count| count > 0), "{seen:?}");
}

#[test]
fn ck_a55_the_token_that_mcdogalds_keeps_is_told() {
    use super::super::{
        mcdogalds::AUTOMA,
        state::{DrawFor, Shopping},
    };
    let game = rules(1, &[]);
    let mut state = super::start(&game);
    state.kitchens[AUTOMA].zous = row(&game, "beatrix");
    state.shopping = Shopping::at(1);
    state.shopping.owe(AUTOMA, 2, DrawFor::KeepOne);
    state.bag = super::tokens("bread-7 bread-2");
    state.phase = Phase::Draw;
    let mut events = Vec::new();
    game.make_draw(&mut state, &Luck::new(3, 0), &mut |event| events.push(event));
    let seat = Seat(AUTOMA as u8);
    let kept = Event::Kept { seat, token: super::token("bread-7") };
    let at = events.iter().position(|event| *event == kept).unwrap();
    assert_eq!(events[at + 1], Event::GivenBack { seat, token: super::token("bread-2") });
    assert!(state.bag.has(super::token("bread-2")));
}

#[test]
fn a_dish_tells_what_it_is_served_with() {
    let game = rules(2, &[]);
    let seat = Seat(1);
    for (with, word, text) in [
        (With::Nothing, "nothing", "bread-5"),
        (With::Spice, "spice", "bread-5+spice"),
        (With::Rumor, "rumor", "bread-5+rumor"),
        (With::Other(4), "meat-spice", "bread-5+meat-spice"),
    ] {
        let event = Event::Plated { seat, course: 0, token: super::token("bread-5"), with };
        let json = serde_json::to_value(event).unwrap();
        assert_eq!((&json["event"], &json["with"]), (&"plated".into(), &word.into()));
        assert_eq!(event.describe(&game), format!("seat 2 serves {text} as bread"));
    }
}

#[test]
fn cards_and_places_are_told_by_their_names() {
    let game = rules(2, &[]);
    let cards = &game.cards;
    let card = cards.restaurateurs.id(3u8);
    for (event, text) in [
        (Event::CriticNamed { critic: cards.critics.id(6u8) }, "critic rabbit judges"),
        (
            Event::Sent { seat: Seat(1), chef: 0, place: Location::id(1u8), round: 0 },
            "seat 2 sends the mouse to garden-top-shop (2)",
        ),
        (
            Event::ChallengeRevealed { challenge: cards.challenges.id(0u8), held: true, round: 0 },
            "challenge ultimate-melt is revealed with the Hold token",
        ),
        (Event::ZousChefOffered { zous: cards.zous.id(4u8) }, "zous-chef ming is at the academy"),
        (Event::RestaurateurKept { seat: Seat(0), card }, "seat 1 keeps restaurateur heron-sanchez"),
        (Event::RumorOpened { slot: 2, rumor: cards.rumors.id(12u8) }, "rumor 3 is open to all: big-cheese"),
        (Event::OrderTurned { deck: 0, card: 2 }, "McDogald's turns over gossip-run"),
        (Event::OrderTurned { deck: 3, card: 20 }, "McDogald's turns over boar-highest-sum-right"),
    ] {
        assert_eq!(event.describe(&game), text);
    }
    // In a solo game, the second contender is the automa.
    let event = Event::HatToFront { seat: Seat(1) };
    assert_eq!(event.describe(&game), "the hat of seat 2 moves to the front");
    assert_eq!(event.describe(&rules(1, &[])), "the hat of McDogald's moves to the front");
}
