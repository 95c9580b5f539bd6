//! The state shared by every request handler and every room.

use crate::{
    ServerConfig, guard::Guard, library::record_cache::RecordCache, lobby::Lobby, log::EventLog,
    metrics::Metrics, room_list::RoomList, running_games::RunningGames, server_clock::ServerClock,
    thinking_pool::ThinkingPool,
};
use meeple_ai::roster::Resources;
use std::sync::Arc;

/// The server's components. Clones are handles to the same components.
#[derive(Clone)]
pub(crate) struct AppState {
    /// The server's settings.
    pub(crate) config: Arc<ServerConfig>,
    /// The event log of every room.
    pub(crate) log: Arc<dyn EventLog>,
    /// The rooms in memory.
    pub(crate) lobby: Lobby,
    /// The public list of rooms.
    pub(crate) room_list: RoomList,
    /// The records opened last.
    pub(crate) records: RecordCache,
    /// The clock of the games.
    pub(crate) clock: ServerClock,
    /// The positions of games between people that aren't over.
    pub(crate) running_games: RunningGames,
    /// The threads on which computer players and advisers think.
    pub(crate) pool: ThinkingPool,
    /// Solvers and tables shared by computer players and advisers.
    pub(crate) resources: Resources,
    /// Limits per client address.
    pub(crate) guard: Guard,
    /// Counters for Prometheus.
    pub(crate) metrics: Arc<Metrics>,
}
