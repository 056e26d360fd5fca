//! The rules of a file under some settings, as a game of the engine.

use std::{
    cell::RefCell,
    fmt::{self, Debug, Formatter},
    rc::Rc,
    sync::{
        Arc, OnceLock,
        atomic::{AtomicU64, Ordering},
    },
};

use crate::{
    LuaTitle,
    action::{Action, Answer, MOST_NUMBER, Names, PASS},
    declaration::{Datum, Declaration, Domain, Field, ROUNDS},
    enumerate::Branch,
    event::{self, Event, VALUES, Value},
    state::{self, Inner, Observation, Offered, State},
    vm::{Config, ConfigRow, Feature, Settled, Source, Vm},
};
use sim_engine::{
    Amount, BySeat, Component, ComponentId, Game, GameRecord, Info, Lawful, Luck, MAX_ACTIONS, Node, Offer,
    Outcome, Seat, Settings, Stream, Sum, record::MAX_ROUNDS, text::FileError,
};

/// Kinds of nodes, of events and of values; `game.lua` has the same constants.
const CHANCE: i32 = 1;
const DECISION: i32 = 2;
const STATIC: i32 = -1;
const LOG: i32 = 1;
const COUNT: i32 = 2;
const COMPONENT: i32 = 1;
const TEXT: i32 = 2;

/// Interpreters that a thread keeps, as the games of a sweep alternate.
const KEPT: usize = 4;

static GAMES: AtomicU64 = AtomicU64::new(1);

thread_local! {
    static VMS: RefCell<Vec<(u64, Rc<Vm>)>> = const { RefCell::new(Vec::new()) };
}

/// A game file under some settings, for a fixed number of players.
pub struct LuaGame {
    title: LuaTitle,
    number: u64,
    config: Config,
    components: Vec<Component>,
    names: &'static Names,
    /// By decision: the game-wide code of each of its words, in the decision's order.
    words: Vec<Vec<i32>>,
    /// By decision, feature and component: the value of a column; empty for features of other kinds.
    columns: Vec<Vec<Vec<f64>>>,
}

impl Debug for LuaGame {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "LuaGame({}, {} players)", self.title.0.info.name, self.config.players)
    }
}

impl LuaGame {
    pub(crate) fn open(title: &LuaTitle, settings: &Settings, players: usize) -> Result<LuaGame, FileError> {
        let inner = &title.0;
        let declaration = Arc::clone(&inner.declaration);
        let numbers = declaration.numbers.iter().map(|number| {
            let value = match number.domain {
                Domain::Range(..) => Datum::Int(settings.int(&number.name)),
                Domain::Flag => Datum::Flag(settings.flag(&number.name)),
                Domain::Options(_) => Datum::Word(settings.word(&number.name).to_owned()),
            };
            (number.name.clone(), value)
        });
        let numbers = numbers.collect();
        let (mut rows, mut components) = (Vec::new(), Vec::new());
        for kind in &declaration.kinds {
            let table = settings.table(&kind.name);
            for row in &table.rows {
                let values = kind.columns.iter().map(|column| {
                    let value = match column.domain {
                        Domain::Range(..) => Datum::Int(table.int(row, &column.name)),
                        Domain::Flag => Datum::Flag(table.flag(row, &column.name)),
                        Domain::Options(_) => Datum::Word(table.word(row, &column.name).to_owned()),
                    };
                    (column.name.clone(), value)
                });
                rows.push(ConfigRow {
                    name: row.id.clone(),
                    kind: kind.name.clone(),
                    copies: table.int(row, "copies"),
                    cost: kind.price.as_ref().map(|price| table.int(row, price)),
                    values: values.collect(),
                });
                components.push(row.component(kind.name.clone()));
            }
        }
        if rows.len() > usize::from(u8::MAX) {
            let file = &inner.file;
            let message = format!("{} components of different names are too many", rows.len());
            return Err(FileError::at(&file.origin, &file.text, 0, message, "have at most 255"));
        }
        let mut words: Vec<String> = Vec::new();
        for word in declaration.decisions.iter().flat_map(|decision| &decision.words) {
            if !words.contains(word) {
                words.push(word.clone());
            }
        }
        let place = |word: &String| words.iter().position(|known| known == word).unwrap_or(0) as i32;
        let of_decision =
            declaration.decisions.iter().map(|decision| decision.words.iter().map(place).collect());
        let of_decision = of_decision.collect();
        let column = |feature: &Feature| match feature {
            Feature::Column(kind, column) => rows.iter().map(|row| cell(row, kind, column)).collect(),
            _ => Vec::new(),
        };
        let columns = inner.features.iter().map(|features| features.iter().map(column).collect()).collect();
        let component_names = components.iter().map(|component| component.name.clone()).collect();
        let names = Names { words, components: component_names }.kept();
        let config = Config {
            players,
            numbers,
            rows,
            features: inner.features.clone(),
            context: inner.context.clone(),
            declaration,
        };
        let number = GAMES.fetch_add(1, Ordering::Relaxed);
        Ok(LuaGame { title: title.clone(), number, config, components, names, words: of_decision, columns })
    }

