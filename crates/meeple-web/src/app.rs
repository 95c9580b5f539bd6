//! What every request and every room can reach.

use crate::{Config, guard::Guard, lobby::Lobby, log::EventLog, metrics::Metrics, thinking::Pool};
use meeple_ai::roster::Resources;
use std::sync::Arc;

/// The server's parts; a clone is another handle on the same.
#[derive(Clone)]
pub(crate) struct App {
    /// What it was told.
    pub(crate) config: Arc<Config>,
    /// What happened in every room.
    pub(crate) log: Arc<dyn EventLog>,
    /// The rooms that are awake.
    pub(crate) lobby: Lobby,
    /// Where players and advisers think.
    pub(crate) pool: Pool,
    /// What they share.
    pub(crate) resources: Resources,
    /// Who may do how much.
    pub(crate) guard: Guard,
    /// What is counted.
    pub(crate) metrics: Arc<Metrics>,
}
