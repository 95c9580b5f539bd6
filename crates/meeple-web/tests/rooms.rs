//! Tests of rooms as users experience them, over sockets and HTTP.

mod test_server;

use meeple_web::{RateLimit, ServerLimits};
use serde_json::{Value, json};
use std::time::Duration;
use test_server::{PATIENCE, TestClient, WebTestServer};
use tokio::{
    io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader, Lines},
    net::TcpStream,
    time::timeout,
};

#[tokio::test]
async fn two_people_play_a_whole_game_and_a_third_watches() {
    // The spectator reads nothing until the game is over.
    let write_timeout = 10 * PATIENCE;
    let limits = ServerLimits {
        actions: RateLimit { per_second: 1000.0, burst: 4.0 * 1000.0 },
        write_timeout,
        ..ServerLimits::default()
    };
    let server = WebTestServer::with(limits).await;
    for game in ["chomp", "filler", "azul", "grass"] {
        let made =
            server.make(json!({ "game": game, "seats": ["me", "open"], "name": "Ann" })).await;
        let room = made["room"].as_str().expect("a room");
        let mut ann = server.visit(room, made["secret"].as_str()).await;
        assert_eq!(ann.seat, Some(0));
        assert_eq!(ann.state["phase"], "open");
        let mut bo = server.visit(room, None).await;
        assert_eq!(bo.seat, None);
        let sat =
            bo.ask(json!({ "do": "sit", "seat": 1, "name": "Bo", "invite": made["invite"] })).await;
        assert_eq!(sat["ok"]["seat"], 1, "{sat}");
        let mut watcher = server.visit(room, None).await;
        ann.until(|state| state["phase"] == "playing").await;
        let mut plies = 0;
        while ann.state["phase"] == "playing" && plies < 2000 {
            let due = ann.state["to_move"].as_u64().expect("a seat is to move");
            let (mover, other) = if due == 0 { (&mut ann, &mut bo) } else { (&mut bo, &mut ann) };
            let at = mover.state["ply"].as_u64().expect("a ply");
            let count = mover.state["moves"].as_array().expect("moves").len();
            // Chomp's first move eats the poison; another one makes a longer game.
            let mv = mover.state["moves"][count - 1]["move"].clone();
            let played = mover.ask(json!({ "do": "play", "ply": at, "move": mv })).await;
            assert!(played["ok"].is_object(), "{game}: {played}");
            for seen in [mover, other] {
                let is_settled =
                    |state: &Value| state["to_move"].is_u64() || state["phase"] == "over";
                seen.until(|state| state["ply"].as_u64() > Some(at) && is_settled(state)).await;
            }
            plies += 1;
        }
        watcher.until(|state| state["phase"] == "over").await;
        assert!(watcher.state["ending"]["sentence"].is_string(), "{game}");
        assert_eq!(watcher.state["told"], ann.state["told"], "{game}: everyone has seen the same");
        let again = ann.ask(json!({ "do": "play", "ply": ann.state["ply"], "move": "x" })).await;
        assert_eq!(again["refused"]["code"], "not-now");
    }
}

