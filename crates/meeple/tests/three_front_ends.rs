//! The same game, played at the prompt, on the full screen and in a room of the server, gives the same
//! record, event by event: all decisions are made by the session.
//!
//! Every game is played to its natural end, and another until the person resigns. (What follows a
//! resignation isn't compared: the strength of the replacement player depends on the time it gets.) Redo and
//! typed deals are left out, because not all three have them.

use meeple_ai::roster::{Resources, roster};
use meeple_core::{Event, Limits, Notes, Table, TableDue};
use meeple_games::GameKind;
use meeple_session::{open_table, setup::make_names_unique};
use meeple_terminal::{
    console::Console,
    paint::Paint,
    prompt::{self, Env, GameSetup},
    screen::{Appearance, HeadlessScreen},
};
use meeple_web::{RateLimit, Server, ServerConfig, ServerLimits, log::MemoryLog};
use serde_json::{Value, json};
use std::{
    io::{Read as _, Write as _},
    net::{SocketAddr, TcpStream},
    sync::Arc,
};

const SEED: u64 = 20_261_118;
/// After how many moves one is taken back and replaced.
const UNDO_AFTER: usize = 3;

/// How a game ends.
#[derive(Debug, Clone, Copy, PartialEq)]
enum ScriptEnd {
    /// By the rules.
    Natural,
    /// The person resigns after this many moves.
    Resignation { moves: usize },
}

const RESIGNATION: ScriptEnd = ScriptEnd::Resignation { moves: 5 };

/// One action of the person.
#[derive(Debug, Clone, PartialEq)]
enum PersonAction {
    Play(String),
    Undo,
    Resign,
}

/// A game of one person against random players, and the person's actions.
struct GameScript {
    kind: GameKind,
    options: Vec<String>,
    seats: usize,
    steps: Vec<PersonAction>,
}

impl GameScript {
    fn new(kind: GameKind, options: &str, seats: usize, end: ScriptEnd) -> Self {
        let options = options.split_whitespace().map(Into::into).collect();
        let mut script = GameScript { kind, options, seats, steps: Vec::new() };
        script.steps = script.write(end);
        script
    }

    /// Plays the game at a table of its own, so that the steps are legal.
    fn write(&self, end: ScriptEnd) -> Vec<PersonAction> {
        let seats = |_| Ok(self.seats("Ann"));
        let table = open_table::open(self.kind, &self.options, SEED, "", &seats);
        let (mut table, mut steps) = (table.expect("a good game"), Vec::new());
        let (mut has_undone, mut moves) = (false, 0);
        while person_is_due(&mut table, self.kind) {
            if end == (ScriptEnd::Resignation { moves }) {
                steps.push(PersonAction::Resign);
                break;
            }
            if moves == UNDO_AFTER && !has_undone {
                steps.push(PersonAction::Undo);
                has_undone = true;
                undo(&mut table);
                continue;
            }
            let mv = choose(&table.position().legal_move_texts(), moves);
            let TableDue::Seat(seat) = table.due() else { unreachable!("the person is due") };
            table.play(seat, &mv, Notes::default()).expect("a listed move");
            steps.push(PersonAction::Play(mv));
            moves += 1;
        }
        steps
    }

    fn seats(&self, person: &str) -> Vec<meeple_core::SeatInfo> {
        let computer = roster(self.kind).parse("random").expect("every game has it");
        let computer = meeple_core::SeatInfo { name: "random".into(), colour: None, who: computer };
        let mut seats = open_table::anonymous_seats(1);
        seats[0].name = person.into();
        seats.resize(self.seats, computer);
        make_names_unique(&mut seats);
        seats
    }

    fn setting(&self) -> GameSetup {
        let mut seats = vec!["you:name=Ann:colour=red".to_owned()];
        seats.resize(self.seats, "random".into());
        GameSetup { options: self.options.clone(), seats, seed: Some(SEED), ..GameSetup::default() }
    }

