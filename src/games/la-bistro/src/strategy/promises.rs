//! Facts that features of La Bistro predict, and how to find them by the rules.

use crate::rules::{Decision, Event, LaBistro, Phase, Restaurant, State, components::cuisine_word};
use sim_engine::Seat;
use sim_play::laws::promises::{Promise, Promising, Trial};

impl Promising for LaBistro {
    const RULED: &'static [&'static str] = &[
        "price of score at hire under auction_pays=bid",
        "price of score at renovation under auction_pays=bid",
        "best_price of amount at job_bid under auction_pays=bid",
        "spare of amount at renovation_bid under auction_pays=bid",
    ];
    const ALSO_READ: &'static [&'static str] =
        &["best_worth", "is_challenger", "is_new_cuisine", "is_new_price"];

    fn promises() -> Vec<Promise<LaBistro>> {
        let mut promises = vec![
            Promise::number(["option", "score", "my_points"], |trial, _| Some(trial.points())),
            Promise::number(["option", "score", "cash"], |trial, _| Some(money(trial, &trial.before).into())),
            Promise::chance(["option", "score", "payout_chance"], payouts_follow),
            Promise::number(["building", "score", "least"], least_of_building),
            Promise::number(["ads", "amount", "most_ads"], |trial, _| Some(trial.limits()?.max.into())),
            Promise::number(["unique_bid", "amount", "points"], points_of_claim),
            Promise::number(["menu", "value", "ambiance"], |trial, label| {
                let house = served(trial, label)?;
                Some(house.ambiance.into())
            }),
            Promise::number(["menu", "value", "capacity"], |trial, label| {
                let house = served(trial, label)?;
                Some(house.capacity.into())
            }),
        ];
        for at in ["job_bid", "renovation_bid"] {
            promises.push(Promise::number([at, "amount", "best_price"], best_price));
            promises.push(Promise::number([at, "amount", "spare"], spare));
        }
        for at in ["hire", "renovation"] {
            promises.extend([
                Promise::number([at, "score", "price"], price),
                Promise::number([at, "score", "quality"], |trial, label| {
                    change(trial, label, |_, house| house.quality)
                }),
                Promise::number([at, "score", "service"], |trial, label| {
                    change(trial, label, |_, house| house.service)
                }),
                Promise::number([at, "score", "ambiance"], |trial, label| {
                    change(trial, label, |_, house| house.ambiance)
                }),
                Promise::number([at, "score", "novelty"], |trial, label| change(trial, label, novelty)),
                Promise::number([at, "score", "capacity"], |trial, label| {
                    change(trial, label, |_, house| house.capacity.into())
                }),
                Promise::number([at, "score", "points"], |trial, label| change(trial, label, ratings)),
            ]);
        }
        promises
    }
}

fn money(trial: &Trial<'_, LaBistro>, state: &State) -> i32 {
    state.table.cash(trial.seat)
}

fn paid(trial: &Trial<'_, LaBistro>) -> i32 {
    money(trial, &trial.before) - money(trial, &trial.now)
}

fn novelty(rules: &LaBistro, house: &Restaurant) -> u16 {
    house.novelty(rules.variant.novelty_start)
}

fn ratings(rules: &LaBistro, house: &Restaurant) -> u16 {
    house.quality + house.service + house.ambiance + novelty(rules, house)
}

/// Whether the Payouts round follows when everybody goes to the bank and does nothing there.
fn payouts_follow(trial: &mut Trial<'_, LaBistro>, _: &str) -> Option<f64> {
    if trial.seat != Seat(0) {
        // The hidden choices of earlier seats cannot be replaced.
        return None;
    }
    while let Some((_, "option")) = trial.pending_decision() {
        trial.play("choose bank")?;
    }
    trial.pass_chance();
    while let Some((_, "bank")) = trial.pending_decision() {
        trial.play("repay 0")?;
    }
    trial.pass_chance();
    let follow = trial.events.iter().any(|event| matches!(event, Event::Payouts { .. }));
    Some(f64::from(u8::from(follow)))
}

/// Least price of a building: the payment without rivals, or the lowest legal limit.
fn least_of_building(trial: &mut Trial<'_, LaBistro>, label: &str) -> Option<f64> {
    if label == "pass" {
        return None;
    }
    trial.play(label)?;
    Some(match trial.pending_decision() {
        Some((_, "building_bid")) => trial.limits()?.min.into(),
        _ => paid(trial).into(),
    })
}

