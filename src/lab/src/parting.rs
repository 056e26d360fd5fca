//! The first decision at which two strategies part, in the same seat of the same deal.

use std::ops::Range;

use sim_engine::{MAX_SEATS, Seat, text::list};
use sim_play::{
    arm::Opened,
    transcript::{Style, Telling},
};
use sim_script::Strategy;

use crate::{
    command::{Command, Verb, Word},
    error::Error,
    player::Player,
    spec::{RulesSpec, SpecError},
};

#[derive(Clone)]
pub struct PartingSpec {
    pub rules: RulesSpec,
    pub players: usize,
    pub pair: [Player; 2],
    /// Who sits in the other seats, in turn.
    pub rivals: Vec<Player>,
    pub seat: Seat,
    pub seed: u64,
    pub deals: Range<u64>,
}

#[derive(Debug, Clone)]
pub struct Parting {
    pub deal: u64,
    /// So many moves are alike before.
    pub alike: usize,
    pub games: [ToldGame; 2],
}

#[derive(Debug, Clone)]
pub struct ToldGame {
    pub strategy: String,
    /// All moves, those of the other seats too.
    pub moves: Vec<Move>,
    /// What its seat ends with, in words; none where the game was cut off.
    pub end: Option<String>,
    pub replay: Command,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Move {
    /// Its number, the seat, and what is done.
    pub line: String,
    /// Its reasons, line by line; those of several moves that are chosen together stand at the first.
    pub reasons: Vec<String>,
}

pub const REASON: &str = "    | ";

impl Parting {
    /// The decision at which they part; none where one of the games is over there.
    pub fn decision(&self) -> Option<&str> {
        let [one, other] = self.games.each_ref().map(|game| game.moves.get(self.alike)?.decision());
        one.filter(|_| other.is_some())
    }

    /// What each of them does there; nothing where its game is over.
    pub fn answers(&self) -> [&str; 2] {
        self.games.each_ref().map(|game| game.moves.get(self.alike).map_or("", Move::answer))
    }
}

impl Move {
    fn decision(&self) -> Option<&str> {
        self.line.split_once(':')?.0.split(' ').nth(3)
    }