    pub(crate) fn declaration(&self) -> &Declaration {
        &self.config.declaration
    }

    pub(crate) fn title(&self) -> &LuaTitle {
        &self.title
    }

    pub(crate) fn seats(&self) -> usize {
        self.config.players
    }

    /// Rounds after the current one; 0 if the number of rounds is unknown.
    pub(crate) fn rounds_left(&self, state: &State) -> f64 {
        let all = self.config.numbers.iter().find(|(name, _)| name == ROUNDS);
        match all {
            Some((_, Datum::Int(all))) => (all - i64::from(state.0.round)).max(0) as f64,
            _ => 0.0,
        }
    }

    /// The name of a component by its index from 1.
    pub(crate) fn component_name(&self, id: u8) -> &str {
        let at = usize::from(id).checked_sub(1);
        at.and_then(|at| self.components.get(at)).map_or("", |component| &component.name)
    }

    /// Value of the column that a feature of a decision reads, for a component.
    pub(crate) fn column(&self, point: usize, feature: usize, component: usize) -> f64 {
        self.columns[point][feature].get(component).copied().unwrap_or(0.0)
    }

    /// Whether a word's index in a decision and its index in the game mean the same word.
    pub(crate) fn is_word_of(&self, point: usize, word: usize, own: usize) -> bool {
        self.words[point].get(word) == Some(&(own as i32))
    }

    /// The code of an answer, with words numbered within the decision.
    pub(crate) fn code_for_file(&self, point: usize, action: Action) -> i32 {
        let code = action.code();
        if !Action::is_word(code) {
            return code;
        }
        self.words[point].iter().position(|word| *word == code).map_or(0, |at| at as i32)
    }

    /// This thread's interpreter of the game.
    fn vm(&self) -> Result<Rc<Vm>, FileError> {
        VMS.with_borrow_mut(|vms| {
            if let Some(at) = vms.iter().position(|(number, _)| *number == self.number) {
                return Ok(Rc::clone(&vms[at].1));
            }
            let vm = Rc::new(Vm::new(&self.title.0.file, &self.config)?);
            if vms.len() >= KEPT {
                vms.remove(0);
            }
            vms.push((self.number, Rc::clone(&vm)));
            Ok(vm)
        })
    }

    /// The interpreter, with this state loaded into its tables.
    pub(crate) fn vm_at(&self, state: &State) -> Result<Rc<Vm>, FileError> {
        let vm = self.vm()?;
        if vm.holds.get() != state.0.stamp {
            vm.load(&state.0.zones, &state.0.fields)?;
            vm.holds.set(state.0.stamp);
        }
        Ok(vm)
    }

    fn error(&self, message: impl Into<String>, help: impl Into<String>) -> FileError {
        let file = &self.title.0.file;
        FileError::at(&file.origin, &file.text, 0, message, help)
    }

    /// Number of integers that the fields occupy, including the count of draws.
    fn field_count(&self) -> usize {
        let owners = |field: &Field| if field.each { self.config.players } else { 1 };
        1 + self.declaration().fields.iter().map(owners).sum::<usize>()
    }

