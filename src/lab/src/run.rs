use std::ops::Range;

use sim_engine::text::people;
use sim_play::{
    arm::{Arm, NamedArm, Shard},
    tally::Tally,
};

use crate::{
    Ended, Error, Event, Lab, Playing, RunTally,
    command::{Command, Verb, Word},
    effort::MOST_GAMES,
    experiment::{Manifest, Precision, RunPart},
    finding::{Finding, FindingKind, RunFinding},
    panel::{PANEL, Panel},
    spec::{ArmSpec, Field},
    store::Worth,
};

const GAMES: u64 = 100_000;

#[derive(Clone)]
pub struct RunSpec {
    pub arm: ArmSpec,
    /// Games, rounded up to whole deals. The default is 100,000, or as many as the precision takes.
    pub games: Option<u64>,
    /// Ends the run once every win rate is this precise.
    pub precision: Option<Precision>,
    /// Plays only this shard of the deals, without a precision goal; all shards together are the run.
    pub shard: Option<Shard>,
}

impl RunSpec {
    pub fn open(&self) -> Result<NamedArm, Error> {
        let players = people::counted(self.arm.players as u64, "player", "players");
        let presets = self.arm.rules.presets.iter().map(String::as_str);
        let name = presets.chain([players.as_str()]).collect::<Vec<_>>().join(", ");
        Ok(NamedArm { name, arm: self.arm.open()? })
    }

    pub fn whole(&self, arm: &Arm) -> (u64, u64) {
        let most = if self.precision.is_some() { MOST_GAMES } else { GAMES };
        arm.schedule.deals_for(self.games.unwrap_or(most))
    }

    pub fn deals(&self, arm: &Arm) -> Range<u64> {
        let (whole, _) = self.whole(arm);
        self.shard.map_or(0..whole, |shard| shard.deals(whole))
    }

    pub fn playing<'n>(&self, named: &'n NamedArm) -> Playing<'n> {
        let deals = self.deals(&named.arm);
        Playing { named, deals, goal: self.precision, worth: Worth::IfLong }
    }

    /// The command to run next: the same run among strong players, if others played; a test of the component with the
    /// strongest association; or the audit of the game.
    pub fn next(&self, found: &[Finding]) -> Result<Command, Error> {
        let ArmSpec { rules, players, field, .. } = &self.arm;
        let resolved = rules.resolve()?;
        let game = |verb| Command::new(verb).option("game", &resolved.settings.game);
        let table = |verb, field| game(verb).with(Word::players(&[*players])).with(field).by(&resolved);
        let has_stronger = !matches!(field, Field::Panel(_)) && Panel::shipped(rules.entry)?.is_some();
        if has_stronger && *players > 1 {
            return Ok(table(Verb::Run, Word::option("strategies", PANEL)));
        }
        let strongest = found.iter().find_map(|finding| match &finding.what {
            FindingKind::Run(RunFinding::Associations(links)) => links.found.first(),
            _ => None,
        });
        if let Some(link) = strongest {
            return Ok(table(Verb::Components, field.word()).naming(&link.component.name));
        }
        let is_audited = resolved.data.is_none() && resolved.settings.objective.is_wins();
        Ok(match is_audited {
            true => game(Verb::Report).by(&resolved),
            false => table(Verb::Run, field.word()).until_decided(),
        })
    }

    pub fn manifest(&self, arm: &Arm, tally: &Tally) -> Result<Manifest, Error> {
        let command = |games| Ok::<_, Error>(self.arm.command(Verb::Run, Some(games))?.to_string());
        let Some(shard) = self.shard else {
            return Ok(Manifest::new(arm, command(tally.games)?, tally));
        };
        let (deals, games) = self.whole(arm);
        Ok(Manifest::of_part(arm, RunPart { shard, deals }, self.deals(arm).start, &command(games)?, tally))
    }
}

pub struct Run {
    pub arm: Arm,
    pub tally: Tally,
    pub manifest: Manifest,
    /// Games stored by an earlier call.
    pub before: u64,
    pub ended: Ended,
}

/// Plays games of a table, starting from stored results. After a request to stop, returns the deals played by then.
///
/// ```
/// use sim_lab::{Lab, Stop, figure::levels, run::{RunSpec, run}, spec::ArmSpec};
///
/// let arm = ArmSpec::of_shipped(&sim_delectable::ENTRY, 2, &["raider", "balancer"])?;
/// let spec = RunSpec { arm, games: Some(2_000), precision: None, shard: None };
/// let threads = rayon::ThreadPoolBuilder::new().build()?;
/// let mut lab = Lab { threads: &threads, stop: &Stop::new(), progress: &mut (), store: &mut () };
/// let run = run(&spec, &mut lab)?;
/// for level in levels(&run.arm.subject(), &run.arm.subject().strategies, &run.tally) {
///     println!("{}: {:?} ± {:?}", level.of, level.estimate().value, level.estimate().half_width());
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn run(spec: &RunSpec, lab: &mut Lab<'_>) -> Result<Run, Error> {
    let named = spec.open()?;
    let playing = spec.playing(&named);
    let games = named.arm.schedule.games_of(playing.deals.clone());
    lab.progress.on_event(Event::Plan { arms: 1, games });
    let start = lab.start(&playing)?;
    let RunTally { tally, before, ended } = lab.go_on(&playing, start, &mut ())?;
    let manifest = spec.manifest(&named.arm, &tally)?;
    Ok(Run { arm: named.arm, tally, manifest, before, ended })
}
