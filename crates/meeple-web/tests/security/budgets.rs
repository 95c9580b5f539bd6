//! Tests of what a client may use up: memory, disk, thinking time and rooms.

use super::{TestClient, UndisturbedGame, WebTestServer, behind_proxy, post_from};
use crate::test_server::PATIENCE;
use futures_util::{SinkExt as _, StreamExt as _};
use meeple_web::{HeldLimit, RateLimit, ServerLimits};
use rusqlite::Connection;
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpSocket, TcpStream},
    time::timeout,
};
use tokio_tungstenite::{client_async, tungstenite::Message};

#[tokio::test]
async fn boards_that_are_too_large_for_a_server_are_refused_with_a_reason() {
    let server = WebTestServer::open().await;
    let chomp = json!({ "game": "chomp", "options": ["width=255", "height=255"] });
    for path in ["/api/rooms", "/api/positions"] {
        let (status, refused) = server.post(path, None, &chomp).await;
        assert_eq!((status, &refused["error"]["code"]), (413, &json!("too-large")), "{path}");
        let message = refused["error"]["message"].as_str().expect("a message");
        assert!(message.contains("65025 legal moves, and the limit is 5000"), "{message}");
    }
    let rows = vec!["255"; 255].join(",");
    let position = format!("width=255 height=255 rows={rows} turn=0");
    let advice = json!({ "game": "chomp", "position": position });
    assert_eq!(server.post("/api/advice", None, &advice).await.0, 413);
    let long = json!({ "game": "chomp", "clock": "1000h" });
    let (status, refused) = server.post("/api/rooms", None, &long).await;
    assert_eq!(status, 400);
    assert!(refused.to_string().contains("The clock is too long: the limit is 1day."), "{refused}");
}

#[tokio::test]
async fn a_room_lists_no_more_moves_than_the_limit_allows() {
    let limits = ServerLimits { max_moves_bytes: 300, ..ServerLimits::default() };
    let server = WebTestServer::with(limits).await;
    // At the start a piece is due, so there are no moves yet.
    let made = server.make(json!({ "game": "filler", "seed": 4 })).await;
    let room = made["room"].as_str().expect("a room");
    let (_, state) = server.get(&format!("/api/rooms/{room}")).await;
    let (state, secret) = (&state["state"], made["secret"].as_str().expect("a secret"));
    let moves = state["moves"].as_array().expect("a list");
    assert!((1..4).contains(&moves.len()), "{moves:?}");
    let play = json!({ "do": "play", "ply": state["ply"], "move": moves[0]["move"] });
    let (status, done) = server.post(&format!("/api/rooms/{room}/do"), Some(secret), &play).await;
    assert_eq!(status, 200, "{done}");
    assert_eq!(server.post("/api/positions", None, &json!({ "game": "chomp" })).await.0, 413);
}

#[tokio::test]
async fn half_sent_bodies_count_for_their_client_only() {
    let memory = HeldLimit { per_client: 1_100_000, total: 64 << 20 };
    let server = behind_proxy(ServerLimits { memory, ..ServerLimits::default() }).await;
    let mut game = UndisturbedGame::begin(&server).await;
    let begin = async |from: &str| {
        let mut stream = TcpStream::connect(server.address).await.expect("a connection");
        let head = format!(
            "POST /api/records HTTP/1.1\r\nhost: {}\r\nx-forwarded-for: {from}\r\n\
             content-type: application/x-ndjson\r\ncontent-length: 900000\r\n\r\n",
            server.address
        );
        stream.write_all(head.as_bytes()).await.expect("it is heard");
        stream.write_all(&vec![b' '; 600_000]).await.expect("it is heard");
        stream
    };
    let held = [begin("192.0.2.1").await, begin("192.0.2.1").await];
    // One of the two doesn't fit, and is told so.
    let [mut first, mut second] = held;
    let (mut one, mut other) = ([0; 12], [0; 12]);
    let refused = async {
        tokio::select! {
            read = first.read_exact(&mut one) => read.map(|_| one),
            read = second.read_exact(&mut other) => read.map(|_| other),
        }
    };
    let refused = timeout(PATIENCE, refused).await.expect("an answer").expect("its head");
    assert_eq!(&refused, b"HTTP/1.1 429");
    // Others are not concerned.
    let mut fine = begin("192.0.2.2").await;
    fine.write_all(&vec![b' '; 300_000]).await.expect("it is heard");
    let read = timeout(PATIENCE, fine.read_exact(&mut other)).await;
    read.expect("an answer in time").expect("its head");
    assert_eq!(&other, b"HTTP/1.1 400", "spaces are no record");
    game.play_one_move().await;
}

