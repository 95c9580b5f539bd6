//! The server is killed repeatedly while games are played: no accepted move may be lost.
//!
//! ```text
//! 30 pairs of people who reconnect automatically ──► the server ──► killed, started, killed, ...
//! ```
//!
//! Clients behave like the browser's front end: they ignore updates older than what they know, and send a
//! move again if it wasn't answered.

#[path = "support/server.rs"]
mod server;

use futures_util::{SinkExt as _, StreamExt as _};
use meeple_core::{
    Event,
    record::Replay,
    rng::{RngStream, SeededRng, seeded},
};
use meeple_games::open_record;
use rand::RngExt as _;
use serde_json::{Value, json};
use server::{TIMEOUT, TestServer};
use std::{
    collections::BTreeMap,
    net::SocketAddr,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};
use tokio::{net::TcpStream, time::timeout};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async, tungstenite::Message};

const GAMES: usize = 30;
const KILLS: usize = 20;
/// The seed of everything random here.
const SEED: u64 = 20;
/// Between two kills there are this many moves, and up to as many again.
const MOVES_BETWEEN: usize = 10;
/// Longest thinking time for a move.
const MAX_THINKING_TIME: Duration = Duration::from_millis(30);

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_accepted_move_is_lost_or_doubled_when_the_server_is_killed() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut server = TestServer::start(folder.path(), 0);
    let address = server.address;
    let accepted = Arc::<AtomicUsize>::default();
    let rooms: Vec<Value> = (0..GAMES).map(|game| server::make(address, &wish(game))).collect();
    let mut games = Vec::new();
    for (game, made) in rooms.iter().enumerate() {
        let room = made["room"].as_str().expect("a room");
        let bo = sit_down(address, room, &made["invite"]).await;
        let secrets = [made["secret"].as_str().expect("a secret").to_owned(), bo];
        games.push(
            secrets
                .into_iter()
                .enumerate()
                .map(|(seat, secret)| {
                    let rng = seeded(SEED, RngStream::Other((2 * game + seat) as u32));
                    let person =
                        ReconnectingPlayer::new(address, room, secret, rng, Arc::clone(&accepted));
                    tokio::spawn(person.play())
                })
                .collect::<Vec<_>>(),
        );
    }
    let mut rng = seeded(SEED, RngStream::Other(u32::MAX));
    let mut kills_in_play = 0;
    for _ in 0..KILLS {
        let until =
            accepted.load(Ordering::Relaxed) + rng.random_range(MOVES_BETWEEN..2 * MOVES_BETWEEN);
        let is_over = || games.iter().flatten().all(tokio::task::JoinHandle::is_finished);
        while accepted.load(Ordering::Relaxed) < until && !is_over() {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        tokio::time::sleep(Duration::from_micros(rng.random_range(0..10_000))).await;
        kills_in_play += usize::from(!is_over());
        server.kill();
        server = TestServer::start(folder.path(), address.port());
    }
    assert_eq!(kills_in_play, KILLS, "the games were over too early");
    for (made, pair) in rooms.iter().zip(games) {
        let room = made["room"].as_str().expect("a room");
        let mut told = Vec::new();
        for person in pair {
            let person = timeout(TIMEOUT, person).await.expect("it ends").expect("no panic");
            told.push(person.narrated_plies());
        }
        assert_eq!(told[0], told[1], "{room}: both have heard the same");
        let (status, record) = server::get(address, &format!("/api/records/{room}/file"));
        assert_eq!(status, 200);
        assert_eq!(told[0], moves_of(&record), "{room}: and so has the record");
    }
}

fn wish(game: usize) -> Value {
    let (name, options) = match game % 4 {
        0 => ("chomp", vec!["width=8", "height=5"]),
        1 => ("azul", vec![]),
        2 => ("filler", vec!["map=@......../........./........./........./........$"]),
        _ => ("grass", vec!["players=2"]),
    };
    let seats = ["me", "open"];
    json!({ "game": name, "options": options, "seats": seats, "name": "Ann", "seed": game })
}