    fn through_the_prompt(&self) -> Vec<Value> {
        let folder = tempfile::tempdir().expect("a folder");
        let record = folder.path().join("game.jsonl");
        let setting = GameSetup { record: Some(record.clone()), ..self.setting() };
        let typed = self.steps.iter().map(|step| match step {
            PersonAction::Play(mv) => format!("{mv}\n"),
            PersonAction::Undo => "undo\n".into(),
            PersonAction::Resign => "resign\nyes\n".into(),
        });
        let (typed, mut said) = (typed.collect::<String>(), Vec::new());
        let console = Console::new(typed.as_bytes(), &mut said, Paint::PLAIN);
        prompt::play(self.kind, setting, Env::default(), console).expect("a whole game");
        let lines = std::fs::read_to_string(&record).expect("a record");
        let record = comparable(lines.lines());
        assert!(is_over(&record), "{}", String::from_utf8_lossy(&said));
        record
    }

    fn through_the_screen(&self) -> Vec<Value> {
        let mut screen =
            HeadlessScreen::play(Appearance::Plain, (120, 40), self.kind, self.setting())
                .expect("a good game");
        screen.advance_time(std::time::Duration::from_secs(1));
        for step in &self.steps {
            match step {
                PersonAction::Play(mv) => screen.make_move(mv),
                PersonAction::Undo => screen.press("u"),
                // The menu: resign, and confirm.
                PersonAction::Resign => {
                    screen.press("<Esc><Down><Down><Down><Down><Enter><Down><Enter>");
                }
            }
            // Long enough to show the end of a round; until then, a key only skips that.
            screen.advance_time(std::time::Duration::from_secs(10));
        }
        let record = comparable(screen.record().iter().map(String::as_str));
        assert!(is_over(&record), "{}", screen.text());
        record
    }

    fn through_a_room(&self) -> Vec<Value> {
        let runtime = tokio::runtime::Runtime::new().expect("a runtime");
        let folder = tempfile::tempdir().expect("a folder");
        let listen = "127.0.0.1:0".parse().expect("an address");
        let limits = ServerLimits {
            actions: RateLimit { per_second: 1_000.0, burst: 4.0 * 1_000.0 },
            ..ServerLimits::default()
        };
        let config = ServerConfig { limits, ..ServerConfig::new(listen, folder.path()) };
        let log = Arc::new(MemoryLog::default());
        let server = runtime.block_on(Server::start_with(config, log)).expect("a server");
        let mut seats = vec!["me".to_owned()];
        seats.resize(self.seats, "random".into());
        let wish = json!({ "game": self.kind.name(), "options": self.options, "seats": seats,
                           "name": "Ann", "seed": SEED });
        let made = post(server.address, "/api/rooms", None, &wish);
        let room = made["room"].as_str().expect("a room").to_owned();
        let secret = made["secret"].as_str().expect("a secret").to_owned();
        for step in &self.steps {
            let ply = person_to_move(server.address, &room);
            let verb = match step {
                PersonAction::Play(mv) => json!({ "do": "play", "ply": ply, "move": mv }),
                PersonAction::Undo => json!({ "do": "back", "ply": ply }),
                PersonAction::Resign => json!({ "do": "resign" }),
            };
            let done = post(server.address, &format!("/api/rooms/{room}/do"), Some(&secret), &verb);
            assert!(done.get("error").is_none(), "{step:?}: {done}");
        }
        // The seed of a running game is secret, so the record is read at its end.
        let record = loop {
            person_to_move(server.address, &room);
            let path = format!("/api/records/{room}/file");
            let (_, body) = request(server.address, "GET", &path, &[], "");
            if body.contains("\"event\":\"end\"") {
                break comparable(body.lines());
            }
            std::thread::sleep(std::time::Duration::from_millis(50));
        };
        runtime.block_on(server.close());
        record
    }
}

