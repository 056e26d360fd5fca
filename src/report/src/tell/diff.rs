use sim_engine::text::people;
use sim_lab::{
    Extent,
    diff::{Diff, GameResult, MovedGame},
    figure::Figure,
    pairs::{Change, FigureRow, is_found},
};

use super::{
    FIGURE_KEYS, Games, Key, PairedRow, Style, contrast, figure_name, head, more, of_figure, paired, plain,
    say, sentences,
};

const ROWS: usize = 12;
const GAMES: usize = 3;
const ARMS: [&str; 2] = ["new", "old"];

pub fn diff(diff: &Diff, style: Style) -> String {
    let [old, new] = &diff.names;
    let extent = Extent { title: diff.info.title, players: diff.players, deals: diff.deals, seed: diff.seed };
    let mut text = head(&extent, &contrast(new, old), &Games::OfEach(diff.games)) + "\n";
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
    // Win rates are already shown, and places repeat them.
    let is_other = |row: &&&FigureRow| !matches!(row.of.figure, Figure::WinRate | Figure::Place(_));
    let others: Vec<&FigureRow> = changed.iter().filter(is_other).copied().collect();
    text.push('\n');
    text += &match (changed.len(), others.len()) {
        (0, _) => sentences([say!("diff/unchanged")]),
        (_, 0) => String::new(),
        (count, all) => format!(
            "{}\n{}{}\n",
            sentences([say!("diff/changed", changed => count, compared => diff.rows.len())]),
            figures(&others[..all.min(ROWS)]),
            more(all, ROWS, "", style)
        ),
    };
    let percent = people::short(diff.tolerance * 100.0);
    let (same, slightly, open) = (of(Change::Same), of(Change::Slightly), of(Change::Open));
    text += &sentences([say!("diff/same", same => same.len(), percent, slightly => slightly.len())]);
    if !open.is_empty() {
        let minor = open.iter().filter(|row| matches!(row.of.figure, Figure::Measure { .. })).count();
        text += &sentences([say!("diff/undecided", undecided => open.len(), minor)]);
    }
    let steady = same.into_iter().chain(slightly).filter(is_win);
    let owners: Vec<String> = steady.map(|row| row.of.owner.to_string()).collect();
    if !owners.is_empty() {
        text += &sentences([say!("diff/steady", owners, percent)]);
    }
    text + &components(&diff.components, style) + &games(&diff.moved)
}

fn components(rows: &[FigureRow], style: Style) -> String {
    let found: Vec<&FigureRow> = rows.iter().filter(|row| is_found(row.q_value)).collect();
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
        "\nComponents whose use or adjusted difference changed, the most significant first\n\n{}{}",
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
        let first =
            say!("diff/game", points => people::short(*points), new => new.winners, old => old.winners);
        text += &format!("\n  {}\n  {}\n  {}\n", plain(&first), replay(new), replay(old));
    }
    text
}
