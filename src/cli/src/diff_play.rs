use clap::Args;

use super::{failure::Failure, game_args::SizeArgs, number, output};
use sim_engine::{Seat, text::list};
use sim_lab::{
    parting::{PartingSpec, parting},
    spec::SpecError,
};
use sim_report::tell;
use sim_store::strategies;

#[derive(Debug, Clone, Args)]
#[command(after_help = EXAMPLES)]
pub struct DiffPlayArgs {
    /// Two strategies, by name or file
    #[arg(value_names = ["A", "B"], num_args = 2, required = true)]
    strategies: Vec<String>,
    #[command(flatten)]
    game: SizeArgs,
    /// Who sits in the other seats, in turn
    #[arg(long, value_name = "NAME,...", default_value = "default")]
    rivals: Vec<String>,
    /// Number of the deal [default: the first from 0 in which they part]
    #[arg(long, value_name = "K", value_parser = number::count, allow_negative_numbers = true)]
    deal: Option<u64>,
    /// The seat that both take, from 1
    #[arg(long, value_name = "S", default_value = "1", value_parser = number::count, allow_negative_numbers = true)]
    seat: u64,
    /// Seed: the same seed gives the same deals
    #[arg(long, value_name = "SEED", default_value = "1", value_parser = number::count, allow_negative_numbers = true)]
    seed: u64,
}

const EXAMPLES: &str = "Examples:
  sim diff-play raider balancer --game delectable
  sim diff-play default chain --game la-bistro --rivals volume --seat 2 --deal 7";

/// Deals that are tried where none is named.
const DEALS: u64 = 100;

impl DiffPlayArgs {
    pub fn run(&self) -> Result<(), Failure> {
        let (chosen, players) = self.game.resolve()?;
        let entry = chosen.entry;
        let seat = self.seat.checked_sub(1).filter(|seat| *seat < players as u64);
        let Some(seat) = seat else {
            return Err(sim_lab::Error::from(SpecError::NoSeat { seat: self.seat, players }).into());
        };
        let load = |name: &String| strategies::load(entry, name);
        let [one, other] = &self.strategies[..] else {
            return Err(Failure::misuse("two strategies are held against each other", "name two"));
        };
        let pair = [load(one)?, load(other)?];
        let rivals = strategies::load_all(entry, &list::split_all(&self.rivals))?;
        let deals = self.deal.map_or(0..DEALS, |deal| deal..deal.saturating_add(1));
        let (seat, seed) = (Seat(seat as u8), self.seed);
        let rules = chosen.spec;
        let spec = PartingSpec { rules, players, pair, rivals, seat, seed, deals };
        output::print(&tell::parting(&spec, parting(&spec)?.as_ref()))
    }
}
