//! The structure of scripts, and that no file makes loading panic.

use proptest::prelude::*;

use crate::formula::laws::soup;
use crate::formula::program::{COLUMN, Column, Columns, Program};
use crate::script::{FileError, Script, Template};
use crate::spec::{DecisionPoint, Feature, Part, Shape, Slot, Vocabulary};

const fn feature(name: &'static str) -> Feature {
    Feature::plain(name, "points", (0.0, f64::INFINITY), "For tests.")
}

const fn slot(name: &'static str, part: usize) -> Slot {
    Slot { name, part, about: "For tests." }
}

const fn part(name: &'static str, features: &'static [Feature]) -> Part {
    Part { name, about: "For tests.", features }
}

const PICK: &[Feature] = &[feature("critic_gain"), feature("is_spice"), feature("denies")];

pub(super) static KITCHEN: Vocabulary = Vocabulary {
    game: "critter-kitchen",
    context: &[feature("round"), feature("cash")],
    groups: &[],
    points: &[
        DecisionPoint {
            name: "pick",
            shape: Shape::List,
            softens: true,
            about: "For tests.",
            parts: &[part("location", PICK)],
            slots: &[slot("score", 0)],
        },
        DecisionPoint {
            name: "bid",
            shape: Shape::Amount,
            softens: false,
            about: "For tests.",
            parts: &[part("lot", &[feature("worth")])],
            slots: &[slot("amount", 0)],
        },
        DecisionPoint {
            name: "meal",
            shape: Shape::Chain,
            softens: false,
            about: "For tests.",
            parts: &[
                part("dish", &[feature("stars")]),
                part("token", &[feature("critic_value"), feature("stars")]),
            ],
            slots: &[slot("value", 0), slot("keep", 1)],
        },
    ],
};

const DEFAULT: &str = r#"format = 1
game   = "critter-kitchen"
about  = "Plays soundly."

[params]
share = { value = 0.5, range = [0, 1] }

[on.pick]
score = "critic_gain + 0.1 * round"
temperature = 0.25

[on.bid]
amount = "min(cash, share * worth)"

[on.meal]
value = "stars"
keep = "critic_value"
"#;

pub(super) fn default_script() -> Script {
    Script::parse(&KITCHEN, "default", "default.toml", DEFAULT, &[], None).unwrap()
}

pub(super) fn load_with(text: &str, overrides: &[(&str, f64)]) -> Result<Script, FileError> {
    let overrides: Vec<(String, f64)> =
        overrides.iter().map(|(name, value)| ((*name).to_owned(), *value)).collect();
    let default = default_script();
    Script::parse(&KITCHEN, "mine", "mine.toml", text, &overrides, Some(&default))
}

pub(super) const HEAD: &str = "format = 1\ngame = \"critter-kitchen\"\nabout = \"A test.\"\n";

/// Loads a file of three head lines and the rest.
pub(super) fn load(rest: &str) -> Result<Script, FileError> {
    load_with(&format!("{HEAD}{rest}"), &[])
}

fn run(program: &Program, context: &[f64], features: &[f64]) -> f64 {
    first(features, |columns, out| program.run(context, columns, 1, out))
}

/// The result of `compute` for one candidate with these features.
fn first(features: &[f64], compute: impl Fn(&mut Columns, &mut Column)) -> f64 {
    let mut columns = Columns::new(features.len());
    for (index, value) in features.iter().enumerate() {
        columns.set(index, 0, *value);
    }
    let mut out = COLUMN;
    compute(&mut columns, &mut out);
    out[0]
}

#[test]
fn a_script_scores_with_its_params_lets_and_features() {
    let script = load(
        r#"
[params]
spice = { value = 2.5, range = [0, 6] }
[let]
late = "round >= limit"
limit = "3 + 2"
[on.pick]
score = "critic_gain*(1 - late) + spice*is_spice + 0.4*denies"
"#,
    )
    .unwrap();
    let pick = script.point(0);
    let program = &pick.slots[0].programs[0];
    assert_eq!(run(program, &[4.0, 0.0], &[3.0, 1.0, 10.0]), 9.5);
    assert_eq!(run(program, &[5.0, 0.0], &[3.0, 1.0, 10.0]), 6.5);
    assert_eq!((pick.context_mask, pick.part_masks.as_slice()), (0b1, &[0b111][..]));
    assert_eq!(
        pick.slots[0].formula.to_string(),
        "critic_gain * (1 - late) + spice * is_spice + 0.4 * denies"
    );
    assert_eq!(script.about, "A test.");
}

