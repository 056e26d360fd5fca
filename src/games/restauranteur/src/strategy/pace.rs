//! Expected rates of events: plays of the cards not yet played, and dice.
//!
//! Every income card outside the discards is assumed to be played once before the deck runs out, and once
//! more in each further pass. Every other Income phase is a roll. Campaigns choose their targets uniformly.
//! This ignores players' choices; a strategy's own plans belong in its formulas.

use super::ground::Spots;
use crate::rules::{
    Observation, Restauranteur,
    action::Target,
    board::{CELLS, Cell, Cells, LINES, Line, Quadrant, Side, cells},
    components::{Campaign, Cuisine, District, Face, faces},
    state::Public,
    sums::Trade,
    variant::{DistrictMulti, MailingAmount, RandomEarners, SideMode},
};
use sim_engine::Seat;

/// Number of income-card faces, which are contiguous.
const INCOMES: usize = Face::INCOMES.count_ones() as usize;
const FIRST_INCOME: usize = Face::INCOMES.trailing_zeros() as usize;

/// Inputs of the rates, besides rules and board.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Basis {
    turns_left: f64,
    /// Passes through the deck that are still to come.
    later: u8,
    phases: u8,
    discards: [u8; INCOMES],
}

impl Basis {
    #[inline]
    pub fn of(seen: Observation<'_>) -> Basis {
        let (rules, table) = (seen.rules, seen.table());
        let phases = Seat::all(rules.players).map(|seat| rules.income_phases(table, seat));
        let discards = std::array::from_fn(|at| table.discards[FIRST_INCOME + at]);
        Basis {
            turns_left: seen.turns_left(),
            later: rules.variant.passes.saturating_sub(1 + table.pass),
            phases: phases.sum(),
            discards,
        }
    }
}

/// Rates per round, in which each seat takes one turn.
#[derive(Debug, Clone, Copy)]
pub struct Pace {
    /// Turns per seat until the deck runs out, including the current one.
    pub rounds: f64,
    /// Plays of each type's card; `mean` averages over the types.
    cuisines: [f64; Cuisine::COUNT],
    mean: f64,
    districts: [f64; District::COUNT],
    /// Single coins by cell of a restaurant without extended reach, from dice on its districts and cards of
    /// their types. `None` where adjacent districts alone do not determine incomes.
    coins: Option<[f64; CELLS]>,
    campaigns: [f64; Campaign::COUNT],
    /// Rate at which the dice show a given cell and pay a given seat.
    roll: f64,
    /// Rate at which the dice or a campaign for a place hit a given cell, except sides that are edges.
    place: f64,
    /// Rate of Mailing Campaigns for a given district.
    mail: f64,
    mailing: MailingAmount,
    multi: DistrictMulti,
    sides: SideMode,
}

impl Pace {
    #[inline(never)]
    pub fn new(seen: Observation<'_>, basis: &Basis, spots: &Spots) -> Pace {
        let (rules, table) = (seen.rules, seen.table());
        let phases = f64::from(basis.phases);
        let plays = |face: Face| {
            let copies = rules.stock.cards[face.index()];
            f64::from(
                copies.saturating_sub(basis.discards[face.index() - FIRST_INCOME]) + copies * basis.later,
            )
        };
        let all: f64 = faces(Face::INCOMES).map(plays).sum();
        let rounds = 1.0 + basis.turns_left;
        // Near the end hands hold more income cards than there are phases to play them in.
        let scale = 1.0 / rounds.max(all / phases);
        let cuisines: [f64; Cuisine::COUNT] =
            std::array::from_fn(|at| plays(Face::cuisine(Cuisine::at(at))) * scale);
        let campaigns: [f64; Campaign::COUNT] =
            std::array::from_fn(|at| plays(Face::campaign(Campaign::at(at))) * scale);
        let everybody = match rules.variant.random_earners {
            RandomEarners::All => 1.0,
            RandomEarners::Active => 1.0 / rules.players as f64,
        };
        let roll = (phases - all * scale) * everybody / CELLS as f64;
        let [mailing, billboard, radio, air_banner] = campaigns;
        let districts: [f64; District::COUNT] =
            std::array::from_fn(|at| plays(Face::district(District::at(at))) * scale);
        let (mailing_amount, multi) = (rules.variant.mailing_amount, rules.variant.district_multi);
        let sides = rules.variant.side_mode;
        let halves = if sides == SideMode::Half { air_banner * 2.0 / Side::COUNT as f64 } else { 0.0 };
        let mail = mailing / f64::from(table.district_cells.count_ones()).max(1.0);
        // Each district type pays once, Mailing Campaigns pay in full and sides are halves.
        let is_plain =
            multi == DistrictMulti::One && mailing_amount == MailingAmount::Full && sides == SideMode::Half;
        Pace {
            rounds,
            cuisines,
            mean: cuisines.iter().sum::<f64>() / Cuisine::COUNT as f64,
            districts,
            coins: is_plain.then(|| single_coins(spots, roll, &districts)),
            campaigns,
            roll,
            place: billboard * 2.0 / LINES as f64 + radio / Quadrant::COUNT as f64 + halves + roll,
            mail,
            mailing: mailing_amount,
            multi,
            sides,
        }
    }

