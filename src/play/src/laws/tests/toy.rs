//! A game in which two players make one secret bid each, with at most one mistake.

use serde::Serialize;
use sim_engine::{
    BySeat, Component, ComponentId, Game, GameRecord, Info, Kind, Lawful, Luck, Node, Offer, Outcome,
    Purpose, Seat, SettingError, Settings, Source, Stream,
    component::bought,
    decision::decisions,
    game::Event,
    measure::{measures, scalar},
    notation::actions,
};
use sim_script::{
    Ask, CompiledTitle, Evaluator, Script, Scripted, Shipped, Vocabulary,
    spec::{features, list, part},
};

/// The mistakes that a [`Toy`] can have.
pub mod mistake {
    pub const NONE: u8 = 0;
    pub const NO_CONTEXT: u8 = 1;
    pub const NO_COLUMN: u8 = 2;
    pub const NO_MEASURE: u8 = 3;
    pub const NO_USE: u8 = 4;
    pub const NO_SUM: u8 = 5;
    pub const NO_KIND: u8 = 6;
    pub const NO_END: u8 = 7;
    pub const NOT_READ: u8 = 8;
    pub const NO_RULE: u8 = 9;
    pub const NO_LUCK: u8 = 10;
    pub const LEFT_OUT: u8 = 11;
    pub const OPEN_BID: u8 = 12;
    pub const BAD_DATA: u8 = 13;
    pub const BAD_STRATEGY: u8 = 14;
    pub const NO_SETTING: u8 = 15;
    pub const NOT_TAKEN: u8 = 16;
    pub const NOT_USED: u8 = 17;
    pub const NEVER_TAKEN: u8 = 18;
    pub const UNEVEN: u8 = 19;
    pub const TIED: u8 = 20;
    pub const NOT_ZERO_SUM: u8 = 21;
    pub const NOT_COUNTED: u8 = 22;
    pub const SEEN_BID: u8 = 23;
    pub const NOT_ASCENDING: u8 = 24;
    pub const MISLISTED: u8 = 25;
}

const DEAL: Purpose = Purpose::new("toy.deal");
const FACES: u64 = 4;

decisions! {
    /// The only decision.
    pub enum Decision { Bid = "bid" List }
}

actions! {
    /// Bids in ascending order.
    pub enum Action { Low = "low", Middle = "middle", High = "high" }
}

const BIDS: [Action; 3] = [Action::Low, Action::Middle, Action::High];

measures! {
    /// The only measure.
    pub enum Measures { HighBids = "high_bids" ["bids", scalar()] "High bids." }
}

features! {
    /// Features of the context.
    pub enum Context { Card = "card" ["points", 0.0, 4.0] "My card." }
}

features! {
    /// Features of a bid.
    pub enum Choice { Height = "height" ["steps", 0.0, 2.0] "How high it is." }
}

/// The data file, with some parts replaced.
macro_rules! data {
    ($name:literal, $rule:literal, $source:literal, $setting:literal, $cell:literal, $column:literal) => {
        concat!(
            "format = 2\ngame = \"toy\"\n[settings]\n",
            $name,
            " = { value = 1, range = [0, 3], rule = \"",
            $rule,
            "\", source = \"",
            $source,
            "\", about = \"Points of seat 1.\" }\n",
            $setting,
            "[tables.chips]\nabout = \"Chips.\"\nrows = [{ id = \"chip\", copies = 2, worth = 1",
            $cell,
            ", source = \"rulebook\" }]\n[tables.chips.columns]\nworth = { range = [1, 1], about = \"Points.\" }\ncopies = { range = [0, 9], about = \"Chips.\" }\n",
            $column,
        )
    };
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct State {
    /// Chips that lie on the table.
    chips: i64,
    cards: [u64; 2],
    /// Hidden points of seat 2.
    twist: u64,
    bids: [Option<Action>; 2],
}

/// The observation of a seat: its card and the number of bids.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Seen {
    card: u64,
    bids: usize,
}

#[derive(Debug, Clone, Copy, Serialize)]
pub struct Bid {
    seat: Seat,
    height: usize,
    chip: ComponentId,
}

impl<G> Event<G> for Bid {
    fn describe(&self, _: &G) -> String {
        format!("{} bids {}", self.seat, self.height)
    }
}

/// The game with a mistake of [`mistake`].
#[derive(Debug)]
pub struct Toy<const MISTAKE: u8> {
    bonus: u64,
    chips: i64,
    components: [Component; 1],
}

