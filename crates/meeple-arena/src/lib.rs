//! Tournaments, their statistics and reports, and tuning of computer players.
//!
//! ```text
//! tournament: many games on the same deals, every contestant in every seat
//! rating: how strong the contestants are, and how certain that is
//! report: a tournament as an HTML page and as CSV
//! tuning: a player's parameters, optimised by playing against itself
//! job_folder: the folder a tournament or tuning runs in
//! ```
//!
//! Programs that take part are not sandboxed: they run with the rights of the user who started the
//! tournament, so they can read and change that user's files, use the network and kill other processes,
//! including their opponents and the tournament itself. Run only programs you trust, or isolate the whole
//! tournament in a container or under a separate user.

pub mod job_folder;
pub mod rating;
pub mod report;
pub mod tournament;
pub mod tuning;