    /// Decodes the state after a call, and reports the call's events.
    fn state_of(
        &self,
        vm: &Vm,
        settled: &Settled,
        dealt: Option<&Arc<Vec<u16>>>,
        event: &mut dyn FnMut(Event),
    ) -> Result<State, FileError> {
        let bytes = settled.numbers.as_bytes();
        let numbers: Vec<i32> =
            bytes.as_chunks::<4>().0.iter().map(|four| i32::from_le_bytes(*four)).collect();
        let zones = settled.zones.as_bytes().to_vec();
        let count = self.field_count();
        let short =
            || self.error("the program and its Lua part disagree", "report this as an error of the program");
        let (fields, rest) = numbers.split_at_checked(count).ok_or_else(short)?;
        let (&[kind, seat, point, offers], mut rest) = rest.split_first_chunk::<4>().ok_or_else(short)?;
        let (mut node, mut end, mut offered) = (Node::Terminal, 0, Offered::Nothing);
        match kind {
            CHANCE => {
                if !self.declaration().has_chance {
                    return Err(self.error(
                        "`turn` leaves the game to chance, and there is no `chance`",
                        "add function chance(g) ... end",
                    ));
                }
                node = Node::Chance;
            }
            DECISION => {
                let at = point as usize;
                node = Node::Decision { seat: Seat(seat as u8), decision: at };
                if self.declaration().decisions[at].is_amount {
                    let (&[min, max, step, may_pass], after) =
                        rest.split_first_chunk::<4>().ok_or_else(short)?;
                    rest = after;
                    if min <= -MOST_NUMBER || max >= MOST_NUMBER {
                        let name = &self.declaration().decisions[at].name;
                        let message = format!("an amount of `{name}` goes from {min} to {max}");
                        return Err(self.error(message, "stay within a million"));
                    }
                    let amount = Amount { may_pass: may_pass != 0, min, max, step: step.max(1) };
                    offered = Offered::Amount(amount);
                    if max < min && may_pass == 0 {
                        let name = &self.declaration().decisions[at].name;
                        return Err(self.error(
                            format!("`{name}` has no legal amount: from {min} to {max}"),
                            "return the least and the most",
                        ));
                    }
                } else if offers == STATIC {
                    let mut codes = self.words[at].clone();
                    codes.sort_unstable();
                    offered = Offered::Codes(codes);
                } else {
                    let (own, after) = rest.split_at_checked(offers as usize).ok_or_else(short)?;
                    rest = after;
                    let code = |code: &i32| {
                        if Action::is_word(*code) { self.words[at][*code as usize] } else { *code }
                    };
                    let mut codes: Vec<i32> = own.iter().map(code).collect();
                    codes.sort_unstable();
                    codes.dedup();
                    if codes.len() > MAX_ACTIONS {
                        let name = &self.declaration().decisions[at].name;
                        let help = format!("offer at most {MAX_ACTIONS}, or ask for an amount");
                        return Err(self.error(format!("`{name}` offers {} answers", codes.len()), help));
                    }
                    offered = Offered::Codes(codes);
                }
            }
            _ => end = point as usize,
        }
        let (&[round], rest) = rest.split_first_chunk::<1>().ok_or_else(short)?;
        self.emit_events(rest, event);
        let dealt = dealt.map_or_else(|| Arc::new(self.counts(&zones)), Arc::clone);
        let stamp = state::stamp();
        vm.holds.set(stamp);
        Ok(State(Arc::new(Inner {
            stamp,
            zones,
            fields: fields.to_vec(),
            node,
            end,
            offered,
            round,
            scores: OnceLock::new(),
            dealt,
        })))
    }

