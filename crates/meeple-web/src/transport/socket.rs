//! A person's WebSocket; it only translates.
//!
//! ```text
//! {"id":1,"do":"hello","secret":"..."}   ──►  {"re":1,"ok":{"seat":0}}  {"state":{...}}
//! {"id":2,"do":"play","ply":4,"move":"2,2"} ─►  {"re":2,"ok":{}}        {"update":{...}}
//! ```

use super::{
    SOCKET_ROUTE,
    access_log::SocketLine,
    handshake::{self, WriteBuffer},
    run_action,
};
use crate::{
    api_error::{ApiError, ErrorCode},
    app_state::AppState,
    closing::farewell,
    extract::{PathParam, parse},
    guard::{Caller, ClientAddress, Permit, Rate},
    metrics::Transport,
    room::{NewsFeed, RoomAction},
    secret::{self, Secret},
};
use axum::{
    extract::{
        State,
        ws::{Message, Utf8Bytes, WebSocket, WebSocketUpgrade},
    },
    response::Response,
};
use futures_util::{FutureExt as _, SinkExt as _};
use serde::Deserialize;
use serde_json::{Value, json};
use std::{pin::pin, time::Duration};
use tokio::time::{Instant, MissedTickBehavior, interval_at, sleep, timeout};
use tokio_util::task::task_tracker::TaskTrackerToken;

/// The time limit for the client's first message, `hello`.
const HELLO_TIMEOUT: Duration = Duration::from_secs(20);
/// How often a client may fail to say hello before its socket is closed.
const MAX_HELLOS: usize = 10;
/// How long nothing is read from a client that sends too much.
const PENALTY: Duration = Duration::from_millis(250);

/// `GET /api/rooms/{room}/socket`: opens a WebSocket.
pub(super) async fn open(
    State(app): State<AppState>,
    caller: Caller,
    address: ClientAddress,
    PathParam(id): PathParam,
    upgrade: WebSocketUpgrade,
) -> Result<Response, ApiError> {
    let (upgrade, permit) = handshake::prepare(&app, &caller, upgrade)?;
    if !secret::is_id(&id) {
        return Err(ApiError::not_found("There is no such room."));
    }
    let line = SocketLine::new(&app, SOCKET_ROUTE, address.0);
    Ok(upgrade.on_upgrade(move |socket| {
        let write_buffer = WriteBuffer::new(caller.0.clone());
        let held = (permit, line, app.closing.count());
        SocketClient { app, caller, id, socket, write_buffer, _held: held }.run()
    }))
}

/// A connected client.
struct SocketClient {
    app: AppState,
    caller: Caller,
    id: String,
    socket: WebSocket,
    /// What the socket keeps in memory after a long message.
    write_buffer: WriteBuffer,
    _held: (Permit, SocketLine, TaskTrackerToken),
}

/// The client has disconnected, or isn't reading.
struct Disconnected;

#[derive(Deserialize)]
struct HelloMessage {
    #[serde(default)]
    id: Value,
    #[serde(rename = "do")]
    action: String,
    secret: Option<String>,
    sequence: Option<u64>,
}

impl SocketClient {
    async fn run(mut self) {
        let closing = self.app.closing.clone();
        let joined = tokio::select! {
            joined = timeout(HELLO_TIMEOUT, self.wait_for_hello()) => joined,
            () = closing.begun() => Ok(Err(Disconnected)),
        };
        if let Ok(Ok(mut feed)) = joined {
            let _ = self.serve(&mut feed).await; // dropping the feed tells the room
        }
        let last = if closing.has_begun() { farewell() } else { Message::Close(None) };
        let _ = timeout(Duration::from_secs(1), self.socket.send(last)).await;
    }

