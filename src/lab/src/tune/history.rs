use sim_engine::text::people;
use sim_stats::paired::Paired;

use super::Credit;

/// Lines as comments at the head of a file; empty ones are left out.
pub fn comments<'l>(lines: impl IntoIterator<Item = &'l str>) -> String {
    let commented = |line: &str| format!("# {line}").replace('\u{a0}', " ").trim_end().to_owned() + "\n";
    lines.into_iter().filter(|line| !line.is_empty()).map(commented).collect::<String>() + "\n"
}

/// What brought a gain; nothing where nothing is known of it.
pub fn credits(credits: &[Credit]) -> String {
    if credits.is_empty() {
        return String::new();
    }
    let mut text =
        "\nWhat brought it: on test deals, less the same with these params as they were.\n".to_owned();
    for credit in credits {
        let many = match credit.params.len() {
            1 => String::new(),
            count => format!(" ({count} params)"),
        };
        let words = if credit.paired.differing == 0 {
            "nothing: no game went another way".to_owned()
        } else {
            points(&credit.paired)
        };
        text += &format!("  {}{many}: {words}\n", credit.name);
    }
    text
}

pub fn points(paired: &Paired) -> String {
    let scaled = paired.difference.scaled(100.0);
    match (scaled.value, scaled.interval) {
        (Some(value), Some(interval)) => {
            let places = people::decimals(scaled.half_width(), 1);
            let [low, high] = [interval.low, interval.high].map(|end| people::signed(end, places));
            format!("{} points ({low} to {high})", people::signed(value, places))
        }
        _ => paired.words(),
    }
}