    /// Reports the events of a call.
    fn emit_events(&self, mut numbers: &[i32], event: &mut dyn FnMut(Event)) {
        while let Some((&[kind, count], behind)) = numbers.split_first_chunk::<2>() {
            let (values, after) = behind.split_at((count as usize).min(behind.len()));
            numbers = after;
            match (kind, values) {
                (LOG, [text, values @ ..]) => {
                    let mut told = [None; VALUES];
                    for (place, value) in told.iter_mut().zip(values.as_chunks::<2>().0) {
                        *place = Some(match *value {
                            [COMPONENT, id] => Value::Component(self.component(id)),
                            [TEXT, text] => Value::Text(event::text_of(text)),
                            [_, number] => Value::Number(number),
                        });
                    }
                    event(Event::Log { text: event::text_of(*text), values: told });
                }
                (COUNT, &[measure, seat, amount]) => {
                    let seat = (seat > 0).then(|| Seat(seat as u8 - 1));
                    event(Event::Count { measure: measure as usize - 1, seat, amount });
                }
                (_, &[id, seat, price]) => {
                    event(Event::Taken { component: self.component(id), seat: Seat(seat as u8 - 1), price });
                }
                _ => {}
            }
        }
    }

    fn component(&self, id: i32) -> ComponentId {
        self.id_of(id as usize - 1)
    }

    /// The identity of the component at an index among all, relative to the first of its kind.
    fn id_of(&self, at: usize) -> ComponentId {
        let kind = self.components.get(at).map(|component| &component.kind);
        let first = self.components.iter().position(|component| Some(&component.kind) == kind).unwrap_or(at);
        ComponentId::new(first, at - first)
    }

    /// Copies of each component in play, by index from 1.
    fn counts(&self, zones: &[u8]) -> Vec<u16> {
        let mut counts = vec![0; self.components.len() + 1];
        for list in state::lists(self.declaration(), self.config.players, zones) {
            list.ids.iter().for_each(|&id| counts[usize::from(id)] += 1);
        }
        counts
    }

    /// Whether all components of a kind are in play.
    pub(crate) fn is_whole(&self, state: &State, kind: &str) -> bool {
        let counts = self.counts(&state.0.zones);
        let mut rows = self.config.rows.iter().zip(&counts[1..]).filter(|(row, _)| row.kind == kind);
        rows.all(|(row, count)| row.copies == i64::from(*count))
    }

