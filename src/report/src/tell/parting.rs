use sim_engine::text::people;
use sim_lab::parting::{Move, Parting, PartingSpec, REASON, ToldGame};

/// Candidates that are shown of each formula: the best.
const CANDIDATES: usize = 6;

pub fn parting(spec: &PartingSpec, found: Option<&Parting>) -> String {
    let (names, seat) = (spec.pair.each_ref().map(|own| own.strategy.name()), spec.seat.0 + 1);
    let Some(Parting { deal, alike, games }) = found else {
        let deals = spec.deals.end.saturating_sub(spec.deals.start);
        let where_to = match deals {
            1 => format!("in deal {}", spec.deals.start),
            _ => format!("in the first {deals} deals"),
        };
        return format!("{} and {} answer alike {where_to} from seat {seat}\n", names[0], names[1]);
    };
    let mut text = format!(
        "{}, {}, seed {}, deal {deal}: {} or {} in seat {seat}\n",
        spec.rules.entry.info().title,
        people::counted(spec.players as u64, "player", "players"),
        spec.seed,
        names[0],
        names[1],
    );
    text += &match *alike {
        0 => "They part at once.\n".to_owned(),
        alike => {
            format!(
                "They play alike for {}, and then part.\n",
                people::counted(alike as u64, "move", "moves")
            )
        }
    };
    for ToldGame { strategy, moves, .. } in games {
        text += &format!("\n{strategy}\n{}", told(moves, *alike));
    }
    text.push('\n');
    for ToldGame { strategy, end, replay, .. } in games {
        text += &format!("with {strategy}: {}\n  {replay}\n", end.as_deref().unwrap_or("no end"));
    }
    text
}

/// A move and its reasons; those of a move inside of a chain stand at its beginning.
fn told(moves: &[Move], at: usize) -> String {
    let Some(last) = moves.get(at) else { return "the game is over\n".to_owned() };
    let seat = |one: &Move| one.line.split(' ').nth(2).map(str::to_owned);
    let own = moves[..=at].iter().rposition(|one| !one.reasons.is_empty());
    let own = own.filter(|first| moves[*first..=at].iter().all(|one| seat(one) == seat(last)));
    let mut text = String::new();
    for one in &moves[own.unwrap_or(at)..=at] {
        text += &format!("{}\n", one.line);
        shortened(&one.reasons).iter().for_each(|line| text += &format!("{line}\n"));
    }
    text
}

/// The score of a candidate, which stands in front of its label.
fn score(line: &str) -> Option<f64> {
    let rest = line.strip_prefix(REASON)?;
    rest.starts_with(' ').then(|| rest.split_whitespace().next()?.parse().ok()).flatten()
}

/// The reasons with the best candidates of each formula alone, the best first.
fn shortened(reasons: &[String]) -> Vec<String> {
    let mut lines = Vec::new();
    for part in reasons.chunk_by(|one, other| score(one).is_some() == score(other).is_some()) {
        let mut part: Vec<&String> = part.iter().collect();
        if part.first().is_some_and(|line| score(line).is_some()) {
            part.sort_by(|one, other| score(other).unwrap_or(0.0).total_cmp(&score(one).unwrap_or(0.0)));
            let more = part.len().saturating_sub(CANDIDATES);
            lines.extend(part.into_iter().take(CANDIDATES).cloned());
            lines.extend((more > 0).then(|| format!("{REASON}           and {more} more")));
        } else {
            lines.extend(part.into_iter().cloned());
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chain_is_told_from_where_its_reasons_stand() {
        let one = |line: &str, reasons: &[&str]| Move {
            line: line.to_owned(),
            reasons: reasons.iter().map(|reason| format!("{REASON}{reason}")).collect(),
        };
        let moves = [
            one("1 seat 2 roll: x", &["worth = v", "      2  x  (v 2)"]),
            one(
                "2 seat 1 move: p",
                &[
                    "worth = w",
                    "      1  q  (w 1)",
                    "     -3  p  (w -3)",
                    "     11  r  (w 11)",
                    "best; next q",
                ],
            ),
            one("3 seat 1 go: a", &[]),
            one("4 seat 1 go: c", &[]),
        ];
        let told = told(&moves, 3);
        let lines: Vec<&str> = told.lines().map(str::trim).collect();
        // The best candidate comes first.
        assert_eq!(lines[0], "2 seat 1 move: p");
        assert_eq!(lines[2], "|      11  r  (w 11)");
        assert_eq!(lines[5], "| best; next q");
        assert_eq!(lines[7], "4 seat 1 go: c");
        assert_eq!(super::told(&moves, 4), "the game is over\n");
    }

    #[test]
    fn only_the_best_candidates_are_shown() {
        let reasons: Vec<String> = (0..20).map(|at| format!("    |   {at:>9}  c{at}  (v {at})")).collect();
        let lines = shortened(&reasons);
        assert_eq!(lines.len(), CANDIDATES + 1);
        assert!(lines[0].contains(" c19 ") && lines[CANDIDATES].ends_with("and 14 more"), "{lines:?}");
    }
}
