//! Domains, presets, overlay files, and the message for every mistake.

use super::*;

/// A small game with one setting of each domain, a table and two presets.
const GAME: &str = r#"format = 2
game = "tiny"

[settings]
limit = { value = 7, range = [1, 12], rule = "T-1", source = "rulebook", about = "A number." }
strict = { value = true, flag = true, rule = "T-2", source = "deduced", about = "A flag." }
ruling = { value = "count", options = ["count", "blank", "skip"], rule = "T-3", source = "published", about = "A word." }

[tables.cards]
about = "The cards."
rows = [
  { id = "S2", cost = 6, kind = "servers", wild = false, name = "Sue", source = "published" },
  { id = "C2", cost = 5, kind = "chefs", wild = true, name = "Carl", source = "reconstructed" },
]

[tables.cards.columns]
cost = { range = [0, 60], about = "What it costs." }
kind = { options = ["servers", "chefs"], about = "What it is." }
wild = { flag = true, about = "Whether it is wild." }
name = { text = true, about = "What it is called." }

[presets.low]
about = "A lower limit and a cheaper card."
values = { limit = 3, "cards.S2.cost" = 4 }

[presets.lonely]
about = "One card."

[presets.lonely.tables]
cards = [{ id = "X", cost = 1, kind = "chefs", wild = false, name = "Xi", source = "reconstructed" }]
"#;

fn tiny() -> Settings {
    parse("tiny.toml", GAME).unwrap()
}

/// The reader's error for the game's file with one piece of it replaced.
fn complaint(piece: &str, replacement: &str) -> String {
    assert_eq!(GAME.matches(piece).count(), 1, "`{piece}` stands once in the file");
    parse("tiny.toml", &GAME.replace(piece, replacement)).unwrap_err().to_string()
}

/// The reader's error for an overlay file, which must leave the settings unchanged.
fn overlay_complaint(text: &str) -> String {
    let mut settings = tiny();
    let error = settings.overlay("mine.toml", text).unwrap_err().to_string();
    assert_eq!(settings, tiny());
    error
}

const HEAD: &str = "format = 2\ngame = \"tiny\"\n";

fn changes(settings: &Settings) -> Vec<String> {
    let changes = settings.changes().into_iter();
    changes.map(|change| format!("{}: {} -> {}", change.path, change.default, change.value)).collect()
}

#[test]
fn a_data_file_gives_its_values_and_tables() {
    let settings = tiny();
    assert_eq!((settings.int("limit"), settings.flag("strict"), settings.word("ruling")), (7, true, "count"));
    let cards = settings.table("cards");
    let row = &cards.rows[1];
    assert_eq!((row.id.as_str(), row.source), ("C2", Source::Reconstructed));
    assert_eq!((cards.int(row, "cost"), cards.word(row, "kind")), (5, "chefs"));
    assert_eq!((cards.flag(row, "wild"), cards.word(row, "name")), (true, "Carl"));
    assert!(settings.changes().is_empty());
    assert_eq!(
        settings.presets().iter().map(|preset| preset.name.as_str()).collect::<Vec<_>>(),
        ["low", "lonely"]
    );
}

#[test]
fn what_was_asked_for_is_known_to_all_clones() {
    let mut settings = tiny();
    settings.int("limit");
    settings.watch();
    assert!(settings.paths_read().is_empty(), "what was asked before is not noted");
    let copy = settings.clone();
    copy.flag("strict");
    let cards = copy.table("cards");
    cards.int(&cards.rows[0], "cost");
    assert_eq!(settings.paths_read().into_iter().collect::<Vec<_>>(), ["cards.cost", "strict"]);
    assert_eq!(settings, tiny());
}

#[test]
#[should_panic(expected = "the rules ask for a column `prize` that table `cards` of the data file lacks")]
fn a_column_that_is_not_there_is_named() {
    let settings = tiny();
    let cards = settings.table("cards");
    cards.int(&cards.rows[0], "prize");
}

