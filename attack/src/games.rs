//! Ordinary games: people play each other and computer players, reconnect when the connection is lost, and keep
//! a journal of every move that the server has acknowledged.
//!
//! ```text
//! person 127.0.0.101 ─┐
//!                     ├─► room ─► next room ...      journal: room, ply ─► seat, move
//! person 127.0.0.102 ─┘
//! ```
//!
//! A move is acknowledged when its answer arrives, or when anyone is shown it. Like the browser's front end,
//! people ignore news that is older than what they know, and send a move again that was not answered.

use crate::{
    client::{Client, RoomSocket},
    journal::{Journal, Played},
    tally::Tally,
};
use rand::{RngExt as _, SeedableRng as _, rngs::SmallRng};
use serde_json::{Value, json};
use std::{
    cell::RefCell,
    net::{Ipv4Addr, SocketAddr},
    rc::Rc,
    sync::Arc,
    time::Duration,
};
use tokio::{
    task::{JoinHandle, spawn_local},
    time::{Instant, sleep},
};

/// The number of games.
pub const GAMES: u8 = 10;
/// The last part of the first person's address, 127.0.0.101.
const FIRST_ADDRESS: u8 = 101;
/// The pause before a lost connection is opened again.
const RECONNECT: Duration = Duration::from_millis(50);

/// A game that is played again and again.
#[derive(Debug, Clone, Copy)]
struct GameWish {
    game: &'static str,
    options: &'static [&'static str],
    /// Who has the other seat.
    opponent: &'static str,
}

/// The ten games, four between people.
const WISHES: [GameWish; GAMES as usize] = [
    GameWish { game: "chomp", options: &["width=12", "height=10"], opponent: "open" },
    GameWish { game: "azul", options: &[], opponent: "open" },
    GameWish { game: "filler", options: &[], opponent: "open" },
    GameWish { game: "grass", options: &["players=2"], opponent: "open" },
    GameWish { game: "chomp", options: &["width=12", "height=10"], opponent: "normal" },
    GameWish { game: "azul", options: &[], opponent: "normal" },
    GameWish { game: "azul", options: &[], opponent: "hard" },
    GameWish { game: "filler", options: &[], opponent: "normal" },
    GameWish { game: "grass", options: &["players=2"], opponent: "normal" },
    GameWish { game: "grass", options: &["players=2"], opponent: "hard" },
];

/// What the people in ordinary games have measured, in milliseconds.
#[derive(Debug, Default)]
pub struct Measurements {
    /// From a move to its answer.
    pub moves: Vec<f64>,
    /// From a move to the other person's screen.
    pub screens: Vec<f64>,
    /// From a move to the computer player's reply, by game.
    pub replies: Vec<(String, f64)>,
    /// From asking for a room until both people have their seats.
    pub creations: Vec<f64>,
    /// Requests for a room or a seat that were refused or not answered.
    pub refused_creations: usize,
    /// Games that are over.
    pub finished: usize,
    /// Reconnections.
    pub lost: usize,
}

/// How long people think, and whether they begin another game after one.
#[derive(Debug, Clone, Copy)]
pub struct Pace {
    /// The longest time before a move.
    pub think: Duration,
    /// The seed of their choices.
    pub seed: u64,
}

/// Ten ordinary games that are being played, until they are told to stop.
pub struct OrdinaryGames {
    /// What the people have measured so far.
    pub measured: Rc<RefCell<Measurements>>,
    /// The acknowledged moves of all games.
    pub journal: Rc<RefCell<Journal>>,
    /// The refusals they have seen.
    pub tally: Arc<Tally>,
    is_over: Rc<RefCell<bool>>,
    people: Vec<JoinHandle<()>>,
}

impl OrdinaryGames {
    /// Begins all games. Must be called within a `LocalSet`.
    pub fn begin(server: SocketAddr, pace: Pace) -> Self {
        let mut games = OrdinaryGames {
            measured: Rc::default(),
            journal: Rc::default(),
            tally: Arc::default(),
            is_over: Rc::default(),
            people: Vec::new(),
        };
        for (number, wish) in WISHES.iter().enumerate() {
            let number = number as u8;
            let table = Rc::<RefCell<Table>>::default();
            let seats = if wish.opponent == "open" { 2 } else { 1 };
            for seat in 0..seats {
                let address = FIRST_ADDRESS + 2 * number + seat;
                let from = Ipv4Addr::new(127, 0, 0, address);
                let client = Client { from, server, tally: Arc::clone(&games.tally) };
                let person = Person {
                    client,
                    seat: u64::from(seat),
                    wish,
                    pace,
                    rng: SmallRng::seed_from_u64(pace.seed ^ u64::from(address)),
                    table: Rc::clone(&table),
                    measured: Rc::clone(&games.measured),
                    journal: Rc::clone(&games.journal),
                    is_over: Rc::clone(&games.is_over),
                };
                games.people.push(spawn_local(person.play_on()));
            }
        }
        games
    }

    /// Lets nobody begin another game or make another move, and waits for the answers to the last moves.
    pub async fn stop(&mut self) {
        *self.is_over.borrow_mut() = true;
        for person in self.people.drain(..) {
            if person.await.is_err() {
                self.tally.broken("a person in an ordinary game has failed");
            }
        }
    }
}

