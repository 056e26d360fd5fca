//! A Monte Carlo balance laboratory for board-game designers.
//!
//! Games are played headless, by their full rules, by scripted strategies, millions of deals at a
//! time; the answers come out as tables, charts and a page, each number with its error.
//!
//! # How data flows
//!
//! ```text
//! engine -> script -> play -> games                     games are known to the program alone
//! stats ------------>/   \-> lab -> report -> store -> cli
//!                             \-> parquet ->/
//! ```
//!
//! Each of these is a package, and uses those to its left. Their front pages are read as one book, in this order:
//! [`engine`], [`script`], [`play`], [`lab`], [`report`], [`store`], [`cli`]; each says what it promises to others, and leads to
//! the next. Whoever brings a game needs the first three and the last.
//!
//! - [`engine`]: what a game is. Pure state machines behind one contract, [`engine::Game`]; numbers,
//!   rulings and components are data with a source.
//! - [`script`]: how games are played. Scripts of formulas over what a seat may see, compiled at load.
//! - [`play`]: a deal in, finished games out, in balanced seats; `play::search` imagines games on the way;
//!   `play::tally` counts them as whole numbers, and `play::arm` does all this on all cores, over any range of
//!   deals. `play::laws` holds what must be true of every game.
//! - A game is a package of its own under `src/games`: its rules, its features, its data, its golden files.
//! - [`stats`]: estimates with their errors.
//! - [`lab`]: what is asked of arms, with no terminal, file or clock. [`lab::Lab`] plays for every question;
//!   [`lab::summary`] is what a run comes to, in typed rows, of which [`lab::tables`] are made; [`lab::tune`] finds
//!   params of a script that win more, and [`lab::learn`] holds what was learned against what it began from;
//!   [`lab::audit`] asks what is out of balance in a game, and [`lab::finding`] is what stands out there or in a run,
//!   typed, before any of it is a sentence.
//! - [`learn`]: strategies that learn by playing: terms and chances on top of a script's formulas.
//! - [`report`]: charts and pages, drawn from typed rows, tables and a manifest alone.
//! - [`store`]: what is kept on disk: folders of results, runs and searches that are gone on from, and the files of
//!   a designer.
//! - [`cli`]: the only package with a terminal.
//!
//! [`bring_your_own_game`] goes from the rules of a game to a report on it, [`adding_a_game`] tells all steps,
//! [`long_runs`] how runs are kept, carried on and spread over machines,
//! [`comparisons`] what each comparison says, [`adaptation`] what a change does once players have learned to play by it, [`worth`] what a thing is worth to one good player, [`prices`] what it should cost, [`plans`] which ways to win live when they are played well, [`choices`] what those who learned do otherwise, [`balance`] what to change so that a game is as it should be; `sim list --columns` tells what every column of every table holds;
//! [`a_better_strategy`] how a script that loses comes to win, [`learning`] how one learns, [`players`] how strong those that come with the
//! games are, and [`speed`] where the time goes.
//!
//! # Words
//!
//! One word a thing, in code, files and tables:
//!
//! | word | what it means |
//! |---|---|
//! | *seat* | a place at the table, counted from 1 in the starting order |
//! | *automa* | the opponent without a seat whom the rules play |
//! | *contender* | a seat or the automa; *rival*: another seat |
//! | *strategy* | how a seat plays: `random`, a *script* of formulas with its *params*, or a *search* |
//! | *search* | a strategy that plays imagined games before it answers; its *base* is who plays them, the rivals too unless others are named |
//! | *world* | a state that a seat cannot tell from its own, with luck of its own: see [`engine::Game::resample`] |
//! | *decision* | what a seat is asked; its *shape* is list, amount or chain |
//! | *action* | one legal answer, or one step of a chain |
//! | *candidate* | what a formula scores; *part*: a sort of candidates; *feature*: a number of one |
//! | *cache* | what the strategies of a table keep between decisions to save work; never information |
//! | *setting* | a number or ruling of the rules, named by its *path*; *preset*: a named set of them |
//! | *component* | a thing of the box whose use is counted |
//! | *deal* | one shuffle of all luck, a function of seed and number: the unit of every error |
//! | *line-up* | which strategies sit around a table; *rotation*: one way to seat it |
//! | *schedule* | the line-ups of a run, in the order in which deals take them |
//! | *episode*, *game* | one play of a deal in one rotation; a *row* in a file of episodes |
//! | *record* | one finished game as whole numbers |
//! | *measure* | something a game counts in every game, of each seat or of the table |
//! | *kind* | a sort of components; it says whether players choose to use them, or whether that follows from doing well (an outcome) or happens to all |
//! | *tally* | counts of many games; *prefix*: those of all deals so far, in order |
//! | *table* | a result: named columns and rows |
//! | *inputs* | all that a run is a function of, but the number of games; their *digest* names it |
//! | *shard* | a range of a run's deals that is played apart; *checkpoint*: the tally of a run under way |
//! | *arm* | inputs, ready to be played over a range of deals; a run is an experiment with one arm |
//! | *archetype* | a shipped script that is a way to play; *baselines* are those that are not: `default`, `greedy`, `expert`, `champion`, `random` |
//! | *champion* | the expert after it learned by playing itself |
//! | *level of play* | who sits at a table in a word: among archetypes, among champions, among copies of one strategy |
//! | *entrant* | a strategy that sits once at every table, against a *field* of others in the other seats |
//! | *duel* | two entrants in the same place, deal by deal; *interim analysis*: a look at it after deals fixed beforehand |
//! | *tournament* | every table that strategies can fill, or a sample; *crowd*: people who turn to what wins there |
//! | *league* | a field that *best responses* join, round by round; *mix*: how often each of it is played |
//! | *objective* | what is played for: wins, or points; its *utility* is what a seat has of it at the end of a game |
//! | *figure* | one number of a run; *paired*: in two arms on the same deals |
//! | *manifest* | the inputs, the deals that were played, and how many games that came to |
//! | *template* | a script's file whose params can be given other values; *trial*: one such script in a tuning |
//! | *learned* section | what a strategy's file adds to a formula: its *temperature*, and *terms*, formulas with a weight |
//! | *logit* | an answer's score by the temperature and its terms: its chance is in proportion to the exponential |
//! | *open* | of a decision: as many answers of the same chance as its chances come to; *otherwise*: what chances lie on other answers than the formulas alone would give |
//! | *adaptation* | what players who learn on under an arm's rules make of it; *at once*: what players as they were do |
//! | *ban* | what a strategy's file says that it never does; *worth*: what one player loses by it who learned to do without |
//! | *plan* | things in a strategy's file that are worth something to it beside winning, while it learns; in *good hands*: played by a strong player who learned the plan |
//! | *fair price* | the price at which a component is worth as much as the *middle* of the others of its kind |
//! | *goal* | figures and the range in which they should lie; *lever*: a number that may be changed for it |
//! | *proposal* | the fewest and smallest changes of numbers that were found to come near to goals |
//! | *ladder* | levels of skill, a *rung* each: how far each is ahead of the one below |
//! | *best response* | what learns against others who do not; in *self-play* all seats learn |
//! | *magnet* | the older policy that holds self-play back; *critic*: what a seat can expect to win, by what it sees |
//! | *generation* | trials that race on the same deals; *round*: a deal at each sort of table |
//! | *test* | deals that the search of a tuning never meets; *held out*: such an opponent |
//! | *analysis* | what a game says of itself without being played |
//! | *audit* | all that is asked of a game, at every number of players: its *answers*, then its *findings* in order of weight |
//! | *chapter* | where an audit tells a finding: of the game played well, of readings, of newcomers, of what is open |
//!
//! # One strategy against another
//!
//! ```
//! use sim::{CATALOGUE, lab::{Lab, Stop, compare::{CompareSpec, Until, compare}, player::Player, spec::RulesSpec}};
//!
//! let entry = CATALOGUE.find("delectable").expect("the catalogue lists it");
//! let player = |name| Ok::<_, sim::lab::Error>(Player::shipped(entry, name)?.expect("it is shipped"));
//! let (one, other, field) = (player("raider")?, player("random")?, vec![player("balancer")?]);
//! let (rules, games, until) = (RulesSpec::printed(entry), Some(400), Until::Played);
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
pub use sim_play as play;
pub use sim_report as report;
pub use sim_script as script;
pub use sim_stats as stats;
pub use sim_store as store;

/// The games that come with the program, by name.
pub static CATALOGUE: Catalogue = Catalogue(GAMES);

#[doc = include_str!("a_better_strategy.md")]
pub mod a_better_strategy {}
#[doc = include_str!("adaptation.md")]
pub mod adaptation {}
#[doc = include_str!("adding_a_game.md")]
pub mod adding_a_game {}
#[doc = include_str!("balance.md")]
pub mod balance {}
#[doc = include_str!("bring_your_own_game.md")]
pub mod bring_your_own_game {}
#[doc = include_str!("choices.md")]
pub mod choices {}
#[doc = include_str!("comparisons.md")]
pub mod comparisons {}
#[doc = include_str!("learning.md")]
pub mod learning {}
#[doc = include_str!("long_runs.md")]
pub mod long_runs {}
#[doc = include_str!("players.md")]
pub mod players {}
#[doc = include_str!("prices.md")]
pub mod prices {}
#[doc = include_str!("speed.md")]
pub mod speed {}
#[doc = include_str!("worth.md")]
pub mod worth {}
#[doc = include_str!("plans.md")]
pub mod plans {}
