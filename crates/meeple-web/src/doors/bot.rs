//! A program's socket: the Meeple protocol, a message a line.

use super::{READ_AT_ONCE, bearer, origin};
use crate::{
    app::App,
    guard::{Caller, Permit},
    refusal::Refusal,
    room::{Ask, BotJoined, Room},
};
use axum::{
    extract::{
        Path, State,
        ws::{Message, WebSocket, WebSocketUpgrade},
    },
    http::HeaderMap,
    response::Response,
};
use std::time::Duration;
use tokio::time::timeout;

/// How often a silent program is asked whether it is still there.
const PULSE: Duration = Duration::from_secs(45);

/// Opens a socket for whoever has the token of a seat.
pub(super) async fn open(
    State(app): State<App>,
    Caller(address): Caller,
    Path(id): Path<String>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Refusal> {
    origin::check(&app, &headers)?;
    let permit = app.guard.socket(address)?;
    let who = bearer(&headers);
    let ask = |reply| Ask::BotJoin { who: who.clone(), reply };
    let (room, joined) = app.lobby.ask(&app, &id, ask).await?;
    let joined = joined?;
    let most = app.config.limits.message;
    let upgrade =
        upgrade.max_message_size(most).max_frame_size(most).read_buffer_size(READ_AT_ONCE);
    let patience = app.config.limits.reading;
    let leaving = Leaving { room, seat: joined.seat, visit: joined.visit };
    Ok(upgrade.on_upgrade(move |socket| talk(socket, joined, leaving, patience, permit)))
}

/// Tells the room when the program goes, however that happens.
struct Leaving {
    room: Room,
    seat: usize,
    visit: u64,
}

impl Drop for Leaving {
    fn drop(&mut self) {
        self.room.tell(Ask::BotLeave { seat: self.seat, visit: self.visit });
    }
}

async fn talk(
    mut socket: WebSocket,
    BotJoined { seat, visit, mut lines }: BotJoined,
    leaving: Leaving,
    patience: Duration,
    _permit: Permit,
) {
    loop {
        tokio::select! {
            line = lines.recv() => {
                let Some(line) = line else { break };
                let sent = timeout(patience, socket.send(Message::Text(line.into()))).await;
                if !matches!(sent, Ok(Ok(()))) {
                    return;
                }
            }
            message = socket.recv() => match message {
                Some(Ok(Message::Text(text))) => {
                    for line in text.lines().filter(|line| !line.trim().is_empty()) {
                        let line = line.to_owned();
                        let said = |heard| Ask::BotSaid { seat, visit, line, heard };
                        // Who says more than is heard waits.
                        if leaving.room.ask(said).await.is_none() {
                            return;
                        }
                    }
                }
                Some(Ok(Message::Close(_)) | Err(_)) | None => return,
                Some(Ok(_)) => {}
            },
            () = tokio::time::sleep(PULSE) => {
                let ping = Message::Ping(axum::body::Bytes::new());
                if !matches!(timeout(patience, socket.send(ping)).await, Ok(Ok(()))) {
                    return;
                }
            }
        }
    }
    let _ = timeout(patience, socket.send(Message::Close(None))).await;
}
