//! Finds the strategies that come with the game.

fn main() -> Result<(), Box<dyn std::error::Error>> {
    sim_shipped::write("strategies/leduc")
}
