fn main() -> Result<(), Box<dyn std::error::Error>> {
    sim_shipped::write("../../../strategies/restauranteur")?;
    sim_shipped::write("../../../experiments/restauranteur")
}
