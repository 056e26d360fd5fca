use super::{Table, TableSpec, spec::PAIR};
use crate::train::params::{Objective, Tuning, Verdict};
use sim_engine::text::people;
use sim_script::script::Param;
use sim_stats::paired::PairedEstimate;

pub fn tables(tuning: &Tuning) -> Vec<Table> {
    let mut rows = Vec::new();
    if let Some(Verdict { gain, boards, held_out, credits, .. }) = &tuning.verdict {
        // The worst tables of both may differ, and the difference is the least that is certain.
        let paired = PairedEstimate { one: Some(gain.winner), other: Some(gain.start), ..gain.paired };
        rows.push((TuningTopic::Objective, tuning.record.name.clone(), paired));
        rows.extend(boards.iter().map(|board| (TuningTopic::Table, board.label.clone(), board.paired)));
        let strangers = || people::list(&tuning.record.strangers);
        rows.extend(held_out.iter().map(|paired| (TuningTopic::HeldOut, strangers(), *paired)));
        rows.extend(credits.iter().map(|credit| (TuningTopic::Settings, credit.name.clone(), credit.paired)));
    }
    for (.., paired) in &mut rows {
        // A win consists of many `parts`, by which the counts are divided; the worst case has no such count.
        let counted = &mut paired.difference;
        counted.n = match tuning.objective {
            Objective::Share => counted.n / tuning.utility.parts as u64,
            Objective::Worst => counted.deals,
        };
    }
    let tuned = |at: usize| tuning.verdict.as_ref().map(|verdict| verdict.values[at]);
    let values = tuning.params.iter().enumerate().map(|(at, param)| (param, tuned(at)));
    vec![gains().table(rows), params().table(values)]
}

sim_engine::labels! {
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum TuningTopic {
        Objective = "objective",
        Table = "table",
        HeldOut = "held out",
        Settings = "params",
    }
}

/// Gains of the winner over the start on test deals, the objective first.
pub fn gains() -> TableSpec<(TuningTopic, String, PairedEstimate)> {
    let mut spec = TableSpec::<(TuningTopic, String, PairedEstimate)>::new("tuning_gains", "What was gained").about("The tuned or trained strategy (one) compared with its start (other) on the same test deals; in rows of params, with itself with these params reset.");
    spec.text("of", |(of, ..)| of.word()).about("objective: the maximized figure; table: one kind of table; held out: opponents that it never met before; params: compared with itself with these params reset to the start.");
    spec.text("name", |(_, name, _)| name).about("Name of the strategy, table, opponents or params.");
    spec.paired(PAIR, "difference", |(.., paired)| *paired)
        .about("The first minus the second; for the worst case as objective, a lower bound of that.");
    spec
}

/// All params with their values before and after; none after without a winner.
pub(super) fn params<'r>() -> TableSpec<(&'r Param, Option<f64>)> {
    let mut spec = TableSpec::<(&Param, Option<f64>)>::new("tuning_params", "Params")
        .about("Each param before and after.");
    spec.text("param", |(param, _)| &param.name).about("The param.");
    spec.number("start", |(param, _)| param.value).about("Its value at the start.");
    spec.number("tuned", |(_, tuned)| *tuned)
        .about("Its value in the tuned strategy; empty if the search ended where it began.");
    spec.number("least", |(param, _)| param.range.0).about("Lower end of its range.");
    spec.number("most", |(param, _)| param.range.1).about("Upper end of its range.");
    spec
}
