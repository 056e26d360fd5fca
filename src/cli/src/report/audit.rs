//! Plays an audit, and writes its folder.

use std::path::{Path, PathBuf, absolute};

use super::{ReportArgs, minutes, questions};
use crate::{
    balance::proposals,
    failure::Failure,
    findings::named_or_usual,
    game_args::{ResolvedGame, remark},
    output, program,
};
use sim_engine::text::people;
use sim_lab::{
    Ended,
    audit::AuditSpec,
    command::{Command, Verb},
    finding::Finding,
    tournament::usual_field,
    verdict::Tolerance,
};
use sim_report::tell;
use sim_store::{Findings, audit::AuditOutput, folder, strategies};

type FindingCommand = (Finding, Option<Command>);

pub fn run(args: &ReportArgs) -> Result<(), Failure> {
    let chosen = args.game().resolve()?;
    let mut spec = spec(args, &chosen)?;
    let opened = spec.open()?;
    let place = named_or_usual(args.out.as_ref(), Path::new("reports").join(&args.game).join("audit"))?;
    // Questions are about the unchanged game.
    let asked = if chosen.rules.is_plain() { questions::read_sources(&args.game)? } else { Vec::new() };
    // The digest covers the audit's arms, however much of them is played.
    let mut findings = Findings::new(Verb::Report, &opened.arms);
    let digest = &findings.heading.digest;
    let reserve = |place: &PathBuf| folder::reserve(place, digest, args.play.force, program::this());
    let _hold = place.as_ref().map(reserve).transpose()?;
    let mut session = args.play.session()?;
    let cost = minutes::cost(&opened, &session.lab())?;
    if let Some(time) = args.minutes {
        spec.games = cost.games_in(time.as_secs_f64()).ok_or_else(|| {
            let least = people::fixed((cost.least() / 60.0).ceil(), 0);
            Failure::misuse(
                format!(
                    "--minutes {}: that is too short for an audit of this game",
                    people::short(time.as_secs_f64() / 60.0)
                ),
                format!("give about {least} or more"),
            )
        })?;
    }
    findings.heading.command = command(args, &chosen, spec.games).to_string();
    spec.arms.first().into_iter().chain(spec.best.first()).for_each(remark);
    if let Some(place) = &place {
        output::remark(&format!(
            "{} gets the page, report.html and report.md, its tables and its charts",
            absolute(place).unwrap_or_else(|_| place.clone()).display()
        ));
    }
    let of_questions = questions::work(&asked, &spec);
    let most = cost.most_seconds(spec.work(&opened)? + of_questions.work());
    let minutes = |seconds: f64| (seconds / 60.0).ceil() as u64;
    let about = minutes(cost.seconds(spec.games));
    output::remark(&format!(
        "about {} on this machine, {} if little is decided early, less where games are kept: {} at each table",
        people::counted(about, "minute", "minutes"),
        people::count(minutes(most).max(about)),
        people::counted(spec.games, "game", "games")
    ));
    let audit = session.lab().before(of_questions.work(), |lab| spec.play(&opened, lab))?;
    let answered = match opened.arms.first() {
        Some(first) => questions::answered(asked, &spec, &first.arm.inputs, &mut session)?,
        None => Vec::new(),
    };
    let is_stopped = session.is_stopped();
    let shown = |finding: Finding| {
        let scene = finding.scene.as_ref().filter(|_| !is_stopped);
        let replay = scene.map(|scene| audit.replay(scene, &opened, &session.lab())).transpose()?;
        Ok((finding, replay.flatten()))
    };
    let list: Vec<FindingCommand> =
        audit.findings().into_iter().map(shown).collect::<Result<_, sim_lab::Error>>()?;
    drop(session);
    for balanced in &audit.balanced {
        let at = format!("proposal-{}p", balanced.extent.players);
        findings.files.extend(proposals(balanced, &at, &findings.heading.command));
    }
    findings.deals = audit.parts.iter().map(|part| part.summary.deals).max().unwrap_or(0);
    let ended = if is_stopped { Ended::Stopped } else { Ended::Whole };
    let audited = AuditOutput { audit: &audit, opened: &opened, list: &list, answered: &answered, ended };
    let written = place.map(|place| audited.write(&place, &findings, program::this())).transpose()?;
    let known = audited.best_responses(program::this());
    let mut text = format!("{}\n\n{}", findings.heading.title, tell::card::audit_text(&audit, &known));
    text += &format!("\n{} on the page\n", people::counted(list.len() as u64, "finding", "findings"));
    if let Some(place) = written {
        text += &format!("written to {}\n", place.join("report.html").display());
    }
    output::print(&text)?;
    if is_stopped {
        let remark =
            "interrupted: what was not played is missing; the same command goes on from what is kept";
        return Err(Failure::Interrupted(remark.to_owned()));
    }
    Ok(())
}

fn spec(args: &ReportArgs, chosen: &ResolvedGame) -> Result<AuditSpec, Failure> {
    let table = args.table(&args.players);
    let arms = table.specs(chosen)?;
    let mut best = table.all_strong(chosen)?;
    best.retain(|spec| spec.players > 1);
    let field = strategies::load_all(chosen.entry, &usual_field(chosen.entry))?;
    Ok(AuditSpec {
        arms,
        best,
        field,
        tolerance: Tolerance::USUAL,
        games: args.n,
        look_ahead: args.look_ahead.unwrap_or(0),
    })
}

fn command(args: &ReportArgs, chosen: &ResolvedGame, games: u64) -> Command {
    let command = Command::new(Verb::Report)
        .option("game", &args.game)
        .by(&chosen.rules)
        .option("players", &args.players)
        .games(games)
        .seed(args.seed);
    match args.look_ahead {
        None => command,
        Some(games) => command.option("look-ahead", games),
    }
}
