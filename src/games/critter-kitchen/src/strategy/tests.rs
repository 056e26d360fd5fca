//! Values that seats cache between decisions, against the same values computed from scratch.

use crate::TITLE;
use std::collections::BTreeMap;

use super::{items, prices::CODES, prices::Prices, standing::Ledger, standing::Standing};
use crate::rules::{Action, CritterKitchen, Decision, state::State, token::Token};
use sim_engine::{Game, Luck, Node, Seat, settings::parse};
use sim_script::{Ask, Evaluator, Script, Scripted, Strategy, library};

type Memos = <CritterKitchen as Scripted>::Cache;

/// A script whose picks read every feature of items.
const CURIOUS: &str = r#"
format = 1
game = "critter-kitchen"
about = "Reads everything."

[on.pick]
score = "critic_gain + 0.3*rival_gain + 0.2*held - 0.1*best_held - 0.5*rivals_know + unmet + need + 2*new_course + 0.1*value + 0.7*is_wild + is_rumor*rounds_left + zous_capacity + 0.1*is_soup*my_soup + 0.3*is_leave*track_place + is_bisque*max_rival_soup + is_allspice*my_rumors + is_spice*stored + is_ingredient*is_zous_chef"
"#;

/// Cached values to check, separate from the cache that the seats play with.
#[derive(Default)]
struct Kept {
    ledger: Ledger,
    prices: Prices,
}

/// Checks a seat's cached standing, and its cached prices of the `wanted` codes, against fresh ones.
fn check(
    ask: &Ask<'_, CritterKitchen>,
    script: &Script,
    evaluator: &mut Evaluator,
    kept: &mut Kept,
    wanted: u64,
) {
    let fresh = Standing::new(ask.seen, ask.seat, &mut Ledger::default());
    let me = Standing::new(ask.seen, ask.seat, &mut kept.ledger);
    assert_eq!(me.quality(), fresh.quality());
    for token in Token::all() {
        assert_eq!(me.gain(token), fresh.gain(token), "{token}");
    }
    items::context(&me, script.point(Decision::Pick).context_mask, &mut evaluator.context);
    let mut afresh = Prices::default();
    afresh.renew(&fresh, script, evaluator, wanted);
    kept.prices.renew(&me, script, evaluator, wanted);
    // An evaluator that explains runs the whole formula instead of its programs for groups of items.
    let (mut whole, mut told) = (Prices::default(), Evaluator::new(TITLE.vocabulary));
    told.explain();
    told.context.clone_from(&evaluator.context);
    whole.renew(&fresh, script, &mut told, wanted);
    for code in (0..CODES).filter(|&code| wanted >> code & 1 == 1) {
        assert_eq!(kept.prices.score_of(code), whole.score_of(code), "code {code}");
        assert_eq!(kept.prices.score_of(code).to_bits(), afresh.score_of(code).to_bits(), "code {code}");
        assert_eq!(kept.prices.worth(code), afresh.score_of(code).clamp(-1e9, 1e9));
    }
}

/// Plays a deal and checks every decision; returns the number of decisions.
fn play(game: &CritterKitchen, seats: &[&Strategy], deal: u64) -> usize {
    let luck = Luck::new(31, deal);
    let mut state = game.deal(&luck, &mut |_| {});
    let mut evaluator = Evaluator::new(TITLE.vocabulary);
    let mut cache = Memos::default();
    let mut kept: Vec<Kept> = seats.iter().map(|_| Kept::default()).collect();
    let mut stream = luck.imagination(0);
    let mut legal = Vec::new();
    let mut decisions = 0;
    loop {
        match game.node(&state) {
            Node::Terminal => return decisions,
            Node::Chance => game.apply_chance(&mut state, &luck, &mut |_| {}),
            Node::Decision { seat: Seat(who), decision } => {
                let (seat, at) = (Seat(who), usize::from(who));
                legal.clear();
                let offer = game.legal(&state, &mut legal);
                let luck = luck.choice(who, decisions as u16, 0);
                let ask = Ask::new(game, &state, (seat, decision), (offer, &legal), luck);
                let script = seats[at].script().unwrap();
                // Each code is wanted with probability 1/3.
                let wanted =
                    (0..CODES).filter(|_| stream.below(3) == 0).fold(0, |mask, code| mask | 1 << code);
                check(&ask, script, &mut evaluator, &mut kept[at], wanted);
                let (mut answer, mut other): (Vec<Action>, Vec<Action>) = Default::default();
                CritterKitchen::decide(&ask, script, &mut evaluator, &mut cache, &mut answer);
                CritterKitchen::decide(&ask, script, &mut evaluator, &mut Memos::default(), &mut other);
                assert_eq!(answer, other, "{seat} at decision {decisions} of deal {deal}");
                game.apply(&mut state, answer[0], &mut |_| {});
                decisions += 1;
            }
        }
    }
}

