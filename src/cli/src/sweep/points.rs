//! Points of a design as arms.

use crate::{
    failure::Failure,
    game_args::{GameArgs, Seated, TableArgs},
    left_out::LeftOut,
    vary::{Varied, seated_at},
};
use sim_lab::experiment::{Arms, Named, design};

/// The most arms of a sweep.
pub const MOST_ARMS: usize = 2000;

/// The game as it is, and each point; those that make no game are left out.
pub struct Points {
    pub arms: Arms,
    /// The value of each arm after the first where one path with numbers is varied.
    pub values: Vec<Option<f64>>,
    pub left_out: LeftOut,
}

impl Points {
    /// The points of what is varied at a table; `seated` is the table as it is. A point that two names
    /// share is one arm.
    ///
    /// # Errors
    /// Where no point makes a game.
    pub fn new(
        game: &GameArgs,
        table: &TableArgs,
        seated: Seated,
        varied: &[Varied],
        points: &[design::Point],
    ) -> Result<Points, Failure> {
        let first = Named { name: "as it is".to_owned(), arm: seated.arm };
        let (mut others, mut values, mut left_out) = (Vec::new(), Vec::new(), LeftOut::default());
        for point in points {
            let name = name(varied, point);
            if others.iter().any(|other: &Named| other.name == name) {
                continue;
            }
            let at: Vec<(&Varied, String)> =
                varied.iter().zip(point).map(|(one, &level)| (one, one.levels[level].clone())).collect();
            if let Some(seated) = left_out.unless_made(&name, seated_at(game, table, &at))? {
                others.push(Named { name, arm: seated.arm });
                let numbers = varied[0].numbers.as_ref().filter(|_| varied.len() == 1);
                values.push(numbers.map(|numbers| numbers[point[0]]));
            }
        }
        if others.is_empty() {
            let message = format!("no value makes a game{}", left_out.reason());
            return Err(Failure::misuse(message, "give other values"));
        }
        Ok(Points { arms: Arms::new(first, others)?, values, left_out })
    }
}

/// The name of the arm at a point.
pub fn name(varied: &[Varied], point: &design::Point) -> String {
    let settings = varied.iter().zip(point).map(|(one, &level)| one.setting(level));
    settings.collect::<Vec<_>>().join(" ")
}

/// Every value with every other.
///
/// # Errors
/// Where there are more than [`MOST_ARMS`].
pub fn grid(varied: &[Varied]) -> Result<Vec<design::Point>, Failure> {
    let levels: Vec<usize> = varied.iter().map(|one| one.levels.len()).collect();
    let count = levels.iter().try_fold(1_usize, |product, levels| product.checked_mul(*levels));
    match count.filter(|count| *count <= MOST_ARMS) {
        Some(_) => Ok(design::grid(&levels)),
        None => Err(Failure::misuse(
            "the grid has too many points",
            format!(
                "name fewer values, or give --design latin --points N; at most {MOST_ARMS} arms are played"
            ),
        )),
    }
}
