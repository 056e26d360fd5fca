use super::{
    RestaurantRow,
    event::Event,
    state::State,
    words::{Benefit, Category, Guest, ShillUse, Store, bits},
};
use sim_engine::{
    listed::Listed,
    measure::{Axis, board, count, cross, histogram, measures, scalar},
    record::GameRecord,
    seat::Seat,
    settings::labels,
};

const CATEGORY: Axis = Axis { name: "category", labels: &Category::WORDS };
const RANK: Axis = Axis { name: "rank", labels: &["1", "2", "3", "4", "5", "6"] };
const END: Axis = Axis { name: "end", labels: &["staff pile", "renovation pile", "dining rooms"] };
const STARS_BEFORE: Axis = Axis { name: "before", labels: &["1", "2", "3", "4", "5"] };
const STARS: Axis = Axis { name: "stars", labels: &["1", "2", "3", "4", "5"] };
const DIE: Axis = Axis { name: "die", labels: &["die-1", "die-2", "die-3", "die-4", "die-5", "die-6"] };
const CAP: Axis = Axis { name: "price", labels: &["below the highest", "highest allowed"] };
const STORE: Axis = Axis { name: "store", labels: &Store::WORDS };
const COMPANY: Axis = Axis { name: "company", labels: &["alone", "with others"] };
const BID: Axis = Axis { name: "bid", labels: &["at the least", "above it"] };
const LOOK: Axis = Axis { name: "sort", labels: &["ambiance alone", "with a benefit"] };
const DEBT: Axis = Axis { name: "debt", labels: &["free of debt", "in debt"] };
const ATTRACTION: Axis = Axis {
    name: "attraction",
    labels: &[
        "celebrity-chef",
        "maitre-d",
        "bartender",
        "marketer",
        "dance-floor",
        "vegetable-garden",
        "barbecue-grill",
        "fish-tank",
    ],
};
const CLAIM: Axis = Axis { name: "result", labels: &["came", "lost"] };
const GUEST: Axis = Axis { name: "guest", labels: &Guest::WORDS };
const REASON: Axis = Axis {
    name: "by",
    labels: &["no other seat", "attraction", "primary", "secondary", "tertiary", "pawn", "bid"],
};
const FLOW: Axis = Axis { name: "flow", labels: &Flow::WORDS };
const USE: Axis = Axis { name: "use", labels: &["shill-star", "shill-word"] };

labels! {
    /// Sources and uses of cash.
    #[derive(Debug, Clone, Copy)]
    enum Flow {
        Income = "income",
        Employees = "employees",
        Renovations = "renovations",
        Ingredients = "ingredients",
        Shill = "shill",
        Wages = "wages",
        Interest = "interest",
        Borrowed = "borrowed",
        Forced = "forced loans",
        Repaid = "repaid",
    }
}

