//! Attacks a real `meeple serve` from many addresses while ordinary games are played on it.
//!
//! ```text
//! 127.0.0.2 .. 127.0.0.17   every attack in `attacks/`, in a process of its own at the lowest priority
//! 127.0.0.101 ..            people who play each other and computer players, and note what is acknowledged
//!                           ──► meeple serve, release build, default limits
//! ```
//!
//! - `attacks`, `attacker`: what is done to the server; `games`, `journal`: ordinary games
//! - `client`, `tally`: how both reach it, and what they see
//! - `server`: the process; `withstand`, `kills`: the two measurements; `table`: their result
//!
//! Everything stays on loopback addresses, is bounded in time and in number, and ends by itself.

pub mod attacker;
mod attacks;
pub mod client;
pub mod games;
pub mod journal;
pub mod kills;
mod samples;
pub mod server;
pub mod table;
pub mod tally;
pub mod withstand;