#[test]
fn entries_list_settings_and_cells_in_the_order_of_the_file() {
    let entries = tiny().entries();
    let paths: Vec<&str> = entries.iter().map(|entry| entry.path.as_str()).collect();
    assert_eq!(
        paths,
        [
            "limit",
            "strict",
            "ruling",
            "cards.S2.cost",
            "cards.S2.kind",
            "cards.S2.wild",
            "cards.S2.name",
            "cards.C2.cost",
            "cards.C2.kind",
            "cards.C2.wild",
            "cards.C2.name"
        ]
    );
    let domains: Vec<String> = entries[..7].iter().map(|entry| entry.domain.to_string()).collect();
    assert_eq!(
        domains,
        [
            "1 to 12",
            "true or false",
            "count | blank | skip",
            "0 to 60",
            "servers | chefs",
            "true or false",
            "text"
        ]
    );
    assert_eq!((entries[0].rule.as_str(), entries[0].source), ("T-1", Source::Rulebook));
}

#[test]
fn values_are_set_by_path_and_listed_as_changes() {
    let mut settings = tiny();
    settings.set("limit", " 12 ").unwrap();
    settings.set("strict", "no").unwrap();
    settings.set("ruling", "skip").unwrap();
    settings.set("cards.S2.cost", "0").unwrap();
    settings.set("cards.C2.wild", "false").unwrap();
    assert_eq!(
        changes(&settings),
        [
            "limit: 7 -> 12",
            "strict: true -> false",
            "ruling: count -> skip",
            "cards.S2.cost: 6 -> 0",
            "cards.C2.wild: true -> false"
        ]
    );
    // A changed row has the source `Changed`; a value set to its default counts as unchanged.
    assert_eq!(settings.provenance(), [("cards".to_owned(), Source::Changed, 2)]);
    assert_eq!(settings.provenance_of_settings(), [(Source::Changed, 3)]);
    let mut settings = tiny();
    settings.set("cards.S2.cost", "6").unwrap();
    settings.set("limit", "7").unwrap();
    assert_eq!(settings, tiny());
}

#[test]
fn a_range_admits_both_its_ends_and_nothing_outside() {
    let mut settings = tiny();
    for inside in ["1", "12"] {
        settings.set("limit", inside).unwrap();
    }
    for outside in ["0", "13", "-1"] {
        assert_eq!(
            settings.set("limit", outside).unwrap_err().to_string(),
            format!("limit: {outside} is not allowed here\n  help: allowed: 1 to 12")
        );
    }
}

#[test]
fn a_value_of_the_wrong_sort_is_refused_with_what_is_allowed() {
    let mut settings = tiny();
    for (path, text, error) in [
        ("limit", "many", "limit: `many` is not a whole number\n  help: allowed: 1 to 12"),
        ("limit", "7.5", "limit: `7.5` is not a whole number\n  help: allowed: 1 to 12"),
        (
            "limit",
            "99999999999999999999",
            "limit: `99999999999999999999` is not a whole number\n  help: allowed: 1 to 12",
        ),
        ("strict", "maybe", "strict: `maybe` is neither true nor false\n  help: write true or false"),
        ("ruling", "blnak", "ruling: blnak is not allowed here\n  help: did you mean `blank`?"),
        (
            "ruling",
            "sometimes",
            "ruling: sometimes is not allowed here\n  help: known here: `count`, `blank`, `skip`",
        ),
        ("cards.S2.cost", "61", "cards.S2.cost: 61 is not allowed here\n  help: allowed: 0 to 60"),
        ("cards.S2.kind", "chef", "cards.S2.kind: chef is not allowed here\n  help: did you mean `chefs`?"),
    ] {
        assert_eq!(settings.set(path, text).unwrap_err().to_string(), error);
    }
    assert_eq!(settings, tiny());
}

