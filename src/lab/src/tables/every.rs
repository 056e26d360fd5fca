//! Every table without rows, to describe its columns before anything is played.

use super::{
    Cell, Column, Table, ablate, adapt, answer, audit, balance, choices, components, course, exploitability,
    ladder, learning, measures, outcomes, pairs, plans, population, price, profile, robust, skill, sweep,
    target, tournament, tuning, verdict, worth,
};
use crate::{figure::Unit, not_played, plans::Bounds};
use sim_engine::Info;

/// The tables that verbs make of a game, without rows. A name may occur twice, with different columns.
pub fn every(info: &'static Info) -> Vec<Table> {
    let verdict = verdict::spec(Unit::of(info.objective), false).head();
    let mut tables = outcomes::heads(info);
    tables.extend(profile::heads(info));
    tables.extend(course::heads(info));
    tables.extend(components::heads());
    tables.extend(measures::heads(info));
    tables.extend([
        verdict,
        verdict::members_spec(Unit::of(info.objective)).head(),
        audit::seats(&[]),
        skill::spec().head(),
        ladder::spec(info.objective).head(),
    ]);
    tables.push(tournament::ratings_spec(info.objective).head());
    tables.push(tournament::pairs_spec(info.objective).head());
    tables.extend([crate::components::table::spec(true).head(), ablate::spec().head()]);
    tables.extend(robust::heads());
    tables.extend([not_played::spec().head(), audit::never_used_spec().head()]);
    // An audit has these tables at several numbers of players.
    let audited = audit::joined(&[(Cell::Missing, tables.clone())]);
    tables.extend(audited);
    tables.extend([
        audit::answers_spec().head(),
        audit::glance_spec(info.objective).head(),
        audit::look_ahead_spec().head(),
        pairs::duel_spec().head(),
    ]);
    let arm = Column::text("arm", "The arm that is compared with the first.");
    tables.extend([pairs::spec(&[], Some(0.0)).head(), pairs::spec(&[arm], None).head()]);
    tables.extend([pairs::components_spec().head(), pairs::moved_spec().head()]);
    tables.extend(sweep::heads());
    let unit = Unit::of(info.objective);
    let bounds = Bounds { unit, ..Bounds::of_wins(info.default_players) };
    tables.extend([adapt::spec().head(), adapt::meetings(0.0, unit).head(), worth::spec(unit).head()]);
    tables.extend(price::heads());
    tables.extend([plans::spec(bounds).head(), plans::aims_spec(unit).head()]);
    tables.extend(balance::heads());
    tables.extend(choices::heads());
    tables.push(exploitability::spec(info.objective).head());
    tables.extend([answer::spec().head(), target::spec("").head()]);
    tables.extend([tuning::gains().head(), tuning::params().head()]);
    tables.extend([learning::curve_spec().head(), learning::features().head()]);
    tables.extend(population::heads());
    tables
}
