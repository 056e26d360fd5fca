//! Whether there are several ways to win: by plans in good hands or, where nobody learned, by the scripts.

use sim_script::library::BASELINES;
use sim_stats::Interval;

use super::{Answer, AnswerVerdict, InGoodHands, Mark, PlanRuns, Says};
use crate::{
    adapt::{Budget, ContrastSetup},
    audit::{Audit, Part},
    command::{Command, Verb},
    figure::Unit,
    pairs::is_found,
    plans::{Bounds, DOMINANT, PlanRow, PlanVerdict, Plans, VIABLE},
    verdict::{BalanceRow, Judged, Sort, Tolerance},
};

struct Way<'a> {
    name: &'a str,
    value: f64,
    /// Its bounds.
    bounds: Bounds,
    /// Of its result less the fair one.
    ends: Option<Interval>,
}

struct Ways<'a> {
    verdict: AnswerVerdict,
    players: usize,
    of: usize,
    /// Those that surely live.
    living: usize,
    /// Those that were tested, the strongest first.
    all: Vec<Way<'a>>,
    /// Those that surely do not live, the weakest first.
    dead: Vec<(String, f64)>,
    elsewhere: Vec<(usize, Vec<String>)>,
    hands: Option<InGoodHands>,
    command: Command,
}

impl Audit {
    pub(super) fn plans(&self) -> Option<Answer> {
        match &self.plans {
            Some(found) => {
                let answer = self.learned_plans(found).and_then(Ways::answer);
                Some(answer.unwrap_or_else(|| self.untested_plans(found)))
            }
            None if self.lacks_plans() => Some(self.without_plans()),
            None => self.scripts()?.answer(),
        }
    }

    /// Whether the game has baselines alone: these are no ways to win.
    fn lacks_plans(&self) -> bool {
        self.usual().is_some_and(|part| Way::of_scripts(part).iter().all(|way| BASELINES.contains(&way.name)))
    }

    fn without_plans(&self) -> Answer {
        let players = self.usual().map_or(0, Part::players);
        Answer {
            verdict: AnswerVerdict::Undecided,
            says: Says::PlansUntested { players, runs: Vec::new() },
            marks: Vec::new(),
            fine: None,
            command: Some(self.command(Verb::Run, vec![players])),
            played_for: self.unit(),
            check: None,
        }
    }

    fn learned_plans<'a>(&self, found: &'a Plans) -> Option<Ways<'a>> {
        let Plans { setup, rows, .. } = found;
        let ContrastSetup { extent, .. } = setup;
        let all: Vec<Way<'_>> =
            rows.iter().map(|row| Way::of_plan(row, found.bounds)).collect::<Option<_>>()?;
        let are = |verdict| rows.iter().zip(&all).filter(move |(row, _)| row.verdict == verdict);
        let names = |verdict| are(verdict).map(|(row, _)| row.name.clone()).collect::<Vec<_>>();
        let dead: Vec<(String, f64)> = are(PlanVerdict::NotViable).rev().map(|(_, way)| way.told()).collect();
        let ruling = names(PlanVerdict::Dominant);
        let living = are(PlanVerdict::Viable).count() + ruling.len();
        let verdict = verdict((living, dead.len(), rows.len()), dead.is_empty() && ruling.is_empty());
        let cost = |row: &PlanRow| row.cost.difference.value.unwrap_or(0.0);
        let dear = rows.iter().filter(|row| is_found(row.cost_q_value) && cost(row) > 0.0);
        let dearest = dear.max_by(|one, other| cost(one).total_cmp(&cost(other)));
        let dearest = dearest.map(|row| (row.name.clone(), cost(row)));
        let hands = InGoodHands {
            ruling,
            alike: names(PlanVerdict::NotFollowed),
            open: names(PlanVerdict::Undecided),
            dearest,
        };
        let tested = rows.iter().zip(all).filter(|(row, _)| row.verdict != PlanVerdict::NotFollowed);
        let all: Vec<Way<'_>> = tested.map(|(_, way)| way).collect();
        Some(Ways {
            verdict,
            players: extent.players,
            of: rows.len(),
            living,
            dead,
            all,
            elsewhere: Vec::new(),
            hands: Some(hands),
            command: self.command_of_plans(setup),
        })
    }

    fn command_of_plans(&self, setup: &ContrastSetup) -> Command {
        let ContrastSetup { extent, games, budget: Budget { games: learned, repeats }, .. } = setup;
        let command = self.command(Verb::Plans, vec![extent.players]).games(*games);
        command.option("learn", learned).option("repeats", repeats)
    }

    fn untested_plans(&self, found: &Plans) -> Answer {
        let runs = found.rows.iter().map(|row| PlanRuns {
            plan: row.name.clone(),
            followed: row.followed,
            repeats: row.repeats,
        });
        let says = Says::PlansUntested { players: found.setup.extent.players, runs: runs.collect() };
        Answer {
            verdict: AnswerVerdict::Undecided,
            says,
            marks: Vec::new(),
            fine: None,
            command: Some(self.command_of_plans(&found.setup)),
            played_for: self.unit(),
            check: None,
        }
    }

    fn scripts(&self) -> Option<Ways<'_>> {
        let part = self.usual()?;
        let all = Way::of_scripts(part);
        let dead: Vec<(String, f64)> = all.iter().rev().filter(|one| one.is_dead()).map(Way::told).collect();
        let others = self.parts.iter().filter(|other| other.players() != part.players());
        let elsewhere: Vec<(usize, Vec<String>)> = others
            .map(|other| {
                let dead = Way::of_scripts(other).into_iter().rev().filter(Way::is_dead);
                (other.players(), dead.map(|one| one.name.to_owned()).collect::<Vec<_>>())
            })
            .filter(|(_, dead)| !dead.is_empty())
            .collect();
        let is_quiet = dead.is_empty() && elsewhere.is_empty() && !all.iter().any(Way::rules);
        let living = all.iter().filter(|one| one.lives()).count();
        let verdict = verdict((living, dead.len(), all.len()), is_quiet);
        let players = part.players();
        let command = Audit::of_beginners(self.command(Verb::Run, vec![players]).until_decided());
        let command = command.games(part.games());
        Some(Ways { verdict, players, of: all.len(), living, all, dead, elsewhere, hands: None, command })
    }
}

