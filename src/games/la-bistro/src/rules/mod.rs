//! La Bistro, a game of restaurants by Rick Heli.
//!
//! Two to six players buy buildings at auction, choose cuisines and prices, hire staff, renovate,
//! advertise and borrow, one hidden option a planning round. When dice or time run out, fifteen
//! dice walk over a chart of ninety boxes, each of which sends a diner to the restaurant that is
//! best by up to four criteria. After four turns (five with two players) the most money wins.
//!
//! The numbered rules and rulings are in `rules.md`, every number in `data.toml`. The text of the rulebook is
//! complete, but its pictures are missing: most of the board and of the chart is reconstructed and marked so.
//! Auctions are played raise by raise within limits committed beforehand.

mod action;
pub mod analyses;
mod apply;
pub mod chart;
pub mod components;
mod conservation;
mod event;
mod legal;
mod measures;
mod observation;
mod payouts;
pub mod planning;
mod resample;
mod restaurant;
pub mod scoring;
mod state;
#[cfg(test)]
mod tests;
pub mod variant;

pub use action::{Action, Decision, option};
use chart::Chart;
use components::{Kind, Supplies};
pub use event::Event;
use measures::Measures;
pub use observation::Observation;
pub use restaurant::{Gain, Restaurant};
use sim_engine::{
    Game, Info, Purpose, Seat, SettingError, Settings,
    component::{self, ComponentId, Sum, bought, chosen, outcome},
    game::parts,
};
pub use state::{Auction, HOUSES, PLAYERS, Phase, Public, SLOTS, State};
use variant::Variant;

const PLACEMENT: Purpose = Purpose::new("la-bistro.placement");
const LOTS: Purpose = Purpose::new("la-bistro.lots");
const TIME: Purpose = Purpose::new("la-bistro.time");
const DINERS: Purpose = Purpose::new("la-bistro.diners");
const INCREASE: Purpose = Purpose::new("la-bistro.increase");
const FINAL_LOTS: Purpose = Purpose::new("la-bistro.final-lots");
const POINT: Purpose = Purpose::new("la-bistro.point");

const KINDS: &[component::Kind] = &[
    bought("building", "money"),
    chosen("cuisine"),
    // Better restaurants can charge more, so the price is an outcome.
    outcome("price", None),
    bought("employee", "money"),
    bought("renovation", "money"),
    bought("finance", "money"),
    outcome("box", Some(Sum::Gained("money"))),
];

#[derive(Debug, Clone)]
pub struct LaBistro {
    pub variant: Variant,
    pub supplies: Supplies,
    pub chart: Chart,
    pub players: usize,
}

impl LaBistro {
    pub const INFO: &'static Info = &Info {
        name: "la-bistro",
        title: "La Bistro",
        designers: "Rick Heli",
        players: (2, PLAYERS),
        default_players: 4,
        points_unit: "money",
        points_bin: 10,
        round_unit: "turn",
        decisions: Decision::LIST,
        ends: &["last turn over"],
        measures: Measures::LIST,
        kinds: KINDS,
        rules_page: include_str!("rules.md"),
        data_file: include_str!("data.toml"),
        ..Info::PLAIN
    };

    pub fn new(settings: &Settings, players: usize) -> Result<LaBistro, SettingError> {
        Ok(LaBistro {
            variant: Variant::new(settings, players)?,
            supplies: Supplies::new(settings, players)?,
            chart: Chart::new(settings)?,
            players,
        })
    }
}

impl Game for LaBistro {
    parts!(components: supplies.components);

    fn amount_action(&self, amount: Option<i32>) -> Option<Action> {
        Some(amount.map_or(Action::Pass, |amount| Action::Amount { amount }))
    }

    fn choose_again(&self, state: &mut State, other: Seat, choose: &mut impl FnMut(&State) -> Action) {
        self.rechoose(state, other, choose);
    }

    #[inline]
    fn round(&self, state: &State) -> u16 {
        u16::from(state.table.turn.min(self.variant.turns - 1))
    }

    fn points(&self, state: &State, seat: Seat) -> i32 {
        self.worth(&state.table, seat)
    }

    fn numbered(&self, _: &State, _: Seat, action: Action) -> Vec<ComponentId> {
        let (kind, row) = match action {
            Action::Offer { building } => (Kind::Building, building),
            Action::Hire { employee, .. } => (Kind::Employee, employee),
            Action::Renovate { renovation, .. } => (Kind::Renovation, renovation),
            _ => return Vec::new(),
        };
        vec![self.supplies.component(kind, row)]
    }

    fn takes(&self, state: &State, _: Seat, action: Action, component: &mut impl FnMut(ComponentId)) {
        let lot = state.table.auction.lot;
        let (kind, row) = match action {
            Action::Offer { building } => (Kind::Building, building),
            Action::Cuisine { cuisine, .. } => (Kind::Cuisine, cuisine),
            Action::Price { price, .. } => (Kind::Price, price - 1),
            Action::Borrow => (Kind::Finance, 1),
            Action::Hire { employee, .. } => (Kind::Employee, employee),
            Action::Renovate { renovation, .. } => (Kind::Renovation, renovation),
            Action::Amount { amount } => match state.table.phase {
                Phase::Ask(_, Decision::BuildingBid) => (Kind::Building, lot),
                Phase::Ask(_, Decision::UniqueBid) => (Kind::Employee, lot),
                Phase::Ask(_, Decision::Ads) if amount > 0 => (Kind::Finance, 0),
                _ => return,
            },
            Action::Pass | Action::Choose { .. } | Action::Repay { .. } | Action::Advertise { .. } => return,
        };
        component(self.supplies.component(kind, row));
    }

    /// Time moves in every planning round. Each player makes one choice and at most two further actions in a
    /// round, and each of these takes at most one limit of every player.
    fn ply_limit(&self) -> u32 {
        let rounds = u32::from(self.variant.turns) * (u32::from(self.variant.time_track) + 2);
        let players = self.players as u32;
        rounds * players * (4 + 3 * players)
    }
}