/// The room at which two people meet.
#[derive(Debug, Default)]
struct Table {
    room: String,
    secrets: [String; 2],
    /// When the last move was sent, and its ply.
    sent: Option<(u64, Instant)>,
}

/// Somebody who plays one game after the other.
struct Person {
    client: Client,
    seat: u64,
    wish: &'static GameWish,
    pace: Pace,
    rng: SmallRng,
    table: Rc<RefCell<Table>>,
    measured: Rc<RefCell<Measurements>>,
    journal: Rc<RefCell<Journal>>,
    is_over: Rc<RefCell<bool>>,
}

/// What a person knows about the room.
#[derive(Default)]
struct Seen {
    state: Value,
    /// The move that was sent and not answered yet.
    asked: Option<(u64, String)>,
    /// When it was sent first, on this connection.
    sent: Option<Instant>,
    /// When the move was sent to which a computer player replies.
    since: Option<(u64, Instant)>,
    /// The last acknowledged ply when this connection said hello: every State has at least that.
    acknowledged: u64,
}

impl Person {
    fn is_over(&self) -> bool {
        *self.is_over.borrow()
    }

    async fn play_on(mut self) {
        while !self.is_over() {
            if self.seat == 0 && self.make_room().await.is_none() {
                sleep(RECONNECT).await;
                continue;
            }
            let (room, secret) = {
                let table = self.table.borrow();
                (table.room.clone(), table.secrets[self.seat as usize].clone())
            };
            if secret.is_empty() {
                sleep(RECONNECT).await; // the other one is making the room
                continue;
            }
            let mut seen = Seen::default();
            while self.visit(&room, &secret, &mut seen).await.is_none() {
                if self.is_over() && seen.asked.is_none() {
                    break;
                }
                self.measured.borrow_mut().lost += 1;
                sleep(RECONNECT).await;
            }
            self.table.borrow_mut().secrets[self.seat as usize].clear();
        }
    }

    /// Creates the next room, and measures how long that takes or that it is refused.
    async fn make_room(&self) -> Option<()> {
        if !self.table.borrow().secrets[1].is_empty() {
            return None; // the other one has not seen the end of the last game
        }
        let begin = Instant::now();
        let made = self.try_to_make_room().await;
        let mut measured = self.measured.borrow_mut();
        match made {
            Some(()) => measured.creations.push(milliseconds(begin)),
            None => measured.refused_creations += 1,
        }
        made
    }

    /// Creates a room, and lets the other person sit down.
    async fn try_to_make_room(&self) -> Option<()> {
        let GameWish { game, options, opponent } = self.wish;
        let wish = json!({
            "game": game, "options": options, "seats": ["me", opponent], "name": "Ann", "public": true,
        });
        let mut connection = self.client.connection();
        let made = connection.make(&wish).await?;
        let mut secrets = [made.secret, String::new()];
        if *opponent == "open" {
            let sit = json!({ "do": "sit", "seat": 1, "name": "Bo", "invite": made.invite });
            let sat = connection.act(&made.room, "", &sit).await?.json();
            sat["secret"].as_str()?.clone_into(&mut secrets[1]);
        }
        self.journal.borrow_mut().begin(&made.room);
        *self.table.borrow_mut() = Table { room: made.room, secrets, sent: None };
        Some(())
    }

    /// Plays until the game is over or everyone shall stop; `None` if the connection is lost.
    async fn visit(&mut self, room: &str, secret: &str, seen: &mut Seen) -> Option<()> {
        let mut socket = self.client.socket(&format!("/api/rooms/{room}/socket")).await?;
        let hello = json!({
            "id": 0, "do": "hello", "secret": secret, "sequence": seen.state["sequence"],
        });
        seen.acknowledged = self.journal.borrow().last(room);
        socket.say(&hello).await?;
        let (mut is_greeted, mut is_sent) = (false, false);
        loop {
            if seen.state["phase"] == "over" && seen.asked.is_none() {
                self.measured.borrow_mut().finished += usize::from(self.seat == 0);
                return Some(());
            }
            if self.is_over() && seen.asked.is_none() {
                return Some(());
            }
            if is_greeted && !is_sent {
                is_sent = self.send_move(&mut socket, seen).await?;
            }
            let text = socket.hear();
            let Ok(text) = tokio::time::timeout(Duration::from_secs(1), text).await else {
                continue;
            };
            let message: Value = serde_json::from_str(&text?).ok()?;
            if message["re"] == 0 {
                if message["ok"]["seat"].as_u64() != Some(self.seat) {
                    self.broken(room, "a seat was lost");
                }
                is_greeted = true;
            } else if message["re"] == 1 {
                self.answered(room, &message, seen);
                is_sent = false;
            } else {
                self.follow(room, &message, seen);
            }
        }
    }