    /// Points and tie-breakers; computed by the file at first use.
    fn scores<'s>(&self, state: &'s State) -> &'s (BySeat<i32>, BySeat<i32>) {
        state.0.scores.get_or_init(|| {
            self.scored(state).unwrap_or_else(|error| {
                self.title.fail(error);
                Default::default()
            })
        })
    }

    fn scored(&self, state: &State) -> Result<(BySeat<i32>, BySeat<i32>), FileError> {
        let scores = self.vm_at(state)?.scores()?;
        let (mut points, mut ties) = (BySeat::default(), BySeat::default());
        let (own, rest) = scores.split_at(self.config.players.min(scores.len()));
        Seat::all(self.config.players).zip(own).for_each(|(seat, score)| points[seat] = *score);
        Seat::all(self.config.players).zip(rest).for_each(|(seat, score)| ties[seat] = *score);
        Ok((points, ties))
    }

    /// A terminal state without points, for a file that failed.
    fn broken(&self, error: FileError) -> State {
        self.title.fail(error);
        State(Arc::new(Inner {
            stamp: state::stamp(),
            zones: Vec::new(),
            fields: vec![0; self.field_count()],
            node: Node::Terminal,
            end: 0,
            offered: Offered::Nothing,
            round: 1,
            scores: OnceLock::from((BySeat::default(), BySeat::default())),
            dealt: Arc::default(),
        }))
    }

    /// Deals a game, or returns the file's error.
    pub(crate) fn dealt(&self, luck: &Luck) -> Result<State, FileError> {
        let state = self.dealt_from(Source::Deal(*luck), &mut |_| {}).0?;
        self.scored(&state)?;
        Ok(state)
    }

    fn dealt_from(&self, source: Source, event: &mut dyn FnMut(Event)) -> (Result<State, FileError>, Source) {
        let vm = match self.vm() {
            Ok(vm) => vm,
            Err(error) => return (Err(error), source),
        };
        let (settled, source) = vm.deal(source);
        (settled.and_then(|settled| self.state_of(&vm, &settled, None, event)), source)
    }

    fn after_chance(
        &self,
        state: &State,
        source: Source,
        event: &mut dyn FnMut(Event),
    ) -> (Result<State, FileError>, Source) {
        let vm = match self.vm_at(state) {
            Ok(vm) => vm,
            Err(error) => return (Err(error), source),
        };
        let (settled, source) = vm.chance(source);
        (settled.and_then(|settled| self.state_of(&vm, &settled, Some(&state.0.dealt), event)), source)
    }

    fn played(
        &self,
        state: &State,
        action: Action,
        event: &mut dyn FnMut(Event),
    ) -> Result<State, FileError> {
        let Node::Decision { seat, decision } = state.0.node else { return Ok(state.clone()) };
        let vm = self.vm_at(state)?;
        let settled = vm.play(decision, seat.0, self.code_for_file(decision, action))?;
        self.state_of(&vm, &settled, Some(&state.0.dealt), event)
    }

    fn imagined(&self, state: &State, seat: Seat, stream: &mut Stream) -> Result<State, FileError> {
        if self.declaration().resamples {
            let vm = self.vm_at(state)?;
            let (settled, source) = vm.resample(seat.0, Source::Stream(stream.clone()));
            if let Source::Stream(after) = source {
                *stream = after;
            }
            return self.state_of(&vm, &settled?, Some(&state.0.dealt), &mut |_| {});
        }
        if !self.title.hides() {
            return Ok(state.clone());
        }
        let zones = state::redraw(self, state, seat, stream);
        if zones == state.0.zones {
            return Ok(state.clone());
        }
        let vm = self.vm()?;
        vm.load(&zones, &state.0.fields)?;
        let settled = vm.ask()?;
        self.state_of(&vm, &settled, Some(&state.0.dealt), &mut |_| {})
    }

    /// All outcomes of luck with their probabilities; `None` if there are too many.
    fn outcomes(
        &self,
        run: impl Fn(Source) -> (Result<State, FileError>, Source),
    ) -> Option<Vec<(State, f64)>> {
        let mut all = Vec::new();
        let mut branch = Some(Branch::new());
        while let Some(now) = branch {
            let (state, source) = run(Source::Branch(now));
            let Source::Branch(now) = source else { return None };
            if now.is_too_large() {
                return None;
            }
            let state = state.unwrap_or_else(|error| self.broken(error));
            all.push((state, now.probability()));
            branch = now.next();
        }
        Some(all)
    }
}

/// Value of a column for a component of this kind; 0 for components of other kinds.
fn cell(row: &ConfigRow, kind: &str, column: &str) -> f64 {
    let values = if row.kind == kind { &row.values[..] } else { &[] };
    match values.iter().find(|(name, _)| name == column) {
        Some((_, Datum::Int(number))) => *number as f64,
        _ => 0.0,
    }
}

impl Game for LuaGame {
    type State = State;
    type Observation<'a> = Observation<'a>;
    type Action = Action;
    type Decision = usize;
    type Event = Event;

