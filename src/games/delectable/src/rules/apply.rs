use super::{
    DIE, Delectable, SHUFFLE,
    action::Action,
    components::{Card, Kind, MAX_DECK, modifier},
    event::{Emit, Event},
    state::{Drawn, Hand, Phase, Place, Public, State},
    variant::{Extra, HandCheck, Theft, VictimRule},
};
use sim_engine::{luck::Luck, seat::Seat};

impl Delectable {
    /// Shuffles the deck, opens the market and deals the starting hands (DE-8).
    pub(super) fn set_up(&self, luck: &Luck, event: Emit<'_>) -> State {
        let mut deck = [0; MAX_DECK];
        let order = luck.shuffled::<MAX_DECK>(SHUFFLE, self.deck.copies.iter().copied());
        deck[..order.rows().len()].copy_from_slice(order.rows());
        let mut state = State { table: Public::new(self), deck };
        for _ in 0..self.variant.market_start {
            let card = self.draw_to_market(&mut state);
            event(Event::Opened { card: self.card(&state.table, card) });
        }
        for seat in Seat::all(self.players) {
            for _ in 0..self.variant.start_cards[seat] {
                let card = self.draw(&mut state, Place::Hand(seat));
                state.table.hands[seat.index()].push(card);
                event(Event::Dealt { seat, card: self.card(&state.table, card) });
            }
        }
        state
    }

    fn draw(&self, state: &mut State, place: Place) -> Drawn {
        let table = &mut state.table;
        let card = table.drawn;
        let row = state.deck[usize::from(card)];
        table.rows[usize::from(card)] = row;
        table.places[usize::from(card)] = place;
        table.unseen[self.face_of_row(row).kind.index()] -= 1;
        table.drawn += 1;
        card
    }

    /// Puts the top card of the deck on the pile of its kind (DE-39, DE-40).
    fn draw_to_market(&self, state: &mut State) -> Drawn {
        let card = self.draw(state, Place::Market);
        let pile = self.face_of(&state.table, card).kind.index();
        state.table.below[usize::from(card)] = state.table.tops[pile];
        state.table.tops[pile] = card;
        card
    }

    fn deck_left(&self, table: &Public) -> u8 {
        (self.deck.copies.len() - usize::from(table.drawn)) as u8
    }

    /// Sum of the modifiers for a pile on the rightmost cards of the hand (DE-28..30).
    fn hand_modifier(&self, table: &Public, hand: &Hand, pile: Kind) -> i32 {
        let faces = hand.cards().iter().rev().map(|&card| self.face_of(table, card));
        modifier(faces, self.variant.modifier_cards, pile.index())
    }

    /// Stars added to a roll: the lower of the seat's quality and the card's stars (DE-31).
    fn star_bonus(&self, table: &Public, seat: Seat, card: Drawn) -> i32 {
        let quality = table.restaurants[seat.index()].quality;
        i32::from(quality.min(self.face_of(table, card).stars))
    }

