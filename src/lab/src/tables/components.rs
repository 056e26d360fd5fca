use super::{Table, TableSpec, Unit, spec::or_more};
use crate::summary::{AdjustedRow, ComponentSummary, Components, Summary, UseCountRow, UseRow};

pub fn tables(summary: &Summary) -> Vec<Table> {
    let Components { all, is_pooled } = &summary.components;
    if all.is_empty() {
        return Vec::new();
    }
    let uses = all.iter().flat_map(|counted| counted.uses.iter().map(move |row| (counted, row)));
    let use_counts = all.iter().flat_map(|counted| counted.use_counts.iter().map(move |row| (counted, row)));
    let mut tables = vec![usage().table(uses), win_rates().table(use_counts)];
    // In solo play there is nobody to compare with.
    if summary.players > 1 {
        let rows = all.iter().filter_map(|counted| Some((counted, counted.adjusted.as_ref()?)));
        tables.push(adjusted(*is_pooled).table(rows));
    }
    tables
}

pub fn heads() -> [Table; 3] {
    [usage().head(), win_rates().head(), adjusted(false).head()]
}

fn component<R>(spec: &mut TableSpec<(&ComponentSummary, R)>) {
    spec.text("component", |(counted, _)| &counted.component.name).about("Short name of the component.");
    spec.text("kind", |(counted, _)| &counted.component.kind).about("Its kind.");
    spec.text("source", |(counted, _)| counted.component.source.word())
        .about("Where its data comes from; reconstructed data is assumed, not printed.");
}

fn usage<'r>() -> TableSpec<(&'r ComponentSummary, &'r UseRow)> {
    let mut spec = TableSpec::<(&ComponentSummary, &UseRow)>::new("component_use", "Component use").about(
        "How often each component was offered, taken and used, what was paid for it, and what it gained.",
    );
    component(&mut spec);
    spec.text("strategy", |(_, row)| &row.strategy).about("Name of the strategy.");
    spec.text("event", |(_, row)| row.event.word())
        .about("offered, taken, used: how often; paid or gained: the sum over its uses, in the unit.");
    spec.text("unit", |(_, row)| row.event.unit())
        .about("What the mean counts: times, or money, stars and so on.");
    spec.estimate("mean", |(_, row)| row.mean).of(Unit::ByRow, "Mean per seat and game.");
    spec
}

fn win_rates<'r>() -> TableSpec<(&'r ComponentSummary, &'r UseCountRow)> {
    let mut spec = TableSpec::<(&ComponentSummary, &UseCountRow)>::new("component_win_rate", "Win rate by component use").about("Win rate by number of uses. Good strategies and good seats use some components more often, so this is not what the component is worth.");
    component(&mut spec);
    spec.words("uses", |(_, row)| or_more(row.uses, row.is_more))
        .about("Times the seat used it in the game; the last is that many or more.");
    spec.estimate("win_rate", |(_, row)| row.win_rate)
        .of(Unit::Share, "Win rate of the seat-games with this many uses; empty where there are none.");
    spec
}

fn adjusted<'r>(is_pooled: bool) -> TableSpec<(&'r ComponentSummary, &'r AdjustedRow)> {
    let apart = match is_pooled {
        true => {
            " There are too many line-ups to stratify by opponents here, so a difference between opponents may appear as one between users."
        }
        false => "",
    };
    let about = format!(
        "Users compared with the others at the same table, in games in which some used the component and some did not, and only within the same strategy, seat and opponents.{apart} Association is not causation: sim components plays the same deals without each component."
    );
    let mut spec = TableSpec::<(&ComponentSummary, &AdjustedRow)>::new(
        "component_adjusted_difference",
        "Users of a component against the others",
    )
    .about(about);
    component(&mut spec);
    spec.optional_text("choice", |(counted, _)| counted.choice().map(|choice| choice.word())).about("chosen: a player decides to use it; outcome: its use follows from good play, such as an income box that is hit, so it shows who did well rather than what to do; happens: it is drawn, or occurs, for all players alike.");
    spec.whole("price", |(counted, _)| counted.price)
        .about("Its price, cost or minimum bid under these rules; empty without one.");
    spec.estimate("adjusted_difference", |(_, row)| row.estimate).of(Unit::ShareDifference, "Win rate of those who used it minus that of the others at the same table, in percentage points on the page; compared only within the same strategy, seat and opponents; empty where there is nobody to compare with.");
    spec.number("raw_adjusted_difference", |(_, row)| row.raw)
        .of(Unit::ShareDifference, "The same without adjustment: users minus all others.");
    spec.share("comparable", |(_, row)| row.comparable).about("Share of the variance of use that lies within the same strategy, seat and opponents: 1 if use is independent of these, 0 if they determine it. Below 0.01 there is no adjusted difference.");
    spec.number("p_value", |(_, row)| row.p_value)
        .of(Unit::Chance, "Two-sided p-value for an adjusted difference of 0; empty without an interval.");
    spec.number("q_value", |(_, row)| row.q_value).of(Unit::Chance, "Q-value: the p-value adjusted for all components (Benjamini and Hochberg). Components up to 0.05 have a false discovery rate of 5 %.");
    let low = "For components with a q-value up to 0.05: lower end of an interval adjusted for the selection (false coverage rate, Benjamini and Yekutieli).";
    spec.list_ends(low, |(_, row)| row.list);
    spec.whole("uniform_games", |(_, row)| row.uniform_games)
        .of(Unit::Games, "Games left out because everyone used it, or nobody.");
    spec
}
