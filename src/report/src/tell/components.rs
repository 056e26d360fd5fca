use sim_engine::text::people;
use sim_lab::{
    adapt::{Budget, ContrastSetup},
    components::{ComponentReport, ComponentRow},
    figure::Unit,
    price::Prices,
    worth::{BanTarget, WorthRow, Worths},
};
use sim_stats::Estimate;

use super::{Style, extent, gain, grid, more, not_played, number, per_game, say, sentences};

const ROWS: usize = 30;
const SENTENCES: usize = 8;

type Cells = fn(&ComponentRow) -> String;

pub fn components(found: &ComponentReport, style: Style) -> String {
    let mut text = extent(&found.extent, "what each component does", "with and without each");
    text += &sentences(players(found));
    for rows in found.rows.chunk_by(|one, other| one.component.kind == other.component.kind) {
        text += &format!("\n{}\n\n{}", rows[0].component.kind, of_kind(rows, style));
    }
    if let Some(worth) = &found.worth {
        text += &bans(worth, style);
    }
    if !found.rows.is_empty() {
        let unit = found.rows.first().map_or(Unit::Share, |row| row.unit);
        let (is_share, unit, has_loss) = (unit.is_share(), per_game(unit), found.worth.is_some());
        text += &format!("\n{}", sentences([say!("components/columns", is_share, unit, has_loss)]));
    }
    text + &not_played(&found.not_played())
}

fn players(found: &ComponentReport) -> Vec<String> {
    let mut told = vec![say!("components/strategies", strategies => found.strategies)];
    if let Some(Worths { setup, control, .. }) = &found.worth {
        let ContrastSetup { level, budget: Budget { games: trained, repeats }, games, unit, .. } = setup;
        let control = control.map(|control| number::level(*unit, control));
        let (level, is_share) = (level.to_string(), unit.is_share());
        told.push(say!("components/worth", level, repeats, trained, games, control, is_share));
    }
    if let Some(Prices { setup, most, rows, .. }) = &found.price
        && !rows.is_empty()
    {
        let ContrastSetup { level, budget: Budget { games: trained, repeats }, games, .. } = setup;
        let (level, most) = (level.to_string(), Some(most).filter(|most| *most > games));
        told.push(say!("components/price", level, repeats, trained, games, most));
    }
    told
}

/// The table of a kind, with its nonempty columns, and a sentence on each of the first rows.
fn of_kind(rows: &[ComponentRow], style: Style) -> String {
    let has = |is: fn(&ComponentRow) -> bool| rows.iter().any(is);
    let columns: [(&str, bool, Cells); 9] = [
        ("component", true, |row| row.component.name.clone()),
        ("used %", true, |row| row.used.map_or(String::new(), |used| people::fixed(used * 100.0, 0))),
        ("association", true, |row| gain_or_empty(&row.association, Unit::Share)),
        ("removal", has(|row| row.removal.is_some()), |row| {
            row.removal.as_ref().map_or(String::new(), |one| gain_or_empty(&one.effect.difference, row.unit))
        }),
        ("loss", has(|row| row.loss.is_some()), |row| {
            row.loss.as_ref().map_or(String::new(), |one| gain_or_empty(&one.effect.difference, row.unit))
        }),
        ("price", has(|row| row.price.is_some()), |row| {
            row.price.as_ref().map_or(String::new(), |one| one.price.value.to_string())
        }),
        ("fair price", has(|row| row.price.is_some()), |row| {
            row.price.as_ref().map_or(String::new(), |one| one.fair.to_string())
        }),
        ("pays each", has(|row| row.payment.is_some()), |row| {
            row.payment.as_ref().map_or(String::new(), |one| match one.each.value {
                Some(_) => format!("{} {}", number(&one.each, 1), one.unit),
                None => String::new(),
            })
        }),
        ("verdict", true, |row| row.judgement.verdict.word().to_owned()),
    ];
    let shown: Vec<(&str, Cells)> = columns
        .into_iter()
        .filter(|(_, is_shown, _)| *is_shown)
        .map(|(name, _, cells)| (name, cells))
        .collect();
    let header: Vec<&str> = shown.iter().map(|(name, _)| *name).collect();
    let right: Vec<bool> = header.iter().map(|name| !matches!(*name, "component" | "verdict")).collect();
    let cells = |row: &ComponentRow| shown.iter().map(|(_, cells)| cells(row)).collect::<Vec<_>>();
    let list = rows.iter().take(ROWS).map(cells);
    let mut text = grid(&header, list, &right, style);
    text += &more(rows.len(), ROWS, "", style);
    text.push('\n');
    for ComponentRow { component, judgement, .. } in rows.iter().take(SENTENCES) {
        text += &format!("{}: {}. {}\n", component.name, judgement.verdict.word(), judgement.reason);
    }
    text + &more(rows.len(), SENTENCES, " reasons", style)
}

