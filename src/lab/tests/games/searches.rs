//! Tunings and trainings that stop and resume, and questions to the laboratory.

use std::{collections::BTreeMap, thread, time::Duration};

use sim_games::GAMES;
use sim_lab::{
    Effort, Ended, Error, Event, Lab, Progress, Stop,
    catalogue::Catalogue,
    player::Player,
    question::{Direction, Question, QuestionResult, Reply, ShippedSources, ask},
    spec::RulesSpec,
    store::{Item, Store, StoreError, Worth},
    tournament::{Tournament, TournamentSpec, tournament},
    train::{
        Against, Features, MethodOverrides, TrainSpec, Training,
        params::{Objective, TuneSpec, Tuning, tune},
        population::{Candidate, Population, PopulationSpec, Status, populate},
        train,
    },
};

use sim_script::Strategy;

use crate::find;

/// A script that reverses all preferences if `taste` is below 0.
fn script(taste: f64) -> String {
    format!(
        "format = 1\ngame = \"delectable\"\nabout = \"A test.\"\n[params]\n\
         taste = {{ value = {taste}, range = [-1, 1] }}\n\
         [on.roll]\nvalue = \"taste*(value_now + 1)\"\n"
    )
}

fn written(name: &str, taste: f64) -> Player {
    let file = format!("{name}.toml");
    Player::read(find("delectable").unwrap(), name, &file, &file, &script(taste)).unwrap()
}

fn shipped(name: &str) -> Player {
    Player::shipped(find("delectable").unwrap(), name).unwrap().unwrap()
}

/// A store in memory.
#[derive(Default)]
pub struct Shelf(BTreeMap<String, Vec<u8>>);

impl Store for Shelf {
    fn load(&mut self, item: Item<'_>) -> Result<Vec<sim_lab::store::StoreEntry>, StoreError> {
        let place = item.digest().to_owned();
        let bytes = self.0.get(&place).cloned();
        Ok(bytes
            .into_iter()
            .map(|bytes| sim_lab::store::StoreEntry { place: place.clone(), is_finished: false, bytes })
            .collect())
    }

    fn begin(&mut self, _: Item<'_>, _: Option<u64>) -> Result<(), StoreError> {
        Ok(())
    }

    fn keep(
        &mut self,
        item: Item<'_>,
        _: u64,
        worth: Worth,
        bytes: &dyn Fn() -> Vec<u8>,
    ) -> Result<(), StoreError> {
        if worth == Worth::Surely {
            self.0.insert(item.digest().to_owned(), bytes());
        }
        Ok(())
    }
}

/// More steps than any search has.
pub const NEVER: usize = usize::MAX;

/// Asks to stop after `steps` steps of a search.
struct Watch {
    stop: Stop,
    steps: usize,
}

impl Progress for Watch {
    fn on_event(&mut self, event: Event<'_>) {
        if let Event::Searched { .. } = event {
            self.steps = self.steps.saturating_sub(1);
            if self.steps == 0 {
                self.stop.ask();
            }
        }
    }
}