#[tokio::test]
async fn a_client_whose_buffers_are_full_is_disconnected() {
    let buffers = HeldLimit { per_client: 100, total: 1 << 20 };
    let server = behind_proxy(ServerLimits { buffers, ..ServerLimits::default() }).await;
    let (_, made) = post_from(&server, "192.0.2.1", "/api/rooms", &json!({"game": "azul"})).await;
    let room = made["room"].as_str().expect("a room");
    let mut client = TestClient::connect(&server, room).await;
    let hello = json!({ "do": "hello", "id": 1 }).to_string();
    let closed = async {
        let text = tokio_tungstenite::tungstenite::Message::text(hello);
        client.socket.send(text).await.expect("it is heard");
        while let Some(Ok(message)) = client.socket.next().await {
            assert!(!message.is_text(), "a State is larger than the limit");
        }
    };
    timeout(PATIENCE, closed).await.expect("it is closed");
}

#[tokio::test]
async fn idle_rooms_leave_memory_for_new_ones() {
    let rooms = HeldLimit { per_client: 5, total: 1000 };
    let server = WebTestServer::with(ServerLimits { rooms, ..ServerLimits::default() }).await;
    let mut made = Vec::new();
    for _ in 0..12 {
        made.push(server.make(json!({ "game": "chomp" })).await);
    }
    for room in &made {
        let room = room["room"].as_str().expect("a room");
        let (status, state) = server.get(&format!("/api/rooms/{room}")).await;
        assert_eq!((status, &state["state"]["phase"]), (200, &json!("playing")), "{room}");
    }
}

#[tokio::test]
async fn rooms_in_use_stay_and_a_refused_room_leaves_no_trace() {
    let rooms = HeldLimit { per_client: 2, total: 1000 };
    let server = behind_proxy(ServerLimits { rooms, ..ServerLimits::default() }).await;
    let mut games = Vec::new();
    for _ in 0..2 {
        games.push(UndisturbedGame::begin(&server).await);
    }
    let wish = json!({ "game": "chomp" });
    let (status, refused) = server.post("/api/rooms", None, &wish).await;
    assert_eq!((status, &refused["error"]["code"]), (429, &json!("too-many")));
    let (status, _) = post_from(&server, "192.0.2.2", "/api/rooms", &wish).await;
    assert_eq!(status, 201, "another client has its own rooms");
    for game in &mut games {
        game.play_one_move().await;
    }
    let log = Connection::open(server.folder.path().join("rooms.sqlite")).expect("a log");
    let count: u32 = log
        .query_row("SELECT count(*) FROM logs", [], |row| row.get(0))
        .expect("the number of rooms");
    assert_eq!(count, 3);
}

#[tokio::test]
async fn a_rematch_needs_a_place_in_memory_like_any_other_room() {
    for (per_client, expected) in [(1, 429), (2, 200)] {
        let rooms = HeldLimit { per_client, total: 1000 };
        let server = WebTestServer::with(ServerLimits { rooms, ..ServerLimits::default() }).await;
        for _ in 1..per_client {
            server.make(json!({ "game": "chomp", "seats": ["me", "open"] })).await; // is idle
        }
        let made = server.make(json!({ "game": "chomp", "seats": ["me", "random"] })).await;
        let path = format!("/api/rooms/{}", made["room"].as_str().expect("a room"));
        let act = async |action: &str| {
            let action = json!({ "do": action });
            server.post(&format!("{path}/do"), made["secret"].as_str(), &action).await.0
        };
        assert_eq!(act("resign").await, 200);
        assert_eq!(act("rematch").await, expected, "with a limit of {per_client}");
        let (status, over) = server.get(&path).await;
        assert_eq!((status, &over["state"]["phase"]), (200, &json!("over")));
        assert_eq!(over["state"]["next"].is_string(), expected == 200, "{over}");
    }
}

