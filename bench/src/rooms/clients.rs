//! People at the other end of sockets, who think for no time at all.
//!
//! They read of a message what they need, and no more: the clients are not what
//! is measured.

use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use std::{
    net::SocketAddr,
    str::FromStr,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
    task::JoinSet,
    time::timeout_at,
};
use tokio_tungstenite::{
    MaybeTlsStream, WebSocketStream, connect_async_with_config,
    tungstenite::{Message, Utf8Bytes, protocol::WebSocketConfig},
};

/// The bar: a game is as many moves as it has squares, and long enough that what a rematch costs,
/// a room and two sockets, is a small part of it.
const BAR: [usize; 2] = [12, 12];
/// How long they play before it counts, and how long it does.
const WARMING: Duration = Duration::from_secs(1);
const COUNTED: Duration = Duration::from_secs(5);

/// Bytes that are read from a socket at once: an update.
const READ_AT_ONCE: usize = 4 << 10;

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// When somebody moves whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Pace {
    AtOnce,
    EverySecond,
}

/// What came of it.
pub(super) struct Played {
    /// Moves a second.
    pub(super) rate: f64,
    /// The middle length of an update.
    pub(super) bytes: usize,
    /// From a move to the other's screen, in microseconds, the shortest first.
    screens: Vec<u32>,
}

impl Played {
    /// Within how many seconds so many of a hundred moves were seen.
    pub(super) fn within(&self, percent: usize) -> f64 {
        let index = self.screens.len() * percent / 100;
        self.screens.get(index).map_or(f64::NAN, |&micros| f64::from(micros) / 1e6)
    }
}

/// Pairs of people who are connected.
pub(super) struct Crowd(Vec<[Person; 2]>);

/// Somebody at the end of a socket.
struct Person {
    socket: Socket,
    seat: usize,
    /// Where the next game is, and what opens the seat there; nothing at the relay.
    house: Option<(SocketAddr, String)>,
    /// When the last move of this pair was sent, in microseconds since `start`.
    sent: Arc<AtomicU64>,
}

/// What somebody saw.
#[derive(Default)]
struct Seen {
    /// From the other's move to this screen, in microseconds.
    screens: Vec<u32>,
    /// The length of the last update.
    bytes: usize,
}

/// What is counted while they play.
struct Count {
    start: Instant,
    is_on: AtomicBool,
    moves: AtomicUsize,
}

impl Crowd {
    /// So many pairs at a relay.
    pub(super) async fn at_relay(address: SocketAddr, pairs: usize) -> Self {
        let mut all = Vec::with_capacity(pairs);
        for number in 0..pairs {
            let url = format!("ws://{address}/pair/{number}");
            let sent = Arc::<AtomicU64>::default();
            let [mut ann, bo] = [connect(&url).await, connect(&url).await];
            // As if a move were to be answered: the first update says whose turn it is.
            say(&mut ann, &json!({ "ply": 0 })).await;
            let person =
                |(seat, socket)| Person { socket, seat, house: None, sent: Arc::clone(&sent) };
            all.push([(0, ann), (1, bo)].map(person));
        }
        Crowd(all)
    }

    /// So many rooms with two people each.
    pub(super) async fn in_rooms(address: SocketAddr, rooms: usize) -> Self {
        let mut all = Vec::with_capacity(rooms);
        let [width, height] = BAR;
        let options = [format!("width={width}"), format!("height={height}")];
        for _ in 0..rooms {
            let wish = json!({ "game": "chomp", "options": options, "seats": ["me", "open"] });
            let made = post(address, "/api/rooms", &wish).await;
            let room = word(&made, "room");
            let sit = json!({ "do": "sit", "seat": 1, "name": "Bo", "invite": made["invite"] });
            let sat = post(address, &format!("/api/rooms/{room}/do"), &sit).await;
            let sent = Arc::<AtomicU64>::default();
            let secrets = [word(&made, "secret"), word(&sat, "secret")];
            let [ann, bo] = secrets.map(|secret| enter(address, room, secret.to_owned(), &sent));
            all.push([ann.await, bo.await]);
        }
        Crowd(all)
    }

    /// All play, for a while.
    pub(super) async fn play(self, pace: Pace) -> Played {
        let count = Arc::new(Count {
            start: Instant::now(),
            is_on: AtomicBool::new(false),
            moves: AtomicUsize::new(0),
        });
        let mut players = JoinSet::new();
        let pairs = self.0.len();
        for (number, pair) in self.0.into_iter().enumerate() {
            // Those who wait do not all move in the same moment.
            let late = Duration::from_secs(1).mul_f64(number as f64 / pairs as f64);
            for person in pair {
                let (mut seen, count) = (Seen::default(), Arc::clone(&count));
                players.spawn(async move {
                    let end = count.start + WARMING + COUNTED;
                    let playing = play(person, pace, late, (&count, &mut seen));
                    let _ = timeout_at(end.into(), playing).await; // they are called away
                    seen
                });
            }
        }
        tokio::time::sleep(WARMING).await;
        let (since, before) = (Instant::now(), count.moves.load(Ordering::Relaxed));
        count.is_on.store(true, Ordering::Relaxed);
        tokio::time::sleep(COUNTED).await;
        count.is_on.store(false, Ordering::Relaxed);
        let moves = count.moves.load(Ordering::Relaxed) - before;
        let rate = moves as f64 / since.elapsed().as_secs_f64();
        let (mut screens, mut sizes) = (Vec::new(), Vec::new());
        while let Some(seen) = players.join_next().await {
            let seen = seen.expect("nobody panics");
            screens.extend(seen.screens);
            sizes.push(seen.bytes);
        }
        screens.sort_unstable();
        sizes.sort_unstable();
        Played { rate, bytes: sizes[sizes.len() / 2], screens }
    }
}

