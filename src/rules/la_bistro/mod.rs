//! La Bistro, a game of restaurants by Rick Heli.
//!
//! Two to six players buy buildings at auction, choose cuisines and prices, hire staff, renovate,
//! advertise and borrow, one hidden option a planning round. When dice or time run out, fifteen
//! dice walk over a chart of ninety boxes, each of which sends a diner to the restaurant that is
//! best by up to four criteria. After four turns (five with two players) the most money wins.
//!
//! The numbered rules and rulings are in `rules.md`, every number in `data.toml`. The text of the
//! rulebook is complete, its pictures are not: most of the board and of the chart is
//! reconstructed, and says so. Auctions are played raise by raise on limits committed beforehand.

mod action;
mod analyses;
pub mod bidding;
pub mod chart;
pub mod components;
mod conservation;
pub mod dice;
mod event;
mod legal;
mod margins;
mod measures;
mod observation;
mod options;
mod payouts;
mod reading;
mod restaurant;
pub mod round;
mod sales;
pub mod scoring;
mod state;
mod telling;
#[cfg(test)]
mod tests;
pub mod variant;

use super::{
    Component, GameRecord, Luck, Outcome, ParamError, Params, Purpose, Seat, Stream,
    analysis::Analysis,
    decision::decisions,
    game::{Game, Info, Node, Offer},
};
pub use action::{Action, OPTIONS};
use chart::Chart;
use components::Supplies;
pub use event::{Decided, Event};
use measures::Measures;
pub use observation::Observation;
pub use restaurant::{Gain, Restaurant};
use state::Hidden;
pub use state::{Auction, Flow, HOUSES, PLAYERS, Phase, SLOTS, Sale, State, Table, bits};
use telling::Told;
use variant::Variant;

const PLACEMENT: Purpose = Purpose::new("la-bistro.placement");
const LOTS: Purpose = Purpose::new("la-bistro.lots");
const TIME: Purpose = Purpose::new("la-bistro.time");
const DINERS: Purpose = Purpose::new("la-bistro.diners");
const INCREASE: Purpose = Purpose::new("la-bistro.increase");
const FINAL_LOTS: Purpose = Purpose::new("la-bistro.final-lots");
const POINT: Purpose = Purpose::new("la-bistro.point");

decisions! {
    /// What La Bistro asks.
    pub enum Decision {
        Option = "option" List,
        Building = "building" List,
        BuildingBid = "building_bid" Amount,
        Menu = "menu" Chain,
        Bank = "bank" List,
        AdPlace = "ad_place" List,
        Ads = "ads" Amount,
        JobBid = "job_bid" Amount,
        Hire = "hire" List,
        UniqueBid = "unique_bid" Amount,
        RenovationBid = "renovation_bid" Amount,
        Renovation = "renovation" List,
    }
}

static INFO: Info = Info {
    name: "la-bistro",
    title: "La Bistro",
    designers: "Rick Heli",
    players: (2, PLAYERS),
    default_players: 4,
    points_unit: "money",
    points_scale: 1,
    round_unit: "turn",
    decisions: Decision::LIST,
    ends: &["last turn over"],
    measures: Measures::LIST,
};

/// The rules of La Bistro under one variant.
#[derive(Debug, Clone)]
pub struct LaBistro {
    pub variant: Variant,
    pub supplies: Supplies,
    pub chart: Chart,
    players: usize,
}

impl LaBistro {
    /// Players at the table.
    #[inline]
    pub fn players_at_table(&self) -> usize {
        self.players
    }

    fn make(&self, state: &mut State, action: Action, event: &mut impl FnMut(Event)) {
        match (state.table.phase, action) {
            (Phase::Select { seat }, Action::Choose { option }) => self.select(state, seat, option),
            (Phase::Building { seat }, Action::Offer { building }) => {
                self.put_up(state, seat, building, event);
            }
            (Phase::Building { seat }, _) => self.decline_building(state, seat, event),
            (Phase::Limit { sale, seat }, Action::Amount { amount }) => {
                self.commit_limit(state, (sale, seat), Some(amount), event);
            }
            (Phase::Limit { sale, seat }, _) => self.commit_limit(state, (sale, seat), None, event),
            (Phase::Cuisine { seat }, Action::Cuisine { slot, cuisine }) => {
                self.set_cuisine(&mut state.table, seat, (slot, cuisine), event);
            }
            (Phase::Cuisine { seat }, _) => state.table.phase = Phase::Price { seat, touched: None },
            (Phase::Price { seat, .. }, Action::Price { slot, price }) => {
                self.set_price(state, seat, Some((slot, price)), event);
            }
            (Phase::Price { seat, .. }, _) => self.set_price(state, seat, None, event),
            (Phase::Bank { seat }, Action::Borrow) => self.borrow(state, seat, event),
            (Phase::Bank { seat }, Action::Repay { loans }) => self.repay(state, seat, loans, event),
            (Phase::AdPlace { seat }, Action::Advertise { slot }) => {
                state.hidden.ad_places[seat.index()] = slot;
                state.table.phase = Phase::Ads { seat };
            }
            (Phase::Ads { seat }, Action::Amount { amount }) => {
                self.order_ads(state, seat, amount as u16, event);
            }
            (Phase::Hire { seat }, Action::Hire { slot, employee }) => {
                self.hire(state, seat, (slot, employee), event);
            }
            (Phase::Renovate { seat }, Action::Renovate { slot, renovation }) => {
                self.renovate(state, seat, (slot, renovation), event);
            }
            (Phase::Hire { seat } | Phase::Renovate { seat }, _) => self.waive(state, seat, event),
            (phase, action) => unreachable!("{action} is no answer to {phase:?}"),
        }
    }
}