#[test]
fn an_unknown_path_is_refused_with_the_nearest_one() {
    let mut settings = tiny();
    for (path, error) in [
        ("limitt", "no setting `limitt` in tiny\n  help: did you mean `limit`?"),
        ("cards.S2.cots", "table `cards` has no column `cots`\n  help: did you mean `cost`?"),
        ("cards.S3.cost", "table `cards` has no row `S3`\n  help: did you mean `S2`?"),
        ("cards.S2", "no setting `cards.S2` in tiny\n  help: it has values below it: `cards.S2.cost` and on"),
        (
            "deck.S2.cost",
            "no setting `deck.S2.cost` in tiny\n  help: known here: `limit`, `strict`, `ruling`, `cards.S2.cost`, ",
        ),
    ] {
        let message = settings.set(path, "1").unwrap_err().to_string();
        assert!(message.starts_with(error), "{message}");
    }
}

#[test]
fn a_preset_changes_its_values_and_no_others() {
    let mut settings = tiny();
    settings.apply_preset("low").unwrap();
    assert_eq!(changes(&settings), ["limit: 7 -> 3", "cards.S2.cost: 6 -> 4"]);
    assert_eq!(
        settings.apply_preset("lo").unwrap_err().to_string(),
        "no preset `lo` in tiny\n  help: did you mean `low`?"
    );
}

#[test]
fn a_preset_can_replace_a_table() {
    let mut settings = tiny();
    settings.apply_preset("lonely").unwrap();
    assert_eq!(
        changes(&settings),
        [
            "cards.X.cost:  -> 1",
            "cards.X.kind:  -> chefs",
            "cards.X.wild:  -> false",
            "cards.X.name:  -> Xi",
            "cards.S2: (present) -> (removed)",
            "cards.C2: (present) -> (removed)"
        ]
    );
}

#[test]
fn a_file_laid_over_the_game_changes_values_by_path() {
    let mut settings = tiny();
    settings
        .overlay(
            "mine.toml",
            &format!(
                "{HEAD}about = \"Mine.\"\n[values]\nlimit = 0x0a\nstrict = false\n\"cards.C2.cost\" = 9\n"
            ),
        )
        .unwrap();
    assert_eq!(changes(&settings), ["limit: 7 -> 10", "strict: true -> false", "cards.C2.cost: 5 -> 9"]);
}

#[test]
fn a_file_laid_over_the_game_can_replace_a_table_and_change_its_new_rows() {
    let mut settings = tiny();
    let rows = "[[tables.cards]]\nid = \"Z\"\ncost = 2\nkind = \"chefs\"\nwild = true\nname = \"Zoe\"\nsource = \"changed\"\n";
    settings.overlay("mine.toml", &format!("{HEAD}[values]\n\"cards.Z.cost\" = 3\n{rows}")).unwrap();
    let cards = settings.table("cards");
    assert_eq!(cards.rows.len(), 1);
    assert_eq!(cards.int(&cards.rows[0], "cost"), 3);
}

#[test]
fn a_later_change_wins_over_an_earlier_one() {
    let mut settings = tiny();
    settings.apply_preset("low").unwrap();
    settings.overlay("mine.toml", &format!("{HEAD}values = {{ limit = 4 }}")).unwrap();
    assert_eq!(settings.int("limit"), 4);
    settings.set("limit", "5").unwrap();
    assert_eq!(settings.int("limit"), 5);
    assert_eq!(settings.table("cards").int(&settings.table("cards").rows[0], "cost"), 4);
}

#[test]
fn a_copy_of_the_data_file_may_be_changed_and_laid_over() {
    let mut settings = tiny();
    settings.overlay("copy.toml", GAME).unwrap();
    assert_eq!(changes(&settings), Vec::<String>::new());
    let copy = GAME.replace("limit = { value = 7", "limit = { value = 9").replace("cost = 6", "cost = 8");
    settings.overlay("copy.toml", &copy).unwrap();
    assert_eq!(changes(&settings), ["limit: 7 -> 9", "cards.S2.cost: 6 -> 8"]);
    let cards = settings.table("cards");
    let source = |id: &str| cards.row(id).unwrap().source;
    assert_eq!(source("S2"), Source::Changed, "what the copy says of S2 was said of the box's card");
    assert!(cards.rows.iter().filter(|row| row.id != "S2").all(|row| row.source != Source::Changed));
    // Presets are still the game's own.
    assert_eq!(settings.presets().len(), 2);
}