#[tokio::test]
async fn only_the_player_to_move_can_move_and_only_once_per_ply() {
    let server = WebTestServer::open().await;
    let made = server.make(json!({ "game": "chomp", "seats": ["me", "open"] })).await;
    let room = made["room"].as_str().expect("a room");
    let mut ann = server.visit(room, made["secret"].as_str()).await;
    let mut bo = server.visit(room, None).await;
    let refused = bo.ask(json!({ "do": "sit", "seat": 1, "invite": "guess" })).await;
    assert_eq!(refused["refused"]["code"], "forbidden");
    let early = ann.ask(json!({ "do": "play", "ply": 0, "move": "1,1" })).await;
    assert_eq!(early["refused"]["code"], "not-now");
    assert_eq!(early["refused"]["legal"], Value::Null, "only after an illegal move");
    let taken = bo.ask(json!({ "do": "sit", "seat": 0, "invite": made["invite"] })).await;
    assert_eq!(taken["refused"]["code"], "not-now");
    bo.ask(json!({ "do": "sit", "seat": 1, "invite": made["invite"] })).await;
    let not_his = bo.ask(json!({ "do": "play", "ply": 0, "move": "1,1" })).await;
    assert_eq!(not_his["refused"]["code"], "not-now");
    let illegal = ann.ask(json!({ "do": "play", "ply": 0, "move": "9,9" })).await;
    assert_eq!(illegal["refused"]["code"], "illegal", "{illegal}");
    assert_eq!(illegal["refused"]["legal"], "0,0", "{illegal}");
    let nonsense = ann.ask(json!({ "do": "play", "ply": 0, "move": "\u{1b}[31m" })).await;
    assert!(nonsense["refused"]["message"].is_string());
    let played = ann.ask(json!({ "do": "play", "ply": 0, "move": "2,2" })).await;
    assert!(played["ok"].is_object());
    let twice = ann.ask(json!({ "do": "play", "ply": 0, "move": "2,2" })).await;
    assert_eq!(twice["refused"]["code"], "stale");
    let mut stranger = server.visit(room, Some("AAAAAAAAAAAAAAAAAAAAAA")).await;
    assert_eq!(stranger.seat, None);
    let forged = stranger.ask(json!({ "do": "resign" })).await;
    assert_eq!(forged["refused"]["code"], "forbidden");
}

#[tokio::test]
async fn computers_reply_and_undo_needs_no_agreement_against_them() {
    let server = WebTestServer::open().await;
    let made = server.make(json!({ "game": "chomp", "seats": ["me", "normal"] })).await;
    let mut ann =
        server.visit(made["room"].as_str().expect("a room"), made["secret"].as_str()).await;
    ann.ask(json!({ "do": "play", "ply": 0, "move": "3,4" })).await;
    ann.until(|state| state["ply"] == 2).await;
    assert_eq!(ann.state["told"].as_array().map(Vec::len), Some(2));
    let back = ann.ask(json!({ "do": "back", "ply": 2 })).await;
    assert!(back["ok"].is_object(), "{back}");
    ann.until(|state| state["ply"] == 0).await;
    assert_eq!(ann.state["told"].as_array().map(Vec::len), Some(0));
    let hint = ann.ask(json!({ "do": "hint", "ply": 0 })).await;
    assert_eq!(hint["ok"]["moves"][0]["move"], "2,2", "{hint}");
    let resigned = ann.ask(json!({ "do": "resign" })).await;
    assert!(resigned["ok"].is_object());
    ann.until(|state| state["phase"] == "over").await;
    ann.ask(json!({ "do": "rematch" })).await;
    ann.until(|state| state["next"].is_string()).await;
    let next = ann.state["next"].as_str().expect("a room").to_owned();
    let again = server.visit(&next, made["secret"].as_str()).await;
    assert_eq!(again.seat, Some(1), "seats are rotated, the secret is the same");
}

#[tokio::test]
async fn undo_needs_the_opponents_agreement() {
    let server = WebTestServer::open().await;
    let (mut ann, mut bo) = server.pair(json!({ "game": "chomp" })).await;
    ann.play_first().await;
    bo.until(|state| state["ply"] == 1).await;
    ann.until(|state| state["ply"] == 1).await;
    ann.ask(json!({ "do": "back", "ply": 1 })).await;
    bo.until(|state| state["back"].is_object()).await;
    bo.ask(json!({ "do": "answer", "agree": false })).await;
    ann.until(|state| state["back"].is_null()).await;
    assert_eq!(ann.state["ply"], 1);
    ann.ask(json!({ "do": "back", "ply": 1 })).await;
    bo.until(|state| state["back"].is_object()).await;
    bo.ask(json!({ "do": "answer", "agree": true })).await;
    ann.until(|state| state["ply"] == 0).await;
    let hint = ann.ask(json!({ "do": "hint", "ply": 0 })).await;
    assert_eq!(hint["refused"]["code"], "not-now", "no hints against people");
}