/// Returns seat and move of every ply in a record, which must be valid; deals have neither.
fn moves_of(record: &[u8]) -> Vec<(Option<u64>, Option<String>)> {
    let replay = Replay::read(record, open_record).expect("a good record");
    assert!(replay.game.end().is_some(), "it is over");
    let line = replay.game.plies().iter().map(|ply| match &*ply.event {
        Event::Move { seat, mv, .. } => (Some(seat.index() as u64), Some(mv.clone())),
        _ => (None, None),
    });
    line.collect()
}

/// Takes the open seat, before anything is killed; returns the secret.
async fn sit_down(address: SocketAddr, room: &str, invite: &Value) -> String {
    let mut socket = connect(address, room).await.expect("it runs");
    say(&mut socket, &json!({ "id": 1, "do": "hello" })).await.expect("it runs");
    let sit = json!({ "id": 2, "do": "sit", "seat": 1, "name": "Bo", "invite": invite });
    say(&mut socket, &sit).await.expect("it runs");
    loop {
        let message = hear(&mut socket).await.expect("it runs");
        if message["re"] == 2 {
            return message["ok"]["secret"].as_str().expect("a secret").into();
        }
    }
}

/// A player who reconnects.
struct ReconnectingPlayer {
    address: SocketAddr,
    room: String,
    secret: String,
    rng: SeededRng,
    seat: Option<u64>,
    /// The last known state of the room.
    state: Value,
    /// Every move that was ever accepted: confirmed or seen.
    accepted: BTreeMap<u64, (Option<u64>, Option<String>)>,
    /// A move that was sent and not answered yet.
    asked: Option<(u64, String)>,
    /// The number of accepted moves in all games.
    count: Arc<AtomicUsize>,
}

/// The connection is lost.
#[derive(Debug)]
struct ConnectionLost;

impl ReconnectingPlayer {
    fn new(
        address: SocketAddr,
        room: &str,
        secret: String,
        rng: SeededRng,
        count: Arc<AtomicUsize>,
    ) -> Self {
        let (room, state, accepted) = (room.to_owned(), Value::Null, BTreeMap::new());
        ReconnectingPlayer {
            address,
            room,
            secret,
            rng,
            seat: None,
            state,
            accepted,
            asked: None,
            count,
        }
    }