#[test]
fn a_copy_of_the_data_file_declares_what_the_game_reads() {
    let unknown = overlay_complaint(
        &GAME
            .replace("limit = { value = 7", "limits = { value = 7")
            .replace("values = { limit = 3, ", "values = { "),
    );
    assert!(unknown.contains("mine.toml:5:1: unknown value `limits`"), "{unknown}");
    assert!(unknown.contains("`limit`"), "{unknown}");
    let column = GAME.replace("cost = { range", "price = { range").replace("cost =", "price =");
    let column = overlay_complaint(&column.replace("cards.S2.cost", "cards.S2.price"));
    assert!(column.contains("other columns than the game reads"), "{column}");
    let high = overlay_complaint(&GAME.replace("value = 7, range = [1, 12]", "value = 20, range = [1, 30]"));
    assert!(high.contains("mine.toml:5:"), "{high}");
}

#[test]
fn malformed_toml_is_pointed_at() {
    // The words after "not valid TOML" come from the TOML reader.
    for (text, error) in [
        ("format = 2\ngame = \"tiny\n", "2:13: not valid TOML: invalid basic string, expected `\"`"),
        ("format = 2\ngame = \"tiny\"\n[values\n", "3:8: not valid TOML: unclosed table, expected `]`"),
        ("format = 2\nformat = 1\n", "2:1: not valid TOML: duplicate key"),
    ] {
        assert_eq!(overlay_complaint(text), format!("mine.toml:{error}"));
    }
}

#[test]
fn a_file_for_another_game_is_refused() {
    assert_eq!(
        overlay_complaint("format = 2\ngame = \"chess\"\n"),
        "mine.toml:2:8: the file is for another game\n  help: this run plays tiny"
    );
    assert_eq!(
        overlay_complaint("format = 2\n"),
        "mine.toml:1:1: `game` is missing\n  help: add `game = ...`"
    );
}

#[test]
fn another_format_is_refused() {
    let help = "help: this program reads format = 2";
    assert_eq!(overlay_complaint("format = 1\n"), format!("mine.toml:1:10: unknown format\n  {help}"));
    assert_eq!(overlay_complaint("format = \"2\"\n"), format!("mine.toml:1:10: unknown format\n  {help}"));
    assert_eq!(overlay_complaint(""), "mine.toml:1:1: `format` is missing\n  help: add `format = ...`");
}

#[test]
fn an_unknown_key_of_a_file_is_pointed_at() {
    assert_eq!(
        overlay_complaint(&format!("{HEAD}valeus = {{ limit = 3 }}\n")),
        "mine.toml:3:1: unknown key `valeus`\n  help: did you mean `values`?"
    );
    assert_eq!(
        overlay_complaint(&format!("{HEAD}[values]\nstrict = true\nlimitt = 3\n")),
        "mine.toml:5:1: no setting `limitt` in tiny\n  help: did you mean `limit`?"
    );
}

#[test]
fn a_value_of_the_wrong_type_in_a_file_is_pointed_at() {
    for (line, error) in [
        ("limit = true", "5:9: limit: true is not allowed here\n  help: allowed: 1 to 12"),
        ("limit = \"7\"", "5:9: limit: 7 is not allowed here\n  help: allowed: 1 to 12"),
        ("limit = 7.5", "5:9: expected a whole number, a flag or a word"),
        ("strict = 1", "5:10: strict: 1 is not allowed here\n  help: allowed: true or false"),
        ("ruling = 1", "5:10: ruling: 1 is not allowed here\n  help: allowed: count | blank | skip"),
        ("ruling = \"skp\"", "5:10: ruling: skp is not allowed here\n  help: did you mean `skip`?"),
    ] {
        assert_eq!(overlay_complaint(&format!("{HEAD}\n[values]\n{line}\n")), format!("mine.toml:{error}"));
    }
}

