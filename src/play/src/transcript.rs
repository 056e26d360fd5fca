//! Transcripts: a game ply by ply, as text for people and as JSON Lines for programs.
//!
//! Both hold every action, every chance outcome and every consequence. The text reads back into the same game. The
//! lines let an independent program check the game against the rules.

use std::fmt;

use serde_json::json;

use crate::{
    arm::Stop,
    episode::{Episode, Ply, Watch, Workbench},
    names,
    reasons::Reasons,
};
use sim_engine::{Game, GameRecord, Luck, Objective, Seat, game::Event as _, text::people::counted};
use sim_script::{Scripted, Strategy, Why};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    Text,
    JsonLines,
}

/// Version of the JSON lines, except for `why`, whose fields vary. It rises when a field is removed or changes its
/// meaning, not when one is added.
const FORMAT: u32 = 2;

/// The game to write, and its format.
#[derive(Clone, Copy)]
pub struct TranscriptSpec<'a> {
    pub seed: u64,
    pub deal: u64,
    pub rotation: u64,
    pub seats: &'a [&'a Strategy],
    /// Every setting with its value, for programs that check the game.
    pub settings: &'a [(String, String)],
    pub style: Style,
    /// The most alternatives that a decision's reasons list; `None` writes no reasons.
    pub alternatives: Option<usize>,
}

/// A written game; its `Display` gives the whole text.
#[derive(Debug, Clone)]
pub struct Transcript {
    style: Style,
    explains: bool,
    head: String,
    pub steps: Vec<Step>,
    end: String,
    /// The final result of each seat, then of an automa if one plays.
    pub results: Vec<String>,
}

/// A move or an event.
#[derive(Debug, Clone)]
pub struct Step {
    /// Counted from 1.
    pub round: u16,
    /// The seat that moves, or whose move caused the event; `None` for chance and for the rules.
    pub seat: Option<Seat>,
    pub happening: Happening,
}

#[derive(Debug, Clone)]
pub enum Happening {
    Move(Box<Move>),
    /// In the transcript's style.
    Event(String),
}

#[derive(Debug, Clone, PartialEq)]
pub struct Move {
    /// Counted from 1.
    pub ply: u64,
    pub round: u16,
    pub seat: Seat,
    pub decision: &'static str,
    pub action: String,
    /// Names of the components that the action gives by number.
    pub names: Vec<String>,
    pub is_forced: bool,
    /// The reasons for a whole chain belong to its first move.
    pub reasons: Option<Reasons>,
}

/// Marks an action without an alternative.
const FORCED: &str = " (forced)";

/// Separates an action from the names of the components that it gives by number.
const NAMED: &str = " = ";

pub fn write_transcript<G: Scripted>(
    (game, objective): (&G, Objective),
    telling: &TranscriptSpec<'_>,
) -> Transcript {
    let luck = Luck::new(telling.seed, telling.deal);
    let mut teller = TranscriptWriter { game, telling, steps: Vec::new(), ply: 0, round: 1, seat: None };
    let dealt = game.deal(&luck, &mut |event| teller.event(event));
    let mut bench = Workbench::playing_for(game, objective, Stop::new());
    if telling.alternatives.is_some() {
        bench.evaluator.explain();
    }
    let mut record = game.record();
    let episode = Episode { game, seats: telling.seats };
    episode.play(&dealt, &luck, &mut bench, &mut record, &mut teller);
    let results = Seat::all(record.contenders).map(|seat| {
        let points = points(game, &record, seat);
        format!("{points} {}, place {}", game.info().points_unit, record.places[seat])
    });
    Transcript {
        style: telling.style,
        explains: telling.alternatives.is_some(),
        head: head(game, telling),
        end: end(game, telling.style, &record),
        results: results.collect(),
        steps: teller.steps,
    }
}

/// Reads the actions of a text transcript, in order.
///
/// # Errors
/// The line that cannot be read.
pub fn read_actions<G: Game>(game: &G, text: &str) -> Result<Vec<G::Action>, String> {
    let mut actions = Vec::new();
    for line in text.lines().filter(|line| line.starts_with(|c: char| c.is_ascii_digit())) {
        let notation = line.split_once(": ").map_or("", |(_, rest)| rest);
        let notation = notation.strip_suffix(FORCED).unwrap_or(notation);
        let notation = notation.split_once(NAMED).map_or(notation, |(notation, _)| notation);
        let action = game.parse_action(notation).ok_or_else(|| format!("no action in `{line}`"))?;
        actions.push(action);
    }
    Ok(actions)
}

struct TranscriptWriter<'a, G> {
    game: &'a G,
    telling: &'a TranscriptSpec<'a>,
    steps: Vec<Step>,
    ply: u64,
    round: u16,
    seat: Option<Seat>,
}