#[test]
fn what_is_kept_is_what_is_worked_out_afresh() {
    let curious = library::read(&TITLE, "curious", "curious.toml", CURIOUS).unwrap();
    let shipped = ["contrarian", "rumor-hound", "expert", "greedy", "spice-baron"];
    let shipped = shipped.map(|name| library::shipped(&TITLE, name).unwrap().unwrap());
    for (preset, memory) in [(None, "all"), (Some("second-reading"), "all"), (None, "shield")] {
        let mut settings = parse("data.toml", CritterKitchen::INFO.data_file).unwrap();
        if let Some(preset) = preset {
            settings.apply_preset(preset).unwrap();
        }
        settings.set("restaurateurs", "true").unwrap();
        settings.set("memory", memory).unwrap();
        let game = CritterKitchen::new(&settings, 4).unwrap();
        for deal in 0..12 {
            let other = |at: usize| &shipped[(at + deal as usize) % shipped.len()];
            let decisions = play(&game, &[&curious, other(0), &curious, other(1)], deal);
            assert!(decisions > 100, "{decisions} decisions");
        }
    }
}

#[test]
fn notes_of_another_game_are_forgotten() {
    let greedy = library::shipped(&TITLE, "greedy").unwrap().unwrap();
    let default = library::shipped(&TITLE, "default").unwrap().unwrap();
    let game = CritterKitchen::new(&parse("data.toml", CritterKitchen::INFO.data_file).unwrap(), 2).unwrap();
    let state = first_plan(&game);
    let mut legal = Vec::new();
    let ask = ask_plan(&game, &state, &mut legal, 0);
    let mut evaluator = Evaluator::new(TITLE.vocabulary);
    let (mut used, mut first, mut second): (Memos, Vec<Action>, Vec<Action>) = Default::default();
    CritterKitchen::decide(&ask, greedy.script().unwrap(), &mut evaluator, &mut used, &mut first);
    CritterKitchen::forget(&mut used);
    let before = std::mem::take(&mut evaluator.candidates);
    first.clear();
    let script = default.script().unwrap();
    CritterKitchen::decide(&ask, script, &mut evaluator, &mut used, &mut first);
    CritterKitchen::decide(&ask, script, &mut evaluator, &mut Memos::default(), &mut second);
    assert_eq!(first, second);
    // Another script in the seat scores every item again.
    assert!(evaluator.candidates >= 2 * before, "{} candidates after {before}", evaluator.candidates);
}

/// Returns a state in which the first seat sends its chefs.
fn first_plan(game: &CritterKitchen) -> State {
    let luck = Luck::new(5, 1);
    let mut state = game.deal(&luck, &mut |_| {});
    while game.node(&state) == Node::Chance {
        game.apply_chance(&mut state, &luck, &mut |_| {});
    }
    assert_eq!(game.node(&state), Node::Decision { seat: Seat(0), decision: Decision::Plan });
    state
}

/// Asks the first seat for its plan; `time` selects the luck.
fn ask_plan<'a>(
    game: &'a CritterKitchen,
    state: &'a State,
    legal: &'a mut Vec<Action>,
    time: u32,
) -> Ask<'a, CritterKitchen> {
    let (seat, decision) = (Seat(0), Decision::Plan);
    let offer = game.legal(state, legal);
    Ask::new(game, state, (seat, decision), (offer, legal), Luck::new(5, 1).choice(0, 0, time))
}

#[test]
fn a_temperature_softens_plans() {
    let game = CritterKitchen::new(&parse("data.toml", CritterKitchen::INFO.data_file).unwrap(), 2).unwrap();
    let state = first_plan(&game);
    // Counts of the first chef's place in a thousand plans.
    let plans = |on_plan: &str| {
        let text =
            format!("format = 1\ngame = \"critter-kitchen\"\nabout = \"Plans.\"\n[on.plan]\n{on_plan}\n");
        let strategy = library::read(&TITLE, "plans", "plans.toml", &text).unwrap();
        let mut evaluator = Evaluator::new(TITLE.vocabulary);
        let mut counts = BTreeMap::new();
        for time in 0..1000 {
            let (mut legal, mut answer) = (Vec::new(), Vec::new());
            let ask = ask_plan(&game, &state, &mut legal, time);
            CritterKitchen::decide(
                &ask,
                strategy.script().unwrap(),
                &mut evaluator,
                &mut Memos::default(),
                &mut answer,
            );
            *counts.entry(answer[0]).or_insert(0u32) += 1;
        }
        counts
    };
    let mut legal = Vec::new();
    let places = ask_plan(&game, &state, &mut legal, 0).legal.len();
    // All places are worth the same. Without a temperature, the plan is always the same.
    assert_eq!(plans("value = \"1\"").len(), 1);
    // With a temperature, all places are equally likely: 1000 / 5, standard error 13.
    let alike = plans("value = \"1\"\ntemperature = 3");
    assert!(alike.len() == places && places == 5, "{alike:?} of {places}");
    assert!(alike.values().all(|&count| count.abs_diff(200) < 65), "{alike:?}");
    // A difference of many temperatures makes the choice certain.
    assert_eq!(plans("value = \"100*is_academy*(capacity == 1)\"\ntemperature = 1").len(), 1);
}
