use crate::{
    rules::{
        House,
        words::{Category, Criterion, KINDS},
    },
    strategy::{me::Me, street::Face, vocabulary::Context},
};
use sim_engine::{ChoiceLuck, Seat};
use sim_script::{
    overview::{self, Overview},
    spec::flag,
};

pub fn context(me: &Me<'_>, luck: &ChoiceLuck, wanted: u128, values: &mut [f64]) {
    let overview = Overview {
        seat: me.seat,
        players: me.rules.players,
        round: f64::from(me.table.round) + 1.0,
        rounds_left: me.rounds_left,
    };
    overview.fill(|seat| me.seen.points(seat).into(), wanted, values);
    for feature in Context::read(wanted & overview::OWN) {
        values[feature as usize] = value(me, luck, feature);
    }
}

fn value(me: &Me<'_>, luck: &ChoiceLuck, feature: Context) -> f64 {
    use Context as F;
    let (rules, table, house) = (me.rules, me.table, me.house);
    let variant = &rules.variant;
    let players = rules.players;
    match feature {
        // `overview.fill` sets these, which all games share.
        F::Round | F::RoundsLeft | F::Players | F::MyPoints | F::LeaderPoints | F::NextPoints => 0.0,
        F::IsLast => flag(table.ends != 0),
        F::Trip => table.trip.into(),
        F::TripsLeft => me.trips_left,
        F::Customers => me.customers(),
        F::Cash => me.cash().into(),
        F::MyLoan => house.loan.into(),
        F::Interest => rules.interest_on(house.loan).into(),
        F::Wages => rules.wages(house).into(),
        F::MaxRivalCash => me.richest(me.rivals()),
        F::Income => me.demand().prospect.income,
        F::Guests => me.demand().prospect.guests,
        F::PriceStep => {
            let highest = rules.highest_die(table, me.seat);
            let next = (highest + 1).min(variant.prices.len() as u8);
            f64::from(rules.price(next) - rules.price(highest))
        }
        F::Stars => house.stars.into(),
        F::MaxRivalStars => most(me, |rival| rival.stars),
        F::CriticChance => me.critic_chance(),
        F::CriticStars => me.critic_stars_now(),
        F::Service => house.service.into(),
        F::MaxRivalService => most(me, |rival| rival.service),
        F::Ambiance => house.ambiance.into(),
        F::MaxRivalAmbiance => most(me, |rival| rival.ambiance),
        F::Forks => me.street().faces[0].value(Criterion::Food).into(),
        F::MaxRivalForks => {
            let forks = |face: &Face| face.value(Criterion::Food);
            me.street().faces[1..players].iter().map(forks).max().map_or(0.0, f64::from)
        }
        F::FoodMarks => house.food_marks.into(),
        F::PopularityMarks => house.popularity_marks.into(),
        F::StaffSpaces => f64::from(house.staff_spaces(rules).saturating_sub(house.staff.count_ones())),
        F::RenovationSpaces => {
            f64::from(house.renovation_spaces(rules).saturating_sub(house.renovations.count_ones()))
        }
        F::DishSpaces => {
            let spaces = rules.supplies.spaces[(1 << KINDS) - 1];
            (f64::from(spaces) - f64::from((house.pantry | house.shown).count_ones())).max(0.0)
        }
        F::Seats => house.seats(rules).into(),
        F::Hunch => luck.stream().unit(),
        F::PawnDistance => Seat::all(players)
            .position(|steps| table.pawn.after(steps.index(), players) == me.seat)
            .map_or(0.0, |steps| steps as f64),
        F::ServiceRank => rank(me, Category::Service),
        F::AmbianceRank => rank(me, Category::Ambiance),
        F::ProfitRank => rank(me, Category::Profit),
        F::RatingRank => rank(me, Category::Rating),
        F::FoodRank => rank(me, Category::Food),
        F::PopularityRank => rank(me, Category::Popularity),
        F::ServiceSlope => me.reputation().gain(0, Category::Service, 5.0),
        F::AmbianceSlope => me.reputation().gain(0, Category::Ambiance, 1.0),
        F::ProfitSlope => me.reputation().gain(0, Category::Profit, 10.0),
        F::StarSlope => me.reputation().gain(0, Category::Rating, 1.0),
        F::FoodSlope => me.reputation().gain(0, Category::Food, 1.0),
        F::PopularitySlope => me.reputation().gain(0, Category::Popularity, 1.0),
    }
}

fn rank(me: &Me<'_>, category: Category) -> f64 {
    me.table.rank(category) as f64 + 1.0
}

fn most(me: &Me<'_>, of: impl Fn(&House) -> u8) -> f64 {
    me.rivals().map(|rival| of(me.table.house(rival))).max().map_or(0.0, f64::from)
}
