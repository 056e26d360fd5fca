//! What is worked out when the program is built.

#![expect(clippy::print_stdout, reason = "this is how a build script speaks to cargo")]

mod fingerprints;
mod shipped;

use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo:rerun-if-changed=src/build");
    fingerprints::write()?;
    shipped::write()
}
