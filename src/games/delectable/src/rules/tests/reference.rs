//! A second, slow and literal implementation of the rules, compared with the engine.
//!
//! It follows the rulebook's sentences with plain lists of cards, reads the faces from [`FACES`], and shares no
//! code with the engine.

use proptest::prelude::*;

use super::{data::FACES, scoring::choices, *};

/// Index of a face in [`FACES`], which is also its row in the card table.
type Card = usize;

const KINDS: [&str; 5] = ["servers", "chefs", "food", "equipment", "review"];

fn kind(card: Card) -> &'static str {
    FACES[card].1
}

fn stars(card: Card) -> i64 {
    FACES[card].2
}

/// "The most common quality of review"; in a tie "the lower"; "two-star by default".
fn quality(restaurant: &[Card]) -> i64 {
    let reviews: Vec<i64> =
        restaurant.iter().filter(|&&card| kind(card) == "review").map(|&card| stars(card)).collect();
    let frequency = |quality: i64| reviews.iter().filter(|&&review| review == quality).count();
    let mut best = 2;
    for quality in [3, 4, 5] {
        if frequency(quality) > frequency(best) {
            best = quality;
        }
    }
    best
}

/// Stars, "reduced by one" below the quality, "doubled" at it.
fn resource_score(restaurant: &[Card], resource: &str) -> i64 {
    let quality = quality(restaurant);
    let mut score = 0;
    for &card in restaurant.iter().filter(|&&card| kind(card) == resource) {
        score += stars(card);
        if stars(card) < quality {
            score -= 1;
        }
        if stars(card) == quality {
            score += stars(card);
        }
    }
    score
}

/// The counted scores of the best choice, lowest first.
fn result(restaurant: &[Card], players: usize) -> Vec<i32> {
    let scores: [i32; 4] = std::array::from_fn(|at| resource_score(restaurant, KINDS[at]) as i32);
    let counted = match players {
        2 => 4,
        3 => 3,
        _ => 2,
    };
    choices(scores, counted).into_iter().max().unwrap()
}

/// Sequences of two or more adjacent cards of one resource, in notation.
fn commits(hand: &[Card]) -> Vec<String> {
    let mut commits = Vec::new();
    for first in 0..hand.len() {
        for end in first + 2..=hand.len() {
            let run = &hand[first..end];
            if kind(run[0]) != "review" && run.iter().all(|&card| kind(card) == kind(run[0])) {
                let places: Vec<String> = (first + 1..=end).map(|place| place.to_string()).collect();
                commits.push(format!("commit {}", places.join("+")));
            }
        }
    }
    commits
}

/// The modifiers of the die: discards, hand, stars.
fn modifiers(hand: &[Card], discarded: &[Card], restaurant: &[Card], top: Card) -> (i64, i64, i64) {
    let discards = discarded.iter().map(|&card| FACES[card].6).sum();
    let rightmost = hand.iter().rev().take(3);
    let from_hand = match KINDS[..4].iter().position(|&resource| resource == kind(top)) {
        Some(resource) => rightmost.map(|&card| FACES[card].5[resource]).sum(),
        None => 0,
    };
    (discards, from_hand, quality(restaurant).min(stars(top)))
}

/// A random table, and the next choices of the player in turn.
#[derive(Debug, Clone)]
struct Scene {
    hands: Vec<Vec<Card>>,
    restaurants: Vec<Vec<Card>>,
    market: Vec<Card>,
    deck: Vec<Card>,
    is_end: bool,
    discard: u16,
    pile: usize,
    die: u8,
}

