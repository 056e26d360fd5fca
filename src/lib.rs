//! A Monte Carlo balance laboratory for board-game designers.
//!
//! Scripted strategies play games by their full rules, millions of deals at a time. Results are tables, charts and
//! a page; each number has its error.
//!
//! # Where to start
//!
//! `src/docs/architecture.md` shows the crates and the path of a run from the command line to its files;
//! `src/docs/code_by_topic.md` shows where to find what. The same folder has the guides and the pages on methods.
//! The crates read as one book, in this order: [`engine`], [`script`], [`play`], [`lab`], [`report`], [`store`],
//! [`cli`]. Authors of games need the first three and the last.
//!
//! # Terms
//!
//! Only terms that the field lacks, or that have a narrower meaning here:
//!
//! | word | meaning |
//! |---|---|
//! | *seat* | a place at the table, counted from 1 in the starting order |
//! | *automa* | an opponent without a seat, played by the rules |
//! | *setting* | a number or ruling of the rules, named by its path |
//! | *kind* | a group of components that are compared with each other |
//! | *strategy* | the player of a seat: `random`, a script of formulas, or a search by rollouts of a script |
//! | *archetype* | a shipped script with one way to play; not `random`, `greedy`, `default`, `expert` or `champion` |
//! | *champion* | the strongest trained player: it wins most among the other members of the panel |
//! | *panel* | the strong, distinct strategies among which a game is measured |
//! | *chain* | a decision in several steps; every offered prefix can be completed |
//! | *candidate*, *part* | an option that a formula scores; a group of candidates with features of their own |
//! | *world* | a sampled state that a seat cannot distinguish from the true one: see [`engine::Game::resample`] |
//! | *deal* | all luck of a game, a function of seed and number; the independent unit of every standard error |
//! | *rotation* | one seating of a deal's line-up; every deal is played once in each |
//! | *line-up* | the strategies at a table |
//! | *tally* | integer sums over finished games |
//! | *measure* | a quantity that a game counts in every game, per seat or per table |
//! | *figure* | one number of a run that questions and goals can name |
//! | *arm* | the inputs of a run, ready to be played over any range of deals |
//! | *shard* | a range of a run's deals, played separately |
//! | *contrast* | win rate of a component's users minus that of others at the table: an association |
//! | *ban*, *worth* | a component barred from a player; the wins that this costs a strong player, after retraining |
//! | *plan* | items or measures that training rewards in addition to wins, to learn one way to win |
//! | *fair price* | the price at which a component is worth as much as the median of the others of its kind |
//! | *goal*, *lever*, *proposal* | a figure with a target range; a changeable number; changes confirmed by play |
//! | *adaptation* | retraining under changed rules; figures "at once" exclude it |
//! | *ladder* | levels of skill, and the lead of each over the one below |
//!
//! # One strategy against another
//!
//! ```
//! use sim::{CATALOGUE, lab::{Lab, Stop, compare::{CompareSpec, StopRule, compare}, player::Player, spec::RulesSpec}};
//!
//! let entry = CATALOGUE.find("delectable").expect("the catalogue lists it");
//! let player = |name| Ok::<_, sim::lab::Error>(Player::shipped(entry, name)?.expect("it is shipped"));
//! let (one, other, field) = (player("raider")?, player("random")?, vec![player("balancer")?]);
//! let (rules, games, until) = (RulesSpec::printed(entry), Some(400), StopRule::Played);
//! let spec = CompareSpec { rules, players: 2, one, other, field, games, until, seed: 1 };
//! let threads = rayon::ThreadPoolBuilder::new().build()?;
//! let mut lab = Lab { threads: &threads, stop: &Stop::new(), progress: &mut (), store: &mut () };
//! let win_rate = &compare(&spec, &mut lab)?.rows[0];
//! let ends = win_rate.paired.difference.interval.expect("400 games give an interval");
//! println!("{}: {:+.3} to {:+.3}", win_rate.of, ends.low, ends.high);
//! assert!(ends.low > 0.5);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use sim_lab::catalogue::Catalogue;

pub use sim_cli as cli;
pub use sim_engine as engine;
pub use sim_games::GAMES;
pub use sim_lab as lab;
pub use sim_learn as learn;
pub use sim_lua as lua;
pub use sim_play as play;
pub use sim_report as report;
pub use sim_script as script;
pub use sim_stats as stats;
pub use sim_store as store;

/// The games that come with the program, by name.
pub static CATALOGUE: Catalogue = Catalogue(GAMES);