#[test]
fn a_value_out_of_range_in_a_file_is_pointed_at() {
    assert_eq!(
        overlay_complaint(&format!("{HEAD}[values]\n  limit = 13\n")),
        "mine.toml:4:11: limit: 13 is not allowed here\n  help: allowed: 1 to 12"
    );
    assert_eq!(
        overlay_complaint(&format!("{HEAD}[values]\n\"cards.S2.cost\" = 61\n")),
        "mine.toml:4:19: cards.S2.cost: 61 is not allowed here\n  help: allowed: 0 to 60"
    );
    assert_eq!(
        overlay_complaint(&format!("{HEAD}[values]\nlimit = 99999999999999999999\n")),
        "mine.toml:4:9: the number is too large"
    );
}

#[test]
fn an_unknown_table_row_or_column_is_pointed_at() {
    assert_eq!(
        overlay_complaint(&format!("{HEAD}[tables]\ncrads = []\n")),
        "mine.toml:4:1: unknown table `crads`\n  help: did you mean `cards`?"
    );
    assert_eq!(
        overlay_complaint(&format!("{HEAD}[values]\n\"cards.S9.cost\" = 1\n")),
        "mine.toml:4:1: table `cards` has no row `S9`\n  help: did you mean `S2`?"
    );
    assert_eq!(
        overlay_complaint(&format!("{HEAD}[values]\n\"cards.S2.price\" = 1\n")),
        "mine.toml:4:1: table `cards` has no column `price`\n  help: did you mean `cost`?"
    );
    assert_eq!(
        overlay_complaint(&format!("{HEAD}[[tables.cards]]\nid = \"A\"\ncosts = 1\n")),
        "mine.toml:5:1: unknown key `costs`\n  help: did you mean `cost`?"
    );
}

#[test]
fn a_path_without_quotes_is_explained() {
    assert_eq!(
        overlay_complaint(&format!("{HEAD}[values]\ncards.S2.cost = 1\n")),
        "mine.toml:4:1: `cards` is not the path of a value\n  help: write a path with dots in quotes: \"TABLE.ROW.COLUMN\" = ..."
    );
}

#[test]
fn a_doubled_row_is_pointed_at() {
    let row = "[[tables.cards]]\nid = \"A\"\ncost = 1\nkind = \"chefs\"\nwild = true\nname = \"A\"\nsource = \"changed\"\n";
    assert_eq!(
        overlay_complaint(&format!("{HEAD}{row}{row}")),
        "mine.toml:11:6: row `A` stands twice\n  help: give each row its own id"
    );
}

#[test]
fn a_row_lacks_no_column_and_no_source() {
    let row = "[[tables.cards]]\nid = \"A\"\ncost = 1\nkind = \"chefs\"\nwild = true\n";
    assert_eq!(
        overlay_complaint(&format!("{HEAD}{row}")),
        "mine.toml:3:1: `name` is missing\n  help: add `name = ...`"
    );
    assert_eq!(
        overlay_complaint(&format!("{HEAD}{row}name = \"A\"\n")),
        "mine.toml:3:1: `source` is missing\n  help: add `source = ...`"
    );
    assert_eq!(
        overlay_complaint(&format!("{HEAD}{row}name = \"A\"\nsource = \"rulebok\"\n")),
        "mine.toml:9:10: unknown source `rulebok`\n  help: did you mean `rulebook`?"
    );
}

#[test]
fn rows_that_are_not_rows_are_pointed_at() {
    assert_eq!(
        overlay_complaint(&format!("{HEAD}tables = {{ cards = 3 }}\n")),
        "mine.toml:3:20: expected rows\n  help: write each row as `[[tables.NAME]]`"
    );
    assert_eq!(
        overlay_complaint(&format!("{HEAD}tables = 3\n")),
        "mine.toml:3:10: expected a table\n  help: write `{ key = value, ... }`"
    );
}