    fn info(&self) -> &'static Info {
        self.title.0.info
    }

    fn players(&self) -> usize {
        self.config.players
    }

    fn components(&self) -> &[Component] {
        &self.components
    }

    fn deal(&self, luck: &Luck, event: &mut dyn FnMut(Event)) -> State {
        self.dealt_from(Source::Deal(*luck), event).0.unwrap_or_else(|error| self.broken(error))
    }

    fn enumerate_deals(&self) -> Option<Vec<(State, f64)>> {
        self.outcomes(|source| self.dealt_from(source, &mut |_| {}))
    }

    #[inline]
    fn node(&self, state: &State) -> Node<usize> {
        state.0.node
    }

    fn legal(&self, state: &State, actions: &mut Vec<Action>) -> Offer {
        match &state.0.offered {
            Offered::Codes(codes) => {
                actions.extend(codes.iter().map(|&code| Action::of_code(code, self.names)));
                Offer::Actions
            }
            Offered::Amount(amount) => Offer::Amount(*amount),
            Offered::Nothing => Offer::Actions,
        }
    }

    fn amount_action(&self, amount: Option<i32>) -> Option<Action> {
        Some(Action::of(Answer::Number(amount.unwrap_or(PASS)), self.names))
    }

    fn apply(&self, state: &mut State, action: Action, event: &mut dyn FnMut(Event)) {
        *state = self.played(state, action, event).unwrap_or_else(|error| self.broken(error));
    }

    fn apply_chance(&self, state: &mut State, luck: &Luck, event: &mut dyn FnMut(Event)) {
        *state =
            self.after_chance(state, Source::Deal(*luck), event).0.unwrap_or_else(|error| self.broken(error));
    }

    fn enumerate_chance(&self, state: &State) -> Option<Vec<(State, f64)>> {
        self.outcomes(|source| self.after_chance(state, source, &mut |_| {}))
    }

    fn observe<'a>(&'a self, state: &'a State, seat: Seat) -> Observation<'a> {
        Observation { game: self, state, seat }
    }

    fn resample(&self, state: &State, seat: Seat, stream: &mut Stream) -> State {
        self.imagined(state, seat, stream).unwrap_or_else(|error| self.broken(error))
    }

    fn round(&self, state: &State) -> u16 {
        (state.0.round - 1).clamp(0, MAX_ROUNDS as i32 - 1) as u16
    }

    fn points(&self, state: &State, seat: Seat) -> i32 {
        self.scores(state).0[seat]
    }

    fn outcome(&self, state: &State) -> Outcome {
        let (points, ties) = self.scores(state);
        Outcome::ranked(*points, self.config.players, state.0.end, |seat| (points[seat], ties[seat]))
    }

    fn takes(&self, _: &State, _: Seat, action: Action, component: &mut impl FnMut(ComponentId)) {
        if let Answer::Component(at) = action.answer() {
            component(self.id_of(at));
        }
    }

    fn count(&self, event: &Event, record: &mut GameRecord) {
        match *event {
            Event::Log { .. } => {}
            Event::Count { measure, seat: Some(seat), amount } => record.add(measure, 0, seat, amount),
            Event::Count { measure, seat: None, amount } => record.add_to_table(measure, 0, amount),
            Event::Taken { component, seat, price } => {
                let kind = self.components.get(component.index()).map(|one| &one.kind);
                let kind =
                    self.info().kinds.iter().find(|known| Some(known.name) == kind.map(String::as_str));
                let is_paid = kind.is_some_and(|kind| matches!(kind.sum, Some(Sum::Paid(_))));
                record.use_mut(component, seat).take_and_use(if is_paid { price } else { 0 });
            }
        }
    }

    fn parse_action(&self, text: &str) -> Option<Action> {
        Action::parse(text, self.names)
    }

    fn action_forms(&self) -> &'static [&'static str] {
        self.title.0.forms
    }
}

impl Lawful for LuaGame {
    fn hidden(&self) -> &'static [&'static str] {
        self.title.0.hidden
    }

    fn hidden_fields(&self, state: &State, seat: Seat) -> Vec<String> {
        state::hidden_of(self, state, seat)
    }

    fn not_conserved(&self) -> &'static [&'static str] {
        self.title.0.not_conserved
    }

    fn only_taken(&self) -> &'static [&'static str] {
        self.title.0.only_taken
    }

    /// Components in play stay those after the deal; for kinds that come into play as a whole, all copies of the
    /// box.
    fn check_conservation(&self, state: &State) -> Result<(), String> {
        let counts = self.counts(&state.0.zones);
        for ((row, count), dealt) in
            self.config.rows.iter().zip(&counts[1..]).zip(state.0.dealt.iter().skip(1))
        {
            let is_partly = self.not_conserved().contains(&row.kind.as_str());
            let expected = if is_partly { i64::from(*dealt) } else { row.copies };
            if i64::from(*count) != expected {
                return Err(format!("`{}` is in play {count} times, not {expected}", row.name));
            }
        }
        Ok(())
    }
}
