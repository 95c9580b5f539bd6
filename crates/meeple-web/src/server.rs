//! The server: listens, answers, and can be closed.

use crate::{
    app::App,
    assets,
    config::Config,
    connections::Connections,
    doors,
    guard::Guard,
    library,
    lobby::Lobby,
    log::{EventLog, LogError, SqliteLog},
    metrics::Metrics,
    refusal::Refusal,
    thinking::Pool,
};
use axum::{Router, middleware};
use meeple_ai::roster::Resources;
use std::{fs, io, net::SocketAddr, path::PathBuf, sync::Arc, thread};
use tokio::{net::TcpListener, sync::oneshot, task::JoinHandle};

/// The log's file in the server's folder.
const LOG: &str = "rooms.sqlite";

/// Why a server could not begin.
#[derive(Debug, thiserror::Error)]
pub enum CannotServe {
    /// The address cannot be listened on.
    #[error("cannot listen on {address}: {error}")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// What the system says.
        error: io::Error,
    },
    /// The folder cannot be used.
    #[error("{}: {error}", path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// The log cannot be used.
    #[error("{}: {error}", path.display())]
    Log {
        /// Its file.
        path: PathBuf,
        /// What is wrong.
        error: LogError,
    },
}

/// A server that listens.
pub struct Server {
    /// Where.
    pub address: SocketAddr,
    pool: Pool,
    lobby: Lobby,
    close: oneshot::Sender<()>,
    task: JoinHandle<io::Result<()>>,
}

impl Server {
    /// Begins to listen; the log is in the folder that the configuration names.
    pub async fn start(config: Config) -> Result<Self, CannotServe> {
        let folder = |error| CannotServe::Folder { path: config.data.clone(), error };
        fs::create_dir_all(&config.data).map_err(folder)?;
        let path = config.data.join(LOG);
        let log = SqliteLog::open(&path).map_err(|error| CannotServe::Log { path, error })?;
        Server::start_with(config, Arc::new(log)).await
    }

    /// Begins to listen, with this log.
    pub async fn start_with(config: Config, log: Arc<dyn EventLog>) -> Result<Self, CannotServe> {
        let address = config.listen;
        let listen = |error| CannotServe::Listen { address, error };
        let listener = TcpListener::bind(address).await.map_err(listen)?;
        let address = listener.local_addr().map_err(listen)?;
        let pool = Pool::new(thread::available_parallelism().map_or(1, usize::from));
        let app = App {
            guard: Guard::new(&config.limits),
            config: Arc::new(config),
            log,
            lobby: Lobby::default(),
            pool: pool.clone(),
            resources: Resources::default(),
            metrics: Arc::new(Metrics::default()),
        };
        let lobby = app.lobby.clone();
        let (close, closed) = oneshot::channel::<()>();
        let connections = Connections {
            guard: app.guard.clone(),
            limits: app.config.limits.clone(),
            service: router(app).into_make_service_with_connect_info(),
        };
        let task = tokio::spawn(async move {
            tokio::select! {
                served = connections.serve(listener) => served,
                _ = closed => Ok(()), // whoever is connected comes back: everything is in the log
            }
        });
        tracing::info!(%address, "listening");
        Ok(Server { address, pool, lobby, close, task })
    }

    /// Stops listening and thinking. What was accepted is in the log; clocks that run are written
    /// down.
    pub async fn close(self) {
        let _ = self.close.send(());
        self.pool.close();
        let _ = self.task.await;
        self.lobby.write_down_clocks().await;
    }

    /// Until it can serve no longer.
    pub async fn wait(&mut self) -> io::Result<()> {
        (&mut self.task).await.unwrap_or_else(|error| Err(io::Error::other(error)))
    }
}

fn router(app: App) -> Router {
    Router::new()
        .merge(doors::router())
        .merge(library::router())
        .merge(assets::router())
        .fallback(|| async { Refusal::not_found("There is nothing here.") })
        .layer(doors::compression::layer())
        .layer(middleware::map_response(doors::compression::use_stored))
        .layer(middleware::from_fn(doors::conditional::check))
        .layer(middleware::from_fn(doors::headers::add))
        .layer(middleware::from_fn(doors::told::tell))
        .with_state(app)
}
