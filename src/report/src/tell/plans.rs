use sim_engine::text::people;
use sim_lab::{
    pairs::is_found,
    plans::{AimRow, DEAD, PlanRow, Plans, RULES, Reading},
};

use super::{
    grid::{Style, grid, more},
    head::{Played, head},
    number::{points, share},
};

const ROWS: usize = 25;
const TOLD: usize = 10;

pub fn plans(found: &Plans, style: Style) -> String {
    let Plans { info, extent, start, learned, repeats, games, control, rows } = found;
    let what = "what plans win when they are played well";
    let played = Played { games: *games, deals: extent.deals, seed: extent.seed, is_each: false };
    let mut text = head(info, extent.players, what, &played);
    let fair = people::percent(1.0 / extent.players as f64, None);
    let control = control.map_or(String::new(), |value| people::percent(value, None));
    text += &format!(
        "Each plan was learned by {start} among copies of itself: {} of {}. Without a plan one who learned on wins {control} there (fair {fair}).\n\n",
        people::counted(*repeats, "learning", "learnings"),
        people::counted(*learned, "game", "games"),
    );
    text += &grid_of(rows, style);
    text += &more(rows.len(), ROWS, "", style);
    text += &format!(
        "\nwins: in good hands, among the others in good hands (fair {fair}). as written: the same of the scripts as they are. costs: how much less often one wins with the plan than without, among copies of {start}, in percentage points. a game: how many of what it counts, and how many without the plan.\n\n"
    );
    let told: Vec<String> = rows.iter().take(TOLD).map(sentence).filter(|line| !line.is_empty()).collect();
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

fn grid_of(rows: &[PlanRow], style: Style) -> String {
    let header = ["plan", "wins %", "as written", "costs", "counts", "worth", "a game", "reading"];
    let right = [false, true, true, true, false, true, true, false];
    let mut cells: Vec<Vec<String>> = Vec::new();
    for row in rows.iter().take(ROWS) {
        let mut own =
            vec![row.name.clone(), share(&row.share), share(&row.written), points(&row.cost.difference)];
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

fn sentence(row: &PlanRow) -> String {
    let name = &row.name;
    let wins = people::percent(row.share.value.unwrap_or_default(), None);
    let by = row.cost.difference.value.map_or(String::new(), |value| people::fixed(value.abs() * 100.0, 1));
    let cost = match row.cost.difference.value {
        Some(value) if is_found(row.cost_rate) && value > 0.0 => {
            format!("whoever insists on it wins {by} points less")
        }
        Some(value) if is_found(row.cost_rate) && value < 0.0 => {
            format!("whoever insists on it wins {by} points more, so that these players do too little of it")
        }
        _ => "what it costs is too little to be seen here".to_owned(),
    };
    match row.reading {
        Reading::Lives => format!("{name} lives: {wins} among the others; {cost}.\n"),
        Reading::Rules => format!(
            "{name} rules: {wins} among the others, more than {} times its fair share; {cost}.\n",
            people::short(RULES)
        ),
        Reading::Dead => format!(
            "{name} is dead even in good hands: {wins} among the others, less than {} of its fair share; {cost}.\n",
            people::short(DEAD)
        ),
        Reading::Alike => format!(
            "{name} plays like one without a plan, who does as much of what it counts: everybody plays so already, or it is worth too little in the file.\n"
        ),
        Reading::Open => String::new(),
    }
}
