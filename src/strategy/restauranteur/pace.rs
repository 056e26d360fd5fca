//! How often things may be expected to happen: what the cards not yet played and the dice bring.
//!
//! Every income card that is not among the discards will be played once before the deck is through,
//! once more in each further pass, and every other Income phase is a roll. A campaign is for each of
//! its targets alike. This leaves out that players choose; a strategy's own plans stand in its formulas.

use crate::rules::{
    Seat,
    restauranteur::{
        Observation, Restauranteur,
        action::Target,
        board::{CELLS, Cell, Cells, LINES, Line, Quadrant, Side, cells},
        components::{Campaign, Cuisine, District, Face, faces},
        state::Public,
        sums::Trade,
        variant::{DistrictMulti, MailingAmount, RandomEarners, SideMode},
    },
};

/// Rates by the round: a turn of everybody.
#[derive(Debug, Clone, Copy)]
pub struct Pace {
    /// Turns of a seat until the deck is through, the one under way included.
    pub rounds: f64,
    cuisines: [f64; Cuisine::COUNT],
    districts: [f64; District::COUNT],
    campaigns: [f64; Campaign::COUNT],
    /// Rolls that pay a given seat.
    rolls: f64,
    /// Districts on the board.
    district_cells: f64,
    mailing: MailingAmount,
    multi: DistrictMulti,
    sides: SideMode,
}

impl Pace {
    pub fn new(seen: Observation<'_>) -> Pace {
        let (rules, table) = (seen.rules(), seen.table());
        let later = rules.variant.passes.saturating_sub(1 + table.pass);
        let mut pace = Pace {
            rounds: 1.0 + seen.turns_left(),
            cuisines: [0.0; Cuisine::COUNT],
            districts: [0.0; District::COUNT],
            campaigns: [0.0; Campaign::COUNT],
            rolls: 0.0,
            district_cells: f64::from(table.district_cells.count_ones()).max(1.0),
            mailing: rules.variant.mailing_amount,
            multi: rules.variant.district_multi,
            sides: rules.variant.side_mode,
        };
        let phases = Seat::all(rules.players_at_table()).map(|seat| rules.income_phases(table, seat));
        let phases = f64::from(phases.sum::<u8>());

        let plays = |face: Face| {
            let copies = rules.stock.cards[face.index()];
            f64::from(copies.saturating_sub(table.discards[face.index()]) + copies * later)
        };
        let all: f64 = faces(Face::INCOMES).map(plays).sum();
        // Near the end hands hold more income cards than there are phases to play them in.
        let scale = 1.0 / pace.rounds.max(all / phases);
        for cuisine in Cuisine::all() {
            pace.cuisines[cuisine.index()] = plays(Face::cuisine(cuisine)) * scale;
        }
        for district in District::all() {
            pace.districts[district.index()] = plays(Face::district(district)) * scale;
        }
        for campaign in Campaign::all() {
            pace.campaigns[campaign.index()] = plays(Face::campaign(campaign)) * scale;
        }
        pace.rolls = phases - all * scale;
        if rules.variant.random_earners == RandomEarners::Active {
            pace.rolls /= rules.players_at_table() as f64;
        }
        pace
    }

    /// Plays of a card a round, of all its copies.
    pub fn campaign(&self, campaign: Campaign) -> f64 {
        self.campaigns[campaign.index()]
    }

    /// Times a round that one given cell is rolled.
    fn roll(&self) -> f64 {
        self.rolls / CELLS as f64
    }

    /// Sides of the board that a cell lies on.
    fn sides_at(&self, cell: Cell) -> f64 {
        match self.sides {
            SideMode::Half => 2.0,
            SideMode::Edge => Side::all().filter(|side| side.edge() & cell.bit() != 0).count() as f64,
        }
    }

    /// Times a round that a campaign for a place on the board speaks of a cell.
    fn campaigns_at(&self, cell: Cell) -> f64 {
        self.campaign(Campaign::Billboard) * (2.0 / LINES as f64)
            + self.campaign(Campaign::Radio) / Quadrant::COUNT as f64
            + self.campaign(Campaign::AirBanner) * self.sides_at(cell) / Side::COUNT as f64
    }

