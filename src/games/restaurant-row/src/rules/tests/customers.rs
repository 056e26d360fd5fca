//! Where customers go (RR-97..124).

use super::{Decision, Hands, Played, at_doors, dealt, rules_with, seat};
use crate::rules::{
    event::{Event, Reason},
    state::Phase,
    words::Guest,
};

/// Seat and reason of every `Seated` event.
fn seated(game: &Played) -> Vec<(u8, Reason)> {
    let seated = game.events.iter().filter_map(|event| match event {
        Event::Seated { seat, by, .. } => Some((seat.0, *by)),
        _ => None,
    });
    seated.collect()
}

/// Serves these customers and returns where they sat, and why.
fn send(game: &mut Played, names: &[&str]) -> Vec<(u8, Reason)> {
    game.queue(names);
    game.events.clear();
    game.let_in(names.len());
    game.check();
    seated(game)
}

#[test]
fn rr_97_the_counter_moves_every_night_from_the_first_on() {
    let mut game = at_doors(4, &[]);
    game.shake(7);
    let counter = game.state.table.counter;
    assert!((11..=14).contains(&counter));
    assert!(game.take_event_lines().iter().any(|line| line.ends_with(&format!("{counter} customers"))));
    // The next night continues from there.
    let mut game = game.opened();
    game.shake(8);
    assert!((counter + 1..=counter + 4).contains(&game.state.table.counter));
    // The counter continues beyond 255.
    let mut game = at_doors(4, &[]);
    game.state.table.counter = 255;
    game.shake(7);
    assert!((256..=259).contains(&game.state.table.counter), "{}", game.state.table.counter);
    // The die is fair: each face in 500 of 2000 deals; 3 degrees of freedom, 16.3 is the 0.1 % point.
    let (mut faces, rules) = ([0u32; 4], rules_with(4, &[]));
    for deal in 0..2000 {
        let mut game = dealt(&rules, 1).opened();
        game.shake(deal);
        faces[usize::from(game.state.table.counter) - 11] += 1;
    }
    let chi: f64 = faces.iter().map(|&count| (f64::from(count) - 500.0).powi(2) / 500.0).sum();
    assert!(chi < 16.3, "chi-square {chi} of {faces:?}");
}

#[test]
fn rr_98_the_shill_is_among_n_customers_with_the_chance_of_n_less_one_in_29() {
    // N = 11..14 after the first die, each with a quarter: (10 + 11 + 12 + 13) / 4 / 29.
    let expected = 11.5 / 29.0;
    let (mut met, rules) = (0, rules_with(4, &[]));
    let deals = 4000;
    for deal in 0..deals {
        let mut game = dealt(&rules, 1).opened();
        game.shake(deal);
        met += u32::from(matches!(game.phase(), Phase::Ask(_, Decision::ShillBid)));
    }
    let seen = f64::from(met) / deals as f64;
    let error = (expected * (1.0 - expected) / deals as f64).sqrt();
    assert!((seen - expected).abs() < 4.0 * error, "{seen} instead of {expected}");
}

#[test]
fn rr_99_the_tenth_customer_is_the_critic() {
    let mut game = at_doors(4, &[]);
    let locals = ["chip", "chuck", "christine", "charlotte", "eric", "eddie", "erika", "emily", "frank"];
    send(&mut game, &locals);
    assert_eq!(game.state.table.critic, super::NONE);
    game.let_in(1);
    assert_ne!(game.state.table.critic, super::NONE);
    assert_eq!(game.state.table.drawn, 9);
}

#[test]
fn rr_106_rr_112_d_65_equal_in_everything_the_pawn_decides_and_moves() {
    let mut game = at_doors(3, &[]);
    game.state.table.pawn = seat(2);
    assert_eq!(send(&mut game, &["larry"]), [(2, Reason::Pawn)]);
    assert_eq!(game.state.table.pawn, seat(0));
}

#[test]
fn rr_107_the_lowest_price_is_second() {
    let mut game = at_doors(3, &[]);
    game.house(1).die = 1;
    assert_eq!(send(&mut game, &["larry"]), [(1, Reason::Secondary)]);
    assert_eq!(game.state.table.pawn, seat(0), "the pawn was not needed");
}

#[test]
fn rr_108_the_third_preference_is_the_customers_own() {
    // Larry's third preference is ambiance, Lana's is rating.
    let mut game = at_doors(3, &[]);
    game.install(2, "fish-tank");
    game.house(1).stars = 3;
    assert_eq!(send(&mut game, &["larry", "lana"]), [(2, Reason::Tertiary), (1, Reason::Tertiary)]);
}

