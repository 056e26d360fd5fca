//! A plain second implementation of incomes, tolls and sites: cell by cell, by distances.

use super::super::{
    board::{Line, Quadrant, Side},
    variant::{
        BuildAdjacency, DiscountCancel, DiscountTrigger, DistrictMulti, MailingAmount, RandomEarners,
        ReachScope, SideMode,
    },
};
use super::*;
use sim_engine::Stream;

struct Place {
    row: i32,
    column: i32,
}

struct House {
    at: Place,
    owner: usize,
    kind: usize,
}

struct Town {
    districts: Vec<(Place, usize)>,
    houses: Vec<House>,
}

fn place(cell: u8) -> Place {
    Place { row: i32::from(cell) / 8, column: i32::from(cell) % 8 }
}

fn distance(a: &Place, b: &Place) -> i32 {
    (a.row - b.row).abs().max((a.column - b.column).abs())
}

impl Town {
    fn new(table: &Public) -> Town {
        let mut town = Town { districts: Vec::new(), houses: Vec::new() };
        for cell in 0..64u8 {
            let bit = 1u64 << cell;
            if let Some(kind) = (0..6).find(|&kind| table.districts[kind] & bit != 0) {
                town.districts.push((place(cell), kind));
            }
            if let Some(kind) = (0..8).find(|&kind| table.cuisines[kind] & bit != 0) {
                let owner = (0..6).find(|&owner| table.owned.0[owner] & bit != 0).unwrap();
                town.houses.push(House { at: place(cell), owner, kind });
            }
        }
        town
    }
}

/// Coins that the occasion pays each seat.
fn payout(rules: &Restauranteur, table: &Public, occasion: Occasion) -> Vec<i32> {
    let (town, variant, players) = (Town::new(table), &rules.variant, rules.players);
    let has = |owner: usize, card: Improvement, kind: usize| {
        let mut played = table.improvements.0[owner].played().iter();
        played.any(|chosen| chosen.card == card && chosen.cuisines >> kind & 1 == 1)
    };
    let mut gains = vec![0; players];
    let mut earners = [0; 8];
    for house in &town.houses {
        let near = |district: &Place| distance(&house.at, district) == 1;
        let delivered = |district: &Place| {
            has(house.owner, Improvement::Delivery, house.kind) && distance(&house.at, district) == 2
        };
        let driven = |district: &Place| {
            let in_line = district.row == house.at.row || district.column == house.at.column;
            has(house.owner, Improvement::DriveThrough, house.kind) && in_line
        };
        let serves = |district: &Place| near(district) || delivered(district) || driven(district);
        let reaches = |district: &Place| match variant.reach_scope {
            ReachScope::All => serves(district),
            ReachScope::Full => near(district),
        };
        let alone = town.houses.iter().all(|other| other.kind != house.kind || other.owner == house.owner);
        let mut stars = 1 + i32::from(alone);
        for card in [Improvement::CookingStaff, Improvement::WaitStaff, Improvement::SupplyChain] {
            stars += i32::from(has(house.owner, card, house.kind));
        }
        let full = stars * town.districts.iter().filter(|(district, _)| serves(district)).count() as i32;
        let coin = if variant.district_stars { stars } else { 1 };
        let pays = match occasion {
            Occasion::Card(Target::Cuisine(kind)) => i32::from(kind.index() == house.kind) * full,
            Occasion::Card(Target::District(kind)) => {
                let reached =
                    town.districts.iter().filter(|(at, other)| *other == kind.index() && reaches(at));
                let count = reached.count() as i32;
                coin * if variant.district_multi == DistrictMulti::One { count.min(1) } else { count }
            }
            Occasion::Card(Target::Mailing(cell)) => {
                let amount = if variant.mailing_amount == MailingAmount::Full { full } else { coin };
                i32::from(reaches(&place(cell.0))) * amount
            }
            Occasion::Card(Target::Billboard(line)) => {
                let number = i32::from(line.number()) - 1;
                let here = if line.is_row() { house.at.row } else { house.at.column };
                i32::from(here == number) * full
            }
            Occasion::Card(Target::Radio(quadrant)) => {
                let (south, east) = match quadrant {
                    Quadrant::NorthWest => (false, false),
                    Quadrant::NorthEast => (false, true),
                    Quadrant::SouthWest => (true, false),
                    Quadrant::SouthEast => (true, true),
                };
                i32::from((house.at.row >= 4) == south && (house.at.column >= 4) == east) * full
            }
            Occasion::Card(Target::AirBanner(side)) => {
                // Distance from that side, in rows or columns.
                let off = match side {
                    Side::North => house.at.row,
                    Side::South => 7 - house.at.row,
                    Side::West => house.at.column,
                    Side::East => 7 - house.at.column,
                };
                i32::from(off < if variant.side_mode == SideMode::Half { 4 } else { 1 }) * full
            }
            Occasion::Dice(cell) => {
                let rolled = place(cell.0);
                let is_district = town.districts.iter().any(|(at, _)| distance(at, &rolled) == 0);
                let is_left_out =
                    variant.random_earners == RandomEarners::Active && house.owner != table.active.index();
                match (is_left_out, is_district) {
                    (true, _) => continue,
                    (_, true) => i32::from(reaches(&rolled)) * coin,
                    (_, false) => i32::from(distance(&house.at, &rolled) == 0) * full,
                }
            }
        };
        gains[house.owner] += pays;
        earners[house.kind] += i32::from(pays > 0);
    }
    let mut coins: Vec<i32> = (0..players).map(|seat| table.coins.0[seat] + gains[seat]).collect();
    for kind in (0..8).filter(|&kind| earners[kind] > 0) {
        let takers: Vec<usize> = (0..players)
            .map(|step| (table.active.index() + step) % players)
            .filter(|&seat| has(seat, Improvement::Discounts, kind))
            .collect();
        if variant.discount_cancel == DiscountCancel::All && takers.len() > 1 {
            continue;
        }
        for &taker in &takers {
            for payer in (0..players).filter(|payer| !takers.contains(payer)) {
                let own =
                    town.houses.iter().filter(|house| house.kind == kind && house.owner == payer).count();
                let times =
                    if variant.discount_trigger == DiscountTrigger::Event { 1 } else { earners[kind] };
                let paid = coins[payer].min(own as i32 * times);
                coins[payer] -= paid;
                coins[taker] += paid;
            }
        }
    }
    (0..players).map(|seat| coins[seat] - table.coins.0[seat]).collect()
}

