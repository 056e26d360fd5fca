use std::{fmt, str::FromStr};

use crate::{Refusal, number::point_for_comma};

/// Largest deviations that count as balanced, from 0 to 1: of win rates from the fair share, and of components from
/// others of their kind. For an objective in points, the deviation from the mean in points, divided by 100.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Tolerance {
    pub seat: f64,
    pub strategy: f64,
    pub component: f64,
    /// Whether that of seats is an effect size of [`EffectScale`](crate::effect::EffectScale) rather than a number of
    /// points; for win rates both are the same.
    pub is_seat_effect: bool,
    pub is_strategy_effect: bool,
}

/// In percentage points: `3`, or `seat=3,strategy=5,component=10`.
impl fmt::Display for Tolerance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [seat, strategy, component] = [self.seat, self.strategy, self.component].map(points);
        if seat == strategy && strategy == component {
            return f.write_str(&seat);
        }
        write!(f, "seat={seat},strategy={strategy},component={component}")
    }
}

impl Tolerance {
    /// The defaults. Nobody chooses a seat; a strategy is chosen, and rivals adapt; an adjusted difference is between
    /// users and others.
    pub const USUAL: Tolerance = Tolerance {
        seat: 0.03,
        strategy: 0.05,
        component: 0.1,
        is_seat_effect: true,
        is_strategy_effect: true,
    };
}

const FORMS: &str = "write 3, or seat=2,strategy=5,component=4";

/// In percentage points: `3`, or `seat=2,strategy=5` to override single sorts of [`Tolerance::USUAL`].
impl FromStr for Tolerance {
    type Err = Refusal;

    fn from_str(text: &str) -> Result<Tolerance, Refusal> {
        let all = Tolerance::of_any_size(text)?;
        all.check_shares().map(|()| all)
    }
}

impl Tolerance {
    /// The option of a command for a game of points, whose defaults are effect sizes; `None` for the defaults.
    pub fn in_points(&self) -> Option<String> {
        if !self.is_seat_effect && !self.is_strategy_effect {
            return Some(self.to_string());
        }
        let sorts = [
            ("seat", self.seat, !self.is_seat_effect),
            ("strategy", self.strategy, !self.is_strategy_effect),
            ("component", self.component, self.component != Tolerance::USUAL.component),
        ];
        let given = sorts.iter().filter(|(.., is_given)| *is_given);
        let words: Vec<String> = given.map(|(sort, size, _)| format!("{sort}={}", points(*size))).collect();
        Some(words.join(",")).filter(|words| !words.is_empty())
    }

    pub fn widest(&self) -> f64 {
        self.seat.max(self.strategy).max(self.component)
    }

    /// # Errors
    /// If it is too large for win rates.
    pub fn check_shares(&self) -> Result<(), Refusal> {
        if self.widest() < 0.5 { Ok(()) } else { Err(Refusal::new("not between 0 and 50 points", FORMS)) }
    }

    /// Parses a tolerance whose points may be those of a game.
    ///
    /// # Errors
    /// A value that is no positive number; an unknown sort.
    pub fn of_any_size(text: &str) -> Result<Tolerance, Refusal> {
        point_for_comma(text)?;
        let mut all = Tolerance::USUAL;
        for word in text.split(',') {
            let (sort, points) =
                word.split_once('=').map_or(("", word), |(name, points)| (name.trim(), points));
            let points = points.trim();
            let points: Option<f64> = points.strip_suffix('%').unwrap_or(points).trim_end().parse().ok();
            let part = match points {
                Some(points) if points > 0.0 && points.is_finite() => points / 100.0,
                Some(_) => return Err(Refusal::new("not between 0 and 50 points", FORMS)),
                None => return Err(Refusal::new("not a number", FORMS)),
            };
            match sort {
                "" => {
                    all = Tolerance {
                        seat: part,
                        strategy: part,
                        component: part,
                        is_seat_effect: false,
                        is_strategy_effect: false,
                    };
                }
                "seat" => (all.seat, all.is_seat_effect) = (part, false),
                "strategy" => (all.strategy, all.is_strategy_effect) = (part, false),
                "component" => all.component = part,
                _ => return Err(Refusal::new(format!("no sort `{sort}`"), FORMS)),
            }
        }
        Ok(all)
    }
}

pub fn points(share: f64) -> String {
    let text = format!("{:.4}", share * 100.0);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tolerance_is_in_points_for_all_or_for_each_sort() {
        let read = |text: &str| text.parse::<Tolerance>().map(|all| [all.seat, all.strategy, all.component]);
        assert_eq!(read("4"), Ok([0.04; 3]));
        assert_eq!(read("4%"), Ok([0.04; 3]));
        assert_eq!(read("seat=2, component = 10"), Ok([0.02, 0.05, 0.1]));
        assert_eq!(read("1,component=2.5"), Ok([0.01, 0.01, 0.025]));
        for text in ["", "0", "50", "-1", "nan", "seat", "seat=", "card=3", "inf"] {
            assert!(read(text).is_err(), "{text}");
        }
        assert_eq!(read("1,5").unwrap_err().help, "write 1.5");
    }

    #[test]
    fn a_sort_that_is_not_given_keeps_its_effect_size_in_a_game_of_points() {
        let read = |text: &str| Tolerance::of_any_size(text).unwrap();
        let seat = read("seat=0.1");
        assert!(
            !seat.is_seat_effect && seat.is_strategy_effect && seat.strategy == Tolerance::USUAL.strategy
        );
        let written = |tolerance: Tolerance| tolerance.in_points();
        assert_eq!(written(Tolerance::USUAL), None);
        assert_eq!(written(seat).as_deref(), Some("seat=0.1"));
        assert_eq!(written(read("strategy=2,component=4")).as_deref(), Some("strategy=2,component=4"));
        assert_eq!(written(read("0.2")).as_deref(), Some("0.2"));
        assert_eq!(read(&written(seat).unwrap()), seat);
    }
}
