//! Plays what an audit asks for, and writes its folder.

use std::path::{Path, PathBuf, absolute};

use super::{ReportArgs, minutes, questions};
use crate::{
    balance::proposals,
    failure::Failure,
    findings::named_or_usual,
    game_args::{Chosen, remark},
    output, program,
};
use sim_engine::text::people;
use sim_lab::{
    audit::{Audit, AuditSpec},
    command::{Command, Verb, Word},
    experiment::Heading,
    finding::{Chapter, Finding},
    tournament::usual_field,
    verdict::Tolerance,
};
use sim_report::tell::{self, plain};
use sim_script::BestResponse;
use sim_store::{Findings, audit::Audited, folder, strategies};

type Shown = (Finding, Option<Command>);

pub fn run(args: &ReportArgs) -> Result<(), Failure> {
    let chosen = args.game().resolve()?;
    let mut spec = spec(args, &chosen)?;
    let opened = spec.open()?;
    let place = named_or_usual(args.out.as_ref(), Path::new("reports").join(&args.game).join("audit"))?;
    // They are asked of the game as it is.
    let asked = if chosen.rules.is_plain() { questions::asked(&args.game)? } else { Vec::new() };
    // What an audit is a function of: its arms, whatever was played of them.
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
    output::remark(&format!(
        "about {} on this machine, less where games are kept: {} at each table",
        people::counted((cost.seconds(spec.games) / 60.0).ceil() as u64, "minute", "minutes"),
        people::counted(spec.games, "game", "games")
    ));
    let audit = spec.play(&opened, &mut session.lab())?;
    let answered = match opened.arms.first() {
        Some(first) => questions::answered(asked, &spec, &first.arm.inputs, &mut session)?,
        None => Vec::new(),
    };
    let shown = |finding: Finding| {
        let scene = finding.scene.as_ref();
        let replay = scene.map(|scene| audit.replay(scene, &opened, &session.lab())).transpose()?;
        Ok((finding, replay.flatten()))
    };
    let list: Vec<Shown> = audit.findings().into_iter().map(shown).collect::<Result<_, sim_lab::Error>>()?;
    drop(session);
    for balanced in &audit.balanced {
        let at = format!("proposal-{}p", balanced.extent.players);
        findings.files.extend(proposals(balanced, &at, &findings.heading.command));
    }
    findings.deals = audit.parts.iter().map(|part| part.summary.deals).max().unwrap_or(0);
    let audited = Audited { audit: &audit, opened: &opened, list: &list, answered: &answered };
    let written = place.map(|place| audited.write(&place, &findings, program::this())).transpose()?;
    let known = audited.known(program::this());
    output::print(&told(&findings.heading, &audit, &list, &known, written.as_deref()))
}

fn spec(args: &ReportArgs, chosen: &Chosen) -> Result<AuditSpec, Failure> {
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

fn command(args: &ReportArgs, chosen: &Chosen, games: u64) -> Command {
    let command = Command::new(Verb::Report)
        .with(Word::Game(args.game.clone()))
        .by(&chosen.rules)
        .option("players", &args.players)
        .with(Word::Games(games))
        .with(Word::Seed(args.seed));
    match args.look_ahead {
        None => command,
        Some(games) => command.option("look-ahead", games),
    }
}

fn told(
    heading: &Heading,
    audit: &Audit,
    list: &[Shown],
    known: &[BestResponse],
    written: Option<&Path>,
) -> String {
    let mut text = format!("{}\n\n", heading.title);
    let best = audit.usual().and_then(|part| part.best.as_ref());
    if let Some(best) = best {
        let played = (best.summary.players, audit.unit());
        let level = tell::answer::level((&best.level, &best.players), played, audit.response.as_ref(), known);
        text += &format!("Level of play: {}\n\n", plain(&level));
    }
    for answer in audit.answers() {
        let question = tell::answer::question(answer.topic());
        text += &format!("{question} {}\n", answer.verdict.word().to_uppercase());
        text += &format!("   {}\n", plain(&tell::answer::sentence(&answer)));
        text += &answer.command.map_or(String::new(), |command| format!("   {command}\n"));
    }
    if !audit.learns {
        text += &format!("{}\n", tell::answer::not_learned());
    }
    text += &format!("\n{}\n\n", people::counted(list.len() as u64, "finding", "findings"));
    let ordered = Chapter::ALL
        .into_iter()
        .flat_map(|chapter| list.iter().filter(move |one| one.0.chapter() == chapter));
    for (at, (finding, replay)) in ordered.enumerate() {
        text += &format!(
            "{}. {}\n   {}; {}\n",
            at + 1,
            plain(&tell::finding::text(finding)),
            plain(&tell::finding::size(finding)),
            tell::finding::surety(finding.surety)
        );
        for but in &finding.but {
            text += &format!("   But: {}\n", plain(&tell::finding::but(but)));
        }
        for command in finding.command.iter().chain(replay) {
            text += &format!("   {command}\n");
        }
    }
    let written = written.map(|place| format!("\nwritten to {}\n", place.join("report.html").display()));
    text + &written.unwrap_or_default()
}
