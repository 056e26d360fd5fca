fn main() -> Result<(), Box<dyn std::error::Error>> {
    sim_shipped::write("../../../strategies/la-bistro")?;
    sim_shipped::write("../../../experiments/la-bistro")
}