measures! {
    pub enum Measures {
        Rounds = "rounds" of Table ["rounds", histogram(16)] "Rounds played.",
        Ends = "ends_triggered" of Table ["games", count(END)] "Ends that were triggered, several perhaps in one round.",
        Money = "money" ["dollars", count(FLOW)] "Cash by where it came from or went to.",
        Visits = "visits" ["visits", cross(STORE, COMPANY)] "Visits to stores, alone or with others at the same time.",
        EmptyHanded = "left_with_nothing" ["visits", count(STORE)] "Visits to shops that ended without a purchase.",
        Lots = "lots_won" ["lots", cross(STORE, BID)] "Lots won at auction, at the least bid or above it.",
        Overbid = "overbid" ["dollars", count(STORE)] "Paid above the least bid at auctions.",
        RenovationDebt = "renovations_by_debt" ["renovations", cross(LOOK, DEBT)] "Renovations bought by seats with and without a loan.",
        LargestDebt = "largest_debt" ["tens of dollars", histogram(16)] "Largest debt in the game.",
        DebtAtEnd = "debt_at_end" ["dollars", scalar()] "Debt at the end.",
        Prices = "prices" ["nights", board("Price dice by stars", DIE, STARS)] "Price dice by the stars of the restaurant.",
        PriceCap = "price_limit" ["nights", count(CAP)] "Nights with a price below the highest allowed, and at it.",
        Forks = "forks" ["forks", scalar()] "Forks on display, summed over the rounds.",
        Discarded = "discarded" ["ingredients", scalar()] "Ingredients bought and thrown away.",
        Guests = "guests" ["customers", board("Why customers come", GUEST, REASON)] "Customers by what made them choose the restaurant.",
        Attractions = "attractions" ["nights", cross(ATTRACTION, CLAIM)] "First customers of an attraction's type, and whether its owner got them.",
        Ratings = "critic_ratings" ["visits", cross(STARS_BEFORE, STARS)] "The Critic's visits by stars before and after.",
        ShillUses = "shill_uses" ["uses", count(USE)] "What the Shill was used for.",
        ShillPaid = "shill_paid" ["dollars", count(USE)] "What was paid for it.",
        Promotions = "promotions" ["promotions", count(CATEGORY)] "Categories promoted by the Shill's host.",
        FirstFull = "first_full" ["nights", scalar()] "Nights on which the dining room was the first to fill.",
        FirstNight = "first_night_marks" ["marks", histogram(4)] "Popularity marks of the first night.",
        Ranks = "ranks" of Table ["games", cross(CATEGORY, RANK)] "Rank of each category at the end.",
        RanksKept = "ranks_kept" of Table ["categories", histogram(7)] "Categories that end on the rank they started on.",
        CategoryPoints = "category_points" ["points", count(CATEGORY)] "Victory points by category.",
        CategoryValues = "category_values" ["the category's own", count(CATEGORY)] "What the seat has in each category at the end.",
        TiePoints = "tie_points" ["points", count(CATEGORY)] "Victory points got in shared places.",
        TieRounding = "tie_rounding" ["twelfths of a point", count(CATEGORY)] "What rounding added to shared places.",
        NothingPoints = "points_for_nothing" ["points", count(CATEGORY)] "Victory points for categories in which the seat has nothing.",
        FinalStars = "final_stars" ["games", count(STARS)] "Stars at the end.",
        StaffAtEnd = "staff_at_end" ["employees", histogram(7)] "Employees at the end.",
        RenovationsAtEnd = "renovations_at_end" ["renovations", histogram(7)] "Renovations at the end.",
    }
}

