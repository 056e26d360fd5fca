//! Finds the strategies that come with the game: every file of the folder (step 5).

fn main() -> Result<(), Box<dyn std::error::Error>> {
    sim_shipped::write("strategies/reef")
}
