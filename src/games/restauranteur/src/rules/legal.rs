use super::{
    Restauranteur,
    action::{Action, Decision},
    board::{Cell, Cells, Line, cells, lines_of},
    components::{Cuisines, Face, Faces, Improvement, Sort, cuisines, faces},
    hand::Hand,
    state::{Phase, Public, State},
};
use sim_engine::{Node, Offer, Seat};

/// Number cards of a hand that can pay for a build, and the counters that can be built.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Buildable {
    pub numbers: Faces,
    pub cuisines: Cuisines,
    /// All sites of these counters on the lines of these cards.
    pub sites: Cells,
}

impl Restauranteur {
    #[inline]
    pub(super) fn node_of(&self, state: &State) -> Node<Decision> {
        let decision = match state.table.phase {
            Phase::Build | Phase::Pay { .. } | Phase::Site { .. } | Phase::Move { .. } => Decision::Build,
            Phase::Improve => Decision::Improve,
            Phase::Income => Decision::Income,
            Phase::Drop | Phase::Shed => Decision::Drop,
            Phase::Discard { .. } => Decision::Discard,
            Phase::Recruit | Phase::Refill { .. } | Phase::Roll { .. } => return Node::Chance,
            Phase::Over => return Node::Terminal,
        };
        Node::Decision { seat: state.table.active, decision }
    }

    /// Writes the legal actions in ascending order.
    pub(super) fn offer(&self, state: &State, actions: &mut Vec<Action>) -> Offer {
        let table = &state.table;
        let seat = table.active;
        let hand = &state.hands[seat];
        match table.phase {
            Phase::Build => {
                actions.push(Action::Stop);
                let buildable = self.buildable(state, seat);
                actions.extend(cuisines(buildable.cuisines).map(|cuisine| Action::Build { cuisine }));
                actions.extend(self.movable(table, seat).map(|from| Action::Move { from }));
            }
            Phase::Pay { cuisine } => {
                let sites = self.sites(table, cuisine);
                let fitting = faces(hand.faces & Face::NUMBERS).map(|face| face.0);
                let fitting = fitting.filter(|&number| lines_of(number) & sites != 0);
                actions.extend(fitting.map(|number| Action::Pay { number }));
            }
            Phase::Site { cuisine, number } => {
                let sites = self.sites(table, cuisine) & lines_of(number);
                actions.extend(cells(sites).map(|cell| Action::Site { cell }));
            }
            Phase::Move { from } => {
                if let Some(cuisine) = table.cuisine_at(from) {
                    let sites = self.destinations(table, cuisine, from);
                    actions.extend(cells(sites).map(|cell| Action::Site { cell }));
                }
            }
            Phase::Improve => {
                actions.push(Action::Pass);
                self.push_improvements(table, hand, actions);
            }
            Phase::Income => self.push_incomes(table, hand, actions),
            Phase::Drop => {
                actions.push(Action::Keep);
                push_drops(table, actions);
            }
            Phase::Shed => push_drops(table, actions),
            Phase::Discard { from } => {
                let surplus = hand.len() - self.hand_limit(table, seat);
                // The cards from `face` on must suffice for the rest of the chain.
                let mut left: usize =
                    Face::all().filter(|&face| face >= from).map(|face| usize::from(hand.count(face))).sum();
                for face in faces(hand.faces).filter(|&face| face >= from) {
                    if left < surplus {
                        break;
                    }
                    actions.push(Action::Discard { face });
                    left -= usize::from(hand.count(face));
                }
            }
            Phase::Recruit | Phase::Refill { .. } | Phase::Roll { .. } | Phase::Over => {}
        }
        Offer::Actions
    }

