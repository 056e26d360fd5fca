use super::{Column, Role, Table, TableSpec, Unit};
use crate::{
    figure,
    verdict::{BalanceRow, JudgedTable, MemberEffect},
};

/// The verdicts and, for a panel, the effect of each seat for each member.
pub fn tables(played_for: figure::Unit, judged: &[JudgedTable]) -> Vec<Table> {
    [table(played_for, judged)].into_iter().chain(members(played_for, judged)).collect()
}

/// Effect of each seat for each member of a panel; `None` for other players.
pub fn members(played_for: figure::Unit, judged: &[JudgedTable]) -> Option<Table> {
    let of = |table| {
        judged_rows(table).flat_map(|(table, row)| row.members.iter().map(move |one| (table, row, one)))
    };
    let rows: Vec<(&JudgedTable, &BalanceRow, &MemberEffect)> = judged.iter().flat_map(of).collect();
    (!rows.is_empty()).then(|| members_spec(played_for).table(rows))
}

type MemberRow<'r> = (&'r JudgedTable, &'r BalanceRow, &'r MemberEffect);

pub(super) fn members_spec<'r>(played_for: figure::Unit) -> TableSpec<MemberRow<'r>> {
    let mut spec = TableSpec::<MemberRow<'_>>::new("members", "Seats by member of the panel").about("What each seat is worth to each strong player, in the games of the verdicts. If members disagree significantly, the verdict is that it depends on who plays.");
    spec.players(|(table, ..)| table.players);
    spec.words("of", |(_, row, _)| row.of.to_string()).about("Which seat.");
    spec.text("strategy", |(.., one)| &one.strategy).about("The member.");
    spec.estimate("effect", |(.., one)| one.effect)
        .of(Unit::of_difference(played_for), "Its result in the seat minus its mean over all seats.");
    spec.text("position", |(.., one)| one.position.word())
        .about("within, above or below the tolerance: so is the whole confidence sequence, at an error rate that all members share; else undecided.");
    spec
}

fn judged_rows(table: &JudgedTable) -> impl Iterator<Item = (&JudgedTable, &BalanceRow)> {
    table.rows.iter().map(move |row| (table, row))
}

/// The tables that were judged; `played_for` is the unit of the objective.
pub fn table(played_for: figure::Unit, tables: &[JudgedTable]) -> Table {
    let learns = tables.iter().any(|table| table.learning.is_some());
    let rows = tables.iter().flat_map(judged_rows);
    spec(played_for, learns).table(rows)
}

/// `learns`: whether some of the players were trained further.
pub(super) fn spec<'r>(
    played_for: figure::Unit,
    learns: bool,
) -> TableSpec<(&'r JudgedTable, &'r BalanceRow)> {
    let mut spec = TableSpec::<(&JudgedTable, &BalanceRow)>::new("verdict", "Verdicts").about("Whether every seat, strategy and component is within its tolerance. The intervals are confidence sequences with a common error rate of 5 % (Bonferroni), so that a run may end as soon as all is decided.");
    spec.players(|(table, _)| table.players);
    if learns {
        spec.whole("learning", |(table, _)| table.learning).about("The training run, from 1, of players trained further under these rules; empty for players as shipped.");
    }
    spec.text("sort", |(_, row)| row.of.sort().word())
        .about("What is judged: a seat, a strategy, or a component that players choose to use.");
    spec.words("of", |(_, row)| row.of.to_string()).about("Which one.");
    spec.optional_text("source", |(_, row)| row.of.source().map(|source| source.word()))
        .about("Where the data of a component comes from; reconstructed data is assumed, not printed.");
    spec.text("verdict", |(_, row)| row.balance.word()).about("ok: significantly within the tolerance; too strong, too weak: significantly beyond it; depends on who plays: members of the panel disagree significantly, or are too few and too different to speak for other strong players; undecided: more games are needed; not judged: the games of these players allow no comparison, see the note.");
    spec.text("figure", |(table, row)| match table.unit {
        _ if row.of.source().is_some() => "users less others, against its kind",
        figure::Unit::Share => "win rate less fair share",
        _ => "points less the mean of all",
    }).about("What is compared with the tolerance: a win rate minus the fair share, points minus the mean of all seats, or a component's adjusted difference minus the mean of its kind.");
    spec.number("tolerance", |(_, row)| row.tolerance)
        .about("The largest difference that counts as balanced.");
    let is_share = played_for.is_share();
    let own = |(_, row): &(&JudgedTable, &BalanceRow)| match row.of.source() {
        Some(_) => None,
        None => row.estimate.value,
    };
    if is_share {
        spec.share("win_rate", own).about("The win rate of a seat or strategy; empty for components.");
        spec.share("fair_share", |(_, row)| row.fair)
            .about("What each would win if all were equal; empty for components.");
    } else {
        spec.number("points", own).about("Mean points of a seat or strategy.");
        spec.number("mean_points", |(_, row)| row.fair)
            .about("What each would make if all were equal: the mean of all seats in the same games.");
    }
    spec.whole("n", |(_, row)| row.estimate.n)
        .role(Role::Basis)
        .of(Unit::Counted, "Sample size: seat-games; for components, games with both users and others.");
    spec.whole("deals", |(_, row)| row.estimate.deals)
        .role(Role::Basis)
        .of(Unit::Deals, "Independent deals behind it.");
    spec.number("raw_adjusted_difference", |(_, row)| row.raw)
        .of(Unit::ShareDifference, "A component's adjusted difference before the mean of its kind is subtracted; empty for seats and strategies.");
    if is_share {
        spec.number("adjusted_difference", |(_, row)| row.difference()).of(
            Unit::ShareDifference,
            "What is compared with the tolerance, in percentage points on the page.",
        );
    } else {
        spec.number("difference", |(_, row)| row.difference()).about("What is compared with the tolerance.");
    }
    spec.number("standard_error", |(_, row)| row.estimate.standard_error)
        .role(Role::Error)
        .about("Its standard error.");
    spec.number("low", |(_, row)| Some(row.ends?.low)).role(Role::Low).about("Lower end of the confidence sequence that decides the verdict. Those of all rows hold together, at every interim analysis, in 95 % of runs.");
    spec.number("high", |(_, row)| Some(row.ends?.high)).role(Role::High).about("Its upper end.");
    let over = |row: &BalanceRow| row.over_players.map(|one| one.estimate);
    spec.ends([Column::low("players_low"), Column::high("players_high")], move |(_, row)| {
        over(row).and_then(|one| one.interval)
    });
    spec.number("spread", |(_, row)| row.over_players.and_then(|one| one.spread)).about("Of a seat among a panel: the standard deviation between members of their influence on its effect, without sampling noise. `players_low` to `players_high` is the 95 % interval of the effect that covers the deals and the choice of members.");
    spec.whole("games_needed", |(_, row)| row.games_needed)
        .about("Approximate total number of games at this table that would decide the verdict, if the estimate stays; only for undecided rows.");
    spec.text("note", |(_, row)| row.note)
        .role(Role::Basis)
        .about("Why the verdict is undecided or not judged, where a reason is known.");
    spec
}
