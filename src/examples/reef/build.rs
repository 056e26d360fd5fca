//! Collects the strategies and experiments that ship with the game: every file of the folders (steps 5 and 7).

fn main() -> Result<(), Box<dyn std::error::Error>> {
    sim_shipped::write("strategies/reef")?;
    sim_shipped::write("experiments/reef")
}
