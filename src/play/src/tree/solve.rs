//! Values, best responses and equilibria of a tree.
//!
//! All rest on two passes. The forward pass gives each node the probability that chance and the other seats lead
//! there. The backward pass sums a seat's payoffs below the node with these weights: its *counterfactual value*.

use sim_engine::Seat;

use super::{GameTree, InformationSet, NodeKind, Profile};

impl GameTree {
    /// Expected utility of a seat if all seats play this profile.
    pub fn value(&self, profile: &[f64], seat: Seat) -> f64 {
        self.backwards(&self.reach(profile, seat), seat, profile)[0]
    }

    /// Expected utility of a seat that plays a best response to the other seats.
    pub fn best_response(&self, profile: &[f64], seat: Seat) -> f64 {
        self.best_response_among(profile, seat, |_, _| true)
    }

    /// Like [`GameTree::best_response`], but only with allowed actions, given by their index in a set. In a set
    /// without an allowed action, all are allowed.
    pub fn best_response_among(
        &self,
        profile: &[f64],
        seat: Seat,
        is_allowed: impl Fn(&InformationSet, usize) -> bool,
    ) -> f64 {
        let reach = self.reach(profile, seat);
        let mut own = vec![0.0; profile.len()];
        let depths = self.sets.iter().map(|set| set.depth).max().unwrap_or(0);
        // The best action in a set depends on what the seat does later.
        for depth in (0..=depths).rev() {
            let worths = self.action_values(&self.backwards(&reach, seat, &own), seat);
            for set in self.sets.iter().filter(|set| (set.seat, set.depth) == (seat, depth)) {
                let is_free = (0..set.actions.len()).all(|at| !is_allowed(set, at));
                let open = set.actions.clone().enumerate();
                let open = open.filter(|(at, _)| is_free || is_allowed(set, *at)).map(|(_, place)| place);
                // The last of equal actions; any of them will do.
                if let Some(best) = open.max_by(|&one, &other| worths[one].total_cmp(&worths[other])) {
                    own[best] = 1.0;
                }
            }
        }
        self.backwards(&reach, seat, &own)[0]
    }

    /// A profile near an equilibrium of a two-player game with opposite interests, after some rounds of CFR+
    /// (Tammelin 2014). [`GameTree::best_response`] shows how near.
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

    /// Each set's numbers as shares of their sum; equal shares if the sum is 0.
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

    /// The probability of each node by chance and the other seats, as if this seat always steered towards it.
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

    /// The counterfactual value of each node for a seat that continues by `own`.
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

    /// The counterfactual value of each action of a seat, summed over all states of its set.
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