impl<const MISTAKE: u8> Toy<MISTAKE> {
    const INFO: &'static Info = &Info {
        name: "toy",
        title: "Toy",
        decisions: Decision::LIST,
        ends: match MISTAKE {
            mistake::NO_END => &["somebody won"],
            _ => &["somebody won", "nobody won"],
        },
        is_zero_sum: MISTAKE == mistake::NOT_ZERO_SUM,
        measures: Measures::LIST,
        kinds: match MISTAKE {
            mistake::NO_KIND => &[],
            _ => const { &[bought("chip", "points")] as &[Kind] },
        },
        rules_page: "| TOY-1 | Two players. |\n| TOY-2 | Seat 1 has points more. | `bonus` |",
        data_file: match MISTAKE {
            mistake::NOT_READ => data!(
                "bonus",
                "TOY-2",
                "rulebook",
                "bonsu = { value = 1, range = [0, 3], rule = \"TOY-1\", source = \"rulebook\", about = \"No.\" }\n",
                ", wroth = 1",
                "wroth = { range = [1, 1], about = \"No.\" }\n"
            ),
            mistake::NO_RULE => data!("bonus", "TOYS-2", "rulebook", "", "", ""),
            mistake::BAD_DATA => data!("bonus", "TOY-2", "rulebok", "", "", ""),
            mistake::NO_SETTING => data!("bonsu", "TOY-2", "rulebook", "", "", ""),
            _ => data!("bonus", "TOY-2", "rulebook", "", "", ""),
        },
        ..Info::PLAIN
    };

    const VOCABULARY: &'static Vocabulary = &Vocabulary {
        context: Context::FEATURES,
        ..Vocabulary::new("toy", &[list("bid", "How high?", &[part("choice", "A bid.", Choice::FEATURES)])])
    };

    const SHIPPED: &'static [Shipped] = &[Shipped {
        name: "default",
        text: match MISTAKE {
            mistake::BAD_STRATEGY => {
                "format = 1\ngame = \"toy\"\nabout = \"Bids.\"\n[on.bid]\nscore = \"heigt\"\n"
            }
            _ => "format = 1\ngame = \"toy\"\nabout = \"Bids.\"\n[on.bid]\nscore = \"height*(card - 1)\"\n",
        },
    }];

    fn new(settings: &Settings, _: usize) -> Result<Self, SettingError> {
        let chips = settings.table("chips");
        assert_eq!(chips.int(&chips.rows[0], "worth"), 1);
        let copies = chips.int(&chips.rows[0], "copies");
        let chip = Component { name: "chip".to_owned(), kind: "chip".to_owned(), source: Source::Rulebook };
        Ok(Toy { bonus: settings.int("bonus") as u64, chips: copies, components: [chip] })
    }
}

pub const fn title<const MISTAKE: u8>() -> CompiledTitle<Toy<MISTAKE>> {
    CompiledTitle::new(
        Toy::<MISTAKE>::INFO,
        Toy::<MISTAKE>::VOCABULARY,
        Toy::<MISTAKE>::SHIPPED,
        Toy::<MISTAKE>::new,
    )
}

impl<const MISTAKE: u8> Game for Toy<MISTAKE> {
    type State = State;
    type Observation<'a> = Seen;
    type Action = Action;
    type Decision = Decision;
    type Event = Bid;