    /// Plays of a campaign per round, over all its copies.
    pub fn campaign(&self, campaign: Campaign) -> f64 {
        self.campaigns[campaign.index()]
    }

    /// Coins per round by cell of a restaurant without extended reach, or `None` where adjacent districts
    /// alone do not determine them. `coin` multiplies single coins.
    #[inline]
    pub fn incomes(
        &self,
        spots: &Spots,
        cuisine: Option<Cuisine>,
        stars: f64,
        coin: f64,
    ) -> Option<[f64; CELLS]> {
        let coins = self.coins.as_ref()?;
        let often = cuisine.map_or(self.mean, |cuisine| self.cuisines[cuisine.index()]) + self.place;
        let mut incomes = [0.0; CELLS];
        for ((income, districts), coins) in incomes.iter_mut().zip(&spots.districts).zip(coins) {
            *income = (often + self.mail * districts) * districts * stars + coins * coin;
        }
        Some(incomes)
    }

    /// Coins per round of a restaurant; without `cuisine`, the mean over the types.
    #[inline]
    pub fn income(
        &self,
        rules: &Restauranteur,
        table: &Public,
        cuisine: Option<Cuisine>,
        cell: Cell,
        trade: &Trade,
    ) -> f64 {
        let reached = f64::from(trade.reached.count_ones());
        let mut full = self.place + cuisine.map_or(self.mean, |cuisine| self.cuisines[cuisine.index()]);
        let mut coins = self.roll * reached;
        match self.mailing {
            MailingAmount::Full => full += self.mail * reached,
            MailingAmount::Coin => coins += self.mail * reached,
        }
        if self.sides == SideMode::Edge {
            let sides = Side::all().filter(|side| side.edge() & cell.bit() != 0).count();
            full += self.campaign(Campaign::AirBanner) * sides as f64 / Side::COUNT as f64;
        }
        for (cells, plays) in table.districts.iter().zip(&self.districts) {
            let count = (trade.reached & cells).count_ones();
            coins += plays * f64::from(if self.multi == DistrictMulti::One { count.min(1) } else { count });
        }
        full * f64::from(trade.full()) + coins * f64::from(rules.coin(trade))
    }

    /// Coins per round of all restaurants of a seat, from the payouts of every target.
    pub fn income_of(&self, table: &Public, seat: Seat) -> f64 {
        let gains = |target| f64::from(table.gains(target)[seat]);
        let (mut income, mut full) = (0.0, 0.0);
        for cuisine in Cuisine::all() {
            let coins = gains(Target::Cuisine(cuisine));
            full += coins;
            income += self.cuisines[cuisine.index()] * coins;
        }
        for district in District::all() {
            income += self.districts[district.index()] * gains(Target::District(district));
        }
        let mailed: f64 = cells(table.district_cells).map(|cell| gains(Target::Mailing(cell))).sum();
        let aired: f64 = Side::all().map(|side| gains(Target::AirBanner(side))).sum();
        income
            + self.mail * mailed
            + self.campaign(Campaign::Billboard) * full * 2.0 / LINES as f64
            + self.campaign(Campaign::Radio) * full / Quadrant::COUNT as f64
            + self.campaign(Campaign::AirBanner) * aired / Side::COUNT as f64
            + self.roll * f64::from(table.sums.board[seat])
    }

    /// Rate per round at which restaurants of a type earn on cells `at` that reach these districts. An
    /// occasion that pays several of them counts once.
    pub fn occasions(&self, table: &Public, cuisine: Cuisine, at: Cells, reached: Cells) -> f64 {
        if at == 0 {
            return 0.0;
        }
        let lines = (0..LINES as u8).filter(|&line| Line(line).cells() & at != 0).count();
        let quadrants = Quadrant::all().filter(|quadrant| quadrant.cells() & at != 0).count();
        let side_cells = |side: &Side| if self.sides == SideMode::Half { side.half() } else { side.edge() };
        let sides = Side::all().filter(|side| side_cells(side) & at != 0).count();
        let districts = District::all().filter(|district| table.districts[district.index()] & reached != 0);
        let (cells, reached) = (f64::from(at.count_ones()), f64::from(reached.count_ones()));
        self.cuisines[cuisine.index()]
            + self.mail * reached
            + self.campaign(Campaign::Billboard) * lines as f64 / LINES as f64
            + self.campaign(Campaign::Radio) * quadrants as f64 / Quadrant::COUNT as f64
            + self.campaign(Campaign::AirBanner) * sides as f64 / Side::COUNT as f64
            + districts.map(|district| self.districts[district.index()]).sum::<f64>()
            + self.roll * (cells + reached)
    }
}

/// Coins by cell from dice on adjacent districts and from cards of their types, each type once.
fn single_coins(spots: &Spots, roll: f64, plays: &[f64; District::COUNT]) -> [f64; CELLS] {
    let mut sets = [0.0; 1 << District::COUNT];
    for (at, plays) in plays.iter().enumerate() {
        for set in 0..1 << at {
            sets[set | 1 << at] = sets[set] + plays;
        }
    }
    std::array::from_fn(|at| roll * spots.districts[at] + sets[usize::from(spots.types[at]) % sets.len()])
}
