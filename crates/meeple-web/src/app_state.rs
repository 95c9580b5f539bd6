//! The state shared by every request handler and every room.

use crate::{
    ServerConfig,
    closing::Closing,
    disk::Disk,
    guard::Guard,
    health::Health,
    library::record_cache::RecordCache,
    lobby::Lobby,
    log::{EventLog, LogAppend, LogError, LogFuture},
    metrics::{LogOperation, Metrics},
    room_list::RoomList,
    running_games::RunningGames,
    server_clock::ServerClock,
    thinking_pool::ThinkingPool,
    transport::access_log::AddressFormat,
};
use meeple_ai::roster::Resources;
use std::{sync::Arc, thread, time::Instant};

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
    /// The disk of the data folder.
    pub(crate) disk: Arc<Disk>,
    /// The positions of games between people that aren't over.
    pub(crate) running_games: RunningGames,
    /// The threads on which computer players and advisers think.
    pub(crate) pool: ThinkingPool,
    /// Solvers and tables shared by computer players and advisers.
    pub(crate) resources: Resources,
    /// Limits per client address.
    pub(crate) guard: Guard,
    /// Figures for Prometheus.
    pub(crate) metrics: Arc<Metrics>,
    /// Whether the server can serve games.
    pub(crate) health: Arc<Health>,
    /// Whether the server is being closed.
    pub(crate) closing: Closing,
    /// How addresses appear in the access log.
    pub(crate) addresses: Arc<AddressFormat>,
}

impl AppState {
    /// Creates the components of a server with this log; fails if the system has no random numbers.
    pub(crate) fn new(
        config: ServerConfig,
        log: Arc<dyn EventLog>,
    ) -> Result<Self, getrandom::Error> {
        let addresses = AddressFormat::new(config.log_addresses)?;
        let metrics = Arc::new(Metrics::new());
        Ok(AppState {
            guard: Guard::new(&config.limits, metrics.limits.clone()),
            disk: Arc::new(Disk::new(&config)),
            config: Arc::new(config),
            log,
            lobby: Lobby::default(),
            room_list: RoomList::default(),
            records: RecordCache::default(),
            clock: ServerClock::start(),
            running_games: RunningGames::default(),
            pool: ThinkingPool::new(thread::available_parallelism().map_or(1, usize::from)),
            resources: Resources::default(),
            metrics,
            health: Arc::new(Health::new()),
            closing: Closing::default(),
            addresses: Arc::new(addresses),
        })
    }

    /// Appends lines to a log and returns its new length; by then the lines are on disk.
    pub(crate) async fn append(&self, append: LogAppend) -> Result<usize, LogError> {
        self.measured(LogOperation::Append, self.log.append(append)).await
    }

    /// Reads all lines of a log in order; empty if there is no such log.
    pub(crate) async fn read_log(&self, name: &str) -> Result<Vec<String>, LogError> {
        self.measured(LogOperation::Read, self.log.read(name)).await
    }

    /// Waits for an operation on the log and counts it.
    async fn measured<T>(
        &self,
        operation: LogOperation,
        done: LogFuture<T>,
    ) -> Result<T, LogError> {
        let begin = Instant::now();
        let result = done.await;
        self.metrics.observe_log(operation, begin.elapsed(), result.is_ok());
        result
    }
}