#[tokio::test]
async fn a_client_that_reconnects_gets_the_state_unless_it_has_it() {
    let server = WebTestServer::open().await;
    let (mut ann, mut bo) = server.pair(json!({ "game": "chomp" })).await;
    let (room, secret) = (bo.room.clone(), bo.secret.clone());
    drop(bo);
    ann.until(|state| state["seats"][1]["here"] == false).await;
    ann.play_first().await;
    ann.until(|state| state["ply"] == 1).await;
    bo = server.visit(&room, secret.as_deref()).await;
    assert_eq!((bo.seat, &bo.state["ply"]), (Some(1), &json!(1)));
    assert_eq!(bo.state["told"].as_array().map(Vec::len), Some(1));
    ann.until(|state| state["seats"][1]["here"] == true).await;
    let (_, now) = server.get(&format!("/api/rooms/{room}")).await;
    let current = now["state"]["sequence"].as_u64().expect("a number");
    for (known, is_sent) in [(current, false), (current - 1, true)] {
        let mut third = TestClient::connect(&server, &room).await;
        let hello = third.ask(json!({ "do": "hello", "sequence": known })).await;
        assert_eq!(hello["ok"], json!({ "seat": null }));
        // A State would come before the answer to the next message.
        third.ask(json!({ "do": "nothing" })).await;
        assert_eq!(third.state.is_object(), is_sent, "{known} of {current}");
    }
}

#[tokio::test]
async fn running_out_of_time_ends_the_game() {
    let server = WebTestServer::open().await;
    let (mut ann, _bo) = server.pair(json!({ "game": "chomp", "clock": "3s+0" })).await;
    assert_eq!(ann.state["clock"]["running"], 0);
    ann.until(|state| state["phase"] == "over").await;
    assert_eq!(ann.state["ending"]["standing"][0]["name"], "Bo");
    assert_eq!(ann.state["ending"]["by"], "forfeit");
}

#[tokio::test]
async fn clocks_keep_their_times_after_an_undo_and_a_restart() {
    let mut server = WebTestServer::open().await;
    let (mut ann, mut bo) = server.pair(json!({ "game": "chomp", "clock": "10m+0" })).await;
    ann.ask(json!({ "do": "play", "ply": 0, "move": "3,3" })).await;
    tokio::time::sleep(std::time::Duration::from_millis(120)).await;
    ann.ask(json!({ "do": "back", "ply": 1 })).await;
    bo.ask(json!({ "do": "answer", "agree": true })).await;
    let left = |state: &Value| [0, 1].map(|seat| state["clock"]["left_ms"][seat].as_u64());
    let path = format!("/api/rooms/{}", ann.room);
    tokio::time::sleep(std::time::Duration::from_millis(120)).await;
    let before = left(&server.get(&path).await.1["state"]);
    assert!(before[1] <= Some(599_880), "Bo thought until the move was taken back: {before:?}");
    server.restart().await;
    let after = left(&server.get(&path).await.1["state"]);
    assert_eq!(after[1], before[1], "Bo's clock did not run");
    assert!(after[0] <= before[0], "Ann's clock ran on: {before:?}, then {after:?}");
}

#[tokio::test]
async fn with_three_players_a_timeout_is_logged_once_and_the_others_play_on() {
    let server = WebTestServer::open().await;
    let wish = json!({ "game": "azul", "seats": ["me", "open", "random"], "clock": "3s+0" });
    let made = server.make(wish).await;
    let room = made["room"].as_str().expect("a room");
    let mut ann = server.visit(room, made["secret"].as_str()).await;
    let invite = &made["invite"];
    let mut bo = server.visit(room, None).await;
    bo.ask(json!({ "do": "sit", "seat": 1, "name": "Bo", "invite": invite })).await;
    ann.until(|state| state["seats"][0]["gone"] == true).await;
    ann.until(|state| state["phase"] == "over").await;
    let (_, _, record) =
        server.request("GET", &format!("/api/records/{room}/file"), &[], b"").await;
    let record = String::from_utf8(record).expect("text");
    assert_eq!(record.matches("\"event\":\"fault\"").count(), 2, "each flag falls once");
}

