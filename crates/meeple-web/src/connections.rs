//! Accepts connections, with limits: request headers must arrive in time, responses must be read in time, and
//! each address has a maximum number of connections.
//!
//! A client that sends its request one byte at a time blocks only its own connection, for at most the header
//! timeout; handling starts when the headers are complete. A client that doesn't read its responses is
//! disconnected.

use crate::{
    config::ServerLimits,
    guard::{Guard, Permit},
};
use axum::{
    Router,
    extract::connect_info::{ConnectInfo, IntoMakeServiceWithConnectInfo},
    middleware::AddExtension,
};
use hyper::server::conn::http1::Builder;
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    service::TowerToHyperService,
};
use std::{io, net::SocketAddr, pin::Pin, time::Duration};
use tokio::net::{TcpListener, TcpStream};
use tokio_io_timeout::TimeoutWriter;
use tower_service::Service as _;

/// The pause after the system has run out of connections.
const PAUSE: Duration = Duration::from_millis(200);

/// The accept loop.
pub(crate) struct Connections {
    pub(crate) guard: Guard,
    pub(crate) service: IntoMakeServiceWithConnectInfo<Router, SocketAddr>,
    pub(crate) limits: ServerLimits,
}

impl Connections {
    /// Accepts connections until the future is dropped.
    pub(crate) async fn serve(mut self, listener: TcpListener) -> io::Result<()> {
        loop {
            let (stream, peer) = match listener.accept().await {
                Ok(come) => come,
                Err(error) if is_client_error(&error) => continue,
                Err(error) => {
                    tracing::error!(%error, "nobody can come in");
                    tokio::time::sleep(PAUSE).await;
                    continue;
                }
            };
            let Ok(permit) = self.guard.acquire_connection(peer.ip()) else { continue };
            let _ = stream.set_nodelay(true); // moves are small, and someone waits for each
            let Ok(service) = self.service.call(peer).await;
            tokio::spawn(serve_connection(
                self.with_write_timeout(stream),
                service,
                self.limits.header_timeout,
                permit,
            ));
        }
    }
}

impl Connections {
    /// Wraps the stream so that writing fails if the client reads nothing for too long.
    fn with_write_timeout(&self, stream: TcpStream) -> ClientStream {
        let mut stream = TimeoutWriter::new(stream);
        stream.set_timeout(Some(self.limits.write_timeout));
        Box::pin(stream)
    }
}

type ClientStream = Pin<Box<TimeoutWriter<TcpStream>>>;
type ConnectionService = AddExtension<Router, ConnectInfo<SocketAddr>>;

/// Answers the requests of one connection in turn; WebSockets outlive this task.
async fn serve_connection(
    stream: ClientStream,
    service: ConnectionService,
    heads: Duration,
    _permit: Permit,
) {
    let mut builder = Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(heads);
    let (stream, service) = (TokioIo::new(stream), TowerToHyperService::new(service));
    if let Err(error) = builder.serve_connection(stream, service).with_upgrades().await {
        tracing::trace!(%error, "a connection broke");
    }
}

/// Returns whether the client caused this error by going away while connecting.
fn is_client_error(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionRefused | ConnectionAborted | ConnectionReset)
}
