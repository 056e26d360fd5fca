//! What a seat is worth to each member of a panel, and what that means for the verdict on the seat.
//!
//! Members that sit in all seats of the same games each measure a seat: the member's result there minus its mean over
//! seats. The mean of these over members is the effect of the seat.

use sim_engine::Seat;
use sim_play::{
    arm::Subject,
    tally::{Group, Tally},
};
use sim_stats::{
    Estimate,
    anytime::{self, Position, Scale},
    members::{MemberSpread, over_members, seat_influence},
    paired,
};

use super::Balance;
use crate::figure::beyond_fair;

#[derive(Debug, Clone, PartialEq)]
pub struct MemberEffect {
    pub strategy: String,
    /// The member's result in the seat minus its mean over seats.
    pub effect: Estimate,
    /// Position relative to the tolerance; all members share one error level.
    pub position: Position,
    /// Whether the seat is significantly better, and whether worse, than the others for this member.
    sign: [bool; 2],
}

/// The effects of a seat, in the order of the members; `level` is their family-wise error rate.
pub fn seat_effects(
    (subject, tally): (&Subject<'_>, &Tally),
    seat: Seat,
    (tolerance, level): (f64, f64),
) -> Vec<MemberEffect> {
    let utility = subject.utility();
    let layout = &tally.layout;
    let cell = |group| if utility.objective.is_wins() { layout.wins(group) } else { layout.points(group) };
    let groups = |group| tally.headline.groups(layout, cell(group));
    let level = level / subject.strategies.len().max(1) as f64;
    let of = |(at, name): (usize, &String)| {
        let [here, all] = [Group::StrategySeat(at, seat), Group::Strategy(at)].map(groups);
        let effect =
            paired::difference(&here, &all, tally.deals).scaled(1.0 / utility.parts as f64).difference;
        let ends = anytime::interval(&effect, Scale::Difference, level);
        MemberEffect {
            strategy: name.clone(),
            effect,
            position: Position::classify(ends, tolerance),
            sign: [ends.is_some_and(|ends| ends.low > 0.0), ends.is_some_and(|ends| ends.high < 0.0)],
        }
    };
    subject.strategies.iter().enumerate().map(of).collect()
}

/// The effect of a seat for strong players in general, of whom the members are a sample.
pub fn over_players(
    (subject, tally): (&Subject<'_>, &Tally),
    seat: Seat,
    members: &[MemberEffect],
) -> MemberSpread {
    let mixed = beyond_fair(subject, tally, Group::Seat(seat));
    let effects: Vec<Estimate> = members.iter().map(|one| one.effect).collect();
    over_members(&mixed, &effects, seat_influence(subject.players, members.len()))
}

/// The verdict on a seat whose verdict over all members is `mixed`. It holds for players in general only if no member
/// contradicts it and the effect would surely have the same sign among other strong players.
pub fn verdict(mixed: Balance, members: &[MemberEffect], over_players: &MemberSpread) -> Balance {
    let is_any = |position| members.iter().any(|one| one.position == position);
    let [is_better, is_worse] = [0, 1].map(|side| members.iter().any(|one: &MemberEffect| one.sign[side]));
    let (above, below) = (is_any(Position::Above), is_any(Position::Below));
    let over = over_players.estimate.interval;
    let [is_surely_above, is_surely_below] =
        [over.is_none_or(|ends| ends.low > 0.0), over.is_none_or(|ends| ends.high < 0.0)];
    match mixed {
        Balance::TooStrong if is_worse || !is_surely_above => Balance::Depends,
        Balance::TooWeak if is_better || !is_surely_below => Balance::Depends,
        Balance::Fine if above || below => Balance::Depends,
        // More games would narrow the mean but not settle the members' disagreement.
        Balance::Undecided if above && is_worse || below && is_better => Balance::Depends,
        mixed => mixed,
    }
}

#[cfg(test)]
mod tests {
    use sim_stats::Interval;

    use super::*;

    fn member(position: Position, sign: [bool; 2]) -> MemberEffect {
        MemberEffect { strategy: String::new(), effect: Estimate::MISSING, position, sign }
    }

    #[test]
    fn a_seat_is_too_strong_only_where_no_member_is_surely_worse_there() {
        let strong = member(Position::Above, [true, false]);
        let open = member(Position::Undecided, [false, false]);
        let weak = member(Position::Undecided, [false, true]);
        let level = member(Position::Within, [false, false]);
        let over = |interval| MemberSpread {
            estimate: Estimate { interval, ..Estimate::MISSING },
            sampling: None,
            spread: None,
        };
        let known = |mixed, members: &[&MemberEffect], interval| {
            verdict(mixed, &members.iter().map(|&one| one.clone()).collect::<Vec<_>>(), &over(interval))
        };
        let of = |mixed, members: &[&MemberEffect]| known(mixed, members, None);
        // A few members that agree may all share a habit.
        let around = |low, high| Some(Interval { low, high });
        assert_eq!(known(Balance::TooStrong, &[&strong], around(-0.01, 0.11)), Balance::Depends);
        assert_eq!(known(Balance::TooStrong, &[&strong], around(0.01, 0.11)), Balance::TooStrong);
        assert_eq!(known(Balance::TooWeak, &[&weak], around(-0.11, 0.01)), Balance::Depends);
        assert_eq!(known(Balance::TooWeak, &[&weak], around(-0.11, -0.01)), Balance::TooWeak);
        assert_eq!(of(Balance::TooStrong, &[&strong, &open, &level]), Balance::TooStrong);
        assert_eq!(of(Balance::TooStrong, &[&strong, &open, &weak]), Balance::Depends);
        assert_eq!(of(Balance::TooWeak, &[&weak, &strong]), Balance::Depends);
        assert_eq!(of(Balance::Fine, &[&open, &weak, &level]), Balance::Fine);
        assert_eq!(of(Balance::Fine, &[&level, &strong]), Balance::Depends);
        assert_eq!(of(Balance::Undecided, &[&strong, &open]), Balance::Undecided);
        assert_eq!(of(Balance::Undecided, &[&strong, &weak]), Balance::Depends);
        assert_eq!(of(Balance::NotJudged, &[]), Balance::NotJudged);
    }
}