#[tokio::test]
async fn a_stand_in_moves_for_an_absent_player_until_they_return() {
    let server = WebTestServer::open().await;
    let (ann, mut bo) = server
        .pair(json!({ "game": "chomp", "away": 1, "options": ["width=9", "height=9"] }))
        .await;
    let (room, secret) = (ann.room.clone(), ann.secret.clone());
    drop(ann);
    bo.until(|state| state["ply"] == 1).await;
    assert_eq!(bo.state["seats"][0]["stand_in"], true);
    let ann = server.visit(&room, secret.as_deref()).await;
    assert_eq!(ann.seat, Some(0));
    bo.until(|state| state["seats"][0]["stand_in"] == false).await;
    let (ann, mut bo) =
        server.pair(json!({ "game": "chomp", "away": 1, "stand_in": "none" })).await;
    drop(ann);
    bo.until(|state| state["phase"] == "over").await;
    assert_eq!(bo.state["ending"]["by"], "resignation");
}

#[tokio::test]
async fn absent_players_are_not_replaced_while_nobody_is_waiting() {
    let limits =
        ServerLimits { presence_timeout: Duration::from_millis(1), ..ServerLimits::default() };
    let server = WebTestServer::with(limits).await;
    let mut rooms = Vec::new();
    for stand_in in ["normal", "none"] {
        let wish = json!({ "game": "chomp", "away": 1, "stand_in": stand_in });
        let (mut ann, bo) = server.pair(wish).await;
        rooms.push((ann.room.clone(), ann.secret.clone()));
        // Ann leaves last, so that nobody is ever waiting for her.
        drop(bo);
        ann.until(|state| state["seats"][1]["here"] == false).await;
        drop(ann);
    }
    // Three times as long as a player may be away; a slow machine can't make this fail.
    tokio::time::sleep(Duration::from_secs(3)).await;
    for (room, secret) in rooms {
        let ann = server.visit(&room, secret.as_deref()).await;
        assert_eq!((&ann.state["phase"], &ann.state["ply"]), (&json!("playing"), &json!(0)));
        assert_eq!(ann.state["seats"][0]["stand_in"], false);
    }
}

#[tokio::test]
async fn spectators_do_not_wait_for_absent_players() {
    let limits =
        ServerLimits { presence_timeout: Duration::from_millis(1), ..ServerLimits::default() };
    let server = WebTestServer::with(limits).await;
    let wish = json!({ "game": "chomp", "away": 1, "stand_in": "none" });
    let (mut ann, bo) = server.pair(wish).await;
    let mut spectator = server.visit(&ann.room, None).await;
    drop(bo);
    ann.until(|state| state["seats"][1]["here"] == false).await;
    drop(ann);
    spectator.until(|state| state["seats"][0]["here"] == false).await;
    // Three times as long as a player may be away; a slow machine can't make this fail.
    tokio::time::sleep(Duration::from_secs(3)).await;
    let (_, seen) = server.get(&format!("/api/rooms/{}", spectator.room)).await;
    assert_eq!(seen["state"]["phase"], "playing", "Ann has not resigned");
}

#[tokio::test]
async fn clock_increments_survive_a_restart() {
    let mut server = WebTestServer::open().await;
    let (mut ann, _bo) = server.pair(json!({ "game": "chomp", "clock": "10m+5m" })).await;
    ann.play_first().await;
    let path = format!("/api/rooms/{}", ann.room);
    let left = |state: &Value| state["state"]["clock"]["left_ms"][0].as_u64().expect("a number");
    let before = left(&server.get(&path).await.1);
    assert!(
        before > 600_000,
        "ten minutes and the increment, less the time for the move: {before}"
    );
    server.restart().await;
    assert_eq!(left(&server.get(&path).await.1), before);
}

