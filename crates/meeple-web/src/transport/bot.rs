//! A bot's WebSocket: the Meeple protocol, one message per line.

use super::{BOT_ROUTE, access_log::SocketLine, bearer, handshake, socket::message_len};
use crate::{
    api_error::ApiError,
    app_state::AppState,
    closing::farewell,
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
use std::{pin::pin, time::Duration};
use tokio::time::{sleep, timeout};
use tokio_util::task::task_tracker::TaskTrackerToken;

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
    let ask = |reply| RoomCommand::BotJoin { who: who.clone(), client: caller.0.clone(), reply };
    let (room, joined) = app.lobby.ask(&app, &caller.0, &id, ask).await?;
    let joined = joined?;
    let Caller(client) = caller;
    let line = SocketLine::new(&app, BOT_ROUTE, address.0);
    let held = (permit, line, app.closing.count());
    Ok(upgrade.on_upgrade(move |socket| talk(app, socket, joined, room, client, held)))
}

/// Passes messages between the bot and its room until one of them ends or the server is closed.
async fn talk(
    app: AppState,
    mut socket: WebSocket,
    BotJoined { seat, connection, mut messages, leaving: _leaving }: BotJoined,
    room: Room,
    client: Client,
    _held: (Permit, SocketLine, TaskTrackerToken),
) {
    let ServerLimits { write_timeout, heartbeat, .. } = app.config.limits;
    let mut close = pin!(app.closing.begun());
    let last = loop {
        let message = tokio::select! {
            () = close.as_mut() => break farewell(),
            message = messages.recv() => match message {
                Some(message) => Message::Text(message.into()),
                None => break Message::Close(None),
            },
            message = socket.recv() => {
                let message = match message {
                    Some(Ok(Message::Close(_)) | Err(_)) | None => return,
                    Some(Ok(message)) => message,
                };
                tokio::select! {
                    () = close.as_mut() => break farewell(),
                    () = until_charged(&client, message_len(&message)) => {}
                }
                let Message::Text(text) = message else { continue };
                for line in text.lines().filter(|line| !line.trim().is_empty()) {
                    let line = line.to_owned();
                    let said = |heard| RoomCommand::BotLine { seat, connection, line, heard };
                    // Waiting for the room slows down a bot that sends too much.
                    if room.ask(said).await.is_none() {
                        return;
                    }
                }
                continue;
            }
            () = sleep(heartbeat) => Message::Ping(axum::body::Bytes::new()),
        };
        let Ok(_buffer) = client.acquire(Held::Buffers, message_len(&message) as u64) else {
            return; // it doesn't read
        };
        if !matches!(timeout(write_timeout, socket.send(message)).await, Ok(Ok(()))) {
            return;
        }
    };
    let _ = timeout(write_timeout, socket.send(last)).await;
}

/// Counts a message of this length when the client may send it. Nothing is read in the meantime, and the clock
/// runs.
async fn until_charged(client: &Client, bytes: usize) {
    let charge = || {
        client.spend(Rate::Actions, 1)?;
        client.spend(Rate::BytesRead, bytes as u64)
    };
    while charge().is_err() {
        sleep(PENALTY).await;
    }
}
