use sim_engine::text::people;
use sim_lab::{
    ablate::Way,
    figure::Unit,
    finding::{But, Cause},
    robust::Kind,
};

use super::numbers::{ends, names, points};

const NAMES: usize = 3;

pub fn but(but: &But) -> String {
    let plain = match but {
        But::Turns { with, rests_on } => {
            return format!("It turns round with {}: {}.", names(with, NAMES), rests_on.word());
        }
        But::Fades { with, count, of } => {
            let of = people::counted(*of as u64, "alternative", "alternatives");
            let which = match with.len() {
                0 => String::new(),
                _ => format!(": {}", names(with, NAMES)),
            };
            return format!(
                "Under {} of {of} (rulings, data, players) these games do not tell whether it stays so{which}.",
                people::count(*count as u64)
            );
        }
        But::AmongStronger { strategy, win_rate, unit, turns } => {
            let story = if *turns { "turns round" } else { "is not clear" };
            let (value, interval) = (win_rate.value.unwrap_or(0.0), win_rate.interval);
            let share = match unit {
                Unit::Share => people::percent_within(value, interval.map(ends)),
                unit => points(value, interval, *unit),
            };
            return format!("Among stronger players (`{strategy}` in every seat) it {story}: {share}.");
        }
        But::NoCause(cause) => return self::cause(cause),
        But::RulesAsTheyAre(kind, all) => {
            let what = if *kind == Kind::Data { "reconstructions" } else { "rulings" };
            return format!(
                "The strategies were written for the rules as they are, and do not adapt; the command below has players who do with --adapt. `{all}` shows all {what}."
            );
        }
        But::Reconstructed => "Its data is a reconstruction, not printed.",
        But::NobodyAimed => "Whether people who aim at this ending reach it more often is another question.",
        But::OfThese => {
            "It is a share within one level of play; the answer at the top has that of strong players and how far apart levels are."
        }
        But::NumbersAsTheyAre => {
            "The strategies were written for the numbers as they are: people would adapt."
        }
        But::ShippedAlone(exploit) => {
            return format!(
                "Only the shipped strategies took part. Look for one that beats it: `{exploit}`."
            );
        }
        But::PlayedBadly(tune) => {
            return format!(
                "A plan may lose because its script plays it badly: `{tune}` looks for better numbers."
            );
        }
        But::SoPlayed => "So played these strategies: another one may find a use.",
    };
    plain.to_owned()
}

pub fn cause(Cause { by, interval, unit, is_found, way }: &Cause) -> String {
    let by = points(*by, *interval, *unit);
    let gone = if *way == Way::Replaced { "a blank in its place" } else { "it taken out of the box" };
    match is_found {
        true if unit.is_share() => {
            format!("With {gone} its users' win rate is another: the component brings them {by}.")
        }
        true => format!("With {gone} its users score differently: the component brings them {by}."),
        false => format!(
            "A link, not a known cause: compared with games with {gone}, it brings its users {by}, which among so many components may be chance."
        ),
    }
}