#[tokio::test]
async fn hints_are_refused_in_games_with_a_clock() {
    let server = WebTestServer::open().await;
    for (clock, is_refused) in [("", false), ("10m+0", true), ("60s", true)] {
        let made = server.make(json!({ "game": "chomp", "clock": clock })).await;
        let room = made["room"].as_str().expect("a room");
        let mut ann = server.visit(room, made["secret"].as_str()).await;
        let hint = ann.ask(json!({ "do": "hint", "ply": 0 })).await;
        let expected = if is_refused { json!("not-now") } else { Value::Null };
        assert_eq!(hint["refused"]["code"], expected, "{clock}: {hint}");
    }
}

#[tokio::test]
async fn a_seat_left_before_the_start_is_still_free_after_a_restart() {
    let mut server = WebTestServer::open().await;
    let made = server.make(json!({ "game": "azul", "seats": ["me", "open", "open"] })).await;
    let (room, invite) = (made["room"].as_str().expect("a room"), &made["invite"]);
    let mut bo = server.visit(room, None).await;
    let sit = json!({ "do": "sit", "seat": 1, "name": "Bo", "invite": invite });
    bo.ask(sit.clone()).await;
    bo.until(|state| state["seats"][1]["name"] == "Bo").await;
    bo.ask(json!({ "do": "stand" })).await;
    bo.until(|state| state["seats"][1]["name"].is_null()).await;
    drop(bo);
    server.restart().await;
    let mut cy = server.visit(room, None).await;
    assert_eq!(cy.state["seats"][1]["name"], Value::Null);
    assert!(cy.ask(sit).await["ok"].is_object());
}

#[tokio::test]
async fn players_with_the_same_name_are_numbered() {
    let server = WebTestServer::open().await;
    let made =
        server.make(json!({ "game": "chomp", "seats": ["me", "open"], "name": "Ann" })).await;
    let room = made["room"].as_str().expect("a room");
    let mut other = server.visit(room, None).await;
    let sit = json!({ "do": "sit", "seat": 1, "name": "Ann", "invite": made["invite"] });
    other.ask(sit).await;
    other.until(|state| state["phase"] == "playing").await;
    let (_, _, record) =
        server.request("GET", &format!("/api/records/{room}/file"), &[], b"").await;
    let start = String::from_utf8(record).expect("text");
    let start: Value = serde_json::from_str(start.lines().next().expect("a line")).expect("JSON");
    assert_eq!(start["seats"][0]["name"], "Ann");
    assert_eq!(start["seats"][1]["name"], "Ann 2");
}

#[tokio::test]
async fn a_bot_connects_with_its_token_and_plays() {
    let server = WebTestServer::open().await;
    let made = server.make(json!({ "game": "chomp", "seats": ["bot", "random"] })).await;
    let room = made["room"].as_str().expect("a room");
    let token = made["bots"][0]["token"].as_str().expect("a token");
    let mut watcher = server.visit(room, None).await;
    assert_eq!(watcher.state["seats"][0]["kind"], "bot");
    assert!(server.bot(room, "wrong").await.is_err(), "a token is needed");
    let mut bot = server.bot(room, token).await.expect("the token opens the seat");
    let start = bot.line().await;
    assert_eq!((&start["type"], &start["seat"]), (&json!("start"), &json!(0)));
    loop {
        let message = bot.line().await;
        if message["type"] == "end" {
            break;
        }
        assert_eq!(message["type"], "turn");
        let moves = message["moves"].as_array().expect("moves");
        bot.say("info thinking").await;
        bot.say(moves.last().and_then(Value::as_str).expect("a move")).await;
    }
    watcher.until(|state| state["phase"] == "over").await;
    // The game goes on without spectators.
    let made = server.make(json!({ "game": "chomp", "seats": ["bot", "random"] })).await;
    let room = made["room"].as_str().expect("a room");
    let token = made["bots"][0]["token"].as_str().expect("a token");
    let mut bot = server.bot(room, token).await.expect("the token opens the seat");
    assert_eq!(bot.line().await["type"], "start");
    let turn = bot.line().await;
    bot.say(turn["moves"].as_array().and_then(|all| all.last()?.as_str()).expect("a move")).await;
    let ply = bot.line().await["ply"].as_u64();
    assert!(ply >= Some(2) || ply.is_none(), "the other has moved, or the game is over");
    // An answer that isn't a move counts as a failure, as everywhere.
    let made = server.make(json!({ "game": "chomp", "seats": ["bot", "random"] })).await;
    let room = made["room"].as_str().expect("a room");
    let mut watcher = server.visit(room, None).await;
    let mut bot = server
        .bot(room, made["bots"][0]["token"].as_str().expect("a token"))
        .await
        .expect("a seat");
    bot.line().await;
    bot.say("certainly not a move").await;
    watcher.until(|state| state["phase"] == "over").await;
    assert_eq!(watcher.state["ending"]["by"], "forfeit");
}