/// Plays for the random players and applies deals; returns whether the person is then to move.
fn person_is_due(table: &mut Table, kind: GameKind) -> bool {
    let view = meeple_view::view(kind);
    loop {
        match table.due() {
            TableDue::Deal => drop(table.deal().expect("a seed has deals")),
            TableDue::Seat(seat) if seat.index() == 0 => match view.forced_move(table.position()) {
                Some(mv) => drop(table.play(seat, &mv, Notes::default()).expect("it is legal")),
                None => return true,
            },
            TableDue::Seat(seat) => {
                let player = roster(kind).seat("random", &Resources::default());
                let mut rng = table.rng_for(seat);
                let choice = player.expect("every game has it").choose_text(
                    table.position(),
                    &Limits::default(),
                    &mut rng,
                );
                let mv = choice.expect("it moves").mv;
                table.play(seat, &mv, Notes::default()).expect("it is legal");
            }
            TableDue::End | TableDue::Over => return false,
        }
    }
}

/// Chooses the person's move. The first and the last are avoided if there are others: those are Chomp's
/// poison and Filler's stop.
fn choose(legal: &[String], moves: usize) -> String {
    let inner = if legal.len() > 2 { &legal[1..legal.len() - 1] } else { legal };
    inner[(inner.len() / 2 + moves) % inner.len()].clone()
}

/// Takes back the person's last choice.
fn undo(table: &mut Table) {
    let line = table.game().plies();
    let at = (0..line.len()).rev().find(|&at| {
        let is_theirs = matches!(&*line[at].event, Event::Move { seat, .. } if seat.index() == 0);
        is_theirs && line[at].before.legal_move_texts().len() > 1
    });
    let plies = line.len() - at.expect("there was a choice");
    table.undo(plies).expect("so many were made");
}

/// Returns events without what differs between front ends: times, and colours, which only some of them ask
/// for.
fn comparable<'a>(lines: impl IntoIterator<Item = &'a str>) -> Vec<Value> {
    let event = |line: &str| {
        let mut event: Value = serde_json::from_str(line).expect("an event");
        let fields = event.as_object_mut().expect("an object");
        fields.remove("ms");
        fields.remove("time");
        for seat in fields.get_mut("seats").and_then(Value::as_array_mut).into_iter().flatten() {
            seat.as_object_mut().expect("a seat").remove("colour");
        }
        event
    };
    let mut events: Vec<Value> = lines.into_iter().map(event).collect();
    // The moves of a replacement player depend on its search limit.
    if let Some(resigned) = events.iter().position(|event| event["event"] == "resign") {
        let ends = events.get(resigned + 1).is_some_and(|event| event["event"] == "end");
        events.truncate(resigned + 1 + usize::from(ends));
    }
    events
}

fn is_over(record: &[Value]) -> bool {
    record.last().is_some_and(|event| event["event"] == "end" || event["event"] == "resign")
}

/// Waits until the person is to move and returns the ply.
fn person_to_move(address: SocketAddr, room: &str) -> u64 {
    loop {
        let (_, body) = request(address, "GET", &format!("/api/rooms/{room}"), &[], "");
        let state: Value = serde_json::from_str(&body).expect("a state");
        let state = &state["state"];
        if state["to_move"] == 0 || state["phase"] == "over" {
            return state["ply"].as_u64().expect("a number");
        }
    }
}

fn post(address: SocketAddr, path: &str, secret: Option<&str>, body: &Value) -> Value {
    let bearer = secret.map(|secret| format!("authorization: Bearer {secret}\r\n"));
    let headers: Vec<&str> = bearer.as_deref().into_iter().collect();
    let (_, answer) = request(address, "POST", path, &headers, &body.to_string());
    serde_json::from_str(&answer).unwrap_or_else(|error| panic!("{answer}: {error}"))
}

