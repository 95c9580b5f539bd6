//! The web server: people and bots play over a network. It is part of the program and needs no set-up.
//!
//! ```text
//! browser, curl, bot ─► transport ─┬─► lobby ──► room (a task that owns a game) ──► log (SQLite)
//!                                  └─► library: positions, advice, records, rules ──► thinking_pool
//! ```
//!
//! `health` and `metrics` tell whoever runs the server how it is. `cleanup` removes games that are older than
//! `retention` says, and `disk` knows how much space is left.
//!
//! A [`Server`] listens until it is closed. Its HTTP and WebSocket API is described in `docs/api.md`; the
//! front end is in `front/`.

mod api_error;
mod app_state;
mod assets;
mod base_path;
mod cleanup;
mod closing;
pub mod config;
mod connections;
mod disk;
mod extract;
mod fresh_cache;
#[doc(hidden)]
pub mod fuzzing;
mod guard;
mod health;
mod host_name;
mod library;
mod lobby;
mod lock;
pub mod log;
mod metrics;
mod names;
mod retention;
mod room;
mod room_list;
mod route;
mod running_games;
mod running_record;
mod secret;
mod server;
mod server_clock;
pub mod storage;
mod thinking_pool;
mod transport;

pub use base_path::{BasePath, BasePathError};
pub use config::{HeldLimit, LogAddresses, RateLimit, ServerConfig, ServerLimits};
pub use disk::FreeSpace;
pub use host_name::{HostName, HostNameError};
pub use ipnet::IpNet;
pub use retention::Retention;
pub use server::{Server, ServerStartError};