#[tokio::test]
async fn a_game_can_be_played_over_plain_http() {
    let server = WebTestServer::open().await;
    let (status, made) = server
        .post(
            "/api/rooms",
            None,
            &json!({ "game": "chomp", "seats": ["me", "open"], "public": true }),
        )
        .await;
    assert_eq!(status, 201);
    let room = made["room"].as_str().expect("a room");
    let secret = made["secret"].as_str();
    let (_, rooms) = server.get("/api/rooms").await;
    let invite = rooms["rooms"][0]["invite"].clone();
    assert_eq!(rooms["rooms"][0]["room"], made["room"]);
    let act = format!("/api/rooms/{room}/do");
    let (_, sat) = server
        .post(&act, None, &json!({ "do": "sit", "seat": 1, "name": "Bo", "invite": invite }))
        .await;
    assert_eq!(sat["seat"], 1, "{sat}");
    let (status, refused) =
        server.post(&act, None, &json!({ "do": "play", "ply": 0, "move": "2,2" })).await;
    assert_eq!((status, &refused["error"]["code"]), (403, &json!("forbidden")));
    let (status, _) =
        server.post(&act, secret, &json!({ "do": "play", "ply": 0, "move": "2,2" })).await;
    assert_eq!(status, 200);
    let (_, state) = server.get(&format!("/api/rooms/{room}")).await;
    assert_eq!(state["state"]["ply"], 1);
    server.post(&act, secret, &json!({ "do": "resign" })).await;
    let lines = server.lines(&format!("/api/rooms/{room}/events")).await;
    assert_eq!(lines.last().expect("a state")["state"]["phase"], "over");
    for (path, status) in
        [("/api/rooms/nowherenow", 404), ("/api/rooms/..%2F..", 404), ("/nowhere", 404)]
    {
        assert_eq!(server.get(path).await.0, status, "{path}");
    }
}

/// Returns the next line of a stream that is a JSON object.
async fn next_news(lines: &mut Lines<BufReader<TcpStream>>) -> Option<Value> {
    let reading = async {
        while let Some(line) = lines.next_line().await.expect("text, not compressed") {
            if line.starts_with('{') {
                return Some(serde_json::from_str(&line).expect("JSON"));
            }
        }
        None
    };
    timeout(PATIENCE, reading).await.expect("news in time, or the end")
}

#[tokio::test]
async fn a_stream_sends_news_immediately_until_the_game_is_over() {
    let server = WebTestServer::open().await;
    let (mut ann, _bo) = server.pair(json!({ "game": "chomp" })).await;
    let mut stream = TcpStream::connect(server.address).await.expect("a connection");
    let ask = format!(
        "GET /api/rooms/{}/events HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n\
         accept-encoding: gzip\r\n\r\n",
        ann.room, server.address
    );
    stream.write_all(ask.as_bytes()).await.expect("it is heard");
    let mut lines = BufReader::new(stream).lines();
    let first = next_news(&mut lines).await.expect("the State");
    assert_eq!(first["state"]["phase"], "playing");
    ann.ask(json!({ "do": "react", "reaction": "thanks" })).await;
    loop {
        let news = next_news(&mut lines).await.expect("news");
        if news["reaction"].is_object() {
            break;
        }
        assert_eq!(news["update"]["phase"], "playing", "{news}");
    }
    ann.ask(json!({ "do": "resign" })).await;
    let mut last = Value::Null;
    while let Some(news) = next_news(&mut lines).await {
        assert_ne!(last["update"]["phase"], "over", "nothing comes after the end: {news}");
        last = news;
    }
    assert_eq!(last["update"]["phase"], "over");
}

