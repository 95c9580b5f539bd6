//! Connections: the head of a request must come in time, what is answered must be read in time,
//! and nobody has too many at once.
//!
//! A client that sends its request letter by letter holds its own connection, for as long as
//! a head may take; what it asks for begins with the whole head. One that does not read what
//! was sent is gone.

use crate::{
    config::Limits,
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

/// How long is waited when the system has no more connections to give.
const PAUSE: Duration = Duration::from_millis(200);

/// Serves everybody who comes.
pub(crate) struct Connections {
    pub(crate) guard: Guard,
    pub(crate) service: IntoMakeServiceWithConnectInfo<Router, SocketAddr>,
    pub(crate) limits: Limits,
}

impl Connections {
    /// Until it is dropped.
    pub(crate) async fn serve(mut self, listener: TcpListener) -> io::Result<()> {
        loop {
            let (stream, peer) = match listener.accept().await {
                Ok(come) => come,
                Err(error) if is_theirs(&error) => continue,
                Err(error) => {
                    tracing::error!(%error, "nobody can come in");
                    tokio::time::sleep(PAUSE).await;
                    continue;
                }
            };
            let Ok(permit) = self.guard.connection(peer.ip()) else { continue };
            let _ = stream.set_nodelay(true); // a move is small, and somebody waits for it
            let Ok(service) = self.service.call(peer).await;
            tokio::spawn(talk(self.timed(stream), service, self.limits.heads, permit));
        }
    }
}

impl Connections {
    /// Whoever does not read for long is gone.
    fn timed(&self, stream: TcpStream) -> Stream {
        let mut stream = TimeoutWriter::new(stream);
        stream.set_timeout(Some(self.limits.reading));
        Box::pin(stream)
    }
}

type Stream = Pin<Box<TimeoutWriter<TcpStream>>>;
type Answers = AddExtension<Router, ConnectInfo<SocketAddr>>;

/// Answers one request after another; a socket lives on without this.
async fn talk(stream: Stream, service: Answers, heads: Duration, _permit: Permit) {
    let mut builder = Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(heads);
    let (stream, service) = (TokioIo::new(stream), TowerToHyperService::new(service));
    if let Err(error) = builder.serve_connection(stream, service).with_upgrades().await {
        tracing::trace!(%error, "a connection broke");
    }
}

/// Whether somebody went while coming in.
fn is_theirs(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionRefused | ConnectionAborted | ConnectionReset)
}