fn scenes() -> impl Strategy<Value = Scene> {
    let cards: Vec<Card> = (0..FACES.len()).flat_map(|card| vec![card; FACES[card].3 as usize]).collect();
    let sizes = (2..=5usize).prop_flat_map(|players| {
        (
            proptest::collection::vec(0..=9usize, players),
            proptest::collection::vec(0..=10usize, players),
            1..=9usize,
            1..=3usize,
        )
    });
    let choices = (any::<bool>(), any::<u16>(), 0..5usize, 1..=20u8);
    (Just(cards).prop_shuffle(), sizes, choices).prop_map(
        |(mut cards, (hands, restaurants, market, deck), (is_end, discard, pile, die))| {
            let mut take = |count: usize| cards.split_off(cards.len() - count);
            Scene {
                hands: hands.into_iter().map(&mut take).collect(),
                restaurants: restaurants.into_iter().map(&mut take).collect(),
                market: take(market),
                deck: if is_end { take(deck) } else { Vec::new() },
                is_end,
                discard,
                pile,
                die,
            }
        },
    )
}

impl Scene {
    fn lay(&self) -> Play {
        let rows = |cards: &[Card]| cards.iter().map(|&card| card as u8).collect::<Vec<u8>>();
        let mut layout = table(self.hands.len());
        for seat in 0..self.hands.len() {
            let place = Seat(seat as u8);
            layout = layout.lay_all(rows(&self.hands[seat]), Place::Hand(place));
            layout = layout.lay_all(rows(&self.restaurants[seat]), Place::Restaurant(place));
        }
        layout = layout.lay_all(rows(&self.market), Place::Market);
        for row in rows(&self.deck) {
            layout.take(row);
            layout.next.push(row);
        }
        layout.is_last = self.is_end;
        layout.begin()
    }

