fn main() -> Result<(), Box<dyn std::error::Error>> {
    sim_shipped::write("../../../strategies/critter-kitchen")?;
    sim_shipped::write("../../../experiments/critter-kitchen")
}
