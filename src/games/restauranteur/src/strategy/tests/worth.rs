//! Compares predicted changes of income with the table after the action.

use super::{readings, visit};
use crate::{
    rules::{
        Action, Decision, Restauranteur, State,
        action::Chosen,
        board::cells,
        components::{Campaign, Face},
        variant::RandomEarners,
    },
    strategy::{
        features::{self, Best, Sites},
        ground::Ground,
        pace::Pace,
        standing::Standing,
        tolls::Dues,
        vocabulary::{Context, Counter, Earn, Improve, Site},
    },
};
use sim_engine::{Game, Luck, Seat};
use sim_script::formula::Columns;

fn standing<'a>(game: &'a Restauranteur, state: &'a State, ground: &'a mut Ground) -> Standing<'a> {
    let seat = state.table.active;
    let seen = game.observe(state, seat);
    ground.renew(seen);
    Standing::new(seen, seat, ground)
}

fn close(left: f64, right: f64) -> bool {
    (left - right).abs() < 1e-9
}

/// Coins per round of a seat's restaurants, summed one by one.
fn one_by_one(game: &Restauranteur, state: &State, pace: &Pace, seat: Seat) -> f64 {
    let table = &state.table;
    let restaurants = cells(table.owned[seat]).filter_map(|cell| Some((cell, table.cuisine_at(cell)?)));
    let incomes = restaurants.map(|(cell, cuisine)| {
        let trade = game.trade(table, seat, cuisine, cell, table.stars[seat][cuisine.index()]);
        pace.income(game, table, Some(cuisine), cell, &trade)
    });
    incomes.sum()
}

#[test]
fn the_income_of_a_seat_is_that_of_its_restaurants() {
    for game in readings(3) {
        let (mut seen, mut ground) = (0, Ground::default());
        visit(&game, 0..2, Decision::Income, |state, _| {
            let pace = *standing(&game, state, &mut ground).pace();
            for seat in Seat::all(3) {
                let (all, sum) = (pace.income_of(&state.table, seat), one_by_one(&game, state, &pace, seat));
                assert!(close(all, sum), "{all} against {sum}");
                seen += usize::from(sum > 0.0);
            }
        });
        assert!(seen > 100, "{seen} seats with income");
    }
}

#[test]
fn an_average_round_plays_every_card_that_is_left_once() {
    let game = &readings(2)[0];
    let state = game.deal(&Luck::new(8, 0), &mut |_| {});
    let mut ground = Ground::default();
    let pace = standing(game, &state, &mut ground).pace();
    // 78 cards without the first discard, 8 dealt; the second pass is 79 less 8 in hands.
    assert_eq!(pace.rounds, 1.0 + (70.0 + 71.0) / 2.0);
    // One Mailing Campaign in each pass, unless it opened the discard pile.
    let copies = 2.0 - f64::from(state.table.discards[Face::campaign(Campaign::Mailing).index()]);
    assert!(close(pace.campaign(Campaign::Mailing) * pace.rounds, copies));
}

/// The predicted gain of a build equals its actual gain at the same pace.
#[test]
fn a_build_changes_incomes_as_foretold() {
    for game in readings(2) {
        let (mut tried, mut broken, mut ground) = (0, 0, Ground::default());
        visit(&game, 0..2, Decision::Build, |state, legal| {
            let me = standing(&game, state, &mut ground);
            for action in legal {
                let Action::Build { cuisine } = *action else { continue };
                let mut built = *state;
                game.apply(&mut built, *action, &mut |_| {});
                let mut next = Vec::new();
                game.legal(&built, &mut next);
                game.apply(&mut built, next[0], &mut |_| {});
                next.clear();
                game.legal(&built, &mut next);
                let Action::Site { cell } = next[tried % next.len()] else { panic!("{next:?}") };
                game.apply(&mut built, Action::Site { cell }, &mut |_| {});
                let (pace, seat) = (me.pace(), me.seat);
                let gain = |seat| pace.income_of(&built.table, seat) - pace.income_of(&state.table, seat);

                let mut columns = Columns::new(Counter::COUNT);
                features::counters(&me, &[cuisine], Counter::Broken.bit(), &mut columns);
                let lost = columns.column(Counter::Broken as usize)[0];
                let rivals: f64 = me.rivals().map(|rival| -gain(rival)).sum();
                assert!(close(lost, rivals), "broken: {lost} against {rivals}");

                let best = Best::new(&me);
                let mut other = Ground::default();
                let after = Best::new(&standing(&game, &built, &mut other));
                let stars = me.seen.stars_after_build(seat, cuisine);
                let wanted = Site::Income.bit() | Site::CampaignGain.bit();
                let mut columns = Columns::new(Site::COUNT);
                let sites = Sites { cuisine, stars, places: cell.bit() };
                features::sites(&me, &[sites], Some(&best), wanted, &mut columns);
                let foretold = |feature: Site| columns.column(feature as usize)[0];
                assert!(close(foretold(Site::Income), gain(seat)), "{cell}: {}", gain(seat));
                let campaigns = after.worth(&me) - best.worth(&me);
                assert!(close(foretold(Site::CampaignGain), campaigns), "{cell}: {campaigns}");
                tried += 1;
                broken += usize::from(lost > 0.0);
            }
        });
        assert!(tried > 100 && broken > 5, "{tried} builds, {broken} of them break");
    }
}

