//! Kuhn poker with features that say little alone: the effect of a choice and the card of a seat, among noise. Cards
//! matter only by their interaction with the choice, and there are more interactions than training learns.

use kuhn::{Action, Decision, Kuhn, State};
use rayon::ThreadPoolBuilder;
use sim_engine::{Game, Info, Listed, Luck, Node, Offer, Outcome, Seat, Settings, Stream, game::Event};
use sim_learn::{Base, Features, Method, Spec, Table, TrainedPolicy, TrainingRun};
use sim_play::{Entry, arm::Stop};
use sim_script::{
    Ask, CompiledTitle, Evaluator, Script, Scripted, Vocabulary,
    spec::{DecisionPoint, Feature, Part, flag, list, part},
};

/// The names of the three card features end with the card's word.
const CONTEXT: [&str; 14] =
    ["holds_jack", "holds_queen", "holds_king", "a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k"];
const CARDS: usize = 3;
const CHOICE: [&str; 6] = ["pays", "u", "v", "w", "x", "y"];
const CHOICES: &[Feature] = &features(CHOICE, 0);

const fn features<const COUNT: usize>(names: [&'static str; COUNT], shift: usize) -> [Feature; COUNT] {
    let mut features = [Feature::plain("", "parts", (0.0, 1.0), "A card, a chip more, or noise."); COUNT];
    let mut at = 0;
    while at < COUNT {
        features[(at + shift) % COUNT].name = names[at];
        at += 1;
    }
    features
}

/// Kuhn poker with the first `OWN` features of a choice, and with context features rotated by `SHIFT` places.
struct Padded<const OWN: usize, const SHIFT: usize>(Kuhn);

impl<const OWN: usize, const SHIFT: usize> Padded<OWN, SHIFT> {
    const PARTS: &'static [Part] = &[part("choice", "A chip more, or none.", CHOICES.split_at(OWN).0)];
    const POINTS: &'static [DecisionPoint] = &[
        list("open", "Check or bet?", Self::PARTS),
        list("after_check", "Check or bet?", Self::PARTS),
        list("after_bet", "Fold or call?", Self::PARTS),
        list("after_check_and_bet", "Fold or call?", Self::PARTS),
    ];
    const VOCABULARY: &'static Vocabulary =
        &Vocabulary { context: &features(CONTEXT, SHIFT), ..Vocabulary::new("kuhn", Self::POINTS) };

    const fn title() -> CompiledTitle<Self> {
        let set_up = |settings: &Settings, players| Kuhn::new(settings, players).map(Padded);
        CompiledTitle::new(Kuhn::INFO, Self::VOCABULARY, &[], set_up)
    }
}

impl<const OWN: usize, const SHIFT: usize> Game for Padded<OWN, SHIFT> {
    type State = State;
    type Observation<'a> = <Kuhn as Game>::Observation<'a>;
    type Action = Action;
    type Decision = Decision;
    type Event = <Kuhn as Game>::Event;

    fn info(&self) -> &'static Info {
        Kuhn::INFO
    }

    fn players(&self) -> usize {
        self.0.players()
    }

    fn deal(&self, luck: &Luck, event: &mut dyn FnMut(Self::Event)) -> State {
        self.0.deal(luck, event)
    }

    fn node(&self, state: &State) -> Node<Decision> {
        self.0.node(state)
    }

    fn legal(&self, state: &State, actions: &mut Vec<Action>) -> Offer {
        self.0.legal(state, actions)
    }

    fn apply(&self, state: &mut State, action: Action, event: &mut dyn FnMut(Self::Event)) {
        self.0.apply(state, action, event);
    }

    fn observe<'a>(&'a self, state: &'a State, seat: Seat) -> Self::Observation<'a> {
        self.0.observe(state, seat)
    }

    fn resample(&self, state: &State, seat: Seat, stream: &mut Stream) -> State {
        self.0.resample(state, seat, stream)
    }

    fn points(&self, state: &State, seat: Seat) -> i32 {
        self.0.points(state, seat)
    }

    fn outcome(&self, state: &State) -> Outcome {
        self.0.outcome(state)
    }
}

impl<const OWN: usize, const SHIFT: usize> Event<Padded<OWN, SHIFT>> for <Kuhn as Game>::Event {
    fn describe(&self, game: &Padded<OWN, SHIFT>) -> String {
        self.describe(&game.0)
    }
}

impl<const OWN: usize, const SHIFT: usize> Scripted for Padded<OWN, SHIFT> {
    type Cache = ();

