use super::{
    LaBistro,
    action::option,
    chart::{BOXES, Criterion, RATINGS},
    components::{Kind, MAX_PRICE},
    event::{Decided, Event},
    state::{Flow, State},
};
use sim_engine::{
    GameRecord, Listed, Seat, bits,
    measure::{Axis, chart, component_cross, count, cross, histogram, measures, scalar},
};

const OPTION: Axis = Axis { name: "option", labels: &super::action::OPTIONS };
const TURN: Axis = Axis { name: "turn", labels: &["1", "2", "3", "4", "5+"] };
const FLOW: Axis = Axis { name: "source", labels: &Flow::WORDS };
const DECIDED: Axis =
    Axis { name: "decided", labels: &["alone", "line 1", "line 2", "line 3", "line 4", "split", "lost"] };
const CRITERION: Axis = Axis { name: "criterion", labels: &Criterion::WORDS };
/// The cuisines follow the ratings and proximity among the criteria.
const CUISINE: Axis = Axis { name: "cuisine", labels: Criterion::WORDS.split_at(RATINGS + 1).1 };
const BID: Axis = Axis { name: "right", labels: &["no bid", "bid"] };
const REOPENED: Axis = Axis { name: "result", labels: &["won over", "defended"] };
const ENDED: Axis = Axis { name: "ended by", labels: &["dice", "time"] };
const ROUNDS: Axis = Axis { name: "rounds", labels: &["0", "1", "2", "3", "4", "5", "6", "7", "8+"] };
const SLOT: Axis = Axis { name: "restaurant", labels: &["first", "second"] };
const PRICE: Axis = Axis {
    name: "price",
    labels: &["price-1", "price-2", "price-3", "price-4", "price-5", "price-6", "price-7", "price-8"],
};
const RIVALS: Axis = Axis { name: "rivals in the level", labels: &["0", "1", "2", "3+"] };
const SPACE: Axis = Axis { name: "time space", labels: &["0-3", "4-7", "8-11", "12+"] };
const RATING: Axis = Axis { name: "rating", labels: Criterion::WORDS.split_at(RATINGS).0 };
const BAND: Axis = Axis { name: "band", labels: &["1", "2", "3", "4"] };
const STEP: Axis = Axis { name: "step", labels: &["inside a band", "into the next band"] };
const HIRE: Axis = Axis { name: "hire", labels: &["first hire", "transfer", "defence"] };
const GOLD: Axis = Axis { name: "gold dice", labels: &["none", "1", "2-3", "4+"] };
const TIMES: Axis = Axis { name: "choices of time", labels: &["0-2", "3-5", "6-8", "9+"] };
const BIDDERS: Axis = Axis { name: "bidders", labels: &["1", "2", "3", "4", "5", "6"] };