#[tokio::test]
async fn finished_public_games_are_listed_as_recent() {
    let mut server = WebTestServer::open().await;
    let forgetful = WebTestServer::with_memory_log(ServerLimits::default()).await;
    let mut over = Vec::new();
    for server in [&server, &forgetful] {
        for public in [true, false] {
            let (mut ann, _bo) = server.pair(json!({ "game": "chomp", "public": public })).await;
            let (_, list) = server.get("/api/rooms").await;
            assert_eq!(list["rooms"][0]["room"] == *ann.room, public, "{list}");
            ann.ask(json!({ "do": "resign" })).await;
            ann.until(|state| state["phase"] == "over").await;
            over.push(ann.room);
        }
    }
    check_recent(&forgetful, &over[2]).await;
    check_recent(&server, &over[0]).await;
    server.restart().await;
    check_recent(&server, &over[0]).await;
}

/// Checks that this game is the only one that is over, as soon as the list isn't the earlier one any more.
async fn check_recent(server: &WebTestServer, room: &str) {
    let list = list_until(server, |list| list["recent"] != json!([])).await;
    assert_eq!(list["rooms"], json!([]));
    assert_eq!(list["recent"].as_array().map(Vec::len), Some(1), "{list}");
    assert_eq!(list["next"], Value::Null);
    let recent = &list["recent"][0];
    assert_eq!((&recent["room"], &recent["phase"]), (&json!(room), &json!("over")));
    assert_eq!(recent["seats"][1], json!({ "kind": "person", "name": "Bo" }));
    assert!(recent["started"].is_string() && recent.get("invite").is_none(), "{recent}");
}

