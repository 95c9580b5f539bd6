//! A relay that measures the network stack alone: pairs of sockets with nothing between them.
//!
//! The sender gets an answer, and both clients of the pair get as many bytes as an update has.

use axum::{
    Router,
    extract::{
        Path, State,
        ws::{Message, Utf8Bytes, WebSocket, WebSocketUpgrade},
    },
    response::Response,
    routing::get,
};
use std::{
    collections::HashMap,
    net::SocketAddr,
    sync::{Arc, Mutex},
};
use tokio::{net::TcpListener, sync::broadcast, task::JoinHandle};

/// Read buffer size of a socket in bytes, the same as the server's.
const READ_AT_ONCE: usize = 1 << 10;

/// A listening relay.
pub(super) struct EchoRelay {
    pub(super) address: SocketAddr,
    task: JoinHandle<std::io::Result<()>>,
}

#[derive(Clone)]
struct RelayState {
    known: Arc<Mutex<HashMap<String, broadcast::Sender<Utf8Bytes>>>>,
    padding: Arc<str>,
}

impl EchoRelay {
    /// Starts listening; updates have about this many bytes.
    pub(super) async fn open(bytes: usize) -> Self {
        let filling = "x".repeat(bytes.saturating_sub(80)).into();
        let pairs = RelayState { known: Arc::default(), padding: filling };
        let router = Router::new().route("/pair/{name}", get(open)).with_state(pairs);
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("it listens");
        let listener = axum::serve::ListenerExt::tap_io(listener, |socket| {
            let _ = socket.set_nodelay(true); // as the server does
        });
        let task = tokio::spawn(async move { axum::serve(listener, router).await });
        EchoRelay { address, task }
    }

    pub(super) fn close(self) {
        self.task.abort();
    }
}

async fn open(
    State(pairs): State<RelayState>,
    Path(name): Path<String>,
    upgrade: WebSocketUpgrade,
) -> Response {
    upgrade.read_buffer_size(READ_AT_ONCE).on_upgrade(move |socket| async move {
        let sender = {
            let mut known = pairs.known.lock().expect("nobody panics with it");
            known.entry(name).or_insert_with(|| broadcast::channel(32).0).clone()
        };
        relay(socket, &sender, &pairs.padding).await;
    })
}

async fn relay(mut socket: WebSocket, pair: &broadcast::Sender<Utf8Bytes>, filling: &str) {
    let mut news = pair.subscribe();
    loop {
        let sent = tokio::select! {
            message = socket.recv() => {
                let Some(Ok(Message::Text(text))) = message else { return };
                let ply: usize = super::clients::number(&text, "\"ply\":").unwrap_or(0) + 1;
                let seat = ply % 2;
                let update = format!(
                    r#"{{"update":{{"phase":"playing","ply":{ply},"to_move":{seat},"_":"{filling}"}}}}"#
                );
                let _ = pair.send(update.into());
                socket.send(Message::text(r#"{"re":1,"ok":{}}"#)).await
            }
            text = news.recv() => {
                let Ok(text) = text else { return };
                socket.send(Message::Text(text)).await
            }
        };
        if sent.is_err() {
            return;
        }
    }
}
