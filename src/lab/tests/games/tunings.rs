//! Tunings of small scripts, from the first trial to the verdict.

use crate::find;
use sim_lab::{
    Stop,
    experiment::OpenGame,
    train::params::{Arena, Objective, Plan, Space, Task, TunerState, Verdict, judge},
};
use sim_script::{Strategy, script::Template};

/// `taste` reverses all preferences at its initial value. `idle` has no effect. `steps` is a whole number.
const SCRIPT: &str = "format = 1\ngame = \"delectable\"\nabout = \"A test.\"
[params]
taste = { value = -1, range = [-1, 1] }
idle = { value = 1, range = [0, 3] } # kept
steps = { value = 0, range = [0, 4], whole = true }
[on.roll]
value = \"taste*(value_now + 1) + 0*idle + 0.01*steps*run\"
";

struct Ground {
    game: Box<dyn OpenGame>,
    template: Template,
    field: Vec<Strategy>,
    stop: Stop,
}

impl Ground {
    fn new(players: usize, field: &[&str]) -> Ground {
        let entry = find("delectable").unwrap();
        let game = entry.open(&entry.settings().unwrap(), players).unwrap();
        let template = entry.template("mine", "mine.toml", SCRIPT).unwrap();
        let shipped = |name: &&str| match entry.shipped_strategy(name).unwrap() {
            Some(strategy) => strategy,
            None => Strategy::Script(Box::new(template.script(&template.values()).unwrap())),
        };
        let field = field.iter().map(shipped).collect();
        Ground { game, template, field, stop: Stop::new() }
    }

    fn arena(&self, players: usize, objective: Objective) -> Arena<'_> {
        Arena::new(&*self.game, players, objective, &self.field, 5, &self.stop).unwrap()
    }

    fn task(&self, chosen: Vec<usize>, games: u64) -> Task<'_> {
        let arena = self.arena(2, Objective::Share);
        let space = Space::new(self.template.params(), chosen);
        let plan = Plan::new(games, space.dimensions(), arena.games_a_round()).unwrap();
        Task { arena, template: &self.template, space, plan }
    }
}

fn on_threads<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> T {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap().install(work)
}

fn tuned(task: &Task<'_>) -> (TunerState, Option<Verdict>) {
    let mut state = TunerState::new(task);
    while !state.is_over(task) {
        state.step(task).unwrap();
    }
    let verdict = judge(task, &state.results(task), None, &mut |_| Ok(())).unwrap();
    (state, verdict)
}

#[test]
fn a_bad_param_is_found_out_and_one_without_effect_is_named() {
    let ground = Ground::new(2, &["greedy"]);
    let task = ground.task(vec![0, 1, 2], 4000);
    let (state, verdict) = on_threads(2, || tuned(&task));
    let verdict = verdict.unwrap();
    assert!(verdict.is_accepted() && verdict.values[0] > 0.0, "{verdict:?}");
    assert!(verdict.gain.winner > verdict.gain.start + 0.1, "{verdict:?}");
    assert_eq!(verdict.values[2].fract(), 0.0);
    assert!(state.games <= 4000 * 7 / 10);
    let credit = |name: &str| verdict.credits.iter().find(|credit| credit.name == name);
    let taste = credit("taste").unwrap().paired.difference;
    assert!(taste.interval.unwrap().low > 0.05, "{taste:?}");
    if let Some(idle) = credit("idle") {
        assert_eq!((idle.paired.differing, idle.paired.difference.value), (0, Some(0.0)));
    }
    // The file keeps everything but the values, comments included.
    let text = ground.template.text_with(&verdict.values);
    assert!(
        text.contains(&format!("taste = {{ value = {}, range = [-1, 1] }}", verdict.values[0])),
        "{text}"
    );
    assert!(text.contains("range = [0, 3] } # kept") && text.ends_with("0.01*steps*run\"\n"));
    let again = find("delectable").unwrap().template("mine", "mine.toml", &text).unwrap();
    assert_eq!(again.values(), verdict.values);
}

#[test]
fn a_param_that_changes_nothing_gains_nothing() {
    let ground = Ground::new(2, &["random"]);
    let task = ground.task(vec![1], 4000);
    let (state, verdict) = on_threads(2, || tuned(&task));
    assert!(state.is_idle() && verdict.is_none(), "{verdict:?}");
}

#[test]
fn a_search_is_the_same_on_any_number_of_threads_and_after_a_stop() {
    let ground = Ground::new(2, &["random"]);
    let task = ground.task(vec![0, 2], 3000);
    let steps = |state: &mut TunerState, count: usize| (0..count).for_each(|_| state.step(&task).unwrap());
    let mut one = TunerState::new(&task);
    on_threads(1, || steps(&mut one, 4));
    let mut two = TunerState::new(&task);
    on_threads(2, || steps(&mut two, 2));
    let stored = serde_json::to_string(&two).unwrap();
    let mut two: TunerState = serde_json::from_str(&stored).unwrap();
    on_threads(3, || steps(&mut two, 2));
    assert_eq!(one, two);
    let verdict = |threads| {
        let results = one.results(&task);
        let verdict = on_threads(threads, || judge(&task, &results, None, &mut |_| Ok(())).unwrap());
        format!("{verdict:?}")
    };
    assert_eq!(verdict(1), verdict(2));
}

#[test]
fn among_equals_every_table_of_the_worst_case_gives_exactly_a_half() {
    // Its own copies also fill the other seats.
    let ground = Ground::new(4, &["mine"]);
    let arena = ground.arena(4, Objective::Worst);
    let labels: Vec<&str> = arena.boards.iter().map(|board| board.label.as_str()).collect();
    assert_eq!(labels, ["1 of 4, with the field", "2 of 4, with the field", "3 of 4, mine"]);
    let start = ground.template.script(&ground.template.values()).unwrap();
    let start = Strategy::Script(Box::new(start));
    let played = arena.play(&[&start], sim_lab::train::params::arena::Phase::Search, &(0..3)).unwrap();
    for (own, other) in arena.sums(&played[0]) {
        assert_eq!((own * 2, own > 0), (other, true));
    }
    // With two players each rival has its own tables.
    let ground = Ground::new(2, &["random", "greedy"]);
    let boards = ground.arena(2, Objective::Worst).boards;
    assert_eq!(boards.iter().map(|board| board.label.as_str()).collect::<Vec<_>>(), ["random", "greedy"]);
}

#[test]
fn values_that_make_no_script_are_refused_and_not_played() {
    let entry = find("delectable").unwrap();
    let text = SCRIPT.replace("0.01*steps*run", "run/(steps - 2)");
    let template = entry.template("mine", "mine.toml", &text).unwrap();
    assert!(template.script(&[1.0, 1.0, 3.0]).is_ok());
    assert!(template.script(&[1.0, 1.0, 2.0]).unwrap_err().message.contains("division by zero"));
    assert!(template.script(&[1.0, 1.0, 2.5]).unwrap_err().message.contains("whole numbers"));
    assert!(template.script(&[f64::NAN, 1.0, 1.0]).is_err());
}