/// Of a script, whose tolerance was a threshold of the same scale.
fn bounds(row: &BalanceRow, part: &Part) -> Option<Bounds> {
    let wins = Bounds::of_wins(part.players());
    if part.unit().is_share() {
        return row.fair.map(|_| wins);
    }
    let beyond = |bound: f64| (bound - wins.fair) * row.tolerance / Tolerance::USUAL.strategy;
    Some(Bounds {
        unit: part.unit(),
        fair: 0.0,
        viable: beyond(wins.viable),
        dominant: beyond(wins.dominant),
    })
}

/// By how many of all surely live and surely do not, and whether none stands out.
fn verdict((living, dead, of): (usize, usize, usize), is_quiet: bool) -> AnswerVerdict {
    match (living, is_quiet) {
        (0 | 1, _) if living + dead == of => AnswerVerdict::Problem,
        (_, false) => AnswerVerdict::Check,
        (2.., true) => AnswerVerdict::Fine,
        _ => AnswerVerdict::Undecided,
    }
}

impl Ways<'_> {
    /// None where fewer than two were tested.
    fn answer(self) -> Option<Answer> {
        let Ways { verdict, players, of, living, all, dead, elsewhere, hands, command } = self;
        let [strongest, .., weakest] = &all[..] else { return None };
        let (bounds, unit) = (strongest.bounds, strongest.bounds.unit);
        let Bounds { fair, viable: dead_below, dominant, .. } = bounds;
        let says = Says::Plans {
            players,
            of,
            living,
            dead,
            strongest: strongest.told(),
            weakest: weakest.told(),
            fair,
            dead_below,
            elsewhere,
            hands,
        };
        let mark =
            |one: &Way<'_>| Mark { label: one.name.to_owned(), value: one.value - fair, interval: one.ends };
        let fine = match unit {
            Unit::Share => Interval { low: (VIABLE - 1.0) * fair, high: (DOMINANT - 1.0) * fair },
            _ => Interval { low: dead_below - fair, high: dominant - fair },
        };
        let (marks, played_for) = (all.iter().map(mark).collect(), unit);
        Some(Answer {
            verdict,
            says,
            marks,
            fine: Some(fine),
            command: Some(command),
            played_for,
            check: None,
        })
    }
}

impl<'a> Way<'a> {
    /// A plan in good hands; none where it is not known what it wins.
    fn of_plan(row: &'a PlanRow, bounds: Bounds) -> Option<Way<'a>> {
        let ends = row.share.interval.map(|ends| ends.moved(-bounds.fair));
        Some(Way { name: &row.name, value: row.share.value?, bounds, ends })
    }

    /// The scripts of a table, the strongest first.
    fn of_scripts(part: &'a Part) -> Vec<Way<'a>> {
        let rows = part.judged(Sort::Strategy).into_iter().flat_map(|table| &table.rows);
        let way = |row: &'a BalanceRow| match &row.of {
            Judged::Strategy(name) => {
                let bounds = bounds(row, part)?;
                let value = if part.unit().is_share() { row.estimate.value? } else { row.difference()? };
                Some(Way { name, value, bounds, ends: row.ends })
            }
            _ => None,
        };
        let mut all: Vec<Way<'a>> = rows.filter_map(way).collect();
        all.sort_by(|a, b| b.value.total_cmp(&a.value));
        all
    }

    fn is_dead(&self) -> bool {
        self.ends.is_some_and(|ends| ends.high + self.bounds.fair < self.bounds.viable)
    }

    fn lives(&self) -> bool {
        self.ends.is_some_and(|ends| ends.low + self.bounds.fair > self.bounds.viable)
    }

    fn rules(&self) -> bool {
        self.ends.is_some_and(|ends| ends.low + self.bounds.fair > self.bounds.dominant)
    }

    fn told(&self) -> (String, f64) {
        (self.name.to_owned(), self.value)
    }
}