#[test]
fn an_improvement_changes_incomes_as_foretold() {
    for game in readings(2) {
        for decision in [Decision::Improve, Decision::Drop] {
            let (mut tried, mut ground) = (0, Ground::default());
            visit(&game, 0..20, decision, |state, legal| {
                let me = standing(&game, state, &mut ground);
                for action in legal {
                    let chosen = match *action {
                        Action::Improve { card, cuisines } | Action::Drop { card, cuisines } => {
                            Chosen { card, cuisines }
                        }
                        _ => continue,
                    };
                    let is_played = decision == Decision::Drop;
                    let mut columns = Columns::new(Improve::COUNT);
                    let wanted = Improve::IncomeGain.bit();
                    features::improvements(&me, std::iter::once(chosen), is_played, wanted, &mut columns);
                    let foretold = columns.column(Improve::IncomeGain as usize)[0];
                    let mut changed = *state;
                    game.apply(&mut changed, *action, &mut |_| {});
                    let income = |state: &State| me.pace().income_of(&state.table, me.seat);
                    let gain = (income(&changed) - income(state)).abs();
                    assert!(close(foretold, gain), "{chosen:?}: {foretold} against {gain}");
                    tried += usize::from(gain > 0.0);
                }
            });
            assert!(tried > 10, "{tried} {decision:?} that matter");
        }
    }
}

#[test]
fn tolls_of_a_target_are_those_of_the_rules() {
    for game in readings(3) {
        let (mut moved, mut ground) = (0, Ground::default());
        visit(&game, 0..4, Decision::Income, |state, legal| {
            let me = standing(&game, state, &mut ground);
            let Some(dues) = Dues::new(&me) else { return };
            for action in legal {
                let Action::Income { target } = *action else { continue };
                let (told, paid) = (dues.payout(&me, target), me.seen.payout(target));
                assert_eq!(told, paid, "{target} in {state:?}");
                let gains = state.table.gains(target);
                moved += usize::from(Seat::all(3).any(|seat| paid[seat] != i32::from(gains[seat])));
            }
        });
        assert!(moved > 20, "{moved} tolls");
    }
}

/// B-06: if only the roller earns from dice, rivals get nothing.
#[test]
fn a_roll_gives_rivals_what_the_dice_may_pay_them() {
    for game in readings(3) {
        let is_alone = game.variant.random_earners == RandomEarners::Active;
        let (mut rolls, mut paid, mut ground) = (0, 0, Ground::default());
        visit(&game, 0..4, Decision::Income, |state, legal| {
            let me = standing(&game, state, &mut ground);
            let mut columns = Columns::new(Earn::COUNT);
            features::occasions(&me, legal, u128::MAX, &mut columns);
            let mut roll_rival = [0.0; Context::COUNT];
            features::context(&me, Context::RollRival.bit(), &mut roll_rival);
            let is_roll = |at: &usize| matches!(legal[*at], Action::Roll { .. });
            for at in (0..legal.len()).filter(is_roll) {
                let rivals = columns.column(Earn::RivalsGain as usize)[at];
                let most = roll_rival[Context::RollRival as usize];
                assert!(!is_alone || (rivals, most) == (0.0, 0.0), "{rivals}, {most}");
                (rolls, paid) = (rolls + 1, paid + usize::from(rivals > 0.0));
            }
        });
        assert!(rolls > 50 && (paid > 50) != is_alone, "{rolls} rolls, {paid} pay others");
    }
}