impl RestaurantRow {
    pub(super) fn count_event(&self, event: &Event, record: &mut GameRecord) {
        let supplies = &self.supplies;
        let flow = |record: &mut GameRecord, flow: Flow, seat: Seat, dollars: i32| {
            record.add(Measures::Money, flow as usize, seat, dollars);
        };
        match *event {
            Event::EndTriggered { end } => {
                record.add_to_table(Measures::Ends, end.index(), 1);
            }
            Event::BoughtEarly { seat, ingredient, price } => {
                record.use_mut(ingredient, seat).take(price);
                flow(record, Flow::Ingredients, seat, price);
            }
            Event::Visited { seat, store, place, others, is_first } => {
                record.add(Measures::Visits, COMPANY.cell(store.index(), usize::from(others > 0)), seat, 1);
                record.use_mut(place, seat).taken += 1;
                if is_first {
                    for store in Store::all() {
                        record.use_mut(supplies.store_id(store), seat).offered += 1;
                    }
                }
                if store == Store::Bank {
                    record.use_mut(supplies.loan_id(), seat).offered += 1;
                }
            }
            Event::Offered { seat, store, rows } => {
                for row in bits(rows) {
                    record.use_mut(supplies.good_id(store, row), seat).offered += 1;
                }
            }
            Event::LotWon { seat, store, bid, least, .. } => {
                let cell = BID.cell(store.index(), usize::from(bid > least));
                record.add(Measures::Lots, cell, seat, 1);
                record.add(Measures::Overbid, store.index(), seat, bid - least);
            }
            Event::Hired { seat, employee, price, .. } => {
                record.use_mut(employee, seat).take(price);
                flow(record, Flow::Employees, seat, price);
                self.count_purchase(record, Store::HelpWanted, seat, price);
            }
            Event::Renovated { seat, renovation, price, loan, .. } => {
                record.use_mut(renovation, seat).take(price);
                flow(record, Flow::Renovations, seat, price);
                self.count_purchase(record, Store::Renovations, seat, price);
                let has_benefit = supplies.renovations[renovation.row()].benefit != Benefit::None;
                let cell = DEBT.cell(has_benefit.into(), usize::from(loan > 0));
                record.add(Measures::RenovationDebt, cell, seat, 1);
            }
            Event::Bought { seat, ingredient, price, .. } => {
                record.use_mut(ingredient, seat).take(price);
                flow(record, Flow::Ingredients, seat, price);
                let market = supplies.ingredients[ingredient.row()].kind.market();
                self.count_purchase(record, market, seat, price);
            }
            Event::LeftShop { seat, store } => record.add(Measures::EmptyHanded, store.index(), seat, 1),
            Event::Borrowed { seat, loan, amount } => {
                let usage = record.use_mut(loan, seat);
                usage.taken += (amount / 10) as u16;
                usage.used += (amount / 10) as u16;
                flow(record, Flow::Borrowed, seat, amount);
                self.count_purchase(record, Store::Bank, seat, 0);
            }
            Event::Displayed { seat, ingredient, forks } => {
                record.use_mut(ingredient, seat).used += 1;
                record.add(Measures::Forks, 0, seat, forks.into());
            }
            Event::Discarded { seat, .. } => record.add(Measures::Discarded, 0, seat, 1),
            Event::Priced { seat, die, face, stars, highest, .. } => {
                let cell = STARS.cell(usize::from(die.max(1) - 1), usize::from(stars.max(1) - 1));
                record.add(Measures::Prices, cell, seat, 1);
                record.add(Measures::PriceCap, usize::from(die == highest), seat, 1);
                for die in 1..=highest {
                    record.use_mut(supplies.die_id(die), seat).offered += 1;
                }
                record.use_mut(face, seat).take_and_use(0);
            }
            Event::Seated { seat, kind, guest, by, open, pays, .. } => {
                let cell = REASON.cell(kind.index(), by as usize);
                record.add(Measures::Guests, cell, seat, 1);
                if kind != Guest::Shill {
                    for other in bits(open) {
                        record.use_mut(guest, Seat(other as u8)).offered += 1;
                    }
                    record.use_mut(guest, seat).take_and_use(pays);
                }
            }
            Event::Attracted { seat, attraction, claim, came } => {
                let cell = CLAIM.cell(claim.index(), usize::from(!came));
                record.add(Measures::Attractions, cell, seat, 1);
                record.use_mut(attraction, seat).used += u16::from(came);
            }
            Event::ShillBid { seat, .. } => {
                for used in ShillUse::all() {
                    record.use_mut(supplies.shill_id(used), seat).offered += 1;
                }
            }
            Event::ShillUsed { seat, used, component, price } => {
                record.add(Measures::ShillUses, used.index(), seat, 1);
                record.add(Measures::ShillPaid, used.index(), seat, price);
                record.use_mut(component, seat).take_and_use(price);
                flow(record, Flow::Shill, seat, price);
            }
            Event::Rated { seat, before, stars, .. } => {
                let cell = STARS.cell(usize::from(before.max(1) - 1), usize::from(stars.max(1) - 1));
                record.add(Measures::Ratings, cell, seat, 1);
            }
            Event::RoomFull { seat, nth } => record.add(Measures::FirstFull, 0, seat, i32::from(nth == 1)),
            Event::Promoted { seat, category } => record.add(Measures::Promotions, category.index(), seat, 1),
            Event::Marked { seat, round: 0, popularity, .. } => {
                record.add(Measures::FirstNight, 0, seat, popularity.into());
                let usage = record.use_mut(supplies.crowd_id(), seat);
                usage.offered += 1;
                let is_first = u16::from(popularity > 0 && popularity == self.first_marks());
                usage.taken += is_first;
                usage.used += is_first;
            }
            Event::Earned { seat, income, staff, renovations, .. } => {
                flow(record, Flow::Income, seat, income);
                for row in bits(staff).filter(|&row| supplies.employees[row].benefit.attraction().is_none()) {
                    record.use_mut(supplies.employee_id(row), seat).used += 1;
                }
                let plain = |row: &usize| supplies.renovations[*row].benefit.attraction().is_none();
                for row in bits(renovations).filter(plain) {
                    record.use_mut(supplies.renovation_id(row), seat).used += 1;
                }
            }
            Event::WagesPaid { seat, wages } => flow(record, Flow::Wages, seat, wages),
            Event::ForcedLoan { seat, loan, amount } => {
                record.use_mut(loan, seat).used += (amount / 10) as u16;
                flow(record, Flow::Forced, seat, amount);
            }
            Event::InterestPaid { seat, interest, loan } => {
                let before = record.measure(Measures::LargestDebt.index(), 0, seat);
                record.add(Measures::LargestDebt, 0, seat, (loan / 10 - before).max(0));
                record.use_mut(supplies.loan_id(), seat).price += interest;
                flow(record, Flow::Interest, seat, interest);
            }
            Event::Repaid { seat, amount } => flow(record, Flow::Repaid, seat, amount),
            // Every seat emits this event; the round counts once, with the first seat.
            Event::RoundEnds { seat, .. } => {
                record.add_to_table(Measures::Rounds, 0, i32::from(seat == Seat(0)));
            }
            _ => {}
        }
    }

