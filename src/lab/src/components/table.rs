use super::ComponentRow;
use crate::tables::{Table, TableSpec, Unit, with_ends};

pub fn table(rows: &[ComponentRow]) -> Table {
    spec(rows.first().is_none_or(|row| row.unit.is_share())).table(rows)
}

/// `is_share`: whether effects are differences in win rate; otherwise in points.
pub(crate) fn spec(is_share: bool) -> TableSpec<ComponentRow> {
    let unit = if is_share { Unit::ShareDifference } else { Unit::Points };
    let mut spec = TableSpec::<ComponentRow>::new("component_verdicts", "Verdicts on components").about("Each component with the verdict of the measurement closest to a cause: price or payout, then loss of a barred player, then removal from the box. Association is not causation: alone it leads at most to a check.");
    spec.component(|row| &row.component);
    spec.share("used", |row| row.used).about("Share of the seats that use it in a game.");
    spec.interval(with_ends!("association"), |row| row.association).of(
        Unit::ShareDifference,
        "Win rate of its users minus that of others in the same games, adjusted for strategy, seat and opponents: association, not cause.",
    );
    spec.interval(with_ends!("removal"), |row| row.removal.map(|one| one.effect.difference)).of(
        unit,
        match is_share {
            true => "Win rate of its users with it in the box minus without it, on the same deals.",
            false => "Points a game of its users with it in the box minus without it, on the same deals.",
        },
    );
    spec.interval(with_ends!("loss"), |row| row.loss.map(|one| one.effect.difference)).of(
        unit,
        match is_share {
            true => "Win rate of a trained player minus that of one barred from it.",
            false => "Points a game of a trained player minus those of one barred from it.",
        },
    );
    spec.whole("price", |row| row.price.as_ref().map(|row| row.price.value)).about("Its current price.");
    spec.number("fair_price", |row| row.price.as_ref()?.fair.price)
        .about("The price at which it would be worth as much as the median of its kind; empty unless significantly mispriced and bracketed by tested prices.");
    spec.whole("fair_low", |row| row.price.as_ref()?.fair.low)
        .about("Lower end of its 95 % interval, rounded down to a whole price.");
    spec.whole("fair_high", |row| row.price.as_ref()?.fair.high)
        .about("Upper end of its 95 % interval, rounded up to a whole price.");
    spec.text("verdict", |row| row.judgement.verdict.word()).about("overpriced, underpriced: not worth its price, or worth more; too strong, too weak: its effect differs by over 2 points (of win rate, or the same effect size) from that of the median of its kind, at a false discovery rate of 5 %, or hardly anybody buys it; check: a person has to judge; undecided: too little data; ok: within 2 points of the median, or within 10 % for payouts.");
    spec.optional_text("decided_by", |row| row.judgement.basis.map(|basis| basis.word()))
        .about("The measurement that decides, the one closest to a cause: price, payment, loss, removal or association; empty if nothing was measured.");
    spec.text("reason", |row| &row.judgement.reason).about("Why, in a sentence or two.");
    spec
}