    fn vocabulary(&self) -> &'static Vocabulary {
        Self::VOCABULARY
    }

    fn look(ask: &Ask<'_, Self>, _: &Script, evaluator: &mut Evaluator) {
        let mut noise = ask.luck.imagination();
        for (at, name) in CONTEXT.iter().enumerate() {
            let value = if at < CARDS { flag(name.ends_with(ask.seen.card.word())) } else { noise.unit() };
            evaluator.context[(at + SHIFT) % CONTEXT.len()] = value;
        }
        let columns = evaluator.columns(ask.decision.index(), 0);
        columns.fill(0, ask.legal.iter().map(|action| flag(matches!(action, Action::Bet | Action::Call))));
        for at in 1..OWN {
            columns.fill(at, ask.legal.iter().map(|_| noise.unit()));
        }
    }
}

static PLAIN: Entry = Entry::of(&const { Padded::<2, 0>::title() });
static PLAIN_NOISE_FIRST: Entry = Entry::of(&const { Padded::<2, 5>::title() });
static PADDED: Entry = Entry::of(&const { Padded::<6, 0>::title() });
static PADDED_NOISE_FIRST: Entry = Entry::of(&const { Padded::<6, 5>::title() });

fn script(score: &str) -> String {
    let decisions = Padded::<6, 0>::POINTS.iter().map(|point| format!("[on.{}]\n{score}\n", point.name));
    format!("format = 1\ngame = \"kuhn\"\nabout = \"A test.\"\n{}", decisions.collect::<String>())
}

/// Trains a best response, from even chances, to a player who bets or calls with any card. It wins 1/3 of a chip per
/// hand if it folds the jack and calls with the king, and nothing if it ignores its card.
fn learn(entry: &'static Entry, games: u64, threads: usize) -> TrainedPolicy {
    let mut settings = entry.settings().unwrap();
    settings.set("payout", "chips").unwrap();
    let game = entry.open(&settings, 2).unwrap();
    let text = script("score = \"0\"\ntemperature = 1");
    let read = |text: &str| entry.read_strategy("mine", "mine.toml", text, &[]).unwrap();
    let spec = Spec {
        entry,
        tables: &[Table { game: &*game, players: 2 }],
        base: Base { name: "mine".to_owned(), origin: "mine.toml".to_owned(), text: text.clone() },
        standard: &read(&text),
        field: &[read(&script("score = \"pays\""))],
        strangers: &[],
        features: Features::All,
        is_pruned: false,
        hidden: None,
        method: Method::response(),
        games,
        test_games: 8000,
        seed: 1,
    };
    let pool = ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    pool.install(|| TrainingRun::open(&spec, &Stop::new()).unwrap().whole().unwrap())
}

#[test]
fn what_counts_by_an_interaction_alone_is_learned_among_many_in_any_order() {
    for entry in [&PADDED, &PADDED_NOISE_FIRST] {
        let learned = learn(entry, 20_000, 2);
        let won = learned.test.tables[0].won;
        // Five standard errors: a hand moves at most 2 chips.
        assert!(won.value.unwrap() > 1.0 / 3.0 - 0.1, "{won:?}");
        let decisions: Vec<_> =
            learned.interactions.chunk_by(|one, next| one.decision == next.decision).collect();
        assert!(decisions.iter().all(|own| own.len() == CONTEXT.len() * CHOICE.len()));
        // The budget covers all decisions together.
        let kept = learned.interactions.iter().filter(|one| one.is_learned).count();
        assert_eq!(kept, 40 * decisions.len());
        for term in ["pays*holds_jack", "pays*holds_king"] {
            let found =
                learned.interactions.iter().find(|one| one.decision == "after_bet" && one.term == term);
            assert!(found.unwrap().is_learned, "{term}");
        }
    }
}

/// Only the order of features in the file, and of sums, differs.
#[test]
fn the_order_of_context_features_changes_no_weight() {
    let lines = |entry| {
        let text = learn(entry, 3000, 2).text;
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        lines.sort_unstable();
        lines
    };
    assert_eq!(lines(&PLAIN_NOISE_FIRST), lines(&PLAIN));
    assert_eq!(lines(&PADDED_NOISE_FIRST), lines(&PADDED));
}

#[test]
fn interactions_are_screened_the_same_on_any_number_of_threads() {
    let [one, four] = [1, 4].map(|threads| learn(&PADDED, 3000, threads));
    assert_eq!(one.text, four.text);
    assert_eq!(one.interactions, four.interactions);
    assert!(learn(&PLAIN, 3000, 2).interactions.is_empty(), "28 are few enough");
}
