//! The phases of a round (RR-21), one part of a round per file.

mod bank;
mod bids;
mod critic;
mod customers;
mod finish;
mod income;
mod preferences;
mod prices;
mod shill;
mod shops;
mod specials;
mod staff;
mod stock;
mod trips;
mod word_of_mouth;
