//! The first decision at which two strategies differ, in the same seat of the same deal.

use std::ops::Range;

use serde_json::{Value, json};
use sim_engine::{MAX_SEATS, Seat};
use sim_play::transcript::{Move, Style, TranscriptSpec};
use sim_script::Strategy;

use crate::{
    Error, Refusal,
    command::{Command, Verb},
    player::{Player, listed},
    spec::RulesSpec,
};

#[derive(Clone)]
pub struct DifferenceSpec {
    pub rules: RulesSpec,
    pub players: usize,
    pub pair: [Player; 2],
    /// Fill the other seats in turn.
    pub rivals: Vec<Player>,
    pub seat: Seat,
    pub seed: u64,
    /// Tried in order.
    pub deals: Range<u64>,
    /// Maximum number of alternatives in the reasons of a decision.
    pub alternatives: usize,
}

#[derive(Debug, Clone)]
pub struct Difference {
    pub deal: u64,
    /// Number of moves that both games share.
    pub shared: usize,
    pub branches: [Branch; 2],
}

/// A whole game with one of the two strategies.
#[derive(Debug, Clone)]
pub struct Branch {
    pub strategy: String,
    /// Moves of all seats.
    pub moves: Vec<Move>,
    /// Final result of the seat.
    pub result: String,
    pub replay: Command,
}

impl Difference {
    /// The decision at which the strategies differ; none if one of the games has ended by then.
    pub fn decision(&self) -> Option<&'static str> {
        let [one, other] = self.branches.each_ref().map(|branch| branch.moves.get(self.shared));
        one.filter(|_| other.is_some()).map(|own| own.decision)
    }

    /// The action of each strategy there; empty if its game has ended.
    pub fn answers(&self) -> [String; 2] {
        self.branches
            .each_ref()
            .map(|branch| branch.moves.get(self.shared).map_or_else(String::new, Move::in_words))
    }

    pub fn json(&self) -> Value {
        let branch = |branch: &Branch| {
            let moves: Vec<Value> = branch.at(self.shared).iter().map(|own| own.json(true)).collect();
            let Branch { strategy, result, replay, .. } = branch;
            json!({ "strategy": strategy, "moves": moves, "result": result, "replay": replay.to_string() })
        };
        json!({ "deal": self.deal, "shared_moves": self.shared, "games": self.branches.each_ref().map(branch) })
    }
}

impl Branch {
    /// The move at an index. If it is part of a chain, the moves before it come too, because the first holds the
    /// reasons.
    pub fn at(&self, place: usize) -> &[Move] {
        let Some(moves) = self.moves.get(..=place) else { return &[] };
        let first = moves.iter().rposition(|own| own.reasons.is_some()).unwrap_or(place);
        let is_one_seat = moves[first..].iter().all(|own| own.seat == moves[place].seat);
        &moves[if is_one_seat { first } else { place }..]
    }
}

impl DifferenceSpec {
    pub fn command(&self, deal: u64) -> Result<Command, Error> {
        let rules = self.rules.resolve()?;
        Ok(Command::new(Verb::Replay)
            .names([&self.pair[0].named])
            .option("against", &self.pair[1].named)
            .of_tables(&rules, &[self.players])
            .option("rivals", listed(&self.rivals))
            .option("seat", self.seat.0 + 1)
            .option("deal", deal)
            .seed(self.seed))
    }
}

pub fn no_seat(seat: u64, players: usize) -> Refusal {
    let message = format!("there is no seat {seat} at a table of {players}");
    Refusal::new(message, format!("give --seat 1 to {players}"))
}

