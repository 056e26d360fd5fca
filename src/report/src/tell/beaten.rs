use sim_engine::text::people;
use sim_script::{BestResponse, ResponseMethod};

/// What is known of best responses to copies of a strategy, in a sentence or two, which name it as `name`; nothing where
/// none was sought.
pub fn beaten(name: &str, responses: &[BestResponse]) -> Option<String> {
    let largest = |is_search: bool| {
        let of_kind =
            responses.iter().filter(|one| matches!(one.method, ResponseMethod::Search(_)) == is_search);
        of_kind.max_by(|one, other| one.gain.total_cmp(&other.gain))
    };
    let learned = largest(false).map(|one| {
        let (games, by) = (people::counted(one.games, "game", "games"), points(one));
        let how = match one.method {
            ResponseMethod::Tuned => "was tuned",
            _ => "learned",
        };
        let players = people::counted(one.players as u64, "player", "players");
        match one.is_sure() {
            true => format!(
                "Copies of `{name}` can be beaten: a player who {how} to beat them in {games} wins {by} more than a fair share with {players}."
            ),
            false => format!(
                "No player trained to beat copies of `{name}` with {players} is known to win more than a fair share: the best, from {games}, gains {by}."
            ),
        }
    });
    let searched = largest(true).map(|one| {
        let ResponseMethod::Search(search) = one.method else { return String::new() };
        let (games, by) = (people::counted(one.games, "game", "games"), points(one));
        let players = people::counted(one.players as u64, "player", "players");
        format!("`{search}`, replacing one of them with {players}, gains {by} in {games}.")
    });
    let told: Vec<String> = learned.into_iter().chain(searched).collect();
    (!told.is_empty()).then(|| told.join(" "))
}

/// `13.3 points (12.0 to 14.7)`, with a sign where it is not known to be above 0.
fn points(one: &BestResponse) -> String {
    let digits = |share: f64| {
        if one.is_sure() { people::fixed(share * 100.0, 1) } else { people::signed(share * 100.0, 1) }
    };
    let ends =
        one.interval.map_or(String::new(), |(low, high)| format!(" ({} to {})", digits(low), digits(high)));
    format!("{} points{ends}", digits(one.gain))
}

#[cfg(test)]
mod tests {
    use super::*;

    const LEARNED: BestResponse = BestResponse {
        players: 4,
        method: ResponseMethod::Learned,
        games: 300_000,
        gain: 0.133,
        interval: Some((0.12, 0.147)),
    };

    fn told(responses: &[BestResponse]) -> String {
        beaten("champion", responses).unwrap_or_default().replace('\u{a0}', " ")
    }

    #[test]
    fn the_largest_gain_is_told_and_that_of_a_search_beside_it() {
        let tuned = BestResponse { method: ResponseMethod::Tuned, gain: 0.112, ..LEARNED };
        assert_eq!(
            told(&[tuned, LEARNED]),
            "Copies of `champion` can be beaten: a player who learned to beat them in 300,000 games wins 13.3 points (12.0 to 14.7) more than a fair share with 4 players."
        );
        assert!(told(&[tuned]).contains("who was tuned to beat them"));
        let search = ResponseMethod::Search("search:200:champion");
        let searched = BestResponse { method: search, games: 80, gain: 0.4, interval: None, ..LEARNED };
        assert!(told(&[searched, LEARNED]).ends_with(
            "with 4 players. `search:200:champion`, replacing one of them with 4 players, gains +40.0 points in 80 games."
        ));
    }

    #[test]
    fn a_gain_that_is_not_sure_is_not_told_as_one() {
        let unsure = BestResponse { players: 2, gain: 0.004, interval: Some((-0.002, 0.01)), ..LEARNED };
        assert_eq!(
            told(&[unsure]),
            "No player trained to beat copies of `champion` with 2 players is known to win more than a fair share: the best, from 300,000 games, gains +0.4 points (−0.2 to +1.0)."
        );
        assert_eq!(told(&[]), "");
    }
}
