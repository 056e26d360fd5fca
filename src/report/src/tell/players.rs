use sim_engine::text::people;
use sim_lab::strength::Strength;
use sim_script::{Level, ResponseMethod};

use crate::say::say;

/// What the players of a run are, and how well they play as far as that was measured; nothing where nobody else is there.
pub fn players(level: &Level, strength: &Strength, players: usize) -> Option<String> {
    let share = |share: f64| people::percent(share, None);
    Some(match (strength, level) {
        _ if players < 2 => return None,
        (Strength::Responded { strategy, response }, level) => {
            let (level, rivals, fair) =
                (level.to_string(), response.players - 1, 1.0 / response.players as f64);
            let (strategy, wins, fair) = (strategy.as_str(), share(fair + response.gain), share(fair));
            match response.method {
                ResponseMethod::Search(_) => {
                    say!("run/searched", level, rivals, strategy, wins, fair, games => response.games)
                }
                _ if response.is_sure() => say!("run/trained", level, rivals, strategy, wins, fair),
                _ => say!("run/unbeaten", strategy),
            }
        }
        (Strength::Replaced(row), _) => {
            let strategy = row.owner.strategy().unwrap_or_default();
            let (wins, fair) = (share(row.estimate.value.unwrap_or(0.0)), share(row.fair.unwrap_or(0.0)));
            say!("run/beginners", strategy, wins, fair, is_trained => strategy == "champion")
        }
        (Strength::Unknown, Level::Archetypes) => say!("run/beginners_unmeasured"),
        (Strength::Unknown, Level::Copies(strategy)) => say!("run/copies", strategy => strategy.as_str()),
        (Strength::Unknown, _) => say!("run/unmeasured"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::estimate;
    use sim_lab::{figure::Owner, summary::RateRow};
    use sim_script::BestResponse;

    fn told(level: &Level, strength: &Strength) -> String {
        players(level, strength, 4).unwrap().replace('\u{a0}', " ")
    }

    #[test]
    fn what_was_measured_says_how_well_they_play() {
        let searched = BestResponse {
            players: 4,
            method: ResponseMethod::Search("search:200:champion"),
            games: 80,
            gain: 0.5,
            interval: None,
        };
        let of = |response| Strength::Responded { strategy: "champion".to_owned(), response };
        assert_eq!(
            told(&Level::Panel, &of(searched)),
            "Strong players are far from perfect. A look-ahead player wins 75.0 % of its games against 3 copies of `champion` (fair share 25.0 %; 80 games)."
        );
        let learned = BestResponse { players: 2, method: ResponseMethod::Learned, gain: 0.02, ..searched };
        assert_eq!(
            told(&Level::Champions, &of(BestResponse { interval: Some((0.01, 0.03)), ..learned })),
            "Copies of champion can be beaten. A player trained against 1 copy of `champion` wins 52.0 % of its games (fair share 50.0 %)."
        );
        let unsure = of(BestResponse { interval: Some((-0.01, 0.05)), ..learned });
        assert!(told(&Level::Champions, &unsure).starts_with("No player trained against copies"));
        let row = |name: &str| RateRow {
            owner: Owner::Strategy(name.to_owned()),
            estimate: estimate(Some(0.54), Some(0.01)),
            fair: Some(0.25),
            list: None,
        };
        assert_eq!(
            told(&Level::Archetypes, &Strength::Replaced(row("champion"))),
            "Beginners are scripts of one plan each. The trained `champion` wins 54.0 % of its games in place of one of them (fair share 25.0 %)."
        );
        assert!(told(&Level::Archetypes, &Strength::Replaced(row("expert"))).contains(" `expert` wins"));
    }

    #[test]
    fn where_nothing_was_measured_it_says_so() {
        let told = |level: Level| told(&level, &Strength::Unknown);
        assert!(told(Level::Archetypes).ends_with("the mistakes of their authors."));
        assert!(told(Level::Copies("raider".to_owned())).ends_with("may suit `raider` alone."));
        assert_eq!(told(Level::Mixed), "How well these players play was not measured.");
        assert_eq!(players(&Level::Mixed, &Strength::Unknown, 1), None);
    }
}