/// Finds the first deal in which two strategies differ, and the first move at which they do; none if they act alike
/// in all deals.
///
/// # Errors
/// If the rules are not playable, the table has no such seat, or both strategies are the same.
pub fn difference(spec: &DifferenceSpec) -> Result<Option<Difference>, Error> {
    let rules = spec.rules.resolve()?;
    let game = spec.rules.entry.open(&rules.settings, spec.players)?;
    let seat = usize::from(spec.seat.0);
    if seat >= spec.players {
        return Err(no_seat(seat as u64 + 1, spec.players).into());
    }
    if spec.pair[0].is_same(&spec.pair[1])? {
        return Err(Refusal::new("a strategy does not differ from itself", "name two that differ").into());
    }
    let tables = spec.pair.each_ref().map(|own| table(own, spec));
    for deal in spec.deals.clone() {
        let branches = tables.each_ref().map(|table| {
            let seats: Vec<&Strategy> = table.iter().map(|one| &one.strategy).collect();
            let told = game.write_transcript(&TranscriptSpec {
                seed: spec.seed,
                deal,
                rotation: 0,
                seats: &seats,
                settings: &[],
                style: Style::Text,
                alternatives: Some(spec.alternatives),
            });
            Branch {
                strategy: seats[seat].name().to_owned(),
                moves: told.moves().cloned().collect(),
                result: told.results[seat].clone(),
                replay: Command::new(Verb::Replay)
                    .option("game", &rules.settings.game)
                    .by(&rules)
                    .option("lineup", listed(table.iter().copied()))
                    .seed(spec.seed)
                    .option("deal", deal)
                    .flag("why"),
            }
        });
        if let Some(shared) = shared(&branches) {
            return Ok(Some(Difference { deal, shared, branches }));
        }
    }
    Ok(None)
}

fn table<'a>(own: &'a Player, spec: &'a DifferenceSpec) -> Vec<&'a Player> {
    let mut others = spec.rivals.iter().cycle();
    let seats = Seat::all(spec.players.min(MAX_SEATS));
    seats.filter_map(|seat| if seat == spec.seat { Some(own) } else { others.next() }).collect()
}

/// How many moves two games of the same deal share; none if they are identical.
fn shared(branches: &[Branch; 2]) -> Option<usize> {
    let [one, other] = branches.each_ref().map(|branch| &branch.moves);
    let moves = one.len().min(other.len());
    let differ = (0..moves).find(|&at| !one[at].is_same_action(&other[at]));
    differ.or_else(|| (one.len() != other.len()).then_some(moves))
}

#[cfg(test)]
mod tests {
    use super::*;
    use sim_play::reasons::Reasons;
    use sim_script::Why;

    fn branch(moves: &[(u8, &str, bool)]) -> Branch {
        let own = |(ply, &(seat, action, has_reasons)): (u64, &(u8, &str, bool))| Move {
            ply,
            round: 1,
            seat: Seat(seat),
            decision: "go",
            action: action.to_owned(),
            names: Vec::new(),
            is_forced: false,
            reasons: has_reasons.then(|| Reasons::new(&Why::default(), ("go", action), 2)),
        };
        Branch {
            strategy: "mine".to_owned(),
            moves: (1..).zip(moves).map(own).collect(),
            result: "5 points, place 1".to_owned(),
            replay: Command::new(Verb::Replay),
        }
    }

    #[test]
    fn games_differ_at_the_first_other_move() {
        let one = [(1, "x", true), (0, "b", true), (0, "c", false)];
        let mut other = one;
        assert_eq!(shared(&[branch(&one), branch(&other)]), None);
        // Different reasons for the same move are no difference.
        other[0].2 = false;
        other[2].1 = "d";
        assert_eq!(shared(&[branch(&one), branch(&other)]), Some(2));
        // A game that ends earlier differs where it ends.
        assert_eq!(shared(&[branch(&one), branch(&one[..1])]), Some(1));
    }

    #[test]
    fn a_chain_is_shown_from_where_its_reasons_stand() {
        let game =
            branch(&[(1, "x", true), (0, "p", true), (0, "a", false), (0, "c", false), (1, "y", false)]);
        let plies = |place: usize| -> Vec<u64> { game.at(place).iter().map(|own| own.ply).collect() };
        assert_eq!((plies(0), plies(3)), (vec![1], vec![2, 3, 4]));
        // The reasons before it belong to another seat. After the last move the game is over.
        assert_eq!((plies(4), plies(5)), (vec![5], vec![]));
    }
}
