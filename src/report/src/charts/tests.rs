use super::*;
use sim_engine::analysis::Heat;
use sim_lab::tables::{Cell, Column};

fn column(name: &'static str) -> Column {
    Column { name, about: "" }
}

fn number(value: Option<f64>) -> Cell {
    value.map_or(Cell::Missing, Cell::Number)
}

/// Win rates: name, share, half width of the interval.
fn shares(rows: &[(&str, Option<f64>, Option<f64>)]) -> Table {
    let columns =
        ["strategy", "win_rate", "low", "high", "note", "fair_share", "list_low", "list_high"].map(column);
    let mut table = Table::new("win_rate_by_strategy", "Win rate by strategy", "", &columns);
    for &(name, share, half) in rows {
        let end = |side: f64| number(share.zip(half).map(|(share, half)| share + side * half));
        let note = if half.is_some() { "" } else { "fewer than 30 deals" };
        table.rows.push(vec![
            Cell::text(name),
            number(share),
            end(-1.0),
            end(1.0),
            Cell::text(note),
            Cell::Number(0.5),
            end(-1.2),
            end(1.2),
        ]);
    }
    table
}

/// An adjusted difference and a use for each of `count` components.
fn components(count: usize) -> [Table; 2] {
    let mut adjusted = Table::new(
        "component_adjusted_difference",
        "",
        "",
        &["component", "kind", "source", "adjusted_difference", "low", "high"].map(column),
    );
    let mut usage = Table::new("component_use", "", "", &["component", "event", "n", "mean"].map(column));
    for at in 0..count {
        let name = Cell::text(format!("component {at}"));
        let value = 0.1 * (at as f64 * 1.7).sin();
        adjusted.rows.push(vec![
            name.clone(),
            Cell::text(format!("kind {}", at % 9)),
            Cell::text(if at % 2 == 0 { "rulebook" } else { "reconstructed" }),
            Cell::Number(value),
            Cell::Number(value - 0.02),
            Cell::Number(value + 0.02),
        ]);
        let mean = Cell::Number(1.0 + (at as f64 * 0.9).cos());
        usage.rows.push(vec![name, Cell::text("used"), Cell::Int(100), mean]);
    }
    [adjusted, usage]
}

fn rounds(rounds: i64) -> Table {
    let mut table = Table::new(
        "points_by_round",
        "",
        "",
        &["strategy", "round", "mean_points", "low", "high"].map(column),
    );
    for (slope, name) in ["a", "b", "c"].into_iter().enumerate() {
        for round in 1..=rounds {
            let points = Cell::Number(round as f64 * (slope as f64 - 0.5));
            table.rows.push(vec![Cell::text(name), Cell::Int(round), points, Cell::Missing, Cell::Missing]);
        }
    }
    table
}

fn draw(tables: &[Table], caption: &str) -> Result<Vec<Picture>, ChartError> {
    super::draw(&[Data::Tables(tables)], caption)
}

fn names(tables: &[Table]) -> Vec<String> {
    draw(tables, "").unwrap().into_iter().map(|figure| figure.name).collect()
}

fn png_size(png: &[u8]) -> (u32, u32) {
    let reader = png::Decoder::new(png).read_info().unwrap();
    (reader.info().width, reader.info().height)
}

#[test]
fn what_has_no_values_is_left_out() {
    assert!(names(&[]).is_empty());
    assert!(names(&[shares(&[])]).is_empty());
    assert!(names(&[shares(&[("a", None, None)])]).is_empty());
    assert!(names(&components(0)).is_empty());
    assert!(names(&[rounds(1)]).is_empty());
    // An adjusted difference without its uses has no place on the picture.
    assert!(names(&components(3)[..1]).is_empty());
    let [adjusted, usage] = components(3);
    let tables = [shares(&[("a", Some(0.5), None)]), adjusted, usage, rounds(4)];
    assert_eq!(names(&tables), ["win-rate-by-strategy", "component-use-and-win-rate", "points-by-round"]);
}

