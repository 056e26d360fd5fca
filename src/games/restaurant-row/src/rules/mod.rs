//! Restaurant Row, a board game by Greg Lam.
//!
//! Two to four players run restaurants on one street. In every round they shop in secretly chosen stores, bid
//! where they meet, display ingredients, set prices in secret and seat a growing number of customers. Each
//! customer picks the restaurant that best meets its preferences. The Critic gives stars and the Shill is
//! auctioned. The patrons of the first full dining room move the word of mouth, which sets the points that
//! each of the six categories is worth at the end.
//!
//! The numbered rules and rulings are in `rules.md`, every number in `data.toml`. Only the text of the rulebook was
//! available, not its pictures; values that the pictures showed are reconstructed and marked so in the data.

pub mod action;
mod apply;
pub mod components;
mod conservation;
mod event;
mod house;
mod legal;
mod measures;
mod observation;
mod phases;
mod resample;
pub mod scoring;
mod state;
#[cfg(test)]
mod tests;
pub mod variant;
pub mod words;

pub use action::Action;
use components::Supplies;
pub use event::Event;
pub use house::House;
pub use legal::after;
pub use observation::Observation;
use sim_engine::{
    Game, Info, Seat, SettingError, Settings,
    component::{ComponentId, Kind, Sum, bought, happens, outcome},
    decision::decisions,
    game::parts,
    record::MAX_ROUNDS,
};
pub use state::{PLAYERS, Phase, State, Table};
use variant::Variant;
use words::{ShillUse, Store, bits};

decisions! {
    pub enum Decision {
        /// Buy an ingredient before the trip, with the Sous Chef.
        Early = "early" List,
        Store = "store" List,
        /// At the Help Wanted office: hire an employee, or name one to bid for.
        Hire = "hire" List,
        Renovate = "renovate" List,
        Basket = "basket" Chain,
        Bid = "bid" Amount,
        Borrow = "borrow" Amount,
        Display = "display" Chain,
        Price = "price" List,
        /// With two players: the dining room for a customer.
        Room = "room" List,
        ShillBid = "shill_bid" Amount,
        Shill = "shill" List,
        Promote = "promote" List,
        Repay = "repay" Amount,
        LayOff = "lay_off" Chain,
    }
}

const KINDS: &[Kind] = &[
    bought("employee", "dollars"),
    bought("renovation", "dollars"),
    bought("vegetable", "dollars"),
    bought("meat", "dollars"),
    bought("fish", "dollars"),
    bought("store", "dollars"),
    bought("loan", "dollars"),
    bought("shill", "dollars"),
    // Prices are an outcome: the better restaurant charges more.
    outcome("price", None),
    outcome("customer", Some(Sum::Gained("dollars"))),
    outcome("critic", Some(Sum::Gained("dollars"))),
    happens("track", None),
];

#[derive(Debug, Clone)]
pub struct RestaurantRow {
    pub variant: Variant,
    pub supplies: Supplies,
    pub players: usize,
}

impl RestaurantRow {
    pub const INFO: &'static Info = &Info {
        name: "restaurant-row",
        title: "Restaurant Row",
        designers: "Greg Lam",
        players: (2, PLAYERS),
        default_players: 4,
        points_unit: "victory points",
        points_bin: 1,
        round_unit: "round",
        decisions: Decision::LIST,
        ends: &["last employee placed", "last renovation placed", "every dining room full"],
        measures: measures::Measures::LIST,
        kinds: KINDS,
        rules_page: include_str!("rules.md"),
        data_file: include_str!("data.toml"),
        ..Info::PLAIN
    };

    pub fn new(settings: &Settings, players: usize) -> Result<RestaurantRow, SettingError> {
        let rules = RestaurantRow {
            variant: Variant::new(settings, players)?,
            supplies: Supplies::new(settings, players)?,
            players,
        };
        rules.check_size()?;
        Ok(rules)
    }
}

impl Game for RestaurantRow {
    parts!(components: supplies.components);

    fn amount_action(&self, amount: Option<i32>) -> Option<Action> {
        Some(amount.map_or(Action::Pass, |amount| Action::Amount { amount }))
    }

    fn choose_again(&self, state: &mut State, other: Seat, choose: &mut impl FnMut(&State) -> Action) {
        self.rechoose(state, other, choose);
    }

    #[inline]
    fn round(&self, state: &State) -> u16 {
        u16::from(state.table.round).min(MAX_ROUNDS as u16 - 1)
    }

    fn points(&self, state: &State, seat: Seat) -> i32 {
        self.points_with(&state.table, &self.all_values(state), seat)
    }

    fn numbered(&self, _: &State, _: Seat, action: Action) -> Vec<ComponentId> {
        match action {
            Action::Employee { row } | Action::LayOff { row } => vec![self.supplies.employee_id(row.into())],
            Action::Renovation { row } => vec![self.supplies.renovation_id(row.into())],
            Action::Ingredient { row } | Action::Show { row } | Action::Freeze { row } => {
                vec![self.supplies.ingredient_id(row.into())]
            }
            _ => Vec::new(),
        }
    }

    fn takes(&self, state: &State, _: Seat, action: Action, component: &mut impl FnMut(ComponentId)) {
        let supplies = &self.supplies;
        match action {
            Action::Employee { row } => component(supplies.employee_id(row.into())),
            Action::Renovation { row } => component(supplies.renovation_id(row.into())),
            Action::Ingredient { row } => component(supplies.ingredient_id(row.into())),
            Action::Visit { stores } => {
                let visited = Store::all().filter(|store| stores & store.bit() != 0);
                visited.for_each(|store| component(supplies.store_id(store)));
            }
            Action::Amount { amount } => match state.table.phase {
                Phase::Ask(_, Decision::Bid) => {
                    let store = self.store_at(&state.table);
                    for row in bits(state.table.lot.goods) {
                        component(supplies.good_id(store, row));
                    }
                }
                Phase::Ask(_, Decision::Borrow) if amount > 0 => component(supplies.loan_id()),
                _ => {}
            },
            Action::Price { die } => component(supplies.die_id(die)),
            Action::Star => component(supplies.shill_id(ShillUse::Star)),
            Action::Word => component(supplies.shill_id(ShillUse::Word)),
            Action::Pass
            | Action::Show { .. }
            | Action::Freeze { .. }
            | Action::MainRoom
            | Action::SecondRoom
            | Action::Promote { .. }
            | Action::LayOff { .. }
            | Action::Done => {}
        }
    }

    /// The growing customer counter ends a regular game within about twenty rounds. A seat makes at most
    /// about a hundred steps in a round.
    fn ply_limit(&self) -> u32 {
        20_000
    }
}
