use sim_engine::text::people;
use sim_lab::{
    adapt::ContrastSetup,
    figure::Unit,
    plans::{AimRow, PlanRow, PlanVerdict, Plans},
};

use super::{Games, Style, gain, grid, head, more, number, per_game, say, sentences, share};

const ROWS: usize = 25;

pub fn plans(found: &Plans, style: Style) -> String {
    let Plans { setup, control, bounds, rows } = found;
    let ContrastSetup { extent, level: players, budget, games, .. } = setup;
    let unit = bounds.unit;
    let mut text = head(extent, "plans in strong hands", &Games::All(*games));
    let (level, repeats, games) = (players.to_string(), budget.repeats, budget.games);
    let is_share = unit.is_share();
    let control =
        control.map(|control| say!("plan_table/control", is_share, result => number::level(unit, control)));
    text += &sentences([say!("plan_table/players", level, repeats, games)].into_iter().chain(control));
    text += &format!("\n{}{}\n", grid_of(rows, unit, style), more(rows.len(), ROWS, "", style));
    let [fair, viable, dominant] =
        [bounds.fair, bounds.viable, bounds.dominant].map(|bound| number::level(unit, bound));
    let unit = per_game(unit);
    let columns = say!("plan_table/columns", is_share, unit, fair, viable, dominant);
    let untested = rows.iter().filter(|row| row.verdict == PlanVerdict::NotFollowed).map(|row| {
        let (followed, repeats) = (row.followed, row.repeats);
        say!("plan_table/not_followed", plan => row.name, followed, repeats)
    });
    let undecided = rows.iter().filter(|row| row.verdict == PlanVerdict::Undecided).count();
    let undecided = (undecided > 0).then(|| say!("plan_table/undecided", undecided, plans => rows.len()));
    text + &sentences(
        [columns, say!("plan_table/columns_more", unit)].into_iter().chain(untested).chain(undecided),
    )
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
