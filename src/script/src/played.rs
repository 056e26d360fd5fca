//! Plays a game in a test: rules with some values changed, a state laid out or dealt, and the events since.

use std::{
    collections::BTreeMap,
    fmt::Display,
    sync::{LazyLock, Mutex, PoisonError},
};

use super::Title;
use sim_engine::{
    Game, GameRecord, Lawful, Luck, Node, Offer, Purpose, Seat, Settings, is_legal, settings::parse,
};

/// Settings by game. Data files are long, so each is read once.
static PARAMS: LazyLock<Mutex<BTreeMap<&str, Settings>>> = LazyLock::new(Mutex::default);

/// Unwraps a result, or panics with the error as people read it.
#[track_caller]
fn hold<T, E: Display>(read: Result<T, E>) -> T {
    read.unwrap_or_else(|error| panic!("{error}"))
}

/// All settings of a game at their defaults.
pub fn settings(title: &impl Title) -> Settings {
    let info = title.info();
    let mut read = PARAMS.lock().unwrap_or_else(PoisonError::into_inner);
    read.entry(info.name).or_insert_with(|| hold(parse("data.toml", info.data_file))).clone()
}

/// The rules of a game with some values changed.
pub fn with<T: Title>(title: &T, players: usize, changes: &[(&str, &str)]) -> T::Game {
    let mut settings = settings(title);
    for (path, value) in changes {
        hold(settings.set(path, value));
    }
    hold(title.set_up(&settings, players))
}

/// The rules of a game under a preset.
pub fn with_preset<T: Title>(title: &T, players: usize, preset: &str) -> T::Game {
    let mut settings = settings(title);
    hold(settings.apply_preset(preset));
    hold(title.set_up(&settings, players))
}

/// Index of a component within its kind.
pub fn row<G: Game>(game: &G, name: &str) -> u8 {
    let components = game.components();
    let at = components.iter().position(|component| component.name == name);
    let at = at.unwrap_or_else(|| panic!("no component {name}"));
    let first = components.iter().position(|component| component.kind == components[at].kind);
    (at - first.unwrap_or(at)) as u8
}

/// The actions of a list, or of one step of a chain.
pub fn legal<G: Game>(game: &G, state: &G::State) -> Vec<G::Action> {
    let mut actions = Vec::new();
    game.legal(state, &mut actions);
    actions
}

/// Applies an action, which must be legal.
pub fn perform<G: Game>(game: &G, state: &mut G::State, action: G::Action, event: &mut dyn FnMut(G::Event)) {
    assert!(is_legal(game, state, action), "{action} is none of {:?} in {state:?}", legal(game, state));
    game.apply(state, action, event);
}

/// Applies chance until a seat has to decide or the game is over.
pub fn settle<G: Game>(game: &G, state: &mut G::State, luck: &Luck, event: &mut dyn FnMut(G::Event)) {
    while game.node(state) == Node::Chance {
        game.apply_chance(state, luck, event);
    }
}

/// Applies the answers of seats in turn. Each seat must be the one to decide, and its action legal.
pub fn answers<G: Game>(game: &G, state: &mut G::State, script: &[(u8, G::Action)]) -> Vec<G::Event> {
    collect_events(|mut event| {
        for &(who, action) in script {
            let Node::Decision { seat, .. } = game.node(state) else { panic!("{action} in {state:?}") };
            assert_eq!(seat, Seat(who), "{action} in {state:?}");
            perform(game, state, action, &mut event);
        }
    })
}

/// Applies actions given in notation, each followed by chance.
pub fn follow<G: Game>(game: &G, state: &mut G::State, luck: &Luck, actions: &[&str]) -> Vec<G::Event> {
    collect_events(|mut event| {
        for text in actions {
            let action = game.parse_action(text).unwrap_or_else(|| panic!("no action `{text}`"));
            perform(game, state, action, &mut event);
            settle(game, state, luck, &mut event);
        }
    })
}

/// The events that an act emits.
pub fn collect_events<E>(act: impl FnOnce(&mut dyn FnMut(E))) -> Vec<E> {
    let mut seen = Vec::new();
    act(&mut |event| seen.push(event));
    seen
}

