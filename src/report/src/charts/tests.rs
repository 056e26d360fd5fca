use super::*;
use crate::testing::{adjusted, around, counted, estimate, run};
use sim_engine::{
    Choice, Source,
    analysis::{Heat, Square},
};
use sim_lab::{
    figure::Owner,
    summary::{
        ComponentSummary, Components, Course, Event, LeaderRow, Points, PointsRow, RateRow, RoundRow,
        ScoreRow, UseRow, WinRates,
    },
};
use sim_stats::Estimate;

/// Win rates: name, share, and half-width of the interval.
fn shares(rows: &[(&str, Option<f64>, Option<f64>)]) -> Summary {
    let row = |&(name, share, half): &(&str, Option<f64>, Option<f64>)| RateRow {
        owner: Owner::Strategy(name.to_owned()),
        estimate: estimate(share, half),
        fair: Some(0.5),
        list: share.zip(half).map(|(share, half)| around(share, 1.2 * half)),
    };
    let rates = WinRates { strategies: rows.iter().map(row).collect(), ..WinRates::default() };
    Summary { rates, ..run(2) }
}

/// `count` components, each with an adjusted difference and a use.
fn components(count: usize) -> Vec<ComponentSummary> {
    let component = |at: usize| {
        let source = if at.is_multiple_of(2) { Source::Rulebook } else { Source::Reconstructed };
        let one = counted(&format!("component {at}"), &format!("kind {}", at % 9), source, Choice::Chosen);
        let mean = Estimate { n: 100, ..estimate(Some(1.0 + (at as f64 * 0.9).cos()), None) };
        let difference = estimate(Some(0.1 * (at as f64 * 1.7).sin()), Some(0.02));
        ComponentSummary {
            uses: vec![UseRow { strategy: "a".to_owned(), event: Event::Used, mean }],
            adjusted: Some(adjusted(difference, 0.5, 0.5)),
            ..one
        }
    };
    (0..count).map(component).collect()
}

/// A run with these components.
fn used(all: Vec<ComponentSummary>) -> Summary {
    Summary { components: Components { all, ..Components::default() }, ..run(2) }
}

fn rounds(rounds: usize) -> Course {
    let line = |(slope, name): (usize, &str)| {
        let row = move |round: usize, strategy: String| RoundRow {
            strategy,
            round,
            points: estimate(Some(round as f64 * (slope as f64 - 0.5)), None),
        };
        let name = name.to_owned();
        (1..=rounds).map(move |round| row(round, name.clone()))
    };
    let rounds = ["a", "b", "c"].into_iter().enumerate().flat_map(line).collect();
    Course { rounds, ..Course::default() }
}

/// A run with win rates, components and points by round.
fn whole(shares: Summary, components: Vec<ComponentSummary>, course: Course) -> Summary {
    Summary { rates: shares.rates, course, ..used(components) }
}

fn draw(run: &Summary, caption: &str) -> Result<Vec<Picture>, ChartError> {
    super::draw(&[Data::Run(run)], caption)
}

fn draw_maps(tables: &[Table], caption: &str) -> Result<Vec<Picture>, ChartError> {
    super::draw(&[Data::Maps(tables)], caption)
}

fn names(run: &Summary) -> Vec<String> {
    draw(run, "").unwrap().into_iter().map(|figure| figure.name).collect()
}

/// Width and height of a PNG that decodes in full and is compressed to less than a twentieth.
fn png_size(png: &[u8]) -> (u32, u32) {
    let mut reader = png::Decoder::new(png).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size()];
    let frame = reader.next_frame(&mut pixels).unwrap();
    assert!(20 * png.len() < pixels.len(), "{} bytes of {} are no packed picture", png.len(), pixels.len());
    (frame.width, frame.height)
}

