//! Converts a declaration to the laboratory's terms: the data file, `Info` and the vocabulary.

use std::fmt::Write;

use crate::{
    declaration::{Datum, Declaration, Domain, FeatureDecl, Kind},
    vm::Feature,
};
use sim_engine::{
    Choice, DecisionInfo, Info, Measure, MeasureShape, Of, Shape, Sum, component::Kind as KindInfo,
};
use sim_script::{
    Vocabulary, overview,
    spec::{self, DecisionPoint, Part, Slot, amount, list},
};

/// Maximal number of features of a part or of the context.
const MOST_FEATURES: usize = 128;

/// Leaks a text; a program holds few games, each once.
fn kept(text: &str) -> &'static str {
    Box::leak(text.to_owned().into_boxed_str())
}

fn kept_list<T>(list: Vec<T>) -> &'static [T] {
    Box::leak(list.into_boxed_slice())
}

/// Quotes a text for TOML.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => quoted += "\\\"",
            '\\' => quoted += "\\\\",
            '\n' => quoted += "\\n",
            '\t' => quoted += "\\t",
            '\r' => {}
            c => quoted.push(c),
        }
    }
    quoted + "\""
}

fn value(datum: &Datum) -> String {
    match datum {
        Datum::Int(number) => number.to_string(),
        Datum::Flag(flag) => flag.to_string(),
        Datum::Word(word) => quoted(word),
    }
}

fn domain(domain: &Domain) -> String {
    match domain {
        Domain::Range(low, high) => format!("range = [{low}, {high}]"),
        Domain::Flag => "flag = true".to_owned(),
        Domain::Options(words) => {
            let words: Vec<String> = words.iter().map(|word| quoted(word)).collect();
            format!("options = [{}]", words.join(", "))
        }
    }
}

/// The data file with the declared numbers and components.
pub(crate) fn data_file(name: &str, declaration: &Declaration) -> String {
    let mut text = format!("format = 2\ngame = {}\n\n[settings]\n", quoted(name));
    for number in &declaration.numbers {
        // Writing to a `String` cannot fail.
        let _ = writeln!(
            text,
            "{} = {{ value = {}, {}, rule = \"\", source = {}, about = {} }}",
            number.name,
            value(&number.value),
            domain(&number.domain),
            quoted(number.source.word()),
            quoted(&number.about)
        );
    }
    for kind in &declaration.kinds {
        table(&mut text, kind);
    }
    text
}

fn table(text: &mut String, kind: &Kind) {
    let _ = writeln!(text, "\n[tables.{}]\nabout = {}\nrows = [", kind.name, quoted(&kind.about));
    for row in &kind.rows {
        let cells = kind
            .columns
            .iter()
            .zip(&row.cells)
            .map(|(column, cell)| format!("{} = {}, ", column.name, value(cell)));
        let cells: String = cells.collect();
        let (id, source) = (quoted(&row.name), quoted(row.source.word()));
        let _ = writeln!(text, "  {{ id = {id}, {cells}copies = {}, source = {source} }},", row.copies);
    }
    let _ = writeln!(text, "]\n\n[tables.{}.columns]", kind.name);
    for column in &kind.columns {
        let price = if kind.price.as_ref() == Some(&column.name) { ", price = true" } else { "" };
        let about = quoted(&format!("{} of a {}.", column.name, kind.name));
        let _ = writeln!(text, "{} = {{ {}{price}, about = {about} }}", column.name, domain(&column.domain));
    }
    let _ =
        writeln!(text, "copies = {{ range = [0, {}], about = \"Copies in the box.\" }}", kind.most_copies);
}

pub(crate) fn info(name: &str, declaration: &Declaration) -> &'static Info {
    let decisions = declaration.decisions.iter().map(|decision| DecisionInfo {
        name: kept(&decision.name),
        shape: if decision.is_amount { Shape::Amount } else { Shape::List },
    });
    let measures = declaration.measures.iter().map(|measure| Measure {
        name: kept(&measure.name),
        of: if measure.of_table { Of::Table } else { Of::Seat },
        unit: kept(&measure.unit),
        about: kept(&measure.about),
        shape: measure.bins.map_or(MeasureShape::Scalar, |bins| MeasureShape::Histogram { bins }),
        per: None,
    });
    let kinds = declaration.kinds.iter().map(|kind| KindInfo {
        name: kept(&kind.name),
        choice: kind.choice,
        sum: kind
            .price
            .as_ref()
            .filter(|_| kind.choice == Choice::Chosen)
            .map(|price| Sum::Paid(kept(price))),
    });
    Box::leak(Box::new(Info {
        name: kept(name),
        title: kept(&declaration.title),
        designers: kept(&declaration.designers),
        players: declaration.players,
        default_players: declaration.default_players,
        objective: declaration.objective,
        points_unit: kept(&declaration.points),
        points_scale: 1,
        points_bin: declaration.points_bin,
        is_zero_sum: declaration.is_zero_sum,
        round_unit: kept(&declaration.round),
        decisions: kept_list(decisions.collect()),
        ends: kept_list(declaration.ends.iter().map(|end| kept(end)).collect()),
        measures: kept_list(measures.collect()),
        kinds: kept_list(kinds.collect()),
        rules_page: kept(&rules_page(name, declaration)),
        data_file: kept(&data_file(name, declaration)),
    }))
}

