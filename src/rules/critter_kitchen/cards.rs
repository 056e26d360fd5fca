//! Locations and cards as data, checked against each other when they are read.

use super::{
    effects::{CourseWord, CriticEffect, RestaurateurEffect, RumorEffect, Time, ZousEffect},
    mcdogalds::cards::House,
    token::{SLOTS, TYPE_WORDS, TYPES},
    variant::{BAG_COUNTS, DAY, Variant},
};
use crate::rules::{
    luck::hash_name,
    params::{ParamError, Params, Table},
    record::{Component, Source},
};

/// Rounds of the game (CK-14).
pub const ROUNDS: usize = 7;
/// Rounds that reveal a challenge and a zous-chef (CK-35, CK-41).
pub const REVEALS: usize = 6;
/// The most locations in play (CK-25).
pub const PLACES: usize = 8;
/// Room for the rows of a card table.
pub const MAX_ROWS: usize = 64;

/// Which of the boards a location is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Board {
    SoupTruck,
    /// A numbered board.
    Shop,
    Merchant,
    Academy,
}

/// A location in play.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Location {
    pub name: String,
    pub board: Board,
    /// Item spaces that are filled from the bag.
    pub items: u8,
}

/// A challenge card: required types from left to right (CK-136).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Challenge {
    pub needs: [u8; DAY],
}

