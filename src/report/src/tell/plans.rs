use sim_engine::text::people;
use sim_lab::{
    figure::Unit,
    pairs::is_found,
    plans::{AimRow, Bounds, DEAD, PlanRow, Plans, RULES, Reading},
};

use super::{
    grid::{Style, grid, more},
    head::{Played, head},
    number::{gain, share},
    objective::{level, per_game, verb},
};

const ROWS: usize = 25;
const TOLD: usize = 10;

pub fn plans(found: &Plans, style: Style) -> String {
    let Plans { info, extent, level: players, learned, repeats, games, control, bounds, rows } = found;
    let unit = bounds.unit;
    let what = "what plans win when they are played well";
    let played = Played { games: *games, deals: extent.deals, seed: extent.seed, is_each: false };
    let mut text = head(info, extent.players, what, &played);
    let fair =
        if unit.is_share() { format!(" (fair {})", level(unit, bounds.fair)) } else { " a game".to_owned() };
    text += &format!(
        "A player trained for each plan among {players}: {} of {}.",
        people::counted(*repeats, "training", "trainings"),
        people::counted(*learned, "game", "games"),
    );
    if let Some(control) = control {
        text += &format!(" Trained without a plan, it {} {} there{fair}.", verb(unit), level(unit, *control));
    }
    text += "\n\n";
    text += &grid_of(rows, unit, style);
    text += &more(rows.len(), ROWS, "", style);
    text += &match unit {
        Unit::Share => format!("\nwins: in good hands, among the others in good hands{fair}. "),
        unit => format!(
            "\nahead: {} above the mean of all seats, in good hands among the others in good hands; below {} a plan is dead, above {} it rules. ",
            per_game(unit),
            people::short(bounds.dead),
            people::short(bounds.rules)
        ),
    };
    let less = if unit.is_share() { "how much less often one wins" } else { "how much less one scores" };
    text += &format!(
        "as written: the same of the scripts as they are. costs: {less} with the plan than without, among {players}, in {}. a game: how many of what it counts, and how many without the plan.\n\n",
        per_game(unit)
    );
    let told: Vec<String> =
        rows.iter().take(TOLD).map(|row| sentence(row, bounds)).filter(|line| !line.is_empty()).collect();
    text += &told.concat();
    let open = rows.iter().filter(|row| row.reading == Reading::Open).count();
    if open > 0 {
        text += &format!(
            "Of {open} of {} it is not known yet whether they live: more games with --n, or more learnings with --repeats.\n",
            rows.len()
        );
    }
    text
}

fn grid_of(rows: &[PlanRow], unit: Unit, style: Style) -> String {
    let wins = if unit.is_share() { "wins %" } else { "ahead" };
    let result = |estimate| if unit.is_share() { share(estimate) } else { gain(estimate, unit) };
    let header = ["plan", wins, "as written", "costs", "counts", "worth", "a game", "reading"];
    let right = [false, true, true, true, false, true, true, false];
    let mut cells: Vec<Vec<String>> = Vec::new();
    for row in rows.iter().take(ROWS) {
        let mut own = vec![
            row.name.clone(),
            result(&row.share),
            result(&row.written),
            gain(&row.cost.difference, unit),
        ];
        for (at, AimRow { word, worth, counts: [with, without] }) in row.aims.iter().enumerate() {
            if at > 0 {
                own = vec![String::new(); 4];
            }
            let [with, without] =
                [with, without].map(|count| count.map_or(String::new(), |count| people::fixed(count, 2)));
            let reading = if at == 0 { row.reading.word() } else { "" };
            own.extend([word.clone(), worth.to_string(), format!("{with}, {without}"), reading.to_owned()]);
            cells.push(own.clone());
        }
    }
    grid(&header, &cells, &right, style)
}

fn sentence(row: &PlanRow, bounds: &Bounds) -> String {
    let (name, unit) = (&row.name, bounds.unit);
    let value = row.share.value.unwrap_or_default();
    let side = if value < 0.0 { "below" } else { "above" };
    let wins = match unit {
        Unit::Share => format!("{} among the others", level(unit, value)),
        unit => format!("{} a game {side} the mean among the others", unit.size(value)),
    };
    let bound = |of_share: String, bound: f64| if unit.is_share() { of_share } else { level(unit, bound) };
    let by = row.cost.difference.value.map_or(String::new(), |value| unit.size(value));
    let verb = verb(unit);
    let cost = match row.cost.difference.value {
        Some(value) if is_found(row.cost_rate) && value > 0.0 => {
            format!("whoever insists on it {verb} {by} less")
        }
        Some(value) if is_found(row.cost_rate) && value < 0.0 => {
            format!("whoever insists on it {verb} {by} more, so that these players do too little of it")
        }
        _ => "what it costs is too little to be seen here".to_owned(),
    };
    match row.reading {
        Reading::Lives => format!("{name} lives: {wins}; {cost}.\n"),
        Reading::Rules => format!(
            "{name} rules: {wins}, more than {}; {cost}.\n",
            bound(format!("{} times its fair share", people::short(RULES)), bounds.rules)
        ),
        Reading::Dead => format!(
            "{name} is dead even in good hands: {wins}, less than {}; {cost}.\n",
            bound(format!("{} of its fair share", people::short(DEAD)), bounds.dead)
        ),
        Reading::Alike => format!(
            "{name} plays like one without a plan, who does as much of what it counts: everybody plays so already, or it is worth too little in the file.\n"
        ),
        Reading::Open => String::new(),
    }
}
