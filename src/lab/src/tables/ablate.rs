use super::{Table, TableSpec, Unit, spec::PAIR, with_ends};
use crate::ablate::{Ablation, AblationRow};

pub fn table(found: &Ablation) -> Table {
    spec().table(&found.rows)
}

pub(super) fn spec() -> TableSpec<AblationRow> {
    let mut spec = TableSpec::<AblationRow>::new("ablation", "What each component does").about("The same deals with a component as it is and with it changed, usually removed from the box. This is its effect; an adjusted difference is only association. Win rates shift between strategies, so a component that all use alike changes none of them.");
    spec.component(|row| &row.component);
    spec.text("way", |row| row.way.word()).about("taken out: removed from the box; replaced: by a blank that does nothing, because the game cannot be played without it; made free: at the lowest price that its table allows; given: set-up deals a copy to a seat, the first unless the setting `given_seat` names another.");
    spec.words("figure", |row| row.figure.word()).about("win_rate and points: mean of the strategies, weighted by their shares of all uses, or of the seat that it is given to; plies: length of a game.");
    spec.number("uses", |row| row.uses).about("Mean uses per seat and game under the current rules.");
    spec.paired(PAIR, "difference", |row| row.paired).about("With it minus without it; free or given minus the current rules. For win_rate and points, above 0 is good for its users, or for the seat that it is given to.");
    spec.tests(|row| [row.paired.p_value, row.q_value]);
    spec.interval(with_ends!("adjusted_difference"), |row| row.adjusted).of(
        Unit::ShareDifference,
        "Win rate of its users minus that of others in the same games, adjusted for strategy, seat and opponents: association, not cause. Only in rows of the objective.",
    );
    spec.optional_text("most_moved", |row| Some(&*row.most_moved.as_ref()?.strategy))
        .about("The strategy whose result it moves most; only in rows of the objective.");
    spec.number("moved_by", |row| row.most_moved.as_ref().map(|moved| moved.by))
        .about("By how much, in the direction and unit of the difference.");
    spec
}