#[test]
fn a_data_file_whose_default_is_outside_its_domain_is_refused() {
    assert_eq!(
        complaint("value = 7,", "value = 13,"),
        "tiny.toml:5:19: 13 is not allowed here\n  help: allowed: 1 to 12"
    );
    assert_eq!(
        complaint("cost = 6,", "cost = -1,"),
        "tiny.toml:12:23: -1 is not allowed here\n  help: allowed: 0 to 60"
    );
    assert_eq!(
        complaint("limit = 3,", "limit = 0,"),
        "tiny.toml:24:20: limit: 0 is not allowed here\n  help: allowed: 1 to 12"
    );
}

#[test]
fn a_data_file_with_a_malformed_domain_is_refused() {
    let help = "help: write `range = [low, high]`";
    assert_eq!(
        complaint("[1, 12]", "[12, 1]"),
        format!("tiny.toml:5:30: expected two numbers, the lower first\n  {help}")
    );
    assert_eq!(complaint("[1, 12]", "12"), format!("tiny.toml:5:30: expected two numbers\n  {help}"));
    assert_eq!(
        complaint("range = [1, 12], ", ""),
        "tiny.toml:5:9: no domain\n  help: add `range`, `options`, `flag` or `text`"
    );
    assert_eq!(complaint("[\"servers\", \"chefs\"]", "3"), "tiny.toml:18:20: expected a list of words");
}

#[test]
fn a_data_file_with_a_stray_or_missing_key_is_refused() {
    assert_eq!(
        complaint("rule = \"T-1\"", "rul = \"T-1\""),
        "tiny.toml:5:39: unknown key `rul`\n  help: did you mean `rule`?"
    );
    assert_eq!(
        complaint("rule = \"T-1\", ", ""),
        "tiny.toml:5:9: `rule` is missing\n  help: add `rule = ...`"
    );
    assert_eq!(
        complaint("id = \"C2\"", "id = \"S2\""),
        "tiny.toml:13:10: row `S2` stands twice\n  help: give each row its own id"
    );
    assert_eq!(complaint("about = \"A flag.\"", "about = 3"), {
        "tiny.toml:6:81: expected a text\n  help: write it in quotes"
    });
}

/// The ids of the table `cards`, which has no column `copies`.
fn ids(settings: &Settings) -> Vec<&str> {
    settings.table("cards").rows.iter().map(|row| row.id.as_str()).collect()
}

#[test]
fn a_row_is_taken_out_doubled_and_put_back_by_its_name() {
    let mut settings = tiny();
    let whole = tiny();
    assert_eq!(ids(&settings), ["S2", "C2"]);
    assert_eq!(settings.take_out("S2").unwrap(), "cards.S2.copies");
    assert_eq!(ids(&settings), ["C2"]);
    assert!(settings.table("cards").is_taken_out("S2") && !settings.table("cards").is_taken_out("C2"));
    assert_eq!(changes(&settings), ["cards.S2: (present) -> (removed)"]);
    assert_eq!(settings.settings_since(&whole), ["cards.S2.copies=0"]);
    settings.set("cards.S2.copies", "3").unwrap();
    assert_eq!(ids(&settings), ["S2", "S2-2", "S2-3", "C2"]);
    settings.set("cards.S2-2.cost", "9").unwrap();
    assert_eq!(settings.settings_since(&whole), ["cards.S2.copies=3", "cards.S2-2.cost=9"]);
    // Applied to the original, the settings reproduce the changes.
    let mut again = whole.clone();
    for setting in settings.settings_since(&whole) {
        let (path, value) = setting.split_once('=').unwrap();
        again.set(path, value).unwrap();
    }
    assert_eq!(again.entries(), settings.entries());
    settings.set("cards.S2.copies", "1").unwrap();
    assert_eq!(settings.settings_since(&whole), Vec::<String>::new());
    assert_eq!(settings.entries(), whole.entries());
}