    pub(super) fn make(&self, state: &mut State, action: Action, event: Emit<'_>) {
        let table = &mut state.table;
        let seat = table.active;
        match action {
            Action::Roll => self.start_roll(table, event),
            Action::Review { card, to } => {
                let card = table.hands[seat.index()].cards()[usize::from(card)];
                let quality_before = table.restaurants[to.index()].quality;
                self.place(table, seat, card, to);
                event(Event::Reviewed {
                    seat,
                    to,
                    card: self.card(table, card),
                    quality_before,
                    quality: table.restaurants[to.index()].quality,
                    round: self.round_of(table) as u8,
                });
                self.end_turn(table);
            }
            Action::Commit { cards } => self.commit(state, cards, event),
            Action::Discard { card } => self.discard(table, card, event),
            Action::Name { pile } => self.name(state, pile, event),
            Action::Again => {
                table.extra += 1;
                if self.variant.again_forgets_discards() {
                    table.bonus = 0;
                }
                match self.variant.extra {
                    Extra::Roll => self.start_roll(table, event),
                    Extra::Turn => table.phase = Phase::Turn,
                }
            }
            Action::Stop | Action::Waive => self.end_turn(table),
            Action::Rob { victim } => {
                if self.holds(table, victim, table.committed) {
                    table.phase = Phase::Loss { victim };
                } else {
                    event(Event::EmptyHanded { thief: seat, victim });
                    self.end_turn(table);
                }
            }
            Action::Lose { card } => {
                let Phase::Loss { victim } = table.phase else {
                    unreachable!("a loss is legal only while a victim is chosen");
                };
                let card = table.hands[victim.index()].cards()[usize::from(card)];
                self.place(table, victim, card, seat);
                event(Event::Robbed { thief: seat, victim, card: self.card(table, card) });
                self.end_turn(table);
            }
            Action::Take { from, card } => {
                let taken = table.hands[from.index()].cards()[usize::from(card)];
                table.hands[from.index()].remove(1 << card);
                table.hands[seat.index()].push(taken);
                table.places[usize::from(taken)] = Place::Hand(seat);
                event(Event::TookCard { thief: seat, victim: from, card: self.card(table, taken) });
                self.end_turn(table);
            }
            Action::Draw => {
                let card = self.draw(state, Place::Hand(seat));
                state.table.hands[seat.index()].push(card);
                let left = self.deck_left(&state.table);
                event(Event::TookDraw { thief: seat, card: self.card(&state.table, card), left });
                self.end_turn(&mut state.table);
            }
        }
    }

    fn place(&self, table: &mut Public, from: Seat, card: Drawn, to: Seat) {
        let hand = &mut table.hands[from.index()];
        let position = hand.cards().iter().position(|&other| other == card);
        hand.remove(position.map_or(0, |position| 1 << position));
        let face = self.face_of(table, card);
        self.add(&mut table.restaurants[to.index()], face);
        table.places[usize::from(card)] = Place::Restaurant(to);
    }

    /// Commits a run of cards to the active seat's restaurant; a long run steals (DE-44..50).
    fn commit(&self, state: &mut State, cards: u16, event: Emit<'_>) {
        let table = &mut state.table;
        let seat = table.active;
        let hand = table.hands[seat.index()];
        let mut resource = Kind::Servers;
        for (_, &card) in hand.cards().iter().enumerate().filter(|(position, _)| cards >> position & 1 == 1) {
            let face = self.face_of(table, card);
            resource = face.kind;
            self.add(&mut table.restaurants[seat.index()], face);
            table.places[usize::from(card)] = Place::Restaurant(seat);
            event(Event::Committed { seat, card: self.card(table, card) });
        }
        table.hands[seat.index()].remove(cards);
        table.committed = resource;
        let size = cards.count_ones();
        event(Event::CommitEnded { seat, resource, size: size as u8 });
        if (size as usize) < self.variant.theft_min {
            return self.end_turn(table);
        }
        let somebody_able =
            Seat::all(self.players).any(|other| other != seat && self.holds(table, other, resource));
        match self.variant.theft {
            Theft::Thief => table.phase = Phase::Theft,
            Theft::Victim if self.variant.victim == VictimRule::Able && !somebody_able => {
                self.end_turn(table)
            }
            Theft::Victim => table.phase = Phase::Victim,
        }
    }

    fn start_roll(&self, table: &mut Public, event: Emit<'_>) {
        table.rolls += 1;
        table.phase = Phase::Roll { from: 0 };
        let held = table.hand(table.active).len();
        if held > self.variant.hand_limit {
            event(Event::OverLimit { seat: table.active, cards: held as u8 });
        }
    }

    /// Discards one card of a chain. The hand closes up after each discard, so the next one may have the same
    /// position.
    fn discard(&self, table: &mut Public, position: u8, event: Emit<'_>) {
        let seat = table.active;
        let card = table.hands[seat.index()].cards()[usize::from(position)];
        table.hands[seat.index()].remove(1 << position);
        table.places[usize::from(card)] = Place::Discards;
        table.discards += 1;
        event(Event::Discarded { seat, card: self.card(table, card) });
        match table.phase {
            Phase::Trim { .. } if table.hand(seat).len() <= self.variant.hand_limit => self.next_seat(table),
            Phase::Trim { .. } => table.phase = Phase::Trim { from: position },
            _ => {
                table.bonus += self.face_of(table, card).discard;
                table.phase = Phase::Roll { from: position };
            }
        }
    }