#[test]
fn what_has_no_values_is_left_out() {
    assert!(names(&run(2)).is_empty());
    assert!(names(&shares(&[("a", None, None)])).is_empty());
    assert!(names(&Summary { course: rounds(1), ..run(2) }).is_empty());
    // An adjusted difference without uses has no position in the picture.
    let unused = components(3).into_iter().map(|one| ComponentSummary { uses: Vec::new(), ..one });
    assert!(names(&used(unused.collect())).is_empty());
    let all = whole(shares(&[("a", Some(0.5), None)]), components(3), rounds(4));
    assert_eq!(names(&all), ["win-rate-by-strategy", "component-use-and-win-rate", "points-by-round"]);
}

/// Outcomes that merely happen to players show who did well.
#[test]
fn only_what_players_choose_is_drawn() {
    let happens = counted("bill", "kind 1", Source::Rulebook, Choice::Outcome).kind;
    let mut all = components(3);
    all[1].kind = happens;
    let drawn = draw(&used(all.clone()), "c").unwrap().remove(0).svg;
    assert!(drawn.contains("component 2") && !drawn.contains("component 1"));
    all.remove(1);
    assert_eq!(draw(&used(all), "c").unwrap().remove(0).svg, drawn);
}

#[test]
fn a_leader_of_few_games_is_left_to_the_table() {
    let row = |round: usize, share: f64, half| LeaderRow { round, wins: estimate(Some(share), half) };
    let mut leaders = vec![row(1, 1.0, None), row(2, 0.4, Some(0.01)), row(3, 0.6, Some(0.01))];
    let picture = |leaders: &[LeaderRow]| {
        let course = Course { leaders: leaders.to_vec(), ..Course::default() };
        draw(&Summary { course, ..run(2) }, "").unwrap().remove(0).svg
    };
    let drawn = picture(&leaders);
    leaders.remove(0);
    assert_eq!(picture(&leaders), drawn);
}

/// The mean of the few games that last so long is noisy.
#[test]
fn rounds_that_hardly_any_game_comes_to_are_left_to_the_table() {
    let of = |n| Course {
        rounds: rounds(4)
            .rounds
            .into_iter()
            .map(|row| {
                let n = if row.round == 4 { n } else { 20_000 };
                RoundRow { points: Estimate { n, ..row.points }, ..row }
            })
            .collect(),
        ..Course::default()
    };
    let picture = |course: Course| draw(&Summary { course, ..run(2) }, "").unwrap().remove(0).svg;
    let three = Course {
        rounds: of(20_000).rounds.into_iter().filter(|row| row.round < 4).collect(),
        ..Course::default()
    };
    assert_eq!(picture(of(199)), picture(three.clone()));
    assert_ne!(picture(of(200)), picture(three));
}

#[test]
fn a_picture_in_which_nothing_is_clear_is_quiet() {
    let look = |share: f64| {
        draw(&shares(&[("a", Some(share), Some(0.01)), ("b", Some(1.0 - share), Some(0.01))]), "")
    };
    assert_eq!(look(0.505).unwrap().remove(0).look, Look::Quiet);
    assert_eq!(look(0.6).unwrap().remove(0).look, Look::Plain);
}

/// Values below 0 have another hue. Both hues are light near 0.
#[test]
fn a_grid_around_0_has_two_hues_and_at_most_three_digits_after_the_point() {
    let drawn = |values: [f64; 3]| {
        let mut table = grid(1, 3);
        for (square, value) in table.heat.as_mut().unwrap().squares.iter_mut().zip(values) {
            square.value = Some(value);
        }
        draw_maps(&[table], "").unwrap().remove(0).svg
    };
    let around = drawn([-0.000_21, 0.0, 0.000_42]);
    assert!(around.contains("#F3F7FB") && around.contains("#4B9BD5"), "{around}");
    // Half as far below 0 as the other is above: half the color.
    assert!(around.contains("#F0CAB1"), "{around}");
    assert!(around.contains("0.000") && !around.contains("0.0004"), "{around}");
    assert!(!drawn([0.1, 0.2, 0.3]).contains("#EE9E68"));
}