impl<G: Scripted> Watch<G> for TranscriptWriter<'_, G> {
    fn action(&mut self, state: &G::State, ply: Ply<G>, why: Option<Why>) {
        self.ply += 1;
        (self.round, self.seat) = (self.game.round(state) + 1, Some(ply.seat));
        let components = self.game.components();
        let things = self.game.numbered(state, ply.seat, ply.action);
        let action = ply.action.to_string();
        let decision = self.game.info().decision(ply.decision).name;
        let reasons = why.zip(self.telling.alternatives);
        let reasons = reasons.map(|(why, top)| Reasons::new(&why, (decision, &action), top));
        let own = Move {
            ply: self.ply,
            round: self.round,
            seat: ply.seat,
            decision,
            action,
            names: things.into_iter().map(|thing| thing.name(components).to_owned()).collect(),
            is_forced: ply.is_forced,
            reasons,
        };
        self.step(Happening::Move(Box::new(own)));
    }

    fn chance(&mut self, state: &G::State) {
        (self.round, self.seat) = (self.game.round(state) + 1, None);
    }

    fn event(&mut self, event: G::Event) {
        self.step(Happening::Event(match self.telling.style {
            Style::Text => event.describe(self.game),
            Style::JsonLines => names::resolve(json!(event), self.game.components()).to_string(),
        }));
    }
}

impl<G> TranscriptWriter<'_, G> {
    fn step(&mut self, happening: Happening) {
        self.steps.push(Step { round: self.round, seat: self.seat, happening });
    }
}

fn head<G: Scripted>(game: &G, telling: &TranscriptSpec<'_>) -> String {
    let names: Vec<&str> = telling.seats.iter().map(|strategy| strategy.name()).collect();
    let players = game.players();
    let TranscriptSpec { seed, deal, rotation, settings, style, .. } = *telling;
    match style {
        Style::Text => {
            let players = counted(players as u64, "player", "players");
            let title = game.info().title;
            let mut head = format!("{title}, {players}, seed {seed}, deal {deal}, rotation {rotation}\n");
            // An automa appears as the seat after the last one.
            for (seat, name) in Seat::all(game.contenders()).zip(names.into_iter().chain(game.automa())) {
                head += &format!("{seat}: {name}\n");
            }
            head + "\n"
        }
        Style::JsonLines => {
            let settings: serde_json::Map<String, serde_json::Value> =
                settings.iter().map(|(path, value)| (path.clone(), json!(value))).collect();
            let line = json!({
                "format": FORMAT,
                "game": game.info().name,
                "players": players,
                "seed": seed,
                "deal": deal,
                "rotation": rotation,
                "strategies": names,
                "opponent": game.automa(),
                "points_scale": game.info().points_scale,
                "settings": settings,
            });
            format!("{line}\n")
        }
    }
}

fn points<G: Game>(game: &G, record: &GameRecord, seat: Seat) -> f64 {
    f64::from(record.points[seat]) / f64::from(game.info().points_scale)
}

fn end<G: Game>(game: &G, style: Style, record: &GameRecord) -> String {
    let end = if record.truncated { "truncated" } else { game.info().ends[record.end] };
    let seats = Seat::all(record.contenders);
    match style {
        Style::Text => format!("\nend: {end}\n"),
        Style::JsonLines => {
            let line = json!({
                "end": end,
                "points": seats.clone().map(|seat| points(game, record, seat)).collect::<Vec<_>>(),
                "places": seats.map(|seat| record.places[seat]).collect::<Vec<_>>(),
                "plies": record.plies,
                "decisions": record.decisions,
            });
            format!("{line}\n")
        }
    }
}

impl Transcript {
    pub fn moves(&self) -> impl Iterator<Item = &Move> {
        self.steps.iter().filter_map(|step| match &step.happening {
            Happening::Move(own) => Some(&**own),
            Happening::Event(_) => None,
        })
    }
}

impl fmt::Display for Transcript {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.head)?;
        for Step { happening, .. } in &self.steps {
            match (happening, self.style) {
                (Happening::Move(own), Style::Text) => own.write(f, self.explains)?,
                (Happening::Move(own), Style::JsonLines) => writeln!(f, "{}", own.json(self.explains))?,
                (Happening::Event(line), Style::Text) => writeln!(f, "    {line}")?,
                (Happening::Event(line), Style::JsonLines) => writeln!(f, "{line}")?,
            }
        }
        f.write_str(&self.end)?;
        if self.style == Style::JsonLines {
            return Ok(());
        }
        (1..).zip(&self.results).try_for_each(|(seat, result)| writeln!(f, "seat {seat}: {result}"))
    }
}

impl Move {
    /// The action, with the names of the components that it gives by number.
    pub fn in_words(&self) -> String {
        let forced = if self.is_forced { FORCED } else { "" };
        let names =
            if self.names.is_empty() { String::new() } else { format!("{NAMED}{}", self.names.join(" + ")) };
        format!("{}{names}{forced}", self.action)
    }

    /// Whether the same seat answers the same decision alike, whatever the reasons.
    pub fn is_same_action(&self, other: &Move) -> bool {
        (self.seat, self.decision) == (other.seat, other.decision) && self.in_words() == other.in_words()
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, has_round: bool) -> fmt::Result {
        let round = if has_round { format!("round {} ", self.round) } else { String::new() };
        writeln!(f, "{} {round}{} {}: {}", self.ply, self.seat, self.decision, self.in_words())?;
        self.reasons.as_ref().map_or(Ok(()), |reasons| write!(f, "{reasons}"))
    }

    pub fn json(&self, has_round: bool) -> serde_json::Value {
        let mut line = json!({
            "ply": self.ply,
            "seat": self.seat.0 + 1,
            "decision": self.decision,
            "action": self.action,
            "forced": self.is_forced,
        });
        if has_round {
            line["round"] = json!(self.round);
        }
        if let Some(reasons) = &self.reasons {
            line["why"] = json!(reasons);
        }
        line
    }
}

/// Writes the move with its round and its reasons.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, true)
    }
}
