//! Many games: tournaments, what they show, and players tuned by them.
//!
//! ```text
//! tournament: many games on the same deals, every contestant on every seat
//! rating: how strong they are, and how sure that is
//! report: a tournament as one page and as CSV
//! tuning: a player's parameters, chosen by playing against itself
//! workplace: the folder in which any of this is done
//! ```

pub mod rating;
pub mod report;
pub mod tournament;
pub mod tuning;
pub mod workplace;
