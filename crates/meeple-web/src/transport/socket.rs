//! A person's WebSocket; it only translates.
//!
//! ```text
//! {"id":1,"do":"hello","secret":"..."}   ──►  {"re":1,"ok":{"seat":0}}  {"state":{...}}
//! {"id":2,"do":"play","ply":4,"move":"2,2"} ─►  {"re":2,"ok":{}}        {"update":{...}}
//! ```

use super::{READ_BUFFER_BYTES, origin, run_verb};
use crate::{
    api_error::{ApiError, ErrorCode},
    app_state::AppState,
    extract::parse,
    guard::{Caller, Permit, TokenBucket},
    room::{Identity, Joined, Room, RoomCommand, RoomNews, Verb},
    secret::{self, Secret},
};
use axum::{
    extract::{
        Path, State,
        ws::{Message, Utf8Bytes, WebSocket, WebSocketUpgrade},
    },
    http::HeaderMap,
    response::Response,
};
use futures_util::SinkExt as _;
use serde::Deserialize;
use serde_json::{Value, json};
use std::time::Duration;
use tokio::{
    sync::broadcast::{
        self,
        error::{RecvError, TryRecvError},
    },
    time::{Instant, MissedTickBehavior, interval_at, timeout},
};

/// The time limit for the client's first message, `hello`.
const HELLO: Duration = Duration::from_secs(20);
/// The interval of pings to a silent client.
const PING_INTERVAL: Duration = Duration::from_secs(45);

