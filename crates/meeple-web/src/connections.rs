//! Accepts connections, with limits: request headers must arrive in time, responses must be read in time, and
//! each address has a maximum number of connections.
//!
//! A client that sends its request one byte at a time blocks only its own connection, for at most the header
//! timeout; handling starts when the headers are complete. A client that doesn't read its responses is
//! disconnected.

use crate::{
    config::ServerLimits,
    guard::{Guard, Permit, Resource},
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
                Ok(accepted) => accepted,
                Err(error) if is_client_error(&error) => continue,
                Err(error) => {
                    tracing::error!(%error, "cannot accept connections");
                    tokio::time::sleep(PAUSE).await;
                    continue;
                }
            };
            let Ok(permit) = self.guard.acquire(peer.ip(), Resource::Connection) else { continue };
            let _ = stream.set_nodelay(true); // moves are small, and someone waits for each
            let mut stream = TimeoutWriter::new(stream);
            stream.set_timeout(Some(self.limits.write_timeout)); // for clients that read nothing
            let Ok(service) = self.service.call(peer).await;
            let header_timeout = self.limits.header_timeout;
            tokio::spawn(serve_connection(Box::pin(stream), service, header_timeout, permit));
        }
    }
}

/// Answers the requests of one connection in turn; WebSockets outlive this task.
async fn serve_connection(
    stream: Pin<Box<TimeoutWriter<TcpStream>>>,
    service: AddExtension<Router, ConnectInfo<SocketAddr>>,
    header_timeout: Duration,
    _permit: Permit,
) {
    let mut builder = Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(header_timeout);
    let (stream, service) = (TokioIo::new(stream), TowerToHyperService::new(service));
    if let Err(error) = builder.serve_connection(stream, service).with_upgrades().await {
        tracing::trace!(%error, "connection failed");
    }
}

/// Returns whether the client caused this error by going away while connecting.
fn is_client_error(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionRefused | ConnectionAborted | ConnectionReset)
}
