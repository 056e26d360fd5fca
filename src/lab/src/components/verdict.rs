//! One verdict per component, by the measured column closest to a cause.
//!
//! An effect is compared with the median of the other components of its kind, as [prices](crate::price) are. It is
//! too strong or too weak if its whole interval lies beyond [`TOLERANCE`](crate::price::TOLERANCE) and its q-value is
//! at most 5 %. It is ok if the whole interval lies within. A component that is alone in its kind has no such
//! reference.

use sim_engine::text::people;
use sim_stats::{Estimate, anytime::Position, estimate::MIN_DEALS};

use super::{ComponentRow, Contrast};
use crate::{
    Ended,
    effort::round_up,
    figure::Unit,
    not_played::WhyNot,
    pairs::is_found,
    price::{
        PriceRow, PriceVerdict,
        payments::{PART, Payment, PaymentVerdict},
    },
};

sim_engine::labels! {
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
    pub enum Verdict {
        Overpriced = "overpriced",
        Underpriced = "underpriced",
        Strong = "too strong",
        Weak = "too weak",
        /// Something stands out, and a person has to judge whether it is intended.
        Check = "check",
        #[default]
        Undecided = "undecided",
        Ok = "ok",
    }
}

sim_engine::labels! {
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Basis {
        Price = "price",
        Payment = "payment",
        Loss = "loss",
        Removal = "removal",
        Association = "association",
    }
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Judgement {
    pub verdict: Verdict,
    /// None if nothing was measured.
    pub basis: Option<Basis>,
    pub reason: String,
}

impl ComponentRow {
    pub(super) fn judge(&self, ended: Ended, why_not_removed: Option<&WhyNot>) -> Judgement {
        let win = if self.unit.is_share() { "win" } else { "score" };
        let (verdict, basis, mut reason) = if let Some(row) = &self.price {
            let (verdict, reason) = self.by_price(row);
            (verdict, Some(Basis::Price), reason)
        } else if let Some(payment) = &self.payment {
            let (verdict, reason) = by_payment(payment);
            (verdict, Some(Basis::Payment), reason)
        } else if let Some(loss) = &self.loss {
            let (verdict, reason) =
                self.by_contrast(loss, &format!("A strong player barred from it {win}s"), ["less", "more"]);
            (verdict, Some(Basis::Loss), format!("Loss when barred: {reason}"))
        } else if let Some(removal) = &self.removal {
            let (verdict, reason) =
                self.by_contrast(removal, &format!("With it its users {win}"), ["more", "less"]);
            (verdict, Some(Basis::Removal), format!("Removal: {reason}"))
        } else {
            self.by_association(ended, why_not_removed)
        };
        if ended == Ended::Stopped {
            reason += " The measurement was interrupted.";
        }
        Judgement { verdict, basis, reason }
    }

    fn by_contrast(&self, contrast: &Contrast, effect: &str, sides: [&str; 2]) -> (Verdict, String) {
        let Contrast { effect: own, q_value, beyond } = contrast;
        let kind = &self.component.kind;
        let (Some(value), true) = (own.difference.value, own.difference.interval.is_some() || own.is_same())
        else {
            if self.used == Some(0.0) && own.difference.deals >= MIN_DEALS {
                let reason = "Nobody uses it. It is too weak, or these players do not know how to use it.";
                return (Verdict::Check, reason.to_owned());
            }
            return (Verdict::Undecided, format!("Too little data ({}). Raise --n.", own.words()));
        };
        let effect = match own.is_same() {
            true => "It changes no game.".to_owned(),
            false => format!("{effect} {} {}.", self.unit.size(value), sides[usize::from(value < 0.0)]),
        };
        let Some((beyond, beyond_q)) = beyond else {
            let verdict = match self.side(&own.difference, *q_value, own.is_same()) {
                Position::Within => Verdict::Ok,
                Position::Above | Position::Below => Verdict::Check,
                Position::Undecided => Verdict::Undecided,
            };
            return (verdict, format!("{effect} No other {kind} was measured to compare with."));
        };
        let apart = beyond.value.map_or(String::new(), |value| self.unit.size(value));
        match self.side(beyond, *beyond_q, false) {
            Position::Above => {
                (Verdict::Strong, format!("{effect} That is {apart} above the median {kind}."))
            }
            Position::Below => (Verdict::Weak, format!("{effect} That is {apart} below the median {kind}.")),
            Position::Within => (Verdict::Ok, format!("{effect} {} the median {kind}.", self.within())),
            Position::Undecided => (
                Verdict::Undecided,
                format!("{effect} Whether that differs from the median {kind} is undecided. Raise --n."),
            ),
        }
    }

    fn by_association(
        &self,
        ended: Ended,
        why_not_removed: Option<&WhyNot>,
    ) -> (Verdict, Option<Basis>, String) {
        let Estimate { value, note, .. } = self.association;
        let why = match why_not_removed {
            Some(why) => format!(" It cannot be removed: {why}."),
            None if ended == Ended::Stopped => String::new(),
            None => " No game without it was played.".to_owned(),
        };
        let Some(value) = value else {
            return (Verdict::Undecided, None, format!("Nothing was measured ({note}).{why}"));
        };
        let side = if value < 0.0 { "less" } else { "more" };
        let reason = format!(
            "Association: its users win {} {side} than others at the table, which is correlation and no cause.{why}",
            Unit::Share.size(value)
        );
        let verdict = if is_found(self.association_q) { Verdict::Check } else { Verdict::Undecided };
        (verdict, Some(Basis::Association), reason)
    }

    fn side(&self, estimate: &Estimate, q_value: Option<f64>, is_same: bool) -> Position {
        match estimate.interval {
            _ if is_same => Position::Within,
            Some(ends) if ends.low > -self.tolerance && ends.high < self.tolerance => Position::Within,
            Some(ends) if ends.low > self.tolerance && is_found(q_value) => Position::Above,
            Some(ends) if ends.high < -self.tolerance && is_found(q_value) => Position::Below,
            _ => Position::Undecided,
        }
    }

    fn within(&self) -> String {
        format!("That is within {} of", self.unit.within(self.tolerance))
    }

    fn by_price(&self, row: &PriceRow) -> (Verdict, String) {
        let (now, kind) = (row.price.value, &row.component.kind);
        let apart = self.unit.size(row.distance());
        let worth =
            |side: &str| format!("Price: at {now} it is worth {apart} {side} than the median {kind}.");
        match row.verdict {
            PriceVerdict::Overpriced => (Verdict::Overpriced, format!("{} {}", worth("less"), fair(row))),
            PriceVerdict::Underpriced => (Verdict::Underpriced, format!("{} {}", worth("more"), fair(row))),
            PriceVerdict::Unbought => (
                Verdict::Weak,
                format!("Price: hardly anybody buys it at {now}. It costs too much or does too little."),
            ),
            PriceVerdict::Fine => {
                (Verdict::Ok, format!("Price: {now} is fair. {} the median {kind}.", self.within()))
            }
            PriceVerdict::Undecided { more } => {
                let more = more.map_or("Raise --most or --repeats.".to_owned(), |more| {
                    format!(
                        "About {} more games would decide: raise --most.",
                        people::count(round_up(more, 1))
                    )
                });
                (Verdict::Undecided, format!("Price: whether {now} is fair is undecided. {more}"))
            }
        }
    }
}

fn fair(row: &PriceRow) -> String {
    match row.fair.to_string() {
        fair if fair.is_empty() => "No price that was tried makes up for that.".to_owned(),
        fair => format!("Fair price: {fair}."),
    }
}

fn by_payment(payment: &Payment) -> (Verdict, String) {
    let kind = &payment.component.kind;
    let apart = people::percent(payment.beyond.value.unwrap_or(0.0).abs(), None);
    match payment.verdict {
        PaymentVerdict::Much | PaymentVerdict::Little => {
            let side = if payment.verdict == PaymentVerdict::Much { "more" } else { "less" };
            let reason = format!(
                "Payment: each time it pays {apart} {side} than the median {kind}. This may be intended."
            );
            (Verdict::Check, reason)
        }
        PaymentVerdict::Alike => {
            let part = people::percent(PART, None);
            (Verdict::Ok, format!("Payment: it pays within {part} of the median {kind}."))
        }
        PaymentVerdict::Undecided => (
            Verdict::Undecided,
            format!("Payment: whether it pays as much as the median {kind} is undecided. Raise --n."),
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::price::TOLERANCE;
    use sim_engine::{Component, Source};
    use sim_stats::{
        Interval,
        paired::{PairedEstimate, difference},
    };

    /// An estimate with its interval, both given in percentage points.
    fn around(value: f64, half: f64) -> Estimate {
        let interval = Interval { low: (value - half) / 100.0, high: (value + half) / 100.0 };
        Estimate { value: Some(value / 100.0), interval: Some(interval), deals: 1_000, ..Estimate::MISSING }
    }

    fn contrast(effect: Estimate, beyond: Option<(Estimate, f64)>) -> Contrast {
        let effect = PairedEstimate { difference: effect, differing: 100, ..difference(&[], &[], 0) };
        Contrast { effect, q_value: Some(0.001), beyond: beyond.map(|(beyond, q)| (beyond, Some(q))) }
    }

    fn row(removal: Option<Contrast>, loss: Option<Contrast>) -> ComponentRow {
        ComponentRow {
            component: Component {
                name: "S2".to_owned(),
                kind: "server".to_owned(),
                source: Source::Rulebook,
            },
            used: Some(0.4),
            association: around(3.0, 1.0),
            association_q: Some(0.001),
            unit: Unit::Share,
            tolerance: TOLERANCE,
            removal,
            loss,
            price: None,
            payment: None,
            judgement: Judgement::default(),
        }
    }

    fn judged(row: &ComponentRow) -> (Verdict, Option<Basis>) {
        let Judgement { verdict, basis, .. } = row.judge(Ended::Whole, None);
        (verdict, basis)
    }

    #[test]
    fn the_column_closest_to_a_cause_decides() {
        let strong = contrast(around(6.0, 1.0), Some((around(4.0, 1.0), 0.001)));
        let alike = contrast(around(6.0, 1.0), Some((around(0.5, 1.0), 0.4)));
        let removal = Some(Basis::Removal);
        assert_eq!(judged(&row(Some(strong), None)), (Verdict::Strong, removal));
        assert_eq!(judged(&row(Some(strong), Some(alike))), (Verdict::Ok, Some(Basis::Loss)));
        assert_eq!(judged(&row(Some(alike), Some(strong))), (Verdict::Strong, Some(Basis::Loss)));
        // A correlation alone is only a reason to check.
        assert_eq!(judged(&row(None, None)), (Verdict::Check, Some(Basis::Association)));
        let open = ComponentRow { association_q: Some(0.3), ..row(None, None) };
        assert_eq!(judged(&open), (Verdict::Undecided, Some(Basis::Association)));
        let nothing = ComponentRow { association: Estimate::MISSING, ..row(None, None) };
        assert_eq!(judged(&nothing), (Verdict::Undecided, None));
    }

    #[test]
    fn an_effect_is_judged_against_the_median_of_its_kind() {
        let of =
            |beyond: Estimate, q| judged(&row(Some(contrast(around(6.0, 1.0), Some((beyond, q)))), None)).0;
        assert_eq!(of(around(-4.0, 1.0), 0.001), Verdict::Weak);
        assert_eq!(of(around(2.5, 1.0), 0.001), Verdict::Undecided, "2 points may be all");
        assert_eq!(of(around(4.0, 1.0), 0.2), Verdict::Undecided, "of many one is as far by luck");
        assert_eq!(of(around(1.0, 0.9), 0.001), Verdict::Ok);
        // The only component of a kind has no reference.
        let alone = |effect| judged(&row(Some(contrast(effect, None)), None)).0;
        assert_eq!(alone(around(6.0, 1.0)), Verdict::Check);
        assert_eq!(alone(around(0.5, 1.0)), Verdict::Ok);
        assert_eq!(alone(around(1.5, 1.0)), Verdict::Undecided);
    }

    #[test]
    fn too_little_data_gives_no_verdict_and_the_reason_says_so() {
        let few = Estimate { value: Some(0.2), deals: 2, note: "fewer than 30 deals", ..Estimate::MISSING };
        let few = row(Some(contrast(few, Some((around(9.0, 1.0), 0.001)))), None);
        let told = few.judge(Ended::Stopped, None);
        assert_eq!(told.verdict, Verdict::Undecided);
        let reason =
            "Removal: Too little data (fewer than 30 deals). Raise --n. The measurement was interrupted.";
        assert_eq!(told.reason, reason);
        let unused = Estimate { deals: 1_000, note: "nobody uses it", ..Estimate::MISSING };
        let unused = ComponentRow { used: Some(0.0), ..row(Some(contrast(unused, None)), None) };
        assert_eq!(judged(&unused).0, Verdict::Check);
        let lost = WhyNot::NoGame("no game is left".to_owned());
        let told = row(None, None).judge(Ended::Whole, Some(&lost)).reason;
        assert!(
            told.ends_with("which is correlation and no cause. It cannot be removed: no game is left."),
            "{told}"
        );
    }

    #[test]
    fn points_are_judged_in_points() {
        let effect = |value: f64| around(value * 100.0, 10.0);
        let strong = row(Some(contrast(effect(0.6), Some((effect(0.4), 0.001)))), None);
        let chips = |tolerance| ComponentRow { unit: Unit::Counted("chips"), tolerance, ..strong.clone() };
        let told = chips(0.2).judge(Ended::Whole, None);
        assert_eq!(told.verdict, Verdict::Strong);
        let reason =
            "Removal: With it its users score 0.60 chips more. That is 0.40 chips above the median server.";
        assert_eq!(told.reason, reason);
        assert_eq!(chips(0.6).judge(Ended::Whole, None).verdict, Verdict::Ok);
    }

    #[test]
    fn reasons_say_how_far_and_what_from() {
        let strong = row(Some(contrast(around(6.0, 1.0), Some((around(4.0, 1.0), 0.001)))), None);
        let told =
            "Removal: With it its users win 6.0 points more. That is 4.0 points above the median server.";
        assert_eq!(strong.judge(Ended::Whole, None).reason, told);
        assert_eq!((round_up(1_200, 1), round_up(1, 1), round_up(0, 1)), (2_000, 1, 0));
    }
}
