use sim_engine::text::people;
use sim_lab::{
    adapt::ContrastSetup,
    figure::Unit,
    pairs::is_found,
    plans::{AimRow, Bounds, DOMINANT, PlanRow, PlanVerdict, Plans, VIABLE},
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
    let Plans { setup, control, bounds, rows } = found;
    let ContrastSetup { info, extent, level: players, budget, games, .. } = setup;
    let unit = bounds.unit;
    let what = "plans in strong hands";
    let played = Played { games: *games, deals: extent.deals, seed: extent.seed, is_each: false };
    let mut text = head(info, extent.players, what, &played);
    let fair =
        if unit.is_share() { format!(" (fair {})", level(unit, bounds.fair)) } else { " a game".to_owned() };
    text += &format!(
        "A player trained for each plan among {players}: {} of {}.",
        people::counted(budget.repeats, "training", "trainings"),
        people::counted(budget.games, "game", "games"),
    );
    if let Some(control) = control {
        text += &format!(" Trained without a plan, it {} {} there{fair}.", verb(unit), level(unit, *control));
    }
    text += "\n\n";
    text += &grid_of(rows, unit, style);
    text += &more(rows.len(), ROWS, "", style);
    text += &match unit {
        Unit::Share => format!("\nwins: at a table of all plans in strong hands{fair}.\n"),
        unit => format!(
            "\nahead: {} above the mean of all seats, at a table of all plans in strong hands.\nA plan is viable above {} and dominant above {}.\n",
            per_game(unit),
            people::short(bounds.viable),
            people::short(bounds.dominant)
        ),
    };
    text += &format!(
        "as written: the same of the scripts as they are.\ncosts: {} lost by following the plan, among {players}.\na game: how many of what the plan counts, with and without the plan.\n\n",
        per_game(unit)
    );
    let told: Vec<String> =
        rows.iter().take(TOLD).map(|row| sentence(row, bounds)).filter(|line| !line.is_empty()).collect();
    text += &told.concat();
    let open = rows.iter().filter(|row| row.verdict == PlanVerdict::Undecided).count();
    if open > 0 {
        text += &format!(
            "{open} of {} undecided: raise --n (games) or --repeats (training runs).\n",
            people::counted(rows.len() as u64, "plan", "plans")
        );
    }
    text
}

fn grid_of(rows: &[PlanRow], unit: Unit, style: Style) -> String {
    let wins = if unit.is_share() { "wins %" } else { "ahead" };
    let result = |estimate| if unit.is_share() { share(estimate) } else { gain(estimate, unit) };
    let header = ["plan", wins, "as written", "costs", "counts", "worth", "a game", "verdict"];
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
            let verdict = if at == 0 { row.verdict.word() } else { "" };
            own.extend([word.clone(), worth.to_string(), format!("{with}, {without}"), verdict.to_owned()]);
            cells.push(own.clone());
        }
    }
    grid(&header, &cells, &right, style)
}

/// What the numbers of a row mean; nothing where they are undecided.
fn sentence(row: &PlanRow, bounds: &Bounds) -> String {
    let (name, unit) = (&row.name, bounds.unit);
    let value = row.share.value.unwrap_or_default();
    let side = if value < 0.0 { "below" } else { "above" };
    let result = match unit {
        Unit::Share => format!("It wins {}", level(unit, value)),
        unit => format!("It scores {} a game {side} the mean", unit.size(value)),
    };
    let bound = |of_share: f64, bound: f64| match unit {
        Unit::Share => format!("{} times its fair share", people::short(of_share)),
        unit => level(unit, bound),
    };
    let cost = match row.cost.difference.value.filter(|_| is_found(row.cost_rate)) {
        Some(value) if value > 0.0 => format!("Following it costs {}.", unit.size(value)),
        Some(value) => format!("Following it gains {}: these players do too little of it.", unit.size(value)),
        None => "No cost of following it is significant.".to_owned(),
    };
    let followed = match row.followed == row.repeats {
        true => String::new(),
        false => format!(" {} of {} training runs followed it.", row.followed, row.repeats),
    };
    match row.verdict {
        PlanVerdict::Viable => format!("{name} is viable. {result}. {cost}{followed}\n"),
        PlanVerdict::Dominant => format!(
            "{name} is dominant. {result}, more than {}. {cost}{followed}\n",
            bound(DOMINANT, bounds.dominant)
        ),
        PlanVerdict::NotViable => format!(
            "{name} is not viable, even in strong hands. {result}, less than {}. {cost}{followed}\n",
            bound(VIABLE, bounds.viable)
        ),
        PlanVerdict::NotFollowed => format!(
            "{name} was not tested: {} of {} training runs followed it. Raise its worth in the file, or every good player plays so already.\n",
            row.followed, row.repeats
        ),
        PlanVerdict::Undecided => String::new(),
    }
}