#[test]
fn a_leader_of_few_games_is_left_to_the_table() {
    let columns = ["round", "leader_wins", "low", "high"].map(column);
    let mut table = Table::new("leader_by_round", "", "", &columns);
    table.rows.push(vec![Cell::Int(1), Cell::Number(1.0), Cell::Missing, Cell::Missing]);
    for round in 2..4 {
        let share = 0.2 * f64::from(round);
        let ends = [share, share - 0.01, share + 0.01].map(Cell::Number);
        table.rows.push([Cell::Int(round.into())].into_iter().chain(ends).collect());
    }
    let picture = |table: &Table| draw(std::slice::from_ref(table), "").unwrap().remove(0).svg;
    let drawn = picture(&table);
    table.rows.remove(0);
    assert_eq!(picture(&table), drawn);
}

/// One game can put an adjusted difference anywhere, even past what is possible: it must not stretch the axis.
#[test]
fn a_component_without_an_interval_is_left_to_the_table() {
    let [mut adjusted, usage] = components(3);
    let picture = |adjusted: &Table| draw(&[adjusted.clone(), usage.clone()], "c").unwrap().remove(0).svg;
    adjusted.rows[1][3] = Cell::Number(1.03);
    adjusted.rows[1][4] = Cell::Missing;
    adjusted.rows[1][5] = Cell::Missing;
    let drawn = picture(&adjusted);
    assert!(drawn.contains("component 2") && !drawn.contains("component 1") && !drawn.contains("+100"));
    adjusted.rows.remove(1);
    assert_eq!(picture(&adjusted), drawn);
}

#[test]
fn labels_and_caption_are_drawn() {
    let table =
        shares(&[("tit & <tat>", Some(0.6), Some(0.01)), ("other", Some(0.4), None), ("idle", None, None)]);
    let figure = draw(&[table], "12 games, seed 1").unwrap().remove(0);
    for text in [
        "tit &amp; &lt;tat&gt;",
        "60.0\u{a0}%\u{a0}±\u{a0}1.0",
        "40.0\u{a0}%\n",
        "not observed",
        "fair 50.0\u{a0}%",
        "fewer than 30 deals",
        "12 games, seed 1",
    ] {
        assert!(figure.svg.contains(text), "{text} is missing in {}", figure.svg);
    }
    assert!(figure.alt.contains("tit & <tat>: 60.0\u{a0}%\u{a0}±\u{a0}1.0."), "{}", figure.alt);
}

#[test]
fn every_size_of_table_is_drawn_with_finite_numbers() {
    for (count, parts) in [(1, 1), (2, 6), (20, 120)] {
        let rows: Vec<(String, f64)> =
            (0..count).map(|at| (format!("strategy {at}"), at as f64 / 120.0)).collect();
        let rows: Vec<_> =
            rows.iter().map(|(name, share)| (name.as_str(), Some(*share), Some(0.01))).collect();
        let [adjusted, usage] = components(parts);
        for figure in draw(&[shares(&rows), adjusted, usage, rounds(count as i64)], "c").unwrap() {
            assert!(!figure.svg.contains("NaN") && !figure.svg.contains("inf"), "{}", figure.svg);
            let (width, height) = png_size(&figure.png);
            assert_eq!(width, 1920);
            assert!(height > 200, "{} is {height} high", figure.name);
        }
    }
}

/// How far points spread: the shares of two strategies in bins of 5 points, the first open below.
fn scores() -> [Table; 2] {
    let columns = ["strategy", "points_from", "points_to", "share"].map(column);
    let mut table = Table::new("score_distribution", "Distribution of points", "", &columns);
    for (name, shares) in [("low", [0.25, 0.75, 0.0, 0.0]), ("high", [0.0, 0.0001, 0.5, 0.4999])] {
        for (bin, share) in shares.into_iter().enumerate() {
            let from = if bin == 0 { Cell::Missing } else { Cell::Number(bin as f64 * 5.0 - 5.0) };
            let row = vec![Cell::text(name), from, Cell::Number(bin as f64 * 5.0 - 1.0), Cell::Number(share)];
            table.rows.push(row);
        }
    }
    let mut means = Table::new("points_by_strategy", "", "", &["strategy", "mean_points"].map(column));
    means.rows =
        [("low", 1.5), ("high", 9.5)].map(|(name, mean)| vec![Cell::text(name), Cell::Number(mean)]).into();
    [table, means]
}

