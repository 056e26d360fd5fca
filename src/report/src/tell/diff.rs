use sim_engine::text::people;
use sim_lab::{
    diff::{Diff, GameResult, MovedGame},
    figure::Figure,
    pairs::{Change, FigureRow, is_found},
};

use super::{
    grid::{Style, more},
    head::{Played, head},
    rows::{FIGURE_KEYS, Key, PairedRow, figure_name, of_figure, paired},
};

const ROWS: usize = 12;
const GAMES: usize = 3;
const ARMS: [&str; 2] = ["new", "old"];

pub fn diff(diff: &Diff, style: Style) -> String {
    let [old, new] = &diff.names;
    let played = Played { games: diff.games, deals: diff.deals, seed: diff.seed, is_each: true };
    let mut text = head(diff.info, diff.players, &format!("{new} less {old}"), &played);
    text.push('\n');
    let figures = |rows: &[&FigureRow]| {
        let list: Vec<PairedRow<'_>> = rows.iter().map(|row| of_figure(row)).collect();
        paired(&FIGURE_KEYS, &list, ARMS, true, style)
    };
    let is_win = |row: &&FigureRow| row.of.figure == Figure::WinRate;
    text += &figures(&diff.rows.iter().filter(is_win).collect::<Vec<_>>());
    let of = |change: Change| -> Vec<&FigureRow> {
        diff.rows.iter().filter(|row| row.change(diff.tolerance) == change).collect()
    };
    let changed = of(Change::Changed);
    // Who wins stands above, and places say it again.
    let is_other = |row: &&&FigureRow| !matches!(row.of.figure, Figure::WinRate | Figure::Place(_));
    let others: Vec<&FigureRow> = changed.iter().filter(is_other).copied().collect();
    text += &match (changed.len(), others.len()) {
        (0, _) => "\nNo figure is found to change by more than the tolerance.\n".to_owned(),
        (_, 0) => String::new(),
        (count, all) => format!(
            "\nChanged: {} of {} figures. Besides win rates and places, the clearest are\n\n{}{}",
            people::count(count as u64),
            people::count(diff.rows.len() as u64),
            figures(&others[..all.min(ROWS)]),
            more(all, ROWS, "", style)
        ),
    };
    let percent = people::short(diff.tolerance * 100.0);
    let (same, slightly, open) = (of(Change::Same), of(Change::Slightly), of(Change::Open));
    text += &format!(
        "\nThe same within {percent} %: {}. Changed, but by less than that: {}.\n",
        people::counted(same.len() as u64, "figure", "figures"),
        people::count(slightly.len() as u64)
    );
    text += &left_open(&open);
    let steady = same.into_iter().chain(slightly).filter(is_win);
    let steady: Vec<String> = steady.map(|row| row.of.owner.to_string()).collect();
    if !steady.is_empty() {
        text += &format!("Win rates within {percent} percentage points: {}.\n", people::list(&steady));
    }
    text + &components(&diff.components, style) + &games(&diff.moved)
}

fn left_open(rows: &[&FigureRow]) -> String {
    let details = rows.iter().filter(|row| matches!(row.of.figure, Figure::Measure { .. })).count();
    let of_sort = match details {
        0 => String::new(),
        all if all == rows.len() => ", all minor, such as how often one event happens".to_owned(),
        some => {
            format!(", {} of them minor, such as how often one event happens", people::count(some as u64))
        }
    };
    match rows.len() {
        0 => String::new(),
        open => {
            format!("Undecided: {}{of_sort}. Raise --n, or widen --tolerance.\n", people::count(open as u64))
        }
    }
}

fn components(rows: &[FigureRow], style: Style) -> String {
    let found: Vec<&FigureRow> = rows.iter().filter(|row| is_found(row.rate)).collect();
    if found.is_empty() {
        return String::new();
    }
    let list: Vec<PairedRow<'_>> = found
        .iter()
        .take(ROWS)
        .map(|row| {
            let strategy = row.of.owner.strategy().unwrap_or_default().to_owned();
            let component = row.component.as_ref().map_or(String::new(), |one| one.name.clone());
            let keys = vec![component, figure_name(&row.of.figure), strategy];
            PairedRow { keys, unit: row.of.figure.unit(), paired: &row.paired }
        })
        .collect();
    let keys = ["component", "figure", "strategy"].map(Key::Text);
    format!(
        "\nComponents whose use or adjusted difference changed, the clearest first\n\n{}{}",
        paired(&keys, &list, ARMS, true, style),
        more(found.len(), ROWS, "", style)
    )
}

fn games(moved: &[MovedGame]) -> String {
    if moved.is_empty() {
        return String::new();
    }
    let mut text = "\nGames in which it mattered most\n".to_owned();
    for MovedGame { points, new, old, .. } in moved.iter().take(GAMES) {
        let replay =
            |told: &GameResult| told.replay.as_ref().map_or(String::new(), |command| command.to_string());
        text += &format!(
            "\n  {} points apart; won by {}, before by {}\n  {}\n  {}\n",
            people::short(*points),
            people::list(&new.winners),
            people::list(&old.winners),
            replay(new),
            replay(old)
        );
    }
    text
}
