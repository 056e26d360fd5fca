//! A Monte Carlo balance laboratory for board-game designers.
//!
//! Games are played headless, by their full rules, by scripted strategies, millions of deals at a
//! time; the answers come out as tables, charts and a page, each number with its error.
//!
//! # One way through the house
//!
//! ```text
//! rules -> strategy -> play -> tally -> tables -> experiment -> charts -> report
//!                              stats ->/                    catalogue and cli drive
//! ```
//!
//! A room may use those to its left, and knows none to its right.
//!
//! - [`rules`]: what a game is. Pure state machines behind one contract, [`rules::Game`]; numbers,
//!   rulings and components are data with a source.
//! - [`strategy`]: how games are played. Scripts of formulas over what a seat may see, compiled at
//!   load; exact solvers join what formulas score.
//! - [`play`]: a deal in, finished games out, in balanced seats.
//! - [`tally`]: finished games in, whole numbers out. From here on nothing knows a game.
//! - [`stats`]: estimates with their errors. [`tables`]: tidy rows, the only place where estimates
//!   are made.
//! - [`experiment`]: arms, which are inputs ready to be played over any range of deals on all cores;
//!   what a run was, as a manifest.
//! - [`charts`] and [`report`]: drawn from tables and a manifest alone.
//! - [`catalogue`]: the one list of games. [`cli`]: the only room with a terminal and files.
//!
//! [`adding_a_game`] tells the steps.
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
//! | *strategy* | how a seat plays: `random`, or a *script* of formulas with its *params* |
//! | *decision* | what a seat is asked; its *shape* is list, amount or chain |
//! | *action* | one legal answer, or one step of a chain |
//! | *candidate* | what a formula scores; *part*: a sort of candidates; *feature*: a number of one |
//! | *memo* | what a strategy keeps between decisions to save work; never information |
//! | *parameter* | a number or ruling of the rules, named by its *path*; *preset*: a named set of them |
//! | *component* | a thing of the box whose use is counted; *kind*: its sort |
//! | *deal* | one shuffle of all luck, a function of seed and number: the unit of every error |
//! | *line-up* | which strategies sit around a table; *rotation*: one way to seat it |
//! | *schedule* | the line-ups of a run, in the order in which deals take them |
//! | *episode*, *game* | one play of a deal in one rotation; a *row* in a file of episodes |
//! | *record* | one finished game as whole numbers |
//! | *measure* | something a game reports of every seat in every game |
//! | *tally* | counts of many games; *prefix*: those of all deals so far, in order |
//! | *table* | a result: named columns and rows |
//! | *inputs* | all that a run is a function of, but the number of games; their *digest* names it |
//! | *arm* | inputs, ready to be played over a range of deals; a run is an experiment with one arm |
//! | *manifest* | the inputs, the deals that were played, and how many games that came to |
//! | *analysis* | what a game says of itself without being played |
//!
//! # From a seed to a table
//!
//! ```
//! use sim::{
//!     catalogue,
//!     experiment::{Rules, Seats},
//!     tables,
//! };
//!
//! let entry = catalogue::find("delectable").expect("the catalogue lists it");
//! let strategies = ["raider", "random"]
//!     .map(|name| entry.shipped_strategy(name).map(|found| found.expect("it is shipped")));
//! let strategies = strategies.into_iter().collect::<Result<Vec<_>, _>>()?;
//! let seats = Seats { players: 2, strategies, lineup: None, seed: 1 };
//! let arm = entry.arm(&Rules::new(entry.params()?), seats)?;
//! let tally = arm.play(0..100, arm.empty(), &mut ());
//! let tables = tables::summarise(&arm.subject(), &tally);
//! assert_eq!(tables[0].name, "win_share_by_strategy");
//! assert!(tables[0].number(&tables[0].rows[0], "win_share") > Some(0.9));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Does the contract hold five games?
//!
//! The contract was checked on paper against the hardest decision of each of five restaurant games
//! before anything was built on it. A decision is a list of at most 256 actions, an amount, or a
//! chain of micro-actions in canonical order.
//!
//! - **Critter Kitchen, plans**: three chefs, sometimes four, to different ones of up to eight
//!   locations: up to 8*7*6*5 = 1,680 plans. A chain: one location for each chef in the fixed order
//!   mouse, lizard, boar, guest, so a plan has exactly one chain and a step at most eight actions.
//!   Scripts score chef at location (at most 32 pairs); an assignment solver joins them. The plans
//!   of a round are decision nodes in turn, and no observation shows another seat's before the
//!   reveal.
//! - **Critter Kitchen, meals**: sets of tokens for up to three challenges, or one token and one
//!   spice for each of seven courses. A chain over token kinds (type and value) in ascending order,
//!   with "done" legal only when the meal is; scripts give the worth of stars and of each kept
//!   token, a solver finds the best whole.
//! - **La Bistro, property and re-opened auctions**: naming a building is a list; then every bidder
//!   commits one hidden limit, an amount, from what it sees at the start, and the rules play the
//!   raises clockwise one by one: the price is not simply the second limit, and ties fall to whoever
//!   raises first. A re-opened auction is one more auction between challenger and employer, with
//!   limits asked afresh. What reactions in mid-auction would add is not modelled, and said so.
//! - **Restaurant Row, blind bids inside a store**: the chooser's lot is a list or, for a set of
//!   ingredients, a chain; then each seat still there answers an amount with a legal pass, in turn
//!   and unseen; equal bids fall by distance from the pawn, which is state. Customers choosing by
//!   three preferences make no decision for anybody: that is rules code between two nodes.
//! - **Restauranteur, builds and campaign targets**: type x card x cell is up to 4 * 4 * 15 = 240
//!   actions, more with improvements, so it is a chain of type, card and cell: at most 64 actions a
//!   step, each prefix checked to have a completion. Campaign targets are a list: at most 16
//!   districts, 16 lines, 4 quadrants and 4 sides.
//! - **Delectable, discard set x pile**: up to 2^8 sets times five piles. A chain of discards from
//!   left to right that the named pile ends. Formulas score piles and cards; the solver builds the
//!   set from the right and looks at piles only where a set is whole.

#[doc = include_str!("adding_a_game.md")]
pub mod adding_a_game {}
pub mod catalogue;
pub mod charts;
pub mod cli;
pub mod experiment;
pub mod play;
pub mod report;
#[deny(clippy::disallowed_methods, clippy::iter_over_hash_type)]
pub mod rules;
#[deny(clippy::disallowed_methods, clippy::iter_over_hash_type)]
pub mod stats;
#[deny(clippy::disallowed_methods, clippy::iter_over_hash_type)]
pub mod strategy;
pub mod tables;
#[deny(clippy::disallowed_methods, clippy::iter_over_hash_type)]
pub mod tally;
pub mod text;

#[cfg(test)]
mod laws;