measures! {
    pub enum Measures {
        Options = "options" ["rounds", cross(OPTION, TURN)] "Options shown, by turn.",
        Money = "money_by_source" ["money", count(FLOW)] "Money that came (positive) and went (negative).",
        Boxes = "box_lines" ["dice", component_cross("box", BOXES, DECIDED)] "Dice received from each box by the line that decided; a split counts for every sharer, a lost die for every player.",
        BoxHits = "box_hits" of Table ["dice", chart("Dice on the Payouts chart", "box", BOXES, 6)] "Dice on each box, whoever gets them.",
        Criteria = "criteria" ["dice", count(CRITERION)] "Dice received by the criterion that decided.",
        CriterionIncome = "criteria_income" ["money", count(CRITERION)] "Money from these dice, with Price Increase and gold.",
        Hires = "hires" ["hires", count(BID)] "Employees hired, by whether the right to choose was bid for.",
        Reopened = "reopened" ["auctions", count(REOPENED)] "Re-opened biddings by the challenger, and their result.",
        Priced = "employees_priced" ["employees", count(HIRE)] "Employees paid for: hired, won over in a re-opened bidding, or kept in one.",
        Prices = "employee_prices" per Priced ["money", count(HIRE)] "Price of such an employee.",
        Renovations = "renovations" ["renovations", count(BID)] "Renovations bought, by whether the right to choose was bid for.",
        TurnEnds = "turn_ends" of Table ["turns", cross(ENDED, ROUNDS)] "Turns by what ended them and their planning rounds.",
        Restaurants = "restaurants" ["restaurants", histogram(3)] "Restaurants opened.",
        SecondOpened = "second_opened" ["restaurants", count(TURN)] "Turn in which a second restaurant was opened.",
        Dice = "dice" ["dice", cross(SLOT, TURN)] "Dice received by first and second restaurants, by turn.",
        Full = "full" ["turns", scalar()] "Restaurants that were filled in a turn.",
        PriceTurns = "price_turns" ["turns", cross(PRICE, RIVALS)] "Turns of restaurants by price and by other restaurants in the same price level.",
        PriceDice = "price_dice" per PriceTurns ["dice", cross(PRICE, RIVALS)] "Dice received in such a turn.",
        PriceIncome = "price_income" per PriceTurns ["money", cross(PRICE, RIVALS)] "Income of such a turn, with Price Increase.",
        CuisineTurns = "cuisine_turns" ["turns", count(CUISINE)] "Turns of restaurants by cuisine.",
        CuisineIncome = "cuisine_income" per CuisineTurns ["money", count(CUISINE)] "Income of a turn, with Price Increase, by cuisine.",
        Ads = "ads" ["ads", count(SPACE)] "Ads bought, by space of the time track.",
        Loans = "loans" ["loans", count(TURN)] "Loans taken, by turn.",
        Ruined = "ruined" ["games", scalar()] "Games in which the final payments exceeded the money.",
        Bands = "final_bands" ["restaurants", cross(RATING, BAND)] "Ratings of restaurants at the end, by band.",
        SlotIncome = "income_by_restaurant" ["money", count(SLOT)] "Income of first and second restaurants.",
        OpeningTurns = "turns_by_opening" ["turns", cross(SLOT, TURN)] "Turns of restaurants by the turn in which they were opened.",
        OpeningIncome = "income_by_opening" per OpeningTurns ["money", cross(SLOT, TURN)] "Income with Price Increase of such a turn.",
        GoldGames = "games_by_gold" ["games", count(GOLD)] "Games by the dice received on gold boxes, without shares of split ones.",
        GoldInvestment = "investment_by_gold" per GoldGames ["money", count(GOLD)] "What was paid for buildings, staff and renovations in such a game.",
        TimeGames = "games_by_time" of Table ["games", count(TIMES)] "Games by how often time was chosen.",
        TimeMargin = "margin_by_time" of Table per TimeGames ["money", count(TIMES)] "Margin of the first over the second in such a game.",
        Bidders = "property_bidders" ["auctions", count(BIDDERS)] "Buildings bought by number of bidders.",
        Fame = "fame" ["Fame", scalar()] "Fame of all restaurants at the end.",
        VoidBids = "void_bids" ["money", scalar()] "Bids of winners who took nothing.",
        Points = "points_weighed" ["restaurants", cross(RATING, STEP)] "Restaurants for which a Payouts round was weighed again with one more point of a rating, drawn evenly; no price.",
        PointIncome = "point_income" per Points ["money", cross(RATING, STEP)] "What such a point would have earned on boxes that are not purple: the marginal income of a point.",
        PointPurple = "point_purple_income" per Points ["money", cross(RATING, STEP)] "What such a point would have earned on purple boxes.",
    }
}

/// Counts a payment for an employee; `way` is an entry of the axis [`HIRE`].
fn priced(record: &mut GameRecord, way: usize, seat: Seat, price: i32) {
    record.add(Measures::Priced, way, seat, 1);
    record.add(Measures::Prices, way, seat, price);
}

