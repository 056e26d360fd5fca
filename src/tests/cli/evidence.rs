//! Every command that findings print as evidence can be run.

use std::collections::BTreeSet;

use sim::{
    CATALOGUE,
    engine::{Objective, Seat},
    lab::{
        Effort, Ended, Extent,
        ablate::is_fixed,
        audit::{Audit, TableAudit, UnusedComponent},
        command::Word,
        figure::{Direction, Owner},
        finding::{Caveat, Finding},
        player::{Player, archetypes},
        robust::{Alternative, Kind, MOVE, Outcome, RobustSpec, Robustness, ShareRow},
        spec::{ArmSpec, Field, RulesSpec},
        summary::Summary,
        tournament::{Rating, ShareInterval, Spread, Standings},
        verdict::{Balance, PendingVerdicts, Tolerance, VerdictSubject},
    },
    stats::{Estimate, Interval, paired::PairedEstimate},
};
use tempfile::TempDir;

use super::{sim, text};

/// Far beyond every tolerance.
const FAR: Interval = Interval { low: 0.28, high: 0.32 };

/// The archetypes of a game at its default table size.
fn table(game: &str) -> ArmSpec {
    let entry = CATALOGUE.find(game).unwrap();
    let pool = archetypes(entry).iter().map(|name| Player::shipped(entry, name).unwrap().unwrap()).collect();
    let players = entry.info().default_players;
    ArmSpec { rules: RulesSpec::printed(entry), players, field: Field::Pool(pool), seed: 1 }
}

/// A table audit in which every judged item is far too strong, without any games.
fn part(spec: &ArmSpec) -> TableAudit {
    let arm = spec.open().unwrap();
    let (subject, tally) = (arm.subject(), arm.empty());
    let mut verdicts = PendingVerdicts::new(&subject).judge(&tally, Tolerance::USUAL, 1);
    let mut fixed = Vec::new();
    for row in &mut verdicts.rows {
        let value = row.fair.unwrap_or(0.0) + 0.3;
        row.balance = Balance::TooStrong;
        row.estimate = Estimate { value: Some(value), ..Estimate::MISSING };
        row.ends = Some(FAR);
        if let VerdictSubject::Component { name, .. } = &row.of
            && is_fixed(spec, &arm.settings, name)
        {
            fixed.push(name.clone());
        }
    }
    let played = |(strategy, value): (usize, f64)| Rating {
        strategy,
        win_rate: Spread { value: 0.0, error: 0.0 },
        elo: Spread { value: 0.0, error: 0.0 },
        score: None,
        played: ShareInterval { value, ends: Interval { low: value, high: value } },
        nash: None,
    };
    let shares = (0..subject.strategies.len()).map(|at| (at, if at == 0 { 1.0 } else { 0.0 }));
    let standings = Standings {
        strategies: subject.strategies.clone(),
        objective: subject.objective,
        ratings: shares.map(played).collect(),
        pairs: Vec::new(),
        cycles: Vec::new(),
        dominated: Vec::new(),
        misfit: None,
    };
    let unused = UnusedComponent { component: subject.components[0].clone(), is_offered: true };
    TableAudit {
        best: None,
        // As if there were enough deals for a verdict.
        summary: Summary { deals: 1000, ..Summary::new(&subject, &tally) },
        verdicts: Some(verdicts),
        fixed,
        unused: vec![unused],
        standings: Some(standings),
        ablation: None,
        robust: None,
        variances: Vec::new(),
        ladder: None,
    }
}

