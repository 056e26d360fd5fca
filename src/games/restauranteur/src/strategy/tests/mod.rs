//! Compares features with the rules, and the solver with an enumeration of all plans.

mod reasons;
mod solver;
mod worth;

use crate::rules::{Action, Decision, Restauranteur, State};
use sim_engine::{
    Game, Luck, Node,
    settings::{Settings, parse},
};

fn settings() -> Settings {
    parse("data.toml", Restauranteur::INFO.data_file).unwrap()
}

/// The printed game, and one game for each alternative ruling that features depend on.
fn readings(players: usize) -> Vec<Restauranteur> {
    let values = [
        ("district_stars", "false"),
        ("district_multi", "each"),
        ("mailing_amount", "coin"),
        ("reach_scope", "full"),
        ("side_mode", "edge"),
        ("random_earners", "active"),
        ("discount_trigger", "restaurant"),
        ("discount_cancel", "all"),
        ("toll_needs_coin", "false"),
        ("invest_ties", "shared"),
    ];
    let with = |(path, value): (&str, &str)| {
        let mut settings = settings();
        settings.set(path, value).unwrap();
        Restauranteur::new(&settings, players).unwrap()
    };
    let printed = Restauranteur::new(&settings(), players).unwrap();
    std::iter::once(printed).chain(values.map(with)).collect()
}

/// Passes to `show` the states of random games at the wanted decision, with the legal actions.
fn visit(
    game: &Restauranteur,
    deals: std::ops::Range<u64>,
    wanted: Decision,
    mut show: impl FnMut(&State, &[Action]),
) {
    let mut legal = Vec::new();
    for deal in deals {
        let luck = Luck::new(31, deal);
        let mut state = game.deal(&luck, &mut |_| {});
        let mut stream = luck.imagination(0);
        loop {
            match game.node(&state) {
                Node::Terminal => break,
                Node::Chance => game.apply_chance(&mut state, &luck, &mut |_| {}),
                Node::Decision { decision, .. } => {
                    legal.clear();
                    game.legal(&state, &mut legal);
                    if decision == wanted {
                        show(&state, &legal);
                    }
                    game.apply(&mut state, legal[stream.index(legal.len())], &mut |_| {});
                }
            }
        }
    }
}
