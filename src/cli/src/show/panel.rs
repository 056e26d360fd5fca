use sim_lab::{
    panel::PANEL,
    tables::{Cell, Column, Table},
};
use sim_play::Entry;
use sim_store::panels;

use crate::{
    failure::Failure,
    output::{self, Format},
};

/// Prints the strong players of a game, in the order of its file.
pub fn print(entry: &'static Entry, format: Format) -> Result<(), Failure> {
    let columns = [Column::text("strategy", "name or file"), Column::text("about", "what it is")];
    let mut table =
        Table::new(PANEL, "Panel", "The strong players among whom the game is measured.", &columns);
    let panel = panels::panel(entry, PANEL)?;
    for (player, about) in panel.players.iter().zip(&panel.abouts) {
        table.rows.push([&player.named, about].map(Cell::text).to_vec());
    }
    output::listing(format, std::slice::from_ref(&table), || output::rows(&table))
}
