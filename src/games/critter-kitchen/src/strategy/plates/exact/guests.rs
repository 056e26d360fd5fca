//! Upper bound on the quality that guests, ingredients of other types, add where the critic allows some.

use super::reach::Most;
use crate::{
    rules::{
        With,
        token::{TYPES, Token, Tokens, course_kinds, kinds},
    },
    strategy::standing::Standing,
};

/// Returns an upper bound on what guests add to the courses from `course` on, minus what their home courses
/// lose. `homes` is the highest quality of one ingredient of each type at home.
pub(super) fn most(
    me: &Standing<'_>,
    left: &Tokens,
    course: usize,
    is_wild: bool,
    homes: &[u16; TYPES],
) -> u16 {
    // With several guests, one may come from a course that another one fills.
    let is_lone = me.critic.amount == 1;
    let offers: [[i32; 2]; TYPES] = std::array::from_fn(|kind| {
        let home = if kind >= course && is_lone { homes[kind] } else { 0 };
        offer(me, left, is_wild, kind, home)
    });
    let mut gains = Most::<TYPES>::default();
    for (course, &home) in homes.iter().enumerate().skip(course) {
        let is_doubled = usize::from(me.fanatics >> course & 1);
        let others = (0..TYPES).filter(|&kind| kind != course).map(|kind| offers[kind][is_doubled]);
        gains.add((others.max().unwrap_or(0) - i32::from(home)).max(0) as u16);
    }
    gains.sum(me.critic.amount.into())
}

/// Returns the highest net quality of a guest of one type, plain and doubled by a fanatic. It subtracts what
/// the guest's own course loses of its quality `home`, which is 0 for a course already passed.
fn offer(me: &Standing<'_>, left: &Tokens, is_wild: bool, kind: usize, home: u16) -> [i32; 2] {
    let mut most = [0; 2];
    let held = left.kinds() & course_kinds(kind);
    let spices = left.count(Token::spice(kind));
    for token in kinds(held) {
        let rest = if left.count(token) > 1 { held } else { held & !token.bit() };
        let mut serve = |with: With, spices: u8| {
            let loss =
                if home == 0 { 0 } else { i32::from(home) - i32::from(first(me, kind, rest, spices > 0)) };
            let quality = i32::from(me.worth(token) * me.rules.dish_factor(me.critic, kind, with));
            most[0] = most[0].max(quality - loss);
            most[1] = most[1].max(2 * quality - loss);
        };
        serve(With::Nothing, spices);
        if spices > 0 {
            serve(With::Spice, spices - 1);
        }
        if is_wild {
            serve(With::Allspice, spices);
        }
    }
    most
}

/// Returns the highest quality of one ingredient at home, with its own spice if available.
pub(super) fn first(me: &Standing<'_>, course: usize, held: u64, has_spice: bool) -> u16 {
    let [plain, spiced] = me.factors(course);
    let factor = if has_spice { plain.max(spiced) } else { plain };
    factor * kinds(held).map(|token| me.worth(token)).max().unwrap_or(0)
}