    /// What a seat can build: each affordable counter that has a site on the lines of a number card (RE-28 to RE-32).
    #[inline]
    pub(super) fn buildable(&self, state: &State, seat: Seat) -> Buildable {
        let (table, numbers) = (&state.table, state.hands[seat].faces & Face::NUMBERS);
        let mut buildable = Buildable::default();
        if numbers == 0 || table.tokens[seat] == 0 {
            return buildable;
        }
        let lines = faces(numbers).fold(0, |lines, face| lines | lines_of(face.0));
        for cuisine in cuisines(state.pools[seat].cuisines()) {
            if self.build_price(table, seat, cuisine) > table.coins[seat] {
                continue;
            }
            let sites = self.sites(table, cuisine) & lines;
            if sites != 0 {
                buildable.cuisines |= cuisine.bit();
                buildable.sites |= sites;
            }
        }
        let fitting = faces(numbers).filter(|face| lines_of(face.0) & buildable.sites != 0);
        buildable.numbers = fitting.fold(0, |fitting, face| fitting | face.bit());
        buildable
    }

    #[inline]
    pub(super) fn movable<'a>(&'a self, table: &'a Public, seat: Seat) -> impl Iterator<Item = Cell> + 'a {
        let own = if self.may_move(table, seat) { table.owned[seat] } else { 0 };
        cells(own).filter(move |&from| {
            let cuisine = table.cuisine_at(from);
            cuisine.is_some_and(|cuisine| self.destinations(table, cuisine, from) != 0)
        })
    }

    /// Affordable improvements in a hand for which the seat has enough types (B-13).
    #[inline]
    pub(super) fn playable(&self, table: &Public, seat: Seat, hand: &Hand) -> Faces {
        let types = table.cuisines_of(seat).count_ones();
        let mut playable = 0;
        for face in faces(hand.faces & Face::IMPROVEMENTS) {
            let Sort::Improvement(card) = face.sort() else { continue };
            if types >= card.choices() && self.improvement_price(table, seat, card) <= table.coins[seat] {
                playable |= face.bit();
            }
        }
        playable
    }

    fn push_improvements(&self, table: &Public, hand: &Hand, actions: &mut Vec<Action>) {
        let seat = table.active;
        let own = table.cuisines_of(seat);
        for face in faces(self.playable(table, seat, hand)) {
            let Sort::Improvement(card) = face.sort() else { continue };
            push_choices(card, own, actions);
        }
    }

    /// Adds every income card with every target, the roll with every substitute, and skipping the phase.
    fn push_incomes(&self, table: &Public, hand: &Hand, actions: &mut Vec<Action>) {
        let seat = table.active;
        for face in faces(hand.faces & Face::INCOMES) {
            table.each_target(face, |target| actions.push(Action::Income { target }));
        }
        actions.push(Action::Roll { instead: None });
        if table.improvements[seat].copies(Improvement::Marketing) > 0 {
            let numbers = faces(hand.faces & Face::NUMBERS).map(|face| face.0);
            let rows = numbers.clone().map(Line::row);
            let lines = rows.chain(numbers.map(Line::column));
            actions.extend(lines.map(|line| Action::Roll { instead: Some(line) }));
        }
        if table.earned > 0 {
            actions.push(Action::Rest);
        }
    }
}

fn push_choices(card: Improvement, own: Cuisines, actions: &mut Vec<Action>) {
    match card.choices() {
        0 => actions.push(Action::Improve { card, cuisines: 0 }),
        1 => actions.extend(cuisines(own).map(|one| Action::Improve { card, cuisines: one.bit() })),
        _ => {
            for high in cuisines(own) {
                let below = cuisines(own & (high.bit() - 1));
                actions.extend(below.map(|low| Action::Improve { card, cuisines: low.bit() | high.bit() }));
            }
        }
    }
}

/// Adds every distinct improvement of the active seat once, in order.
fn push_drops(table: &Public, actions: &mut Vec<Action>) {
    let from = actions.len();
    for chosen in table.improvements[table.active].played() {
        let action = Action::Drop { card: chosen.card, cuisines: chosen.cuisines };
        if !actions[from..].contains(&action) {
            actions.push(action);
        }
    }
    actions[from..].sort_unstable();
}
