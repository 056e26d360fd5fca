//! Which ways to win are viable under strong play.

use sim_games::GAMES;
use sim_lab::{
    Effort, Error, Lab,
    adapt::{AdaptSpec, Budget},
    plans::{Plans, PlansSpec, planned},
    player::{Player, archetypes},
    spec::{ArmSpec, Field, RulesSpec},
};

use crate::{
    find,
    searches::{NEVER, after_stops, within},
};

fn spec(game: &str, budget: Budget, games: u64) -> PlansSpec {
    let entry = find(game).unwrap();
    let champion = Player::shipped(entry, "champion").unwrap().unwrap();
    let field = Field::Pool(vec![champion]);
    let arm = ArmSpec { rules: RulesSpec::printed(entry), players: 2, field, seed: 1 };
    let table = AdaptSpec::seat(arm, budget, Effort::Games(games)).unwrap();
    PlansSpec { table, plans: planned(entry).unwrap().into_iter().take(2).collect() }
}

fn play(spec: &PlansSpec, lab: &mut Lab<'_>) -> Result<Plans, Error> {
    spec.play(&spec.open().unwrap(), lab)
}

#[test]
fn every_archetype_has_a_plan() {
    for entry in GAMES {
        let names: Vec<String> = planned(entry).unwrap().into_iter().map(|player| player.base).collect();
        assert_eq!(names, archetypes(entry), "{}", entry.info().name);
    }
}

#[test]
fn plans_come_to_the_same_after_a_stop() {
    let spec = spec("delectable", Budget { games: 500, repeats: 2 }, 200);
    let whole = within(NEVER, &mut (), |lab| play(&spec, lab)).unwrap();
    assert_eq!(whole.rows.len(), 2);
    let rest = after_stops(100, |lab| play(&spec, lab));
    assert_eq!(format!("{rest:?}"), format!("{whole:?}"));
}

/// Identical plans win their fair share, cost the same, and are followed to the same degree.
#[test]
fn plans_that_are_the_same_win_the_same() {
    let mut spec = spec("delectable", Budget { games: 40, repeats: 2 }, 200);
    let one = spec.plans[0].clone();
    let entry = spec.table.arm.rules.entry;
    let twin = Player::read(entry, "twin", "twin", "twin.toml", one.strategy.text().unwrap()).unwrap();
    spec.plans = vec![one, twin];
    let found = within(NEVER, &mut (), |lab| play(&spec, lab)).unwrap();
    let [one, other] = &found.rows[..] else { panic!("{:?}", found.rows) };
    assert_eq!(format!("{:?}", one.cost), format!("{:?}", other.cost));
    assert_eq!((&one.aims, one.more.value), (&other.aims, other.more.value));
    // Both play every deal in both seats.
    assert_eq!([one.share.value, other.share.value], [Some(0.5); 2]);
}
