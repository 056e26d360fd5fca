//! Plays what an audit asks for, and writes its folder.

use std::path::{Path, PathBuf};

use serde_json::json;

use super::{ReportArgs, questions};
use crate::{
    failure::Failure,
    findings::{ArmEntry, Findings},
    folder::{self, Draft},
    game_args::{Chosen, remarks},
    number::BALANCE,
    output, parquet, pictures,
    program::own_table,
    sheets, strategies, words,
};
use sim_engine::text::people;
use sim_lab::{
    audit::{Audit, AuditSpec, Part},
    command::Command,
    experiment::{self, Heading, Inputs, Named},
    finding::Finding,
    summary::Summary,
    tables,
    tournament::usual_field,
};
use sim_report::{
    charts::{self, Data, Picture},
    page as report,
    tell::finding as tell,
};

/// A finding, and the command that tells a game that shows it.
type Shown = (Finding, Option<Command>);

pub fn run(args: &ReportArgs) -> Result<(), Failure> {
    let chosen = args.game().resolve()?;
    let spec = spec(args, &chosen)?;
    let opened = spec.open()?;
    let place = args.out.clone().unwrap_or_else(|| Path::new("reports").join(&args.game).join("audit"));
    // They are asked of the game as it is.
    let asked = if chosen.rules.is_plain() { questions::asked(&args.game)? } else { Vec::new() };
    let mut findings = heading(&opened);
    folder::check_target(&place, &findings.heading.digest, args.play.force())?;
    findings.heading.command = command(args, &chosen);
    spec.arms.first().into_iter().flat_map(remarks).for_each(|remark| output::remark(&remark));
    let mut session = args.play.idle()?;
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
    let written = write(&place, &mut findings, (&audit, &list), (&opened, &answered))?;
    output::print(&told(&findings.heading, &list, &written))
}

/// The archetypes at every number of players that is asked for.
fn spec(args: &ReportArgs, chosen: &Chosen) -> Result<AuditSpec, Failure> {
    let arms = args.table(&args.players).specs(chosen)?;
    let field = usual_field(chosen.entry);
    let field = field.iter().map(|name| strategies::load(chosen.entry, name)).collect::<Result<_, _>>()?;
    Ok(AuditSpec { arms, field, tolerance: BALANCE, games: args.n })
}

/// What an audit is a function of: its arms, whatever was played of them.
fn heading(tables: &[Named]) -> Findings {
    let inputs: Vec<&Inputs> = tables.iter().map(|named| &named.arm.inputs).collect();
    let title = tables.first().map_or("", |named| named.arm.info.title);
    let entries = tables.iter().map(ArmEntry::from).collect();
    Findings::of("report", Heading::new(String::new(), &("report", inputs), title), entries)
}

fn command(args: &ReportArgs, chosen: &Chosen) -> String {
    let rules =
        words::rules_words(&chosen.rules).into_iter().map(|word| format!(" {word}")).collect::<String>();
    format!(
        "sim report --game {}{rules} --players {} --n {} --seed {}",
        args.game, args.players, args.n, args.seed
    )
}

/// Charts of each number of players, each under a name of its own: `win-rate-by-seat-4p`.
fn figures(audit: &Audit, title: &str) -> Result<Vec<Picture>, Failure> {
    let games = audit.parts.iter().map(Part::games).sum();
    let caption = format!("{title}, {}. Errors go by deals.", people::counted(games, "game", "games"));
    let runs: Vec<&Summary> = audit.parts.iter().map(|part| &part.summary).collect();
    let mut all = charts::draw(&[Data::Sizes(&runs)], &caption).map_err(pictures::no_charts)?;
    for part in &audit.parts {
        let caption = format!(
            "{title}, {}, {}. Errors go by deals.",
            people::counted(part.players() as u64, "player", "players"),
            people::counted(part.games(), "game", "games")
        );
        let named = |name: &str| Some(format!("{name}-{}p", part.players()));
        let tables = tables::of_part(part);
        let drawn = [Data::Run(&part.summary), Data::Maps(&tables)].into_iter();
        let drawn = drawn.chain(part.ablation.as_ref().map(Data::Ablation));
        let drawn: Vec<Data<'_>> = drawn.chain(part.robust.as_ref().map(Data::Robust)).collect();
        all.extend(charts::draw_as(&drawn, &caption, named).map_err(pictures::no_charts)?);
    }
    Ok(all)
}

fn write(
    place: &Path,
    findings: &mut Findings,
    (audit, list): (&Audit, &[Shown]),
    (opened, answered): (&[Named], &[report::Answered]),
) -> Result<PathBuf, Failure> {
    let (parent, name) = folder::place(place)?;
    let mut draft = Draft::new(&parent)?;
    let tables = tables::of_audit(audit);
    sheets::write(&mut draft, &tables)?;
    for table in tables.iter().filter(|table| cfg!(feature = "parquet") && !table.rows.is_empty()) {
        let bytes = parquet::table(&own_table(table)).map_err(|error| {
            Failure::failed(
                format!("cannot write {} as Parquet: {error}", table.name),
                "its CSV has the same",
            )
        })?;
        draft.write(&format!("{}.parquet", table.name), &bytes)?;
    }
    let figures = figures(audit, &findings.heading.title)?;
    pictures::write_figures(&mut draft, &figures)?;
    let first = opened.first().map(|one| &one.arm);
    let caution = first.and_then(|arm| experiment::reconstructed(&arm.settings, &arm.inputs.rules.game));
    let about = report::Audited {
        heading: &findings.heading,
        designers: first.map_or("", |arm| arm.info.designers),
        default_players: first.map_or(0, |arm| arm.info.default_players),
        seed: first.map_or(0, |arm| arm.inputs.seed),
        strategies: first.map_or(&[], |arm| &arm.inputs.strategies),
        findings: list,
        questions: answered,
        caution,
    };
    pictures::write_page(&mut draft, &report::audit(&about, audit, &tables, &figures))?;
    findings.deals = audit.parts.iter().map(|part| part.summary.deals).max().unwrap_or(0);
    let json = format!("{:#}\n", json!(findings));
    draft.finish(name, &json, &findings.heading.digest, folder::log(), |_| false)
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
