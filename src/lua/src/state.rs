//! A state as bytes, a seat's view of it, and resampling of the hidden rest.

use std::{
    fmt::{self, Debug, Formatter},
    sync::{
        Arc, OnceLock,
        atomic::{AtomicU64, Ordering},
    },
};

use crate::{
    LuaGame,
    declaration::{Datum, Declaration, Field, Seen},
};
use sim_engine::{Amount, BySeat, Luck, Node, Purpose, Seat, Stream};

/// The legal answers at a state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Offered {
    /// Codes of answers, ascending and distinct.
    Codes(Vec<i32>),
    Amount(Amount),
    Nothing,
}

/// A state, and data derived from it: the file computes it once per state.
pub(crate) struct Inner {
    /// Unique in a process: tells an interpreter which state its tables hold.
    pub stamp: u64,
    /// For each list of components: its length, then their indices from 1.
    pub zones: Vec<u8>,
    /// The number of draws of luck, then the fields.
    pub fields: Vec<i32>,
    pub node: Node<usize>,
    pub end: usize,
    pub offered: Offered,
    /// From 1.
    pub round: i32,
    /// Points and tie-breakers, computed at first use.
    pub scores: OnceLock<(BySeat<i32>, BySeat<i32>)>,
    /// Components in play after the deal, by index from 1.
    pub dealt: Arc<Vec<u16>>,
}

/// The complete state of a game; clones share it.
#[derive(Clone)]
pub struct State(pub(crate) Arc<Inner>);

impl PartialEq for State {
    fn eq(&self, other: &State) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
            || self.0.zones == other.0.zones
                && self.0.fields == other.0.fields
                && self.0.node == other.0.node
                && self.0.offered == other.0.offered
    }
}

impl Debug for State {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "State {{ zones: {:?}, numbers: {:?} }}", self.0.zones, self.0.fields)
    }
}

static STAMPS: AtomicU64 = AtomicU64::new(1);

thread_local! {
    /// Range of stamps that this thread reserved and has not used.
    static OWN: std::cell::Cell<(u64, u64)> = const { std::cell::Cell::new((0, 0)) };
}

pub(crate) fn stamp() -> u64 {
    const MANY: u64 = 1 << 20;
    OWN.with(|own| {
        let (mut next, mut end) = own.get();
        if next == end {
            next = STAMPS.fetch_add(MANY, Ordering::Relaxed);
            end = next + MANY;
        }
        own.set((next + 1, end));
        next
    })
}

/// The components of one zone and owner.
#[derive(Debug, Clone, Copy)]
pub(crate) struct List<'s> {
    pub zone: usize,
    pub owner: Option<Seat>,
    pub ids: &'s [u8],
}

/// The lists of a state in order.
pub(crate) fn lists<'s>(declaration: &Declaration, players: usize, zones: &'s [u8]) -> Vec<List<'s>> {
    let mut all = Vec::with_capacity(declaration.zones.len() * players);
    let mut rest = zones;
    for (zone, declared) in declaration.zones.iter().enumerate() {
        let owners = if declared.each { players } else { 1 };
        for owner in 0..owners {
            let Some((&length, behind)) = rest.split_first() else { return all };
            let (ids, after) = behind.split_at(usize::from(length).min(behind.len()));
            rest = after;
            all.push(List { zone, owner: declared.each.then_some(Seat(owner as u8)), ids });
        }
    }
    all
}

/// Whether a seat sees the content of a list in order.
fn is_seen(seen: Seen, owner: Option<Seat>, seat: Seat) -> bool {
    match seen {
        Seen::Open => true,
        Seen::Own => owner == Some(seat),
        Seen::Hidden | Seen::Counted => false,
    }
}

/// Shuffles components by individual keys, with `keys` by component index: a card more or less in the box leaves
/// the order of the others unchanged.
pub(crate) fn shuffle_by_luck(ids: &mut [u8], keys: &[u64], luck: &Luck, purpose: Purpose, time: u64) {
    ids.sort_unstable();
    let mut copy = 0;
    let mut before = 0;
    let mut keyed: Vec<(u64, u8)> = Vec::with_capacity(ids.len());
    for &id in ids.iter() {
        copy = if id == before { copy + 1 } else { 0 };
        before = id;
        let name = keys.get(usize::from(id)).copied().unwrap_or(0);
        keyed.push((luck.order_key(purpose, name, copy << 32 | time), id));
    }
    keyed.sort_unstable();
    ids.iter_mut().zip(keyed).for_each(|(id, (_, own))| *id = own);
}

/// Resamples all that a seat does not see, from its view and the stream alone. Hidden lists of one kind of
/// components are pooled, shuffled and dealt out again with their old lengths; a counted list is shuffled in
/// itself.
pub(crate) fn redraw(game: &LuaGame, state: &State, seat: Seat, stream: &mut Stream) -> Vec<u8> {
    let declaration = game.declaration();
    let lists = lists(declaration, game.seats(), &state.0.zones);
    let mut zones = state.0.zones.clone();
    let starts: Vec<usize> = lists
        .iter()
        .scan(0, |at, list| {
            let start = *at + 1;
            *at = start + list.ids.len();
            Some(start)
        })
        .collect();
    let mut done = vec![false; lists.len()];
    for first in 0..lists.len() {
        let of = |at: usize| &declaration.zones[lists[at].zone];
        if done[first] || is_seen(of(first).seen, lists[first].owner, seat) {
            continue;
        }
        let is_alone = of(first).seen == Seen::Counted;
        let pooled: Vec<usize> = (first..lists.len())
            .filter(|&at| {
                let is_like = of(at).kind == of(first).kind && of(at).seen != Seen::Counted;
                at == first || !is_alone && is_like && !is_seen(of(at).seen, lists[at].owner, seat)
            })
            .collect();
        let mut pool: Vec<u8> = pooled.iter().flat_map(|&at| lists[at].ids).copied().collect();
        pool.sort_unstable();
        stream.shuffle(&mut pool);
        let mut pool = pool.into_iter();
        for &at in &pooled {
            done[at] = true;
            for place in &mut zones[starts[at]..starts[at] + lists[at].ids.len()] {
                *place = pool.next().unwrap_or(*place);
            }
        }
    }
    zones
}

