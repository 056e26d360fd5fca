//! Reads the card tables and refuses cards that cannot be played.

use crate::rules::{
    cards::{
        Board, Critic, Deck, Location, MAX_ROWS, PLACES, Rumor,
        effects::{CriticEffect, RumorEffect},
    },
    token::{SLOTS, TYPE_WORDS, TYPES},
    variant::Variant,
};
use sim_engine::{
    component::{Component, Source},
    luck::hash_name,
    settings::{Record, SettingError, Settings, Table},
};

pub(in crate::rules) fn deck<T>(
    table: &Table,
    kind: &str,
    needed: usize,
    components: &mut Vec<Component>,
    read: impl Fn(Record<'_>) -> Result<T, SettingError>,
) -> Result<Deck<T>, SettingError> {
    let count = table.rows.len();
    if count < needed || count > MAX_ROWS {
        let error = SettingError::new(
            format!("table `{}` has {count} rows", table.name),
            format!("this table of players needs {needed} to {MAX_ROWS}"),
        );
        return Err(error.about([&table.name]));
    }
    let component = components.len();
    let mut deck = Deck { cards: Vec::new(), names: Vec::new(), component };
    for record in table.records() {
        deck.cards.push(read(record)?);
        deck.names.push(hash_name(record.id()));
        components.push(record.row.component(kind));
    }
    Ok(deck)
}

pub(in crate::rules) fn locations(
    settings: &Settings,
    players: usize,
    variant: &Variant,
    components: &mut Vec<Component>,
) -> Result<Vec<Location>, SettingError> {
    let table = settings.table("locations");
    let boards = players.max(2);
    if table.rows.len() < boards || boards + 3 > PLACES {
        let error = SettingError::new(
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

pub(in crate::rules) fn critics(
    settings: &Settings,
    components: &mut Vec<Component>,
) -> Result<Deck<Critic>, SettingError> {
    let table = settings.table("critics");
    deck(table, "critic", 1, components, |row| {
        let id = row.id();
        let about_row = |error: SettingError| error.about([format!("critics.{id}")]);
        let rank = ranks(table.word(row.row, "likes")).ok_or_else(|| {
            about_row(SettingError::new(
                format!("the likes of critic `{id}` are not the seven types"),
                format!("name each once: {}", TYPE_WORDS.join(" ")),
            ))
        })?;
        let critic = Critic::read(row, rank);
        let wrong =
            |help: &str| Err(about_row(SettingError::new(format!("critic `{id}` cannot be played"), help)));
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

/// Returns the rank of each type in a list, or `None` if it does not name all types.
fn ranks(likes: &str) -> Option<[u8; TYPES]> {
    let mut rank = [u8::MAX; TYPES];
    for (at, word) in likes.split_whitespace().enumerate() {
        let course = TYPE_WORDS.iter().position(|known| *known == word)?;
        rank[course] = at as u8;
    }
    let is_whole = (0..TYPES as u8).all(|at| rank.contains(&at));
    is_whole.then_some(rank)
}

pub(in crate::rules) fn rumors(
    settings: &Settings,
    players: usize,
    components: &mut Vec<Component>,
) -> Result<Deck<Rumor>, SettingError> {
    let table = settings.table("rumors");
    // Each player may draw a rumor card of their own besides the three in play.
    let needed = SLOTS + players;
    let deck = deck(table, "rumor", needed, components, |row| {
        let rumor = Rumor::read(row);
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
            let error = SettingError::new(format!("rumor `{}` {what}", row.id()), help);
            Err(error.about([format!("rumors.{}", row.id())]))
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
    if settings.flag("first_game") && simple < needed {
        let error = SettingError::new(
            format!("a first game has only {simple} rumors"),
            format!("leave at least {needed} that are not advanced"),
        );
        return Err(error.about(["rumors", "first_game"]));
    }
    Ok(deck)
}

pub(in crate::rules) fn track(settings: &Settings) -> Result<Vec<(u16, u8)>, SettingError> {
    let table = settings.table("track");
    let rows: Vec<(u16, u8)> = table.records().map(|row| (row.get("end"), row.get("stars"))).collect();
    if rows.is_empty() || rows.windows(2).any(|pair| pair[0].0 >= pair[1].0) {
        let error =
            SettingError::new("the rows of the score track do not ascend", "order them by their last space");
        return Err(error.about(["track"]));
    }
    Ok(rows)
}