    /// Coins a round of a restaurant, of whatever type where none is named.
    #[inline]
    pub fn income(
        &self,
        rules: &Restauranteur,
        table: &Public,
        cuisine: Option<Cuisine>,
        cell: Cell,
        trade: &Trade,
    ) -> f64 {
        if trade.served == 0 {
            return 0.0;
        }
        let card = match cuisine {
            Some(cuisine) => self.cuisines[cuisine.index()],
            None => self.cuisines.iter().sum::<f64>() / Cuisine::COUNT as f64,
        };
        let reached = f64::from(trade.reached.count_ones());
        let mailed = self.campaign(Campaign::Mailing) * reached / self.district_cells;
        let mut full = card + self.campaigns_at(cell) + self.roll();
        let mut coins = self.roll() * reached;
        match self.mailing {
            MailingAmount::Full => full += mailed,
            MailingAmount::Coin => coins += mailed,
        }
        for (cells, plays) in table.districts.iter().zip(&self.districts) {
            let count = (trade.reached & cells).count_ones();
            coins += plays * f64::from(if self.multi == DistrictMulti::One { count.min(1) } else { count });
        }
        full * f64::from(trade.full()) + coins * f64::from(rules.coin(trade))
    }

    /// Coins a round of all restaurants of a seat: from what every target pays it.
    pub fn income_of(&self, table: &Public, seat: Seat) -> f64 {
        let gains = |target| f64::from(table.gains(target)[seat]);
        let mut income = 0.0;
        let mut full = 0.0;
        for cuisine in Cuisine::all() {
            let coins = gains(Target::Cuisine(cuisine));
            full += coins;
            income += self.cuisines[cuisine.index()] * coins;
        }
        for district in District::all() {
            income += self.districts[district.index()] * gains(Target::District(district));
        }
        let mailed: f64 = cells(table.district_cells).map(|cell| gains(Target::Mailing(cell))).sum();
        income += self.campaign(Campaign::Mailing) * mailed / self.district_cells;
        income += self.campaign(Campaign::Billboard) * full * (2.0 / LINES as f64);
        income += self.campaign(Campaign::Radio) * full / Quadrant::COUNT as f64;
        let aired: f64 = Side::all().map(|side| gains(Target::AirBanner(side))).sum();
        income += self.campaign(Campaign::AirBanner) * aired / Side::COUNT as f64;
        income + self.roll() * f64::from(table.sums.board()[seat])
    }

    /// Times a round that restaurants of a type earn on these cells, which reach these districts: an
    /// occasion for several counts once.
    pub fn occasions(&self, table: &Public, cuisine: Cuisine, at: Cells, reached: Cells) -> f64 {
        if at == 0 {
            return 0.0;
        }
        let share = |hit: usize, of: usize| hit as f64 / of as f64;
        let lines = (0..LINES as u8).filter(|&line| Line(line).cells() & at != 0);
        let quadrants = Quadrant::all().filter(|quadrant| quadrant.cells() & at != 0);
        let side_cells = |side: &Side| if self.sides == SideMode::Half { side.half() } else { side.edge() };
        let sides = Side::all().filter(|side| side_cells(side) & at != 0);
        let districts = District::all().filter(|district| table.districts[district.index()] & reached != 0);
        let rolled = f64::from(at.count_ones() + reached.count_ones());
        self.cuisines[cuisine.index()]
            + self.campaign(Campaign::Mailing) * f64::from(reached.count_ones()) / self.district_cells
            + self.campaign(Campaign::Billboard) * share(lines.count(), LINES)
            + self.campaign(Campaign::Radio) * share(quadrants.count(), Quadrant::COUNT)
            + self.campaign(Campaign::AirBanner) * share(sides.count(), Side::COUNT)
            + districts.map(|district| self.districts[district.index()]).sum::<f64>()
            + self.roll() * rolled
    }
}