/// A list of two kinds of actions.
static MARKET: Vocabulary = Vocabulary {
    game: "market",
    context: &[feature("cash")],
    groups: &[],
    points: &[DecisionPoint {
        name: "turn",
        shape: Shape::List,
        softens: true,
        about: "For tests.",
        parts: &[
            part("buy", &[feature("price"), feature("worth")]),
            part("sell", &[feature("worth"), feature("rivals")]),
        ],
        slots: &[slot("score", 0)],
    }],
};

fn market(score: &str) -> Result<Script, FileError> {
    let text =
        format!("format = 1\ngame = \"market\"\nabout = \"A test.\"\n[on.turn]\nscore = \"{score}\"\n");
    Script::parse(&MARKET, "market", "market.toml", &text, &[], None)
}

#[test]
fn one_formula_for_several_parts_leaves_each_its_own_branch() {
    let script = market("if(is_buy, worth - price + 0*cash, worth/rivals + price) - is_sell").unwrap();
    let point = script.point(0);
    let [buy, sell] = &point.slots[0].programs[..] else { panic!("two parts have two programs") };
    // The program for `buy` reads price and worth, that for `sell` worth and rivals.
    assert_eq!((buy.part_mask(), sell.part_mask()), (0b11, 0b11));
    assert_eq!((buy.context_mask(), sell.context_mask()), (0b1, 0));
    assert_eq!(point.part_masks, [0b11, 0b11]);
    assert_eq!(run(buy, &[9.0], &[2.0, 5.0]), 3.0);
    assert_eq!(run(sell, &[9.0], &[6.0, 3.0]), 1.0);
}

#[test]
fn a_divisor_that_only_another_part_has_is_no_error() {
    let script = market("if(is_sell, worth/rivals, worth)").unwrap();
    assert_eq!(run(&script.point(0).slots[0].programs[0], &[0.0], &[2.0, 5.0]), 5.0);
    let error = market("worth/(1 - 1)").unwrap_err();
    assert!(error.to_string().contains("division by zero"), "{error}");
}

#[test]
fn the_flag_of_a_part_is_no_name_for_a_let() {
    let text = "format = 1\ngame = \"market\"\nabout = \"A test.\"\n[let]\nis_buy = \"1\"\n[on.turn]\nscore = \"is_buy\"\n";
    let error = Script::parse(&MARKET, "market", "market.toml", text, &[], None).unwrap_err();
    assert!(error.to_string().contains("hides the feature"), "{error}");
}

#[test]
fn what_a_file_leaves_out_comes_from_the_default_slot_by_slot() {
    let script = load("[on.meal]\nkeep = \"2 * critic_value\"").unwrap();
    assert_eq!(script.from_default().collect::<Vec<_>>(), ["pick", "bid"]);
    assert!(script.point(0).from_default);
    let meal = script.point(2);
    assert!(!meal.from_default);
    assert_eq!(meal.slots.iter().map(|slot| slot.from_default).collect::<Vec<_>>(), [true, false]);
    assert_eq!(meal.part_masks, [0b1, 0b1]);
    assert_eq!(run(&script.point(1).slots[0].programs[0], &[0.0, 9.0], &[8.0]), 4.0);
    assert_eq!(default_script().from_default().count(), 0);
}

#[test]
fn the_temperature_of_the_default_goes_with_its_formula() {
    assert_eq!(load("").unwrap().point(0).temperature, 0.25);
    let own_formula = load("[on.pick]\nscore = \"denies\"").unwrap();
    assert_eq!(own_formula.point(0).temperature, 0.0);
    let own_temperature = load("[on.pick]\ntemperature = 2").unwrap();
    assert_eq!(own_temperature.point(0).temperature, 2.0);
    assert!(own_temperature.point(0).from_default);
}