#[test]
fn rr_109_cheapskates_go_by_price_then_food() {
    let mut game = at_doors(3, &[]);
    game.house(0).die = 2;
    game.house(1).die = 2;
    game.show(1, &["field-greens"]);
    game.show(2, &["maine-lobster"]);
    assert_eq!(send(&mut game, &["chip"]), [(1, Reason::Secondary)]);
    game.house(2).die = 1;
    assert_eq!(send(&mut game, &["chuck"]), [(2, Reason::Primary)]);
}

#[test]
fn rr_110_executives_go_by_ambiance() {
    let mut game = at_doors(3, &[]);
    game.install(1, "place-settings");
    game.install(2, "fish-tank");
    assert_eq!(send(&mut game, &["eric"]), [(1, Reason::Primary)]);
}

#[test]
fn rr_111_foodies_go_by_forks_of_their_taste() {
    let mut game = at_doors(4, &[]);
    game.show(0, &["grass-fed-beef"]);
    game.show(1, &["maine-lobster"]);
    game.show(2, &["truffles"]);
    game.show(3, &["wild-salmon", "morels"]);
    let went = send(&mut game, &["frank", "felipe", "frida", "faith"]);
    assert_eq!(went, [0, 1, 2, 3].map(|at| (at, Reason::Primary)));
}

#[test]
fn rr_a24_a_meat_foodie_without_meat_goes_by_the_rest() {
    let mut game = at_doors(3, &[]);
    game.show(1, &["maine-lobster"]);
    game.house(2).die = 2;
    assert_eq!(send(&mut game, &["frank"]), [(2, Reason::Secondary)]);
}

#[test]
fn rr_113_rr_a20_scenesters_go_where_most_guests_are_tonight() {
    let mut game = at_doors(3, &[]);
    game.house(0).popularity_marks = 5;
    game.employ(1, "manager");
    send(&mut game, &["larry"]);
    assert_eq!(send(&mut game, &["sam"]), [(1, Reason::Primary)]);
    let mut game = at_doors(3, &[("popularity_metric", "track")]);
    game.house(0).popularity_marks = 5;
    game.employ(1, "manager");
    send(&mut game, &["larry"]);
    assert_eq!(send(&mut game, &["sam"]), [(0, Reason::Primary)]);
}

#[test]
fn rr_114_tourists_go_by_stars() {
    let mut game = at_doors(3, &[]);
    game.house(2).stars = 3;
    assert_eq!(send(&mut game, &["ted"]), [(2, Reason::Primary)]);
}

#[test]
fn rr_105_a_full_restaurant_is_skipped() {
    let mut game = at_doors(3, &[]);
    game.house(2).stars = 5;
    game.house(0).stars = 3;
    game.house(2).main = 6;
    game.house(2).guests[Guest::Local.index()] = 6;
    game.state.table.come = 6;
    assert_eq!(send(&mut game, &["ted"]), [(0, Reason::Primary)]);
}

#[test]
fn rr_a42_customers_without_a_seat_leave() {
    let mut game = at_doors(3, &[]);
    game.state.table.come = 18;
    for at in 0..3 {
        game.house(at).main = 6;
        game.house(at).guests[Guest::Local.index()] = 6;
    }
    assert!(send(&mut game, &["ted"]).is_empty());
    assert!(game.take_event_lines().contains(&"ted (tourist) finds no seat".to_owned()));
}

#[test]
fn rr_115_rr_117_d_66_the_bartender_gets_the_first_local_only() {
    let mut game = at_doors(3, &[]);
    game.employ(0, "bartender");
    game.employ(1, "manager");
    assert_eq!(send(&mut game, &["larry", "luke"]), [(0, Reason::Attraction), (1, Reason::Primary)]);
}

#[test]
fn rr_116_the_maitre_d_needs_a_renovation() {
    for (renovated, went) in [(false, (1, Reason::Primary)), (true, (0, Reason::Attraction))] {
        let mut game = at_doors(3, &[]);
        game.employ(0, "maitre-d");
        game.install(1, "interior-decor");
        if renovated {
            game.install(0, "fish-tank");
        }
        // The second Executive goes by ambiance in both cases (RR-A26).
        assert_eq!(send(&mut game, &["eric", "eddie"]), [went, (1, Reason::Primary)]);
    }
}

#[test]
fn rr_118_the_marketer_needs_two_stars() {
    for (stars, went) in [(1, (1, Reason::Primary)), (2, (0, Reason::Attraction))] {
        let mut game = at_doors(3, &[]);
        game.employ(0, "marketer");
        game.house(0).stars = stars;
        game.house(1).stars = 4;
        assert_eq!(send(&mut game, &["ted"]), [went]);
    }
}