#[test]
fn copies_that_cannot_be_are_refused() {
    let mut settings = tiny();
    let complaint = |error: SettingError| error.to_string();
    for (path, value, error) in [
        (
            "cards.S9.copies",
            "0",
            "cards.S9.copies: table `cards` has no row `S9`\n  help: did you mean `S2`?",
        ),
        ("cards.S2.copies", "10", "cards.S2.copies: 10 is not allowed here\n  help: allowed: 0 to 9"),
        ("cards.S2.copies", "-1", "cards.S2.copies: -1 is not allowed here\n  help: allowed: 0 to 9"),
        ("cards.S2.copies", "some", "cards.S2.copies: `some` is not a whole number\n  help: allowed: 0 to 9"),
    ] {
        assert_eq!(complaint(settings.set(path, value).unwrap_err()), error);
    }
    assert_eq!(
        complaint(settings.take_out("S9").unwrap_err()),
        "nothing called `S9` can be taken out of tiny\n  help: did you mean `S2`?"
    );
    settings.take_out("cards.C2").unwrap();
    assert!(settings.take_out("C2").is_err(), "it is out already");
    assert_eq!(settings.entries().len(), tiny().entries().len() - 4);
}

#[test]
fn a_name_in_two_tables_is_told_with_its_table() {
    let table = GAME.split("[presets").next().unwrap();
    let (head, cards) = table.split_at(table.find("[tables.cards]").unwrap());
    let twice = format!("{head}{cards}{}", cards.replace("tables.cards", "tables.spares"));
    let mut settings = parse("tiny.toml", &twice).unwrap();
    assert_eq!(
        settings.take_out("S2").unwrap_err().to_string(),
        "`S2` may be any of cards.S2, spares.S2\n  help: name the one that is meant with its table"
    );
    assert_eq!(settings.take_out("spares.S2").unwrap(), "spares.S2.copies");
}

/// The game with a blank card and a price.
fn priced() -> Settings {
    let text = GAME
        .replace(
            "about = \"The cards.\"",
            "about = \"The cards.\"\nblank = { wild = false, name = \"none\" }",
        )
        .replace("cost = { range = [0, 60],", "cost = { range = [2, 60], price = true,")
        .replace("cost = 1,", "cost = 2,");
    parse("tiny.toml", &text).unwrap()
}

#[test]
fn a_row_is_made_a_blank_or_free_by_settings() {
    let mut settings = priced();
    // The column that is marked as the price counts, whatever its name.
    let price = Price { path: "cards.S2.cost".to_owned(), value: 6, least: 2, most: 60 };
    assert_eq!(price.at(9), "cards.S2.cost=9");
    assert_eq!((settings.price("S2"), settings.price("S9")), (Some(price), None));
    assert_eq!(tiny().price("S2"), None, "its table marks none");
    assert_eq!(settings.blank("C2"), ["cards.C2.wild=false", "cards.C2.name=none"]);
    assert_eq!(settings.blank("S2"), ["cards.S2.name=none"]);
    assert_eq!(settings.free("S2").as_deref(), Some("cards.S2.cost=2"));
    for setting in settings.blank("C2").into_iter().chain(settings.free("C2")) {
        let (path, value) = setting.split_once('=').unwrap();
        settings.set(path, value).unwrap();
    }
    assert!(settings.blank("C2").is_empty() && settings.free("C2").is_none(), "it is both already");
    assert!(settings.blank("S9").is_empty() && settings.free("limit").is_none());
    assert!(tiny().blank("S2").is_empty() && tiny().free("S2").is_none(), "its table says neither");
}

#[test]
fn a_blank_has_cells_of_its_table() {
    let complaint = |blank: &str| {
        complaint("about = \"The cards.\"", &format!("about = \"The cards.\"\nblank = {blank}"))
    };
    assert_eq!(
        complaint("{ colour = 1 }"),
        "tiny.toml:11:11: no column `colour`\n  help: known here: `cost`, `kind`, `wild`, `name`"
    );
    assert_eq!(
        complaint("{ cost = 99 }"),
        "tiny.toml:11:18: 99 is not allowed here\n  help: allowed: 0 to 60"
    );
}

/// [`GAME`] with a limit and costs that can be set by seat.
fn seated() -> Settings {
    let game = GAME.replace("range = [1, 12],", "range = [1, 12], seats = 4,");
    let game = game.replace("range = [0, 60],", "range = [0, 60], seats = 4,");
    parse("tiny.toml", &game).unwrap()
}

