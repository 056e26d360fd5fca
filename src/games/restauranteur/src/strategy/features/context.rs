use crate::{
    rules::{
        PARTS,
        components::{Cuisine, Face, faces},
    },
    strategy::{standing::Standing, vocabulary::Context},
};
use sim_engine::Seat;
use sim_script::overview::{self, Overview};

#[inline(never)]
pub fn context(me: &Standing<'_>, wanted: u128, values: &mut [f64]) {
    let (round, parts) = (me.table.round, PARTS * u16::from(me.rules.variant.passes));
    let overview = Overview {
        seat: me.seat,
        players: me.rules.players,
        round: f64::from(round) + 1.0,
        rounds_left: f64::from(parts.saturating_sub(u16::from(round) + 1)),
    };
    overview.fill(|seat| f64::from(me.table.coins[seat]), wanted, values);
    for feature in Context::read(wanted & overview::OWN) {
        values[feature as usize] = value(me, feature);
    }
}

fn value(me: &Standing<'_>, feature: Context) -> f64 {
    use Context as F;
    let (seen, rules, table, seat) = (me.seen, me.rules, me.table, me.seat);
    let most = |of: &dyn Fn(Seat) -> f64| me.rivals().map(of).fold(0.0, f64::max);
    let count = |set: u64| {
        let hand = seen.hand();
        faces(hand.faces & set).map(|face| f64::from(hand.count(face))).sum()
    };
    let lacking = |cuisine: Cuisine| rules.stock.counters[cuisine.index()] - table.on_board(cuisine);
    match feature {
        // `overview.fill` sets these, which all games share.
        F::Round | F::RoundsLeft | F::Players | F::MyPoints | F::LeaderPoints | F::NextPoints => 0.0,
        F::TurnsLeft => me.pace().rounds,
        F::DeckLeft => f64::from(table.deck_left),
        F::MyIncome => me.prospect(seat),
        F::LeaderIncome => most(&|rival| me.prospect(rival)),
        F::MyLeads => f64::from(table.leads[seat].count_ones()),
        F::MyRestaurants => f64::from(table.restaurants_of(seat)),
        F::Restaurants => f64::from(table.restaurants().count_ones()),
        F::NearestEnd => f64::from(Cuisine::all().map(lacking).filter(|&left| left > 0).min().unwrap_or(0)),
        F::OpenEnds => {
            let is_open = |&cuisine: &Cuisine| lacking(cuisine) == 1 && seen.pool().count(cuisine) == 0;
            Cuisine::all().filter(is_open).count() as f64
        }
        F::TokensLeft => f64::from(table.tokens[seat]),
        F::FewestTokens => {
            f64::from(Seat::all(rules.players).map(|seat| table.tokens[seat]).min().unwrap_or(0))
        }
        F::HandSize => seen.hand().len() as f64,
        F::HandRoom => rules.hand_limit(table, seat) as f64 - seen.hand().len() as f64,
        F::Numbers => count(Face::NUMBERS),
        F::Incomes => count(Face::INCOMES),
        F::SlotsLeft => {
            rules.improvement_limit(table, seat) as f64 - table.improvements[seat].played().len() as f64
        }
        F::BuildsATurn => f64::from(rules.builds(table, seat)),
        F::RollGain => seen.mean_roll(seat),
        F::RollRival => most(&|rival| seen.mean_roll(rival)),
    }
}