    /// Waits for `hello`, which says who the client is, and joins the room.
    async fn wait_for_hello(&mut self) -> Result<NewsFeed, Disconnected> {
        for _ in 0..MAX_HELLOS {
            let text = self.next_text().await?;
            let joined = match self.charge(text.len()) {
                Ok(()) => self.join(text.as_bytes()).await,
                Err(refusal) => Err(refusal),
            };
            let refusal = match joined {
                Ok((feed, messages)) => return self.send(messages).await.map(|()| feed),
                Err(refusal) => refusal,
            };
            self.refuse(text.as_bytes(), &refusal).await?;
            match refusal.code {
                ErrorCode::NotFound => break, // there is no such room
                ErrorCode::TooMany => sleep(PENALTY).await,
                _ => {}
            }
        }
        Err(Disconnected)
    }

    /// Joins the room; also returns the reply to `hello`, and the room's state unless the client says that it
    /// knows it.
    async fn join(&mut self, hello: &[u8]) -> Result<(NewsFeed, Vec<Message>), ApiError> {
        let HelloMessage { id, action, secret, sequence } = parse(hello)?;
        if action != "hello" {
            return Err(ApiError::bad_request("Say hello first."));
        }
        let who = secret.map(|secret| Secret::from_text(secret).hash());
        let (feed, state) = NewsFeed::join(&self.app, &self.caller.0, &self.id, who).await?;
        let mut messages = vec![json_message(&json!({ "re": id, "ok": { "seat": feed.seat() } }))];
        if sequence != Some(state.sequence) {
            messages.push(Message::Text(state.text));
        }
        Ok((feed, messages))
    }

    /// Handles actions and sends news until the client disconnects or the server is closed. An action that is
    /// being handled is still answered.
    async fn serve(&mut self, feed: &mut NewsFeed) -> Result<(), Disconnected> {
        let heartbeat = self.app.config.limits.heartbeat;
        let mut pulse = interval_at(Instant::now() + heartbeat, heartbeat);
        // An action may take long; the pings that it has delayed must not come all at once.
        pulse.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut silent_pulses = 0;
        let mut close = pin!(self.app.closing.begun());
        loop {
            tokio::select! {
                () = close.as_mut() => return Ok(()),
                message = self.socket.recv() => {
                    silent_pulses = 0;
                    match message {
                        Some(Ok(Message::Text(text))) => self.handle_action(feed, &text).await?,
                        Some(Ok(Message::Ping(bytes) | Message::Pong(bytes))) => {
                            if self.charge(bytes.len()).is_err() {
                                sleep(PENALTY).await;
                            }
                        }
                        Some(Ok(Message::Binary(bytes))) => {
                            let refusal = ApiError::bad_request("Only text is understood here.");
                            self.refuse(b"", &refusal).await?;
                            if self.charge(bytes.len()).is_err() {
                                sleep(PENALTY).await;
                            }
                        }
                        Some(Ok(Message::Close(_)) | Err(_)) | None => return Err(Disconnected),
                    }
                }
                news = feed.next() => {
                    let mut messages = vec![Message::Text(news.ok_or(Disconnected)?.text)];
                    add_news(feed, &mut messages)?;
                    self.send(messages).await?;
                }
                _ = pulse.tick() => {
                    if silent_pulses >= 2 {
                        return Err(Disconnected); // it answered neither of the last two
                    }
                    silent_pulses += 1;
                    self.send([Message::Ping(axum::body::Bytes::new())]).await?;
                }
            }
        }
    }

    async fn handle_action(
        &mut self,
        feed: &mut NewsFeed,
        text: &Utf8Bytes,
    ) -> Result<(), Disconnected> {
        if let Err(refusal) = self.charge(text.len()) {
            self.refuse(text.as_bytes(), &refusal).await?;
            sleep(PENALTY).await; // nothing is read in the meantime
            return Ok(());
        }
        let action = parse::<RoomAction>(text.as_bytes());
        let answer = match action {
            Ok(action) => run_action(&self.app, &self.caller, &self.id, (&feed.who, &action)).await,
            Err(refusal) => Err(refusal),
        };
        let value = match answer {
            Ok(value) => value,
            Err(refusal) => return self.refuse(text.as_bytes(), &refusal).await,
        };
        remember_seat(feed, &value);
        let reply = json_message(&json!({ "re": request_id(text.as_bytes()), "ok": value }));
        let mut messages = vec![reply];
        // The resulting update is usually there already, so that both go in one packet.
        add_news(feed, &mut messages)?;
        self.send(messages).await
    }

