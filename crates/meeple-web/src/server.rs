//! The server: starts, listens and can be closed.

use crate::{
    api_error::ApiError,
    app_state::AppState,
    assets, base_path, cleanup,
    closing::Closing,
    config::ServerConfig,
    connections, guard,
    host_name::HostName,
    library,
    lobby::Lobby,
    log::{EventLog, LogError, SqliteLog},
    route,
    storage::{DataFolder, DataFolderError},
    thinking_pool::ThinkingPool,
    transport::{self, access_log},
};
use axum::{Router, middleware};
use std::{io, net::SocketAddr, path::PathBuf, sync::Arc, time::Duration};
use tokio::{net::TcpListener, task::JoinSet, time::timeout};

/// How long answers may take when the searches for them were stopped because the server is closed.
const LAST_ANSWERS: Duration = Duration::from_secs(1);

/// Why a server could not start.
#[derive(Debug, thiserror::Error)]
pub enum ServerStartError {
    /// The server cannot listen on the address.
    #[error("cannot listen on {address}: {error}")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// The error of the operating system.
        error: io::Error,
    },
    /// The data folder cannot be used.
    #[error(transparent)]
    Folder(#[from] DataFolderError),
    /// The system has no random numbers.
    #[error("the system has no random numbers: {0}")]
    Random(getrandom::Error),
    /// The log cannot be opened.
    #[error("{}: {error}", path.display())]
    Log {
        /// The log's file.
        path: PathBuf,
        /// Why it cannot be opened.
        error: LogError,
    },
}

/// A running server.
pub struct Server {
    /// The address on which it listens, with the actual port.
    pub address: SocketAddr,
    pool: ThinkingPool,
    lobby: Lobby,
    log: Arc<dyn EventLog>,
    closing: Closing,
    close_timeout: Duration,
    /// Locked while the server runs, unless its log is elsewhere.
    folder: Option<DataFolder>,
    /// The tasks that accept connections, watch the clock and remove old games.
    task: JoinSet<()>,
}

impl Server {
    /// Starts listening, with the log in the configured data folder.
    pub async fn start(config: ServerConfig) -> Result<Self, ServerStartError> {
        let folder = DataFolder::lock(&config.data_folder)?;
        let path = folder.database();
        let log = SqliteLog::open(&path).map_err(|error| ServerStartError::Log { path, error })?;
        let server = Server::start_with(config, Arc::new(log)).await?;
        Ok(Server { folder: Some(folder), ..server })
    }

    /// Starts listening, with the given log.
    pub async fn start_with(
        config: ServerConfig,
        log: Arc<dyn EventLog>,
    ) -> Result<Self, ServerStartError> {
        let address = config.listen;
        let listen = |error| ServerStartError::Listen { address, error };
        let listener = TcpListener::bind(address).await.map_err(listen)?;
        let address = listener.local_addr().map_err(listen)?;
        let close_timeout = config.limits.close_timeout;
        let app = AppState::new(config, log).map_err(ServerStartError::Random)?;
        let pool = app.pool.clone();
        let (lobby, clock) = (app.lobby.clone(), app.clock.clone());
        let (log, closing) = (Arc::clone(&app.log), app.closing.clone());
        let (guard, config) = (app.guard.clone(), Arc::clone(&app.config));
        let mut task = JoinSet::new();
        if !config.retention.is_forever() {
            task.spawn(cleanup::run(app.clone()));
        }
        let services = router(&app).into_make_service_with_connect_info();
        task.spawn(clock.run());
        task.spawn(connections::serve(listener, services, guard, config, closing.clone()));
        tracing::info!(%address, "listening");
        Ok(Server { address, pool, lobby, log, closing, close_timeout, folder: None, task })
    }

    /// Stops listening, lets requests that are running end, and says goodbye to everyone who is connected.
    /// Everything accepted is already in the log; running clocks are saved too.
    pub async fn close(mut self) {
        tracing::info!("stopping");
        self.closing.begin();
        let is_late = timeout(self.close_timeout, self.closing.ended()).await.is_err();
        self.pool.close(); // whoever still waits for a search is told to try again later
        if is_late && timeout(LAST_ANSWERS, self.closing.ended()).await.is_err() {
            tracing::warn!("some connections were cut off");
        }
        self.task.shutdown().await;
        self.lobby.checkpoint_all().await;
        if let Err(error) = self.log.close().await {
            tracing::warn!(%error, "the log was not closed");
        }
        drop(self.folder.take()); // only now may another server use it
    }

    /// Waits until the server stops, which happens only on an error.
    pub async fn wait(&mut self) -> io::Result<()> {
        match self.task.join_next().await {
            Some(Err(error)) => Err(io::Error::other(error)),
            Some(Ok(())) | None => Ok(()),
        }
    }
}

/// Returns the whole server: the site under its base, and what is outside it.
fn router(app: &AppState) -> Router {
    let base = &app.config.base;
    let site = Router::new()
        .merge(route::router(transport::routes()))
        .merge(route::router(library::routes()))
        .merge(assets::router(base));
    let outside = base_path::redirect_to_slash(base).merge(route::router(transport::probes()));
    base_path::serve_under(base, with_layers(site, app), with_layers(outside, app))
}

/// Adds what happens to every request, whichever route it has.
fn with_layers(routes: Router<AppState>, app: &AppState) -> Router {
    let proxies = (app.guard.clone(), app.config.trusted_proxies.clone().into());
    let state = app.clone();
    let hosts: Arc<[HostName]> = app.config.hosts.clone().into();
    routes
        .fallback(|| async { ApiError::not_found("Page not found.") })
        .layer(middleware::from_fn_with_state(state, guard::hold_until_sent))
        .layer(transport::compression::layer())
        .layer(middleware::map_response(transport::compression::use_stored))
        .layer(middleware::from_fn(transport::conditional::check))
        .layer(middleware::from_fn_with_state(hosts, transport::cross_site::check))
        .layer(middleware::map_response(transport::headers::add))
        .layer(middleware::from_fn_with_state(proxies, guard::limit_requests))
        .layer(middleware::from_fn_with_state(app.clone(), access_log::log_request))
        .with_state(app.clone())
}
