//! Plays single deals, one after another, on one thread.

use super::{Stop, Stopped};
use crate::{
    Schedule,
    episode::{Episode, Nobody, Workbench},
};
use sim_engine::{BySeat, GameRecord, Luck, MAX_SEATS, Objective, Seat};
use sim_script::{Notes, Scripted, Strategy};

/// Plays deals on one thread, with buffers that it reuses from deal to deal.
pub struct Dealer<'g, G: Scripted> {
    game: &'g G,
    seed: u64,
    stop: &'g Stop,
    bench: Workbench<G>,
    record: GameRecord,
    /// Events of the deal itself, which count in each of its games.
    opening: Vec<G::Event>,
}

impl<'g, G: Scripted> Dealer<'g, G> {
    pub fn new((game, objective): (&'g G, Objective), seed: u64, stop: &'g Stop) -> Dealer<'g, G> {
        let bench = Workbench::playing_for(game, objective, stop.clone());
        Dealer { game, seed, stop, bench, record: game.record(), opening: Vec::new() }
    }

    /// From now on, notes the decisions of the first strategy's seats.
    pub fn note(&mut self, notes: Notes) {
        self.bench.evaluator.note(notes);
    }

    pub fn take_notes(&mut self) -> Option<Notes> {
        self.bench.evaluator.take_notes()
    }

    /// Plays a deal at each of its tables; `each` receives the index of each rotation and the record of its game.
    ///
    /// # Errors
    /// When stopped before the last game ended.
    pub fn deal<'s>(
        &mut self,
        deal: u64,
        schedule: &Schedule,
        strategy: impl Fn(u8) -> &'s Strategy,
        each: impl FnMut(usize, &GameRecord),
    ) -> Result<(), Stopped> {
        self.deal_with(deal, 0, schedule, strategy, each)
    }

    /// Plays a deal with other draws after set-up; `draws` = 0 gives those of the deal itself.
    pub fn deal_with<'s>(
        &mut self,
        deal: u64,
        draws: u64,
        schedule: &Schedule,
        strategy: impl Fn(u8) -> &'s Strategy,
        mut each: impl FnMut(usize, &GameRecord),
    ) -> Result<(), Stopped> {
        let Dealer { game, seed, stop, bench, record, opening } = self;
        let luck = Luck::new(*seed, deal);
        opening.clear();
        let dealt = game.deal(&luck, &mut |event| opening.push(event));
        let luck = luck.again(draws);
        for (rotation, table) in schedule.tables(deal).enumerate() {
            let seats = seated(table, &strategy);
            record.clear();
            record.strategies = table;
            opening.iter().for_each(|event| game.count(event, record));
            if let Some(notes) = bench.evaluator.notes() {
                notes.begin(Seat::all(schedule.players()).filter(|&seat| table[seat] == 0));
            }
            let episode = Episode { game: *game, seats: &seats[..schedule.players()] };
            episode.play(&dealt, &luck, bench, record, &mut Nobody);
            // After a stop, a search has cut its decisions short.
            stop.check()?;
            each(rotation, record);
        }
        Ok(())
    }
}

/// The strategies at a table of a schedule, by seat.
pub(super) fn seated<'s>(
    table: BySeat<u8>,
    strategy: impl Fn(u8) -> &'s Strategy,
) -> [&'s Strategy; MAX_SEATS] {
    table.0.map(strategy)
}
