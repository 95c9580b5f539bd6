//! Tests of records: uploaded, narrated, shown and downloaded; and the records of rooms.

use crate::{
    library_server::{LibraryServer, PATIENCE},
    positions::full_square_in_hand,
};
use meeple_core::{Notes, Table, TableDue};
use meeple_games::GameKind;
use meeple_session::open_table::open_anonymous;
use serde_json::{Value, json};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
    time::timeout,
};

/// Plays a whole game with the first legal move each time, and returns its record.
pub(crate) fn played(kind: GameKind, options: &[&str]) -> String {
    let options: Vec<String> = options.iter().map(|&word| word.into()).collect();
    let mut table: Table = open_anonymous(kind, &options, 7).expect("a game");
    loop {
        match table.due() {
            TableDue::Deal => drop(table.deal().expect("a deal is due")),
            TableDue::Seat(seat) => {
                let moves = table.position().legal_move_texts();
                let mv = moves.last().expect("a move is due");
                table.play(seat, mv, Notes::default()).expect("it is legal");
            }
            TableDue::End => drop(table.end().expect("it is due")),
            TableDue::Over => break,
        }
    }
    let lines: Vec<String> = table.game().log().iter().map(ToString::to_string).collect();
    lines.join("\n") + "\n"
}

pub(crate) async fn bring(server: &LibraryServer, record: &str) -> String {
    let answer = server.post("/api/records", record).await;
    assert_eq!(answer.status, 201, "{}", answer.text());
    answer.json()["id"].as_str().expect("an id").into()
}

#[tokio::test]
async fn an_uploaded_record_can_be_read_shown_and_downloaded() {
    let server = LibraryServer::open().await;
    for &kind in GameKind::ALL {
        let options: &[&str] = if kind == GameKind::Chomp { &["width=4", "height=3"] } else { &[] };
        let record = played(kind, options);
        let id = bring(&server, &record).await;
        let narration = server.get(&format!("/api/records/{id}")).await.json();
        assert_eq!((&narration["id"], &narration["game"]), (&json!(id), &json!(kind.name())));
        assert_eq!(narration["header"]["seats"][1]["name"], "player 2");
        assert_eq!(narration["header"]["seed"], 7, "it is over");
        let plies = narration["plies"].as_array().expect("a list");
        assert_eq!(narration["points"].as_array().map(Vec::len), Some(plies.len() + 1));
        for ply in plies {
            assert_ne!(ply["move"].is_null(), ply["deal"].is_null(), "a move or a deal: {ply}");
            assert_eq!(ply["seat"].is_null(), ply["move"].is_null(), "{ply}");
            assert_eq!(ply["name"].is_string(), ply["move"].is_string(), "{ply}");
            assert!(ply["did"].is_string() && ply["followed"].is_array(), "{ply}");
        }
        assert_eq!(narration["ending"]["by"], "rules");
        let file = server.get(&format!("/api/records/{id}/file")).await;
        assert_eq!(file.text(), record, "{kind}: as it was brought");
        let name = format!("attachment; filename=\"{kind}-{id}.jsonl\"");
        assert_eq!(file.header("content-disposition"), Some(name.as_str()));

        let pages = server.get(&format!("/api/records/{id}/pictures?from=1&count=2")).await.json();
        assert_eq!(
            (&pages["from"], pages["pictures"].as_array().map(Vec::len)),
            (&json!(1), Some(2))
        );
        let last = server.get(&format!("/api/records/{id}/moves?ply={}", plies.len())).await.json();
        assert_eq!((&last["over"], &last["moves"]), (&json!(true), &json!([])));
        let first = server.get(&format!("/api/records/{id}/moves?ply=0")).await.json();
        assert_eq!(first["over"], false);
    }
}

#[tokio::test]
async fn pictures_are_paginated() {
    let server = LibraryServer::open().await;
    let id = bring(&server, &played(GameKind::Azul, &[])).await;
    let count = async |query: &str| {
        let answer = server.get(&format!("/api/records/{id}/pictures{query}")).await.json();
        answer["pictures"].as_array().map(Vec::len)
    };
    assert_eq!(count("").await, Some(40));
    assert_eq!(count("?count=100000").await, Some(64));
    assert_eq!(count("?from=18446744073709551615").await, Some(0));
    for query in ["?from=-1", "?from=x", "?cuont=3"] {
        let path = format!("/api/records/{id}/pictures{query}");
        server.get(&path).await.refused(400, "bad-request");
    }
    server.get(&format!("/api/records/{id}/moves")).await.refused(400, "bad-request");
    server.get(&format!("/api/records/{id}/moves?ply=99999")).await.refused(404, "not-found");
}

