//! Enumerates every state of a game, from the deal on.

use std::collections::BTreeMap;

use sim_engine::{BySeat, Game, Listed, Node, Offer, Seat};
use sim_script::{Scripted, Strategy};

use super::{GameTree, InformationSet, NodeKind, Profile, TreeError, TreeNode, policy::Policies};
use crate::{Utility, arm::Stop};

/// Nodes between two checks for a stop.
const PAUSE: usize = 1024;

/// Identifies an information set: the seat, the index of its last choice in a profile, the decision, the observation.
type Key = (u8, Option<usize>, usize, String);

/// The last choice of each seat: the information set, and the index of the action in a profile.
type Last = BySeat<Option<(usize, usize)>>;

/// A state that is still to be expanded.
struct Pending<S> {
    node: usize,
    state: S,
    last: Last,
}

struct Builder<'a, G: Scripted> {
    game: &'a G,
    utility: Utility,
    seats: &'a [&'a Strategy],
    policies: Policies<G>,
    tree: GameTree,
    profile: Profile,
    known: BTreeMap<Key, usize>,
    pending: Vec<Pending<G::State>>,
}

/// The tree of a game, and how the strategy in each seat plays it. The tree does not depend on the strategies.
///
/// # Errors
/// When chance outcomes are not listed, there are more than `most` nodes, probabilities are unknown, or when stopped.
pub(crate) fn enumerate<G: Scripted>(
    (game, utility): (&G, Utility),
    seats: &[&Strategy],
    most: usize,
    stop: &Stop,
) -> Result<(GameTree, Profile), TreeError> {
    let root = TreeNode { kind: NodeKind::Chance, children: 0..0, probability: 1.0 };
    let tree = GameTree { players: game.players(), nodes: vec![root], sets: Vec::new(), payoffs: Vec::new() };
    let mut builder = Builder {
        game,
        utility,
        seats,
        policies: Policies::new(game),
        tree,
        profile: Vec::new(),
        known: BTreeMap::new(),
        pending: Vec::new(),
    };
    let chance = |outcomes: Option<Vec<(G::State, f64)>>, last: Last| {
        let outcomes = outcomes.ok_or(TreeError::NotListed(game.info().title))?;
        Ok::<_, TreeError>(outcomes.into_iter().map(move |(state, probability)| (probability, state, last)))
    };
    builder.branch(0, chance(game.enumerate_deals(), Last::default())?);
    let mut followed = 0;
    while let Some(next) = builder.pending.pop() {
        if followed % PAUSE == 0 {
            stop.check()?;
        }
        followed += 1;
        if builder.tree.nodes.len() > most {
            return Err(TreeError::TooLarge { game: game.info().title, nodes: most });
        }
        match game.node(&next.state) {
            Node::Terminal => builder.end(next.node, &next.state),
            Node::Chance => {
                builder.branch(next.node, chance(game.enumerate_chance(&next.state), next.last)?);
            }
            Node::Decision { seat, decision } => builder.decide(next, (seat, decision))?,
        }
    }
    Ok((builder.tree, builder.profile))
}

impl<G: Scripted> Builder<'_, G> {
    /// Gives a node its children and queues them. Each child has the probability of the step to it, its state, and
    /// the last choice of each seat.
    fn branch(&mut self, node: usize, children: impl Iterator<Item = (f64, G::State, Last)>) {
        let first = self.tree.nodes.len();
        for (probability, state, last) in children {
            let child = self.tree.nodes.len();
            self.tree.nodes.push(TreeNode { kind: NodeKind::Chance, children: 0..0, probability });
            self.pending.push(Pending { node: child, state, last });
        }
        self.tree.nodes[node].children = first..self.tree.nodes.len();
    }

    fn end(&mut self, node: usize, state: &G::State) {
        let outcome = self.game.outcome(state);
        let players = self.game.players();
        let won = self.utility.by_seat(&outcome.places, &outcome.points, players);
        self.tree.nodes[node].kind = NodeKind::End(self.tree.payoffs.len());
        self.tree.payoffs.extend(Seat::all(players).map(|seat| won[seat] as f64 / self.utility.parts as f64));
    }

    fn decide(
        &mut self,
        Pending { node, state, last }: Pending<G::State>,
        asked: (Seat, G::Decision),
    ) -> Result<(), TreeError> {
        let game = self.game;
        let actions = actions(game, &state);
        let set = self.set(&state, asked, last[asked.0], &actions)?;
        self.tree.nodes[node].kind = NodeKind::Decision(set);
        let places = self.tree.sets[set].actions.clone();
        debug_assert_eq!(
            places.len(),
            actions.len(),
            "legal actions follow from what a seat sees: {state:?}"
        );
        let children = places.zip(actions).map(|(place, action)| {
            let (mut state, mut last) = (state.clone(), last);
            game.apply(&mut state, action, &mut |_| {});
            last[asked.0] = Some((set, place));
            (1.0, state, last)
        });
        self.branch(node, children);
        Ok(())
    }

    /// The information set of a state. The strategy answers when the set first comes up.
    fn set(
        &mut self,
        state: &G::State,
        (seat, decision): (Seat, G::Decision),
        before: Option<(usize, usize)>,
        actions: &[G::Action],
    ) -> Result<usize, TreeError> {
        let observation = format!("{:?}", self.game.observe(state, seat));
        let key = (seat.0, before.map(|(_, place)| place), decision.index(), observation);
        if let Some(&set) = self.known.get(&key) {
            return Ok(set);
        }
        let strategy = self.seats[seat.index()];
        let probabilities = self.policies.ask(self.game, strategy, state, (seat, decision), actions)?;
        let (set, first) = (self.tree.sets.len(), self.profile.len());
        self.profile.extend(probabilities);
        self.tree.sets.push(InformationSet {
            seat,
            decision: self.game.info().decision(decision).name,
            observation: key.3.clone(),
            labels: actions.iter().map(G::Action::to_string).collect(),
            actions: first..self.profile.len(),
            before,
            depth: before.map_or(0, |(set, _)| self.tree.sets[set].depth + 1),
        });
        self.known.insert(key, set);
        Ok(set)
    }
}

/// All legal actions: those of a list, or one for each legal amount.
fn actions<G: Game>(game: &G, state: &G::State) -> Vec<G::Action> {
    let mut actions = Vec::new();
    if let Offer::Amount(limits) = game.legal(state, &mut actions) {
        let pass = limits.passes().then_some(None);
        let amounts = pass.into_iter().chain(limits.amounts().map(Some));
        actions.extend(amounts.filter_map(|amount| game.amount_action(amount)));
    }
    actions
}