    /// Sends a move if it is this person's turn, or repeats the one that was not answered; returns whether
    /// anything was sent.
    async fn send_move(&mut self, socket: &mut RoomSocket, seen: &mut Seen) -> Option<bool> {
        if seen.asked.is_none() {
            let state = &seen.state;
            let moves = state["moves"].as_array().map_or(&[][..], Vec::as_slice);
            let room = self.table.borrow().room.clone();
            // The answer to a move may arrive before its update.
            let is_news = state["ply"].as_u64() >= Some(self.journal.borrow().last(&room));
            if state["to_move"].as_u64() != Some(self.seat) || !is_news || moves.is_empty() {
                return Some(false);
            }
            sleep(self.pace.think.mul_f64(self.rng.random())).await;
            if self.is_over() {
                return Some(false);
            }
            // Chomp's first move eats the poison: choosing from the second half makes longer games.
            let index = self.rng.random_range(moves.len() / 2..moves.len());
            let mv = moves[index]["move"].as_str()?.to_owned();
            seen.asked = Some((state["ply"].as_u64()?, mv));
            seen.sent = Some(Instant::now());
        }
        let (ply, mv) = seen.asked.as_ref()?;
        if let Some(sent) = seen.sent {
            self.table.borrow_mut().sent = Some((*ply, sent));
            if self.wish.opponent != "open" {
                seen.since = Some((*ply, sent));
            }
        }
        socket.say(&json!({ "id": 1, "do": "play", "ply": ply, "move": mv })).await?;
        Some(true)
    }

    /// Handles the answer to a move. A repeated move is refused if the first one was accepted.
    fn answered(&self, room: &str, answer: &Value, seen: &mut Seen) {
        let Some((ply, mv)) = seen.asked.take() else { return };
        let played = Played { seat: Some(self.seat), mv: Some(mv.clone()) };
        let code = answer["refused"]["code"].as_str().unwrap_or_default();
        if answer["ok"].is_object() {
            if let Some(sent) = seen.sent.take() {
                self.measured.borrow_mut().moves.push(milliseconds(sent));
            }
            self.accept(room, ply + 1, played);
        } else if matches!(code, "stale" | "not-now")
            && self.journal.borrow().has(room, ply + 1, &played)
        {
            // It was accepted the first time.
        } else if matches!(code, "too-many" | "unavailable" | "broken") {
            seen.asked = Some((ply, mv)); // again
        } else {
            self.broken(room, &format!("a legal move was refused: {answer}"));
        }
    }

    /// Applies an update like the browser's front end: older ones are ignored.
    fn follow(&self, room: &str, message: &Value, seen: &mut Seen) {
        let known = seen.state["sequence"].as_u64();
        let from;
        if message["state"].is_object() && message["state"]["sequence"].as_u64() >= known {
            seen.state = message["state"].clone();
            from = 0;
            let told = seen.state["told"].as_array().map_or(0, Vec::len) as u64;
            if told < seen.acknowledged {
                self.broken(room, "an acknowledged move is no longer there");
            }
        } else if let Some(update) = message["update"].as_object() {
            if update["sequence"].as_u64() <= known {
                return;
            }
            from = update["told_from"].as_u64().unwrap_or_default() as usize;
            let mut told = seen.state["told"].take();
            if let Some(told) = told.as_array_mut() {
                if from > told.len() {
                    self.broken(room, "something was not told");
                }
                told.truncate(from);
                told.extend(update["told"].as_array().cloned().unwrap_or_default());
            }
            for (key, value) in update {
                seen.state[key] = value.clone();
            }
            seen.state["told"] = told;
        } else {
            return;
        }
        let told = seen.state["told"].as_array().map_or(&[][..], Vec::as_slice);
        for (index, ply) in told.iter().enumerate().skip(from) {
            let mv = ply["move"].as_str().map(str::to_owned);
            self.accept(room, index as u64 + 1, Played { seat: ply["seat"].as_u64(), mv });
        }
        self.measure(seen);
    }

    /// Measures how long it took until the other side's move was here.
    fn measure(&self, seen: &mut Seen) {
        let ply = seen.state["ply"].as_u64();
        let is_mine = seen.state["to_move"].as_u64() == Some(self.seat);
        let is_done = is_mine || seen.state["phase"] == "over";
        if let Some((sent, since)) = seen.since
            && ply > Some(sent + 1)
            && is_done
        {
            seen.since = None;
            self.measured
                .borrow_mut()
                .replies
                .push((format!("{} {}", self.wish.game, self.wish.opponent), milliseconds(since)));
        }
        let mut table = self.table.borrow_mut();
        if self.wish.opponent == "open"
            && is_mine
            && let Some((sent, since)) = table.sent
            && ply > Some(sent)
        {
            table.sent = None;
            self.measured.borrow_mut().screens.push(milliseconds(since));
        }
    }

    fn accept(&self, room: &str, ply: u64, played: Played) {
        if let Err(problem) = self.journal.borrow_mut().accept(room, ply, played) {
            self.broken(room, &problem);
        }
    }

    fn broken(&self, room: &str, what: &str) {
        self.client.tally.broken(format!("{} {room}: {what}", self.wish.game));
    }
}

fn milliseconds(since: Instant) -> f64 {
    since.elapsed().as_secs_f64() * 1000.0
}