#[test]
fn params_keep_the_order_of_the_file_and_take_overrides() {
    let text = format!(
        "{HEAD}[on.pick]\nscore = \"zeal + alarm\"\n[params]\nzeal = {{ value = 1, range = [0, 0x10] }}\nalarm = {{ value = 2, range = [-1e3, 5] }}"
    );
    let script = load_with(&text, &[("alarm", 3.0), ("alarm", 4.0)]).unwrap();
    let names: Vec<&str> = script.params().iter().map(|param| param.name.as_str()).collect();
    assert_eq!(names, ["zeal", "alarm"]);
    assert_eq!(script.params()[1].value, 4.0);
    assert_eq!(script.params()[1].range, (-1000.0, 5.0));
    assert_eq!(script.point(0).slots[0].programs[0].constant(), Some(5.0));

    let rejects = |name, value, expected: &str| {
        let error = load_with(&text, &[(name, value)]).unwrap_err();
        assert_eq!(error.to_string(), expected);
    };
    rejects("alrm", 1.0, "mine.toml:6:2: there is no param `alrm` to set\n  help: did you mean `alarm`?");
    for (value, shown) in [(5.5, "5.5"), (f64::NAN, "NaN"), (f64::INFINITY, "inf")] {
        rejects(
            "alarm",
            value,
            &format!(
                "mine.toml:8:19: `alarm` cannot be set to {shown}: its range is -1000 to 5\n  help: choose a value in the range, or widen it"
            ),
        );
    }
}

#[test]
fn programs_can_be_shared_between_threads() {
    fn assert_shareable<T: Clone + Send + Sync>() {}
    assert_shareable::<Script>();
    assert_shareable::<Program>();
}

#[test]
fn long_chains_of_lets_are_no_deep_nesting() {
    let mut text = "[on.pick]\nscore = \"l0\"\n[let]\n".to_owned();
    for index in 0..1000 {
        text.push_str(&format!("l{index} = \"critic_gain * l{}\"\n", index + 1));
    }
    text.push_str("l1000 = \"denies + denies\"\n");
    let script = load(&text).unwrap();
    assert_eq!(script.point(0).slots[0].programs[0].operation_count(), 1001);
}

#[test]
fn params_are_at_home_where_they_are_read_first() {
    let text = format!(
        "{HEAD}[params]\na = {{ value = 1, range = [0, 2] }}\nb = {{ value = 1, range = [0, 2] }}\n\
         c = {{ value = 1, range = [0, 2] }}\n[let]\nlate = \"a*round\"\n[on.pick]\nscore = \"late + a + b\"\n"
    );
    let template = Template::read(&KITCHEN, "mine", "mine.toml", &text, Some(default_script())).unwrap();
    assert_eq!(template.homes(), ["late", "on.pick.score", "c"]);
}

/// Pieces of scripts in random order.
fn toml_soup() -> impl Strategy<Value = String> {
    let pieces = vec![
        "[params]\n",
        "[let]\n",
        "[on.pick]\n",
        "[on.bid]\n",
        "[on]\n",
        "[[on.pick]]\n",
        "a",
        "b",
        "score",
        "pick",
        "on.",
        "amount",
        "temperature",
        " = ",
        " = ",
        " = ",
        "\"1\"",
        "\"a\"",
        "\"b + round\"",
        "\"a",
        "'''",
        "\"\"\"",
        "{ value = 1, range = [0, 2] }",
        "{ value = ",
        "}",
        "[0, ",
        "]",
        "1",
        "0.5",
        "-",
        "inf",
        "nan",
        "0xff",
        "1979-05-27",
        "\n",
        "\n",
        "\r\n",
        "\\",
        "\\u00e9",
        "\u{e9}",
        "#",
        ".",
        ",",
        "\t",
        "\u{0}",
    ];
    prop::collection::vec(prop::sample::select(pieces), 0..40).prop_map(|pieces| pieces.concat())
}

