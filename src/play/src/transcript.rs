//! A game told ply by ply, for people as text and for programs as JSON Lines.
//!
//! Both hold every action, every chance outcome and every consequence. The text reads back into
//! the same game; the lines let an independent program check the game against the rules.

use std::io::{self, Write};

use serde_json::json;

use crate::{
    arm::Stop,
    episode::{Episode, Ply, Watch, Workbench},
    names,
};
use sim_engine::{
    Game, GameRecord, Luck, Objective, Seat,
    game::Event as _,
    text::people::{counted, short},
};
use sim_script::{
    Scripted, Strategy, Why,
    why::{Next, Verdict},
};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    Text,
    JsonLines,
}

/// Version of the lines: it rises when a field is taken away or means something else, not when
/// one is added.
const FORMAT: u32 = 2;

pub struct Telling<'a> {
    pub seed: u64,
    pub deal: u64,
    pub rotation: u64,
    pub seats: &'a [&'a Strategy],
    /// Every setting with its value, for programs that check the game.
    pub settings: &'a [(String, String)],
    pub style: Style,
    pub explains: bool,
}

pub fn tell<G: Scripted>(
    (game, objective): (&G, Objective),
    telling: &Telling<'_>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut teller = Teller { game, out, style: telling.style, ply: 0, error: None };
    teller.note(|teller| teller.header(telling));
    let luck = Luck::new(telling.seed, telling.deal);
    let dealt = game.deal(&luck, &mut |event| teller.event(event));
    let mut bench = Workbench::<G>::playing_for(objective, Stop::new());
    if telling.explains {
        bench.evaluator.explain();
    }
    let mut record = game.record();
    let episode = Episode { game, seats: telling.seats };
    episode.play(&dealt, &luck, &mut bench, &mut record, &mut teller);
    teller.note(|teller| teller.footer(&record));
    teller.error.map_or(Ok(()), Err)
}

/// The actions of a told game, in order.
///
/// # Errors
/// The line that cannot be read.
pub fn read_actions<G: Game>(text: &str) -> Result<Vec<G::Action>, String> {
    let mut actions = Vec::new();
    for line in text.lines().filter(|line| line.starts_with(|c: char| c.is_ascii_digit())) {
        let notation = line.split_once(": ").map_or("", |(_, rest)| rest);
        let notation = notation.strip_suffix(FORCED).unwrap_or(notation);
        let notation = notation.split_once(NAMED).map_or(notation, |(notation, _)| notation);
        let action = G::parse_action(notation).ok_or_else(|| format!("no action in `{line}`"))?;
        actions.push(action);
    }
    Ok(actions)
}

/// Mark of an action that had no alternative.
const FORCED: &str = " (forced)";

/// What stands between an action and the names of what it gives by number.
const NAMED: &str = " = ";

struct Teller<'a, G> {
    game: &'a G,
    out: &'a mut dyn Write,
    style: Style,
    ply: u64,
    /// The first failure; nothing is written after it.
    error: Option<io::Error>,
}

impl<G: Scripted> Watch<G> for Teller<'_, G> {
    fn action(&mut self, state: &G::State, ply: Ply<G>, why: Option<Why>) {
        self.ply += 1;
        self.note(|teller| teller.ply(state, &ply, why.as_ref()));
    }

    fn event(&mut self, event: G::Event) {
        self.note(|teller| match teller.style {
            Style::Text => writeln!(teller.out, "    {}", event.describe(teller.game)),
            Style::JsonLines => {
                writeln!(teller.out, "{}", names::resolve(json!(event), teller.game.components()))
            }
        });
    }
}