/// Plays a deal at random; `see` receives every state and the events since the last one.
pub fn at_random<G: Game>(
    game: &G,
    luck: &Luck,
    mut see: impl FnMut(&G::State, &[G::Event]),
) -> (G::State, GameRecord) {
    let mut stream = luck.stream(Purpose::new("test.choices"), 0);
    let mut record = game.record();
    let mut events = Vec::new();
    let mut state = game.deal(luck, &mut |event| events.push(event));
    for _ in 0..2 * game.ply_limit() {
        see(&state, &events);
        events.drain(..).for_each(|event| game.count(&event, &mut record));
        let mut note = |event| events.push(event);
        match game.node(&state) {
            Node::Terminal => {
                game.count_end(&state, &mut record);
                return (state, record);
            }
            Node::Chance => game.apply_chance(&mut state, luck, &mut note),
            Node::Decision { .. } => {
                let mut actions = Vec::new();
                let action = match game.legal(&state, &mut actions) {
                    Offer::Actions => actions[stream.index(actions.len())],
                    // A pass half the time. Otherwise one of the first amounts, so that money lasts.
                    Offer::Amount(limits) => {
                        let is_bid = limits.min <= limits.max && (!limits.may_pass || stream.below(2) == 0);
                        let amount = limits.min + stream.below(4) as i32 * limits.step;
                        let amount = if amount <= limits.max { amount } else { limits.min };
                        game.amount_action(is_bid.then_some(amount)).unwrap()
                    }
                };
                game.apply(&mut state, action, &mut note);
            }
        }
    }
    panic!("the game does not end");
}

/// A game in progress.
#[derive(Clone)]
pub struct Played<G: Game> {
    /// The rules in force.
    pub rules: G,
    /// The current state; a test may change it freely.
    pub state: G::State,
    /// All events so far.
    pub events: Vec<G::Event>,
}

impl<G: Lawful> Played<G> {
    /// A game that starts from a given state.
    pub fn new(rules: G, state: G::State) -> Played<G> {
        Played { rules, state, events: Vec::new() }
    }

    /// A dealt game, played up to its first decision.
    pub fn dealt(rules: G, luck: &Luck) -> Played<G> {
        let mut events = Vec::new();
        let mut state = rules.deal(luck, &mut |event| events.push(event));
        settle(&rules, &mut state, luck, &mut |event| events.push(event));
        Played { rules, state, events }
    }

    /// Applies actions given in notation and separated by semicolons; each must be legal. If conservation held
    /// before, it must hold afterwards.
    pub fn act(&mut self, actions: &str) -> &mut Played<G> {
        for text in actions.split(';') {
            let action = self.rules.parse_action(text.trim()).unwrap_or_else(|| panic!("no action `{text}`"));
            self.watched(|rules, state, events| {
                perform(rules, state, action, &mut |event| events.push(event));
            });
        }
        self
    }

    /// Lets chance decide once.
    pub fn chance(&mut self, luck: &Luck) -> &mut Played<G> {
        self.watched(|rules, state, events| {
            rules.apply_chance(state, luck, &mut |event| events.push(event));
        })
    }

    fn watched(&mut self, step: impl FnOnce(&G, &mut G::State, &mut Vec<G::Event>)) -> &mut Played<G> {
        let was_whole = self.rules.check_conservation(&self.state).is_ok();
        let Played { rules, state, events } = self;
        step(rules, state, events);
        if was_whole {
            self.rules.check_conservation(&self.state).unwrap();
        }
        self
    }

    /// The legal actions.
    pub fn actions(&self) -> Vec<G::Action> {
        legal(&self.rules, &self.state)
    }

    /// The legal actions in notation.
    pub fn legal(&self) -> Vec<String> {
        self.actions().iter().map(G::Action::to_string).collect()
    }

    /// The legal actions that begin with a word.
    pub fn offers(&self, word: &str) -> Vec<String> {
        self.legal().into_iter().filter(|action| action.split(' ').next() == Some(word)).collect()
    }

    /// The current node, with seats numbered from 1: `seat 2: again`.
    pub fn node(&self) -> String {
        match self.rules.node(&self.state) {
            Node::Decision { seat, decision } => {
                format!("{seat}: {}", self.rules.info().decision(decision).name)
            }
            Node::Chance => "chance".to_owned(),
            Node::Terminal => "over".to_owned(),
        }
    }

    /// Points of a seat in the current state, in parts of the scale.
    pub fn points(&self, seat: u8) -> i32 {
        self.rules.points(&self.state, Seat(seat))
    }

    /// Places of all contenders in the current state.
    pub fn places(&self) -> Vec<u8> {
        let outcome = self.rules.outcome(&self.state);
        Seat::all(self.rules.contenders()).map(|seat| outcome.places[seat]).collect()
    }
}
