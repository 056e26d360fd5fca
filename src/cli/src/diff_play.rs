//! `sim diff-play`: the first decision at which two strategies part.

use clap::Args;

use super::{
    failure::Failure,
    game_args::{Chosen, GameArgs},
    number, output, strategies, words,
};
use sim_engine::{MAX_SEATS, text::people};
use sim_lab::{experiment::Opened, player::Player};
use sim_play::transcript::{Style, Telling};
use sim_script::Strategy;

#[derive(Debug, Clone, Args)]
#[command(after_help = EXAMPLES)]
pub struct DiffPlayArgs {
    /// Two strategies, by name or file
    #[arg(value_names = ["A", "B"], num_args = 2, required = true)]
    strategies: Vec<String>,
    #[command(flatten)]
    game: GameArgs,
    /// Players at the table [default: the game's]
    #[arg(long, value_name = "N", value_parser = number::count, allow_negative_numbers = true)]
    players: Option<u64>,
    /// Who sits in the other seats, in turn
    #[arg(long, value_name = "NAME,...", value_delimiter = ',', default_value = "default")]
    rivals: Vec<String>,
    /// Number of the deal [default: the first from 0 in which they part]
    #[arg(long, value_name = "K", value_parser = number::count, allow_negative_numbers = true)]
    deal: Option<u64>,
    /// The seat that both take, from 1
    #[arg(long, value_name = "S", default_value = "1", value_parser = number::count, allow_negative_numbers = true)]
    seat: u64,
    /// Seed: the same seed gives the same deals
    #[arg(long, value_name = "SEED", default_value = "1", value_parser = number::count, allow_negative_numbers = true)]
    seed: u64,
}

const EXAMPLES: &str = "Examples:
  sim diff-play raider balancer --game delectable
  sim diff-play default chain --game la-bistro --rivals volume --seat 2 --deal 7";

/// Deals that are tried where none is named.
const DEALS: u64 = 100;
/// Candidates that are shown of each formula: the best.
const CANDIDATES: usize = 6;

impl DiffPlayArgs {
    pub fn run(&self) -> Result<(), Failure> {
        let chosen = self.game.resolve()?;
        let players = chosen.players(self.players);
        let game = chosen.entry.open(&chosen.rules.settings, players)?;
        let seat = usize::try_from(self.seat).unwrap_or(usize::MAX);
        if !(1..=players).contains(&seat) {
            return Err(Failure::misuse(
                format!("there is no seat {} at a table of {players}", self.seat),
                format!("give --seat 1 to {players}"),
            ));
        }
        let load = |name: &String| strategies::load(chosen.entry, name);
        let pair: Vec<Player> = self.strategies.iter().map(load).collect::<Result<_, _>>()?;
        let rivals: Vec<Player> = self.rivals.iter().map(load).collect::<Result<_, _>>()?;
        if pair[0].is_same(&pair[1])? {
            return Err(Failure::misuse("a strategy does not part from itself", "name two that differ"));
        }
        let tables = [&pair[0], &pair[1]].map(|own| table(own, &rivals, players, seat));
        let deals = self.deal.map_or(0..DEALS, |deal| deal..deal.saturating_add(1));
        for deal in deals.clone() {
            let games: Vec<Game> = tables
                .iter()
                .map(|table| self.tell(&*game, table, deal).map(|text| Game::read(&text)))
                .collect::<Result<_, _>>()?;
            if let Some(at) = parting(&games[0], &games[1]) {
                let text = self.text(&chosen, &tables, (&games[0], &games[1]), (deal, at, players));
                return output::print(&text);
            }
        }
        let names = [&pair[0], &pair[1]].map(|own| own.strategy.name());
        let where_to = match self.deal {
            Some(deal) => format!("in deal {deal}"),
            None => format!("in the first {DEALS} deals"),
        };
        output::print(&format!("{} and {} answer alike {where_to} from seat {seat}\n", names[0], names[1]))
    }

    fn tell(&self, game: &dyn Opened, table: &[&Player], deal: u64) -> Result<String, Failure> {
        let seats: Vec<&Strategy> = table.iter().map(|one| &one.strategy).collect();
        let telling = Telling {
            seed: self.seed,
            deal,
            rotation: 0,
            seats: &seats,
            settings: &[],
            style: Style::Text,
            explains: true,
        };
        let mut text = Vec::new();
        game.tell(&telling, &mut text).map_err(|error| Failure::at_output(&error))?;
        Ok(String::from_utf8_lossy(&text).into_owned())
    }

    fn text(
        &self,
        chosen: &Chosen,
        tables: &[Vec<&Player>; 2],
        games: (&Game, &Game),
        (deal, at, players): (u64, usize, usize),
    ) -> String {
        let names = tables.each_ref().map(|table| table[self.seat as usize - 1].strategy.name());
        let mut text = format!(
            "{}, {}, seed {}, deal {deal}: {} or {} in seat {}\n",
            chosen.entry.info().title,
            people::counted(players as u64, "player", "players"),
            self.seed,
            names[0],
            names[1],
            self.seat
        );
        text += &match at {
            0 => "They part at once.\n".to_owned(),
            at => format!(
                "They play alike for {}, and then part.\n",
                people::counted(at as u64, "move", "moves")
            ),
        };
        for (name, game) in names.iter().zip([games.0, games.1]) {
            text += &format!("\n{name}\n{}", game.told(at));
        }
        text.push('\n');
        for ((name, game), table) in names.iter().zip([games.0, games.1]).zip(tables) {
            let end = game.ends.iter().find_map(|line| line.strip_prefix(&format!("seat {}: ", self.seat)));
            let lineup: Vec<&str> = table.iter().map(|one| one.named.as_str()).collect();
            let mut words = vec![format!("sim replay --game {}", chosen.entry.info().name)];
            words.extend(words::rules_words(&chosen.rules));
            words.push(format!("--lineup {}", words::quoted(&lineup.join(","))));
            words.push(format!("--seed {} --deal {deal} --why", self.seed));
            text += &format!("with {name}: {}\n  {}\n", end.unwrap_or("no end"), words.join(" "));
        }
        text
    }
}