/// Plays one game after another.
async fn play(mut person: Person, pace: Pace, late: Duration, (count, seen): (&Count, &mut Seen)) {
    let mut answered = None;
    if pace == Pace::EverySecond {
        tokio::time::sleep(late).await;
    }
    loop {
        let Some(text) = hear(&mut person.socket).await else { return };
        let Some(ply) = number::<usize>(&text, "\"ply\":") else { continue };
        if text.contains("\"phase\":\"over\"") {
            person = person.rematch(text).await;
            answered = None;
            continue;
        }
        if number(&text, "\"to_move\":") != Some(person.seat) || answered == Some(ply) {
            continue;
        }
        answered = Some(ply);
        let sent = person.sent.load(Ordering::Relaxed);
        if count.is_on.load(Ordering::Relaxed) && sent > 0 {
            let now = count.start.elapsed().as_micros() as u64;
            seen.screens.push(now.saturating_sub(sent) as u32);
            seen.bytes = text.len();
        }
        if pace == Pace::EverySecond {
            tokio::time::sleep(Duration::from_secs(1)).await;
        }
        let [width, height] = BAR;
        let last = (width * height).saturating_sub(ply + 1);
        let mv = format!("{},{}", last / width, last % width);
        person.sent.store(count.start.elapsed().as_micros() as u64, Ordering::Relaxed);
        let verb = format!(r#"{{"id":1,"do":"play","ply":{ply},"move":"{mv}"}}"#);
        if person.socket.send(Message::text(verb)).await.is_err() {
            return;
        }
        count.moves.fetch_add(1, Ordering::Relaxed);
    }
}

impl Person {
    /// Goes on in the room of the rematch.
    async fn rematch(mut self, over: Utf8Bytes) -> Self {
        let Some((address, secret)) = self.house.clone() else { return self };
        let mut text = over;
        say(&mut self.socket, &json!({ "id": 2, "do": "rematch" })).await;
        loop {
            if let Some((_, next)) = text.split_once("\"next\":\"") {
                let room = next.split('"').next().unwrap_or_default();
                return enter(address, room, secret, &self.sent).await;
            }
            text = hear(&mut self.socket).await.expect("the room is there");
        }
    }
}

/// Goes to the seat that this secret opens.
async fn enter(address: SocketAddr, room: &str, secret: String, when: &Arc<AtomicU64>) -> Person {
    let mut socket = connect(&format!("ws://{address}/api/rooms/{room}/socket")).await;
    say(&mut socket, &json!({ "id": 0, "do": "hello", "secret": secret })).await;
    let hello = hear(&mut socket).await.expect("an answer");
    let seat = number(&hello, "\"seat\":").expect("a seat");
    when.store(0, Ordering::Relaxed);
    Person { socket, seat, house: Some((address, secret)), sent: Arc::clone(when) }
}

async fn connect(url: &str) -> Socket {
    let config = WebSocketConfig::default().read_buffer_size(READ_AT_ONCE);
    let connecting = connect_async_with_config(url, Some(config), true);
    connecting.await.expect("a socket").0
}

async fn say(socket: &mut Socket, value: &Value) {
    socket.send(Message::text(value.to_string())).await.expect("it is heard");
}

async fn hear(socket: &mut Socket) -> Option<Utf8Bytes> {
    loop {
        match socket.next().await?.ok()? {
            Message::Text(text) => return Some(text),
            Message::Close(_) => return None,
            _ => {}
        }
    }
}

async fn post(address: SocketAddr, path: &str, body: &Value) -> Value {
    let mut stream = TcpStream::connect(address).await.expect("a connection");
    let body = body.to_string();
    let length = body.len();
    let request = format!(
        "POST {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\
         content-length: {length}\r\n\r\n{body}"
    );
    stream.write_all(request.as_bytes()).await.expect("it is heard");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.expect("an answer");
    let (_, body) = answer.split_once("\r\n\r\n").expect("a body");
    serde_json::from_str(body).expect("JSON")
}

fn word<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().unwrap_or_else(|| panic!("no {key} in {value}"))
}

/// The number behind the first of these keys.
pub(super) fn number<T: FromStr>(text: &str, key: &str) -> Option<T> {
    let (_, rest) = text.split_once(key)?;
    let end = rest.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(rest.len());
    rest[..end].parse().ok()
}
