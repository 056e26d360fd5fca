use std::collections::BTreeSet;

use sim_engine::{
    Source,
    settings::{Domain, Entry},
    text::suggestion_by_meaning,
};

use crate::{
    Error, Refusal,
    ablate::is_match,
    grid::{Path, Target, wrong_values},
    spec::{ArmSpec, Setting},
};

pub const ALL: &str = "all-numbers";
/// Keyword for starting conditions: every number that can be set per seat.
pub const STARTS: &str = "start-values";
/// Default candidates: steps on either side of a number.
const STEPS: i64 = 10;
/// Parts into which a step of a large number is divided.
const PARTS: i64 = 5;
/// Steps on either side that are first played alone: some numbers have no effect until they are far enough away.
const LOOKED_AT: [usize; 2] = [1, 3];

#[derive(Debug, Clone, PartialEq)]
pub struct Lever {
    /// Path of the setting: `hand_limit`, `start_coins.3`.
    pub path: String,
    /// Candidates in ascending order, including the current value.
    pub values: Vec<i64>,
    pub now: usize,
    /// Number of candidates per step.
    pub stride: usize,
    pub source: Source,
    pub about: String,
}

impl Lever {
    pub fn setting(&self, at: usize) -> Setting {
        Setting { path: self.path.clone(), value: self.values[at].to_string() }
    }

    /// `path=5 or more`, or `or less`: a value and everything beyond it, away from the current one.
    pub fn so_far(&self, at: usize) -> String {
        let beyond = match at {
            _ if at == 0 || at + 1 == self.values.len() => "",
            _ if at > self.now => " or more",
            _ => " or less",
        };
        format!("{}{beyond}", self.setting(at))
    }

    /// Distance from the current value in steps, including fractions.
    pub fn steps(&self, at: usize) -> f64 {
        at.abs_diff(self.now) as f64 / self.stride as f64
    }

    /// Indices one step and a few steps below and above the current value, in ascending order.
    pub fn around(&self) -> Vec<usize> {
        // Uses the outermost candidate if no whole step fits.
        let steps = LOOKED_AT.map(|steps| steps * self.stride);
        let mut below: Vec<usize> = steps.iter().rev().filter_map(|by| self.now.checked_sub(*by)).collect();
        let above = steps.iter().map(|by| self.now + by).filter(|place| *place < self.values.len());
        let mut above: Vec<usize> = above.collect();
        if below.is_empty() && self.now > 0 {
            below.push(0);
        }
        if above.is_empty() && self.now + 1 < self.values.len() {
            above.push(self.values.len() - 1);
        }
        below.into_iter().chain(above).collect()
    }

    /// A number with candidates around it; none for settings that are no number or have a single value.
    fn read(entry: &Entry) -> Option<Lever> {
        let (Domain::Range(least, most), Ok(value)) = (&entry.domain, entry.value.parse::<i64>()) else {
            return None;
        };
        // A step is a tenth of the value, or 1. Candidates between steps are all whole numbers, or fifths of a step.
        let step = (value.abs() / 10).max(1);
        let stride = if step > 2 * PARTS { PARTS } else { step };
        let unit = step.div_euclid(stride);
        let values = (-STEPS * stride..=STEPS * stride).map(|places| value + places * unit);
        let values = values.filter(|value| (least..=most).contains(&value)).collect();
        Lever::new(entry, values, value, stride as usize)
    }

    fn new(entry: &Entry, mut values: Vec<i64>, value: i64, stride: usize) -> Option<Lever> {
        values.push(value);
        values.sort_unstable();
        values.dedup();
        let now = values.iter().position(|one| *one == value)?;
        let (path, about) = (entry.path.clone(), entry.about.clone());
        (values.len() > 1).then_some(Lever { path, values, now, stride, source: entry.source, about })
    }
}

