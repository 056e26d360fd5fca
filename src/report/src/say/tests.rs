use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

use super::*;

fn all() -> impl Iterator<Item = (String, TemplateEntry<'static>)> {
    files().flat_map(|(file, text)| declared(text).map(move |one| (format!("{file}/{}", one.name), one)))
}

#[test]
fn every_file_of_the_folder_is_compiled_in_and_every_sentence_has_one_name() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("templates");
    let known = |name: &str| files().any(|(file, _)| name == format!("{file}.j2"));
    for entry in fs::read_dir(folder).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        assert!(known(&name), "{name}");
    }
    for (file, text) in files() {
        assert_eq!(declared(text).count(), text.matches("{#").count(), "{file}");
    }
    let names: BTreeSet<String> = all().map(|(name, _)| name).collect();
    assert_eq!(names.len(), all().count());
}

#[test]
fn a_sentence_uses_what_it_declares() {
    for (name, one) in all() {
        let used = SENTENCES.get_template(&name).unwrap().undeclared_variables(false);
        let used: BTreeSet<&str> = used.iter().map(String::as_str).collect();
        let declared: BTreeSet<&str> = one.values.iter().map(|(name, _)| *name).collect();
        assert_eq!(used, declared, "{name}");
    }
}

/// The arguments of each call of `say!` in a source file.
fn calls(text: &str) -> Vec<&str> {
    let inside = |call: &'_ str| {
        let mut depth = 1;
        call.char_indices().find_map(|(at, letter)| {
            depth +=
                i32::from(matches!(letter, '(' | '[' | '{')) - i32::from(matches!(letter, ')' | ']' | '}'));
            (depth == 0).then_some(at)
        })
    };
    text.split("say!(").skip(1).filter_map(|call| Some(&call[..inside(call)?])).collect()
}

/// The arguments of a call, separated by commas outside of brackets.
fn parts(call: &str) -> Vec<&str> {
    let (mut parts, mut depth, mut from) = (Vec::new(), 0, 0);
    for (at, letter) in call.char_indices() {
        match letter {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(call[from..at].trim());
                from = at + 1;
            }
            _ => {}
        }
    }
    parts.push(call[from..].trim());
    parts.retain(|part| !part.is_empty());
    parts
}

#[test]
fn a_call_supplies_what_its_sentence_declares_and_every_sentence_is_called() {
    fn sources(folder: &Path, found: &mut Vec<String>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                sources(&path, found);
            } else if path.extension().is_some_and(|ending| ending == "rs") && !path.ends_with("say.rs") {
                found.push(fs::read_to_string(&path).unwrap());
            }
        }
    }
    let known: BTreeMap<String, TemplateEntry<'_>> = all().collect();
    let (mut texts, mut called) = (Vec::new(), BTreeSet::new());
    sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut texts);
    for call in texts.iter().flat_map(|text| calls(text)) {
        let [name, values @ ..] = &parts(call)[..] else { continue };
        let Some(name) = name.strip_prefix('"').and_then(|name| name.strip_suffix('"')) else { continue };
        let sentence = known.get(name).unwrap_or_else(|| panic!("{name} is called and not declared"));
        let supplied: BTreeSet<&str> =
            values.iter().map(|one| one.split("=>").next().unwrap().trim()).collect();
        let declared: BTreeSet<&str> = sentence.values.iter().map(|(name, _)| *name).collect();
        assert_eq!(supplied, declared, "{name}");
        called.insert(name.to_owned());
    }
    let is_of_card = |name: &str| {
        name.split_once('/')
            .is_some_and(|(file, name)| CARDS.contains(&file) && ["question", "lead"].contains(&name))
    };
    // The title and the subtitle of a chart are looked up by its name.
    let is_of_chart = |name: &str| {
        let chart = name.strip_prefix("charts/").map(|name| name.strip_suffix("_title").unwrap_or(name));
        chart.is_some_and(|chart| texts.iter().any(|text| text.contains(&format!("\"{chart}\""))))
    };
    let idle = known.keys().filter(|name| !called.contains(*name) && !is_of_card(name) && !is_of_chart(name));
    let idle: Vec<&String> = idle.collect();
    assert!(idle.is_empty(), "nobody says {idle:?}");
    let charts = texts.iter().filter(|text| text.contains("Option<Sketch<"));
    let field = |line: &str| Some(line.trim().strip_prefix("name: \"")?.strip_suffix("\",")?.to_owned());
    for chart in charts.flat_map(|text| text.lines()).filter_map(field) {
        for name in [format!("charts/{chart}"), format!("charts/{chart}_title")] {
            assert!(known.contains_key(&name), "{name} is not declared");
        }
    }
}

/// Cards whose questions and leads are looked up by the name of the topic.
const CARDS: [&str; 7] = ["change", "course", "plans", "prices", "seats", "skill", "unknown"];