impl LaBistro {
    pub(super) fn count_event(&self, event: &Event, record: &mut GameRecord) {
        match *event {
            Event::Chose { seat, option, turn } => {
                let cell = TURN.cell(option.into(), TURN.capped(turn));
                record.add(Measures::Options, cell, seat, 1);
            }
            Event::BuildingsOffered { seat, buildings } => {
                self.offered(record, seat, Kind::Building, bits(buildings));
            }
            Event::Bought { seat, building, price, bidders, turn, second, .. } => {
                record.use_mut(building, seat).take(price);
                record.add(Measures::Bidders, BIDDERS.capped(usize::from(bidders) - 1), seat, 1);
                if second {
                    record.add(Measures::SecondOpened, TURN.capped(turn), seat, 1);
                }
            }
            Event::MenuOffered { seat, cuisines, prices } => {
                self.offered(record, seat, Kind::Cuisine, bits(cuisines));
                self.offered(record, seat, Kind::Price, bits(prices).map(|price| price - 1));
            }
            Event::CuisineSet { seat, cuisine, .. } => record.use_mut(cuisine, seat).take(0),
            Event::PriceSet { seat, price, .. } => {
                record.use_mut(self.supplies.component(Kind::Price, price - 1), seat).take(0)
            }
            Event::LoanOffered { seat } => self.offered(record, seat, Kind::Finance, 1..2),
            Event::Borrowed { seat, turn } => {
                record.use_mut(self.supplies.component(Kind::Finance, 1usize), seat).take(0);
                self.used(record, seat, Kind::Finance, 1, 1);
                record.add(Measures::Loans, TURN.capped(turn), seat, 1);
            }
            Event::AdsOffered { seat } => self.offered(record, seat, Kind::Finance, 0..1),
            Event::AdsBought { seat, ads, paid, time, .. } => {
                let use_ = record.use_mut(self.supplies.component(Kind::Finance, 0usize), seat);
                use_.taken += ads;
                use_.used += 1;
                use_.price += paid;
                record.add(Measures::Ads, SPACE.capped(usize::from(time) / 4), seat, ads.into());
            }
            Event::StaffOffered { seat, employees } => {
                self.offered(record, seat, Kind::Employee, bits(employees));
            }
            Event::RenovationsOffered { seat, renovations } => {
                self.offered(record, seat, Kind::Renovation, bits(renovations));
            }
            Event::Hired { seat, employee, paid, has_bid, .. } => {
                record.use_mut(employee, seat).take(paid);
                record.add(Measures::Hires, has_bid.into(), seat, 1);
                priced(record, 0, seat, paid);
            }
            Event::WonOver { seat, employee, price, .. } => {
                record.use_mut(employee, seat).take(price);
                record.add(Measures::Reopened, 0, seat, 1);
                priced(record, 1, seat, price);
            }
            Event::Defended { seat, challenger, price, .. } => {
                record.add(Measures::Reopened, 1, challenger, 1);
                priced(record, 2, seat, price);
            }
            Event::Renovated { seat, renovation, cost, has_bid, .. } => {
                record.use_mut(renovation, seat).take(cost);
                record.add(Measures::Renovations, has_bid.into(), seat, 1);
            }
            Event::Waived { seat, bid } => record.add(Measures::VoidBids, 0, seat, bid),
            Event::Payouts { rounds, by_time, .. } => {
                let cell = ROUNDS.cell(by_time.into(), ROUNDS.capped(rounds));
                record.add_to_table(Measures::TurnEnds, cell, 1);
            }
            Event::Weighed { seat, rating, is_edge, purple, others, .. } => {
                let cell = STEP.cell(rating.into(), is_edge.into());
                record.add(Measures::Points, cell, seat, 1);
                record.add(Measures::PointIncome, cell, seat, others);
                record.add(Measures::PointPurple, cell, seat, purple);
            }
            Event::Diner { .. } => self.count_diner(event, record),
            Event::Shared { square, seat, paid, .. } => {
                record.add(Measures::Boxes, DECIDED.cell(square.row(), 5), seat, 1);
                record.use_mut(square, seat).price += paid;
            }
            Event::HouseDone { .. } => self.count_house(event, record),
            _ => {}
        }
    }

    fn offered(&self, record: &mut GameRecord, seat: Seat, kind: Kind, rows: impl Iterator<Item = usize>) {
        for at in rows {
            record.use_mut(self.supplies.component(kind, at), seat).offered += 1;
        }
    }

    /// Counts uses of a component by a seat: a building, employee or renovation in place at the end, a turn in
    /// business with a cuisine or price, a die won on a box, an order of ads, a loan taken.
    fn used(&self, record: &mut GameRecord, seat: Seat, kind: Kind, at: usize, times: u16) {
        record.use_mut(self.supplies.component(kind, at), seat).used += times;
    }

    fn count_diner(&self, event: &Event, record: &mut GameRecord) {
        let Event::Diner { square, decided, criterion, seat, eligible, paid, .. } = *event else { return };
        let row = square.row() * DECIDED.labels.len();
        record.add_to_table(Measures::BoxHits, square.row(), 1);
        for seat in bits(eligible) {
            record.use_mut(square, Seat(seat as u8)).offered += 1;
        }
        let cell = match decided {
            Decided::Alone => 0,
            Decided::Line(line) => 1 + usize::from(line),
            Decided::Split => return,
            Decided::Lost => {
                for seat in Seat::all(self.players) {
                    record.add(Measures::Boxes, row + 6, seat, 1);
                }
                return;
            }
        };
        let Some(seat) = seat else { return };
        record.add(Measures::Boxes, row + cell, seat, 1);
        if decided != Decided::Alone {
            record.add(Measures::Criteria, criterion.into(), seat, 1);
            record.add(Measures::CriterionIncome, criterion.into(), seat, paid);
        }
        record.use_mut(square, seat).take_and_use(paid);
    }

