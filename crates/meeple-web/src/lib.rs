//! Serving: people and programs play over a network, from one program with no set-up.
//!
//! ```text
//! browser, curl, bot ──► doors ──► lobby ──► room (a task that owns a table) ──► log (SQLite)
//!                    └─► library: positions, advice, records, rules ──► thinking
//! ```
//!
//! A [`Server`] listens until it is closed. What it says is described in
//! `docs/api.md`; the pages are in `front/`.

mod app;
mod asked;
mod assets;
pub mod config;
mod connections;
mod doors;
#[doc(hidden)]
pub mod fuzzing;
mod guard;
mod library;
mod lobby;
pub mod log;
mod metrics;
mod names;
mod refusal;
mod room;
mod secret;
mod server;
mod thinking;

pub use config::{Config, Limits};
pub use server::{CannotServe, Server};
