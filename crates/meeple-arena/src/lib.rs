//! Tournaments, their statistics and reports, and tuning of computer players.
//!
//! ```text
//! tournament: many games on the same deals, every contestant in every seat
//! rating: how strong the contestants are, and how certain that is
//! report: a tournament as an HTML page and as CSV
//! tuning: a player's parameters, optimised by playing against itself
//! workplace: the folder a tournament or tuning runs in
//! ```

pub mod job_folder;
pub mod rating;
pub mod report;
pub mod tournament;
pub mod tuning;