#[tokio::test]
async fn computer_players_alone_need_a_spectator() {
    let limits = ServerLimits { presence_timeout: 10 * PATIENCE, ..ServerLimits::default() };
    let server = WebTestServer::with(limits).await;
    let player = "mcts:time=10s";
    let made = server.make(json!({ "game": "azul", "seats": [player, player] })).await;
    let room = made["room"].as_str().expect("a room");
    let path = format!("/api/rooms/{room}");
    let mut spectator = server.visit(room, None).await;
    spectator.until(|state| state["thinking"] == true).await;
    server.post(&format!("{path}/do"), None, &json!({ "do": "resign" })).await; // is refused
    drop(spectator);
    let until_they_stop = async {
        while server.get(&path).await.1["state"]["thinking"] != false {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    timeout(PATIENCE, until_they_stop).await.expect("nobody watches");
}

/// The largest board of Filler that is allowed: every deal and every move of such a game takes 11 KiB.
fn large_filler_board() -> String {
    let mut rows = vec![".".repeat(100); 100];
    rows[10].replace_range(10..11, "@");
    rows[90].replace_range(90..91, "$");
    let rows = rows.join("/");
    format!("board={rows} turn=0 stuck=none placed=0,0 margins=overhang score=cells")
}

#[tokio::test]
async fn games_do_not_grow_without_limit() {
    let rooms = HeldLimit { per_client: 1, total: 1000 };
    let server = behind_proxy(ServerLimits { rooms, ..ServerLimits::default() }).await;
    let mut bystanders = UndisturbedGame::begin(&server).await;
    let open_room = async |from: &str, seats: [&str; 2]| {
        let wish = json!({ "game": "filler", "position": large_filler_board(), "seats": seats });
        let (status, made) = post_from(&server, from, "/api/rooms", &wish).await;
        assert_eq!(status, 201, "{made}");
        made
    };
    // Computer players without people stop soon.
    let made = open_room("192.0.2.1", ["random", "random"]).await;
    let room = made["room"].as_str().expect("a room");
    let _spectator = server.visit_from("192.0.2.1", room, None).await;
    let path = format!("/api/rooms/{room}");
    let ply = async || server.get(&path).await.1["state"]["ply"].as_u64().expect("a ply");
    let some_moves = async {
        while ply().await < 5 {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    timeout(PATIENCE, some_moves).await.expect("they play");
    tokio::time::sleep(Duration::from_secs(1)).await; // enough for hundreds of moves
    let ply = ply().await;
    assert!(
        ply < 10,
        "the room counts more than once, but they have not stopped after {ply} plies"
    );
    // With a player present they go on, but not for ever.
    let made = open_room("192.0.2.2", ["me", "random"]).await;
    let (room, secret) = (made["room"].as_str().expect("a room"), made["secret"].as_str());
    let mut ann = server.visit_from("192.0.2.2", room, secret).await;
    let refused = loop {
        ann.until(|state| state["to_move"] == 0).await;
        let (ply, mv) = (ann.state["ply"].clone(), ann.state["moves"][0]["move"].clone());
        let played = ann.ask(json!({ "do": "play", "ply": ply, "move": mv })).await;
        if played["ok"].is_null() || ply.as_u64() > Some(100) {
            break played;
        }
        ann.until(|state| state["ply"] != ply).await;
    };
    assert_eq!(refused["refused"]["code"], "too-many", "{refused}");
    let ply = ann.state["ply"].as_u64().expect("a ply");
    assert!((20..40).contains(&ply), "refused after {ply} plies");
    bystanders.play_one_move().await;
}

#[tokio::test]
async fn a_room_sleeps_although_it_is_used_by_clients_without_a_seat() {
    let limits = ServerLimits {
        idle_timeout: Duration::from_secs(1),
        presence_timeout: Duration::from_millis(1),
        wake_ups: RateLimit::once(0.0),
        ..ServerLimits::default()
    };
    let server = WebTestServer::with(limits).await;
    let sit = json!({ "do": "sit", "seat": 1, "name": "Eve" });
    for action in [None, Some(json!({ "do": "resign" })), Some(sit)] {
        let made = server.make(json!({ "game": "chomp", "seats": ["me", "open"] })).await;
        let path = format!("/api/rooms/{}", made["room"].as_str().expect("a room"));
        let status = async || match &action {
            None => server.get(&path).await.0,
            Some(action) => server.post(&format!("{path}/do"), None, action).await.0,
        };
        let until_asleep = async {
            // Once it sleeps it would have to be woken, which the limits forbid.
            loop {
                match status().await {
                    429 => break,
                    status => assert_eq!(status, if action.is_none() { 200 } else { 403 }),
                }
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        timeout(PATIENCE, until_asleep).await.unwrap_or_else(|_| panic!("{action:?} wakes it"));
    }
}

#[tokio::test]
async fn computer_players_think_only_for_players() {
    let server = WebTestServer::open().await;
    let made = server.make(json!({ "game": "chomp", "seats": ["mcts:time=10s", "me"] })).await;
    let path = format!("/api/rooms/{}", made["room"].as_str().expect("a room"));
    let (_, seen) = server.get(&path).await;
    assert_eq!(seen["state"]["thinking"], false, "a spectator without a socket");
    // An action without a seat isn't a reason to think on when a spectator with a socket has left.
    let spectator = server.visit(made["room"].as_str().expect("a room"), None).await;
    let resign = json!({ "do": "resign" });
    assert_eq!(server.post(&format!("{path}/do"), None, &resign).await.0, 403);
    let until_thinking = async |thinking: bool| loop {
        let (_, seen) = server.get(&path).await;
        assert_eq!(seen["state"]["ply"], 0, "it hasn't moved yet");
        if seen["state"]["thinking"] == thinking {
            return;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    };
    timeout(PATIENCE, until_thinking(true)).await.expect("it thinks for a spectator");
    drop(spectator);
    timeout(PATIENCE, until_thinking(false)).await.expect("it stops when nobody is there");
    let secret = format!("Bearer {}", made["secret"].as_str().expect("a secret"));
    let thinking = async {
        loop {
            let headers = [("authorization", secret.clone())];
            let (_, _, body) = server.request("GET", &path, &headers, b"").await;
            let seen: Value = serde_json::from_slice(&body).expect("a state");
            if seen["state"]["thinking"] == true || seen["state"]["ply"] == 1 {
                return;
            }
        }
    };
    timeout(PATIENCE, thinking).await.expect("a player waits for the move");
}

#[tokio::test]
async fn a_computer_player_thinks_for_somebody_who_sits_down_without_a_socket() {
    let server = WebTestServer::open().await;
    let made = server.make(json!({ "game": "chomp", "seats": ["easy", "open"] })).await;
    let path = format!("/api/rooms/{}", made["room"].as_str().expect("a room"));
    let sit = json!({ "do": "sit", "seat": 1, "name": "Bo", "invite": made["invite"] });
    assert_eq!(server.post(&format!("{path}/do"), None, &sit).await.0, 200);
    let moving = async {
        while server.get(&path).await.1["state"]["ply"] != 1 {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    timeout(PATIENCE, moving).await.expect("it moves");
}

#[tokio::test]
async fn long_searches_of_one_client_hold_nobody_up() {
    let server = behind_proxy(ServerLimits::default()).await;
    let mut attackers = Vec::new();
    for clock in ["", "", "", "", "20h", "20h", "20h", "20h"] {
        let player = "mcts:time=1000h";
        let wish = json!({ "game": "azul", "seats": [player, player], "clock": clock });
        let (status, made) = post_from(&server, "192.0.2.66", "/api/rooms", &wish).await;
        assert_eq!(status, 201, "{made}");
        let room = made["room"].as_str().expect("a room");
        attackers.push(server.visit_from("192.0.2.66", room, None).await); // so that they think
    }
    let wish = json!({ "game": "azul", "seats": ["me", "easy"], "clock": "10m" });
    let (_, made) = post_from(&server, "192.0.2.1", "/api/rooms", &wish).await;
    let room = made["room"].as_str().expect("a room");
    let mut ann = server.visit_from("192.0.2.1", room, made["secret"].as_str()).await;
    // Each search takes up to 20 s. If the replies had to wait for even one each, this would take minutes.
    let replies = async {
        for _ in 0..8 {
            ann.until(|state| state["to_move"] == 0).await;
            let ply = ann.state["ply"].as_u64();
            ann.play_first().await;
            ann.until(|state| state["ply"].as_u64() > ply).await;
        }
    };
    timeout(PATIENCE, replies).await.expect("the computer replies");
    drop(attackers);
}

#[tokio::test]
async fn a_clock_runs_out_however_many_read() {
    let server = WebTestServer::open().await;
    let wish = json!({ "game": "chomp", "options": ["width=9", "height=9"], "clock": "2s" });
    let (mut ann, bo) = server.pair(wish).await;
    let path = format!("/api/rooms/{}", ann.room);
    let readers = futures_util::future::join_all((0..40).map(|_| async {
        loop {
            server.get(&path).await;
        }
    }));
    tokio::select! {
        _ = readers => unreachable!("they read for ever"),
        () = ann.until(|state| state["phase"] == "over") => {}
    }
    assert_eq!(ann.state["ending"]["standing"][0]["name"], "Bo");
    drop(bo);
}

#[tokio::test]
async fn reactions_are_limited_per_seat_however_many_sockets_it_has() {
    let server = behind_proxy(ServerLimits::default()).await;
    let mut game = UndisturbedGame::begin(&server).await;
    let secret = game.ann.secret.clone();
    let (mut allowed, begin) = (0, Instant::now());
    for number in 0..30 {
        let address = format!("192.0.2.{number}");
        let mut socket = server.visit_from(&address, &game.ann.room, secret.as_deref()).await;
        let answer = socket.ask(json!({ "do": "react", "reaction": "hurry" })).await;
        allowed += u64::from(answer["ok"].is_object());
    }
    // Ten at once, and one more per second.
    let most = 11 + begin.elapsed().as_secs();
    assert!((10..=most.min(30)).contains(&allowed), "{allowed} of 30 instead of {most}");
    game.play_one_move().await;
}

#[tokio::test]
async fn what_a_bot_says_is_not_stored_once_its_game_is_long() {
    for (max_game_bytes, expected) in [(1 << 20, 1), (0, 0)] {
        let limits = ServerLimits { max_game_bytes, ..ServerLimits::default() };
        let server = WebTestServer::with(limits).await;
        let wish = json!({ "game": "chomp", "seats": ["bot", "me"] });
        let made = server.make(wish).await;
        let room = made["room"].as_str().expect("a room");
        let token = made["bots"][0]["token"].as_str().expect("a token");
        let mut ann = server.visit(room, made["secret"].as_str()).await;
        let mut bot = server.bot(room, token).await.expect("a bot");
        bot.line().await;
        bot.say("info what-it-thinks").await;
        bot.say("2,2").await;
        ann.until(|state| state["ply"] == 1).await;
        let log = Connection::open(server.folder.path().join("rooms.sqlite")).expect("a log");
        let query = "SELECT count(*) FROM lines WHERE line LIKE '%what-it-thinks%'";
        let count: u32 = log.query_row(query, [], |row| row.get(0)).expect("a number");
        assert_eq!(count, expected, "with {max_game_bytes} bytes");
        let undo = ann.ask(json!({ "do": "back", "ply": 1 })).await;
        let message = undo["refused"]["message"].as_str().unwrap_or_default();
        assert_eq!(message.contains("too long for undoing"), expected == 0, "{undo}");
    }
}

/// Returns the number of bytes in all logs.
fn stored_bytes(server: &WebTestServer) -> u64 {
    let log = Connection::open(server.folder.path().join("rooms.sqlite")).expect("a log");
    let query = "SELECT coalesce(sum(length(CAST(line AS BLOB))), 0) FROM lines";
    let bytes: i64 = log.query_row(query, [], |row| row.get(0)).expect("a number");
    bytes as u64
}

#[tokio::test]
async fn talkative_bots_cannot_fill_the_disk_however_many_rooms_they_have() {
    const SHARE: u64 = 50_000;
    const ROOMS: usize = 4;
    /// What one move can add, with all that may be said about it, before the room knows that it is too much.
    const MOST_PER_MOVE: u64 = 9 * 1024;
    let limits =
        ServerLimits { bytes_stored: RateLimit::once(SHARE as f64), ..ServerLimits::default() };
    let server = WebTestServer::with(limits).await;
    let mut rooms = Vec::new();
    for _ in 0..ROOMS {
        let options = ["width=6", "height=6"];
        let wish = json!({ "game": "chomp", "options": options, "seats": ["bot", "bot"] });
        let made = server.make(wish).await;
        let room = made["room"].as_str().expect("a room").to_owned();
        let mut bots = Vec::new();
        for seat in 0..2 {
            let token = made["bots"][seat]["token"].as_str().expect("a token");
            bots.push(server.bot(&room, token).await.expect("a seat"));
        }
        rooms.push((bots, server.visit(&room, None).await));
    }
    let (chatter, mut moves) = (format!("info {}", "x".repeat(1100)), 0);
    'game: for ply in 0.. {
        for (bots, watcher) in &mut rooms {
            let bot = &mut bots[ply % 2];
            watcher.until(|state| state["ply"] == ply).await;
            // One square after the other, so that the game is long.
            let (row, column) = (5 - ply / 6, 5 - ply % 6);
            if row == 0 && column == 0 {
                break 'game;
            }
            for _ in 0..10 {
                bot.say(&chatter).await;
            }
            bot.say(&format!("{row},{column}")).await;
            moves += 1;
        }
    }
    for (_, watcher) in &mut rooms {
        watcher.until(|state| state["ply"] == 35).await;
    }
    // A move itself has less than 100 bytes.
    let most = SHARE + ROOMS as u64 * MOST_PER_MOVE + moves * 100;
    let stored = stored_bytes(&server);
    assert!((SHARE..most).contains(&stored), "{stored} of at most {most} bytes");
    let (status, refused) = server.post("/api/rooms", None, &json!({ "game": "chomp" })).await;
    assert_eq!((status, &refused["error"]["code"]), (429, &json!("too-many")));
}

#[tokio::test]
async fn what_a_bot_says_is_charged_to_the_bot_and_not_to_whoever_woke_its_room() {
    let limits = ServerLimits { bytes_stored: RateLimit::once(3_000.0), ..ServerLimits::default() };
    let server = behind_proxy(limits).await;
    let wish = json!({ "game": "chomp", "seats": ["bot", "bot"] });
    let (_, made) = post_from(&server, "192.0.2.1", "/api/rooms", &wish).await;
    let room = made["room"].as_str().expect("a room");
    let mut watcher = server.visit_from("192.0.2.1", room, None).await;
    let mut bots = Vec::new();
    for seat in 0..2 {
        let token = made["bots"][seat]["token"].as_str().expect("a token");
        bots.push(server.bot(room, token).await.expect("a seat")); // from 127.0.0.1
    }
    for (ply, mv) in ["3,4", "3,3", "3,2"].iter().enumerate() {
        let bot = &mut bots[ply % 2];
        for _ in 0..20 {
            bot.say(&format!("info {}", "x".repeat(400))).await;
        }
        bot.say(mv).await;
        watcher.until(|state| state["ply"] == ply + 1).await;
    }
    let wish = json!({ "game": "chomp" });
    assert_eq!(post_from(&server, "192.0.2.1", "/api/rooms", &wish).await.0, 201);
    assert_eq!(post_from(&server, "127.0.0.1", "/api/rooms", &wish).await.0, 429);
}

#[tokio::test]
async fn only_moves_are_stored_for_a_client_that_has_filled_its_share() {
    const SHARE: f64 = 4_000.0;
    let limits = ServerLimits { bytes_stored: RateLimit::once(SHARE), ..ServerLimits::default() };
    let server = WebTestServer::with(limits).await;
    let wish = json!({ "game": "chomp", "seats": ["me", "open"] });
    let made = server.make(wish).await;
    let word = |name: &str| made[name].as_str().expect("a word").to_owned();
    let (room, invite) = (word("room"), word("invite"));
    let path = format!("/api/rooms/{room}/do");
    let (mut ann, mut bo) = server.pair(json!({ "game": "chomp" })).await;
    let mut toggled = 0;
    let refused = loop {
        let keep = json!({ "do": "keep", "keep": toggled % 2 == 0 });
        let (status, done) = server.post(&path, Some(&word("secret")), &keep).await;
        if status != 200 {
            break done;
        }
        toggled += 1;
        assert!(f64::from(toggled) < SHARE, "each of them stores a byte at least");
    };
    assert_eq!(refused["error"]["code"], "too-many", "{refused}");
    assert!(stored_bytes(&server) < SHARE as u64 + 1000, "after {toggled} changes");
    let sit = json!({ "do": "sit", "seat": 1, "invite": invite, "name": "Bo" });
    assert_eq!(server.post(&path, None, &sit).await.0, 429);
    ann.play_first().await;
    bo.until(|state| state["ply"] == 1).await;
    let undo = ann.ask(json!({ "do": "back", "ply": 1 })).await;
    assert_eq!(undo["refused"]["code"], "too-many", "{undo}");
    bo.play_first().await;
    let (_, _, record) =
        server.request("GET", &format!("/api/records/{}/file", ann.room), &[], b"").await;
    let headers = [("content-type", "application/x-ndjson".to_owned())];
    assert_eq!(server.request("POST", "/api/records", &headers, &record).await.0, 429);
}

#[tokio::test]
async fn uploads_count_as_what_their_client_has_stored() {
    let limits = ServerLimits { bytes_stored: RateLimit::once(2_500.0), ..ServerLimits::default() };
    let server = behind_proxy(limits).await;
    let made = post_from(&server, "192.0.2.1", "/api/rooms", &json!({ "game": "azul" })).await.1;
    let room = made["room"].as_str().expect("a room");
    assert_eq!(server.get(&format!("/api/rooms/{room}")).await.1["state"]["phase"], "playing");
    let path = format!("/api/records/{room}/file");
    let (_, _, record) = server.request("GET", &path, &[], b"").await;
    let headers = [("content-type", "application/x-ndjson".to_owned())];
    let mut uploaded = 0;
    while server.request("POST", "/api/records", &headers, &record).await.0 == 201 {
        uploaded += 1;
        assert!(uploaded * record.len() < 10_000, "uploads cost nothing");
    }
    assert!(uploaded > 0);
}

/// The largest board that is allowed: a State of it has some hundred kilobytes.
fn large_board() -> Value {
    json!({ "game": "chomp", "options": ["width=70", "height=70"] })
}

#[tokio::test]
async fn a_socket_counts_for_the_longest_message_that_it_was_sent() {
    let buffers = HeldLimit { per_client: 2 << 20, total: 64 << 20 };
    let server = WebTestServer::with(ServerLimits { buffers, ..ServerLimits::default() }).await;
    let mut game = UndisturbedGame::begin(&server).await;
    let made = server.make(large_board()).await;
    let room = made["room"].as_str().expect("a room");
    let mut open = Vec::new();
    // Everybody reads everything, but a socket never gives back the memory of a long message.
    for _ in 0..20 {
        let mut client = TestClient::connect(&server, room).await;
        if is_told_the_state(&mut client).await {
            open.push(client);
        }
    }
    assert!((1..15).contains(&open.len()), "{} sockets are open", open.len());
    game.play_one_move().await; // small rooms don't need more than every socket has
    drop(open);
    let again = async {
        while !is_told_the_state(&mut TestClient::connect(&server, room).await).await {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    timeout(PATIENCE, again).await.expect("closed sockets don't count");
}

/// Says hello; returns whether the State arrives before the socket is closed.
async fn is_told_the_state(client: &mut TestClient) -> bool {
    let hello = json!({ "id": 1, "do": "hello" }).to_string();
    let sent = client.socket.send(Message::text(hello)).await;
    let state = async {
        while let Some(Ok(message)) = client.socket.next().await {
            if message.to_text().is_ok_and(|text| text.starts_with("{\"state\"")) {
                return true;
            }
        }
        false
    };
    sent.is_ok() && timeout(PATIENCE, state).await.expect("an answer in time")
}

#[tokio::test]
async fn news_that_a_client_does_not_read_is_replaced_by_the_state() {
    let server = WebTestServer::open().await;
    let mut game = UndisturbedGame::begin(&server).await;
    let (ann, _bo) = server.pair(large_board()).await;
    let slow = TcpSocket::new_v4().expect("a socket");
    slow.set_recv_buffer_size(4 << 10).expect("a small buffer");
    let slow = slow.connect(server.address).await.expect("a connection");
    let url = format!("ws://{}/api/rooms/{}/socket", server.address, ann.room);
    let opening = timeout(PATIENCE, client_async(url, slow)).await;
    let (mut slow, _) = opening.expect("an answer in time").expect("a WebSocket");
    let hello = json!({ "id": 1, "do": "hello" }).to_string();
    slow.send(Message::text(hello)).await.expect("it is heard");
    // Fewer messages than a room keeps, but far more bytes than a connection buffers.
    for _ in 0..14 {
        drop(server.visit(&ann.room, ann.secret.as_deref()).await);
    }
    let mut states = 0;
    let reading = async {
        while states < 2 {
            let message = slow.next().await.expect("an open socket").expect("a message");
            states += u32::from(message.to_text().is_ok_and(|text| text.starts_with("{\"state\"")));
        }
    };
    timeout(PATIENCE, reading).await.expect("the State, once more");
    game.play_one_move().await;
}

#[tokio::test]
async fn an_answer_that_can_never_fit_is_refused_with_its_own_reason() {
    let memory = HeldLimit { per_client: 300 << 10, total: 64 << 20 };
    let server = WebTestServer::with(ServerLimits { memory, ..ServerLimits::default() }).await;
    let (status, refused) = server.post("/api/positions", None, &large_board()).await;
    assert_eq!((status, &refused["error"]["code"]), (413, &json!("too-large")), "{refused}");
    let message = refused["error"]["message"].as_str().expect("a sentence");
    assert!(message.contains("the limit is 307200.") && message.contains("file"), "{message}");
    let small = json!({ "game": "chomp" });
    assert_eq!(server.post("/api/positions", None, &small).await.0, 200);
}

#[tokio::test]
async fn an_answer_counts_until_the_client_has_read_it() {
    // What working out one large board takes, and not two.
    let memory = HeldLimit { per_client: 600_000, total: 64 << 20 };
    let server = WebTestServer::with(ServerLimits { memory, ..ServerLimits::default() }).await;
    let slow = TcpSocket::new_v4().expect("a socket");
    slow.set_recv_buffer_size(4 << 10).expect("a small buffer");
    let mut slow = slow.connect(server.address).await.expect("a connection");
    // More answers than a connection buffers, but not at once.
    let body = large_board().to_string();
    let request = format!(
        "POST /api/positions HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\n\
         content-length: {}\r\n\r\n{body}",
        server.address,
        body.len()
    );
    slow.write_all(request.repeat(30).as_bytes()).await.expect("it is heard");
    let waiting =
        async { while server.post("/api/positions", None, &large_board()).await.0 != 429 {} };
    timeout(PATIENCE, waiting).await.expect("the answers that wait count");
    drop(slow);
    let again = async {
        while server.post("/api/positions", None, &large_board()).await.0 != 200 {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    timeout(PATIENCE, again).await.expect("a closed connection doesn't count");
}
