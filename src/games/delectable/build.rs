fn main() -> Result<(), Box<dyn std::error::Error>> {
    sim_shipped::write("../../../strategies/delectable")?;
    sim_shipped::write("../../../experiments/delectable")
}
