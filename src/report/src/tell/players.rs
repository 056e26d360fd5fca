//! The strength of players, as far as it was measured.

use sim_engine::text::people;
use sim_lab::{
    audit::{Audit, LEARNED_FROM},
    figure::Unit,
    strength::Strength,
};
use sim_script::{BestResponse, Level, ResponseMethod};
use sim_stats::Interval;

use super::{ends, points, say};

pub struct AuditPlayers {
    pub level: String,
    pub strength: Vec<String>,
}

pub fn of_audit(audit: &Audit, known: &[BestResponse]) -> Option<AuditPlayers> {
    let best = audit.usual()?.best.as_ref()?;
    let (level, members) = (best.level.to_string(), best.players.len());
    let level = match members {
        0 | 1 => say!("players/one", level),
        _ => say!("players/panel", level, members),
    };
    let trained_here = audit.response.as_ref().and_then(|own| {
        let (players, games, interval) = (best.summary.players, own.games, own.gain.interval.map(ends));
        let (method, gain) = (ResponseMethod::Trained, own.gain.value?);
        Some(BestResponse { players, method, games, gain, interval })
    });
    let trained = largest(known, false).map(|one| response(&one, Unit::Share));
    let trained = trained.or_else(|| trained_here.map(|own| response(&own, audit.unit())));
    let searched = largest(known, true).map(|one| response(&one, Unit::Share));
    let mut strength: Vec<String> = searched.into_iter().chain(trained).collect();
    if strength.is_empty() {
        strength.push(say!("players/untested"));
    }
    if !audit.learns {
        strength.push(say!("players/few_games", least => LEARNED_FROM));
    }
    Some(AuditPlayers { level, strength })
}

/// `None` without opponents.
pub fn of_run(level: &Level, strength: &Strength, players: usize) -> Option<String> {
    Some(match (strength, level) {
        _ if players < 2 => return None,
        (Strength::Responded(one), _) => response(one, Unit::Share),
        (Strength::Replaced(row), _) => {
            let strategy = row.owner.strategy().unwrap_or_default();
            let [wins, fair] = [row.estimate.value, row.fair].map(|share| percent(share.unwrap_or(0.0)));
            say!("players/beginners", strategy, wins, fair, is_trained => strategy == "champion")
        }
        (Strength::Unknown, Level::Archetypes) => say!("players/beginners_unmeasured"),
        (Strength::Unknown, Level::Copies(strategy)) => say!("players/copies", strategy => strategy.as_str()),
        (Strength::Unknown, _) => say!("players/unmeasured"),
    })
}

/// `None` if no best response is known.
pub fn of_panel(known: &[BestResponse]) -> Option<String> {
    let told = [true, false].into_iter().filter_map(|is_search| largest(known, is_search));
    let told: Vec<String> = told.map(|one| response(&one, Unit::Share)).collect();
    (!told.is_empty()).then(|| told.join(" "))
}

fn largest(known: &[BestResponse], is_search: bool) -> Option<BestResponse> {
    let of_kind = known.iter().filter(|one| matches!(one.method, ResponseMethod::Search(_)) == is_search);
    of_kind.max_by(|one, other| one.gain.total_cmp(&other.gain)).copied()
}

fn response(one: &BestResponse, unit: Unit) -> String {
    let (fair, games) = (1.0 / one.players as f64, one.games);
    if matches!(one.method, ResponseMethod::Search(_)) {
        let (wins, rivals) = (percent(fair + one.gain), one.players - 1);
        return say!("players/searched", rivals, wins, fair => percent(fair), games);
    }
    let interval = one.interval.map(|(low, high)| Interval { low, high });
    let (by, sizes) = (points(one.gain, interval, unit), [one.players]);
    match one.is_sure() {
        true => say!("players/beaten", by, games, sizes, is_share => unit.is_share()),
        false => say!("players/unbeaten", by, games, sizes),
    }
}

fn percent(share: f64) -> String {
    people::percent(share, None)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::estimate;
    use sim_lab::{figure::Owner, summary::RateRow};

    const TRAINED: BestResponse = BestResponse {
        players: 2,
        method: ResponseMethod::Trained,
        games: 300_000,
        gain: 0.02,
        interval: Some((0.01, 0.03)),
    };
    const SEARCHED: BestResponse = BestResponse {
        players: 4,
        method: ResponseMethod::Search("search:200:champion"),
        games: 80,
        gain: 0.5,
        interval: None,
    };

    fn strength_text(level: &Level, strength: &Strength) -> String {
        of_run(level, strength, 4).unwrap().replace('\u{a0}', " ")
    }

    #[test]
    fn what_was_measured_says_how_well_they_play() {
        let panel = |known: &[BestResponse]| of_panel(known).unwrap_or_default().replace('\u{a0}', " ");
        let searched = "Far from perfect. A look-ahead player wins 75.0 % of its games against 3 of them (fair share 25.0 %; 80 games).";
        let trained = "These players can be beaten. A player trained against them for 300,000 games wins +2.0 points (+1.0 to +3.0) beyond its fair share with 2 players.";
        assert_eq!(panel(&[TRAINED, SEARCHED]), format!("{searched} {trained}"));
        assert_eq!(panel(&[BestResponse { gain: 0.01, ..TRAINED }, TRAINED]), trained);
        assert_eq!(panel(&[]), "");
        assert_eq!(strength_text(&Level::Panel, &Strength::Responded(SEARCHED)), searched);
        let unsure = Strength::Responded(BestResponse { interval: Some((-0.01, 0.05)), ..TRAINED });
        assert_eq!(
            strength_text(&Level::Panel, &unsure),
            "No weakness of these players is known: one trained against them for 300,000 games gains +2.0 points (−1.0 to +5.0) with 2 players."
        );
        let row = |name: &str| RateRow {
            owner: Owner::Strategy(name.to_owned()),
            estimate: estimate(Some(0.54), Some(0.01)),
            fair: Some(0.25),
            list: None,
        };
        assert_eq!(
            strength_text(&Level::Archetypes, &Strength::Replaced(row("champion"))),
            "Beginners are scripts of one plan each. The trained `champion` wins 54.0 % of its games in place of one of them (fair share 25.0 %)."
        );
        assert!(
            strength_text(&Level::Archetypes, &Strength::Replaced(row("expert"))).contains(" `expert` wins")
        );
    }

    #[test]
    fn where_nothing_was_measured_it_says_so() {
        let unmeasured = |level: Level| strength_text(&level, &Strength::Unknown);
        assert!(unmeasured(Level::Archetypes).ends_with("the mistakes of their authors."));
        assert!(unmeasured(Level::Copies("raider".to_owned())).ends_with("may suit `raider` alone."));
        assert_eq!(unmeasured(Level::Mixed), "How well these players play was not measured.");
        assert_eq!(of_run(&Level::Mixed, &Strength::Unknown, 1), None);
    }
}
