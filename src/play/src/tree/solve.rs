//! Values, best responses and equilibria of a tree.
//!
//! All of them rest on two passes. Forwards, each node gets the probability that chance and the other seats lead there.
//! Backwards, it gets the sum of a seat's payoffs below it, weighted by that: its *counterfactual value*.

use sim_engine::Seat;

use super::{GameTree, InformationSet, NodeKind, Profile};

impl GameTree {
    /// What a seat gains on average where all seats play by this profile.
    pub fn value(&self, profile: &[f64], seat: Seat) -> f64 {
        self.backwards(&self.reach(profile, seat), seat, profile)[0]
    }

    /// What a seat gains on average by the best response to the other seats.
    pub fn best_response(&self, profile: &[f64], seat: Seat) -> f64 {
        self.best_response_among(profile, seat, |_, _| true)
    }

    /// The same of the responses that take only some actions, by the place of an action in its set. A set with none of
    /// them is free.
    pub fn best_response_among(
        &self,
        profile: &[f64],
        seat: Seat,
        is_allowed: impl Fn(&InformationSet, usize) -> bool,
    ) -> f64 {
        let reach = self.reach(profile, seat);
        let mut own = vec![0.0; profile.len()];
        let depths = self.sets.iter().map(|set| set.depth).max().unwrap_or(0);
        // What is best in a set rests on what the seat does later.
        for depth in (0..=depths).rev() {
            let worths = self.action_values(&self.backwards(&reach, seat, &own), seat);
            for set in self.sets.iter().filter(|set| (set.seat, set.depth) == (seat, depth)) {
                let is_free = (0..set.actions.len()).all(|at| !is_allowed(set, at));
                let open = set.actions.clone().enumerate();
                let open = open.filter(|(at, _)| is_free || is_allowed(set, *at)).map(|(_, place)| place);
                // Of equals the last; any of them does.
                if let Some(best) = open.max_by(|&one, &other| worths[one].total_cmp(&worths[other])) {
                    own[best] = 1.0;
                }
            }
        }
        self.backwards(&reach, seat, &own)[0]
    }

    /// A profile near an equilibrium of a game for two with opposite interests, after so many rounds of CFR+ (Tammelin
    /// 2014): [`GameTree::best_response`] tells how near.
    pub fn equilibrium(&self, rounds: u32) -> Profile {
        let size = self.sets.last().map_or(0, |set| set.actions.end);
        let (mut regrets, mut sums) = (vec![0.0; size], vec![0.0; size]);
        for round in 1..=rounds {
            for seat in Seat::all(self.players) {
                let profile = self.shares(&regrets);
                let worths = self.backwards(&self.reach(&profile, seat), seat, &profile);
                let worths = self.action_values(&worths, seat);
                let mut reached = vec![1.0; size];
                for set in self.sets.iter().filter(|set| set.seat == seat) {
                    let by_own = set.before.map_or(1.0, |(_, place)| reached[place]);
                    let mean: f64 = set.actions.clone().map(|at| profile[at] * worths[at]).sum();
                    for at in set.actions.clone() {
                        reached[at] = by_own * profile[at];
                        // Later rounds count for more.
                        sums[at] += f64::from(round) * reached[at];
                        regrets[at] = f64::max(regrets[at] + worths[at] - mean, 0.0);
                    }
                }
            }
        }
        self.shares(&sums)
    }

    /// Each set's numbers as shares of their sum; even ones where it is 0.
    fn shares(&self, sums: &[f64]) -> Profile {
        let mut shares = vec![0.0; sums.len()];
        for InformationSet { actions, .. } in &self.sets {
            let all: f64 = sums[actions.clone()].iter().sum();
            for at in actions.clone() {
                shares[at] = if all > 0.0 { sums[at] / all } else { 1.0 / actions.len() as f64 };
            }
        }
        shares
    }

    /// The probability of each node by chance and the other seats: as if this seat did all to get there.
    fn reach(&self, profile: &[f64], seat: Seat) -> Vec<f64> {
        let mut reach = vec![1.0; self.nodes.len()];
        for (at, node) in self.nodes.iter().enumerate() {
            for (step, child) in node.children.clone().enumerate() {
                let chosen = match node.kind {
                    NodeKind::Decision(set) if self.sets[set].seat != seat => {
                        profile[self.sets[set].actions.start + step]
                    }
                    _ => self.nodes[child].probability,
                };
                reach[child] = reach[at] * chosen;
            }
        }
        reach
    }

    /// The counterfactual value of each node for a seat that goes on by `own`.
    fn backwards(&self, reach: &[f64], seat: Seat, own: &[f64]) -> Vec<f64> {
        let mut worths = vec![0.0; self.nodes.len()];
        for (at, node) in self.nodes.iter().enumerate().rev() {
            let below = &worths[node.children.clone()];
            worths[at] = match node.kind {
                NodeKind::End(first) => reach[at] * self.payoffs[first + seat.index()],
                NodeKind::Decision(set) if self.sets[set].seat == seat => {
                    let own = &own[self.sets[set].actions.clone()];
                    own.iter().zip(below).map(|(share, worth)| share * worth).sum()
                }
                _ => below.iter().sum(),
            };
        }
        worths
    }

    /// The counterfactual value of each action of a seat: over all states of its set.
    fn action_values(&self, worths: &[f64], seat: Seat) -> Vec<f64> {
        let mut values = vec![0.0; self.sets.last().map_or(0, |set| set.actions.end)];
        for node in &self.nodes {
            if let NodeKind::Decision(set) = node.kind
                && self.sets[set].seat == seat
            {
                for (place, child) in self.sets[set].actions.clone().zip(node.children.clone()) {
                    values[place] += worths[child];
                }
            }
        }
        values
    }
}