    fn count_purchase(&self, record: &mut GameRecord, store: Store, seat: Seat, price: i32) {
        let usage = record.use_mut(self.supplies.store_id(store), seat);
        usage.used += 1;
        usage.price += price;
    }

    pub(super) fn count_final(&self, state: &State, record: &mut GameRecord) {
        let table = &state.table;
        let values = self.all_values(state);
        let kept = table.order.iter().zip(&table.first_order).filter(|(now, then)| now == then).count();
        record.add_to_table(Measures::RanksKept, 0, kept as i32);
        for (rank, category) in table.order.iter().enumerate() {
            record.add_to_table(Measures::Ranks, RANK.cell(category.index(), rank), 1);
        }
        for seat in Seat::all(self.players) {
            let house = table.house(seat);
            record.add(Measures::DebtAtEnd, 0, seat, house.loan);
            record.add(Measures::FinalStars, usize::from(house.stars.max(1) - 1), seat, 1);
            record.add(Measures::StaffAtEnd, 0, seat, house.staff.count_ones() as i32);
            record.add(Measures::RenovationsAtEnd, 0, seat, house.renovations.count_ones() as i32);
            let shares = self.shares(table, &values, seat);
            for category in Category::all() {
                let (at, share) = (category.index(), shares[category.index()]);
                let value = values[seat.index()][at];
                record.add(Measures::CategoryPoints, at, seat, share.points);
                record.add(Measures::CategoryValues, at, seat, value);
                if share.sharers > 1 {
                    record.add(Measures::TiePoints, at, seat, share.points);
                    record.add(Measures::TieRounding, at, seat, share.rounding);
                }
                if value <= 0 {
                    record.add(Measures::NothingPoints, at, seat, share.points);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{
        event::Reason,
        variant::DICE,
        words::{Attraction, CRITERIA, Criterion, End},
    };

    #[test]
    fn labels_are_the_words() {
        let assert_labels = |axis: Axis, words: Vec<&str>| assert_eq!(axis.labels, words, "{}", axis.name);
        // The labels are the names of the Shill's two components.
        let names =
            ShillUse::all().map(|used| if used == ShillUse::Star { "shill-star" } else { "shill-word" });
        assert_labels(USE, names.collect());
        assert_eq!(END.labels.len(), End::all().len());
        assert_eq!(ATTRACTION.labels.len(), Attraction::all().len());
        assert_eq!(REASON.labels.len(), Reason::Bid as usize + 1);
        assert_eq!(DIE.labels.len(), DICE);
        assert_eq!(Criterion::all().len(), CRITERIA);
    }
}
