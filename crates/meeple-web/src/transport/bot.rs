//! A bot's WebSocket: the Meeple protocol, one message per line.

use super::{READ_BUFFER_BYTES, bearer, origin};
use crate::{
    api_error::ApiError,
    app_state::AppState,
    guard::{Caller, Permit},
    room::{BotJoined, Room, RoomCommand},
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

/// The interval of pings to a silent bot.
const PING_INTERVAL: Duration = Duration::from_secs(45);

/// Opens a socket for a bot that presents the token of a seat.
pub(super) async fn open(
    State(app): State<AppState>,
    Caller(address): Caller,
    Path(id): Path<String>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Result<Response, ApiError> {
    origin::check(&app, &headers)?;
    let permit = app.guard.acquire_socket(address)?;
    let who = bearer(&headers);
    let ask = |reply| RoomCommand::BotJoin { who: who.clone(), reply };
    let (room, joined) = app.lobby.ask(&app, &id, ask).await?;
    let joined = joined?;
    let most = app.config.limits.max_message_bytes;
    let upgrade =
        upgrade.max_message_size(most).max_frame_size(most).read_buffer_size(READ_BUFFER_BYTES);
    let patience = app.config.limits.write_timeout;
    let leaving = LeaveOnDrop { room, seat: joined.seat, visit: joined.visit };
    Ok(upgrade.on_upgrade(move |socket| talk(socket, joined, leaving, patience, permit)))
}

/// Tells the room that the bot has left, however the connection ends.
struct LeaveOnDrop {
    room: Room,
    seat: usize,
    visit: u64,
}

impl Drop for LeaveOnDrop {
    fn drop(&mut self) {
        self.room.notify(RoomCommand::BotLeave { seat: self.seat, visit: self.visit });
    }
}

async fn talk(
    mut socket: WebSocket,
    BotJoined { seat, visit, mut lines }: BotJoined,
    leaving: LeaveOnDrop,
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
                        let said = |heard| RoomCommand::BotLine { seat, visit, line, heard };
                        // Waiting for the room slows down a bot that sends too much.
                        if leaving.room.ask(said).await.is_none() {
                            return;
                        }
                    }
                }
                Some(Ok(Message::Close(_)) | Err(_)) | None => return,
                Some(Ok(_)) => {}
            },
            () = tokio::time::sleep(PING_INTERVAL) => {
                let ping = Message::Ping(axum::body::Bytes::new());
                if !matches!(timeout(patience, socket.send(ping)).await, Ok(Ok(()))) {
                    return;
                }
            }
        }
    }
    let _ = timeout(patience, socket.send(Message::Close(None))).await;
}
