//! Plays what an audit asks for, and writes its folder.

use std::path::{Path, PathBuf};

use serde_json::json;

use super::{ReportArgs, parts::Place, questions, scenes};
use crate::{
    failure::Failure,
    findings::{ArmEntry, Findings},
    folder::{self, Draft},
    game_args::{Chosen, Seated},
    number::BALANCE,
    output, parquet, pictures,
    program::own_table,
    sheets, words,
};
use sim_engine::text::people;
use sim_lab::{
    ablate,
    audit::{self, Audit, Finding, Part},
    experiment::{self, Arm, Heading, Inputs, Named},
    store::Worth,
    tables::{self, Subject, Table, verdict},
    verdict::Docket,
};
use sim_play::tally::Tally;
use sim_report::{
    charts::{self, Picture},
    page as report,
};

/// The chart that is drawn of all numbers of players together, and its table.
const BY_SEAT: &str = "win_rate_by_seat";
const SEATS: &str = "seat-by-players";

/// A number of players, and its standard run.
struct Seating {
    named: Named,
    tally: Tally,
}

/// A finding, and the command that tells a game that shows it.
type Shown = (Finding, Option<String>);

pub fn run(args: &ReportArgs) -> Result<(), Failure> {
    let chosen = args.game().resolve()?;
    let tables = args.table(&args.players).resolve_all(&chosen)?;
    let place = args.out.clone().unwrap_or_else(|| Path::new("reports").join(&args.game).join("audit"));
    // They are asked of the game as it is.
    let asked = if chosen.rules.is_plain() { questions::asked(&args.game)? } else { Vec::new() };
    let mut findings = heading(&tables);
    folder::check_target(&place, &findings.heading.digest, args.play.force())?;
    findings.heading.command = command(args, &chosen);
    let seatings = standard(args, tables)?;
    let subjects: Vec<Subject<'_>> = seatings.iter().map(|one| one.named.arm.subject()).collect();
    let verdicts = verdicts(&subjects, &seatings);
    let mut parts = Vec::new();
    for ((seating, subject), verdict) in seatings.iter().zip(&subjects).zip(verdicts) {
        let mut own = tables::summarise(subject, &seating.tally);
        own.extend(verdict);
        let place = Place { args, chosen: &chosen, inputs: &seating.named.arm.inputs };
        let spec = place.seated()?.spec;
        let is_fixed = |name: &str| ablate::is_fixed(&spec, &seating.named.arm.settings, name);
        own.extend(place.tables(&own, &is_fixed)?);
        let settings = &seating.named.arm.settings;
        own.extend(audit::never_used(&own, |name| settings.has_no_copies(name)));
        let (players, games) = (subject.players, seating.tally.games);
        let mut part = Part { players, games, fixed: Vec::new(), tables: own };
        let off = audit::off_components(&part).into_iter();
        part.fixed = off.filter(|name| is_fixed(name)).map(str::to_owned).collect();
        parts.push(part);
    }
    let questions = match seatings.first() {
        Some(first) => {
            let place = Place { args, chosen: &chosen, inputs: &first.named.arm.inputs };
            questions::answered(asked, args, &place)?
        }
        None => Vec::new(),
    };
    let audit = Audit { options: options(args, &chosen), parts, questions };
    let arms: Vec<&Arm> = seatings.iter().map(|one| &one.named.arm).collect();
    let mut list = Vec::new();
    for finding in audit.findings() {
        let scene = finding.scene.as_ref();
        let replay = scene.map(|scene| scenes::replay(args, &arms, &audit.options, scene)).transpose()?;
        list.push((finding, replay.flatten()));
    }
    let written = write(&place, &mut findings, (&audit, &list), &seatings)?;
    output::print(&told(&findings.heading, &list, &written))
}

/// What an audit is a function of: its arms, whatever was played of them.
fn heading(tables: &[Seated]) -> Findings {
    let entries: Vec<ArmEntry> = tables
        .iter()
        .map(|seated| {
            let players = seated.arm.inputs.rules.players as u64;
            ArmEntry::new(people::counted(players, "player", "players"), &seated.arm.inputs)
        })
        .collect();
    let inputs: Vec<&Inputs> = tables.iter().map(|seated| &seated.arm.inputs).collect();
    let title = tables.first().map_or("", |seated| seated.arm.info.title);
    Findings::of("report", Heading::new(String::new(), &("report", inputs), title), entries)
}

