//! Tournaments, their statistics and reports, and tuning of computer players.
//!
//! ```text
//! tournament  plays contestants against each other on the same deals, in every seat
//! rating      estimates Elo ratings and their confidence intervals
//! report      writes a tournament as an HTML page and as CSV
//! tuning      optimises a player's parameters by self-play
//! job_folder  the folder in which a tournament or a tuning run is stored
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
