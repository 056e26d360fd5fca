//! Prices (RR-92..96, RR-81).

use super::{Decision, Hands, at_doors, fresh, seat, shopping};
use crate::rules::state::Phase;

#[test]
fn rr_95_rr_96_t_12_the_die_is_limited_by_the_stars() {
    for (players, stars, highest) in
        [(4, 1, 2), (4, 2, 3), (4, 5, 6), (3, 4, 5), (2, 1, 3), (2, 4, 6), (2, 5, 6)]
    {
        let mut game = fresh(players);
        game.house(0).stars = stars;
        game.state.table.phase = Phase::Ask(seat(0), Decision::Price);
        let dice: Vec<String> = (1..=highest).map(|die| format!("price {die}")).collect();
        assert_eq!(game.legal(), dice, "{players} players, {stars} stars");
    }
}

#[test]
fn rr_92_prices_are_shown_together() {
    let mut game = fresh(3);
    game.state.table.phase = Phase::Ask(seat(0), Decision::Price);
    game.acts(&["price 3", "price 1"]);
    assert_eq!(game.house(0).die, 0);
    game.act("price 2");
    assert_eq!([0, 1, 2].map(|at| game.house(at).die), [3, 1, 2]);
    assert_eq!(game.phase(), Phase::Doors);
}

#[test]
fn rr_81_the_consultants_owner_chooses_after_the_others() {
    let mut game = fresh(3);
    game.employ(0, "consultant");
    game.state.table.phase = Phase::Ask(seat(1), Decision::Price);
    game.acts(&["price 3", "price 1"]);
    assert_eq!([1, 2].map(|at| game.house(at).die), [3, 1]);
    assert_eq!(game.phase(), Phase::Ask(seat(0), Decision::Price));
    game.act("price 2");
    assert_eq!((game.house(0).die, game.phase()), (2, Phase::Doors));
}

#[test]
fn rr_81_everybody_else_is_asked_first() {
    let mut game = shopping(3, &[]);
    game.employ(1, "consultant");
    game.state.table.trip = 3;
    game.acts(&["visit bank", "visit bank", "visit bank", "amount 0", "amount 0", "amount 0"]);
    game.act("price 1");
    assert_eq!(game.phase(), Phase::Ask(seat(2), Decision::Price));
    game.act("price 1");
    assert_eq!(game.phase(), Phase::Ask(seat(1), Decision::Price));
}

#[test]
fn rr_a43_stars_won_tonight_leave_the_price() {
    let mut game = at_doors(4, &[]);
    game.house(0).stars = 5;
    game.house(0).die = 6;
    game.house(0).stars = 2;
    let rules = game.rules.clone();
    assert_eq!(rules.price(game.house(0).die), 15);
}