/// Returns the list of rooms, which may be a second old, once it satisfies the condition.
async fn list_until(server: &WebTestServer, is_so: impl Fn(&Value) -> bool) -> Value {
    let mut seen = Value::Null;
    let waiting = async {
        loop {
            let (status, list) = server.get("/api/rooms").await;
            assert_eq!(status, 200, "{list}");
            if is_so(&list) {
                return list;
            }
            seen = list;
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    let found = timeout(PATIENCE, waiting).await;
    found.unwrap_or_else(|_| panic!("the list stays like this: {seen}"))
}

#[tokio::test]
async fn the_list_has_pages_and_can_be_of_one_game() {
    let server = WebTestServer::open().await;
    let mut over = Vec::new();
    for game in ["chomp", "azul", "chomp"] {
        let (mut ann, _bo) = server.pair(json!({ "game": game, "public": true })).await;
        ann.ask(json!({ "do": "resign" })).await;
        ann.until(|state| state["phase"] == "over").await;
        over.insert(0, ann.room);
    }
    for game in ["azul", "chomp", "azul"] {
        let made = server.make(json!({ "game": game, "seats": ["me", "open"], "public": true }));
        over.push(made.await["room"].as_str().expect("a room").into());
    }
    let is_complete = |list: &Value| {
        let lengths = ["rooms", "recent"].map(|part| list[part].as_array().map(Vec::len));
        lengths == [Some(3), Some(3)]
    };
    let list = list_until(&server, is_complete).await;
    let ids = |list: &Value, part: &str| -> Vec<String> {
        let rooms = list[part].as_array().expect("a list");
        rooms.iter().map(|room| room["room"].as_str().expect("an id").to_owned()).collect()
    };
    assert_eq!(ids(&list, "recent"), over[..3]);
    let newest_first: Vec<String> = over[3..].iter().rev().cloned().collect();
    assert_eq!(ids(&list, "rooms"), newest_first);
    assert_eq!(list["next"], Value::Null);
    let mut path = "/api/rooms?limit=2".to_owned();
    let mut paged = Vec::new();
    for page in 0..2 {
        let (_, list) = server.get(&path).await;
        assert_eq!(ids(&list, "rooms").len(), if page == 0 { 3 } else { 0 });
        paged.extend(ids(&list, "recent"));
        if let Some(next) = list["next"].as_str() {
            path = format!("/api/rooms?limit=2&before={next}");
        }
    }
    assert_eq!(paged, over[..3]);
    let (_, azul) = server.get("/api/rooms?game=azul").await;
    assert_eq!((ids(&azul, "recent"), ids(&azul, "rooms").len()), (vec![over[1].clone()], 2));
    let (_, all) = server.get("/api/rooms?limit=1000000000000").await;
    assert_eq!(ids(&all, "recent").len(), 3);
    for bad in ["game=ludo", "before=x", "before=", "limit=-1", "limit=x", "offset=3"] {
        let (status, refused) = server.get(&format!("/api/rooms?{bad}")).await;
        assert_eq!((status, &refused["error"]["code"]), (400, &json!("bad-request")), "{bad}");
    }
}

#[tokio::test]
async fn clients_that_accept_gzip_can_open_a_socket() {
    let server = WebTestServer::open().await;
    let made = server.make(json!({ "game": "chomp" })).await;
    let path = format!("/api/rooms/{}/socket", made["room"].as_str().expect("a room"));
    assert_eq!(server.handshake(&path, &[("accept-encoding", "gzip, deflate")]).await, 101);
}

#[tokio::test]
async fn rooms_survive_a_restart() {
    let mut server = WebTestServer::open().await;
    let (mut ann, bo) = server.pair(json!({ "game": "azul", "seed": 7 })).await;
    ann.play_first().await;
    ann.until(|state| state["to_move"] == 1).await;
    let (before, room, secret) = (ann.state.clone(), ann.room.clone(), bo.secret.clone());
    drop((ann, bo));
    server.restart().await;
    let mut bo = server.visit(&room, secret.as_deref()).await;
    assert_eq!(bo.seat, Some(1));
    for key in ["picture", "moves", "told", "ply", "to_move"] {
        assert_eq!(bo.state[key], before[key], "{key}");
    }
    bo.play_first().await;
    bo.until(|state| state["to_move"] == 0).await;
}

#[tokio::test]
async fn invalid_rooms_are_rejected_with_a_reason() {
    let server = WebTestServer::open().await;
    for (wish, word) in [
        (json!({ "game": "chess" }), "chess"),
        (json!({ "game": "chomp", "seats": ["me"] }), "2"),
        (json!({ "game": "chomp", "seats": ["me", "./bot"] }), "open, bot"),
        (json!({ "game": "chomp", "seats": ["me", "me"] }), "one seat"),
        (json!({ "game": "chomp", "options": ["width=0"] }), "width"),
        (json!({ "game": "chomp", "clock": "soon" }), "soon"),
        (json!({ "game": "chomp", "surprise": 1 }), "surprise"),
        (json!({ "game": "chomp", "position": "rows=" }), "width"),
        (json!([1]), "understood"),
    ] {
        let (status, refused) = server.post("/api/rooms", None, &wish).await;
        assert!((400..500).contains(&status), "{wish}: {refused}");
        let message = refused["error"]["message"].as_str().unwrap_or_default();
        assert!(message.contains(word), "{wish}: {message}");
    }
    let begun = server
        .make(json!({ "game": "chomp", "position": "width=3 height=2 rows=3,1 turn=1" }))
        .await;
    let player =
        server.visit(begun["room"].as_str().expect("a room"), begun["secret"].as_str()).await;
    assert_eq!(player.state["picture"]["rows"], json!([3, 1]));
}
