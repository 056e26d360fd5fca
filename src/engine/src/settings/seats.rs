//! Start values that differ between seats: later seats may begin with more.
//!
//! A setting or a table column with `seats = 6` in the data file can also be set for each of six seats:
//! `start_coins.3` is the value of the third seat, and the other seats have `start_coins`.

use super::{Domain, Entry, FromValue, SettingError, Settings, Value};
use crate::{
    component::Source,
    seat::{BySeat, Seat},
};

/// A value of one seat that replaces the value of all seats.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct OwnValue {
    /// The path of the value of all seats.
    path: String,
    seat: Seat,
    value: Value,
}

impl OwnValue {
    fn path(&self) -> String {
        own_path(&self.path, self.seat)
    }
}

fn own_path(path: &str, seat: Seat) -> String {
    format!("{path}.{}", seat.index() + 1)
}

impl Settings {
    /// The value of each seat at a path that can be set by seat.
    ///
    /// # Errors
    /// The value is set for a seat where nobody sits.
    pub fn by_seat<T: FromValue + Default + Copy>(
        &self,
        path: &str,
        players: usize,
    ) -> Result<BySeat<T>, SettingError> {
        let all = self.for_all(path);
        let mut values = BySeat::default();
        Seat::all(players).for_each(|seat| values[seat] = T::from_value(all));
        for own in self.own.iter().filter(|own| own.path == path) {
            if own.seat.index() >= players {
                let message = format!("{}: nobody sits in {}", own.path(), own.seat);
                let help = format!("name seats 1 to {players}, or play with more");
                return Err(SettingError::new(message, help).about([own.path()]));
            }
            values[own.seat] = T::from_value(&own.value);
        }
        Ok(values)
    }

    /// The value of all seats, recorded as read by the rules.
    fn for_all(&self, path: &str) -> &Value {
        match path.splitn(3, '.').collect::<Vec<_>>()[..] {
            [table, row, column] => self.table(table).for_all(row, column),
            _ => {
                let setting = self.setting(path);
                debug_assert!(setting.seats > 0, "`{path}` has no `seats` in the data file");
                &setting.value
            }
        }
    }

    /// Sets a value by a path that ends in a seat; `None` if no value is at the rest of the path.
    pub(super) fn put_for_seat(
        &mut self,
        path: &str,
        read: &impl Fn(&Domain) -> Result<Value, SettingError>,
    ) -> Option<Result<(), SettingError>> {
        let (whole, seat) = path.rsplit_once('.')?;
        let entry = self.entries().into_iter().find(|entry| entry.path == whole)?;
        Some(self.seat_of(&entry, seat).and_then(|seat| {
            let value = read(&entry.domain)?;
            self.own.retain(|own| (own.path.as_str(), own.seat) != (whole, seat));
            self.own.push(OwnValue { path: whole.to_owned(), seat, value });
            self.own.sort_by_key(|own| own.seat);
            Ok(())
        }))
    }

    fn seat_of(&self, entry: &Entry, word: &str) -> Result<Seat, SettingError> {
        let Entry { path, seats, .. } = entry;
        if *seats == 0 {
            let known = self.entries().into_iter().filter(|entry| entry.seats > 0).map(|entry| entry.path);
            let known: Vec<String> = known.collect();
            let help = match &known[..] {
                [] => format!("nothing in {} can be set by seat", self.game),
                known => format!("what can be set by seat: {}", known.join(", ")),
            };
            return Err(SettingError::new(format!("`{path}` is the same for all seats"), help));
        }
        let seat = word.parse::<u8>().ok().filter(|seat| (1..=*seats).contains(seat));
        seat.map(|seat| Seat(seat - 1)).ok_or_else(|| {
            let help = format!("give {path}.1 to {path}.{seats}, or {path} for all");
            SettingError::new(format!("there is no seat `{word}`"), help)
        })
    }

    /// Whether a path is that of a seat with its own value.
    pub(super) fn is_own(&self, path: &str) -> bool {
        self.own.iter().any(|own| own.path() == path)
    }

    pub(super) fn own_entries<'a>(&'a self, all: &'a Entry) -> impl Iterator<Item = Entry> + 'a {
        let own = self.own.iter().filter(|own| own.path == all.path);
        own.map(|own| for_seat(all, own.seat, &own.value))
    }

    /// The entry at a path; for a seat without a value of its own, with the value of all seats.
    pub fn entry(&self, path: &str) -> Option<Entry> {
        let entries = self.entries();
        let of_row = self.path_of_row(path);
        let path = of_row.as_deref().unwrap_or(path);
        if let Some(found) = entries.iter().find(|entry| entry.path == path) {
            return Some(found.clone());
        }
        let (whole, seat) = path.rsplit_once('.')?;
        let all = entries.iter().find(|entry| entry.path == whole)?;
        let seat = self.seat_of(all, seat).ok()?;
        Some(for_seat(all, seat, &all.value))
    }
}

fn for_seat(all: &Entry, seat: Seat, value: impl ToString) -> Entry {
    let value = value.to_string();
    Entry {
        path: own_path(&all.path, seat),
        source: if value == all.value { all.source } else { Source::Changed },
        value,
        default: all.value.clone(),
        seats: 0,
        seat: Some(seat),
        about: format!("{} For {seat} alone.", all.about),
        ..all.clone()
    }
}