    fn answer(&self) -> &str {
        self.line.split_once(": ").map_or("", |(_, answer)| answer)
    }
}

impl PartingSpec {
    pub fn command(&self, deal: u64) -> Result<Command, Error> {
        let rules = self.rules.resolve()?;
        let [one, other] = self.pair.each_ref().map(|own| Word::Name(own.named.clone()));
        let rivals: Vec<String> = self.rivals.iter().map(|rival| rival.named.clone()).collect();
        let seat = Word::Option("seat".to_owned(), (self.seat.0 + 1).to_string());
        Ok(Command::new(Verb::DiffPlay)
            .with(one)
            .with(other)
            .with(Word::Game(rules.settings.game.clone()))
            .with(Word::Players(vec![self.players]))
            .by(&rules)
            .option("rivals", list::join(&rivals))
            .with(seat)
            .option("deal", deal)
            .with(Word::Seed(self.seed)))
    }
}

/// Finds the first deal in which two strategies part, and the first move at which they do; none where they answer
/// alike in all of them.
///
/// ```
/// use sim_lab::{parting::{PartingSpec, parting}, player::Player, spec::RulesSpec};
///
/// let entry = &sim_delectable::ENTRY;
/// let player = |name| Player::shipped(entry, name).map(|player| player.expect("it is shipped"));
/// let spec = PartingSpec {
///     rules: RulesSpec::printed(entry),
///     players: 2,
///     pair: [player("raider")?, player("balancer")?],
///     rivals: vec![player("default")?],
///     seat: sim_engine::Seat(0),
///     seed: 1,
///     deals: 0..100,
/// };
/// let parting = parting(&spec)?.expect("they are not alike");
/// for game in &parting.games {
///     println!("{}: {}", game.strategy, game.moves[parting.alike].line);
/// }
/// # Ok::<(), sim_lab::Error>(())
/// ```
///
/// # Errors
/// Rules that make no game; a seat that the table does not have; two that are the same.
pub fn parting(spec: &PartingSpec) -> Result<Option<Parting>, Error> {
    let rules = spec.rules.resolve()?;
    let game = spec.rules.entry.open(&rules.settings, spec.players)?;
    if usize::from(spec.seat.0) >= spec.players {
        return Err(SpecError::NoSeat { seat: u64::from(spec.seat.0) + 1, players: spec.players }.into());
    }
    if spec.pair[0].is_same(&spec.pair[1])? {
        return Err(SpecError::Itself.into());
    }
    let tables = spec.pair.each_ref().map(|own| table(own, spec));
    for deal in spec.deals.clone() {
        let games = tables.each_ref().map(|table| Told::read(&told(&*game, table, (spec.seed, deal))));
        let Some(alike) = alike(&games[0], &games[1]) else { continue };
        let own = format!("seat {}: ", spec.seat.0 + 1);
        let game = |at: usize, told: Told| ToldGame {
            strategy: spec.pair[at].strategy.name().to_owned(),
            moves: told.moves,
            end: told.ends.iter().find_map(|line| line.strip_prefix(&own)).map(str::to_owned),
            replay: Command::new(Verb::Replay)
                .with(Word::Game(rules.settings.game.clone()))
                .by(&rules)
                .with(Word::Lineup(tables[at].iter().map(|one| one.named.clone()).collect()))
                .with(Word::Seed(spec.seed))
                .option("deal", deal)
                .with(Word::Flag("why".to_owned())),
        };
        let [one, other] = games;
        return Ok(Some(Parting { deal, alike, games: [game(0, one), game(1, other)] }));
    }
    Ok(None)
}

fn table<'a>(own: &'a Player, spec: &'a PartingSpec) -> Vec<&'a Player> {
    let mut others = spec.rivals.iter().cycle();
    let seats = Seat::all(spec.players.min(MAX_SEATS));
    seats.filter_map(|seat| if seat == spec.seat { Some(own) } else { others.next() }).collect()
}

fn told(game: &dyn Opened, table: &[&Player], (seed, deal): (u64, u64)) -> String {
    let seats: Vec<&Strategy> = table.iter().map(|one| &one.strategy).collect();
    let (rotation, settings, style) = (0, &[][..], Style::Text);
    let telling = Telling { seed, deal, rotation, seats: &seats, settings, style, explains: true };
    let mut text = Vec::new();
    game.tell(&telling, &mut text).expect("a vector takes all that is written");
    String::from_utf8_lossy(&text).into_owned()
}

struct Told {
    moves: Vec<Move>,
    ends: Vec<String>,
}

impl Told {
    fn read(text: &str) -> Told {
        let mut game = Told { moves: Vec::new(), ends: Vec::new() };
        let (told, ends) = text.split_once("\nend: ").unwrap_or((text, ""));
        for line in told.lines() {
            if line.starts_with(|c: char| c.is_ascii_digit()) {
                game.moves.push(Move { line: line.to_owned(), reasons: Vec::new() });
            } else if line.starts_with(REASON)
                && let Some(last) = game.moves.last_mut()
            {
                last.reasons.push(line.to_owned());
            }
        }
        game.ends = ends.lines().map(str::to_owned).collect();
        game
    }
}

/// How many moves of two games of the same deal are alike; none where they are the same to the end.
fn alike(one: &Told, other: &Told) -> Option<usize> {
    let moves = one.moves.len().min(other.moves.len());
    let differ = (0..moves).find(|&at| one.moves[at].line != other.moves[at].line);
    differ.or_else(|| (one.moves.len() != other.moves.len()).then_some(moves))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_part_at_the_first_other_move() {
        let text = "G, 2 players\nseat 1: a\n\n1 seat 2 roll: x\n    | worth = v\n    something\n2 seat 1 go: b\n\nend: over\nseat 1: 5 points, place 1\nseat 2: 3 points, place 2\n";
        let (one, other) = (Told::read(text), Told::read(&text.replace("2 seat 1 go: b", "2 seat 1 go: c")));
        assert_eq!((one.moves.len(), one.ends.len(), one.moves[0].reasons.len()), (2, 3, 1));
        assert_eq!((alike(&one, &other), alike(&one, &one)), (Some(1), None));
        // A game that ends earlier parts where it ends.
        let short = Told::read("1 seat 2 roll: x\n\nend: over\n");
        assert_eq!(alike(&one, &short), Some(1));
    }
}