/// The result of `work` in a lab that is asked to stop after `steps` steps of a search.
pub fn within<R>(steps: usize, store: &mut dyn Store, work: impl FnOnce(&mut Lab<'_>) -> R) -> R {
    let threads = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
    let stop = Stop::new();
    let mut watch = Watch { stop: stop.clone(), steps };
    work(&mut Lab { threads: &threads, stop: &stop, progress: &mut watch, store })
}

/// The result of `work` when it is stopped at every step and resumed. It must stop more than once and fewer than
/// `most` times.
pub fn after_stops<R>(most: usize, mut work: impl FnMut(&mut Lab<'_>) -> Result<R, Error>) -> R {
    let mut shelf = Shelf::default();
    let mut stops = 0;
    let whole = loop {
        match within(1, &mut shelf, &mut work) {
            Err(Error::Stopped) => stops += 1,
            found => break found.unwrap(),
        }
        assert!(stops < most, "it does not go on");
    };
    assert!(stops > 1, "it was stopped {stops} times");
    whole
}

fn tuning() -> TuneSpec {
    TuneSpec {
        rules: RulesSpec::printed(find("delectable").unwrap()),
        players: 2,
        start: written("mine", -1.0),
        name: "better".to_owned(),
        params: None,
        objective: Objective::Share,
        against: vec![shipped("greedy")],
        held_out: None,
        strangers: vec![shipped("random")],
        games: 3000,
        seed: 1,
    }
}

#[test]
fn a_tuning_that_was_stopped_comes_to_the_same() {
    let whole = within(NEVER, &mut (), |lab| tune(&tuning(), lab)).unwrap();
    assert_eq!((whole.record.ended, whole.record.strangers.len()), (Ended::Whole, 1));
    let file = whole.record.file.unwrap();
    assert!(
        file.starts_with("# `mine.toml` with other params, found by\n#   sim train mine.toml "),
        "{file}"
    );
    let mut shelf = Shelf::default();
    let mut stopped: Vec<Tuning> = Vec::new();
    // During the search, and during the selection among its results.
    for steps in [4, whole.generations as usize - 4 + 1] {
        stopped.push(within(steps, &mut shelf, |lab| tune(&tuning(), lab)).unwrap());
    }
    assert!(stopped.iter().all(|one| one.record.ended == Ended::Stopped && one.record.file.is_none()));
    assert_eq!((stopped[0].generations, stopped[1].generations), (4, whole.generations));
    let rest = within(NEVER, &mut shelf, |lab| tune(&tuning(), lab)).unwrap();
    assert_eq!((rest.record.file, rest.record.games), (Some(file), whole.record.games));
}

/// The result of a search that is stopped at varying times and resumed until it is whole.
fn after_interrupts<R>(mut work: impl FnMut(&mut Lab<'_>) -> R, is_whole: impl Fn(&R) -> bool) -> R {
    let threads = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
    let mut shelf = Shelf::default();
    let mut wait = Duration::from_millis(7);
    loop {
        let stop = Stop::new();
        let asking = thread::spawn({
            let stop = stop.clone();
            move || {
                thread::sleep(wait);
                stop.ask();
            }
        });
        let found = work(&mut Lab { threads: &threads, stop: &stop, progress: &mut (), store: &mut shelf });
        asking.join().unwrap();
        if is_whole(&found) {
            return found;
        }
        wait = wait * 3 / 2;
    }
}

#[test]
fn searches_that_are_interrupted_at_any_moment_come_to_the_same() {
    let whole = within(NEVER, &mut (), |lab| tune(&tuning(), lab)).unwrap();
    let rest =
        after_interrupts(|lab| tune(&tuning(), lab).unwrap(), |found| found.record.ended == Ended::Whole);
    assert_eq!((rest.record.file, rest.record.games), (whole.record.file, whole.record.games));
    let whole = within(NEVER, &mut (), |lab| train(&learning(), lab)).unwrap();
    let rest =
        after_interrupts(|lab| train(&learning(), lab).unwrap(), |found| found.record.ended == Ended::Whole);
    assert_eq!(
        (rest.record.file, rest.record.games, rest.logs),
        (whole.record.file, whole.record.games, whole.logs)
    );
}

/// Asks to stop when the first block is folded.
struct AtOnce(Stop);

impl Progress for AtOnce {
    fn on_event(&mut self, event: Event<'_>) {
        if let Event::Step { .. } = event {
            self.0.ask();
        }
    }
}

#[test]
fn a_tournament_that_was_stopped_has_the_standings_of_the_deals_it_played() {
    let field = vec![shipped("greedy"), shipped("raider"), shipped("random")];
    let rules = RulesSpec::printed(find("delectable").unwrap());
    let spec =
        |games| TournamentSpec { rules: rules.clone(), players: 2, field: field.clone(), games, seed: 1 };
    let threads = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
    let stop = Stop::new();
    let mut asking = AtOnce(stop.clone());
    let mut lab = Lab { threads: &threads, stop: &stop, progress: &mut asking, store: &mut () };
    let stopped = tournament(&spec(20_000), &mut lab).unwrap();
    assert_eq!((stopped.played.deals, stopped.planned), (256, 10_000));
    let shorter = within(NEVER, &mut (), |lab| tournament(&spec(512), lab)).unwrap();
    assert_eq!(shorter.planned, 256);
    let ratings = |found: &Tournament| format!("{:?}", found.standings.as_ref().unwrap().ratings);
    assert_eq!(ratings(&stopped), ratings(&shorter));
    assert!(matches!(stopped.whole(), Err(Error::Stopped)) && shorter.whole().is_ok());
}

#[test]
fn what_was_kept_of_another_tuning_or_is_damaged_is_refused() {
    let refused = |bytes: &[u8]| {
        let digest = within(NEVER, &mut (), |lab| tune(&tuning(), lab)).unwrap().record.digest;
        let mut shelf = Shelf(BTreeMap::from([(digest, bytes.to_vec())]));
        match within(NEVER, &mut shelf, |lab| tune(&tuning(), lab)).map(drop) {
            Err(error) => error,
            Ok(()) => panic!("it is not refused"),
        }
    };
    assert!(matches!(refused(b"{"), Error::Damaged { .. }));
    let mut shelf = Shelf::default();
    within(1, &mut shelf, |lab| tune(&TuneSpec { seed: 2, ..tuning() }, lab)).unwrap();
    let other = shelf.0.into_values().next().unwrap();
    assert!(refused(&other).to_string().ends_with(" is of a training with other inputs"));
}

fn learning() -> TrainSpec {
    // Takes its turns at random, so there is much to learn.
    let text = "format = 1\ngame = \"delectable\"\nabout = \"A test.\"\n[on.turn]\nscore = \"0\"\n";
    let start = Player::read(find("delectable").unwrap(), "mine", "mine.toml", "mine.toml", text).unwrap();
    TrainSpec {
        rules: RulesSpec::printed(find("delectable").unwrap()),
        players: vec![2],
        start,
        name: "better".to_owned(),
        against: Against::Field(vec![shipped("greedy")]),
        strangers: vec![shipped("random")],
        features: Features::Listed(["gain", "total_gain", "stars"].map(str::to_owned).to_vec()),
        hidden: None,
        rollouts: None,
        overrides: MethodOverrides::default(),
        games: 2000,
        repeats: 2,
        seed: 1,
    }
}

/// Weights for one number of players are trained further at tables of that size only.
#[test]
fn who_learned_apart_for_some_numbers_of_players_learns_on_at_one_of_them() {
    let head = "format = 1\ngame = \"delectable\"\nabout = \"A test.\"\n[on.turn]\nscore = \"0\"\n";
    let term = "temperature = 0.5\ngain = 0.25\n";
    let read = |learned: String| {
        let text = format!("{head}{learned}");
        Player::read(find("delectable").unwrap(), "mine", "mine.toml", "mine.toml", &text).unwrap()
    };
    let apart = read(format!("[learned-2.turn]\n{term}[learned-3.turn]\ntemperature = 1\nstars = 1\n"));
    let plain = read(format!("[learned.turn]\n{term}"));
    let brief = |start: &Player, players: &[usize]| TrainSpec {
        start: start.clone(),
        players: players.to_vec(),
        games: 200,
        repeats: 1,
        ..learning()
    };
    let learned = |start: &Player| {
        let learned = within(NEVER, &mut (), |lab| train(&brief(start, &[2]), lab)).unwrap();
        learned.best().unwrap().text.clone()
    };
    assert_eq!(learned(&apart), learned(&plain));
    let refused = within(NEVER, &mut (), |lab| train(&brief(&apart, &[2, 3]), lab)).map(drop);
    let Err(Error::Refused(error)) = refused else { panic!("{refused:?}") };
    assert_eq!(error.to_string(), "mine.toml learned apart for 2,3 players");
}

/// A hidden layer is trained, written and read. Further training keeps it, and a stopped training resumes with it.
#[test]
fn a_hidden_layer_is_part_of_the_strategy() {
    let layer = |text: &str| {
        let player = Player::read(find("delectable").unwrap(), "better", "better.toml", "better.toml", text);
        let Strategy::Script(script) = player.unwrap().strategy else { panic!("{text}") };
        let turn = script.vocabulary().points.iter().position(|point| point.name == "turn").unwrap();
        script.point_at(turn).learned.as_ref().unwrap().layer().cloned()
    };
    let spec = TrainSpec { hidden: Some(8), repeats: 1, ..learning() };
    let whole = within(NEVER, &mut (), |lab| train(&spec, lab)).unwrap();
    let best = whole.best().unwrap();
    let first = layer(&best.text).unwrap();
    assert!(first.network.shape().units == 8 && first.network.row(0).any(|bias| bias != 0.0));
    assert!(first.inputs.iter().any(|input| input.text == "total_gain"));
    assert!(whole.sentences(best).iter().any(|line| line.starts_with("A hidden layer of 8 units adds to")));
    let mut shelf = Shelf::default();
    within(3, &mut shelf, |lab| train(&spec, lab)).unwrap();
    let rest = within(NEVER, &mut shelf, |lab| train(&spec, lab)).unwrap();
    assert_eq!(rest.best().unwrap().text, best.text);
    let start =
        Player::read(find("delectable").unwrap(), "mine", "mine.toml", "mine.toml", &best.text).unwrap();
    let longer = TrainSpec { start, games: 400, repeats: 1, seed: 9, ..learning() };
    let longer = within(NEVER, &mut (), |lab| train(&longer, lab)).unwrap();
    let second = layer(&longer.best().unwrap().text).unwrap();
    assert!(second != first && second.inputs == first.inputs);
    let refused =
        within(NEVER, &mut (), |lab| train(&TrainSpec { hidden: Some(12), ..learning() }, lab)).map(drop);
    let Err(Error::Refused(error)) = refused else { panic!("{refused:?}") };
    assert_eq!(
        (error.to_string().as_str(), error.help.as_str()),
        ("no hidden layer has 12 units", "give a multiple of 8, at most 64")
    );
}

#[test]
fn an_improvement_by_rollouts_that_was_stopped_comes_to_the_same() {
    let spec = TrainSpec { rollouts: Some(4), games: 20_000, repeats: 1, ..learning() };
    let whole = within(NEVER, &mut (), |lab| train(&spec, lab)).unwrap();
    let best = whole.best().unwrap();
    // Rounds of 4,000 games or slightly more.
    assert!((3..=5).contains(&whole.logs[0].len()));
    assert!(whole.logs[0][0].games >= 4_000 && whole.logs[0][0].entropy > 0.5, "{:?}", whole.logs[0][0]);
    assert!(best.test.is_gain(), "{:?}", best.test.field);
    let mut shelf = Shelf::default();
    within(2, &mut shelf, |lab| train(&spec, lab)).unwrap();
    let rest = within(NEVER, &mut shelf, |lab| train(&spec, lab)).unwrap();
    assert_eq!(rest.best().unwrap().text, best.text);
}

fn population() -> PopulationSpec {
    PopulationSpec {
        rules: RulesSpec::printed(find("delectable").unwrap()),
        players: vec![2],
        starts: vec![shipped("prestige"), shipped("saboteur"), learning().start],
        name: "mine".to_owned(),
        rounds: 2,
        games: 2_000,
        features: Features::Listed(["gain", "total_gain", "stars"].map(str::to_owned).to_vec()),
        hidden: None,
        rollouts: None,
        overrides: MethodOverrides::default(),
        seed: 1,
    }
}

#[test]
fn a_population_takes_in_who_gains_and_lets_go_who_loses() {
    let whole = within(NEVER, &mut (), |lab| populate(&population(), lab)).unwrap();
    let names: Vec<&str> = whole.candidates.iter().map(|one| one.name.as_str()).collect();
    assert_eq!(
        names,
        [
            "prestige",
            "saboteur",
            "mine.toml",
            "prestige-1",
            "saboteur-2",
            "mine-3",
            "prestige-4",
            "saboteur-5",
            "mine-6"
        ]
    );
    for one in &whole.candidates {
        let gains =
            one.start.as_ref().is_some_and(|(_, gain)| gain.interval.is_some_and(|ends| ends.low > 0.0));
        assert_eq!(one.status == Status::NoGain, one.round > 0 && !gains, "{one:?}");
        assert_eq!(one.shares.len(), usize::from(one.status == Status::Member), "{one:?}");
        assert!(one.share().is_none_or(|share| share >= 0.6), "{one:?}");
    }
    // `prestige` wins a fifth of its games among the archetypes.
    assert_eq!(whole.candidates[0].status, Status::Left);
    assert!(whole.candidates.iter().any(|one| one.round > 0 && one.status == Status::Member));
    // With two players, the shares of a whole population average 1.
    let shares: Vec<f64> = whole.members().filter_map(Candidate::share).collect();
    let mean = shares.iter().sum::<f64>() / shares.len() as f64;
    assert!((mean - 1.0).abs() < 0.05, "{shares:?}");
    let best = whole.strongest().unwrap().share().unwrap();
    assert!(shares.iter().all(|share| *share <= best));
    if let Some(files) = whole.files() {
        let (name, panel) = files.last().unwrap();
        assert!(name == "panel.toml" && panel.matches("[[member]]").count() == shares.len(), "{panel}");
    }
    let mut shelf = Shelf::default();
    for steps in [3, 9] {
        let stopped = within(steps, &mut shelf, |lab| populate(&population(), lab)).unwrap();
        assert!(stopped.ended == Ended::Stopped && stopped.files().is_none());
    }
    let rest = within(NEVER, &mut shelf, |lab| populate(&population(), lab)).unwrap();
    let told = |found: &Population| format!("{:?}", found.candidates);
    assert_eq!(told(&rest), told(&whole));
    let refused = |spec: PopulationSpec| match within(NEVER, &mut (), |lab| populate(&spec, lab)).map(drop) {
        Err(Error::Refused(error)) => error.to_string(),
        other => panic!("{other:?}"),
    };
    assert_eq!(refused(PopulationSpec { rounds: 0, ..population() }), "--population 0 trains nobody");
    let alone = PopulationSpec { starts: vec![shipped("greedy")], ..population() };
    assert_eq!(refused(alone), "one strategy is no population");
}

#[test]
fn a_learning_that_was_stopped_comes_to_the_same() {
    let whole = within(NEVER, &mut (), |lab| train(&learning(), lab)).unwrap();
    assert_eq!((whole.record.ended, whole.learnt.len(), whole.logs.len()), (Ended::Whole, 2, 2));
    let file = whole.record.file.unwrap();
    assert!(file.starts_with("# mine.toml learned against greedy, by\n#   sim train mine.toml "), "{file}");
    let mut shelf = Shelf::default();
    // During the first training run, and during the test of the second.
    for steps in [1, 2 * whole.logs[0].len()] {
        let stopped: Training = within(steps, &mut shelf, |lab| train(&learning(), lab)).unwrap();
        assert!(stopped.record.ended == Ended::Stopped && stopped.record.file.is_none());
    }
    let rest = within(NEVER, &mut shelf, |lab| train(&learning(), lab)).unwrap();
    assert_eq!(
        (rest.record.file, rest.record.games, rest.logs),
        (Some(file), whole.record.games, whole.logs)
    );
}

/// Removes the last weight of every outermost list of weights.
fn drop_last_weight(value: &mut serde_json::Value) {
    match value {
        serde_json::Value::Object(fields) => match fields.get_mut("weights") {
            Some(serde_json::Value::Array(weights)) => drop(weights.pop()),
            _ => fields.values_mut().for_each(drop_last_weight),
        },
        serde_json::Value::Array(items) => items.iter_mut().for_each(drop_last_weight),
        _ => {}
    }
}

#[test]
fn what_was_kept_of_another_learning_or_is_damaged_is_refused() {
    let mut shelf = Shelf::default();
    within(1, &mut shelf, |lab| train(&learning(), lab)).unwrap();
    let (digest, bytes) = shelf.0.into_iter().next().unwrap();
    let refused = |bytes: Vec<u8>| {
        let mut shelf = Shelf(BTreeMap::from([(digest.clone(), bytes)]));
        match within(NEVER, &mut shelf, |lab| train(&learning(), lab)).map(drop) {
            Err(error) => error,
            Ok(()) => panic!("it is not refused"),
        }
    };
    assert!(matches!(refused(b"{".to_vec()), Error::Damaged { .. }));
    // A missing weight is an error, not a state to resume from.
    let mut cut: serde_json::Value = serde_json::from_slice(&bytes).unwrap();
    drop_last_weight(&mut cut);
    let error = refused(serde_json::to_vec(&cut).unwrap());
    assert!(error.to_string().contains("its weights are those of another learning"), "{error}");
    let mut shelf = Shelf::default();
    within(1, &mut shelf, |lab| train(&TrainSpec { seed: 2, ..learning() }, lab)).unwrap();
    let other = shelf.0.into_values().next().unwrap();
    assert!(refused(other).to_string().ends_with(" is of a training with other inputs"));
}

#[test]
fn a_learning_that_cannot_be_is_refused_before_anything_is_played() {
    let refused = |spec: TrainSpec| match within(NEVER, &mut (), |lab| train(&spec, lab)).map(drop) {
        Err(error) => error.message_and_help(),
        Ok(()) => panic!("it was played"),
    };
    let kitchen = find("critter-kitchen").unwrap();
    let cook = Player::shipped(kitchen, "expert").unwrap().unwrap();
    for (spec, message, help) in [
        (TrainSpec { repeats: 0, ..learning() }, "--repeats 0 learns nothing", "give 1 or more"),
        (
            TrainSpec { features: Features::Listed(vec!["star".to_owned()]), ..learning() },
            "no feature `star` in delectable",
            "did you mean `stars`?",
        ),
        (
            TrainSpec { rules: RulesSpec::printed(kitchen), players: vec![1], start: cook, ..learning() },
            "alone at the table there is nobody to play against",
            "leave --against out",
        ),
    ] {
        assert_eq!(refused(spec), (message.to_owned(), help.to_owned()));
    }
}

/// The answer to a question about the raider and two others.
fn answered(games: u64, answer: &str) -> QuestionResult {
    let text = format!(
        "format = 1\ngame = \"delectable\"\ntitle = \"T\"\nquestion = \"Q?\"\nn = 400\n\
         strategies = [\"raider\", \"balancer\", \"random\"]\n[answer]\n{answer}\n"
    );
    let question = Question::read("q.toml", &text, &ShippedSources(Catalogue(GAMES))).unwrap();
    assert_eq!(question.effort, Effort::Games(400));
    within(NEVER, &mut (), |lab| ask(&question, Effort::Games(games), lab)).unwrap()
}

#[test]
fn an_answer_is_an_amount_a_comparison_or_the_first_of_several() {
    let amount = answered(400, "figure = \"plies\"").answer;
    assert!(matches!(amount.reply, Reply::Amount) && amount.value > Some(10.0), "{amount:?}");
    let yes = answered(2000, "strategy = \"random\"\nyes_if = \"less\"").answer;
    let Reply::Comparison(compared) = &yes.reply else { panic!("{yes:?}") };
    assert_eq!((compared.direction, compared.is_yes), (Direction::Less, Some(true)));
    assert_eq!(yes.other, Some(0.5));
    let no = answered(2000, "strategy = \"random\"\nyes_if = \"more\"").answer;
    assert!(matches!(no.reply, Reply::Comparison(compared) if compared.is_yes == Some(false)));
    let last = answered(2000, "which = \"lowest\"\namong = \"strategy\"").answer;
    let Reply::Ranking(ranked) = &last.reply else { panic!("{last:?}") };
    assert_eq!((ranked.first, ranked.level.len()), (2, 0));
}

#[test]
fn a_question_names_only_what_is_there() {
    let read = |old: &str, new: &str| {
        let text = "format = 1\ngame = \"delectable\"\ntitle = \"T\"\nquestion = \"Q?\"\nn = 400\n\
                    strategies = [\"raider\", \"random\"]\n[answer]\nfigure = \"plies\"\n";
        Question::read("q.toml", &text.replace(old, new), &ShippedSources(Catalogue(GAMES))).map(drop)
    };
    assert_eq!(read("", ""), Ok(()));
    for (old, new, line, message) in [
        ("delectable", "delectible", 2, "no game `delectible`"),
        ("raider", "raidr", 2, "no strategy `raidr`"),
        ("plies", "plys", 8, "no figure `plys`"),
        ("n = 400", "n = 400\nchart = [\"seats\"]", 6, "no chart `seats` is drawn here"),
        ("n = 400", "n = 400\nvary = [\"nothing=1..3\"]", 6, "nothing"),
    ] {
        let error = read(old, new).unwrap_err();
        assert!(error.message.contains(message), "{error}");
        assert_eq!(error.line, line, "{error}");
    }
}

/// Of two players that decide alike, the weaker leaves, whatever they win.
#[test]
fn a_population_lets_go_who_acts_like_a_member() {
    let twin = |name: &str| written(name, 1.0);
    let starts = vec![twin("one"), twin("other"), shipped("saboteur")];
    let spec = PopulationSpec { starts, rounds: 1, games: 100, ..population() };
    let found = within(NEVER, &mut (), |lab| populate(&spec, lab)).unwrap();
    let twins = &found.candidates[..2];
    assert_eq!(twins.iter().filter(|one| one.status == Status::Alike).count(), 1, "{twins:?}");
    let gone = twins.iter().find(|one| one.status == Status::Alike).unwrap();
    let (closest, difference) = gone.closest.as_ref().unwrap();
    assert!(twins.iter().any(|one| one.name == *closest && one.name != gone.name), "{gone:?}");
    assert_eq!(difference.value, Some(0.0));
    for member in found.members().filter(|_| found.members().count() > 1) {
        assert!(member.closest.as_ref().unwrap().1.value.unwrap() >= 0.03, "{member:?}");
    }
}