#[tokio::test]
async fn invalid_records_are_rejected_with_the_line_of_the_error() {
    let server = LibraryServer::open().await;
    let good = played(GameKind::Chomp, &["width=3", "height=2"]);
    let lines: Vec<&str> = good.lines().collect();
    let check = async |record: String, word: &str| {
        let message = server.post("/api/records", record).await.refused(400, "bad-request");
        assert!(message.contains(word), "{message}");
    };
    check(String::new(), "Line 1").await;
    check("{}\n".into(), "Line 1").await;
    check(lines[1..].join("\n") + "\n", "start").await;
    check(format!("{}\nnonsense\n", lines[0]), "Line 2").await;
    check(format!("{}\n{}\n{}\n", lines[0], lines[1], lines[1]), "Line 3").await;
    check(good.replace("\"chomp\"", "\"chmop\""), "chomp").await;
    check(good.replace("\"format\":2", "\"format\":1"), "format").await;
    server.post("/api/records", vec![b'x'; (1 << 20) + 1]).await.refused(413, "too-large");
    server.post("/api/records", vec![b'x'; 1 << 20]).await.refused(400, "bad-request");
}

#[tokio::test]
async fn a_record_that_would_need_too_much_memory_is_rejected() {
    let server = LibraryServer::open().await;
    let start = filler_start(&empty_board(100), "fair");
    let long = format!("{start}\n{}", "{\"event\":\"deal\",\"deal\":\"1x2:O/O\"}\n".repeat(20_000));
    server.post("/api/records", long).await.refused(413, "too-large");
    assert_eq!(server.post("/api/records", format!("{start}\n")).await.status, 201);
}

/// Returns a square board with one cell of each player.
fn empty_board(side: usize) -> String {
    let mut rows = vec![".".repeat(side); side];
    rows[side / 2].replace_range(side / 2..=side / 2, "@");
    rows[0].replace_range(0..1, "$");
    format!("board={} turn=0 stuck=none placed=0,0 margins=overhang score=cells", rows.join("/"))
}

/// Returns the first line of a record that starts from this position.
fn filler_start(position: &str, pieces: &str) -> Value {
    let position = match pieces {
        "fair" => position.to_owned(),
        pieces => format!("{position} pieces={pieces}"),
    };
    let seat = json!({ "name": "Ann", "who": "person" });
    json!({
        "event": "start", "format": 2, "game": "filler", "rules": 2, "options": {},
        "seats": [seat, seat], "position": position, "time": "",
    })
}

#[tokio::test]
async fn the_board_of_a_record_may_be_as_large_as_that_of_a_room() {
    let server = LibraryServer::open().await;
    let check = async |position: &str, word: &str| {
        let record = format!("{}\n", filler_start(position, "fair"));
        let message = server.post("/api/records", record).await.refused(413, "too-large");
        assert!(message.contains(word), "{message}");
    };
    check(&empty_board(111), "The board is too large").await;
    check(&full_square_in_hand(97, 49), "legal moves is longer than 512 KiB").await;
}

#[tokio::test]
async fn positions_of_a_record_whose_moves_cover_too_many_cells_are_not_shown() {
    let server = LibraryServer::open().await;
    // The engine of 42 could deal such a piece, although it never does.
    let row = "O".repeat(25) + &".".repeat(25);
    let deal = json!({ "event": "deal", "deal": format!("50x50:{}", vec![row; 50].join("/")) });
    let record = format!("{}\n{deal}\n", filler_start(&empty_board(100), "42"));
    let id = bring(&server, &record).await;
    assert_eq!(server.get(&format!("/api/records/{id}/moves?ply=0")).await.status, 200);
    let shown = server.get(&format!("/api/records/{id}/moves?ply=1")).await;
    let message = shown.refused(413, "too-large");
    assert!(message.contains("legal moves is longer than 512 KiB"), "{message}");
    let lines = server.get(&format!("/api/records/{id}/analysis")).await.lines();
    assert_eq!(lines[0]["ply"], 1, "the deal");
}

/// Returns the record of a game in which one player fills a square board cell by cell.
fn long_game(side: usize) -> String {
    let board = [&["@"][..], &vec!["."; side - 2], &["$"]].concat().concat();
    let rows = [board].into_iter().chain(vec![".".repeat(side); side - 1]);
    let position = format!(
        "board={} turn=0 stuck=1 placed=0,0 margins=overhang score=cells",
        rows.collect::<Vec<_>>().join("/")
    );
    let mut record = format!("{}\n", filler_start(&position, "fair"));
    let mut play = |piece: &str, column: usize, row: usize| {
        let mv = format!("{column},{row}");
        let deal = json!({ "event": "deal", "deal": piece });
        let play = json!({ "event": "move", "seat": 0, "move": mv });
        record.extend([deal, play].map(|event| format!("{event}\n")));
    };
    for column in 0..side - 2 {
        play("2x1:OO", column, 0);
    }
    for column in 0..side - 1 {
        for row in 0..side - 1 {
            play("1x2:O/O", column, row);
        }
    }
    record
}

#[tokio::test]
async fn a_narration_is_kept_with_its_record() {
    let server = LibraryServer::open().await;
    let id = bring(&server, &long_game(60)).await;
    let read = async || server.get(&format!("/api/records/{id}")).await.text();
    let first = read().await;
    assert_eq!(read().await, first);
    let narration: Value = serde_json::from_str(&first).expect("JSON");
    let (plies, points) = (&narration["plies"], &narration["points"]);
    let length = |list: &Value| list.as_array().map(Vec::len);
    assert_eq!((length(plies), length(points)), (Some(7078), Some(7079)));
    let keys: Vec<&String> = narration.as_object().expect("an object").keys().collect();
    assert_eq!(keys, ["id", "game", "header", "plies", "points", "ending"]);
}

