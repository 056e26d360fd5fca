//! Compares displays and baskets with an enumeration of all sets.

use super::{game, states};
use crate::{
    rules::{House, Phase, RestaurantRow, components::NONE, words::bits},
    strategy::specials::{self, BASKETS},
};
use sim_engine::{Luck, Seat};

/// Every subset of a mask, the mask itself first.
fn subsets(mask: u32) -> impl Iterator<Item = u32> {
    let mut next = Some(mask);
    std::iter::from_fn(move || {
        let subset = next?;
        next = subset.checked_sub(1).map(|less| less & mask);
        Some(subset)
    })
}

/// Houses with random pantries, with and without wrong spaces, freezers and thawed ingredients.
fn houses(game: &RestaurantRow, count: u64) -> Vec<House> {
    let state = &states(game, 1, |phase| phase == Phase::Stock)[0];
    let all = game.supplies.ingredients.len();
    let house = |at: u64| {
        let mut stream = Luck::new(7, at).imagination(0);
        let mut house = *state.table.house(Seat(0));
        for _ in 0..stream.below(8) {
            house.pantry |= 1 << stream.index(all);
        }
        house.wrong_spaces = stream.below(2) as u8;
        house.has_freezer = stream.below(2) == 1;
        let frozen = stream.index(all);
        if stream.below(4) == 0 && house.has_freezer {
            house.pantry |= 1 << frozen;
            house.thawed = frozen as u8;
        }
        house
    };
    (0..count).map(house).collect()
}

#[test]
fn the_best_display_is_the_best_of_all_displays() {
    for players in [2, 4] {
        let game = game(players);
        let fits = |house: &House, shown: u32| {
            game.supplies.fits(game.supplies.count_kinds(shown), house.wrong_spaces)
        };
        for (at, house) in houses(&game, 400).iter().enumerate() {
            let mut stream = Luck::new(8, at as u64).imagination(0);
            let worths: Vec<f64> = (0..32).map(|_| stream.below(12) as f64 - 2.0).collect();
            let keeps: Vec<f64> = (0..32).map(|_| stream.below(9) as f64 - 4.0).collect();
            let thawed = if house.thawed == NONE { 0 } else { 1u32 << house.thawed };
            let mut best = f64::NEG_INFINITY;
            for shown in subsets(house.pantry) {
                if shown & thawed != thawed || !fits(house, shown) {
                    continue;
                }
                let worth: f64 = bits(shown).map(|row| worths[row]).sum();
                let rest = house.pantry & !shown & !thawed;
                let kept = bits(rest).filter(|_| house.has_freezer).map(|row| keeps[row]).fold(0.0, f64::max);
                best = best.max(worth + kept);
            }
            let found = specials::best(&game, house, 0, u32::MAX, |row| worths[row], |row| keeps[row]);
            assert!((found.worth - best).abs() < 1e-9, "{found:?}, but {best}: {house:?}");
            assert!(fits(house, found.shown) && found.shown & thawed == thawed, "{found:?}");
        }
    }
}

#[test]
fn the_forks_of_a_pantry_are_those_of_the_best_display() {
    let game = game(4);
    for house in houses(&game, 400) {
        let forks = |shown: u32| bits(shown).map(|row| u32::from(game.supplies.ingredients[row].forks)).sum();
        let thawed = if house.thawed == NONE { 0 } else { 1u32 << house.thawed };
        let fits = |shown: &u32| {
            shown & thawed == thawed
                && game.supplies.fits(game.supplies.count_kinds(*shown), house.wrong_spaces)
        };
        let best: u32 = subsets(house.pantry).filter(fits).map(forks).max().unwrap();
        let found: u32 =
            specials::forks(&game, &house, house.pantry).iter().map(|&forks| u32::from(forks)).sum();
        assert_eq!(found, best, "{house:?}");
    }
}

#[test]
fn baskets_are_all_that_can_be_used_and_paid() {
    for players in [2, 3, 4] {
        let game = game(players);
        for (at, house) in houses(&game, 200).iter().enumerate() {
            let mut stream = Luck::new(9, at as u64).imagination(0);
            let kind = stream.index(3);
            let goods = game.supplies.of_kind[kind] & !house.pantry & stream.below(1 << 24) as u32;
            let cash = stream.below(25) as i32;
            let in_basket = 0;
            let mut found = [0; BASKETS];
            let count = specials::baskets(&game, house, goods, in_basket, cash, &mut found);
            let mut found = found[..count].to_vec();
            found.sort_unstable();
            let is_legal = |basket: &u32| {
                *basket == 0 || house.can_use(&game, *basket) && game.supplies.basket_price(*basket) <= cash
            };
            let mut all: Vec<u32> = subsets(goods).filter(is_legal).collect();
            all.sort_unstable();
            assert_eq!(found, all, "{house:?}");
        }
    }
}
