use std::ops::Range;

use sim_learn::{Base, Method, Spec, Table};
use sim_play::{
    Schedule,
    arm::{Arm, Arms, Contest, Named, Seats},
    tally::Tally,
};
use sim_script::{Plan, Strategy};

use super::{
    AdaptSpec,
    pupils::{Lesson, features, learn_all},
    read::{Met, Rows},
};
use crate::{
    bench::{Event, Lab},
    error::Error,
    player::Player,
    store::Worth,
    train::params::template_at,
};

/// Games at least of each seating of those who adapted and players as they were, so that there is an interval.
const FEWEST: u64 = 200;
pub const LEARNER: &str = "learner";

pub struct Fared {
    pub strategy: Strategy,
    pub named: Named,
    pub tally: Tally,
}

/// Who trains at a table: the file that training starts from, and the strategy whose copies fill the other seats in each
/// repeat; without any the learner plays itself.
pub struct Variation<'a> {
    pub named: &'a Named,
    pub base: Base,
    pub fields: &'a [Strategy],
}

#[derive(Clone, Copy)]
pub struct School<'a> {
    pub spec: &'a AdaptSpec,
    pub start: &'a Player,
}

impl<'a> School<'a> {
    /// The strategies of every arm, in its order, one for each repeat: they train by playing themselves.
    pub fn learn(&self, arms: &[&Named], lab: &mut Lab<'_>) -> Result<Vec<Vec<Strategy>>, Error> {
        let base = self.base(&[])?;
        let variations: Vec<_> =
            arms.iter().map(|named| Variation { named, base: base.clone(), fields: &[] }).collect();
        self.train(&variations, lab)
    }