    fn info(&self) -> &'static Info {
        Self::INFO
    }

    fn players(&self) -> usize {
        2
    }

    fn components(&self) -> &[Component] {
        &self.components
    }

    fn deal(&self, luck: &Luck, _: &mut dyn FnMut(Bid)) -> State {
        let mut stream = luck.stream(DEAL, 0);
        let [one, two, twist] = [0; 3].map(|_: u64| stream.below(FACES));
        let twist = if MISTAKE == mistake::NO_LUCK { 2 } else { twist };
        State { chips: self.chips, cards: [one, two], twist, bids: [None; 2] }
    }

    fn enumerate_deals(&self) -> Option<Vec<(State, f64)>> {
        let deals = (0..FACES.pow(3)).map(|deal| {
            let [one, two, twist] = [deal % FACES, deal / FACES % FACES, deal / FACES.pow(2)];
            let weight = if MISTAKE == mistake::MISLISTED { twist as f64 / 96.0 } else { 1.0 / 64.0 };
            (State { chips: self.chips, cards: [one, two], twist, bids: [None; 2] }, weight)
        });
        Some(deals.collect())
    }

    fn node(&self, state: &State) -> Node<Decision> {
        match state.bids.iter().position(Option::is_none) {
            Some(seat) => Node::Decision { seat: Seat(seat as u8), decision: Decision::Bid },
            None => Node::Terminal,
        }
    }

    fn legal(&self, _: &State, actions: &mut Vec<Action>) -> Offer {
        actions.extend(BIDS);
        if MISTAKE == mistake::NOT_ASCENDING {
            actions.reverse();
        }
        Offer::Actions
    }

    fn apply(&self, state: &mut State, action: Action, event: &mut dyn FnMut(Bid)) {
        let seat = usize::from(state.bids[0].is_some());
        state.bids[seat] = Some(action);
        event(Bid { seat: Seat(seat as u8), height: action as usize, chip: ComponentId::new(0, 0) });
    }

    fn observe<'a>(&'a self, state: &'a State, seat: Seat) -> Seen {
        Seen { card: state.cards[seat.index()], bids: state.bids.iter().flatten().count() }
    }

    fn resample(&self, state: &State, seat: Seat, stream: &mut Stream) -> State {
        let mut state = *state;
        let other = 1 - seat.index();
        state.cards[other] = match MISTAKE {
            mistake::UNEVEN => stream.below(FACES).min(stream.below(FACES)),
            // Each card has the right odds over all deals, but not given the seat's own card.
            mistake::TIED => (state.cards[seat.index()] + stream.below(2)) % FACES,
            _ => stream.below(FACES),
        };
        if MISTAKE == mistake::SEEN_BID {
            state.cards[seat.index()] = stream.below(FACES);
        }
        if MISTAKE != mistake::LEFT_OUT {
            state.twist = stream.below(FACES);
        }
        if MISTAKE != mistake::OPEN_BID {
            state.bids[other] = state.bids[other].map(|_| BIDS[stream.index(BIDS.len())]);
        }
        state
    }

    fn points(&self, state: &State, seat: Seat) -> i32 {
        let more = if seat == Seat(0) { self.bonus } else { state.twist };
        let bid = state.bids[seat.index()].map_or(0, |bid| bid as u64);
        (state.cards[seat.index()] + bid + more) as i32
    }

    fn outcome(&self, state: &State) -> Outcome {
        let points = BySeat(std::array::from_fn(|seat| match seat {
            0 | 1 => self.points(state, Seat(seat as u8)),
            _ => 0,
        }));
        Outcome::ranked(points, 2, usize::from(points[Seat(0)] == points[Seat(1)]), |seat| points[seat])
    }

    fn takes(&self, _: &State, _: Seat, _: Action, component: &mut impl FnMut(ComponentId)) {
        if MISTAKE != mistake::NOT_TAKEN {
            component(ComponentId::new(0, 0));
        }
    }

    fn count(&self, event: &Bid, record: &mut GameRecord) {
        if MISTAKE != mistake::NO_MEASURE && event.height == 2 {
            record.add(Measures::HighBids, 0, event.seat, 1);
        }
        if MISTAKE != mistake::NO_USE {
            let usage = record.use_mut(event.chip, event.seat);
            usage.taken += u16::from(MISTAKE != mistake::NEVER_TAKEN);
            usage.used += u16::from(MISTAKE != mistake::NOT_USED);
            usage.price += if MISTAKE == mistake::NO_SUM { 0 } else { event.height as i32 };
        }
    }
}

impl<const MISTAKE: u8> Lawful for Toy<MISTAKE> {
    fn hidden(&self) -> &'static [&'static str] {
        match MISTAKE {
            mistake::LEFT_OUT => &["card of the other"],
            _ => &["card of the other", "twist"],
        }
    }

    fn hidden_fields(&self, state: &State, seat: Seat) -> Vec<String> {
        let fields = [state.cards[1 - seat.index()], state.twist].map(|field| field.to_string());
        fields.into_iter().take(self.hidden().len()).collect()
    }

    fn check_conservation(&self, state: &State) -> Result<(), String> {
        match MISTAKE == mistake::NOT_COUNTED || state.chips == self.chips {
            true => Ok(()),
            false => Err(format!("{} of {} chips", state.chips, self.chips)),
        }
    }
}

impl<const MISTAKE: u8> Scripted for Toy<MISTAKE> {
    type Cache = ();

    fn vocabulary(&self) -> &'static Vocabulary {
        Self::VOCABULARY
    }

    fn look(ask: &Ask<'_, Self>, _: &Script, evaluator: &mut Evaluator) {
        if MISTAKE != mistake::NO_CONTEXT {
            evaluator.set_context(Context::Card, ask.seen.card as f64);
        }
        if MISTAKE != mistake::NO_COLUMN {
            let heights = ask.legal.iter().map(|&action| f64::from(action as u8));
            evaluator.columns(ask.decision, 0).fill(Choice::Height as usize, heights);
        }
    }
}
