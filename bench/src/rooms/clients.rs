//! Simulated clients that need no time to think.
//!
//! They parse only what they need of each message, since the clients are not what is measured.

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

/// Size of the bar. A game has as many moves as squares, enough that the cost of a rematch (a room and two
/// sockets) is a small part of it.
const BAR: [usize; 2] = [12, 12];
/// Warm-up time, followed by the measured time.
const WARM_UP: Duration = Duration::from_secs(1);
const MEASURING_TIME: Duration = Duration::from_secs(5);

/// Read buffer size of a socket in bytes: one update.
const READ_AT_ONCE: usize = 4 << 10;

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// When a client moves after its turn begins.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Pace {
    AtOnce,
    EverySecond,
}

/// The result of a run.
pub(super) struct CrowdResult {
    /// Moves per second.
    pub(super) rate: f64,
    /// Median size of an update in bytes.
    pub(super) bytes: usize,
    /// Latencies from a move to the opponent's screen, in microseconds, sorted.
    latencies: Vec<u32>,
}

impl CrowdResult {
    /// Returns the latency in seconds that this percentage of the moves stays within.
    pub(super) fn within(&self, percent: usize) -> f64 {
        let index = self.latencies.len() * percent / 100;
        self.latencies.get(index).map_or(f64::NAN, |&micros| f64::from(micros) / 1e6)
    }
}

/// Connected pairs of clients.
pub(super) struct ClientPairs(Vec<[Client; 2]>);

/// A client at the end of a socket.
struct Client {
    socket: Socket,
    seat: usize,
    /// The server's address and the secret of the seat; `None` at the relay.
    server: Option<(SocketAddr, String)>,
    /// When this pair's last move was sent, in microseconds since `start`.
    sent: Arc<AtomicU64>,
}

/// What a client measured.
#[derive(Default)]
struct ClientMeasurements {
    /// Latencies from the opponent's move to this screen, in microseconds.
    latencies: Vec<u32>,
    /// Size of the last update in bytes.
    bytes: usize,
}

/// Counters shared by all clients.
struct SharedCounters {
    start: Instant,
    is_on: AtomicBool,
    moves: AtomicUsize,
}

impl ClientPairs {
    /// Connects this many pairs to a relay.
    pub(super) async fn at_relay(address: SocketAddr, pairs: usize) -> Self {
        let mut all = Vec::with_capacity(pairs);
        for number in 0..pairs {
            let url = format!("ws://{address}/pair/{number}");
            let sent = Arc::<AtomicU64>::default();
            let [mut ann, bo] = [connect(&url).await, connect(&url).await];
            // Stands in for a move: the first update tells both whose turn it is.
            send_json(&mut ann, &json!({ "ply": 0 })).await;
            let person =
                |(seat, socket)| Client { socket, seat, server: None, sent: Arc::clone(&sent) };
            all.push([(0, ann), (1, bo)].map(person));
        }
        ClientPairs(all)
    }

    /// Opens this many rooms with two clients each.
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
            let [ann, bo] =
                secrets.map(|secret| take_seat(address, room, secret.to_owned(), &sent));
            all.push([ann.await, bo.await]);
        }
        ClientPairs(all)
    }

    /// Lets all clients play, and measures after the warm-up.
    pub(super) async fn play(self, pace: Pace) -> CrowdResult {
        let count = Arc::new(SharedCounters {
            start: Instant::now(),
            is_on: AtomicBool::new(false),
            moves: AtomicUsize::new(0),
        });
        let mut players = JoinSet::new();
        let pairs = self.0.len();
        for (number, pair) in self.0.into_iter().enumerate() {
            // Waiting clients must not all move at the same moment.
            let late = Duration::from_secs(1).mul_f64(number as f64 / pairs as f64);
            for person in pair {
                let (mut seen, count) = (ClientMeasurements::default(), Arc::clone(&count));
                players.spawn(async move {
                    let end = count.start + WARM_UP + MEASURING_TIME;
                    let playing = play(person, pace, late, (&count, &mut seen));
                    let _ = timeout_at(end.into(), playing).await; // stops at the end of the measurement
                    seen
                });
            }
        }
        tokio::time::sleep(WARM_UP).await;
        let (since, before) = (Instant::now(), count.moves.load(Ordering::Relaxed));
        count.is_on.store(true, Ordering::Relaxed);
        tokio::time::sleep(MEASURING_TIME).await;
        count.is_on.store(false, Ordering::Relaxed);
        let moves = count.moves.load(Ordering::Relaxed) - before;
        let rate = moves as f64 / since.elapsed().as_secs_f64();
        let (mut screens, mut sizes) = (Vec::new(), Vec::new());
        while let Some(seen) = players.join_next().await {
            let seen = seen.expect("nobody panics");
            screens.extend(seen.latencies);
            sizes.push(seen.bytes);
        }
        screens.sort_unstable();
        sizes.sort_unstable();
        CrowdResult { rate, bytes: sizes[sizes.len() / 2], latencies: screens }
    }
}

/// Plays one game after another until it is cancelled.
async fn play(
    mut person: Client,
    pace: Pace,
    late: Duration,
    (count, seen): (&SharedCounters, &mut ClientMeasurements),
) {
    let mut answered = None;
    if pace == Pace::EverySecond {
        tokio::time::sleep(late).await;
    }
    loop {
        let Some(text) = next_text(&mut person.socket).await else { return };
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
            seen.latencies.push(now.saturating_sub(sent) as u32);
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

impl Client {
    /// Continues in the room of the rematch.
    async fn rematch(mut self, over: Utf8Bytes) -> Self {
        let Some((address, secret)) = self.server.clone() else { return self };
        let mut text = over;
        send_json(&mut self.socket, &json!({ "id": 2, "do": "rematch" })).await;
        loop {
            if let Some((_, next)) = text.split_once("\"next\":\"") {
                let room = next.split('"').next().unwrap_or_default();
                return take_seat(address, room, secret, &self.sent).await;
            }
            text = next_text(&mut self.socket).await.expect("the room is there");
        }
    }
}

/// Connects to the seat that this secret owns.
async fn take_seat(
    address: SocketAddr,
    room: &str,
    secret: String,
    when: &Arc<AtomicU64>,
) -> Client {
    let mut socket = connect(&format!("ws://{address}/api/rooms/{room}/socket")).await;
    send_json(&mut socket, &json!({ "id": 0, "do": "hello", "secret": secret })).await;
    let hello = next_text(&mut socket).await.expect("an answer");
    let seat = number(&hello, "\"seat\":").expect("a seat");
    when.store(0, Ordering::Relaxed);
    Client { socket, seat, server: Some((address, secret)), sent: Arc::clone(when) }
}

async fn connect(url: &str) -> Socket {
    let config = WebSocketConfig::default().read_buffer_size(READ_AT_ONCE);
    let connecting = connect_async_with_config(url, Some(config), true);
    connecting.await.expect("a socket").0
}

async fn send_json(socket: &mut Socket, value: &Value) {
    socket.send(Message::text(value.to_string())).await.expect("it is heard");
}

async fn next_text(socket: &mut Socket) -> Option<Utf8Bytes> {
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
         content-type: application/json\r\ncontent-length: {length}\r\n\r\n{body}"
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

/// Parses the number after the first occurrence of this key.
pub(super) fn number<T: FromStr>(text: &str, key: &str) -> Option<T> {
    let (_, rest) = text.split_once(key)?;
    let end = rest.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(rest.len());
    rest[..end].parse().ok()
}
