use sim_engine::text::people;
use sim_lab::worth::{Banned, Reading, WorthRow, Worths};

use super::{
    grid::{Style, grid, more},
    head::{Played, head},
    not_played::not_played,
    number::{difference, points},
};

const ROWS: usize = 25;
const TOLD: usize = 8;

pub fn worth(found: &Worths, style: Style) -> String {
    let Worths { info, extent, start, learned, repeats, games, control, rows, .. } = found;
    let what = "what one player loses who may never do a thing";
    let played = Played { games: *games, deals: extent.deals, seed: extent.seed, is_each: true };
    let mut text = head(info, extent.players, what, &played);
    let fair = people::percent(1.0 / extent.players as f64, None);
    let control = control.map_or(String::new(), |value| people::percent(value, None));
    text += &format!(
        "All are copies of {start}. One of them learned on among the others, with the ban and without it: {} of {}. Without a ban he wins {control} (fair {fair}).\n\n",
        people::counted(*repeats, "learning", "learnings"),
        people::counted(*learned, "game", "games"),
    );
    text += &grid_of(rows, found.ablates, style);
    text += &more(rows.len(), ROWS, "", style);
    text += "\nused: part of the seats that use it in a game, between players who may do anything. contrast: how much more often its users win than others at the same table, a link and no cause. worth: how much less often one wins who may never do it, in percentage points.\n";
    if found.ablates {
        text += "points without: what players make more where it is not in the box, once all have learned to play without it.\n";
    }
    text += "\n";
    let clear = rows.iter().filter(|row| row.reading != Reading::Open);
    let told: Vec<String> = clear.clone().take(TOLD).map(sentence).collect();
    text += &told.concat();
    text += &more(clear.count(), TOLD, "", style);
    let open = rows.iter().filter(|row| row.reading == Reading::Open).count();
    if open > 0 {
        text += &format!(
            "Of {open} of {} it is not known yet what they are worth: more games with --n, or longer learnings with --learn.\n",
            rows.len()
        );
    }
    if rows.iter().any(|row| row.despite.is_some_and(|times| times >= 0.005)) {
        text += "`despite`: times a game that he got it all the same, as the rules left him nothing else or somebody else chose it.\n";
    }
    text + &not_played(&found.not_played)
}

fn grid_of(rows: &[WorthRow], ablates: bool, style: Style) -> String {
    let shows_despite = rows.iter().any(|row| row.despite.is_some_and(|times| times >= 0.005));
    let mut header = vec!["never", "kind", "used %", "contrast", "worth", "rank"];
    if shows_despite {
        header.push("despite");
    }
    if ablates {
        header.extend(["points without", "plies without"]);
    }
    let right: Vec<bool> = (0..header.len()).map(|at| at > 1).collect();
    let cells = |row: &WorthRow| {
        let mut cells = vec![
            row.ban.word.clone(),
            match (&row.component, row.ban.of) {
                (Some(one), _) => one.kind.clone(),
                (None, Banned::Kind) => "all of them".to_owned(),
                (None, _) => "action".to_owned(),
            },
            row.used.map_or(String::new(), |used| people::fixed(used * 100.0, 0)),
            row.component.as_ref().map_or(String::new(), |_| points(&row.contrast)),
            points(&row.worth.difference),
            row.rank.map_or(String::new(), |(rank, all)| format!("{rank} of {all}")),
        ];
        if shows_despite {
            cells.push(row.despite.map_or(String::new(), |times| people::fixed(times, 2)));
        }
        if ablates {
            let without = row.without.as_ref();
            for one in [without.and_then(|one| one.points), without.and_then(|one| one.plies)] {
                cells.push(one.map_or(String::new(), |one| difference(&one.difference)));
            }
        }
        cells
    };
    let rows: Vec<Vec<String>> = rows.iter().take(ROWS).map(cells).collect();
    grid(&header, &rows, &right, style)
}

fn sentence(row: &WorthRow) -> String {
    let name = &row.ban.word;
    let by = row.worth.difference.value.map_or(String::new(), |value| people::fixed(value.abs() * 100.0, 1));
    let who = match row.ban.of {
        Banned::Component(_) => format!("who may never take {name}"),
        Banned::Kind => format!("who may never take any {name}"),
        Banned::Deed if name == "mix" => "who may not mix his answers".to_owned(),
        Banned::Deed => format!("who may never do `{name}`"),
    };
    match row.reading {
        Reading::Strong => {
            format!(
                "{name} is strong: {who} wins {by} points less, and those who use it win more than others.\n"
            )
        }
        Reading::Staple => format!(
            "{name} is a staple: nearly all use it, so that its contrast says little; {who} wins {by} points less.\n"
        ),
        Reading::Quiet => match row.component {
            Some(_) => format!(
                "{name} is worth more than its contrast says: {who} wins {by} points less, though its users win no more than others.\n"
            ),
            None => format!("{}{} wins {by} points less.\n", who[..1].to_uppercase(), &who[1..]),
        },
        Reading::Follows => format!(
            "{name} goes with winning and does not bring it: its users win more than others, but {who} wins as much.\n"
        ),
        Reading::Spare => format!("Nothing is lost without {name}: {who} wins as much.\n"),
        Reading::Overused => format!(
            "{name} is used too much by these players: {who} wins {by} points more. That is a habit of play, and not what it is worth.\n"
        ),
        Reading::Open => String::new(),
    }
}
