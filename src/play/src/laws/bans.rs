//! Laws of bans: what a strategy must never do.
//!
//! A game declares by [`Game::takes`] which components an action is for. One law compares this with what random play
//! counts. The other bans one thing after another for shipped strategies, which must not do it while anything else is
//! legal.

use std::collections::BTreeSet;

use super::{SEED, hold, tables};
use crate::episode::{Episode, Ply, Watch, Workbench};
use sim_engine::{Choice, Game, GameRecord, Luck, Of, Seat, is_offered};
use sim_script::{Never, Scripted, Strategy, Title, Why, library};

/// Deals at each table size.
const DEALS: u64 = 12;
/// The strategies that are banned: one whose answers are solved for, and one that draws them.
const PLAYERS: [&str; 2] = ["default", "champion"];
const GAMES: u64 = 2;

/// What seats have taken on purpose, to be compared with what is counted.
struct Purposes<'a, G: Game> {
    game: &'a G,
    record: GameRecord,
    /// Components by seat that some action of the seat was for.
    meant: BTreeSet<(usize, Seat)>,
    /// Components that the action in progress names by number. They may go to other seats, but its seat chose them.
    given: Vec<usize>,
    forgotten: BTreeSet<String>,
}

impl<G: Game> Watch<G> for Purposes<'_, G> {
    fn action(&mut self, state: &G::State, ply: Ply<G>, _: Option<Why>) {
        let mut meant = Vec::new();
        self.game.takes(state, ply.seat, ply.action, &mut |id| meant.push((id.index(), ply.seat)));
        self.meant.extend(meant);
        let numbered = self.game.numbered(state, ply.seat, ply.action);
        self.given = numbered.iter().map(|id| id.index()).collect();
    }

    fn event(&mut self, event: G::Event) {
        self.record.clear();
        self.game.count(&event, &mut self.record);
        let components = self.game.components();
        let (meant, given, forgotten) = (&self.meant, &self.given, &mut self.forgotten);
        self.record.for_each_use(|at, seat, usage| {
            let component = &components[at];
            let kind = self.game.info().kinds.iter().find(|kind| kind.name == component.kind);
            // An automa chooses nothing.
            let is_chosen =
                seat.index() < self.game.players() && kind.is_some_and(|kind| kind.choice == Choice::Chosen);
            if usage.taken > 0 && is_chosen && !meant.contains(&(at, seat)) && !given.contains(&at) {
                forgotten.insert(component.kind.clone());
            }
        });
    }
}

/// A seat that takes a component of a chosen kind has chosen it by an action for which [`Game::takes`] names it.
pub fn what_players_take_they_have_chosen<G: Scripted, T: Title<Game = G>>(title: &T) {
    for game in tables(title) {
        for deal in 0..DEALS {
            let mut purposes = Purposes {
                game: &game,
                record: game.record(),
                meant: BTreeSet::new(),
                given: Vec::new(),
                forgotten: BTreeSet::new(),
            };
            let luck = Luck::new(SEED, deal);
            let dealt = game.deal(&luck, &mut |_| {});
            let random = Strategy::Random;
            let seats = vec![&random; game.players()];
            let episode = Episode { game: &game, seats: &seats };
            episode.play(&dealt, &luck, &mut Workbench::new(&game), &mut game.record(), &mut purposes);
            assert!(
                purposes.forgotten.is_empty(),
                "seats took components of the kinds {:?}, and no action of theirs was for them: name them in `takes`",
                purposes.forgotten,
            );
        }
    }
}

struct Keeping<'a, G: Game> {
    game: &'a G,
    never: &'a Never,
    tried: Option<GameRecord>,
    legal: Vec<G::Action>,
    broken: Vec<String>,
}

impl<G: Game> Watch<G> for Keeping<'_, G> {
    fn action(&mut self, state: &G::State, ply: Ply<G>, _: Option<Why>) {
        let Keeping { game, never, tried, legal, .. } = self;
        if ply.seat != Seat(0) {
            return;
        }
        legal.clear();
        let offer = game.legal(state, legal);
        let left = never.narrow(*game, (state, ply.seat), offer, legal, tried);
        if !is_offered(*game, left, legal, ply.action) {
            self.broken.push(ply.action.to_string());
        }
    }
}

/// Shipped strategies keep to any ban while anything else is legal.
pub fn what_is_never_done_is_not_done<G: Scripted, T: Title<Game = G>>(title: &T) {
    let components = |kind: &str| -> Vec<String> {
        let of_kind = |game: &G| {
            let all = game.components().iter().filter(|component| component.kind == kind);
            all.map(|component| component.name.clone()).collect::<Vec<_>>()
        };
        tables(title).next().map_or(Vec::new(), |game| of_kind(&game))
    };
    let kinds = title.info().kinds.iter().filter(|kind| kind.choice != Choice::Happens);
    let mut bans: Vec<String> = sim_script::never::actions(title);
    for kind in kinds {
        bans.push(kind.name.to_owned());
        // The first and the last component of a kind stand for the others.
        let all = components(kind.name);
        bans.extend(all.first().cloned());
        bans.extend(all.last().cloned());
    }
    bans.extend(
        title
            .info()
            .measures
            .iter()
            .filter(|measure| measure.of == Of::Seat)
            .step_by(4)
            .map(|measure| measure.name.to_owned()),
    );
    let games: Vec<G> = tables(title).collect();
    for (at, ban) in bans.iter().enumerate() {
        let asked = title.shipped().iter().filter(|shipped| PLAYERS.contains(&shipped.name));
        for (number, shipped) in asked.enumerate() {
            let template = hold(library::template(title, shipped.name, shipped.name, shipped.text));
            let text = template.with_bans(std::slice::from_ref(ban));
            let strategy = hold(library::tuned(title, shipped.name, shipped.name, &text, &[]));
            let never = strategy.never().unwrap_or_else(|| panic!("{text}"));
            let game = &games[(at + number) % games.len()];
            let seats = vec![&strategy; game.players()];
            for deal in 0..GAMES {
                let luck = Luck::new(SEED, deal + at as u64);
                let dealt = game.deal(&luck, &mut |_| {});
                let mut keeping = Keeping { game, never, tried: None, legal: Vec::new(), broken: Vec::new() };
                let episode = Episode { game, seats: &seats };
                let mut record = game.record();
                episode.play(&dealt, &luck, &mut Workbench::new(game), &mut record, &mut keeping);
                assert!(
                    keeping.broken.is_empty(),
                    "{} with never = [\"{ban}\"] did {:?}",
                    shipped.name,
                    keeping.broken
                );
            }
        }
    }
}
