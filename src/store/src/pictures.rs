use crate::{Draft, Error, findings::FindingsContent};
use sim_engine::text::people;
use sim_lab::{experiment::Manifest, finding, strength::Strength, summary::Summary, tables::Table};
use sim_report::{
    charts::{self, Data, Picture},
    page as report,
    page::{Comparison, Page},
    tell,
};

pub(crate) fn write(
    draft: &mut Draft,
    manifest: &Manifest,
    summary: &Summary,
    tables: &[Table],
) -> Result<(), Error> {
    let figures = draw(&[Data::Run(summary), Data::Maps(tables)], &caption(manifest))?;
    write_figures(draft, &figures)?;
    let page = report::page(manifest, &finding::of_run(summary), tables, &figures);
    let game = draft.program().games().find(&manifest.inputs.rules.game);
    let strength = Strength::new(game, &manifest.inputs, &manifest.level, &[]);
    write_page(draft, &page.cautioned(tell::players::of_run(&manifest.level, &strength, summary.players)))
}

pub fn draw(data: &[Data<'_>], caption: &str) -> Result<Vec<Picture>, Error> {
    charts::draw(data, caption).map_err(Error::Charts)
}

pub(crate) fn write_page(draft: &mut Draft, page: &Page) -> Result<(), Error> {
    draft.write_text("report.html", &page.html().map_err(Error::Page)?)?;
    draft.write_text("report.md", &page.markdown().map_err(Error::Page)?)
}

/// Draws and writes the charts and the page of a comparison; `beaten` states the best known response to its
/// players. Returns the requested charts that have no data.
pub(crate) fn write_comparison<'a>(
    draft: &mut Draft,
    comparison: &Comparison<'_>,
    beaten: Option<String>,
    content: FindingsContent<'a>,
) -> Result<Vec<&'a str>, Error> {
    let FindingsContent { tables, drawn, charts: wanted, .. } = content;
    let caption = format!(
        "{}, {} of each arm. Errors count deals, not games.",
        comparison.heading.title,
        people::counted(comparison.deals, "deal", "deals")
    );
    let is_wanted = |name: &str| wanted.is_empty() || wanted.iter().any(|one| one == name);
    let named = |name: &str| is_wanted(name).then(|| name.to_owned());
    let (runs, others): (Vec<_>, Vec<_>) =
        drawn.iter().copied().partition(|data| matches!(data, Data::Run(_)));
    let drawn: Vec<Data<'_>> = runs.into_iter().chain([Data::Maps(tables)]).chain(others).collect();
    let figures = charts::draw_as(&drawn, &caption, named).map_err(Error::Charts)?;
    write_figures(draft, &figures)?;
    write_page(draft, &report::comparison(comparison, tables, &figures).cautioned(beaten))?;
    let is_missing = |one: &&String| figures.iter().all(|figure| figure.name != **one);
    Ok(wanted.iter().filter(is_missing).map(String::as_str).collect())
}

pub(crate) fn write_figures(draft: &mut Draft, figures: &[Picture]) -> Result<(), Error> {
    for figure in figures {
        draft.write(&format!("{}.svg", figure.name), figure.svg.as_bytes())?;
        draft.write(&format!("{}.png", figure.name), &figure.png)?;
    }
    Ok(())
}

fn caption(manifest: &Manifest) -> String {
    format!(
        "{}, {}, {}.{} Errors count deals, not games.",
        manifest.heading.title,
        manifest.table(),
        manifest.extent(),
        changed(manifest.inputs.rules.changes.len())
    )
}

/// A sentence about changed rules, with a space before it; empty for the printed rules.
pub(crate) fn changed(values: usize) -> String {
    if values == 0 { String::new() } else { format!(" {}.", people::off_default(values)) }
}