    fn name(&self, state: &mut State, pile: Kind, event: Emit<'_>) {
        let table = &mut state.table;
        let is_rename = table.phase == Phase::Rename;
        table.named = pile;
        if let Some(top) = table.top(pile) {
            let (seat, card) = (table.active, self.card(table, top));
            let tops = Kind::ALL.map(|kind| table.top(kind).map(|card| Card::id(table.row(card))));
            event(match is_rename {
                true => Event::Renamed { seat, pile, card },
                false => Event::Named { seat, pile, card, tops },
            });
        }
        if is_rename {
            self.resolve_roll(state, event);
        } else {
            table.phase = Phase::Die;
        }
    }

    /// Rolls the die for the named pile (DE-26).
    pub(super) fn make_chance(&self, state: &mut State, luck: &Luck, event: Emit<'_>) {
        let time = u64::from(state.table.rolls);
        state.table.die = luck.die(DIE, time, self.variant.die_faces as u32) as u8;
        let is_top_face = i32::from(state.table.die) == self.variant.die_faces;
        if is_top_face && self.variant.rename_on_top {
            state.table.phase = Phase::Rename;
        } else {
            self.resolve_roll(state, event);
        }
    }

    /// Adds the modifiers, acquires the card on success, draws a card and continues (DE-27..43, DE-54).
    fn resolve_roll(&self, state: &mut State, event: Emit<'_>) {
        let table = &mut state.table;
        let (seat, pile) = (table.active, table.named);
        if let Some(top) = table.top(pile) {
            let cost = i32::from(self.face_of(table, top).cost);
            let hand = self.hand_modifier(table, table.hand(seat), pile);
            let stars = self.star_bonus(table, seat, top);
            let success = i32::from(table.die) + i32::from(table.bonus) + hand + stars >= cost;
            event(Event::Rolled {
                seat,
                card: self.card(table, top),
                die: table.die,
                discards: table.bonus,
                hand: hand as i16,
                stars: stars as u8,
                cost: cost as i16,
                success,
            });
            if success {
                table.tops[pile.index()] = table.below[usize::from(top)];
                table.places[usize::from(top)] = Place::Hand(seat);
                table.hands[seat.index()].push(top);
                event(Event::Acquired { seat, card: self.card(table, top) });
            }
        }
        let was_emptied = table.top(pile).is_none();
        let drawn = self.draw_to_market(state);
        let table = &mut state.table;
        let left = self.deck_left(table);
        event(Event::Drawn { card: self.card(table, drawn), left });
        let matches = self.face_of(table, drawn).kind == pile && (self.variant.refilled_pile || !was_emptied);
        if left > 0 && matches && table.extra < self.variant.extra_rolls {
            event(Event::ExtraRoll { seat });
            table.phase = Phase::Again;
        } else {
            self.end_turn(table);
        }
    }

    /// Ends the turn. The game is over if the deck is empty (DE-54); otherwise the hand may have to be trimmed.
    fn end_turn(&self, table: &mut Public) {
        if self.deck_left(table) == 0 {
            table.phase = Phase::Over;
        } else if self.variant.hand_check == HandCheck::Turn
            && table.hand(table.active).len() > self.variant.hand_limit
        {
            table.phase = Phase::Trim { from: 0 };
        } else {
            self.next_seat(table);
        }
    }

    /// Starts the turn of the next seat clockwise (DE-10).
    fn next_seat(&self, table: &mut Public) {
        table.active = table.active.after(1, self.players);
        table.turn += 1;
        table.extra = 0;
        table.bonus = 0;
        table.phase = Phase::Turn;
    }
}