/// One game can put an adjusted difference anywhere, even past what is possible: it must not stretch the axis.
#[test]
fn a_component_without_an_interval_is_left_to_the_table() {
    let picture = |all: &[ComponentSummary]| draw(&used(all.to_vec()), "c").unwrap().remove(0).svg;
    let mut all = components(3);
    all[1].adjusted = Some(adjusted(estimate(Some(1.03), None), 0.5, 0.5));
    let drawn = picture(&all);
    assert!(drawn.contains("component 2") && !drawn.contains("component 1") && !drawn.contains("+100"));
    all.remove(1);
    assert_eq!(picture(&all), drawn);
}

#[test]
fn labels_and_caption_are_drawn() {
    let run =
        shares(&[("tit & <tat>", Some(0.6), Some(0.01)), ("other", Some(0.4), None), ("idle", None, None)]);
    let figure = draw(&run, "12 games, seed 1").unwrap().remove(0);
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
        let run = whole(shares(&rows), components(parts), rounds(count));
        for figure in draw(&run, "c").unwrap() {
            assert!(!figure.svg.contains("NaN") && !figure.svg.contains("inf"), "{}", figure.svg);
            let (width, height) = png_size(&figure.png);
            assert_eq!(width, 1920);
            assert!(height > 200, "{} is {height} high", figure.name);
        }
    }
}

/// A run with score distributions: the shares of two strategies in bins of 5 points, the first bin open below.
fn scores(run: Summary) -> Summary {
    let lines = [("low", [0.25, 0.75, 0.0, 0.0]), ("high", [0.0, 0.0001, 0.5, 0.4999])];
    let bins = |(name, shares): (&'static str, [f64; 4])| {
        shares.into_iter().enumerate().map(move |(bin, share)| ScoreRow {
            strategy: name.to_owned(),
            from: (bin > 0).then_some(bin as f64 * 5.0 - 5.0),
            to: Some(bin as f64 * 5.0 - 1.0),
            share: estimate(Some(share), None),
        })
    };
    let mean = |(name, mean): (&str, f64)| PointsRow {
        owner: Owner::Strategy(name.to_owned()),
        mean: estimate(Some(mean), None),
    };
    let strategies = [("low", 1.5), ("high", 9.5)].map(mean).into();
    let points = Points { strategies, ..Points::default() };
    Summary { scores: lines.into_iter().flat_map(bins).collect(), points, ..run }
}