    /// Refuses a message, and counts that once it is sent.
    async fn refuse(&mut self, asked: &[u8], refusal: &ApiError) -> Result<(), Disconnected> {
        let reply = json!({ "re": request_id(asked), "refused": refusal });
        self.send([json_message(&reply)]).await?;
        self.app.metrics.count_refusal(Transport::Socket, refusal.code);
        Ok(())
    }

    /// Counts a message of this length.
    fn charge(&self, bytes: usize) -> Result<(), ApiError> {
        let Caller(client) = &self.caller;
        client.spend(Rate::Actions, 1)?;
        client.spend(Rate::BytesRead, bytes as u64)
    }

    /// Sends all messages at once; a client that doesn't read in time counts as disconnected.
    async fn send(
        &mut self,
        messages: impl IntoIterator<Item = Message>,
    ) -> Result<(), Disconnected> {
        let messages: Vec<Message> = messages.into_iter().collect();
        let bytes: usize = messages.iter().map(message_len).sum();
        // Who doesn't read fills its share of the buffers, and is disconnected.
        let _buffer = self.write_buffer.hold(bytes).map_err(|_| Disconnected)?;
        let socket = &mut self.socket;
        let sending = async {
            for message in messages {
                socket.feed(message).await?;
            }
            socket.flush().await
        };
        let sent = timeout(self.app.config.limits.write_timeout, sending).await;
        sent.map_err(|_| Disconnected)?.map_err(|_| Disconnected)
    }

    /// Returns the next text message, which is not charged yet. Other messages are ignored, but charged.
    async fn next_text(&mut self) -> Result<Utf8Bytes, Disconnected> {
        loop {
            let other = match self.socket.recv().await {
                Some(Ok(Message::Text(text))) => return Ok(text),
                Some(Ok(Message::Close(_)) | Err(_)) | None => return Err(Disconnected),
                Some(Ok(other)) => other,
            };
            if self.charge(message_len(&other)).is_err() {
                sleep(PENALTY).await;
            }
        }
    }
}

/// Adds the news that can be sent without waiting.
fn add_news(feed: &mut NewsFeed, messages: &mut Vec<Message>) -> Result<(), Disconnected> {
    while let Some(news) = feed.next().now_or_never() {
        messages.push(Message::Text(news.ok_or(Disconnected)?.text));
    }
    Ok(())
}

/// Remembers the identity of a client that has just sat down.
fn remember_seat(feed: &mut NewsFeed, answer: &Value) {
    if let (Some(seat), Some(secret)) = (answer["seat"].as_u64(), answer["secret"].as_str()) {
        feed.sit(seat as usize, Secret::from_text(secret).hash());
    }
}

/// Returns the size of a message in bytes.
pub(super) fn message_len(message: &Message) -> usize {
    match message {
        Message::Text(text) => text.len(),
        Message::Binary(bytes) | Message::Ping(bytes) | Message::Pong(bytes) => bytes.len(),
        Message::Close(_) => 0,
    }
}

fn json_message(value: &Value) -> Message {
    Message::Text(value.to_string().into())
}

/// Parses a message as a socket does, for the fuzzer.
pub(crate) fn parse_for_fuzzing(bytes: &[u8]) {
    let _ = parse::<HelloMessage>(bytes);
    assert!(request_id(bytes).to_string().len() <= 250, "an echoed id is short");
}

/// Returns the client's id for its request, which is echoed if it is short; otherwise null.
fn request_id(request: &[u8]) -> Value {
    let request: Option<Value> = serde_json::from_slice(request).ok();
    let id = request.and_then(|mut request| request.get_mut("id").map(Value::take));
    let is_short = |id: &Value| id.is_u64() || id.as_str().is_some_and(|id| id.len() <= 40);
    id.filter(is_short).unwrap_or_default()
}