impl Challenge {
    /// Required types as a mask; the Hold token covers the last (CK-127).
    #[inline]
    pub fn mask(&self, is_held: bool) -> u8 {
        let open = if is_held { DAY - 1 } else { DAY };
        self.needs[..open].iter().fold(0, |mask, &course| mask | 1 << course)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Critic {
    pub effect: CriticEffect,
    /// The type it is about; `None` for any.
    pub course: Option<usize>,
    pub amount: u8,
    pub at_least: u8,
    pub limit: u8,
    /// Stars of McDogald's at the start (CK-192).
    pub start: u8,
    /// Rank of each type in McDogald's eyes, 0 for the best liked (CK-203).
    pub rank: [u8; TYPES],
}

impl Critic {
    /// The value that a printed one stands for, if the critic says so (CK-179).
    #[inline]
    pub fn replaced(&self, printed: u8) -> Option<u8> {
        (self.effect == CriticEffect::Value && printed == self.at_least).then_some(self.amount)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rumor {
    pub effect: RumorEffect,
    pub course: Option<usize>,
    pub stars: u8,
    pub at_least: u8,
    pub limit: u8,
    pub advanced: bool,
    /// Stars for McDogald's (CK-173).
    pub dots: u8,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ZousChef {
    pub capacity: u8,
    pub time: Time,
    pub effect: ZousEffect,
    pub amount: u8,
    pub n: u8,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Restaurateur {
    pub stars: u8,
    pub effect: RestaurateurEffect,
    pub amount: u8,
    pub n: u8,
}

/// A deck with the hashes of its cards' names, which shuffles are sorted by.
#[derive(Debug, Clone)]
pub struct Deck<T> {
    pub cards: Vec<T>,
    pub names: Vec<u64>,
    /// Index of the first card among the game's components.
    pub component: usize,
}

/// Everything in the box but the tokens.
#[derive(Debug, Clone)]
pub struct Cards {
    /// In the order in which they are resolved (CK-24).
    pub locations: Vec<Location>,
    pub challenges: Deck<Challenge>,
    pub critics: Deck<Critic>,
    pub rumors: Deck<Rumor>,
    pub zous: Deck<ZousChef>,
    pub restaurateurs: Deck<Restaurateur>,
    /// What McDogald's goes by in solo play.
    pub house: House,
    /// Last space and stars of each row of the score track.
    pub track: Vec<(u16, u8)>,
    pub components: Vec<Component>,
}

impl Cards {
    pub fn new(params: &Params, players: usize, variant: &Variant) -> Result<Cards, ParamError> {
        let mut components = Vec::new();
        let locations = locations(params, players, variant, &mut components)?;
        let table = params.table("challenges");
        let challenges = deck(table, "challenge", REVEALS, &mut components, |row| {
            let mut needs = [0; DAY];
            for (need, column) in needs.iter_mut().zip(["first", "second", "third"]) {
                *need = CourseWord::of(table.word(row, column)) as u8;
            }
            if needs[0] == needs[1] || needs[1] == needs[2] || needs[0] == needs[2] {
                let error = ParamError::new(
                    format!("challenge `{}` requires a type twice", row.id),
                    "give it three different types",
                );
                return Err(error.about([format!("challenges.{}", row.id)]));
            }
            Ok(Challenge { needs })
        })?;
        let critics = critics(params, &mut components)?;
        let rumors = rumors(params, players, &mut components)?;
        let table = params.table("zous_chefs");
        let zous = deck(table, "zous-chef", REVEALS, &mut components, |row| {
            Ok(ZousChef {
                capacity: table.int(row, "capacity") as u8,
                time: Time::of(table.word(row, "time")),
                effect: ZousEffect::of(table.word(row, "effect")),
                amount: table.int(row, "amount") as u8,
                n: table.int(row, "n") as u8,
            })
        })?;
        let table = params.table("restaurateurs");
        let needed = if variant.restaurateurs { 2 * players } else { 0 };
        let restaurateurs = deck(table, "restaurateur", needed, &mut components, |row| {
            Ok(Restaurateur {
                stars: table.int(row, "stars") as u8,
                effect: RestaurateurEffect::of(table.word(row, "effect")),
                amount: table.int(row, "amount") as u8,
                n: table.int(row, "n") as u8,
            })
        })?;
        let track = track(params)?;
        let house = House::new(params)?;
        let cards =
            Cards { locations, challenges, critics, rumors, zous, restaurateurs, house, track, components };
        cards.check_bag(variant)?;
        Ok(cards)
    }

    /// A round must not ask for more tokens than the bag holds at the start.
    fn check_bag(&self, variant: &Variant) -> Result<(), ParamError> {
        let spaces: usize = self.locations.iter().map(|location| usize::from(location.items)).sum();
        let tokens = variant.bag.total();
        if tokens < spaces {
            let error = ParamError::new(
                format!("a bag of {tokens} tokens cannot fill {spaces} item spaces"),
                "raise the copies of tokens, or lower the items of locations",
            );
            let counts = BAG_COUNTS.into_iter();
            return Err(error.about(counts.chain(["merchant_items", "academy_items", "locations"])));
        }
        Ok(())
    }

    /// Index of the Midnight Merchant's location.
    #[inline]
    pub fn merchant(&self) -> usize {
        self.locations.len() - 2
    }

    /// Index of the Chef Academy's location.
    #[inline]
    pub fn academy(&self) -> usize {
        self.locations.len() - 1
    }

    /// Stars of a marker that has gone `quality` spaces (CK-158, CK-159), as many as can be counted.
    pub fn track_stars(&self, quality: u16, lap_stars: u8) -> i16 {
        let Some(&(lap, _)) = self.track.last() else { return 0 };
        if quality == 0 {
            return 0;
        }
        let (laps, space) = ((quality - 1) / lap, (quality - 1) % lap + 1);
        let row = self.track.iter().find(|(end, _)| space <= *end).map_or(0, |&(_, stars)| stars);
        let stars = u32::from(laps) * u32::from(lap_stars) + u32::from(row);
        i16::try_from(stars).unwrap_or(i16::MAX)
    }
}

/// Reads the rows of a card table.
fn deck<T>(
    table: &Table,
    kind: &str,
    needed: usize,
    components: &mut Vec<Component>,
    read: impl Fn(&crate::rules::params::Row) -> Result<T, ParamError>,
) -> Result<Deck<T>, ParamError> {
    let count = table.rows.len();
    if count < needed || count > MAX_ROWS {
        let error = ParamError::new(
            format!("table `{}` has {count} rows", table.name),
            format!("this table of players needs {needed} to {MAX_ROWS}"),
        );
        return Err(error.about([&table.name]));
    }
    let component = components.len();
    let mut deck = Deck { cards: Vec::new(), names: Vec::new(), component };
    for row in &table.rows {
        deck.cards.push(read(row)?);
        deck.names.push(hash_name(&row.id));
        components.push(Component { name: row.id.clone(), kind: kind.to_owned(), source: row.source });
    }
    Ok(deck)
}

fn locations(
    params: &Params,
    players: usize,
    variant: &Variant,
    components: &mut Vec<Component>,
) -> Result<Vec<Location>, ParamError> {
    let table = params.table("locations");
    let boards = players.max(2);
    if table.rows.len() < boards || boards + 3 > PLACES {
        let error = ParamError::new(
            format!("table `locations` has {} numbered boards", table.rows.len()),
            format!("{players} players need {boards}"),
        );
        return Err(error.about(["locations"]));
    }
    let mut locations = Vec::new();
    let mut add = |name: &str, board, items, source| {
        components.push(Component { name: name.to_owned(), kind: "location".to_owned(), source });
        locations.push(Location { name: name.to_owned(), board, items });
    };
    add("soup-truck", Board::SoupTruck, 0, Source::Rulebook);
    for row in &table.rows[..boards] {
        add(&row.id, Board::Shop, table.int(row, "items") as u8, row.source);
    }
    add("midnight-merchant", Board::Merchant, variant.merchant_items, Source::Reconstructed);
    add("chef-academy", Board::Academy, variant.academy_items, Source::Rulebook);
    Ok(locations)
}

fn critics(params: &Params, components: &mut Vec<Component>) -> Result<Deck<Critic>, ParamError> {
    let table = params.table("critics");
    deck(table, "critic", 1, components, |row| {
        let about_row = |error: ParamError| error.about([format!("critics.{}", row.id)]);
        let critic = Critic {
            effect: CriticEffect::of(table.word(row, "effect")),
            course: CourseWord::of(table.word(row, "course")).course(),
            amount: table.int(row, "amount") as u8,
            at_least: table.int(row, "at_least") as u8,
            limit: table.int(row, "limit") as u8,
            start: table.int(row, "start") as u8,
            rank: ranks(table.word(row, "likes")).ok_or_else(|| {
                about_row(ParamError::new(
                    format!("the likes of critic `{}` are not the seven types", row.id),
                    format!("name each once: {}", TYPE_WORDS.join(" ")),
                ))
            })?,
        };
        let wrong = |help: &str| {
            Err(about_row(ParamError::new(format!("critic `{}` cannot be played", row.id), help)))
        };
        match critic.effect {
            CriticEffect::Several if critic.amount == 0 || critic.amount > 8 => wrong("set amount to 1 to 8"),
            CriticEffect::Paired if critic.course != Some(TYPES - 1) || critic.amount > 1 => {
                wrong("a paired type is wine, and amount at most 1")
            }
            CriticEffect::SpiceFactor if critic.amount == 0 => wrong("set amount to 1 or more"),
            CriticEffect::Double if critic.course.is_none() => wrong("name one type as its course"),
            CriticEffect::BestStars if critic.course.is_none() || usize::from(critic.at_least) > TYPES => {
                wrong("name one type, and as at_least the number of a second course, 1 to 7")
            }
            _ => Ok(critic),
        }
    })
}

/// The rank of each type in a list that names all of them.
fn ranks(likes: &str) -> Option<[u8; TYPES]> {
    let mut rank = [u8::MAX; TYPES];
    for (at, word) in likes.split_whitespace().enumerate() {
        let course = TYPE_WORDS.iter().position(|known| *known == word)?;
        rank[course] = at as u8;
    }
    let is_whole = (0..TYPES as u8).all(|at| rank.contains(&at));
    is_whole.then_some(rank)
}

fn rumors(
    params: &Params,
    players: usize,
    components: &mut Vec<Component>,
) -> Result<Deck<Rumor>, ParamError> {
    let table = params.table("rumors");
    // Every player might draw a card of their own besides the three in play.
    let needed = SLOTS + players;
    let deck = deck(table, "rumor", needed, components, |row| {
        let rumor = Rumor {
            effect: RumorEffect::of(table.word(row, "effect")),
            course: CourseWord::of(table.word(row, "course")).course(),
            stars: table.int(row, "stars") as u8,
            at_least: table.int(row, "at_least") as u8,
            limit: table.int(row, "limit") as u8,
            advanced: table.flag(row, "advanced"),
            dots: table.int(row, "dots") as u8,
        };
        let needs_course = matches!(
            rumor.effect,
            RumorEffect::Fanatic
                | RumorEffect::CourseBest
                | RumorEffect::MostQuality
                | RumorEffect::MostOfType
                | RumorEffect::Bands
                | RumorEffect::High
        );
        let wrong = |what: &str, help: &str| {
            let error = ParamError::new(format!("rumor `{}` {what}", row.id), help);
            Err(error.about([format!("rumors.{}", row.id)]))
        };
        if needs_course && rumor.course.is_none() {
            return wrong("is about no course", "name one type");
        }
        let divides = matches!(rumor.effect, RumorEffect::Odd | RumorEffect::Left | RumorEffect::Bands);
        if divides && rumor.at_least == 0 {
            return wrong("divides by zero", "set at_least to 1 or more");
        }
        Ok(rumor)
    })?;
    let simple = deck.cards.iter().filter(|rumor| !rumor.advanced).count();
    if params.flag("first_game") && simple < needed {
        let error = ParamError::new(
            format!("a first game has only {simple} rumors"),
            format!("leave at least {needed} that are not advanced"),
        );
        return Err(error.about(["rumors", "first_game"]));
    }
    Ok(deck)
}

fn track(params: &Params) -> Result<Vec<(u16, u8)>, ParamError> {
    let table = params.table("track");
    let rows: Vec<(u16, u8)> =
        table.rows.iter().map(|row| (table.int(row, "end") as u16, table.int(row, "stars") as u8)).collect();
    if rows.is_empty() || rows.windows(2).any(|pair| pair[0].0 >= pair[1].0) {
        let error =
            ParamError::new("the rows of the score track do not ascend", "order them by their last space");
        return Err(error.about(["track"]));
    }
    Ok(rows)
}
