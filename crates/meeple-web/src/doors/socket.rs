//! A person's socket: it only translates.
//!
//! ```text
//! {"id":1,"do":"hello","secret":"..."}   ──►  {"re":1,"ok":{"seat":0}}  {"state":{...}}
//! {"id":2,"do":"play","ply":4,"move":"2,2"} ─►  {"re":2,"ok":{}}        {"update":{...}}
//! ```

use super::{READ_AT_ONCE, done, origin};
use crate::{
    app::App,
    asked::parse,
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
                        let hello = said(&json!({ "re": hello.id, "ok": { "seat": guest.seat } }));
                        let first = first.map(Message::Text);
                        self.send([hello].into_iter().chain(first)).await?;
                        return Ok(Some(guest));
                    }
                    Err(refusal) => refusal,
                },
                Ok(_) => Refusal::new(Code::BadRequest, "Say hello first."),
                Err(refusal) => refusal,
            };
            let is_lost = refusal.code == Code::NotFound;
            self.send([refused(text.as_bytes(), &refusal)]).await?;
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
        let mut pulse = interval_at(Instant::now() + PULSE, PULSE);
        // A verb may take long; the pulses that it has held up are not felt all at once.
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
                            let refusal = Refusal::bad_request("Only text is understood here.");
                            self.send([refused(b"", &refusal)]).await?;
                        }
                        Some(Ok(Message::Close(_)) | Err(_)) | None => return Err(Gone),
                    }
                }
                news = guest.news.recv() => {
                    let mut messages = Vec::new();
                    guest.gather(news, &self.app, &mut messages).await?;
                    self.send(messages).await?;
                }
                _ = pulse.tick() => {
                    if silent_pulses >= 2 {
                        return Err(Gone); // it did not answer the last two
                    }
                    silent_pulses += 1;
                    self.send([Message::Ping(axum::body::Bytes::new())]).await?;
                }
            }
        }
    }

    async fn verb(&mut self, guest: &mut Guest, text: &Utf8Bytes) -> Result<(), Gone> {
        let verb = self.bucket.take().and_then(|()| parse::<Verb>(text.as_bytes()));
        let answer = match verb {
            Ok(verb) => {
                let asked = (&guest.who, &verb);
                done(&self.app, self.caller, (&self.id, Some(&guest.room)), asked).await
            }
            Err(refusal) => Err(refusal),
        };
        let mut messages = vec![match answer {
            Err(refusal) => refused(text.as_bytes(), &refusal),
            Ok(value) => {
                guest.sat_down(&value);
                let Numbered { id } = numbered(text.as_bytes());
                said(&json!({ "re": id, "ok": value }))
            }
        }];
        // What came of it is known already: both go in one packet.
        if let Some(news) = guest.waiting() {
            guest.gather(news, &self.app, &mut messages).await?;
        }
        self.send(messages).await
    }

    /// Sends all of it at once; who does not read is gone.
    async fn send(&mut self, messages: impl IntoIterator<Item = Message>) -> Result<(), Gone> {
        let socket = &mut self.socket;
        let sending = async {
            for message in messages {
                socket.feed(message).await?;
            }
            socket.flush().await
        };
        let sent = timeout(self.app.config.limits.reading, sending).await;
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
    /// What is new already, if anything is.
    fn waiting(&mut self) -> Option<Result<News, RecvError>> {
        match self.news.try_recv() {
            Ok(news) => Some(Ok(news)),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Closed) => Some(Err(RecvError::Closed)),
            Err(TryRecvError::Lagged(missed)) => Some(Err(RecvError::Lagged(missed))),
        }
    }

    /// Messages for these news and all that are there by now; who has missed some gets the State.
    async fn gather(
        &mut self,
        news: Result<News, RecvError>,
        app: &App,
        messages: &mut Vec<Message>,
    ) -> Result<(), Gone> {
        let mut next = Some(news);
        while let Some(news) = next {
            match news {
                Ok(news) if !news.is_new_after(self.sequence) => {}
                Ok(news) => {
                    self.sequence = news.sequence;
                    messages.push(Message::Text(news.text));
                }
                Err(RecvError::Closed) => return Err(Gone),
                Err(RecvError::Lagged(_)) => {
                    app.metrics.lagged.up();
                    let told = self.room.ask(|reply| Ask::State { reply }).await.ok_or(Gone)?;
                    self.sequence = told.sequence;
                    messages.push(Message::Text(told.text));
                }
            }
            next = self.waiting();
        }
        Ok(())
    }

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

fn said(value: &Value) -> Message {
    Message::Text(value.to_string().into())
}

fn refused(asked: &[u8], refusal: &Refusal) -> Message {
    let Numbered { id } = numbered(asked);
    said(&json!({ "re": id, "refused": refusal }))
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