/// A strategy in a seat, and the rivals around it in turn.
fn table<'a>(own: &'a Player, rivals: &'a [Player], players: usize, seat: usize) -> Vec<&'a Player> {
    let mut others = rivals.iter().cycle();
    let seats = (1..=players.min(MAX_SEATS)).map(|at| if at == seat { Some(own) } else { others.next() });
    seats.flatten().collect()
}

/// A told game, move by move.
struct Game {
    moves: Vec<Move>,
    /// What the seats ended with.
    ends: Vec<String>,
}

/// A move as it is told, with its reasons.
struct Move {
    line: String,
    reasons: Vec<String>,
}

impl Game {
    fn read(text: &str) -> Game {
        let mut game = Game { moves: Vec::new(), ends: Vec::new() };
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

    /// A move and its reasons; those of a move inside of a chain stand at its beginning.
    fn told(&self, at: usize) -> String {
        let Some(last) = self.moves.get(at) else { return "the game is over\n".to_owned() };
        let seat = |one: &Move| one.line.split(' ').nth(2).map(str::to_owned);
        let own = self.moves[..=at].iter().rposition(|one| !one.reasons.is_empty());
        let own = own.filter(|first| self.moves[*first..=at].iter().all(|one| seat(one) == seat(last)));
        let mut text = String::new();
        for one in &self.moves[own.unwrap_or(at)..=at] {
            text += &format!("{}\n", one.line);
            shortened(&one.reasons).iter().for_each(|line| text += &format!("{line}\n"));
        }
        text
    }
}

/// The mark of a reason in a telling, and that of a candidate: a score in front of its label.
const REASON: &str = "    | ";

/// The score of a candidate's line.
fn score(line: &str) -> Option<f64> {
    let rest = line.strip_prefix(REASON)?;
    rest.starts_with(' ').then(|| rest.split_whitespace().next()?.parse().ok()).flatten()
}

/// The reasons with the best candidates of each formula alone, the best first.
fn shortened(reasons: &[String]) -> Vec<String> {
    let mut lines = Vec::new();
    for part in reasons.chunk_by(|one, other| score(one).is_some() == score(other).is_some()) {
        let mut part: Vec<&String> = part.iter().collect();
        if part.first().is_some_and(|line| score(line).is_some()) {
            part.sort_by(|one, other| score(other).unwrap_or(0.0).total_cmp(&score(one).unwrap_or(0.0)));
            let more = part.len().saturating_sub(CANDIDATES);
            lines.extend(part.into_iter().take(CANDIDATES).cloned());
            lines.extend((more > 0).then(|| format!("{REASON}           and {more} more")));
        } else {
            lines.extend(part.into_iter().cloned());
        }
    }
    lines
}

/// The first move at which two games of the same deal differ; none where they are the same to the end.
fn parting(one: &Game, other: &Game) -> Option<usize> {
    let moves = one.moves.len().min(other.moves.len());
    let differ = (0..moves).find(|&at| one.moves[at].line != other.moves[at].line);
    differ.or_else(|| (one.moves.len() != other.moves.len()).then_some(moves))
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: &str = "G, 2 players\nseat 1: a\n\n1 seat 2 roll: x\n    | worth = v\n    |       2  x  (v 2)\n    something\n2 seat 1 move: p\n    | worth = w\n    |       1  q  (w 1)\n    |      -3  p  (w -3)\n    |      11  r  (w 11)\n    | best; next q, 1 behind\n3 seat 1 go: a\n4 seat 1 go: b\n\nend: over\nseat 1: 5 points, place 1\nseat 2: 3 points, place 2\n";

    #[test]
    fn games_part_at_the_first_other_move_and_tell_the_reasons_of_its_chain() {
        let (one, other) = (Game::read(ONE), Game::read(&ONE.replace("4 seat 1 go: b", "4 seat 1 go: c")));
        assert_eq!((one.moves.len(), one.ends.len()), (4, 3));
        assert_eq!(parting(&one, &other), Some(3));
        assert_eq!(parting(&one, &one), None);
        let told = other.told(3);
        let lines: Vec<&str> = told.lines().map(str::trim).collect();
        // The chain's reasons stand where it begins, the best candidate first.
        assert_eq!(lines[0], "2 seat 1 move: p");
        assert_eq!(lines[2], "|      11  r  (w 11)");
        assert_eq!(lines[5], "| best; next q, 1 behind");
        assert_eq!(lines[7], "4 seat 1 go: c");
        // A game that ends earlier parts where it ends.
        let short = Game::read("1 seat 2 roll: x\n\nend: over\n");
        assert_eq!((parting(&one, &short), short.told(1).as_str()), (Some(1), "the game is over\n"));
    }

    #[test]
    fn only_the_best_candidates_are_shown() {
        let reasons: Vec<String> = (0..20).map(|at| format!("    |   {at:>9}  c{at}  (v {at})")).collect();
        let lines = shortened(&reasons);
        assert_eq!(lines.len(), CANDIDATES + 1);
        assert!(lines[0].contains(" c19 ") && lines[CANDIDATES].ends_with("and 14 more"), "{lines:?}");
    }
}
