//! Zous-chefs that work for McDogald's (CK-214).

use super::*;

#[test]
fn ck_214_a_zous_chef_works_in_the_next_round() {
    let game = solo(&[]);
    let mut state = bare(&game);
    state.zous_on_offer = row(&game, "sorrel");
    assert_eq!(picks(&game, &mut state, ACADEMY, 0), items("zous-chef"));
    assert_eq!(state.kitchens[AUTOMA].next_zous, row(&game, "sorrel"));
    game.apply_chance(&mut state, &Luck::new(3, 0), &mut |_| {});
    assert_eq!(state.kitchens[AUTOMA].zous, row(&game, "sorrel"));
    // Sorrel is alone and earns a star (CK-108).
    picks(&game, &mut state, MERCHANT, ZOUS);
    let before = stars(&state, AUTOMA, Fund::Abilities);
    state.kitchens[AUTOMA].zous = row(&game, "sorrel");
    state.spreads[GARDEN].tokens = tokens("bread-2");
    picks(&game, &mut state, GARDEN, ZOUS);
    assert_eq!(stars(&state, AUTOMA, Fund::Abilities) - before, 1);
}

/// Lets McDogald's zous-chef act at the garden; returns the state after its draws.
fn acts(game: &CritterKitchen, name: &str, bag: &str) -> State {
    let mut state = bare(game);
    state.bag = tokens(bag);
    state.kitchens[AUTOMA].zous = row(game, name);
    state.shopping = Shopping::at(GARDEN);
    state.shopping.here = [NONE; 5];
    state.shopping.here[AUTOMA] = ZOUS as u8;
    state.shopping.stage = Stage::CleanUp;
    state.shopping.haul = tokens("bread-2");
    state.kitchens[AUTOMA].stock = tokens("bread-2");
    state.spreads[TRUCK].has_bisque = true;
    state.bisques = 6;
    game.act(&mut state, AUTOMA, &mut |_| {});
    while state.shopping.owed_len > 0 {
        state.phase = Phase::Draw;
        game.make_draw(&mut state, &Luck::new(3, 0), &mut |_| {});
    }
    state
}

#[test]
fn ck_a55_abilities_bring_stars_and_tokens_and_no_soup() {
    let game = solo(&[]);
    let kitchen = |name: &str, bag: &str| acts(&game, name, bag).kitchens[AUTOMA];
    assert_eq!(kitchen("newton", "").soup, 0);
    assert_eq!(kitchen("fennel", "").soup, 0);
    let after_penny = acts(&game, "penny", "");
    assert_eq!((after_penny.kitchens[AUTOMA].bisque, after_penny.bisques), (0, 7));
    assert_eq!(kitchen("otto", "wine-7").stock, tokens("bread-2 wine-7"));
    assert_eq!(kitchen("hazel", "wine-7").stock, tokens("bread-2 wine-7"));
    // Ming gives nothing back, and so draws nothing.
    assert_eq!(kitchen("ming", "wine-7").stock, tokens("bread-2"));
    // Beatrix draws two and keeps the one that the day's conditions name.
    let after_beatrix = acts(&game, "beatrix", "wine-2 fish-7");
    assert_eq!(after_beatrix.kitchens[AUTOMA].stock, tokens("bread-2 fish-7"));
    assert_eq!(after_beatrix.bag.count(token("wine-2")), 1);
    assert_eq!(kitchen("juniper", "").peeked, 0);
    // McDogald's hat is in front, so Carol brings no star.
    assert_eq!(kitchen("carol", "").stars[Fund::Abilities as usize], 0);
    let mut back = bare(&game);
    back.track[..2].copy_from_slice(&[0, AUTOMA as u8]);
    back.kitchens[AUTOMA].zous = row(&game, "rosemary");
    game.act(&mut back, AUTOMA, &mut |_| {});
    assert_eq!(back.track[0], AUTOMA as u8);
}

#[test]
fn ck_112_the_player_keeps_the_soup_that_newton_brings_both() {
    let game = solo(&[]);
    let mut state = bare(&game);
    state.kitchens[AUTOMA].zous = row(&game, "newton");
    state.shopping.here = [0, ZOUS as u8, NONE, NONE, NONE];
    game.act(&mut state, AUTOMA, &mut |_| {});
    assert_eq!((state.kitchens[0].soup, state.kitchens[AUTOMA].soup), (2, 0));
}

#[test]
fn ck_a65_drawn_tokens_pay_like_picked_ones() {
    for (flag, pays) in [("true", 2), ("false", 0)] {
        let game = solo(&[("mcdogalds_draws_score", flag)]);
        let state = acts(&game, "otto", "rumor-1");
        assert_eq!(state.kitchens[AUTOMA].rumor_tokens(), 1);
        assert_eq!(stars(&state, AUTOMA, Fund::RumorTokens), pays);
    }
}