/// Plays the archetypes at every number of players.
fn standard(args: &ReportArgs, tables: Vec<Seated>) -> Result<Vec<Seating>, Failure> {
    let games = tables.iter().map(|seated| seated.arm.schedule.deals_for(args.n).1).sum();
    let mut session = args.play.session(tables.len(), games)?;
    let mut seatings: Vec<Seating> = Vec::new();
    for seated in tables {
        if seatings.is_empty() {
            seated.remarks.iter().for_each(|remark| output::remark(remark));
        }
        let players = seated.arm.inputs.rules.players as u64;
        let (deals, _) = seated.arm.schedule.deals_for(args.n);
        let named = Named { name: people::counted(players, "player", "players"), arm: seated.arm };
        let tally = session.tally(&named, deals, Worth::Surely)?;
        seatings.push(Seating { named, tally });
    }
    Ok(seatings)
}

/// The verdicts at each number of players; those of all of them share one error rate.
fn verdicts(subjects: &[Subject<'_>], seatings: &[Seating]) -> Vec<Option<Table>> {
    let dockets: Vec<Docket<'_>> = subjects.iter().map(|subject| Docket::new(subject, false)).collect();
    let comparisons = dockets.iter().map(Docket::comparisons).sum();
    let judged = dockets.iter().zip(seatings).map(|(docket, seating)| {
        let judge = || verdict::table(&[docket.judge(&seating.tally, BALANCE, comparisons)]);
        (!docket.is_empty()).then(judge)
    });
    judged.collect()
}

/// The options that all commands of the audit share.
fn options(args: &ReportArgs, chosen: &Chosen) -> String {
    let mut words = vec![format!("--game {}", args.game)];
    words.extend(words::rules_words(&chosen.rules));
    if args.seed != 1 {
        words.push(format!("--seed {}", args.seed));
    }
    words.join(" ")
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
fn figures(audit: &Audit, joined: &[Table], title: &str) -> Result<Vec<Picture>, Failure> {
    let games = audit.parts.iter().map(|part| part.games).sum();
    let caption = format!("{title}, {}. Errors go by deals.", people::counted(games, "game", "games"));
    let over_all = |name: &str| (name == SEATS).then(|| name.to_owned());
    let seats: Vec<Table> = joined.iter().filter(|table| table.name == BY_SEAT).cloned().collect();
    let mut all = charts::draw_as(&seats, &caption, over_all).map_err(pictures::no_charts)?;
    for part in &audit.parts {
        let caption = format!(
            "{title}, {}, {}. Errors go by deals.",
            people::counted(part.players as u64, "player", "players"),
            people::counted(part.games, "game", "games")
        );
        let named = |name: &str| (name != SEATS).then(|| format!("{name}-{}p", part.players));
        all.extend(charts::draw_as(&part.tables, &caption, named).map_err(pictures::no_charts)?);
    }
    Ok(all)
}

fn write(
    place: &Path,
    findings: &mut Findings,
    (audit, list): (&Audit, &[Shown]),
    seatings: &[Seating],
) -> Result<PathBuf, Failure> {
    let (parent, name) = folder::place(place)?;
    let mut draft = Draft::new(&parent)?;
    let tables = audit.tables();
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
    let figures = figures(audit, &tables, &findings.heading.title)?;
    pictures::write_figures(&mut draft, &figures)?;
    let first = seatings.first().map(|one| &one.named.arm);
    let caution = first.and_then(|arm| experiment::reconstructed(&arm.settings, &arm.inputs.rules.game));
    let about = report::Audited {
        heading: &findings.heading,
        designers: first.map_or("", |arm| arm.info.designers),
        default_players: first.map_or(0, |arm| arm.info.default_players),
        seed: first.map_or(0, |arm| arm.inputs.seed),
        strategies: first.map_or(&[], |arm| &arm.inputs.strategies),
        findings: list,
        caution,
    };
    pictures::write_page(&mut draft, &report::audit(&about, audit, &tables, &figures))?;
    findings.deals = seatings.iter().map(|one| one.tally.deals).max().unwrap_or(0);
    let json = format!("{:#}\n", json!(findings));
    draft.finish(name, &json, &findings.heading.digest, folder::log(), |_| false)
}

/// The findings for reading.
fn told(heading: &Heading, list: &[Shown], written: &Path) -> String {
    let mut text =
        format!("{}: {}\n\n", heading.title, people::counted(list.len() as u64, "finding", "findings"));
    for (at, (finding, replay)) in list.iter().enumerate() {
        text += &format!(
            "{}. {}\n   {}; {}\n",
            at + 1,
            finding.text.replace('`', ""),
            finding.size.replace('`', ""),
            finding.verdict
        );
        for but in &finding.but {
            text += &format!("   But: {}\n", but.replace('`', ""));
        }
        for command in std::iter::once(&finding.command).chain(replay) {
            text += &format!("   {command}\n");
        }
    }
    text + &format!("\nwritten to {}\n", written.join("report.html").display())
}
