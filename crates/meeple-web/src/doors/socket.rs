//! A person's socket: it only translates.
//!
//! ```text
//! {"id":1,"do":"hello","secret":"..."}   ──►  {"re":1,"ok":{"seat":0}}  {"state":{...}}
//! {"id":2,"do":"play","ply":4,"move":"2,2"} ─►  {"re":2,"ok":{}}        {"update":{...}}
//! ```

use super::{READ_AT_ONCE, done, origin, stream::is_reaction};
use crate::{
    app::App,
    body::parse,
    guard::{Bucket, Caller, Permit},
    refusal::{Code, Refusal},
    room::{Ask, Identity, Joined, News, Room, Verb},
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
use serde::Deserialize;
use serde_json::{Value, json};
use std::time::Duration;
use tokio::{
    sync::broadcast::{self, error::RecvError},
    time::{Instant, timeout},
};

/// How long somebody has to say hello.
const HELLO: Duration = Duration::from_secs(20);
/// How often a silent socket is asked whether it is still there.
const PULSE: Duration = Duration::from_secs(45);

/// Opens a socket.
pub(super) async fn open(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Refusal> {
    origin::check(&app, &headers)?;
    if !secret::is_id(&id) {
        return Err(Refusal::not_found("There is no such room."));
    }
    let permit = app.guard.socket(caller.0)?;
    let most = app.config.limits.message;
    let upgrade =
        upgrade.max_message_size(most).max_frame_size(most).read_buffer_size(READ_AT_ONCE);
    Ok(upgrade.on_upgrade(move |socket| async move {
        app.metrics.sockets.up();
        let bucket = app.guard.bucket();
        let metrics = std::sync::Arc::clone(&app.metrics);
        let visit = Visit { app, caller, id, socket, bucket, _permit: permit };
        visit.run().await;
        metrics.sockets.down();
    }))
}

/// Somebody at the other end.
struct Visit {
    app: App,
    caller: Caller,
    id: String,
    socket: WebSocket,
    bucket: Bucket,
    _permit: Permit,
}

/// Somebody who has said hello.
struct Guest {
    room: Room,
    who: Identity,
    seat: Option<usize>,
    news: broadcast::Receiver<News>,
    sequence: u64,
}

/// The other end is gone, or does not read.
struct Gone;

#[derive(Deserialize)]
struct Hello {
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
struct Numbered {
    #[serde(default)]
    id: Value,
}

impl Visit {
    async fn run(mut self) {
        let Ok(Ok(Some(mut guest))) = timeout(HELLO, self.greet()).await else { return };
        let _ = self.stay(&mut guest).await;
        guest.room.tell(Ask::Leave { seat: guest.seat });
        let _ = timeout(Duration::from_secs(1), self.socket.send(Message::Close(None))).await;
    }

    /// Waits for the first message, which says who it is.
    async fn greet(&mut self) -> Result<Option<Guest>, Gone> {
        loop {
            let Some(text) = self.hear().await? else { return Ok(None) };
            let hello: Result<Hello, Refusal> = parse(text.as_bytes());
            let refusal = match hello {
                Ok(hello) if hello.verb == "hello" => match self.join(&hello).await {
                    Ok((guest, first)) => {
                        self.say(json!({ "re": hello.id, "ok": { "seat": guest.seat } })).await?;
                        if let Some(first) = first {
                            self.send(Message::Text(first)).await?;
                        }
                        return Ok(Some(guest));
                    }
                    Err(refusal) => refusal,
                },
                Ok(_) => Refusal::new(Code::BadRequest, "Say hello first."),
                Err(refusal) => refusal,
            };
            let is_lost = refusal.code == Code::NotFound;
            self.refuse(text.as_bytes(), &refusal).await?;
            if is_lost {
                return Ok(None);
            }
        }
    }

    async fn join(&mut self, hello: &Hello) -> Result<(Guest, Option<Utf8Bytes>), Refusal> {
        let who = hello.secret.as_ref().map(|secret| Secret::told(secret.as_str()).hash());
        let ask = |reply| Ask::Join { who: who.clone(), reply };
        let (room, joined) = self.app.lobby.ask(&self.app, &self.id, ask).await?;
        let Joined { seat, told, news } = joined;
        let is_known = hello.sequence == Some(told.sequence);
        let sequence = told.sequence;
        Ok((Guest { room, who, seat, news, sequence }, (!is_known).then_some(told.text)))
    }

    /// Hears verbs and tells news until the other end is gone.
    async fn stay(&mut self, guest: &mut Guest) -> Result<(), Gone> {
        let mut heard = Instant::now();
        loop {
            tokio::select! {
                message = self.socket.recv() => {
                    heard = Instant::now();
                    match message {
                        Some(Ok(Message::Text(text))) => self.verb(guest, &text).await?,
                        Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                        Some(Ok(Message::Binary(_))) => {
                            let refusal = Refusal::bad_request("Only text is understood here.");
                            self.refuse(b"", &refusal).await?;
                        }
                        Some(Ok(Message::Close(_)) | Err(_)) | None => return Err(Gone),
                    }
                }
                news = guest.news.recv() => self.tell(guest, news).await?,
                () = tokio::time::sleep(PULSE) => {
                    if heard.elapsed() > 2 * PULSE + Duration::from_secs(10) {
                        return Err(Gone); // it did not answer the last two
                    }
                    self.send(Message::Ping(axum::body::Bytes::new())).await?;
                }
            }
        }
    }

    async fn tell(&mut self, guest: &mut Guest, news: Result<News, RecvError>) -> Result<(), Gone> {
        match news {
            Ok(news) if news.sequence <= guest.sequence && !is_reaction(&news) => Ok(()),
            Ok(news) => {
                guest.sequence = news.sequence;
                self.send(Message::Text(news.text)).await
            }
            Err(RecvError::Closed) => Err(Gone),
            Err(RecvError::Lagged(_)) => {
                self.app.metrics.lagged.up();
                let told = guest.room.ask(|reply| Ask::State { reply }).await.ok_or(Gone)?;
                guest.sequence = told.sequence;
                self.send(Message::Text(told.text)).await
            }
        }
    }

    async fn verb(&mut self, guest: &mut Guest, text: &Utf8Bytes) -> Result<(), Gone> {
        let verb = self.bucket.take().and_then(|()| parse::<Verb>(text.as_bytes()));
        let answer = match verb {
            Ok(verb) => done(&self.app, self.caller, &self.id, (&guest.who, &verb)).await,
            Err(refusal) => Err(refusal),
        };
        match answer {
            Err(refusal) => self.refuse(text.as_bytes(), &refusal).await,
            Ok(value) => {
                guest.sat_down(&value);
                let Numbered { id } = numbered(text.as_bytes());
                self.say(json!({ "re": id, "ok": value })).await
            }
        }
    }

    async fn refuse(&mut self, asked: &[u8], refusal: &Refusal) -> Result<(), Gone> {
        let Numbered { id } = numbered(asked);
        self.say(json!({ "re": id, "refused": refusal })).await
    }

    async fn say(&mut self, value: Value) -> Result<(), Gone> {
        self.send(Message::Text(value.to_string().into())).await
    }

    /// Sends; who does not read is gone.
    async fn send(&mut self, message: Message) -> Result<(), Gone> {
        let sent = timeout(self.app.config.limits.reading, self.socket.send(message)).await;
        sent.map_err(|_| Gone)?.map_err(|_| Gone)
    }

    /// The next text; `None` at the end.
    async fn hear(&mut self) -> Result<Option<Utf8Bytes>, Gone> {
        loop {
            match self.socket.recv().await {
                Some(Ok(Message::Text(text))) => return Ok(Some(text)),
                Some(Ok(Message::Close(_))) | None => return Ok(None),
                Some(Ok(_)) => {}
                Some(Err(_)) => return Err(Gone),
            }
        }
    }
}

impl Guest {
    /// Whoever has just sat down is somebody from now on.
    fn sat_down(&mut self, answer: &Value) {
        let (Some(seat), Some(secret)) = (answer["seat"].as_u64(), answer["secret"].as_str())
        else {
            return;
        };
        let seat = Some(seat as usize);
        self.room.tell(Ask::Became { was: self.seat, is: seat });
        (self.who, self.seat) = (Some(Secret::told(secret).hash()), seat);
    }
}

/// Reads a message as a socket does, for the fuzzer.
pub(crate) fn read(bytes: &[u8]) {
    let _ = parse::<Hello>(bytes);
    let Numbered { id } = numbered(bytes);
    assert!(id.to_string().len() <= 250, "what is repeated is short");
}

fn numbered(text: &[u8]) -> Numbered {
    let numbered: Option<Numbered> = serde_json::from_slice(text).ok();
    // What a client calls its questions is repeated only if it is short.
    let is_short = |id: &Value| id.is_u64() || id.as_str().is_some_and(|id| id.len() <= 40);
    let id = numbered.map(|numbered| numbered.id).filter(is_short);
    Numbered { id: id.unwrap_or(Value::Null) }
}
