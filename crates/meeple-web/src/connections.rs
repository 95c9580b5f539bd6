//! Accepts connections, with limits: request headers must arrive in time, responses must be read in time, and
//! each address has a maximum number of connections.
//!
//! A client that sends its request one byte at a time blocks only its own connection, for at most the header
//! timeout; handling starts when the headers are complete. A client that doesn't read its responses is
//! disconnected.

use crate::{
    closing::Closing,
    config::ServerConfig,
    guard::{Guard, Held},
};
use axum::{Router, extract::connect_info::IntoMakeServiceWithConnectInfo};
use hyper::server::conn::http1::Builder;
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    service::TowerToHyperService,
};
use std::{io, net::SocketAddr, pin::pin, sync::Arc, time::Duration};
use tokio::net::{TcpListener, TcpStream};
use tokio_io_timeout::TimeoutWriter;
use tower_service::Service as _;

/// The maximum number of bytes that a connection buffers: request headers, and what was not sent yet.
const MAX_BUFFER_BYTES: usize = 64 << 10;
/// The pause after the system has run out of connections.
const PAUSE: Duration = Duration::from_millis(200);

/// Accepts connections until the server is closed.
pub(crate) async fn serve(
    listener: TcpListener,
    mut services: IntoMakeServiceWithConnectInfo<Router, SocketAddr>,
    guard: Guard,
    config: Arc<ServerConfig>,
    closing: Closing,
) {
    let limits = &config.limits;
    let mut http = Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(limits.header_timeout);
    http.max_buf_size(MAX_BUFFER_BYTES);
    let mut close = pin!(closing.begun());
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = close.as_mut() => return,
        };
        let (stream, peer) = match accepted {
            Ok(accepted) => accepted,
            Err(error) if is_client_error(&error) => continue,
            Err(error) => {
                tracing::error!(%error, "cannot accept connections");
                tokio::time::sleep(PAUSE).await;
                continue;
            }
        };
        // A proxy has a connection for each of its clients. They are counted by their requests.
        let is_proxy =
            config.trusted_proxies.iter().any(|proxy| proxy.contains(&peer.ip().to_canonical()));
        let permit = (!is_proxy).then(|| guard.client(peer.ip()).acquire(Held::Connections, 1));
        let Ok(permit) = permit.transpose() else { continue };
        let _ = stream.set_nodelay(true); // moves are small, and someone waits for each
        set_user_timeout(&stream, 3 * limits.heartbeat);
        let mut stream = TimeoutWriter::new(stream);
        stream.set_timeout(Some(limits.write_timeout)); // for clients that read nothing
        let Ok(service) = services.call(peer).await;
        let (stream, service) = (TokioIo::new(Box::pin(stream)), TowerToHyperService::new(service));
        let connection = http.serve_connection(stream, service).with_upgrades();
        // Answers the requests of the connection in turn; WebSockets outlive this task.
        let (counted, close) = (closing.count(), closing.begun());
        tokio::spawn(async move {
            let _held = (permit, counted);
            let mut connection = pin!(connection);
            let ended = tokio::select! {
                ended = connection.as_mut() => ended,
                () = close => {
                    connection.as_mut().graceful_shutdown(); // after the request it is working on
                    connection.await
                }
            };
            if let Err(error) = ended {
                tracing::trace!(%error, "connection failed");
            }
        });
    }
}

/// Makes a connection fail whose other end has acknowledged nothing for this long. A machine that has lost its
/// network says no goodbye; the system would try to reach it for a quarter of an hour.
#[cfg(target_os = "linux")]
fn set_user_timeout(stream: &TcpStream, timeout: Duration) {
    let milliseconds = u32::try_from(timeout.as_millis()).unwrap_or(u32::MAX);
    let _ = rustix::net::sockopt::set_tcp_user_timeout(stream, milliseconds); // only cleans up sooner
}

#[cfg(not(target_os = "linux"))]
fn set_user_timeout(_: &TcpStream, _: Duration) {}

/// Returns whether the client caused this error by going away while connecting.
fn is_client_error(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionRefused | ConnectionAborted | ConnectionReset)
}
