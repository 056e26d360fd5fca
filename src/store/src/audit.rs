use std::path::{Path, PathBuf};

use crate::{Draft, Error, Findings, Program, pictures, table_files};
use sim_engine::text::people;
use sim_lab::{
    Ended,
    audit::{Audit, AuditArms, TableAudit},
    command::Command,
    experiment,
    finding::Finding,
    ladder::Ladder,
    summary::Summary,
    tables,
};
use sim_report::{
    charts::{self, Data, Picture},
    page as report,
};
use sim_script::BestResponse;

pub struct AuditOutput<'a> {
    pub audit: &'a Audit,
    pub opened: &'a AuditArms,
    /// Most important first, each with the command that replays an example game, if there is one.
    pub list: &'a [(Finding, Option<Command>)],
    pub answered: &'a [report::QuestionAnswer],
    pub ended: Ended,
}

const INTERRUPTED: &str =
    "Interrupted: what is missing here was not played. The same command goes on from what is kept.";

impl AuditOutput<'_> {
    pub fn best_responses(&self, program: &Program) -> Vec<BestResponse> {
        let best = self.audit.usual().and_then(|usual| self.opened.of_best(usual.players()));
        best.map_or(Vec::new(), |arm| program.responses(&arm.inputs))
    }

    /// Writes the tables, the charts and the page to `place`, and returns the folder.
    ///
    /// # Errors
    /// When something cannot be written; `place` is then unchanged.
    pub fn write(
        &self,
        place: &Path,
        findings: &Findings,
        program: &'static Program,
    ) -> Result<PathBuf, Error> {
        let mut draft = Draft::new(place, program)?;
        let tables = tables::of_audit(self.audit);
        table_files::write(&mut draft, &tables)?;
        table_files::write_parquet(&mut draft, &tables)?;
        let figures = figures(self.audit, &findings.heading.title)?;
        pictures::write_figures(&mut draft, &figures)?;
        let first = self.opened.arms.first().map(|one| &one.arm);
        let interrupted = (self.ended == Ended::Stopped).then(|| INTERRUPTED.to_owned());
        let caution = first.and_then(|arm| experiment::reconstructed(&arm.settings, &arm.inputs.rules.game));
        let caution = interrupted.into_iter().chain(caution).reduce(|all, one| format!("{all} {one}"));
        let provenance = first.map_or(Vec::new(), |arm| experiment::provenance(&arm.settings));
        let known = self.best_responses(program);
        let about = report::AuditPage {
            heading: &findings.heading,
            designers: first.map_or("", |arm| arm.info.designers),
            default_players: first.map_or(0, |arm| arm.info.default_players),
            seed: first.map_or(0, |arm| arm.inputs.seed),
            strategies: first.map_or(&[], |arm| &arm.inputs.strategies),
            findings: self.list,
            questions: self.answered,
            caution,
            provenance: &provenance,
            known: &known,
        };
        pictures::write_page(&mut draft, &report::audit(&about, self.audit, &tables, &figures))?;
        for (name, text) in &findings.files {
            draft.write_text(name, text)?;
        }
        draft.finish(findings, &findings.heading.digest)
    }
}

/// The charts of each number of players have names of their own: `win-rate-by-seat-4p`.
fn figures(audit: &Audit, title: &str) -> Result<Vec<Picture>, Error> {
    // Seat effects are measured between strong players.
    let runs: Vec<&Summary> = audit.parts.iter().map(TableAudit::played_best).collect();
    let ladders: Vec<&Ladder> = audit.parts.iter().filter_map(|part| part.ladder.as_ref()).collect();
    let players = |of: usize| people::counted(of as u64, "player", "players");
    let games = |of: u64| people::counted(of, "game", "games");
    let whole = format!("{title}, {}.", games(runs.iter().map(|run| run.games).sum()));
    let mut all = pictures::draw(&[Data::Sizes(&runs)], &whole)?;
    all.extend(pictures::draw(&[Data::Levels(&ladders)], &format!("{title}."))?);
    if let Some(prices) = &audit.prices {
        let of = &prices.found;
        let (at, own) = (players(of.setup.extent.players), games(of.setup.games));
        let further = match of.most > of.setup.games {
            true => format!(", up to {} where that left it open", people::count(of.most)),
            false => String::new(),
        };
        all.extend(pictures::draw(
            &[Data::Prices(of)],
            &format!("{title}, {at}, {own} without each{further}."),
        )?);
        // The runs without bans show what unbought components pay.
        all.extend(pictures::draw(&[Data::Payments(of)], &format!("{title}, {at}, {own}."))?);
    }
    if let Some(plans) = &audit.plans {
        let caption =
            format!("{title}, {}, {}.", players(plans.setup.extent.players), games(plans.setup.games));
        all.extend(pictures::draw(&[Data::Plans(plans)], &caption)?);
    }
    for balanced in &audit.balanced {
        let caption = format!("{title}, {}.", players(balanced.extent.players));
        let named = |name: &str| Some(format!("{name}-{}p", balanced.extent.players));
        all.extend(charts::draw_as(&[Data::Balance(balanced)], &caption, named).map_err(Error::Charts)?);
    }
    for part in &audit.parts {
        let caption =
            format!("{title}, {}, {} of the archetypes.", players(part.players()), games(part.games()));
        let named = |name: &str| Some(format!("{name}-{}p", part.players()));
        let tables = tables::of_part(part);
        let drawn = [Data::Run(&part.summary), Data::Maps(&tables)].into_iter();
        let drawn = drawn.chain(part.ablation.as_ref().map(Data::Ablation));
        let drawn: Vec<Data<'_>> = drawn.chain(part.robust.as_ref().map(Data::Robust)).collect();
        all.extend(charts::draw_as(&drawn, &caption, named).map_err(Error::Charts)?);
    }
    Ok(all)
}