/// A table audit in which only this alternative has an effect, and a large one.
fn moved(part: &TableAudit, name: &str, kind: Kind) -> TableAudit {
    let difference = Estimate { value: Some(0.3), interval: Some(FAR), ..Estimate::MISSING };
    let row = ShareRow {
        alternative: 0,
        owner: Owner::Seat(Seat(0)),
        standard: Some(0.3),
        win_rate: Estimate { value: Some(0.6), ..Estimate::MISSING },
        difference: PairedEstimate {
            one: None,
            other: None,
            difference,
            p_value: None,
            differing: 0,
            most_differing: None,
            variance_ratio: None,
        },
        q_value: Some(0.0),
        side: Direction::Open,
        outcome: Outcome::Holds,
    };
    let is_number = kind == Kind::Number;
    let robust = Robustness {
        extent: Extent { title: "", players: part.players(), deals: 0, seed: 1 },
        planned: 1,
        alternatives: vec![Alternative { name: name.to_owned(), kind }],
        findings: Vec::new(),
        components: Vec::new(),
        shares: if is_number { Vec::new() } else { vec![row.clone()] },
        numbers: if is_number { vec![row] } else { Vec::new() },
        not_played: Vec::new(),
        ended: Ended::Whole,
        objective: Objective::Wins,
        large: MOVE,
    };
    TableAudit { verdicts: None, standings: None, unused: Vec::new(), robust: Some(robust), ..part.clone() }
}

/// Every command that the findings of a game may print.
fn commands(game: &str) -> Vec<String> {
    let spec = table(game);
    let part = part(&spec);
    let kinds = vec![Kind::Ruling, Kind::Tie, Kind::Data, Kind::Number];
    let robust = RobustSpec { arm: spec, kinds, effort: Effort::Games(1) }.open().unwrap();
    let names = robust.arms.others().iter().zip(&robust.changes);
    let mut parts: Vec<TableAudit> = names.map(|(named, kind)| moved(&part, &named.name, *kind)).collect();
    parts.push(part);
    let shared = vec![Word::option("game", game)];
    let audit = |part| Audit {
        abouts: Vec::new(),
        shared: shared.clone(),
        parts: vec![part],
        learns: true,
        response: None,
        prices: None,
        plans: None,
        balanced: Vec::new(),
        checks: Vec::new(),
        ended: Ended::Whole,
    };
    let findings: Vec<Finding> = parts.into_iter().flat_map(|part| audit(part).findings()).collect();
    let mut list = Vec::new();
    for Finding { command, but, .. } in findings {
        list.extend(command.map(|command| command.to_string()));
        list.extend(but.iter().filter_map(|but| match but {
            Caveat::RulesAsTheyAre(_, command)
            | Caveat::ShippedAlone(command)
            | Caveat::PlayedBadly(command) => Some(command.to_string()),
            _ => None,
        }));
    }
    list.sort_unstable();
    list.dedup();
    list
}

/// The verb and the options of a command. Commands of one form differ in names.
fn form(command: &str) -> Vec<&str> {
    let words = command.split_whitespace();
    words.enumerate().filter(|(at, word)| *at == 1 || word.starts_with("--")).map(|(_, word)| word).collect()
}

#[test]
fn every_command_that_findings_print_can_be_run() {
    let folder = TempDir::new().unwrap();
    for entry in CATALOGUE.0 {
        // For the four slower games, one command of each form is enough.
        let mut forms = BTreeSet::new();
        let game = entry.info().name;
        let list = commands(game);
        for verb in ["compare", "diff", "robust", "sweep", "train", "run --until-decided"] {
            let is_it = |command: &&String| command.starts_with(&format!("sim {verb} "));
            assert!(list.iter().any(|command| is_it(&command)), "{game}: {verb}");
        }
        let is_new = |command: &&String| game == "delectable" || forms.insert(form(command).concat());
        for command in list.iter().filter(is_new) {
            // A search for better play takes minutes. The message about too few games shows that its words were read.
            let is_search = command.contains(" --params ");
            let words = command.replace('\'', "");
            let mut words: Vec<&str> = words.split_whitespace().skip(1).collect();
            if let Some(at) = words.iter().position(|word| *word == "--n") {
                words.drain(at..at + 2);
            }
            words.extend(["-n", "2", "--threads", "1"]);
            let done = sim(folder.path(), &words);
            let said = text(&done.stderr);
            match is_search {
                true => assert!(said.contains("games are too few"), "{command}: {said}"),
                // Verdicts have exit statuses of their own for problems and for undecided items.
                false => assert!(matches!(done.status.code(), Some(0 | 3 | 4)), "{command}: {said}"),
            }
        }
    }
}