#[test]
fn bars_of_points_are_as_high_as_their_shares_and_the_best_comes_first() {
    let figure = draw(&scores(run(2)), "c").unwrap().remove(0);
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

/// A phone that is 360 pixels wide leaves 329 for a figure, where letters of less than 9 cannot be read.
#[test]
fn every_text_of_a_narrow_drawing_can_be_read_on_a_phone() {
    let names = [("a long name of a strategy", Some(0.6), Some(0.01)), ("b", Some(0.4), Some(0.01))];
    let mut plain = grid(5, 5);
    let squares = plain.heat.iter_mut().flat_map(|heat| &mut heat.squares);
    squares.for_each(|square| (square.mark, square.word) = ("", ""));
    let run = scores(whole(shares(&names), components(20), rounds(5)));
    let figures = super::draw(&[Data::Run(&run), Data::Maps(&[plain])], "c").unwrap();
    assert_eq!(figures.len(), 5);
    for figure in figures {
        let narrow = figure.narrow.unwrap_or_else(|| panic!("{} has none", figure.name));
        assert!(narrow.starts_with("<svg") && narrow.contains(" width=\"440\""), "{narrow}");
        let sizes = narrow.split("font-size=\"").skip(1).map(|rest| rest.split('"').next().unwrap());
        let sizes: Vec<f64> = sizes.map(|size| size.parse::<f64>().unwrap() / 10.0).collect();
        assert!(sizes.len() > 5, "{}", figure.name);
        assert!(sizes.iter().all(|size| size * 329.0 / 440.0 >= 9.0), "{}: {sizes:?}", figure.name);
    }
    // Numbers in forty columns would be unreadable, so a phone scrolls the wide drawing.
    assert_eq!(draw_maps(&[grid(3, 40)], "c").unwrap().remove(0).narrow, None);
}

#[test]
fn values_that_are_not_numbers_do_not_reach_the_picture() {
    let run = shares(&[("a", Some(f64::NAN), None), ("b", Some(0.5), Some(f64::INFINITY))]);
    for figure in draw(&run, "").unwrap() {
        assert!(!figure.svg.contains("NaN\"") && !figure.svg.contains("inf\""), "{}", figure.svg);
    }
}

#[test]
fn the_same_run_gives_the_same_bytes() {
    let run = whole(shares(&[("a", Some(0.6), Some(0.01))]), components(30), rounds(5));
    assert_eq!(draw(&run, "c").unwrap(), draw(&run, "c").unwrap());
}

#[test]
fn reconstructed_components_are_hollow_and_the_legend_says_so() {
    let figure = draw(&used(components(2)), "").unwrap().remove(0);
    assert!(figure.svg.contains("hollow: reconstructed data"));
    // One on the plot, one in the legend.
    let rings =
        figure.svg.lines().filter(|line| line.starts_with("<circle") && line.contains("fill=\"none\""));
    assert_eq!(rings.count(), 2);
}

#[test]
fn names_of_components_do_not_cover_each_other() {
    let figure = draw(&used(components(120)), "").unwrap().remove(0);
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

/// A grid of `rows` by `columns` squares, one of them without a value.
fn grid(rows: usize, columns: usize) -> Table {
    let square = |at: usize| Square {
        row: (at / columns + 1).to_string(),
        column: (at % columns + 1).to_string(),
        value: (at != 1).then_some(0.1 + 0.001 * at as f64),
        mark: ["plain", "purple", "gold", "hatched"][at % 4],
        word: WORDS[at.min(WORDS.len() - 1)],
    };
    let squares = (0..rows * columns).map(square).collect();
    let heat = Heat { row: "y", column: "x", unit: "share of hits", word: "word", squares };
    Table { heat: Some(heat), ..Table::new("small_grid", "A grid", "", &[]) }
}

const WORDS: [&str; 8] = ["one", "two", "three", "four", "five", "six", "seven", "eight"];

#[test]
fn a_heat_map_shows_its_numbers_words_and_frames() {
    let figure = draw_maps(&[grid(4, 3)], "made for a test").unwrap().remove(0);
    assert_eq!(figure.name, "small-grid");
    for text in ["0.100\n", "0.111\n", "eight", "purple", "gold", "hatched", "made for a test"] {
        assert!(figure.svg.contains(text), "{text} is missing in {}", figure.svg);
    }
    assert!(!figure.svg.contains("plain"), "no frame needs no legend");
    assert!(figure.alt.contains("share of hits from 0.100 to 0.111"), "{}", figure.alt);
}

#[test]
fn heat_maps_of_every_size_are_finite_and_always_the_same() {
    for (rows, columns) in [(1, 1), (1, 2), (15, 6), (3, 40)] {
        let figures = draw_maps(&[grid(rows, columns)], "c").unwrap();
        assert_eq!(figures, draw_maps(&[grid(rows, columns)], "c").unwrap());
        let figure = &figures[0];
        assert!(!figure.svg.contains("NaN") && !figure.svg.contains("inf"), "{}", figure.svg);
        assert_eq!(png_size(&figure.png).0, 1920);
    }
    // Without a known value, nothing is drawn.
    let mut empty = grid(1, 2);
    empty.heat.iter_mut().for_each(|heat| drop(heat.squares.remove(0)));
    assert!(draw_maps(&[empty], "").unwrap().is_empty());
    assert!(draw_maps(&[Table { heat: None, ..grid(2, 2) }], "").unwrap().is_empty());
}