/// The levers named by [`ALL`], [`STARTS`], paths, where `*` matches any text, or paths with values.
pub fn levers(words: &[String], spec: &ArmSpec) -> Result<Vec<Lever>, Error> {
    let settings = spec.rules.resolve()?.settings;
    let mut known: Vec<Entry> = Vec::new();
    let mut starts: Vec<String> = Vec::new();
    for entry in settings.entries() {
        // The entries already include seats with their own value; duplicates are removed below.
        let seats = if entry.seats > 0 { spec.players } else { 0 };
        let own = (1..=seats).filter_map(|seat| settings.entry(&format!("{}.{seat}", entry.path)));
        let all: Vec<Entry> = std::iter::once(entry.clone()).chain(own).collect();
        if seats > 0 && !is_of_another_table(&entry.path, spec.players) {
            starts.extend(all.iter().map(|entry| entry.path.clone()));
        }
        known.extend(all);
    }
    let mut seen = BTreeSet::new();
    known.retain(|entry| seen.insert(entry.path.clone()));
    let mut levers: Vec<Lever> = Vec::new();
    for word in words {
        let found = match word.split_once('=') {
            Some((path, _)) => vec![with_values(word, path.trim(), spec)?],
            None => {
                // Table cells do not count as numbers of the rules; per-seat numbers do.
                let is_plain = |entry: &Entry| {
                    let whole = entry.path.rsplit_once('.').filter(|(_, seat)| seat.parse::<u8>().is_ok());
                    !whole.map_or(entry.path.as_str(), |(whole, _)| whole).contains('.')
                };
                let is_it = |entry: &&Entry| match word.as_str() {
                    ALL => is_plain(entry),
                    STARTS => starts.contains(&entry.path),
                    word => is_match(word, &entry.path),
                };
                let named: Vec<&Entry> = known.iter().filter(is_it).collect();
                if named.is_empty() {
                    let names = known.iter().map(|entry| (entry.path.as_str(), entry.about.as_str()));
                    let names = names.chain([(STARTS, "what seats start with"), (ALL, "all numbers")]);
                    let help =
                        suggestion_by_meaning(word, names, |path| !is_of_another_table(path, spec.players));
                    return Err(Refusal::new(format!("--vary {word}: there is no such number"), help).into());
                }
                let found: Vec<Lever> = named.iter().filter_map(|entry| Lever::read(entry)).collect();
                if found.is_empty() {
                    return Err(no_number(word).into());
                }
                found
            }
        };
        for lever in found {
            // A later word overrides the candidates of an earlier one.
            levers.retain(|one| one.path != lever.path);
            levers.push(lever);
        }
    }
    Ok(levers)
}

/// Whether a path lies in the row of a different player count, such as `players.4.money` at a table of three.
fn is_of_another_table(path: &str, players: usize) -> bool {
    let row = path.strip_prefix("players.").and_then(|rest| rest.split('.').next());
    row.and_then(|row| row.parse::<usize>().ok()).is_some_and(|row| row != players)
}

fn no_number(word: &str) -> Refusal {
    let help = "`sim show settings --game GAME` lists the numbers, and what they may be";
    Refusal::new(format!("--vary {word}: it is no whole number of the rules, or can be nothing else"), help)
}