    /// The pile to name: the wanted kind, or the next one that has cards, and its top card.
    fn named(&self) -> (&'static str, Card) {
        let piles = (0..5).map(|step| KINDS[(self.pile + step) % 5]);
        let mut tops = piles.filter_map(|pile| {
            let top = self.market.iter().rev().find(|&&card| kind(card) == pile);
            top.map(|&top| (pile, top))
        });
        tops.next().expect("the market has a card")
    }
}

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(config(2000))]

    /// DE-19..21, DE-56..63.
    #[test]
    fn scores_and_places_are_those_of_the_literal_rules(scene in scenes()) {
        let play = scene.lay();
        let players = scene.hands.len();
        let results: Vec<Vec<i32>> =
            scene.restaurants.iter().map(|restaurant| result(restaurant, players)).collect();
        let places = play.places();
        for (seat, restaurant) in scene.restaurants.iter().enumerate() {
            prop_assert_eq!(i64::from(play.quality(seat as u8)), quality(restaurant));
            for (resource, score) in play.scores(seat as u8).into_iter().enumerate() {
                prop_assert_eq!(i64::from(score), 2 * resource_score(restaurant, KINDS[resource]));
            }
            prop_assert_eq!(play.points(seat as u8), 2 * results[seat][0]);
            let better = results.iter().filter(|other| **other > results[seat]).count();
            prop_assert_eq!(usize::from(places[seat]), better + 1);
        }
    }

    /// DE-12..15, DE-44, DE-45.
    #[test]
    fn a_turn_offers_what_the_literal_rules_allow(scene in scenes()) {
        let play = scene.lay();
        let mut expected = vec!["roll".to_owned()];
        for (place, &card) in scene.hands[0].iter().enumerate() {
            if kind(card) == "review" {
                for seat in 0..scene.hands.len() {
                    expected.push(format!("review {} to {}", place + 1, seat + 1));
                }
            }
        }
        expected.extend(commits(&scene.hands[0]));
        expected.sort_unstable();
        let mut offered = play.legal();
        offered.sort_unstable();
        prop_assert_eq!(offered, expected);
        prop_assert!(play.actions().is_sorted_by(|a, b| a < b));
    }

    /// DE-22..43, DE-54.
    #[test]
    fn a_roll_goes_as_the_literal_rules_have_it(scene in scenes()) {
        let mut play = scene.lay();
        play.act("roll");
        // The wanted discards, and more from the left as long as eight or more cards are kept.
        let held = scene.hands[0].len();
        let mut is_discarded: Vec<bool> = (0..held).map(|at| scene.discard >> at & 1 == 1).collect();
        for at in 0..held {
            if is_discarded.iter().filter(|&&gone| !gone).count() > 7 {
                is_discarded[at] = true;
            }
        }
        let (mut hand, mut discarded) = (Vec::new(), Vec::new());
        for (at, &card) in scene.hands[0].iter().enumerate() {
            if is_discarded[at] {
                play.act(&format!("discard {}", at + 1 - discarded.len()));
                discarded.push(card);
            } else {
                hand.push(card);
            }
        }
        let (pile, top) = scene.named();
        let drawn = play.state.deck[usize::from(play.state.table.drawn)];
        let left = 108 - usize::from(play.state.table.drawn) - 1;
        play.act(&format!("name {pile}")).die(scene.die);

        let (discards, from_hand, from_stars) = modifiers(&hand, &discarded, &scene.restaurants[0], top);
        let success = i64::from(scene.die) + discards + from_hand + from_stars >= FACES[top].4;
        let expected = Rolled {
            discards: discards as i16,
            hand: from_hand as i16,
            stars: from_stars as u8,
            success,
        };
        prop_assert_eq!(play.rolled(), expected);
        if success {
            hand.push(top);
        }
        let names: Vec<&str> = hand.iter().map(|&card| FACES[card].0).collect();
        prop_assert_eq!(play.hand(0), names.join(" "));

        // Piles from the top down; the drawn card lies on top of its pile.
        let mut market = scene.market.clone();
        if success {
            let at = market.iter().rposition(|&card| kind(card) == pile).unwrap();
            market.remove(at);
        }
        market.push(drawn.into());
        let mut piles = Vec::new();
        for pile in KINDS {
            let cards = market.iter().rev().filter(|&&card| kind(card) == pile);
            let names: Vec<&str> = cards.map(|&card| FACES[card].0).collect();
            if !names.is_empty() {
                piles.push(names.join(" "));
            }
        }
        prop_assert_eq!(play.market(), piles);
        let next = match (left, kind(drawn.into()) == pile) {
            (0, _) => "over",
            (_, true) => "seat 1: again",
            (_, false) => "seat 2: turn",
        };
        prop_assert_eq!(play.node(), next);
    }

    /// DE-47..51: a theft follows every commit of three or more cards, and no smaller one.
    #[test]
    fn a_commit_goes_as_the_literal_rules_have_it(scene in scenes(), pick in any::<prop::sample::Index>()) {
        let mut play = scene.lay();
        let commits = commits(&scene.hands[0]);
        if commits.is_empty() {
            return Ok(());
        }
        let commit = &commits[pick.index(commits.len())];
        let places: Vec<usize> =
            commit["commit ".len()..].split('+').map(|place| place.parse::<usize>().unwrap() - 1).collect();
        let resource = kind(scene.hands[0][places[0]]);
        play.act(commit);
        let mut restaurant = scene.restaurants[0].clone();
        restaurant.extend(places.iter().map(|&at| scene.hands[0][at]));
        if places.len() >= 3 {
            prop_assert_eq!(play.node(), "seat 1: victim");
            prop_assert_eq!(play.legal().len(), scene.hands.len() - 1);
            let victim = 1 + pick.index(scene.hands.len() - 1);
            play.act(&format!("rob {}", victim + 1));
            let stealable: Vec<usize> =
                (0..scene.hands[victim].len()).filter(|&at| kind(scene.hands[victim][at]) == resource).collect();
            let mut robbed = scene.hands[victim].clone();
            if !stealable.is_empty() {
                prop_assert_eq!(play.node(), format!("seat {}: loss", victim + 1));
                prop_assert_eq!(play.legal().len(), stealable.len());
                let at = stealable[pick.index(stealable.len())];
                play.act(&format!("lose {}", at + 1));
                restaurant.push(robbed.remove(at));
            }
            let names: Vec<&str> = robbed.iter().map(|&card| FACES[card].0).collect();
            prop_assert_eq!(play.hand(victim as u8), names.join(" "));
        }
        let mut names: Vec<&str> = restaurant.iter().map(|&card| FACES[card].0).collect();
        names.sort_unstable();
        prop_assert_eq!(play.restaurant(0), names.join(" "));
        prop_assert_eq!(play.node(), "seat 2: turn");
    }
}