#[test]
fn rr_119_the_dance_floor_gets_the_first_scenester() {
    let mut game = at_doors(3, &[]);
    game.install(2, "dance-floor");
    game.employ(1, "manager");
    let went = send(&mut game, &["larry", "sam", "sid"]);
    assert_eq!(went[1], (2, Reason::Attraction));
    assert_ne!(went[2].1, Reason::Attraction);
}

#[test]
fn rr_120_the_celebrity_chef_needs_two_ingredients() {
    for (shown, went) in [(&["field-greens"][..], 1), (&["field-greens", "morels"], 0)] {
        let mut game = at_doors(3, &[]);
        game.employ(0, "celebrity-chef");
        game.show(0, shown);
        game.show(1, &["maine-lobster"]);
        assert_eq!(send(&mut game, &["felipe"])[0].0, went);
    }
}

#[test]
fn rr_115_of_two_components_with_one_attraction_each_asks_for_its_own() {
    let changed =
        [("renovations.new-furniture.benefit", "first-foodie"), ("renovations.new-furniture.amount", "1")];
    for (has_chef, has_room, shown, went) in [
        (true, false, &["field-greens"][..], 1),
        (true, false, &["field-greens", "morels"], 0),
        (false, true, &["field-greens"], 0),
        (true, true, &["field-greens"], 0),
    ] {
        let mut game = at_doors(3, &changed);
        if has_chef {
            game.employ(0, "celebrity-chef");
        }
        if has_room {
            game.install(0, "new-furniture");
        }
        game.show(0, shown);
        game.show(1, &["maine-lobster"]);
        assert_eq!(send(&mut game, &["felipe"])[0].0, went, "{has_chef} {has_room} {shown:?}");
    }
    // The component with the lower requirement attracts the customer where the other cannot.
    let mut game = at_doors(3, &changed);
    game.employ(0, "celebrity-chef");
    game.show(0, &["field-greens"]);
    game.install(1, "new-furniture");
    game.show(1, &["morels"]);
    game.show(2, &["maine-lobster"]);
    assert_eq!(send(&mut game, &["felipe"]), [(1, Reason::Attraction)]);
}

#[test]
fn rr_121_rr_122_rr_123_food_renovations_need_forks_of_their_kind() {
    for (renovation, poor, good, customer, lure) in [
        ("vegetable-garden", "heirloom-tomatoes", "morels", "frida", "truffles"),
        ("barbecue-grill", "", "free-range-chicken", "frank", "grass-fed-beef"),
        ("fish-tank", "", "diver-scallops", "felipe", "maine-lobster"),
    ] {
        for (mine, went) in [(poor, 1), (good, 0)] {
            let mut game = at_doors(3, &[]);
            game.install(0, renovation);
            if !mine.is_empty() {
                game.show(0, &[mine]);
            }
            game.show(1, &[lure]);
            assert_eq!(send(&mut game, &[customer])[0].0, went, "{renovation} with {mine}");
        }
    }
}

#[test]
fn rr_124_d_67_the_celebrity_chef_comes_before_the_garden() {
    let table = |full: bool| {
        let mut game = at_doors(3, &[]);
        game.employ(0, "celebrity-chef");
        game.show(0, &["field-greens", "lamb-rack"]);
        game.install(1, "vegetable-garden");
        game.show(1, &["morels"]);
        game.show(2, &["truffles", "fingerling-potatoes"]);
        if full {
            game.house(0).main = 6;
            game.house(0).guests[Guest::Local.index()] = 6;
            game.state.table.come = 6;
        }
        send(&mut game, &["frida", "felicia"])
    };
    // The second vegetable Foodie goes by forks: 5 in the third restaurant.
    assert_eq!(table(false), [(0, Reason::Attraction), (2, Reason::Primary)]);
    assert_eq!(table(true), [(1, Reason::Attraction), (2, Reason::Primary)]);
}

#[test]
fn rr_a26_first_of_all_foodies_and_first_of_a_taste_are_two_things() {
    let mut game = at_doors(3, &[]);
    game.employ(0, "celebrity-chef");
    game.show(0, &["field-greens", "lamb-rack"]);
    game.install(1, "vegetable-garden");
    game.show(1, &["morels"]);
    game.show(2, &["truffles", "fingerling-potatoes"]);
    // An all-round Foodie uses up the Celebrity Chef, not the garden.
    assert_eq!(send(&mut game, &["faith", "frida"]), [(0, Reason::Attraction), (1, Reason::Attraction)]);
}
