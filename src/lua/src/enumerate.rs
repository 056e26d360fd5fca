//! Enumerates the outcomes of chance: reruns a function that draws luck, each time with the next sequence of
//! choices.

/// Larger sets of outcomes are not listed.
const MOST: f64 = 20_000.0;

/// The choices of luck in one run: a prefix to replay, then first options.
#[derive(Debug, Default)]
pub(crate) struct Branch {
    /// Chosen index and number of options, in order.
    choices: Vec<(usize, usize)>,
    at: usize,
    probability: f64,
    /// Number of runs so far known to exist.
    runs: f64,
}

impl Branch {
    pub fn new() -> Branch {
        Branch { choices: Vec::new(), at: 0, probability: 1.0, runs: 1.0 }
    }

    /// The next choice among `count` options; `probability` maps an option to its probability.
    pub fn choose(&mut self, count: usize, probability: impl Fn(usize) -> f64) -> usize {
        if self.at == self.choices.len() {
            self.choices.push((0, count));
        }
        let chosen = self.choices[self.at].0;
        self.at += 1;
        self.probability *= probability(chosen);
        self.runs *= count as f64;
        chosen
    }

    /// Permutes `ids`; permutations that only swap equal ids count once.
    pub fn arrange(&mut self, ids: &mut [u8]) {
        for place in 0..ids.len() {
            ids[place..].sort_unstable();
            let rest = &ids[place..];
            let mut kinds: Vec<(u8, usize)> = Vec::new();
            for &id in rest {
                match kinds.last_mut() {
                    Some((known, count)) if *known == id => *count += 1,
                    _ => kinds.push((id, 1)),
                }
            }
            let all = rest.len() as f64;
            let chosen =
                if self.is_too_large() { 0 } else { self.choose(kinds.len(), |at| kinds[at].1 as f64 / all) };
            let at = ids[place..].iter().position(|id| *id == kinds[chosen].0).unwrap_or(0);
            ids.swap(place, place + at);
        }
    }

    /// Whether there are too many outcomes to list.
    pub fn is_too_large(&self) -> bool {
        self.runs > MOST
    }

    pub fn probability(&self) -> f64 {
        self.probability
    }

    /// The next run; `None` after the last.
    pub fn next(mut self) -> Option<Branch> {
        self.choices.truncate(self.at);
        while let Some((chosen, count)) = self.choices.pop() {
            if chosen + 1 < count {
                self.choices.push((chosen + 1, count));
                return Some(Branch { choices: self.choices, ..Branch::new() });
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_order_of_a_deck_comes_once_with_its_probability() {
        let mut orders = Vec::new();
        let mut branch = Some(Branch::new());
        while let Some(mut now) = branch {
            let mut ids = vec![1, 1, 2];
            now.arrange(&mut ids);
            orders.push((ids, now.probability()));
            branch = now.next();
        }
        let third = 1.0 / 3.0;
        assert_eq!(
            orders.iter().map(|(order, _)| order.clone()).collect::<Vec<_>>(),
            [[1, 1, 2], [1, 2, 1], [2, 1, 1]]
        );
        assert!(orders.iter().all(|(_, probability)| (probability - third).abs() < 1e-12));
    }
}
