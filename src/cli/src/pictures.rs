//! Charts and the report page of a run folder.

use super::{failure::Failure, folder::Draft, output, program::own};
use sim_engine::text::people;
use sim_lab::{experiment::Manifest, finding, summary::Summary, tables::Table};
use sim_report::{
    charts::{self, ChartError, Data, Picture},
    page as report,
    page::{Comparison, Page, ReportError},
};

/// Draws the charts and the page and writes them.
pub fn write(
    draft: &mut Draft,
    manifest: &Manifest,
    summary: &Summary,
    tables: &[Table],
) -> Result<(), Failure> {
    let drawn = [Data::Run(summary), Data::Maps(tables)];
    let figures = charts::draw(&drawn, &caption(manifest)).map_err(no_charts)?;
    write_figures(draft, &figures)?;
    write_page(draft, &report::page(manifest, &finding::of_run(summary), tables, &figures))
}

/// Writes a page in both of its forms.
pub fn write_page(draft: &mut Draft, page: &Page) -> Result<(), Failure> {
    draft.write("report.html", own(&page.html().map_err(no_page)?).as_bytes())?;
    draft.write("report.md", own(&page.markdown().map_err(no_page)?).as_bytes())
}

/// Draws the charts and the page of a comparison and writes them; `wanted` charts only, if any are named.
pub fn write_comparison(
    draft: &mut Draft,
    comparison: &Comparison<'_>,
    (tables, drawn): (&[Table], &[Data<'_>]),
    wanted: &[String],
) -> Result<(), Failure> {
    let caption = format!(
        "{}, {} of each arm. Errors go by deals.",
        comparison.heading.title,
        people::counted(comparison.deals, "deal", "deals")
    );
    let is_wanted = |name: &str| wanted.is_empty() || wanted.iter().any(|one| one == name);
    let named = |name: &str| is_wanted(name).then(|| name.to_owned());
    let figures = charts::draw_as(drawn, &caption, named).map_err(no_charts)?;
    for missing in wanted.iter().filter(|one| figures.iter().all(|figure| figure.name != **one)) {
        output::remark(&format!("nothing to draw for the chart `{missing}`: its table has no values"));
    }
    write_figures(draft, &figures)?;
    write_page(draft, &report::comparison(comparison, tables, &figures))
}

/// Writes figures, each in two formats.
pub fn write_figures(draft: &mut Draft, figures: &[Picture]) -> Result<(), Failure> {
    for figure in figures {
        draft.write(&format!("{}.svg", figure.name), figure.svg.as_bytes())?;
        draft.write(&format!("{}.png", figure.name), &figure.png)?;
    }
    Ok(())
}

fn no_page(error: ReportError) -> Failure {
    Failure::failed(format!("{error}"), "the tables are in order: run again and report it")
}

pub fn no_charts(error: ChartError) -> Failure {
    Failure::failed(
        format!("cannot draw the charts: {error}"),
        "the tables are in order: run again and report it",
    )
}

/// The line under every chart.
fn caption(manifest: &Manifest) -> String {
    format!(
        "{}, {}, {}.{} Errors go by deals.",
        manifest.heading.title,
        manifest.table(),
        manifest.extent(),
        changed(manifest.inputs.rules.changes.len())
    )
}

/// A sentence for pictures of other rules than the printed ones, with a space before it.
pub fn changed(values: usize) -> String {
    if values == 0 { String::new() } else { format!(" {}.", people::off_default(values)) }
}
