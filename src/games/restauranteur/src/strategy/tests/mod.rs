//! What features tell against what the rules do, and the solver against every plan there is.

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

/// The game as printed, and under every reading of what features depend on.
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

/// Shows the states of games played at random where a decision is to be taken, with what is legal.
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
