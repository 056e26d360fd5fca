//! What happens, phase by phase (RR-21): each file holds the course of one part of a round.

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