#[tokio::test]
async fn pictures_of_a_long_game_come_in_smaller_pages() {
    let server = LibraryServer::open().await;
    let id = bring(&server, &long_game(60)).await;
    let page = server.get(&format!("/api/records/{id}/pictures?from=7000&count=64")).await;
    assert!((1 << 20..2 << 20).contains(&page.body.len()), "{} bytes", page.body.len());
    let count = page.json()["pictures"].as_array().map_or(0, Vec::len);
    assert!((1..64).contains(&count), "{count} pictures");
}

#[tokio::test]
async fn a_truncated_last_line_and_extra_spaces_are_ignored() {
    let server = LibraryServer::open().await;
    let good = played(GameKind::Chomp, &["width=3", "height=2"]);
    let lines: Vec<&str> = good.lines().collect();
    let spaced = lines[1].replace('{', "{ ").replace(',', ", ").replace("\"1, ", "\"1,");
    let spaced = if spaced.contains("0, ") { lines[1].replace('{', "{ ") } else { spaced };
    let cut = format!("{}\n{spaced}\n{{\"event\":\"mo", lines[0]);
    let id = bring(&server, &cut).await;
    let narration = server.get(&format!("/api/records/{id}")).await.json();
    assert_eq!(
        (narration["plies"].as_array().map(Vec::len), &narration["ending"]),
        (Some(1), &Value::Null)
    );
    let file = server.get(&format!("/api/records/{id}/file")).await.text();
    assert_eq!(file, format!("{}\n{}\n", lines[0], lines[1]));
}

#[tokio::test]
async fn unknown_ids_are_not_found() {
    let server = LibraryServer::open().await;
    for id in ["k7mq2w9xt4", "x", "..", "%2e%2e%2fx", "%00", "%ff", "rooms.sqlite", "K7MQ2W9XT4"] {
        for rest in ["", "/pictures", "/moves?ply=0", "/analysis", "/file"] {
            let answer = server.get(&format!("/api/records/{id}{rest}")).await;
            answer.refused(404, "not-found");
        }
    }
}

#[tokio::test]
async fn the_seed_of_a_running_game_is_hidden() {
    let server = LibraryServer::open().await;
    let wish = json!({ "game": "azul", "seats": ["me", "easy"], "seed": 1234, "name": "Ann" });
    let made = server.post("/api/rooms", wish.to_string()).await;
    assert_eq!(made.status, 201, "{}", made.text());
    let (room, secret) = (made.json()["room"].clone(), made.json()["secret"].clone());
    let (room, secret) = (room.as_str().expect("an id"), secret.as_str().expect("a secret"));
    // The room is asked first, because it starts the game.
    assert_eq!(server.get(&format!("/api/rooms/{room}")).await.json()["state"]["phase"], "playing");
    let narration = server.get(&format!("/api/records/{room}")).await.json();
    assert_eq!((&narration["id"], &narration["header"]["seed"]), (&json!(room), &Value::Null));
    let file = server.get(&format!("/api/records/{room}/file")).await.text();
    assert!(file.starts_with("{\"event\":\"start\"") && !file.contains("1234"), "{file}");
    assert!(!file.contains("\"room\"") && !file.contains("secret"), "{file}");
    // Once the game is over, everything may be shown, and the record is longer than before.
    let bearer = format!("Bearer {secret}");
    let headers = [("authorization", bearer.as_str())];
    let path = format!("/api/rooms/{room}/do");
    let gave_up = server.send("POST", &path, &headers, br#"{"do":"resign"}"#).await;
    assert_eq!(gave_up.status, 200, "{}", gave_up.text());
    let narration = server.get(&format!("/api/records/{room}")).await.json();
    assert_eq!(
        (&narration["header"]["seed"], &narration["ending"]["by"]),
        (&json!(1234), &json!("resignation"))
    );
}

#[tokio::test]
async fn a_body_that_is_too_long_is_read_to_its_end_so_that_proxies_see_the_refusal() {
    let server = LibraryServer::open().await;
    let mut stream = TcpStream::connect(server.server.address).await.expect("it listens");
    let body = "x".repeat(3 << 20);
    let host = server.server.address;
    let head = format!(
        "POST /api/records HTTP/1.1\r\nhost: {host}\r\ncontent-type: application/json\r\n\
         content-length: {}\r\n\r\n",
        body.len()
    );
    stream.write_all((head + &body).as_bytes()).await.expect("all of it is read");
    // The connection goes on, as a proxy expects.
    let next = format!("GET /livez HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n");
    stream.write_all(next.as_bytes()).await.expect("it is open");
    let mut answers = String::new();
    let read = timeout(PATIENCE, stream.read_to_string(&mut answers)).await;
    read.expect("answers in time").expect("text");
    assert!(answers.starts_with("HTTP/1.1 413 ") && answers.contains("too-large"), "{answers}");
    assert!(answers.ends_with("ok\n"), "{answers}");
}
