//! Every table that there is, without rows: what columns are told of before anything is played.

use super::{
    Cell, Column, Table, ablate, adapt, answer, audit, balance, choices, duel, ladder, learning, of_run,
    pairs, plans, price, robust, skill, sweep, target, tournament, tuning, verdict, worth,
};
use crate::{
    ablate::Ablation,
    audit::Unused,
    effort::{Ended, Extent},
    figure::{Owner, Unit},
    not_played::{self, NotPlayed, WhyNot},
    robust::{Alternative, Kind, MOVE, Robustness},
    summary::{
        AdjustedRow, Apart, Board, Components, Counted, Course, Measures, Places, Points, RateRow, Summary,
        WinRates,
    },
    sweep::{Lines, Plane},
    tournament::Standings,
};
use sim_engine::{Component, Info, Objective, Source};
use sim_stats::Estimate;

const EXTENT: Extent = Extent { title: "", players: 0, deals: 0, seed: 0 };

/// The tables that verbs make of a game, without rows. Those of a name may come twice, with other columns.
pub fn every(info: &'static Info) -> Vec<Table> {
    let mut tables = of_run(&run(info));
    tables.extend([verdict::table(Unit::of(info.objective), &[]), audit::seats(&[])]);
    let standings = standings(info.objective);
    tables.extend([tournament::ratings(&standings), tournament::pairs(&standings)]);
    tables.extend([crate::components::table::table(&[]), ablate::table(&ablation())]);
    tables.extend(robust::tables(&robustness()));
    tables.extend(not_played::table(&[NotPlayed { name: String::new(), why: WhyNot::AsItIs }]));
    tables.push(skill::table(&[]));
    tables.push(ladder::head());
    tables.extend(audit::never_used(&[Unused { component: component(), is_offered: false }]));
    // An audit has them at several numbers of players.
    let audited = audit::joined(&[(Cell::Missing, tables.clone())]);
    tables.extend(audited);
    tables.extend([audit::answers(&[]), audit::glance_head()]);
    tables.push(duel::comparison(&[]));
    let arm = Column::text("arm", "The arm that is compared with the first.");
    tables.extend([pairs::table(&[], Some(0.0)), pairs::of_arms(&[arm], &[])]);
    tables.extend([pairs::components(&[]), pairs::moved(&[])]);
    tables.extend(sweep::tables(&lines()));
    tables.extend([adapt::head(), adapt::meetings_head(), worth::head()]);
    tables.extend([price::head(), price::trials_head(), price::payments_head()]);
    tables.extend([plans::head(), plans::aims_head()]);
    tables.extend(balance::all_heads());
    tables.extend(choices::heads());
    tables.extend([answer::head(), target::head("")]);
    tables.extend([tuning::gains(&[]), tuning::params_head()]);
    tables.extend([learning::curve_head(), learning::features_head()]);
    tables.iter_mut().for_each(|table| table.rows.clear());
    tables
}

fn component() -> Component {
    Component { name: String::new(), kind: String::new(), source: Source::Rulebook }
}

fn run(info: &'static Info) -> Summary {
    let missing = Estimate::MISSING;
    let overall = RateRow { owner: Owner::Games, estimate: missing, fair: None, list: None };
    let adjusted = AdjustedRow {
        estimate: missing,
        raw: None,
        comparable: None,
        p_value: None,
        rate: None,
        list: None,
        uniform_games: 0,
    };
    let counted = Counted {
        component: component(),
        kind: None,
        price: None,
        uses: Vec::new(),
        doses: Vec::new(),
        adjusted: Some(adjusted),
    };
    let maps = info.measures.iter().filter(|measure| measure.title().is_some());
    let boards = maps.map(|measure| Board { measure, cells: Vec::new() });
    Summary {
        info,
        objective: info.objective,
        players: 2,
        automa: None,
        games: 0,
        deals: 0,
        rates: WinRates { overall: Some(overall), ..WinRates::default() },
        scored: None,
        points: Points::default(),
        places: Places::default(),
        scores: Vec::new(),
        apart: Some(Apart { habits: Vec::new(), met: Some(Vec::new()) }),
        course: Course::default(),
        components: Components { all: vec![counted], is_merged: false },
        measures: Measures { boards: boards.collect(), ..Measures::default() },
    }
}

fn standings(objective: Objective) -> Standings {
    Standings {
        strategies: Vec::new(),
        objective,
        ratings: Vec::new(),
        pairs: Vec::new(),
        cycles: Vec::new(),
        dominated: Vec::new(),
        misfit: None,
    }
}

fn ablation() -> Ablation {
    Ablation {
        extent: EXTENT,
        planned: 0,
        played: 0,
        rows: Vec::new(),
        not_played: Vec::new(),
        unpriced: Vec::new(),
        ended: Ended::Whole,
        objective: Objective::Wins,
    }
}

fn robustness() -> Robustness {
    let alternative = |kind| Alternative { name: String::new(), kind };
    Robustness {
        extent: EXTENT,
        planned: 0,
        alternatives: [Kind::Ruling, Kind::Number].map(alternative).into(),
        findings: Vec::new(),
        components: Vec::new(),
        shares: Vec::new(),
        numbers: Vec::new(),
        not_played: Vec::new(),
        ended: Ended::Whole,
        objective: Objective::Wins,
        large: MOVE,
    }
}

fn lines() -> Lines {
    let plane = Plane { owner: Owner::Games, now: None, points: Vec::new() };
    Lines { paths: Vec::new(), arms: Vec::new(), rows: Vec::new(), crossings: Vec::new(), plane: Some(plane) }
}