    /// The strategies that variations come to, one for each repeat. All train side by side.
    fn train(&self, variations: &[Variation<'_>], lab: &mut Lab<'_>) -> Result<Vec<Vec<Strategy>>, Error> {
        let arms = variations.iter().map(|one| &one.named.arm);
        let tables: Vec<[Table<'_>; 1]> =
            arms.map(|arm| [Table { game: &*arm.game, players: arm.frame.players }]).collect();
        let repeats = self.spec.budget.repeats;
        let mut lessons = Vec::new();
        for (Variation { named, base, fields }, tables) in variations.iter().zip(&tables) {
            for repeat in 0..repeats {
                let field = fields.get(repeat as usize).map_or(&[][..], std::slice::from_ref);
                lessons.push(self.lesson(&named.arm, tables, base.clone(), field, repeat));
            }
        }
        let mut strategies = learn_all(&lessons, repeats, lab)?.into_iter();
        Ok(variations.iter().map(|_| strategies.by_ref().take(repeats as usize).collect()).collect())
    }

    /// Trains each variation in each repeat, and has it play among its field in all seats in turn, each repeat on deals of
    /// its own: the results by variation, and there by repeat.
    pub fn results(
        &self,
        variations: &[Variation<'_>],
        deals: impl Fn(u64) -> Range<u64>,
        lab: &mut Lab<'_>,
    ) -> Result<Vec<Vec<Fared>>, Error> {
        let trained = self.train(variations, lab)?;
        let repeats = self.spec.budget.repeats;
        let each: u64 = (0..repeats).map(|repeat| deals(repeat).end - deals(repeat).start).sum();
        let games = variations.iter().map(|one| one.named.arm.frame.players as u64 * each).sum();
        lab.progress.see(Event::Plan { arms: variations.len() * repeats as usize, games });
        let mut results = Vec::new();
        for (Variation { named, fields, .. }, strategies) in variations.iter().zip(&trained) {
            let mut own = Vec::new();
            for ((repeat, strategy), field) in (0..).zip(strategies).zip(*fields) {
                own.push(self.among(&named.arm, (strategy, field), deals(repeat), lab)?);
            }
            results.push(own);
        }
        Ok(results)
    }

    /// The file of one who learns on among others inside a plan: that of the plan, and what its file never does. He is
    /// told from the others by his name.
    pub fn inside(&self, plan: &Plan, never: &[String]) -> Result<Base, Error> {
        let Base { name, origin, text } = self.learner(never)?;
        let text = self.spec.arm.rules.entry.template(&name, &origin, &text)?.with_plan(plan);
        Ok(Base { name, origin, text })
    }

    /// The file of whoever learns on, as it is at the table, with bans beside its own. It keeps its name, so that figures
    /// of strategies are held against those of players as they are.
    pub fn base(&self, bans: &[String]) -> Result<Base, Error> {
        let entry = self.spec.arm.rules.entry;
        let name = self.start.strategy.name().to_owned();
        let own = template_at(entry, self.start, self.spec.arm.players)?;
        let mut text = own.text_with(&own.values());
        if !bans.is_empty() {
            let known = self.start.strategy.never().map_or(&[][..], |never| never.words());
            let words: Vec<String> = known.iter().chain(bans).cloned().collect();
            text = entry.template(&name, &self.start.path(), &text)?.with_bans(&words);
        }
        Ok(Base { name, origin: self.start.path(), text })
    }

    /// The same for one who learns on among others, and is told from them by his name.
    pub fn learner(&self, bans: &[String]) -> Result<Base, Error> {
        Ok(Base { name: LEARNER.to_owned(), origin: LEARNER.to_owned(), ..self.base(bans)? })
    }

    fn lesson<'s>(
        &self,
        arm: &'s Arm,
        tables: &'s [Table<'s>],
        base: Base,
        field: &'s [Strategy],
        repeat: u64,
    ) -> Lesson<'s>
    where
        'a: 's,
    {
        let spec = Spec {
            entry: self.spec.arm.rules.entry,
            tables,
            base,
            standard: &self.start.strategy,
            field,
            strangers: &[],
            features: features(&self.start.strategy),
            is_pruned: false,
            method: if field.is_empty() { Method::adaptation() } else { Method::response() },
            games: self.spec.budget.games,
            test_games: 0,
            // Arms and bans share it, so that all learn alike for as long as they make no difference.
            seed: self.spec.arm.seed.wrapping_add(repeat),
        };
        Lesson { arm, spec }
    }

    /// The results of learners at one table among players as they are, over so many deals: by file, and there by repeat.
    pub fn each_among(
        &self,
        named: &Named,
        bases: Vec<Base>,
        deals: u64,
        lab: &mut Lab<'_>,
    ) -> Result<Vec<Vec<Fared>>, Error> {
        let budget = self.spec.budget;
        let fields = &vec![self.start.strategy.clone(); budget.repeats as usize][..];
        let variations: Vec<_> = bases.into_iter().map(|base| Variation { named, base, fields }).collect();
        self.results(&variations, |repeat| budget.part_of(deals, repeat), lab)
    }

    /// A strategy among copies of another, in all seats in turn, on these deals.
    fn among(
        &self,
        arm: &Arm,
        (strategy, field): (&Strategy, &Strategy),
        deals: Range<u64>,
        lab: &mut Lab<'_>,
    ) -> Result<Fared, Error> {
        let players = arm.frame.players;
        let lineup: Vec<u8> = (0..players).map(|seat| u8::from(seat > 0)).collect();
        let strategies = vec![strategy.clone(), field.clone()];
        let seats = Seats { players, strategies, lineup: Some(lineup), seed: arm.inputs.seed };
        let arm = self.spec.arm.rules.entry.arm(&arm.rules(), seats)?;
        let named = Named { name: format!("{} among {}", strategy.name(), field.name()), arm };
        let tally = lab.tally(&named, deals, Worth::IfLong)?;
        Ok(Fared { strategy: strategy.clone(), named, tally })
    }

    /// The arms played by those who have adapted to them, each repeat on its part of the deals: of every arm but the
    /// first what it differs in from it, repeat by repeat.
    pub fn play(
        &self,
        arms: &Arms,
        learned: &[Vec<Strategy>],
        deals: u64,
        lab: &mut Lab<'_>,
    ) -> Result<Vec<Vec<Rows>>, Error> {
        let schedule = &arms.first().arm.schedule;
        let games: u64 = schedule.games_of(0..deals) * learned.len() as u64;
        let parts: Vec<Range<u64>> =
            (0..self.spec.budget.repeats).map(|repeat| self.spec.budget.part_of(deals, repeat)).collect();
        lab.progress.see(Event::Plan { arms: learned.len() * parts.len(), games });
        let mut first: Vec<(Named, Tally)> = Vec::new();
        let mut read = Vec::new();
        for (at, (named, strategies)) in arms.all().zip(learned).enumerate() {
            let mut rows = Vec::new();
            for (repeat, (strategy, part)) in strategies.iter().zip(&parts).enumerate() {
                let adapted = self.table(named, strategy, named.arm.inputs.seed)?;
                let played = lab.tally(&adapted, part.clone(), Worth::IfLong)?;
                match first.get(repeat) {
                    Some((control, tally)) if at > 0 => {
                        rows.push(Rows::between((&adapted.arm, &played), (&control.arm, tally))?);
                    }
                    _ => first.push((adapted, played)),
                }
            }
            if at > 0 {
                read.push(rows);
            }
        }
        Ok(read)
    }

    pub fn table(&self, named: &Named, strategy: &Strategy, seed: u64) -> Result<Named, Error> {
        let (entry, rules) = (self.spec.arm.rules.entry, named.arm.rules());
        let players = named.arm.frame.players;
        let seats =
            Seats { players, strategies: vec![strategy.clone()], lineup: Some(vec![0; players]), seed };
        Ok(Named { name: format!("{}, adapted", named.name), arm: entry.arm(&rules, seats)? })
    }

    /// Those who have adapted and players as they were at one table, in every arm, on deals beyond those that were
    /// played.
    pub fn meet(
        &self,
        arms: &Arms,
        learned: &[Vec<Strategy>],
        deals: u64,
        lab: &mut Lab<'_>,
    ) -> Result<Vec<Met>, Error> {
        let players = arms.first().arm.frame.players;
        let schedule = Schedule::against(1, players).expect("two strategies make few tables");
        let games = arms.first().arm.schedule.games_of(0..deals).div_ceil(2 * self.spec.budget.repeats);
        let games = games.max(FEWEST);
        let each = schedule.deals_for(games).0;
        let all = 2 * schedule.games_of(0..each) * self.spec.budget.repeats * learned.len() as u64;
        lab.progress.see(Event::Plan { arms: 1, games: all });
        let was = &self.start.strategy;
        let (mut met, mut played) = (Vec::new(), 0);
        for (named, strategies) in arms.all().zip(learned) {
            let mut own = Met::default();
            for (repeat, adapted) in (0..).zip(strategies) {
                let first = deals + repeat * each;
                let contest =
                    |strategies| Contest { strategies, schedule: &schedule, deals: first..first + each };
                let pair = [contest(vec![adapted, was]), contest(vec![was, adapted])];
                let seed = named.arm.inputs.seed;
                let scores = lab.threads.install(|| named.arm.game.contests(&pair, seed, lab.stop))?;
                let utility = named.arm.game.utility();
                let mut results = scores.iter().map(|scores| utility.of_contest(scores));
                if let (Some(adapted), Some(was)) = (results.next(), results.next()) {
                    own.adapted.push(adapted);
                    own.as_they_were.push(was);
                }
                played += 2 * schedule.games_of(0..each);
                lab.progress.see(Event::Step { games: played });
            }
            met.push(own);
        }
        Ok(met)
    }
}
