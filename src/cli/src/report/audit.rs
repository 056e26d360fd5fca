//! Plays what an audit asks for, and writes its folder.

use std::path::{Path, absolute};

use super::{ReportArgs, questions};
use crate::{
    failure::Failure,
    game_args::{Chosen, remark},
    output, program,
};
use sim_engine::text::people;
use sim_lab::{
    audit::AuditSpec,
    command::{Command, Verb, Word},
    experiment::Heading,
    finding::Finding,
    tournament::usual_field,
    verdict::Tolerance,
};
use sim_report::tell::finding as tell;
use sim_store::{Findings, audit::Audited, folder, strategies};

/// A finding, and the command that tells a game that shows it.
type Shown = (Finding, Option<Command>);

pub fn run(args: &ReportArgs) -> Result<(), Failure> {
    let chosen = args.game().resolve()?;
    let spec = spec(args, &chosen)?;
    let opened = spec.open()?;
    let place = args.out.clone().unwrap_or_else(|| Path::new("reports").join(&args.game).join("audit"));
    // They are asked of the game as it is.
    let asked = if chosen.rules.is_plain() { questions::asked(&args.game)? } else { Vec::new() };
    // What an audit is a function of: its arms, whatever was played of them.
    let mut findings = Findings::new(Verb::Report, &opened);
    let _hold = folder::claim(&place, &findings.heading.digest, args.play.force)?;
    findings.heading.command = command(args, &chosen).to_string();
    spec.arms.first().into_iter().for_each(remark);
    output::remark(&format!(
        "{} gets the page, report.html and report.md, its tables and its charts",
        absolute(&place).unwrap_or_else(|_| place.clone()).display()
    ));
    let mut session = args.play.session()?;
    let audit = spec.play(&opened, &mut session.lab())?;
    let audit = audit.ok_or_else(|| session.interrupted())?;
    let answered = match opened.first() {
        Some(first) => questions::answered(asked, &spec, &first.arm.inputs, &mut session)?,
        None => Vec::new(),
    };
    let shown = |finding: Finding| {
        let scene = finding.scene.as_ref();
        let replay = scene.and_then(|scene| audit.replay(scene, &opened, &session.lab()));
        (finding, replay)
    };
    let list: Vec<Shown> = audit.findings().into_iter().map(shown).collect();
    drop(session);
    findings.deals = audit.parts.iter().map(|part| part.summary.deals).max().unwrap_or(0);
    let audited = Audited { audit: &audit, opened: &opened, list: &list, answered: &answered };
    let written = audited.write(&place, &findings, program::this())?;
    output::print(&told(&findings.heading, &list, &written))
}

/// The archetypes at every number of players that is asked for.
fn spec(args: &ReportArgs, chosen: &Chosen) -> Result<AuditSpec, Failure> {
    let arms = args.table(&args.players).specs(chosen)?;
    let field = strategies::load_all(chosen.entry, &usual_field(chosen.entry))?;
    Ok(AuditSpec { arms, field, tolerance: Tolerance::USUAL, games: args.n })
}

fn command(args: &ReportArgs, chosen: &Chosen) -> Command {
    Command::new(Verb::Report)
        .with(Word::Game(args.game.clone()))
        .by(&chosen.rules)
        .option("players", &args.players)
        .with(Word::Games(args.n))
        .with(Word::Seed(args.seed))
}

/// The findings for reading.
fn told(heading: &Heading, list: &[Shown], written: &Path) -> String {
    let mut text =
        format!("{}: {}\n\n", heading.title, people::counted(list.len() as u64, "finding", "findings"));
    for (at, (finding, replay)) in list.iter().enumerate() {
        let plain = |words: String| words.replace('`', "");
        text += &format!(
            "{}. {}\n   {}; {}\n",
            at + 1,
            plain(tell::text(finding)),
            plain(tell::size(finding)),
            tell::surety(finding.surety)
        );
        for but in &finding.but {
            text += &format!("   But: {}\n", plain(tell::but(but)));
        }
        for command in finding.command.iter().chain(replay) {
            text += &format!("   {command}\n");
        }
    }
    text + &format!("\nwritten to {}\n", written.join("report.html").display())
}
