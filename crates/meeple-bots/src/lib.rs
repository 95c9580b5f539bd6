//! Runs bots (external programs) and computer players, and seats them at a table.
//!
//! A bot is any program that communicates over stdin and stdout. It may be silent, slow, verbose or
//! broken: every failure becomes a [`Verdict`](meeple_core::Verdict), never a panic or a hang. When its
//! game is over, the bot and the processes it started are killed.
//!
//! **Bots are not sandboxed.** A bot has the permissions of the user who started Meeple: it can read
//! and change that user's files, use the network, and kill other processes, including its opponent
//! and Meeple itself. Only its memory use and priority can be limited. Run only bots you trust, or
//! run Meeple and its bots in a container or as a separate user.
//!
//! ```text
//! PlayerLauncher ──creates──► Players ◄──asks── GameRunner ──plays on──► Table
//!  parses names                          │
//!                                        └─ Referee: the penalty for a verdict
//!
//! json       the Meeple protocol over pipes
//! school     the two dialects of the Filler school project, and emulators of the schools' engines
//! check_bot  tests a bot in every kind of situation it can meet in a game
//! ```
//!
//! This crate requires Unix. On Linux, `/proc` is used to find processes that have left their process
//! group.

pub mod bounded;
mod catch_panic;
pub mod check_bot;
mod exit;
pub mod files;
pub mod game_runner;
pub mod json;
pub mod player_launcher;
mod players;
pub mod process;
mod process_supervisor;
pub mod program;
mod remarks;
pub mod school;
mod start_failure;
mod stderr_tail;

pub use exit::{Exit, PipeEnd};
pub use game_runner::{GameRunner, GameStopped, TurnResult};
pub use player_launcher::{ContestantError, PlayerLauncher, Protocol};
pub use players::{PlayerReply, Players, TimedReply};
pub use process::{AnswerDeadline, Exchange, Process, ReplyError};
pub use process_supervisor::ProcessSupervisor;
pub use program::{DEFAULT_START_UP, IdlePolicy, Program};
pub use remarks::Remarks;