fn gain_or_empty(estimate: &Estimate, unit: Unit) -> String {
    if estimate.value.is_some() { gain(estimate, unit) } else { String::new() }
}

/// Bans other than of single components: of kinds and actions.
fn bans(worth: &Worths, style: Style) -> String {
    let rows: Vec<&WorthRow> = worth.rows.iter().filter(|row| row.component.is_none()).collect();
    if rows.is_empty() {
        return String::new();
    }
    let cells = |row: &&WorthRow| {
        let word = &row.ban.word;
        let barred = if row.ban.of == BanTarget::Kind { format!("any {word}") } else { word.clone() };
        vec![barred, gain(&row.worth.difference, worth.setup.unit)]
    };
    let list = rows.iter().take(ROWS).map(cells);
    let mut text = format!("\nother bans\n\n{}", grid(&["barred from", "loss"], list, &[false, true], style));
    text += &more(rows.len(), ROWS, "", style);
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{estimate, payment, price_row};
    use sim_lab::{
        components::{
            Contrast,
            verdict::{Basis, Judgement, Verdict},
        },
        price::{PriceVerdict, curve::FairPrice, payments::PaymentVerdict},
    };
    use sim_stats::paired::difference;

    const STYLE: Style = Style { width: None, has_tables: true };

    fn row() -> ComponentRow {
        let price = price_row("oven", PriceVerdict::Underpriced);
        ComponentRow {
            component: price.component,
            used: Some(0.42),
            association: estimate(Some(0.02), Some(0.01)),
            association_q: Some(0.01),
            unit: Unit::Share,
            tolerance: 0.02,
            removal: None,
            loss: None,
            price: None,
            payment: None,
            judgement: Judgement {
                verdict: Verdict::Strong,
                basis: Some(Basis::Removal),
                reason: "Removal: more.".to_owned(),
            },
        }
    }

    #[test]
    fn a_kind_has_the_columns_that_were_measured() {
        let effect = difference(&[], &[], 0);
        let effect =
            sim_stats::paired::PairedEstimate { difference: estimate(Some(0.05), Some(0.01)), ..effect };
        let removal = Some(Contrast { effect, q_value: None, beyond: None });
        let text = of_kind(&[ComponentRow { removal, ..row() }], STYLE);
        let told = "component  used %  association     removal  verdict\n\
            oven           42   +2.0 ± 1.0  +5.0 ± 1.0  too strong\n\n\
            oven: too strong. Removal: more.\n";
        assert_eq!(text, told);
        let mut price = price_row("oven", PriceVerdict::Underpriced);
        price.fair = FairPrice { price: Some(14.6), low: Some(13), high: Some(17) };
        let text = of_kind(&[ComponentRow { price: Some(price), ..row() }], STYLE);
        assert!(
            text.contains("price     fair price  verdict\n") && text.contains(" 10  15 (13 to 17)  "),
            "{text}"
        );
        let payment = Some(payment("box-5", 14.0, PaymentVerdict::Much));
        let text = of_kind(&[ComponentRow { payment, ..row() }], STYLE);
        assert!(text.contains("14.0 ± 0.4 money") && !text.contains("removal  "), "{text}");
    }
}