fn served(trial: &mut Trial<'_, LaBistro>, label: &str) -> Option<Restaurant> {
    let words: Vec<&str> = label.split(' ').collect();
    let &["restaurant", slot, "cuisine", cuisine, "price", price] = &words[..] else { return None };
    if trial.feature("is_new_cuisine") > 0.0 {
        let cuisine: usize = cuisine.parse().ok()?;
        trial.play(&format!("cuisine {slot} {}", cuisine_word(cuisine - 1)))?;
    } else if matches!(trial.now.table.phase, Phase::Ask(_, Decision::Menu)) {
        trial.play("pass")?;
    }
    let sets = trial.feature("is_new_price") > 0.0 && price != "0";
    trial.play(&if sets { format!("price {slot} {price}") } else { "pass".to_owned() })?;
    Some(trial.now.table.restaurants[trial.seat.index()][slot.parse::<usize>().ok()? - 1])
}

/// Payment for a choice. For a rival's unique employee, it is the least bid of an uncontested claim.
fn price(trial: &mut Trial<'_, LaBistro>, label: &str) -> Option<f64> {
    take(trial, label)?;
    Some(paid(trial).into())
}

fn take(trial: &mut Trial<'_, LaBistro>, label: &str) -> Option<()> {
    if label == "pass" {
        return None;
    }
    trial.play(label)?;
    win_claim(trial)
}

fn win_claim(trial: &mut Trial<'_, LaBistro>) -> Option<()> {
    while let Phase::Ask(seat, Decision::UniqueBid) = trial.now.table.phase {
        let least = trial.limits()?.min;
        trial.play(&if seat == trial.seat { format!("amount {least}") } else { "pass".to_owned() })?;
    }
    Some(())
}

fn change(
    trial: &mut Trial<'_, LaBistro>,
    label: &str,
    rating: fn(&LaBistro, &Restaurant) -> u16,
) -> Option<f64> {
    let slot: usize = label.split(' ').nth(1)?.parse().ok()?;
    take(trial, label)?;
    Some(rating_change(trial, slot - 1, rating))
}

fn rating_change(trial: &Trial<'_, LaBistro>, slot: usize, rating: fn(&LaBistro, &Restaurant) -> u16) -> f64 {
    let of =
        |state: &State| f64::from(rating(trial.game, &state.table.restaurants[trial.seat.index()][slot]));
    of(&trial.now) - of(&trial.before)
}

/// Ratings with the claimed employee less those without. The challenger wins the claim; the employer gives
/// the employee up.
fn points_of_claim(trial: &mut Trial<'_, LaBistro>, _: &str) -> Option<f64> {
    let auction = trial.before.table.auction;
    if trial.feature("is_challenger") > 0.0 {
        win_claim(trial)?;
        return Some(rating_change(trial, auction.slot.into(), ratings));
    }
    let house = trial.before.table.employer[usize::from(auction.lot)];
    trial.play("pass")?;
    Some(-rating_change(trial, usize::from(house) % 2, ratings))
}

/// Wins the right to choose with a limit, against at most one rival's limit, and takes the script's best
/// choice. Returns the bid and the further payment.
fn win_right(trial: &mut Trial<'_, LaBistro>, limit: i32, rival: Option<i32>) -> Option<(i32, i32)> {
    let table = &trial.now.table;
    // A later seat cannot know the limits that others have committed.
    if table.auction.committed != 0 || trial.feature("best_worth") <= 0.0 {
        return None;
    }
    trial.play(&format!("amount {limit}"))?;
    let mut rival = rival;
    while let Some((_, "job_bid" | "renovation_bid")) = trial.pending_decision() {
        let bid = rival.take().and_then(|limit| trial.play(&format!("amount {limit}")));
        if bid.is_none() {
            trial.play("pass")?;
        }
    }
    let bid = paid(trial);
    let holder = match trial.now.table.phase {
        Phase::Ask(seat, Decision::Hire | Decision::Renovation) => seat,
        _ => return None,
    };
    assert_eq!(holder, trial.seat, "the highest limit wins");
    trial.answer();
    win_claim(trial)?;
    Some((bid, paid(trial) - bid))
}

/// Price of the best choice in addition to the bid, after the least bid.
fn best_price(trial: &mut Trial<'_, LaBistro>, _: &str) -> Option<f64> {
    let least = trial.limits()?.min;
    if trial.feature("spare") < f64::from(least) {
        return None;
    }
    win_right(trial, least, None).map(|(_, price)| price.into())
}

/// Highest bid that leaves the price of the best choice: the bid plus the money left after both.
fn spare(trial: &mut Trial<'_, LaBistro>, _: &str) -> Option<f64> {
    let limit = trial.feature("spare") as i32;
    if limit < trial.limits()?.min {
        return None;
    }
    let (bid, _) = win_right(trial, limit, Some(limit - 1))?;
    Some(f64::from(bid + money(trial, &trial.now)))
}