    /// Plays until the game is over, however often the connection is lost.
    async fn play(mut self) -> Self {
        loop {
            if let Ok(socket) = connect(self.address, &self.room).await
                && self.play_connected(socket).await.is_ok()
            {
                return self;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// Plays until the game is over or the connection is lost.
    async fn play_connected(&mut self, mut socket: Socket) -> Result<(), ConnectionLost> {
        let known = &self.state["sequence"];
        let hello = json!({ "id": 0, "do": "hello", "secret": self.secret, "sequence": known });
        say(&mut socket, &hello).await?;
        let (mut is_greeted, mut is_sent) = (false, false);
        while self.state["phase"] != "over" {
            let message = hear(&mut socket).await?;
            if message["re"] == 0 {
                assert!(message["ok"]["seat"].is_u64(), "the seat is still theirs: {message}");
                self.seat = message["ok"]["seat"].as_u64();
                is_greeted = true;
            } else if message["re"] == 1 {
                self.answered(&message);
                is_sent = false;
            } else {
                self.follow(&message);
            }
            if is_greeted && !is_sent {
                is_sent = self.send_move(&mut socket).await?;
            }
        }
        if let Some((ply, mv)) = self.asked.take() {
            assert_eq!(
                self.accepted.get(&(ply + 1)),
                Some(&(self.seat, Some(mv))),
                "the last move"
            );
        }
        Ok(())
    }

    /// Sends a move, or repeats the unanswered one; returns whether anything was sent.
    async fn send_move(&mut self, socket: &mut Socket) -> Result<bool, ConnectionLost> {
        if self.asked.is_none() {
            let moves = self.state["moves"].as_array().map_or(&[][..], Vec::as_slice);
            let is_due = self.state["to_move"].as_u64() == self.seat;
            // The answer to a move may arrive before its update.
            let is_news = self.state["ply"].as_u64() >= Some(self.last_accepted());
            if !is_due || !is_news || moves.is_empty() {
                return Ok(false);
            }
            tokio::time::sleep(MAX_THINKING_TIME.mul_f64(self.rng.random())).await;
            // Chomp's first move eats the poison: choosing from the second half makes longer games.
            let index = self.rng.random_range(moves.len() / 2..moves.len());
            let mv = moves[index]["move"].as_str().expect("a move").to_owned();
            self.asked = Some((self.state["ply"].as_u64().expect("a ply"), mv));
        }
        let Some((ply, mv)) = &self.asked else { return Ok(false) };
        say(socket, &json!({ "id": 1, "do": "play", "ply": ply, "move": mv })).await?;
        Ok(true)
    }

    /// Handles the answer to a move. A repeated move is stale if the first one had been accepted.
    fn answered(&mut self, answer: &Value) {
        let (ply, mv) = self.asked.take().expect("a move was asked for");
        let is_stale = answer["refused"]["code"] == "stale";
        let is_late = answer["refused"]["code"] == "not-now"; // the first one had ended the game
        assert!(answer["ok"].is_object() || is_stale || is_late, "{answer}");
        if is_stale || is_late {
            let played = self.accepted.get(&(ply + 1));
            assert_eq!(
                played,
                Some(&(self.seat, Some(mv))),
                "{}: another move is there",
                self.room
            );
        } else {
            self.accept(ply + 1, (self.seat, Some(mv)));
        }
    }

    /// Applies an update like the browser's front end: older ones are ignored.
    fn follow(&mut self, message: &Value) {
        let known = self.state["sequence"].as_u64();
        if message["state"].is_object() && message["state"]["sequence"].as_u64() >= known {
            self.state = message["state"].clone();
            let (told, seen) = (self.narrated_plies().len() as u64, self.last_accepted());
            assert!(told >= seen, "{}: {seen} plies were accepted, {told} are there", self.room);
        } else if let Some(update) = message["update"].as_object() {
            if update["sequence"].as_u64() <= known {
                return;
            }
            let from = update["told_from"].as_u64().expect("a number") as usize;
            let mut told = self.state["told"].as_array().cloned().unwrap_or_default();
            assert!(from <= told.len(), "{}: something was not told", self.room);
            told.truncate(from);
            told.extend(update["told"].as_array().cloned().unwrap_or_default());
            for (key, value) in update {
                self.state[key] = value.clone();
            }
            self.state["told"] = Value::Array(told);
        }
        for (index, ply) in self.narrated_plies().into_iter().enumerate() {
            self.accept(index as u64 + 1, ply);
        }
    }

    fn last_accepted(&self) -> u64 {
        self.accepted.last_key_value().map_or(0, |(&ply, _)| ply)
    }

    /// Records an accepted ply, which must never change.
    fn accept(&mut self, ply: u64, played: (Option<u64>, Option<String>)) {
        if let Some(before) = self.accepted.get(&ply) {
            return assert_eq!(*before, played, "{}: ply {ply} has changed", self.room);
        }
        if played.0 == self.seat {
            self.count.fetch_add(1, Ordering::Relaxed);
        }
        self.accepted.insert(ply, played);
    }

    /// Returns seat and move of every ply in the last state.
    fn narrated_plies(&self) -> Vec<(Option<u64>, Option<String>)> {
        let told = self.state["told"].as_array().map_or(&[][..], Vec::as_slice);
        let one = |ply: &Value| (ply["seat"].as_u64(), ply["move"].as_str().map(str::to_owned));
        told.iter().map(one).collect()
    }
}

async fn connect(address: SocketAddr, room: &str) -> Result<Socket, ConnectionLost> {
    let connecting = connect_async(format!("ws://{address}/api/rooms/{room}/socket"));
    let connected = timeout(TIMEOUT, connecting).await.map_err(|_| ConnectionLost)?;
    connected.map(|(socket, _)| socket).map_err(|_| ConnectionLost)
}

async fn say(socket: &mut Socket, message: &Value) -> Result<(), ConnectionLost> {
    socket.send(Message::text(message.to_string())).await.map_err(|_| ConnectionLost)
}

async fn hear(socket: &mut Socket) -> Result<Value, ConnectionLost> {
    loop {
        match timeout(TIMEOUT, socket.next()).await {
            Ok(Some(Ok(Message::Text(text)))) => {
                return Ok(serde_json::from_str(&text).expect("JSON"));
            }
            Ok(Some(Ok(Message::Ping(_) | Message::Pong(_)))) => {}
            _ => return Err(ConnectionLost),
        }
    }
}
