//! Choices that trained strategies leave undecided, and choices on which they differ.

use sim_games::GAMES;
use sim_lab::{
    Error, Lab, Stop,
    choices::{ChoiceRow, Choices, ChoicesSpec, choices},
    player::Player,
    spec::{ArmSpec, Field, RulesSpec},
};
use sim_play::Entry;

use crate::{
    find,
    searches::{NEVER, within},
};

fn table(entry: &'static Entry, names: &[&str]) -> ArmSpec {
    let field = names.iter().map(|name| Player::shipped(entry, name).unwrap().unwrap()).collect();
    let players = entry.info().default_players;
    ArmSpec { rules: RulesSpec::printed(entry), players, field: Field::Pool(field), seed: 1 }
}

fn spec(entry: &'static Entry, games: u64) -> ChoicesSpec {
    let expert = Player::shipped(entry, "expert").unwrap().unwrap();
    ChoicesSpec::seat(table(entry, &["champion"]), games, Some(expert)).unwrap()
}

fn play(spec: &ChoicesSpec, lab: &mut Lab<'_>) -> Result<Choices, Error> {
    choices(spec, lab)
}

#[test]
fn chances_of_champions_of_all_games_keep_their_laws() {
    for entry in GAMES {
        let name = entry.info().name;
        let found = within(NEVER, &mut (), |lab| play(&spec(entry, 40), lab)).unwrap();
        let points = entry.vocabulary().points.len();
        assert!(!found.rows.is_empty() && found.rows.len() + found.by_formula.len() <= points, "{name}");
        for row in &found.rows {
            let decision = row.decision;
            let of = |estimate: sim_stats::Estimate| estimate.value.unwrap();
            let (answers, open) = (of(row.answers), of(row.perplexity));
            assert!(answers >= 2.0 && (1.0..=answers).contains(&open), "{name}, {decision}: {open}");
            let (likeliest, otherwise) = (of(row.top_probability), of(row.total_variation));
            // The most likely answer has at least an equal share of the probability.
            assert!(likeliest <= 1.0 && likeliest >= 1.0 / answers, "{name}, {decision}: {likeliest}");
            assert!((0.0..=1.0).contains(&otherwise), "{name}, {decision}: {otherwise}");
        }
        let in_a_game: Vec<f64> = found.rows.iter().map(ChoiceRow::changed_per_game).collect();
        assert!(in_a_game.is_sorted_by(|one, other| one >= other), "{name}: {in_a_game:?}");
        assert_eq!(found.examples.len(), 3, "{name}");
        for game in &found.examples {
            assert_eq!(game.difference.decision(), Some(game.decision), "{name}");
        }
    }
}

#[test]
fn choices_come_to_the_same_for_any_number_of_threads_and_stopped_ones_to_nothing() {
    let spec = spec(find("delectable").unwrap(), 150);
    let whole = within(NEVER, &mut (), |lab| play(&spec, lab)).unwrap();
    let one = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    let stop = Stop::new();
    let mut lab = Lab { threads: &one, stop: &stop, progress: &mut (), store: &mut () };
    assert_eq!(format!("{:?}", play(&spec, &mut lab).unwrap()), format!("{whole:?}"));
    stop.ask();
    assert!(matches!(play(&spec, &mut lab), Err(Error::Stopped)));
}

#[test]
fn who_learned_nothing_has_no_choices_to_tell() {
    let entry = find("delectable").unwrap();
    let refused = |names: &[&str], games| {
        ChoicesSpec::seat(table(entry, names), games, None).map(drop).unwrap_err().message
    };
    let several = "choices are those of one strategy, and 2 are named";
    assert_eq!(refused(&["expert", "champion"], 1), several);
    for name in ["random", "expert"] {
        let learned = format!("{name} has learned nothing at this number of players: its formulas decide");
        assert_eq!(refused(&[name], 1), learned);
    }
    assert_eq!(refused(&["champion"], 0), "-n 0 plays nothing");
}