/// A seat's view of a state.
#[derive(Clone, Copy)]
pub struct Observation<'a> {
    pub(crate) game: &'a LuaGame,
    pub(crate) state: &'a State,
    pub(crate) seat: Seat,
}

/// A list as a seat sees it.
#[derive(Debug, PartialEq, Eq)]
enum Sight<'s> {
    All(&'s [u8]),
    /// The content without the order.
    Any(Vec<u8>),
    /// The length alone.
    Count(usize),
}

impl<'a> Observation<'a> {
    /// The number of draws of luck, which all seats have seen: later draws are keyed by it.
    fn draws(&self) -> i32 {
        self.state.0.fields.first().copied().unwrap_or(0)
    }

    fn lists(&self) -> impl Iterator<Item = (&'a str, Option<Seat>, Sight<'a>)> + use<'a> {
        let (declaration, seat) = (self.game.declaration(), self.seat);
        lists(declaration, self.game.seats(), &self.state.0.zones).into_iter().map(move |list| {
            let zone = &declaration.zones[list.zone];
            let sight = if is_seen(zone.seen, list.owner, seat) {
                Sight::All(list.ids)
            } else if zone.seen == Seen::Counted {
                let mut ids = list.ids.to_vec();
                ids.sort_unstable();
                Sight::Any(ids)
            } else {
                Sight::Count(list.ids.len())
            };
            (zone.name.as_str(), list.owner, sight)
        })
    }

    /// The visible fields, each with its name and owner.
    fn fields(&self) -> impl Iterator<Item = (&'a str, Option<Seat>, i32)> + use<'a> {
        let (game, seat, state) = (self.game, self.seat, self.state);
        let fields = game.declaration().fields.iter().flat_map(move |field| {
            let owners = if field.each { game.seats() } else { 1 };
            (0..owners).map(move |owner| (field, field.each.then_some(Seat(owner as u8))))
        });
        fields
            .zip(state.0.fields.iter().skip(1))
            .filter(move |((field, owner), _)| !field.own || *owner == Some(seat))
            .map(|((field, owner), value)| (field.name.as_str(), owner, *value))
    }
}

impl PartialEq for Observation<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.seat == other.seat
            && self.draws() == other.draws()
            && self.lists().eq(other.lists())
            && self.fields().eq(other.fields())
    }
}

impl Debug for Observation<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let mut map = f.debug_map();
        let key = |name: &str, owner: Option<Seat>| {
            owner.map_or_else(|| name.to_owned(), |owner| format!("{name} of {owner}"))
        };
        let names = |ids: &[u8]| {
            ids.iter().map(|&id| self.game.component_name(id).to_owned()).collect::<Vec<String>>()
        };
        for (name, owner, sight) in self.lists() {
            match sight {
                Sight::All(ids) => map.entry(&key(name, owner), &names(ids)),
                Sight::Any(ids) => map.entry(&key(name, owner), &names(&ids)),
                Sight::Count(count) => map.entry(&key(name, owner), &count),
            };
        }
        for (name, owner, value) in self.fields() {
            map.entry(&key(name, owner), &value);
        }
        map.entry(&"draws", &self.draws());
        map.finish()
    }
}

/// Describes the hidden information of a game, in the order of [`hidden_of`].
pub(crate) fn hidden_words(declaration: &Declaration) -> Vec<String> {
    let zones = declaration.zones.iter().filter_map(|zone| match zone.seen {
        Seen::Open => None,
        Seen::Own => Some(format!("`{}` of others", zone.name)),
        Seen::Hidden => Some(format!("`{}`", zone.name)),
        Seen::Counted => Some(format!("order of `{}`", zone.name)),
    });
    let fields = declaration.fields.iter().filter(|field| field.own);
    zones.chain(fields.map(|field| format!("`{}` of others", field.name))).collect()
}

/// The information hidden from a seat.
pub(crate) fn hidden_of(game: &LuaGame, state: &State, seat: Seat) -> Vec<String> {
    let declaration = game.declaration();
    let lists = lists(declaration, game.seats(), &state.0.zones);
    let unseen_of = |zone: usize| -> String {
        let unseen = lists
            .iter()
            .filter(|list| list.zone == zone && !is_seen(declaration.zones[zone].seen, list.owner, seat));
        let names = unseen.flat_map(|list| list.ids).map(|&id| game.component_name(id));
        names.collect::<Vec<&str>>().join(" ")
    };
    let zones = (0..declaration.zones.len()).filter(|&at| declaration.zones[at].seen != Seen::Open);
    let mut hidden: Vec<String> = zones.map(unseen_of).collect();
    let mut at = 1;
    for field in &declaration.fields {
        let owners = if field.each { game.seats() } else { 1 };
        if field.own {
            let others = (0..owners).filter(|&owner| owner != seat.index());
            let values: Vec<String> =
                others.map(|owner| value_of(field, state.0.fields[at + owner])).collect();
            hidden.push(values.join(" "));
        }
        at += owners;
    }
    hidden
}

fn value_of(field: &Field, value: i32) -> String {
    match (&field.words, &field.first) {
        (Some(words), _) => words.get(value as usize - 1).cloned().unwrap_or_default(),
        (None, Datum::Flag(_)) => (value != 0).to_string(),
        _ => value.to_string(),
    }
}