#[test]
fn a_seat_has_its_own_value_and_the_others_have_that_of_all() {
    let mut settings = seated();
    settings.set("limit.3", "9").unwrap();
    settings.set("cards.S2.cost.2", "0").unwrap();
    settings.set("limit", "8").unwrap();
    assert_eq!(settings.by_seat::<u8>("limit", 3).unwrap().0, [8, 8, 9, 0, 0, 0]);
    assert_eq!(settings.by_seat::<i32>("cards.S2.cost", 4).unwrap().0, [6, 0, 6, 6, 0, 0]);
    assert_eq!(changes(&settings), ["limit: 7 -> 8", "limit.3: 8 -> 9", "cards.S2.cost.2: 6 -> 0"]);
    let entry = settings.entry("limit.3").unwrap();
    assert_eq!((entry.about.as_str(), entry.source), ("A number. For seat 3 alone.", Source::Changed));
    let common = settings.entry("limit.1").unwrap();
    assert_eq!((common.value.as_str(), common.domain), ("8", Domain::Range(1, 12)));
    assert!(settings.entry("limit.5").is_none() && settings.entry("strict.1").is_none());
}

#[test]
fn what_a_seat_has_like_all_others_is_no_change_until_the_others_differ() {
    let (printed, mut settings) = (seated(), seated());
    settings.set("limit.3", "7").unwrap();
    assert!(settings.changes().is_empty() && settings.settings_since(&printed).is_empty());
    settings.set("limit", "8").unwrap();
    assert_eq!(settings.settings_since(&printed), ["limit=8", "limit.3=7"]);
    let mut again = seated();
    for (path, value) in [("limit", "8"), ("limit.3", "7")] {
        again.set(path, value).unwrap();
    }
    assert_eq!(again.entries(), settings.entries());
    let mut back = settings.clone();
    back.set("limit.3", "8").unwrap();
    assert_eq!(back.settings_since(&settings), ["limit.3=8"]);
    assert_eq!(changes(&back), ["limit: 7 -> 8"]);
}

#[test]
fn a_file_can_name_a_seat() {
    let mut settings = seated();
    settings.overlay("mine.toml", &format!("{HEAD}[values]\n\"limit.3\" = 9\n")).unwrap();
    assert_eq!(changes(&settings), ["limit.3: 7 -> 9"]);
    let refused = settings.overlay("mine.toml", &format!("{HEAD}[values]\n\"limit.3\" = 99\n")).unwrap_err();
    assert_eq!((refused.line, refused.message.as_str()), (4, "limit.3: 99 is not allowed here"));
}

#[test]
fn a_seat_that_is_not_there_is_refused_with_the_way_out() {
    let mut settings = seated();
    for (path, complaint) in [
        ("limit.5", "limit.5: there is no seat `5`\n  help: give limit.1 to limit.4, or limit for all"),
        ("limit.0", "limit.0: there is no seat `0`\n  help: give limit.1 to limit.4, or limit for all"),
        (
            "strict.3",
            "strict.3: `strict` is the same for all seats\n  help: what can be set by seat: limit, cards.S2.cost, cards.C2.cost",
        ),
    ] {
        assert_eq!(settings.set(path, "9").unwrap_err().to_string(), complaint);
    }
    let refused = tiny().set("limit.3", "9").unwrap_err().to_string();
    assert_eq!(
        refused,
        "limit.3: `limit` is the same for all seats\n  help: nothing in tiny can be set by seat"
    );
    settings.set("limit.3", "9").unwrap();
    let alone = settings.by_seat::<u8>("limit", 2).unwrap_err();
    assert_eq!(alone.paths, ["limit.3"]);
    assert_eq!(
        alone.to_string(),
        "limit.3: nobody sits in seat 3\n  help: name seats 1 to 2, or play with more"
    );
    let many = GAME.replace("range = [1, 12],", "range = [1, 12], seats = 7,");
    let refused = parse("tiny.toml", &many).unwrap_err().to_string();
    assert!(refused.contains("no such number of seats") && refused.contains("write 1 to 6"), "{refused}");
}
