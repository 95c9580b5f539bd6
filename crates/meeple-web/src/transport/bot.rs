//! A bot's WebSocket: the Meeple protocol, one message per line.

use super::{BOT_ROUTE, access_log::SocketLine, bearer, handshake, socket::message_len};
use crate::{
    api_error::ApiError,
    app_state::AppState,
    config::ServerLimits,
    extract::PathParam,
    guard::{Caller, Client, ClientAddress, Held, Permit, Rate},
    room::{BotJoined, Room, RoomCommand},
};
use axum::{
    extract::{
        State,
        ws::{Message, WebSocket, WebSocketUpgrade},
    },
    http::HeaderMap,
    response::Response,
};
use std::time::Duration;
use tokio::time::{sleep, timeout};

/// How long nothing is read from a bot that sends too much.
const PENALTY: Duration = Duration::from_millis(250);

/// Opens a socket for a bot that presents the token of a seat.
pub(super) async fn open(
    State(app): State<AppState>,
    caller: Caller,
    address: ClientAddress,
    PathParam(id): PathParam,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Result<Response, ApiError> {
    let (upgrade, permit) = handshake::prepare(&app, &caller, upgrade)?;
    let who = bearer(&headers);
    let ask = |reply| RoomCommand::BotJoin { who: who.clone(), reply };
    let (room, joined) = app.lobby.ask(&app, &caller.0, &id, ask).await?;
    let joined = joined?;
    let Caller(client) = caller;
    let line = SocketLine::new(&app, BOT_ROUTE, address.0);
    let ServerLimits { write_timeout, heartbeat, .. } = app.config.limits;
    let leaving = LeaveOnDrop { room, seat: joined.seat, connection: joined.connection };
    let held = (permit, line);
    let times = (write_timeout, heartbeat);
    Ok(upgrade.on_upgrade(move |socket| talk(socket, joined, leaving, client, times, held)))
}

/// Tells the room that the bot has left, however the connection ends.
struct LeaveOnDrop {
    room: Room,
    seat: usize,
    connection: u64,
}

impl Drop for LeaveOnDrop {
    fn drop(&mut self) {
        self.room.notify(RoomCommand::BotLeave { seat: self.seat, connection: self.connection });
    }
}

async fn talk(
    mut socket: WebSocket,
    BotJoined { seat, connection, mut messages }: BotJoined,
    leaving: LeaveOnDrop,
    client: Client,
    (write_timeout, heartbeat): (Duration, Duration),
    _held: (Permit, SocketLine),
) {
    loop {
        let message = tokio::select! {
            message = messages.recv() => match message {
                Some(message) => Message::Text(message.into()),
                None => break,
            },
            message = socket.recv() => match message {
                Some(Ok(Message::Text(text))) => {
                    let charge = || {
                        client.spend(Rate::Actions, 1)?;
                        client.spend(Rate::BytesRead, text.len() as u64)
                    };
                    while charge().is_err() {
                        sleep(PENALTY).await; // nothing is read in the meantime, and the clock runs
                    }
                    for line in text.lines().filter(|line| !line.trim().is_empty()) {
                        let line = line.to_owned();
                        let said = |heard| RoomCommand::BotLine { seat, connection, line, heard };
                        // Waiting for the room slows down a bot that sends too much.
                        if leaving.room.ask(said).await.is_none() {
                            return;
                        }
                    }
                    continue;
                }
                Some(Ok(Message::Close(_)) | Err(_)) | None => return,
                Some(Ok(_)) => continue,
            },
            () = sleep(heartbeat) => Message::Ping(axum::body::Bytes::new()),
        };
        let Ok(_buffer) = client.acquire(Held::Buffers, message_len(&message) as u64) else {
            return; // it doesn't read
        };
        if !matches!(timeout(write_timeout, socket.send(message)).await, Ok(Ok(()))) {
            return;
        }
    }
    let _ = timeout(write_timeout, socket.send(Message::Close(None))).await;
}