/// The rules in words, or a pointer to the file.
fn rules_page(name: &str, declaration: &Declaration) -> String {
    if !declaration.rules.is_empty() {
        return declaration.rules.clone();
    }
    let title = &declaration.title;
    format!(
        "# {title}\n\nThe rules are the functions of {name}.lua. Describe them in words as `rules = [[ ... ]]` in `game`.\n"
    )
}

fn feature(declared: &FeatureDecl) -> spec::Feature {
    spec::Feature::plain(kept(&declared.name), kept(&declared.unit), declared.range, kept(&declared.about))
}

/// The vocabulary of the game, the names of the context features beyond the overview, and the sources of each
/// decision's features.
pub(crate) fn vocabulary(
    name: &str,
    declaration: &Declaration,
) -> (&'static Vocabulary, Vec<String>, Vec<Vec<Feature>>) {
    let mut context = overview_features(declaration);
    context.extend(declaration.context.iter().map(feature));
    let mut points: Vec<DecisionPoint> = Vec::new();
    let mut sources = Vec::new();
    for decision in &declaration.decisions {
        let (features, own) = features_of(declaration, decision);
        sources.push(own);
        let part = Part { name: "answer", about: "An answer.", features: kept_list(features) };
        let parts = kept_list(vec![part]);
        let (name, about) = (kept(&decision.name), kept(&decision.about));
        points.push(if decision.is_amount { amount(name, about, parts) } else { list(name, about, parts) });
    }
    let vocabulary =
        Vocabulary { context: kept_list(context), ..Vocabulary::new(kept(name), kept_list(points)) };
    let names = declaration.context.iter().map(|feature| feature.name.clone()).collect();
    (Box::leak(Box::new(vocabulary)), names, sources)
}

/// The features that start every game's context, in this game's words.
fn overview_features(declaration: &Declaration) -> Vec<spec::Feature> {
    let Declaration { round, points, players, .. } = declaration;
    let (fewest, most) = *players;
    let all = (f64::NEG_INFINITY, f64::INFINITY);
    let left = declaration.most_rounds().map_or(0.0, |most| (most - 1) as f64);
    let features = [
        ("round", round.as_str(), (1.0, f64::INFINITY), format!("The {round} under way, from 1.")),
        ("rounds_left", round.as_str(), (0.0, left), format!("Number of {round}s after this one.")),
        ("players", "players", (fewest as f64, most as f64), "Players at the table.".to_owned()),
        ("my_points", points.as_str(), all, format!("My {points} now.")),
        ("leader_points", points.as_str(), all, format!("The most {points} among my rivals now.")),
        ("next_points", points.as_str(), all, format!("The {points} of the player after me now.")),
    ];
    debug_assert_eq!(features.len(), overview::COUNT);
    let feature = |(name, unit, range, about): (&'static str, &str, (f64, f64), String)| {
        spec::Feature::plain(name, kept(unit), range, kept(&about))
    };
    features.map(feature).to_vec()
}

/// The features of a decision's answers: the file's own, one per word, one per numeric column of the components,
/// and the immediate gain.
fn features_of(
    declaration: &Declaration,
    decision: &crate::declaration::Decision,
) -> (Vec<spec::Feature>, Vec<Feature>) {
    let mut features: Vec<spec::Feature> = decision.features.iter().map(feature).collect();
    let mut sources: Vec<Feature> =
        decision.features.iter().map(|feature| Feature::File(feature.name.clone())).collect();
    if decision.is_amount {
        return (features, sources);
    }
    let taken: Vec<String> = declaration.context.iter().map(|feature| feature.name.clone()).collect();
    let mut add = |name: String, unit: &str, range: (f64, f64), about: String, source: Feature| {
        let is_new = features.iter().all(|known| known.name != name) && !taken.contains(&name);
        if is_new && features.len() < MOST_FEATURES {
            features.push(spec::Feature::plain(kept(&name), kept(unit), range, kept(&about)));
            sources.push(source);
        }
    };
    if decision.words.len() > 1 || !decision.is_static {
        for (at, word) in decision.words.iter().enumerate() {
            let name = word.replace('-', "_");
            add(name, "0 or 1", (0.0, 1.0), format!("It is to {word}."), Feature::Word(at));
        }
    }
    if !decision.is_static {
        for kind in &declaration.kinds {
            for column in &kind.columns {
                let Domain::Range(low, high) = column.domain else { continue };
                let about = format!("{} of the {}; 0 for other answers.", column.name, kind.name);
                let range = (low.min(0) as f64, high.max(0) as f64);
                let source = Feature::Column(kind.name.clone(), column.name.clone());
                add(column.name.clone(), &column.name, range, about, source);
            }
        }
    }
    let about = format!("{} that it gains at once, in a world that I imagine.", declaration.points);
    add("gain".to_owned(), &declaration.points, (f64::NEG_INFINITY, f64::INFINITY), about, Feature::Gain);
    if let Some(last) = features.last_mut().filter(|last| last.name == "gain") {
        last.costs = GAIN_COSTS;
    }
    (features, sources)
}

/// Resamples a world and plays the answer in it.
const GAIN_COSTS: u32 = 20;

/// A strategy that scores every answer by one formula, and takes the least amounts.
pub(crate) fn strategy(name: &str, vocabulary: &Vocabulary, about: &str, score: &str) -> String {
    let mut text = format!("format = 1\ngame = {}\nabout = {}\n", quoted(name), quoted(about));
    for point in vocabulary.points {
        let Slot { name: slot, .. } = point.slots[0];
        let formula = if point.shape == Shape::List { score } else { "0" };
        let _ = writeln!(text, "\n[on.{}]\n{slot} = \"{formula}\"", point.name);
    }
    text
}