    fn count_house(&self, event: &Event, record: &mut GameRecord) {
        let Event::HouseDone { seat, slot, dice, full, price, rivals, income, turn, cuisine, opened } =
            *event
        else {
            return;
        };
        let dice = i32::from(dice);
        record.add(Measures::Dice, TURN.cell(slot.into(), TURN.capped(turn)), seat, dice);
        record.add(Measures::Full, 0, seat, full.into());
        let cell = RIVALS.cell(usize::from(price - 1), RIVALS.capped(rivals));
        record.add(Measures::PriceTurns, cell, seat, 1);
        record.add(Measures::PriceDice, cell, seat, dice);
        record.add(Measures::PriceIncome, cell, seat, income);
        record.add(Measures::CuisineTurns, cuisine.row(), seat, 1);
        record.add(Measures::CuisineIncome, cuisine.row(), seat, income);
        record.add(Measures::SlotIncome, slot.into(), seat, income);
        let cell = TURN.cell(slot.into(), TURN.capped(opened));
        record.add(Measures::OpeningTurns, cell, seat, 1);
        record.add(Measures::OpeningIncome, cell, seat, income);
        record.use_mut(cuisine, seat).used += 1;
        self.used(record, seat, Kind::Price, usize::from(price - 1), 1);
    }

    pub(super) fn count_final(&self, state: &State, record: &mut GameRecord) {
        let table = &state.table;
        for seat in Seat::all(self.players) {
            for (flow, &amount) in table.flows[seat.index()].iter().enumerate() {
                record.add(Measures::Money, flow, seat, amount);
            }
            record.add(Measures::Restaurants, 0, seat, table.opened(seat) as i32);
            self.count_gold(&table.flows[seat.index()], seat, record);
            record.add(Measures::Ruined, 0, seat, i32::from(table.ruined >> seat.0 & 1));
            for (_, house) in table.houses(seat) {
                record.add(Measures::Fame, 0, seat, house.fame.into());
                let ratings = self.ratings(house);
                for (rating, value) in ratings.into_iter().enumerate().take(RATINGS) {
                    let band = usize::from(self.band(rating, value));
                    record.add(Measures::Bands, BAND.cell(rating, band), seat, 1);
                }
                self.used(record, seat, Kind::Building, house.building.into(), 1);
                for at in bits(house.staffed) {
                    self.used(record, seat, Kind::Employee, at, house.staff[at].into());
                }
                for at in bits(house.renovations) {
                    self.used(record, seat, Kind::Renovation, at, 1);
                }
            }
        }
        self.count_tempo(state, record);
        debug_assert_eq!(PRICE.labels.len(), usize::from(MAX_PRICE));
    }

    /// Counts a seat's investment in its restaurants by the gold dice it received; if gold pays nothing, the
    /// dice are unknown and count as none.
    fn count_gold(&self, flows: &[i32], seat: Seat, record: &mut GameRecord) {
        use Flow::{Building, Defence, Gold, JobBid, Renovation, RenovationBid, Transfer, Wage};
        let bonus = self.variant.gold_bonus;
        let dice = if bonus > 0 { flows[Gold as usize] / bonus } else { 0 };
        let cell = match dice {
            ..1 => 0,
            1 => 1,
            2..4 => 2,
            4.. => 3,
        };
        let paid = [Building, JobBid, Wage, Defence, Transfer, RenovationBid, Renovation];
        let paid: i32 = paid.into_iter().map(|flow| flows[flow as usize]).sum();
        record.add(Measures::GoldGames, cell, seat, 1);
        record.add(Measures::GoldInvestment, cell, seat, -paid);
    }

    fn count_tempo(&self, state: &State, record: &mut GameRecord) {
        let first = TURN.cell(option::TIME.into(), 0);
        let chosen = |seat: Seat| -> i32 {
            let cells = first..first + TURN.labels.len();
            cells.map(|cell| record.measure(Measures::Options.index(), cell, seat)).sum()
        };
        let times: i32 = Seat::all(self.players).map(chosen).sum();
        let cell = TIMES.capped(usize::try_from(times).unwrap_or(0) / 3);
        let outcome = self.outcome_of(state);
        let (mut first, mut second) = (i32::MIN, i32::MIN);
        for seat in Seat::all(self.players) {
            let points = outcome.points[seat];
            (first, second) = (first.max(points), second.max(points.min(first)));
        }
        record.add_to_table(Measures::TimeGames, cell, 1);
        record.add_to_table(Measures::TimeMargin, cell, first - second);
    }
}