impl Game for LaBistro {
    type State = State;
    type Observation<'a> = Observation<'a>;
    type Action = Action;
    type Decision = Decision;
    type Event = Event;

    fn info() -> &'static Info {
        &INFO
    }

    fn rules_page() -> &'static str {
        include_str!("rules.md")
    }

    fn data_file() -> &'static str {
        include_str!("data.toml")
    }

    fn analyses() -> &'static [Analysis<LaBistro>] {
        analyses::ANALYSES
    }

    fn new(params: &Params, players: usize) -> Result<LaBistro, ParamError> {
        Ok(LaBistro {
            variant: Variant::new(params, players)?,
            supplies: Supplies::new(params, players)?,
            chart: Chart::new(params)?,
            players,
        })
    }

    fn players(&self) -> usize {
        self.players
    }

    fn components(&self) -> &[Component] {
        &self.supplies.components
    }

    fn tell(&self, event: &Event) -> String {
        Told { components: self.components(), event: *event }.to_string()
    }

    fn deal(&self, _: &Luck, _: &mut impl FnMut(Event)) -> State {
        let mut state = State { table: Table::new(self), hidden: Hidden::REST };
        self.begin_round(&mut state.table);
        state
    }

    #[inline]
    fn node(&self, state: &State) -> Node<Decision> {
        let (seat, decision) = match state.table.phase {
            Phase::Select { seat } => (seat, Decision::Option),
            Phase::Building { seat } => (seat, Decision::Building),
            Phase::Limit { sale: Sale::Property, seat } => (seat, Decision::BuildingBid),
            Phase::Limit { sale: Sale::Jobs, seat } => (seat, Decision::JobBid),
            Phase::Limit { sale: Sale::Unique, seat } => (seat, Decision::UniqueBid),
            Phase::Limit { sale: Sale::Renovations, seat } => (seat, Decision::RenovationBid),
            Phase::Cuisine { seat } | Phase::Price { seat, .. } => (seat, Decision::Menu),
            Phase::Bank { seat } => (seat, Decision::Bank),
            Phase::AdPlace { seat } => (seat, Decision::AdPlace),
            Phase::Ads { seat } => (seat, Decision::Ads),
            Phase::Hire { seat } => (seat, Decision::Hire),
            Phase::Renovate { seat } => (seat, Decision::Renovation),
            Phase::Generate | Phase::Reveal | Phase::Clock | Phase::Payouts => return Node::Chance,
            Phase::Over => return Node::Terminal,
        };
        Node::Decision { seat, decision }
    }

    fn legal(&self, state: &State, actions: &mut Vec<Action>) -> Offer {
        self.offer(&state.table, actions)
    }

    fn amount_action(&self, amount: Option<i32>) -> Option<Action> {
        Some(amount.map_or(Action::Pass, |amount| Action::Amount { amount }))
    }

    fn apply(&self, state: &mut State, action: Action, event: &mut impl FnMut(Event)) {
        self.make(state, action, event);
    }

    fn apply_chance(&self, state: &mut State, luck: &Luck, event: &mut impl FnMut(Event)) {
        match state.table.phase {
            Phase::Generate => self.generate(&mut state.table, luck, event),
            Phase::Reveal => self.reveal(state, luck, event),
            Phase::Clock => self.pass_time(&mut state.table, luck, event),
            _ => self.pay_out(&mut state.table, luck, event),
        }
    }

    fn observe<'a>(&'a self, state: &'a State, seat: Seat) -> Observation<'a> {
        Observation::new(self, state, seat)
    }

    fn resample(&self, state: &State, seat: Seat, stream: &mut Stream) -> State {
        self.redraw(state, seat, stream)
    }

    #[inline]
    fn round(&self, state: &State) -> u16 {
        u16::from(state.table.turn.min(self.variant.turns - 1))
    }

    fn points(&self, state: &State, seat: Seat) -> i32 {
        self.worth(&state.table, seat)
    }

    fn outcome(&self, state: &State) -> Outcome {
        self.outcome_of(state)
    }

    #[inline]
    fn count(&self, event: &Event, record: &mut GameRecord) {
        self.count_event(event, record);
    }

    fn count_end(&self, state: &State, record: &mut GameRecord) {
        self.count_final(state, record);
    }

    fn parse_action(text: &str) -> Option<Action> {
        Action::parse(text)
    }

    /// Time moves in every planning round; a round holds a choice and at most two further actions
    /// of each player, and at most one limit of every player for each of these.
    fn ply_limit(&self) -> u32 {
        let rounds = u32::from(self.variant.turns) * (u32::from(self.variant.time_track) + 2);
        let players = self.players as u32;
        rounds * players * (4 + 3 * players)
    }
}