/// Whether a restaurant of a type may stand on a cell.
fn is_site(rules: &Restauranteur, table: &Public, kind: usize, cell: u8) -> bool {
    let (town, here) = (Town::new(table), place(cell));
    let is_open = town
        .districts
        .iter()
        .map(|(at, _)| at)
        .chain(town.houses.iter().map(|house| &house.at))
        .all(|at| distance(at, &here) > 0);
    let is_beside = |at: &Place| match rules.variant.build_adjacency {
        BuildAdjacency::Eight => distance(at, &here) == 1,
        BuildAdjacency::Four => (at.row - here.row).abs() + (at.column - here.column).abs() == 1,
    };
    is_open && town.houses.iter().all(|house| house.kind != kind || !is_beside(&house.at))
}

fn targets(table: &Public) -> Vec<Occasion> {
    let cards = Cuisine::all().map(Target::Cuisine);
    let cards = cards.chain(District::all().map(Target::District));
    let cards = cards.chain(super::super::board::cells(table.district_cells).map(Target::Mailing));
    let cards = cards.chain(Line::all().map(Target::Billboard)).chain(Quadrant::all().map(Target::Radio));
    let cards = cards.chain(Side::all().map(Target::AirBanner)).map(Occasion::Card);
    cards.chain((0..64).map(|cell| Occasion::Dice(Cell(cell)))).collect()
}

/// Builds and improves when it can, so that boards fill up.
fn eager(legal: &[Action], stream: &mut Stream) -> Action {
    let lively: Vec<Action> = legal
        .iter()
        .copied()
        .filter(|action| !matches!(action, Action::Stop | Action::Pass | Action::Drop { .. }))
        .collect();
    let choice = if lively.is_empty() { legal } else { &lively };
    choice[stream.index(choice.len())]
}

fn agree(values: &[(&str, &str)], players: usize, deal: u64) -> usize {
    let values = [values, &[("start_coins", "60"), ("improvements.supply-chain.copies", "3")]].concat();
    let rules = rules_with(players, &values);
    let luck = Luck::new(13, deal);
    let mut stream = luck.imagination(3);
    let mut state = rules.deal(&luck, &mut |_| {});
    let mut compared = 0;
    loop {
        match rules.node(&state) {
            Node::Terminal => return compared,
            Node::Chance => rules.apply_chance(&mut state, &luck, &mut |_| {}),
            Node::Decision { .. } => {
                let mut legal = Vec::new();
                rules.legal(&state, &mut legal);
                let is_income = state.table.phase == Phase::Income;
                if is_income && state.table.turn % 5 == 0 {
                    for occasion in targets(&state.table) {
                        let told = rules.payout(&state.table, occasion);
                        assert_eq!(told.0[..players], payout(&rules, &state.table, occasion), "{occasion:?}");
                        compared += 1;
                    }
                    for kind in Cuisine::all() {
                        let sites = rules.sites(&state.table, kind);
                        for cell in 0..64 {
                            assert_eq!(
                                sites >> cell & 1 == 1,
                                is_site(&rules, &state.table, kind.index(), cell)
                            );
                        }
                    }
                    let mean: i32 = (0..64u8).map(|cell| bare(&rules, &state.table, cell)).sum();
                    assert_eq!(i32::from(state.table.sums.board[Seat(0)]), mean, "the mean roll");
                }
                let action = eager(&legal, &mut stream);
                rules.apply(&mut state, action, &mut |_| {});
            }
        }
    }
}

/// Coins that dice on a cell pay the first seat, without tolls.
fn bare(rules: &Restauranteur, table: &Public, cell: u8) -> i32 {
    let mut coins = 0;
    let mut all = rules.clone();
    all.variant.random_earners = RandomEarners::All;
    all.each_earner(table, Occasion::Dice(Cell(cell)), |earner| {
        coins += if earner.seat == Seat(0) { earner.coins } else { 0 };
    });
    coins
}

#[test]
fn incomes_tolls_and_sites_agree_with_the_plain_way() {
    let mut compared = 0;
    for (players, deal) in [(2, 1), (3, 2), (4, 3), (6, 4)] {
        compared += agree(&[], players, deal);
    }
    assert!(compared > 3000, "{compared}");
}

#[test]
fn and_under_every_other_reading() {
    for (path, word) in [
        ("build_adjacency", "four"),
        ("mailing_amount", "coin"),
        ("district_multi", "each"),
        ("district_stars", "false"),
        ("random_earners", "active"),
        ("side_mode", "edge"),
        ("reach_scope", "full"),
        ("discount_trigger", "restaurant"),
        ("discount_cancel", "all"),
        ("stack_copies", "false"),
        ("moves", "each"),
    ] {
        assert!(agree(&[(path, word)], 3, 7) > 500, "{path}");
    }
}
