use super::{Table, TableSpec, Unit, spec::PAIR, with_ends};
use crate::ablate::{Ablation, AblationRow};

pub fn table(found: &Ablation) -> Table {
    spec().table(&found.rows)
}

pub(super) fn spec() -> TableSpec<AblationRow> {
    let mut spec = TableSpec::<AblationRow>::new("ablation", "What each component does").about("The same deals with a component as it is and with it changed, most of all with it taken out of the box: its effect, where an adjusted difference is only association. Win rates move between strategies: a component that all use alike gives none of them more.");
    spec.component(|row| &row.component);
    spec.text("way", |row| row.way.word()).about("taken out: of the box; replaced: by one of its kind that does nothing, as no game is left without it; made free: it costs as little as its table allows; given: set-up deals a copy to a seat, the first unless the setting `given_seat` names another.");
    spec.words("figure", |row| row.figure.word()).about("win_rate and points: of the strategies that use it, each by its share of all uses, or of the seat that it is given to; plies: length of a game.");
    spec.number("uses", |row| row.uses).about("Times that it is used, per seat and game.");
    spec.paired(PAIR, "difference", |row| row.paired).about("With it minus without it; free or given minus as printed: above 0 is good for its users, or for the seat that it is given to.");
    spec.tests(|row| [row.paired.p_value, row.q_value]);
    spec.interval(with_ends!("adjusted_difference"), |row| row.adjusted).of(
        Unit::ShareDifference,
        "Win rate of its users minus that of others in the same games: association, not cause.",
    );
    spec.optional_text("most_moved", |row| Some(&*row.most_moved.as_ref()?.strategy))
        .about("The strategy whose win rate it moves most.");
    spec.number("moved_by", |row| row.most_moved.as_ref().map(|moved| moved.by))
        .about("By so much, in the direction of the difference.");
    spec
}
