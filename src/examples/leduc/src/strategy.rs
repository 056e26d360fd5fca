//! Features of Leduc hold'em: hand strength, the effect of a choice, and an indicator of each choice in each
//! situation. With the indicators, training can give every situation its own probabilities.

use sim_script::{
    Ask, CompiledTitle, Evaluator, Script, Scripted, Vocabulary,
    spec::{Feature, Part, features, flag, joined, list, part},
};

use crate::rules::{Action, Betting, Card, Leduc, Seen, rank, unseen};

features! {
    /// Features with one value for the whole decision.
    pub enum Context {
        Strength = "strength" ["share", 0.0, 1.0] "Chance that my hand wins the showdown against random cards; a split counts half.",
        Pair = "pair" ["0 or 1", 0.0, 1.0] "My card pairs the board.",
    }
}

features! {
    /// The effect of a choice, in any situation.
    pub enum Choice {
        Bets = "bets" ["0 or 1", 0.0, 1.0] "It bets or raises.",
        Calls = "calls" ["0 or 1", 0.0, 1.0] "It calls.",
    }
}

/// Indicators of a bet and of a call with a card.
macro_rules! with_card {
    ($card:literal $($named:literal)*) => {
        [
            Feature::plain(
                concat!("bets_", $card $(, "_", $named)*),
                "0 or 1",
                (0.0, 1.0),
                concat!("It bets or raises with the ", $card $(, " ", $named)*, "."),
            ),
            Feature::plain(
                concat!("calls_", $card $(, "_", $named)*),
                "0 or 1",
                (0.0, 1.0),
                concat!("It calls with the ", $card $(, " ", $named)*, "."),
            ),
        ]
    };
}

/// Indicators of a bet and of a call on a board, by how the first round ended, in the order of [`before`].
macro_rules! on_board {
    ($card:literal $board:literal) => {
        [
            with_card!($card "on" $board "after" "checks"),
            with_card!($card "on" $board "after" "bet"),
            with_card!($card "on" $board "after" "late" "bet"),
            with_card!($card "on" $board "after" "raise"),
            with_card!($card "on" $board "after" "late" "raise"),
        ]
    };
}

/// Indicators by card.
const FIRST: [[Feature; 2]; 3] = [with_card!("jack"), with_card!("queen"), with_card!("king")];

/// Indicators by card and board, then by how the first round ended.
const SECOND: [[[Feature; 2]; 5]; 9] = [
    on_board!("jack" "jack"),
    on_board!("jack" "queen"),
    on_board!("jack" "king"),
    on_board!("queen" "jack"),
    on_board!("queen" "queen"),
    on_board!("queen" "king"),
    on_board!("king" "jack"),
    on_board!("king" "queen"),
    on_board!("king" "king"),
];

const FIRST_PARTS: &[Part] = &[part(
    "choice",
    "A choice before the board is known.",
    &joined::<8>(Choice::FEATURES, FIRST.as_flattened()),
)];

const SECOND_PARTS: &[Part] = &[part(
    "choice",
    "A choice once the board is known.",
    &joined::<92>(Choice::FEATURES, SECOND.as_flattened().as_flattened()),
)];

/// How the first round ended: with two checks, or with the call of a bet or a raise. A late bet came after a check.
fn before(first: Betting) -> usize {
    match (first.bets, first.is_checked) {
        (0, _) => 0,
        (1, false) => 1,
        (1, true) => 2,
        (_, false) => 3,
        (_, true) => 4,
    }
}

/// Index of the situation's indicators among those of its round.
fn situation(seen: &Seen) -> usize {
    match seen.table.board {
        None => seen.card as usize,
        Some(board) => (3 * seen.card as usize + board as usize) * 5 + before(seen.table.betting[0]),
    }
}

/// Probability to win a showdown, over all possible cards of the other player and the board.
fn strength(seen: &Seen) -> f64 {
    let (mut twice_won, mut all) = (0, 0);
    let known: Vec<Card> = seen.table.board.into_iter().chain([seen.card]).collect();
    let boards = seen.table.board.map_or_else(|| unseen(&known), |board| vec![board]);
    for board in boards {
        for other in unseen(&[seen.card, board]) {
            let order = rank(seen.card, Some(board)).cmp(&rank(other, Some(board)));
            twice_won += 1 + order as i32;
            all += 2;
        }
    }
    f64::from(twice_won) / f64::from(all)
}

/// Everything that a script of this game may name.
static VOCABULARY: Vocabulary = Vocabulary {
    context: Context::FEATURES,
    ..Vocabulary::new(
        "leduc",
        &[
            list("open", "First round, first to act: check or bet?", FIRST_PARTS),
            list("after_check", "First round, the other has checked: check or bet?", FIRST_PARTS),
            list("after_bet", "First round, the other has bet: fold, call or raise?", FIRST_PARTS),
            list(
                "after_check_and_bet",
                "First round, I have checked, the other has bet: fold, call or raise?",
                FIRST_PARTS,
            ),
            list("after_raise", "First round, I have bet, the other has raised: fold or call?", FIRST_PARTS),
            list(
                "after_check_and_raise",
                "First round, I have bet after a check, the other has raised: fold or call?",
                FIRST_PARTS,
            ),
            list("board_open", "Second round, first to act: check or bet?", SECOND_PARTS),
            list("board_after_check", "Second round, the other has checked: check or bet?", SECOND_PARTS),
            list("board_after_bet", "Second round, the other has bet: fold, call or raise?", SECOND_PARTS),
            list(
                "board_after_check_and_bet",
                "Second round, I have checked, the other has bet: fold, call or raise?",
                SECOND_PARTS,
            ),
            list(
                "board_after_raise",
                "Second round, I have bet, the other has raised: fold or call?",
                SECOND_PARTS,
            ),
            list(
                "board_after_check_and_raise",
                "Second round, I have bet after a check, the other has raised: fold or call?",
                SECOND_PARTS,
            ),
        ],
    )
};

/// The game with its vocabulary and strategies.
pub static TITLE: CompiledTitle<Leduc> = CompiledTitle::new(
    Leduc::INFO,
    &VOCABULARY,
    include!(concat!(env!("OUT_DIR"), "/strategies.rs")),
    Leduc::new,
);

impl Scripted for Leduc {
    type Cache = ();

    fn vocabulary(&self) -> &'static Vocabulary {
        &VOCABULARY
    }

    fn look(ask: &Ask<'_, Leduc>, _: &Script, evaluator: &mut Evaluator) {
        evaluator.set_context(Context::Strength, strength(&ask.seen));
        evaluator.set_context(Context::Pair, flag(ask.seen.table.board == Some(ask.seen.card)));
        let bets = |action: &Action| flag(matches!(action, Action::Bet | Action::Raise));
        let calls = |action: &Action| flag(*action == Action::Call);
        let columns = evaluator.columns(ask.decision, 0);
        columns.fill(Choice::Bets as usize, ask.legal.iter().map(bets));
        columns.fill(Choice::Calls as usize, ask.legal.iter().map(calls));
        let all = if ask.seen.table.board.is_some() { SECOND_PARTS } else { FIRST_PARTS };
        for at in Choice::COUNT..all[0].features.len() {
            columns.fill(at, ask.legal.iter().map(|_| 0.0));
        }
        let at = Choice::COUNT + 2 * situation(&ask.seen);
        columns.fill(at, ask.legal.iter().map(bets));
        columns.fill(at + 1, ask.legal.iter().map(calls));
    }
}