fn list<T: Into<Value>>(all: Vec<T>) -> Value {
    all.into_iter().collect()
}

/// Extreme values of a kind, such as one name and 40, counts of 0 and a million, negative or missing numbers.
fn extremes(kind: &str) -> Vec<Value> {
    let words = |count: usize| -> Vec<String> { (0..count).map(|at| format!("name-{at}")).collect() };
    let texts =
        |count: usize| -> Vec<String> { words(count).iter().map(|name| format!("`{name}` to 12")).collect() };
    let text = |all: &[&str]| -> Vec<Value> { all.iter().copied().map(Value::from).collect() };
    let (bare, may_miss) = kind.strip_suffix('?').map_or((kind, false), |bare| (bare, true));
    let mut values = match bare {
        "name" => text(&["name-1"]),
        "names" => [1, 2, 3, 40].map(|count| list(words(count))).to_vec(),
        "texts" => [1, 2, 3].map(|count| list(texts(count))).to_vec(),
        "table" => [vec![1], vec![4]].map(list).to_vec(),
        "sizes" => [vec![1], vec![4], vec![2, 3], vec![2, 3, 4, 5, 6]].map(list).to_vec(),
        "count" => [0_u64, 1, 2, 1_000_000].map(Value::from).to_vec(),
        "number" => text(&["0.0\u{a0}%", "−12.3 points", "1,000,000"]),
        "estimate" => {
            text(&["0.0\u{a0}%", "58.1\u{a0}%\u{a0}±\u{a0}0.2", "386\u{a0}±\u{a0}85 rating points"])
        }
        "interval" => text(&["+9.9 points (+9.1\u{a0}to\u{a0}+10.6)", "−0.2"]),
        "text" => text(&["seat 1", "percentage points", "eighth of a pass"]),
        "flag" => [false, true].map(Value::from).to_vec(),
        kind => panic!("{kind} is no kind of value"),
    };
    if may_miss {
        values.push(if bare == "names" || bare == "sizes" {
            list(Vec::<usize>::new())
        } else {
            Value::from("")
        });
    }
    values
}

/// A sentence filled with values drawn by `seed`. Over many seeds every extreme value occurs.
fn said(name: &str, sentence: &TemplateEntry<'_>, mut seed: u64) -> String {
    let mut draw = |below: usize| {
        // Splitmix64.
        seed = seed.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut bits = seed;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((bits ^ (bits >> 31)) % below as u64) as usize
    };
    let values = sentence.values.iter().map(|(name, kind)| {
        let all = extremes(kind);
        (*name, all[draw(all.len())].clone())
    });
    fill(name, &values.collect::<Vec<_>>())
}

fn words(text: &str) -> usize {
    text.split_whitespace().filter(|word| word.contains(char::is_alphanumeric)).count()
}

/// Sentences that `is_fault` rejects for some of 300 drawn sets of values, with the text.
fn faults(is_fault: impl Fn(&str, &str) -> bool) -> BTreeMap<String, String> {
    let told = all().flat_map(|(name, sentence)| {
        (0..300).map(move |seed| (name.clone(), said(&name, &sentence, seed))).collect::<Vec<_>>()
    });
    told.filter(|(name, told)| is_fault(name, told)).collect()
}

#[test]
fn no_sentence_is_long_or_has_two_brackets_whatever_its_values() {
    let long = faults(|name, told| {
        // The subtitle of a chart is read next to it, and may list everything that it shows.
        let most = if name.starts_with("charts/") { usize::MAX } else { 25 };
        let is_long = |one: &str| words(one) > most || one.matches('(').count() > 1;
        told.is_empty()
            || told.contains("  ")
            || told.contains(" .")
            || told.split_inclusive(". ").any(is_long)
    });
    assert!(long.is_empty(), "{long:#?}");
}

/// A headline is one sentence, or two short ones.
#[test]
fn no_headline_has_more_than_25_words() {
    let long = faults(|name, told| {
        let is_headline = name.split_once('/').is_some_and(|(file, name)| {
            CARDS.contains(&file) && !name.starts_with("caption") && name != "lead"
        });
        is_headline && words(told) > 25
    });
    assert!(long.is_empty(), "{long:#?}");
}

/// The left column of the project's own table of words, which pages must avoid.
#[test]
fn no_template_has_a_word_of_old() {
    for (name, sentence) in all() {
        let text = sentence.text.to_lowercase();
        for word in [
            "the middle of",
            "goes with",
            "is linked",
            "in the place of",
            "otherwise",
            "is told",
            "so many",
            "the thing",
            "our guess",
            "reading",
            "dead:",
            " lives",
            "good hands",
            "look here",
            "wrong.",
            "who learned",
        ] {
            assert!(!text.contains(word), "{name}: {word}");
        }
    }
}