fn with_values(word: &str, path: &str, spec: &ArmSpec) -> Result<Lever, Error> {
    let read = Path::read_one_or_more(word, spec)?;
    let settings = spec.rules.resolve()?.settings;
    let no_number = || no_number(path);
    let Target::Rule(path) = &read.target else { return Err(no_number().into()) };
    let entry = settings.entry(path).ok_or_else(no_number)?;
    let value: i64 = entry.value.parse().map_err(|_| no_number())?;
    let values: Option<Vec<i64>> = read.levels.iter().map(|level| level.value.parse().ok()).collect();
    let wrong = |message: &str| wrong_values(word, message);
    let values = values.ok_or_else(|| wrong("it takes whole numbers"))?;
    Lever::new(&entry, values, value, 1).ok_or_else(|| wrong(&format!("it is {value} already")).into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        player::Player,
        spec::{Field, RulesSpec},
    };

    fn table() -> ArmSpec {
        let entry = &sim_delectable::ENTRY;
        let pool = ["raider", "prestige"].map(|name| Player::shipped(entry, name).unwrap().unwrap());
        ArmSpec { rules: RulesSpec::printed(entry), players: 2, field: Field::Pool(pool.into()), seed: 1 }
    }

    fn named(words: &[&str]) -> Vec<Lever> {
        let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
        levers(&words, &table()).unwrap()
    }

    #[test]
    fn all_numbers_are_those_of_the_rules_and_of_seats_and_no_cells_of_tables() {
        let levers = named(&[ALL]);
        let has = |path: &str| levers.iter().any(|lever| lever.path == path);
        assert!(has("hand_limit") && has("start_cards") && has("start_cards.2"));
        assert!(!has("start_cards.3"), "nobody sits there");
        assert!(levers.iter().all(|lever| !lever.path.starts_with("cards.")));
        let settings = table().rules.resolve().unwrap().settings;
        for lever in &levers {
            let now = settings.entry(&lever.path).unwrap().value;
            assert_eq!(lever.values[lever.now].to_string(), now, "{}", lever.path);
            assert!(lever.values.is_sorted() && lever.values.len() > 1, "{}", lever.path);
        }
    }

    #[test]
    fn start_values_are_what_can_be_set_by_seat() {
        let levers = named(&[STARTS]);
        let has = |path: &str| levers.iter().any(|lever| lever.path == path);
        assert!(has("start_cards") && has("start_cards.1") && has("start_cards.2") && !has("hand_limit"));
        assert!(is_of_another_table("players.4.money", 3) && !is_of_another_table("players.3.money", 3));
        assert!(!is_of_another_table("players", 3) && !is_of_another_table("start_cards.2", 3));
    }

    #[test]
    fn patterns_name_cells_and_values_may_be_given() {
        let costs = named(&["cards.S*.cost", "cards.S5.cost=10..14:2"]);
        assert!(costs.len() > 3 && costs.iter().all(|lever| lever.path.ends_with(".cost")));
        let last = costs.last().unwrap();
        assert_eq!(last.path, "cards.S5.cost");
        let now = last.values[last.now];
        let mut wanted = vec![10, 12, 14, now];
        wanted.sort_unstable();
        wanted.dedup();
        assert_eq!(last.values, wanted);
        // One value besides the current one is enough.
        for word in ["hand_limit=5..5", "hand_limit=5"] {
            assert_eq!((&named(&[word])[0].values, named(&[word])[0].now), (&vec![5, 7], 1), "{word}");
        }
        let hand = &named(&["hand_limit"])[0];
        assert_eq!((hand.values[hand.now], hand.steps(hand.now + 2)), (7, 2.0));
        let so_far = [hand.now - 2, hand.now + 2].map(|at| hand.so_far(at));
        assert_eq!(so_far, ["hand_limit=5 or less", "hand_limit=9 or more"]);
        assert_eq!(named(&["hand_limit=5..9"])[0].so_far(4), "hand_limit=9", "nothing is beyond");
        let around: Vec<i64> = hand.around().into_iter().map(|place| hand.values[place]).collect();
        assert_eq!(around, [4, 6, 8, 10]);
    }

    /// For 45 a step is 4. For 240 it is 24, in five parts of 4 (rounded down). No candidate is below the minimum.
    #[test]
    fn between_steps_of_a_large_number_smaller_ones_go() {
        let entry = |value: i64, low: i64| Entry {
            path: "money".to_owned(),
            value: value.to_string(),
            default: value.to_string(),
            domain: Domain::Range(low, 1000),
            seats: 0,
            seat: None,
            rule: String::new(),
            source: Source::Rulebook,
            about: String::new(),
        };
        let lever = Lever::read(&entry(45, 0)).unwrap();
        let around: Vec<i64> = lever.around().into_iter().map(|place| lever.values[place]).collect();
        assert_eq!((around, lever.values.len()), (vec![33, 41, 49, 57], 81));
        assert_eq!(lever.steps(lever.now + 1), 0.25);
        let large = Lever::read(&entry(240, 0)).unwrap();
        assert_eq!((large.values[large.now + 1], large.stride), (244, 5));
        let least = Lever::read(&entry(45, 43)).unwrap();
        let around: Vec<i64> = least.around().into_iter().map(|place| least.values[place]).collect();
        assert_eq!(around, [43, 49, 57]);
    }

    #[test]
    fn what_is_no_number_is_refused() {
        for (word, complaint) in [
            ("hand_limt", "did you mean `hand_limit`?"),
            ("adjacency", "no whole number"),
            ("all-number", "did you mean `all-numbers`?"),
            ("hand_limit=4..x", "not a number"),
            ("hand_limit=7..7", "it is 7 already"),
            ("raider:aim=1,2", "`raider` has no param `aim`"),
        ] {
            let error = levers(&[word.to_owned()], &table()).unwrap_err();
            let (message, help) = error.message_and_help();
            assert!(format!("{message}; {help}").contains(complaint), "{word}: {message}; {help}");
        }
    }
}