/// Loads a text; if it is rejected, checks that the place of the error is in the text.
fn survives(text: &str) -> Result<(), TestCaseError> {
    if let Err(error) = load_with(text, &[("a", 1.5)]) {
        let line = text.split('\n').nth(error.line - 1);
        prop_assert!(line.is_some_and(|line| error.column <= line.chars().count() + 1));
        prop_assert!(!error.message.is_empty() && !error.help.is_empty());
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_loads_or_is_rejected_at_a_place_in_it(text in any::<String>()) {
        survives(&text)?;
        survives(&format!("{HEAD}{text}"))?;
        survives(&format!("{HEAD}[on.pick]\nscore = '{text}'"))?;
    }

    #[test]
    fn any_mix_of_pieces_of_scripts_loads_or_is_rejected(text in toml_soup()) {
        survives(&format!("{HEAD}{text}"))?;
    }

    #[test]
    fn any_mix_of_tokens_in_formulas_loads_or_is_rejected(first in soup(), second in soup()) {
        survives(&format!(
            "{HEAD}[let]\nlate = \"\"\"\n{first}\"\"\"\n[on.pick]\nscore = \"{second} + late\""
        ))?;
    }
}

#[test]
fn what_was_learned_at_a_table_of_some_size_counts_there_alone() {
    let rest = r#"
[learned.pick]
temperature = 1
denies = 1

# The next are of three and four.
[learned-4.pick]
temperature = 2
denies = 4
is_spice = 0.123456789
["learned-3" . bid] # of three
temperature = 3
steps_up = 3
"#;
    let script = load(rest).unwrap();
    let learned = |players: usize, point: usize| {
        let learned = script.at(players).point_at(point).learned.as_ref()?;
        Some((learned.temperature, learned.terms[0].weight))
    };
    // If a number of players has sections of its own, the general ones do not apply.
    assert_eq!((learned(2, 0), learned(2, 1)), (Some((1.0, 1.0)), None));
    assert_eq!((learned(3, 0), learned(3, 1)), (None, Some((3.0, 3.0))));
    assert_eq!((learned(4, 0), learned(4, 1)), (Some((2.0, 4.0)), None));
    assert_eq!(script.tables().map(|(players, _)| players).collect::<Vec<_>>(), [3, 4]);
    // The text for a number of players gives the same terms when read again, to the last digit.
    for players in [2, 3, 4] {
        let at = script.at(players);
        let text = if players == 2 { &script.text } else { &at.text };
        let read = Script::parse(&KITCHEN, "mine", "mine.toml", text, &[], Some(&default_script())).unwrap();
        let learned_text = |script: &Script| {
            format!("{:?}", script.points.iter().map(|point| &point.learned).collect::<Vec<_>>())
        };
        assert_eq!(learned_text(read.at(players)), learned_text(at), "{text}");
        assert!(players == 2 || read.tables().next().is_none(), "{text}");
    }
    assert!(script.has_learned() && load("[learned-2.pick]\ntemperature = 1\n").unwrap().has_learned());
    // Sections for any number of players are checked for errors.
    assert!(load("[learned-2.pick]\ntemperature = 1\ndenise = 1").is_err());
}

#[test]
fn what_was_learned_is_a_weighed_sum_of_features_in_their_spreads() {
    let script = load(
        r#"
[learned.pick]
temperature = 0.5
critic_gain = { weight = 2, mean = 4, sd = 2 }
"denies*round" = 0.25
is_spice = { weight = -1, sd = 0.1 }

[learned.bid]
temperature = 1
"steps_up*worth" = 0.5
"#,
    )
    .unwrap();
    let learned = |point: usize| script.points[point].learned.as_ref().unwrap();
    assert_eq!((learned(0).temperature, learned(0).terms.len()), (0.5, 3));
    // 2*(7 - 4)/2 + 0.25*1*3; a standardized value is at most five, so the spice counts -5.
    let sum = |point: usize, context: &[f64], features: &[f64]| {
        first(features, |columns, out| learned(point).parts[0].sum(context, columns, 1, out))
    };
    assert_eq!(sum(0, &[3.0, 0.0], &[7.0, 1.0, 1.0]), 3.0 + 0.75 - 5.0);
    assert_eq!(sum(1, &[0.0, 0.0], &[8.0, 3.0, 0.0, 0.0, 0.0, 0.0]), 2.5);
    // The masks have what the terms read, but not what only single amounts have.
    assert_eq!((script.points[0].part_masks[0], script.points[0].context_mask), (0b111, 0b1));
    assert_eq!(script.points[1].part_masks[0], 0b1);
    // The formulas of the decision stay, and so does the default.
    assert_eq!(script.points[0].slots[0].formula.to_string(), "critic_gain + 0.1 * round");
    assert!(default_script().points[0].learned.is_none());
}