fn request(
    address: SocketAddr,
    method: &str,
    path: &str,
    headers: &[&str],
    body: &str,
) -> (u16, String) {
    let mut stream = TcpStream::connect(address).expect("a connection");
    let head = format!(
        "{method} {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\
         content-type: application/json\r\ncontent-length: {}\r\n{}\r\n",
        body.len(),
        headers.concat()
    );
    stream.write_all((head + body).as_bytes()).expect("it is heard");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    let (head, body) = answer.split_once("\r\n\r\n").expect("a head");
    let status = head.split(' ').nth(1).and_then(|code| code.parse().ok()).expect("a status");
    let is_chunked = head.to_lowercase().contains("transfer-encoding: chunked");
    (status, if is_chunked { joined(body) } else { body.to_owned() })
}

/// Joins a chunked body.
fn joined(mut chunks: &str) -> String {
    let mut body = String::new();
    while let Some((length, rest)) = chunks.split_once("\r\n") {
        let length = usize::from_str_radix(length, 16).expect("a length");
        if length == 0 {
            break;
        }
        body += &rest[..length];
        chunks = &rest[length + 2..];
    }
    body
}

/// Plays the game in all three front ends, compares the records and returns what they have in common.
#[track_caller]
fn check(kind: GameKind, options: &str, seats: usize, end: ScriptEnd) -> Vec<Value> {
    let script = GameScript::new(kind, options, seats, end);
    assert!(script.steps.contains(&PersonAction::Undo), "something is taken back");
    let prompt = script.through_the_prompt();
    let screen = script.through_the_screen();
    let room = script.through_a_room();
    for (at, event) in prompt.iter().enumerate() {
        assert_eq!(screen.get(at), Some(event), "the screen's event {at}");
        assert_eq!(room.get(at), Some(event), "the room's event {at}");
    }
    assert_eq!((screen.len(), room.len()), (prompt.len(), prompt.len()));
    prompt
}

/// Compares a game that the person resigns.
#[track_caller]
fn check_resigned(kind: GameKind, options: &str, seats: usize) {
    let record = check(kind, options, seats, RESIGNATION);
    assert!(record.iter().any(|event| event["event"] == "resign"), "{options}");
}

/// Compares a game that ends by the rules, with its result, and returns the record.
#[track_caller]
fn check_whole(kind: GameKind, options: &str, seats: usize) -> Vec<Value> {
    let record = check(kind, options, seats, ScriptEnd::Natural);
    assert!(record.iter().all(|event| event["event"] != "resign"), "{options}");
    let end = record.last().expect("a record has events");
    assert_eq!((&end["event"], &end["by"]), (&json!("end"), &json!("rules")), "{end}");
    assert_eq!(end["results"].as_array().map(Vec::len), Some(seats), "{end}");
    record
}

#[test]
fn a_resigned_game_is_the_same_everywhere() {
    check_resigned(GameKind::Chomp, "width=9 height=9", 2);
    check_resigned(GameKind::Filler, "map=map00", 2);
    check_resigned(GameKind::Azul, "players=3", 3);
    check_resigned(GameKind::Azul, "players=2 wall=grey", 2);
    check_resigned(GameKind::Grass, "players=2", 2);
}

#[test]
fn a_whole_game_of_chomp_is_the_same_everywhere() {
    check_whole(GameKind::Chomp, "width=9 height=9", 2);
}

#[test]
fn a_whole_game_of_filler_is_the_same_everywhere() {
    let record = check_whole(GameKind::Filler, "map=map00", 2);
    let is_stop = |event: &Value| event["move"] == "stop" && event["seat"] == 0;
    assert!(record.iter().any(is_stop), "the person's last move is forced");
}

#[test]
fn a_whole_game_of_azul_is_the_same_everywhere() {
    check_whole(GameKind::Azul, "players=3", 3);
}

#[test]
fn a_whole_game_of_azul_with_a_grey_wall_is_the_same_everywhere() {
    check_whole(GameKind::Azul, "players=2 wall=grey", 2);
}

#[test]
fn a_whole_game_of_laying_grass_is_the_same_everywhere() {
    check_whole(GameKind::Grass, "players=3", 3);
}