#[test]
fn bars_of_points_are_as_high_as_their_shares_and_the_best_comes_first() {
    let figure = draw(&scores(), "c").unwrap().remove(0);
    assert_eq!(figure.name, "score-distribution");
    assert!(
        figure.alt.contains("high: mean 9.5, most often 5. low: mean 1.5, most often 0."),
        "{}",
        figure.alt
    );
    assert!(figure.svg.contains("the tallest bar is 75.0\u{a0}%"), "{}", figure.svg);
    // Heights of the bars, left to right and row by row: a bar of .75 is three times one of .25.
    let bars = figure.svg.lines().filter(|line| line.starts_with("<polygon"));
    let heights: Vec<f64> = bars
        .map(|line| {
            let points = line.split("points=\"").nth(1).unwrap().split('"').next().unwrap();
            let ys = points
                .split_whitespace()
                .map(|point| point.split(',').nth(1).unwrap().parse::<f64>().unwrap());
            let (low, high) = ys.fold((f64::MAX, f64::MIN), |(low, high), y| (low.min(y), high.max(y)));
            high - low
        })
        .collect();
    let [tiny, half, other, quarter, most] = heights[..] else { panic!("{heights:?}") };
    assert!(tiny < 2.0 && (half - other).abs() <= 1.0, "{heights:?}");
    assert!((most / quarter - 3.0).abs() < 0.02 && (most / half - 1.5).abs() < 0.02, "{heights:?}");
}

/// A phone 360 wide leaves 329 for a figure; letters of less than 9 are not read there.
#[test]
fn every_text_of_a_narrow_drawing_can_be_read_on_a_phone() {
    let [adjusted, usage] = components(20);
    let names = [("a long name of a strategy", Some(0.6), Some(0.01)), ("b", Some(0.4), Some(0.01))];
    let [spread, means] = scores();
    let mut plain = grid(5, 5);
    plain.heat = plain.heat.map(|heat| Heat { mark: "", word: "", ..heat });
    let tables = [shares(&names), adjusted, usage, rounds(5), spread, means, plain];
    let figures = draw(&tables, "c").unwrap();
    assert_eq!(figures.len(), 5);
    for figure in figures {
        let narrow = figure.narrow.unwrap_or_else(|| panic!("{} has none", figure.name));
        assert!(narrow.starts_with("<svg") && narrow.contains(" width=\"440\""), "{narrow}");
        let sizes = narrow.split("font-size=\"").skip(1).map(|rest| rest.split('"').next().unwrap());
        let sizes: Vec<f64> = sizes.map(|size| size.parse::<f64>().unwrap() / 10.0).collect();
        assert!(sizes.len() > 5, "{}", figure.name);
        assert!(sizes.iter().all(|size| size * 329.0 / 440.0 >= 9.0), "{}: {sizes:?}", figure.name);
    }
    // Numbers in forty columns would not be read: a phone scrolls the wide drawing.
    assert_eq!(draw(&[grid(3, 40)], "c").unwrap().remove(0).narrow, None);
}

#[test]
fn values_that_are_not_numbers_do_not_reach_the_picture() {
    let table = shares(&[("a", Some(f64::NAN), None), ("b", Some(0.5), Some(f64::INFINITY))]);
    for figure in draw(&[table], "").unwrap() {
        assert!(!figure.svg.contains("NaN\"") && !figure.svg.contains("inf\""), "{}", figure.svg);
    }
}

#[test]
fn the_same_tables_give_the_same_bytes() {
    let [adjusted, usage] = components(30);
    let tables = [shares(&[("a", Some(0.6), Some(0.01))]), adjusted, usage, rounds(5)];
    assert_eq!(draw(&tables, "c").unwrap(), draw(&tables, "c").unwrap());
}