impl<G: Scripted> Teller<'_, G> {
    fn note(&mut self, write: impl FnOnce(&mut Self) -> io::Result<()>) {
        if self.error.is_none() {
            self.error = write(self).err();
        }
    }

    fn header(&mut self, telling: &Telling<'_>) -> io::Result<()> {
        let names: Vec<&str> = telling.seats.iter().map(|strategy| strategy.name()).collect();
        let (game, players) = (self.game, self.game.players());
        match self.style {
            Style::Text => {
                writeln!(
                    self.out,
                    "{}, {}, seed {}, deal {}, rotation {}",
                    G::INFO.title,
                    counted(players as u64, "player", "players"),
                    telling.seed,
                    telling.deal,
                    telling.rotation
                )?;
                // An automa is told as the seat after the last.
                for (seat, name) in Seat::all(game.contenders()).zip(names.into_iter().chain(game.automa())) {
                    writeln!(self.out, "{seat}: {name}")?;
                }
                writeln!(self.out)
            }
            Style::JsonLines => {
                let settings: serde_json::Map<String, serde_json::Value> =
                    telling.settings.iter().map(|(path, value)| (path.clone(), json!(value))).collect();
                let line = json!({
                    "format": FORMAT,
                    "game": G::INFO.name,
                    "players": players,
                    "seed": telling.seed,
                    "deal": telling.deal,
                    "rotation": telling.rotation,
                    "strategies": names,
                    "opponent": game.automa(),
                    "points_scale": G::INFO.points_scale,
                    "settings": settings,
                });
                writeln!(self.out, "{line}")
            }
        }
    }

    fn ply(&mut self, state: &G::State, ply: &Ply<G>, why: Option<&Why>) -> io::Result<()> {
        let decision = G::INFO.decision(ply.decision).name;
        match self.style {
            Style::Text => {
                let forced = if ply.is_forced { FORCED } else { "" };
                let components = self.game.components();
                let things = self.game.numbered(state, ply.seat, ply.action);
                let names: Vec<&str> = things.into_iter().map(|thing| thing.name(components)).collect();
                let names =
                    if names.is_empty() { String::new() } else { format!("{NAMED}{}", names.join(" + ")) };
                writeln!(self.out, "{} {} {decision}: {}{names}{forced}", self.ply, ply.seat, ply.action)?;
                why.map_or(Ok(()), |why| self.explain(why))
            }
            Style::JsonLines => {
                let mut line = json!({
                    "ply": self.ply,
                    "seat": ply.seat.0 + 1,
                    "decision": decision,
                    "action": ply.action.to_string(),
                    "forced": ply.is_forced,
                });
                if let Some(why) = why {
                    line["why"] = json!(why);
                }
                writeln!(self.out, "{line}")
            }
        }
    }

    fn explain(&mut self, why: &Why) -> io::Result<()> {
        for part in &why.parts {
            let default = if part.is_default { " (the game's default)" } else { "" };
            writeln!(self.out, "    | {} = {}{default}", part.slot, part.formula)?;
            if !part.context.is_empty() {
                let values: Vec<String> =
                    part.context.iter().map(|(name, value)| format!("{name} {}", short(*value))).collect();
                writeln!(self.out, "    |   with {}", values.join(", "))?;
            }
            for candidate in &part.candidates {
                let values: Vec<String> = part
                    .features
                    .iter()
                    .zip(&candidate.features)
                    .map(|(name, value)| format!("{name} {}", short(*value)))
                    .collect();
                let score = candidate.score.map_or_else(|| "no number".to_owned(), short);
                writeln!(self.out, "    |   {score:>9}  {}  ({})", candidate.label, values.join(", "))?;
            }
        }
        for answer in &why.answers {
            writeln!(self.out, "    | {:>11}  {}", short(answer.worth), answer.label)?;
        }
        let Some(verdict) = &why.verdict else { return Ok(()) };
        writeln!(self.out, "    | {}", in_words(verdict, why.next.as_ref()))
    }

    fn footer(&mut self, record: &GameRecord) -> io::Result<()> {
        let info = G::INFO;
        let scale = f64::from(info.points_scale);
        let end = if record.truncated { "truncated" } else { info.ends[record.end] };
        match self.style {
            Style::Text => {
                writeln!(self.out, "\nend: {end}")?;
                for seat in Seat::all(record.contenders) {
                    let points = f64::from(record.points[seat]) / scale;
                    writeln!(
                        self.out,
                        "{seat}: {points} {}, place {}",
                        info.points_unit, record.places[seat]
                    )?;
                }
                Ok(())
            }
            Style::JsonLines => {
                let seats = Seat::all(record.contenders);
                let line = json!({
                    "end": end,
                    "points": seats.clone().map(|seat| f64::from(record.points[seat]) / scale).collect::<Vec<_>>(),
                    "places": seats.map(|seat| record.places[seat]).collect::<Vec<_>>(),
                    "plies": record.plies,
                    "decisions": record.decisions,
                });
                writeln!(self.out, "{line}")
            }
        }
    }
}

/// What decided, and which answer would have been the next.
fn in_words(verdict: &Verdict, next: Option<&Next>) -> String {
    let how = match verdict {
        Verdict::Best { gap: None, .. } => "the only candidate".to_owned(),
        Verdict::Best { .. } => "best".to_owned(),
        Verdict::Tie { ties, .. } => format!("drawn among {ties} equal best"),
        Verdict::Softened { .. } => "drawn by the temperature".to_owned(),
        Verdict::Amount { wanted, amount } => {
            let amount = amount.map_or("a pass".to_owned(), |amount| amount.to_string());
            format!("wanted {}, which is {amount}", short(*wanted))
        }
        Verdict::Solved { worth, .. } => format!("best whole answer, worth {}", short(*worth)),
        Verdict::Random => "drawn evenly".to_owned(),
        Verdict::Searched { games: 0, .. } => {
            "without a search, as there are too few games for one".to_owned()
        }
        Verdict::Searched { games, is_own: true } => {
            format!("as without a search: nothing is surely better in {games} imagined games")
        }
        Verdict::Searched { games, is_own: false } => format!("better in {games} imagined games"),
    };
    match next {
        None => how,
        Some(Next { label, behind }) if *behind < 0.0 => {
            format!("{how}, though {label} is {} ahead", short(-behind))
        }
        Some(Next { label, behind }) => {
            let far = if matches!(verdict, Verdict::Amount { .. }) { "away" } else { "behind" };
            format!("{how}; next {label}, {} {far}", short(*behind))
        }
    }
}
