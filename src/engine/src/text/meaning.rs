//! Finds the known name behind a different word for it: `start_coins` finds `money`, which is described as starting
//! money.

use super::nearest::{nearest, suggestion};

/// Synonyms in descriptions of games.
const SYNONYMS: [&[&str]; 9] = [
    &["money", "coin", "cash", "gold", "dollar", "fund", "budget"],
    &["start", "begin", "initial", "opening", "setup"],
    &["price", "cost", "fee", "payment"],
    &["most", "limit", "maximum", "max", "cap"],
    &["least", "fewest", "minimum", "min"],
    &["copies", "count", "number", "amount"],
    &["income", "gain", "earning", "payout"],
    &["round", "turn", "day", "season"],
    &["worker", "staff", "employee", "chef", "cook"],
];

/// Weights of a matching word in a name or in its description: identical, of the same stem, or a synonym.
const OF_NAME: [u32; 3] = [6, 5, 4];
const OF_ABOUT: [u32; 3] = [3, 2, 1];

/// A help line for an unknown `word`: the nearest name and the best match by meaning, or else the first few names.
/// `known` pairs each name with its description. Of equally good matches, one that `is_usual` comes first.
pub fn suggestion_by_meaning<'a>(
    word: &str,
    known: impl IntoIterator<Item = (&'a str, &'a str)>,
    is_usual: impl Fn(&str) -> bool,
) -> String {
    let known: Vec<(&str, &str)> = known.into_iter().collect();
    let names = || known.iter().map(|(name, _)| *name);
    let mut found: Vec<&str> = nearest(word, names()).into_iter().collect();
    found.extend(by_meaning(word, &known, is_usual).filter(|name| !found.contains(name)));
    match found[..] {
        [] => suggestion(word, names()),
        [one] => format!("did you mean `{one}`?"),
        _ => format!("did you mean `{}`?", found.join("` or `")),
    }
}

/// The name with the highest weight among those that match every word of `word` in name or description.
pub fn by_meaning<'a>(
    word: &str,
    known: &[(&'a str, &'a str)],
    is_usual: impl Fn(&str) -> bool,
) -> Option<&'a str> {
    let wanted = words(word);
    let weight = |(name, about): &(&str, &str)| {
        let (name, about) = (words(name), words(about));
        let best = |wanted: &String| {
            let of = |all: &[String], weights: [u32; 3]| {
                all.iter().filter_map(|one| alike(wanted, one)).map(|at| weights[at]).max().unwrap_or(0)
            };
            Some(of(&name, OF_NAME).max(of(&about, OF_ABOUT))).filter(|weight| *weight > 0)
        };
        wanted.iter().map(best).sum::<Option<u32>>()
    };
    let weighed = known.iter().filter_map(|one| Some((weight(one).filter(|_| !wanted.is_empty())?, one.0)));
    let order = |(weight, name): &(u32, &str)| (*weight, is_usual(name));
    // The first of equals wins.
    let better = |best, one| if order(&one) > order(&best) { one } else { best };
    weighed.reduce(better).map(|(_, name)| name)
}

fn words(text: &str) -> Vec<String> {
    let words = text.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(|word| single(&word.to_lowercase()).to_owned()).collect()
}

/// Removes the `s` of a plural.
fn single(word: &str) -> &str {
    word.strip_suffix('s').filter(|stem| stem.len() > 1 && !stem.ends_with('s')).unwrap_or(word)
}

/// The index of the weight for two words of the same meaning; `None` if their meanings differ.
fn alike(one: &str, other: &str) -> Option<usize> {
    const STEM: usize = 4;
    let (short, long) = if one.len() < other.len() { (one, other) } else { (other, one) };
    if one == other {
        Some(0)
    } else if short.len() >= STEM && long.starts_with(short) {
        Some(1)
    } else {
        SYNONYMS.iter().any(|all| [one, other].iter().all(|word| all.contains(word))).then_some(2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KNOWN: [(&str, &str); 6] = [
        ("market_start", "Cards turned face up into the market at set-up."),
        ("players.2.money", "Starting money."),
        ("players.4.money", "Starting money."),
        ("loan", "Money of one loan, paid out or paid back."),
        ("ad_price", "Price of one ad."),
        ("chart.box-12.colour", "Purple compares exact values, gold pays a bonus."),
    ];

    fn suggest(word: &str) -> String {
        suggestion_by_meaning(word, KNOWN, |name| name == "players.4.money")
    }

    #[test]
    fn a_name_is_found_by_its_words_by_its_description_and_by_synonyms() {
        assert_eq!(suggest("money"), "did you mean `players.4.money`?");
        assert_eq!(suggest("start_coins"), "did you mean `players.4.money`?");
        assert_eq!(suggest("starting cash"), "did you mean `players.4.money`?");
        assert_eq!(suggest("cost_of_ads"), "did you mean `ad_price`?");
        assert_eq!(suggest("12"), "did you mean `chart.box-12.colour`?");
    }

    #[test]
    fn the_nearest_name_goes_before_the_one_that_is_meant() {
        assert_eq!(suggest("loon"), "did you mean `loan`?");
        let known = [("start_cards", "Cards dealt at the start."), ("purse", "Starting coins.")];
        assert_eq!(
            suggestion_by_meaning("start_coins", known, |_| false),
            "did you mean `start_cards` or `purse`?"
        );
    }

    #[test]
    fn what_means_nothing_gets_the_first_few_listed() {
        assert!(suggest("zebra").starts_with("known here: `market_start`, "));
        assert!(suggest("money_zebra").starts_with("known here: "), "half of a name is no name");
        assert!(suggest("").starts_with("known here: "));
    }
}