#[test]
fn reconstructed_components_are_hollow_and_the_legend_says_so() {
    let [adjusted, usage] = components(2);
    let figure = draw(&[adjusted, usage], "").unwrap().remove(0);
    assert!(figure.svg.contains("hollow: reconstructed data"));
    // One on the plot, one in the legend.
    let rings =
        figure.svg.lines().filter(|line| line.starts_with("<circle") && line.contains("fill=\"none\""));
    assert_eq!(rings.count(), 2);
}

#[test]
fn names_of_components_do_not_cover_each_other() {
    let [adjusted, usage] = components(120);
    let figure = draw(&[adjusted, usage], "").unwrap().remove(0);
    let mut boxes: Vec<(f64, f64)> = Vec::new();
    for part in figure.svg.split("<text ").filter(|part| part.contains(">\ncomponent ")) {
        let read = |key: &str| {
            let start = part.find(key).unwrap() + key.len();
            part[start..].split('"').next().unwrap().parse::<f64>().unwrap() / 10.0
        };
        boxes.push((read("x=\""), read(" y=\"")));
    }
    assert!(boxes.len() > 5, "only {} named", boxes.len());
    for (at, a) in boxes.iter().enumerate() {
        for b in &boxes[..at] {
            assert!((a.0 - b.0).abs() > 60.0 || (a.1 - b.1).abs() > 12.0, "{a:?} and {b:?}");
        }
    }
}

#[test]
fn the_font_has_every_sign_that_is_used() {
    use ab_glyph::Font;
    let sheet = Sheet::new(theme::WIDE).unwrap();
    for weight in [theme::Weight::Regular, theme::Weight::Bold] {
        for sign in "aZ09±–−×÷%≤≥≈→←↑↓Δµμσ…“”‘’·é\u{a0}€".chars() {
            assert_ne!(sheet.face(weight).glyph_id(sign).0, 0, "{sign} in {weight:?}");
        }
    }
}

/// A grid of `rows` by `columns` with one cell that is not known.
fn grid(rows: i64, columns: i64) -> Table {
    let mut table = Table::new("small_grid", "A grid", "", &["y", "x", "share", "kind", "word"].map(column));
    for at in 0..rows * columns {
        table.rows.push(vec![
            Cell::Int(at / columns + 1),
            Cell::Int(at % columns + 1),
            if at == 1 { Cell::Missing } else { Cell::Number(0.1 + 0.001 * at as f64) },
            Cell::text(["plain", "purple", "gold", "hatched"][at as usize % 4]),
            Cell::text(format!("word {at}")),
        ]);
    }
    let unit = "share of hits";
    let heat = Heat { row: "y", column: "x", value: "share", unit, mark: "kind", word: "word" };
    Table { heat: Some(heat), ..table }
}

#[test]
fn a_heat_map_shows_its_numbers_words_and_frames() {
    let figure = draw(&[grid(4, 3)], "made for a test").unwrap().remove(0);
    assert_eq!(figure.name, "small-grid");
    for text in ["0.100\n", "0.111\n", "word 7", "purple", "gold", "hatched", "made for a test"] {
        assert!(figure.svg.contains(text), "{text} is missing in {}", figure.svg);
    }
    assert!(!figure.svg.contains("plain"), "no frame needs no legend");
    assert!(figure.alt.contains("share of hits from 0.100 to 0.111"), "{}", figure.alt);
}

#[test]
fn heat_maps_of_every_size_are_finite_and_always_the_same() {
    for (rows, columns) in [(1, 1), (1, 2), (15, 6), (3, 40)] {
        let figures = draw(&[grid(rows, columns)], "c").unwrap();
        assert_eq!(figures, draw(&[grid(rows, columns)], "c").unwrap());
        let figure = &figures[0];
        assert!(!figure.svg.contains("NaN") && !figure.svg.contains("inf"), "{}", figure.svg);
        assert_eq!(png_size(&figure.png).0, 1920);
    }
    // Nothing known, nothing drawn.
    let mut empty = grid(1, 2);
    empty.rows.remove(0);
    assert!(draw(&[empty], "").unwrap().is_empty());
    assert!(draw(&[Table { heat: None, ..grid(2, 2) }], "").unwrap().is_empty());
}