/// `GET /api/rooms/{room}/socket`: opens a WebSocket.
pub(super) async fn open(
    State(app): State<AppState>,
    caller: Caller,
    Path(id): Path<String>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Result<Response, ApiError> {
    origin::check(&app, &headers)?;
    if !secret::is_id(&id) {
        return Err(ApiError::not_found("There is no such room."));
    }
    let permit = app.guard.acquire_socket(caller.0)?;
    let most = app.config.limits.max_message_bytes;
    let upgrade =
        upgrade.max_message_size(most).max_frame_size(most).read_buffer_size(READ_BUFFER_BYTES);
    Ok(upgrade.on_upgrade(move |socket| async move {
        app.metrics.sockets.up();
        let bucket = app.guard.bucket();
        let metrics = std::sync::Arc::clone(&app.metrics);
        let visit = SocketClient { app, caller, id, socket, bucket, _permit: permit };
        visit.run().await;
        metrics.sockets.down();
    }))
}

/// A connected client.
struct SocketClient {
    app: AppState,
    caller: Caller,
    id: String,
    socket: WebSocket,
    bucket: TokenBucket,
    _permit: Permit,
}

/// The client's place in the room, after `hello`.
struct JoinedClient {
    room: Room,
    who: Identity,
    seat: Option<usize>,
    news: broadcast::Receiver<RoomNews>,
    sequence: u64,
}

/// The client has disconnected, or isn't reading.
struct Disconnected;

#[derive(Deserialize)]
struct HelloMessage {
    #[serde(default)]
    id: Value,
    #[serde(rename = "do")]
    verb: String,
    #[serde(default)]
    secret: Option<String>,
    #[serde(default)]
    sequence: Option<u64>,
}

#[derive(Deserialize)]
struct RequestId {
    #[serde(default)]
    id: Value,
}

impl SocketClient {
    async fn run(mut self) {
        let Ok(Ok(Some(mut guest))) = timeout(HELLO, self.wait_for_hello()).await else { return };
        let _ = self.serve(&mut guest).await;
        guest.room.notify(RoomCommand::Leave { seat: guest.seat });
        let _ = timeout(Duration::from_secs(1), self.socket.send(Message::Close(None))).await;
    }

    /// Waits for `hello`, which says who the client is; `None` if the client leaves or there is no such room.
    async fn wait_for_hello(&mut self) -> Result<Option<JoinedClient>, Disconnected> {
        loop {
            let Some(text) = self.next_text().await? else { return Ok(None) };
            let hello: Result<HelloMessage, ApiError> = parse(text.as_bytes());
            let refusal = match hello {
                Ok(hello) if hello.verb == "hello" => match self.join(&hello).await {
                    Ok((guest, first)) => {
                        let hello =
                            json_message(&json!({ "re": hello.id, "ok": { "seat": guest.seat } }));
                        let first = first.map(Message::Text);
                        self.send([hello].into_iter().chain(first)).await?;
                        return Ok(Some(guest));
                    }
                    Err(refusal) => refusal,
                },
                Ok(_) => ApiError::new(ErrorCode::BadRequest, "Say hello first."),
                Err(refusal) => refusal,
            };
            let is_lost = refusal.code == ErrorCode::NotFound;
            self.send([refusal_message(text.as_bytes(), &refusal)]).await?;
            if is_lost {
                return Ok(None);
            }
        }
    }

    async fn join(
        &mut self,
        hello: &HelloMessage,
    ) -> Result<(JoinedClient, Option<Utf8Bytes>), ApiError> {
        let who = hello.secret.as_ref().map(|secret| Secret::from_text(secret.as_str()).hash());
        let ask = |reply| RoomCommand::Join { who: who.clone(), reply };
        let (room, joined) = self.app.lobby.ask(&self.app, &self.id, ask).await?;
        let Joined { seat, status: told, news } = joined;
        let is_known = hello.sequence == Some(told.sequence);
        let sequence = told.sequence;
        Ok((JoinedClient { room, who, seat, news, sequence }, (!is_known).then_some(told.text)))
    }

    /// Handles verbs and sends news until the client disconnects.
    async fn serve(&mut self, guest: &mut JoinedClient) -> Result<(), Disconnected> {
        let mut pulse = interval_at(Instant::now() + PING_INTERVAL, PING_INTERVAL);
        // A verb may take long; the pings that it has delayed must not come all at once.
        pulse.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut silent_pulses = 0;
        loop {
            tokio::select! {
                message = self.socket.recv() => {
                    silent_pulses = 0;
                    match message {
                        Some(Ok(Message::Text(text))) => self.verb(guest, &text).await?,
                        Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                        Some(Ok(Message::Binary(_))) => {
                            let refusal = ApiError::bad_request("Only text is understood here.");
                            self.send([refusal_message(b"", &refusal)]).await?;
                        }
                        Some(Ok(Message::Close(_)) | Err(_)) | None => return Err(Disconnected),
                    }
                }
                news = guest.news.recv() => {
                    let mut messages = Vec::new();
                    guest.collect_news(news, &self.app, &mut messages).await?;
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

    async fn verb(
        &mut self,
        guest: &mut JoinedClient,
        text: &Utf8Bytes,
    ) -> Result<(), Disconnected> {
        let verb = self.bucket.take().and_then(|()| parse::<Verb>(text.as_bytes()));
        let answer = match verb {
            Ok(verb) => {
                let asked = (&guest.who, &verb);
                run_verb(&self.app, self.caller, (&self.id, Some(&guest.room)), asked).await
            }
            Err(refusal) => Err(refusal),
        };
        let mut messages = vec![match answer {
            Err(refusal) => refusal_message(text.as_bytes(), &refusal),
            Ok(value) => {
                guest.remember_seat(&value);
                let RequestId { id } = request_id(text.as_bytes());
                json_message(&json!({ "re": id, "ok": value }))
            }
        }];
        // The resulting update is usually there already, so that both go in one packet.
        if let Some(news) = guest.try_next_news() {
            guest.collect_news(news, &self.app, &mut messages).await?;
        }
        self.send(messages).await
    }

    /// Sends all messages at once; a client that doesn't read in time counts as disconnected.
    async fn send(
        &mut self,
        messages: impl IntoIterator<Item = Message>,
    ) -> Result<(), Disconnected> {
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

    /// Returns the next text message; `None` if the client closes the socket.
    async fn next_text(&mut self) -> Result<Option<Utf8Bytes>, Disconnected> {
        loop {
            match self.socket.recv().await {
                Some(Ok(Message::Text(text))) => return Ok(Some(text)),
                Some(Ok(Message::Close(_))) | None => return Ok(None),
                Some(Ok(_)) => {}
                Some(Err(_)) => return Err(Disconnected),
            }
        }
    }
}

impl JoinedClient {
    /// Returns the next news without waiting, if there is any.
    fn try_next_news(&mut self) -> Option<Result<RoomNews, RecvError>> {
        match self.news.try_recv() {
            Ok(news) => Some(Ok(news)),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Closed) => Some(Err(RecvError::Closed)),
            Err(TryRecvError::Lagged(missed)) => Some(Err(RecvError::Lagged(missed))),
        }
    }

    /// Collects the messages for this and all other available news; a client that has missed some gets the
    /// State.
    async fn collect_news(
        &mut self,
        news: Result<RoomNews, RecvError>,
        app: &AppState,
        messages: &mut Vec<Message>,
    ) -> Result<(), Disconnected> {
        let mut next = Some(news);
        while let Some(news) = next {
            match news {
                Ok(news) if !news.is_new_after(self.sequence) => {}
                Ok(news) => {
                    self.sequence = news.sequence;
                    messages.push(Message::Text(news.text));
                }
                Err(RecvError::Closed) => return Err(Disconnected),
                Err(RecvError::Lagged(_)) => {
                    app.metrics.lagged.up();
                    let told = self
                        .room
                        .ask(|reply| RoomCommand::State { reply })
                        .await
                        .ok_or(Disconnected)?;
                    self.sequence = told.sequence;
                    messages.push(Message::Text(told.text));
                }
            }
            next = self.try_next_news();
        }
        Ok(())
    }

    /// Remembers the identity of a client that has just sat down.
    fn remember_seat(&mut self, answer: &Value) {
        let (Some(seat), Some(secret)) = (answer["seat"].as_u64(), answer["secret"].as_str())
        else {
            return;
        };
        let seat = Some(seat as usize);
        self.room.notify(RoomCommand::SeatChanged { was: self.seat, is: seat });
        (self.who, self.seat) = (Some(Secret::from_text(secret).hash()), seat);
    }
}

fn json_message(value: &Value) -> Message {
    Message::Text(value.to_string().into())
}

fn refusal_message(asked: &[u8], refusal: &ApiError) -> Message {
    let RequestId { id } = request_id(asked);
    json_message(&json!({ "re": id, "refused": refusal }))
}

/// Parses a message as a socket does, for the fuzzer.
pub(crate) fn parse_for_fuzzing(bytes: &[u8]) {
    let _ = parse::<HelloMessage>(bytes);
    let RequestId { id } = request_id(bytes);
    assert!(id.to_string().len() <= 250, "what is repeated is short");
}

fn request_id(text: &[u8]) -> RequestId {
    let numbered: Option<RequestId> = serde_json::from_slice(text).ok();
    // A client's id for its request is echoed only if it is short.
    let is_short = |id: &Value| id.is_u64() || id.as_str().is_some_and(|id| id.len() <= 40);
    let id = numbered.map(|numbered| numbered.id).filter(is_short);
    RequestId { id: id.unwrap_or(Value::Null) }
}
