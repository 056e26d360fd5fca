use sim_engine::text::people;
use sim_lab::{
    balance::{
        BalanceResult, Change, Effect, Proposal,
        goal::{Goal, GoalStatus, Range},
    },
    pairs::FigureRow,
};
use sim_stats::Estimate;

use super::{
    FIGURE_KEYS, Games, PairedRow, Style, grid, head, more, not_played, number, of_figure, paired, say,
    sentences,
};

const ROWS: usize = 6;
/// Steps are listed if their effect is more than this many standard errors from 0.
const CLEAR: f64 = 3.0;

pub fn balance(found: &BalanceResult, style: Style) -> String {
    let BalanceResult { extent, level, learned, has_pool, games, goals, proposals, .. } = found;
    let (repeats, learned_games) = learned.map_or((0, 0), |budget| (budget.repeats, budget.games));
    let players = say!("balance/players",
        level => level.to_string(), repeats, games => learned_games, is_retrained => learned.is_some(),
        has_pool,
    );
    let mut text = head(extent, "what to change so that goals are met", &Games::OfEach(*games));
    text += &format!("\n{}{}\n{}", sentences(answer(found)), sentences([players]), grid_of(found, style));
    if goals.iter().any(|goal| goal.figures.len() > 1) && !proposals.is_empty() {
        text += &sentences([say!("balance/worst")]);
    }
    if let Some((_, proposal)) = best_proposal(found) {
        text += &moved(proposal, style);
    }
    text + &steps(found, style) + &not_played(&found.not_played)
}

/// The proposal to describe, and its index: the one that meets all goals, or else the one that misses the fewest;
/// `None` if it changes nothing.
fn best_proposal(found: &BalanceResult) -> Option<(usize, &Proposal)> {
    let rank = |proposal: &Proposal| {
        let count = |wanted| proposal.reached.iter().filter(|one| **one == wanted).count();
        (count(GoalStatus::Missed), count(GoalStatus::Open))
    };
    // Ties go to the proposal whose figures exceed their ranges least.
    let beyond = |proposal: &Proposal| -> f64 {
        let goals = found.goals.iter().zip(&proposal.seen);
        goals.map(|(goal, seen)| beyond(goal, seen)).sum()
    };
    let best = match found.answer() {
        Some(at) => Some((at, &found.proposals[at])),
        None => found.proposals.iter().enumerate().min_by(|(_, one), (_, other)| {
            rank(one).cmp(&rank(other)).then(beyond(one).total_cmp(&beyond(other)))
        }),
    };
    best.filter(|(_, proposal)| !proposal.changes.is_empty())
}

/// How far a goal's worst figure is out of its range; in units of the width, if both ends are given.
fn beyond(goal: &Goal, seen: &[Estimate]) -> f64 {
    let Range { low, high } = goal.range;
    let value = goal.worst(seen).and_then(|at| seen.get(at)?.value);
    let off = value.map_or(0.0, |value| {
        let over = high.map_or(0.0, |high| value - high);
        over.max(low.map_or(0.0, |low| low - value)).max(0.0)
    });
    let width = low.zip(high).map(|(low, high)| high - low).filter(|width| *width > 0.0);
    off / width.unwrap_or(1.0)
}

fn grid_of(found: &BalanceResult, style: Style) -> String {
    let goals = found.goals.iter().map(|goal| goal.text.as_str());
    let header: Vec<&str> = ["proposal", "changes"].into_iter().chain(goals).collect();
    let row = |(number, proposal): (usize, &Proposal)| {
        let mut cells = vec![number.to_string(), changes(proposal)];
        let goals = found.goals.iter().zip(&proposal.seen).zip(&proposal.reached);
        cells.extend(goals.map(|((goal, seen), reached)| cell(goal, seen, *reached, found)));
        cells
    };
    let rows = found.proposals.iter().enumerate().map(row);
    grid(&header, rows, &[false], style)
}

/// `start_coins.1 10 to 8, tokens 20 to 22`, or `nothing`.
fn changes(proposal: &Proposal) -> String {
    let change = |one: &Change| format!("{} {} to {}", one.path, one.from, one.to);
    match &proposal.changes[..] {
        [] => "nothing".to_owned(),
        all => all.iter().map(change).collect::<Vec<_>>().join(", "),
    }
}

/// `met: seat 1 33.9 ± 0.4 %`.
fn cell(goal: &Goal, seen: &[Estimate], reached: GoalStatus, found: &BalanceResult) -> String {
    let Some(worst) = goal.worst(seen) else { return "never seen".to_owned() };
    let name = match goal.figures.len() {
        1 => String::new(),
        _ => format!("{} ", goal.figures[worst].to_string().replace(" win rate", "")),
    };
    let unit = if goal.unit.is_share() { "%" } else { goal.unit.word(found.info) };
    let value = number(&seen[worst].scaled(goal.unit.factor()), 1);
    format!("{}: {name}{value} {unit}", reached.word()).trim_end().to_owned()
}

