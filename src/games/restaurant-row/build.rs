fn main() -> Result<(), Box<dyn std::error::Error>> {
    sim_shipped::write("../../../strategies/restaurant-row")?;
    sim_shipped::write("../../../experiments/restaurant-row")
}