fn answer(found: &BalanceResult) -> Vec<String> {
    let goals = found.goals.len();
    let is_missed = || found.proposals.iter().any(|one| one.reached.contains(&GoalStatus::Missed));
    let (proposal, Proposal { changes, reached, .. }) = match (found.answer(), best_proposal(found)) {
        (Some(0), _) => return vec![say!("balance/kept", goals)],
        (_, None) => return vec![say!("balance/none", is_open => !is_missed())],
        (_, Some(told)) => told,
    };
    let settings: Vec<String> = changes.iter().map(|one| format!("--set {}", one.setting())).collect();
    let changes: Vec<String> =
        changes.iter().map(|one| format!("`{}` from {} to {}", one.path, one.from, one.to)).collect();
    let answer = match found.answer() {
        Some(_) => say!("balance/change", changes, proposal, goals),
        None => say!("balance/nearest", changes, proposal, is_open => !reached.contains(&GoalStatus::Missed)),
    };
    vec![answer, say!("balance/try", settings => settings.join(" "), proposal)]
}

fn moved(proposal: &Proposal, style: Style) -> String {
    // Goals already cover seats, and one seat's gain is another's loss.
    let is_told = |row: &&FigureRow| row.of.owner.seat().is_none();
    let rows: Vec<PairedRow<'_>> = proposal.moved.iter().filter(is_told).map(of_figure).collect();
    if rows.is_empty() {
        return format!("\n{}", sentences([say!("balance/no_effects")]));
    }
    let shown = &rows[..rows.len().min(ROWS)];
    format!(
        "\nIts other effects, the most significant first\n\n{}{}",
        paired(&FIGURE_KEYS, shown, ["with it", "without"], false, style),
        more(rows.len(), ROWS, "", style)
    )
}

fn steps(found: &BalanceResult, style: Style) -> String {
    let surety = |one: &Effect| if one.error > 0.0 { one.moved.abs() / one.error } else { 0.0 };
    let mut effects: Vec<&Effect> = found.effects.iter().filter(|one| surety(one) > CLEAR).collect();
    if effects.is_empty() {
        return format!("\n{}", sentences([say!("balance/no_steps")]));
    }
    // The sort is stable: equals stay in the order of the rules.
    effects.sort_by(|one, other| surety(other).total_cmp(&surety(one)));
    let mut told: Vec<&str> = Vec::new();
    effects.retain(|one| {
        let is_new = !told.contains(&one.path.as_str());
        told.push(&one.path);
        is_new
    });
    let header = ["number", "step", "figure", "moves by", "error"];
    let row = |one: &&Effect| {
        let goal = &found.goals[one.figure.0];
        let (factor, unit) = (goal.unit.factor(), if goal.unit.is_share() { " points" } else { "" });
        let places = people::decimals(Some(one.error * factor), 1);
        vec![
            one.path.clone(),
            format!("{} to {}", one.from, one.to),
            goal.figures[one.figure.1].to_string(),
            format!("{}{unit}", people::signed(one.moved * factor, places)),
            people::fixed(one.error * factor, places),
        ]
    };
    let rows = effects.iter().take(ROWS).map(row);
    format!(
        "\nThe most significant effect of each number by itself, before players adapt\n\n{}{}",
        grid(&header, rows, &[false, false, false, true, true], style),
        more(effects.len(), ROWS, "", style)
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::balanced;

    #[test]
    fn the_answer_is_the_fewest_changes_that_surely_do_or_what_comes_nearest() {
        let how = "To play it, add --set hand_limit=5 to any command, or --data proposal-1.toml from the folder of --out.";
        for (proposals, told) in [
            (&[(70.0, GoalStatus::Met)][..], vec!["Change nothing: the goal is met."]),
            (
                &[(90.0, GoalStatus::Missed), (70.0, GoalStatus::Met)],
                vec!["Change `hand_limit` from 7 to 5: the goal is then met (proposal 1).", how],
            ),
            (
                &[(90.0, GoalStatus::Missed), (80.0, GoalStatus::Open)],
                vec![
                    "It is undecided whether a change meets all goals: raise --n. The closest is to change `hand_limit` from 7 to 5 (proposal 1).",
                    how,
                ],
            ),
            (
                &[(80.5, GoalStatus::Open)],
                vec![
                    "It is undecided whether the current game meets all goals: raise --n. No change that was tried comes closer.",
                ],
            ),
            (
                &[(90.0, GoalStatus::Missed)],
                vec![
                    "No change that was tried meets all goals, or comes closer than the current game. Vary other numbers with --vary, or allow more changes with --most-changes.",
                ],
            ),
        ] {
            assert_eq!(answer(&balanced(proposals)), told);
        }
        // Among several undecided or missed proposals, the closest is named and not the first.
        for reached in [GoalStatus::Open, GoalStatus::Missed] {
            let told = answer(&balanced(&[(90.0, GoalStatus::Missed), (84.0, reached), (81.0, reached)]));
            assert!(told[0].ends_with(" (proposal 2)."), "{told:?}");
        }
    }

    #[test]
    fn proposals_stand_beside_each_other_with_what_becomes_of_each_goal() {
        let style = Style { width: None, has_tables: true };
        let text = balance(&balanced(&[(90.0, GoalStatus::Missed), (70.0, GoalStatus::Met)]), style);
        for line in [
            "proposal  changes            length = 60..80",
            "0         nothing            missed: 90.0 ± 1.0 plies",
            "1         hand_limit 7 to 5  met: 70.0 ± 1.0 plies",
            "hand_limit  7 to 6  plies       −9.6    0.4",
        ] {
            assert!(text.contains(line), "{line}\n{text}");
        }
    }
}
