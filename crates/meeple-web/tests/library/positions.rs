//! Tests of positions: starting positions, any text, and playing on.

use crate::library_server::LibraryServer;
use serde_json::{Value, json};

#[tokio::test]
async fn a_game_starts_with_its_options_and_seed() {
    let server = LibraryServer::open().await;
    let bar = server
        .ask("/api/positions", &json!({ "game": "chomp", "options": ["width=5", "height=4"] }))
        .await;
    assert_eq!(bar["position"], "width=5 height=4 rows=5,5,5,5 turn=0");
    assert_eq!(
        (&bar["to_move"], &bar["over"], &bar["seats"]),
        (&json!(0), &json!(false), &json!(2))
    );
    assert_eq!(bar["moves"].as_array().map(Vec::len), Some(20));
    assert_eq!(bar["moves"][0]["move"], "0,0");
    assert!(bar["picture"].is_object());
    for game in ["chomp", "filler", "azul", "grass"] {
        let begin = |seed: Value| {
            let mut question = json!({ "game": game });
            if !seed.is_null() {
                question["seed"] = seed;
            }
            let server = &server;
            async move { server.ask("/api/positions", &question).await["position"].clone() }
        };
        assert_eq!(begin(json!(5)).await, begin(json!(5)).await, "{game}: the same seed");
        if matches!(game, "azul" | "grass") {
            assert_ne!(begin(json!(5)).await, begin(json!(6)).await, "{game}: another seed");
            assert_ne!(begin(Value::Null).await, begin(Value::Null).await, "{game}: any seed");
        }
    }
    let nine = json!({ "game": "grass", "options": ["players=9"] });
    assert_eq!(server.ask("/api/positions", &nine).await["seats"], 9);
}

#[tokio::test]
async fn invalid_positions_are_rejected_with_the_column_of_the_error() {
    let server = LibraryServer::open().await;
    let check = async |text: &str, column: u64| {
        let question = json!({ "game": "chomp", "position": text }).to_string();
        for path in ["/api/positions", "/api/advice"] {
            let answer = server.post(path, &question).await;
            answer.refused(422, "bad-position");
            assert_eq!(answer.json()["error"]["column"], column, "{text}");
        }
        let play = json!({ "game": "chomp", "position": text, "move": "0,1" }).to_string();
        server.post("/api/positions/play", play).await.refused(422, "bad-position");
    };
    check("width=5 height=4 rows=5,5,5,7 turn=0", 23).await;
    check("", 1).await;
    check("width=5 height=x rows=5,5,5,5 turn=0", 16).await;
    let long = "9".repeat(60_000);
    check(&long, 1).await;
}

#[tokio::test]
async fn invalid_requests_are_rejected_with_a_sentence() {
    let server = LibraryServer::open().await;
    let check = async |question: Value, word: &str| {
        let answer = server.post("/api/positions", question.to_string()).await;
        let message = answer.refused(400, "bad-request");
        assert!(message.contains(word), "{message}");
    };
    check(json!({ "game": "chmop" }), "did you mean \"chomp\"").await;
    check(json!({ "game": "chomp", "options": ["width=0"] }), "width").await;
    check(json!({ "game": "chomp", "options": ["wdith=3"] }), "width").await;
    check(json!({ "game": "chomp", "options": ["\u{1b}[31m"] }), "").await;
    check(json!({ "game": "azul", "options": ["players=99"] }), "players").await;
    check(
        json!({ "game": "chomp", "position": "x", "options": [] }),
        "either a position or options",
    )
    .await;
    check(json!({ "game": "chomp", "seed": -1 }), "column 25").await;
}

#[tokio::test]
async fn playing_a_move_also_makes_the_deals_that_follow() {
    let server = LibraryServer::open().await;
    let bar = "width=5 height=4 rows=5,5,5,5 turn=0";
    let play = |mv: &str| json!({ "game": "chomp", "position": bar, "move": mv });
    let after = server.ask("/api/positions/play", &play("2,2")).await;
    assert_eq!(after["position"], "width=5 height=4 rows=5,5,2,2 turn=1");
    assert_eq!(after["played"], json!({ "move": "2,2", "name": "C3" }));
    let refused = async |question: Value, status, code| {
        server.post("/api/positions/play", question.to_string()).await.refused(status, code)
    };
    refused(play("9,9"), 422, "illegal").await;
    refused(play("x"), 400, "bad-request").await;
    let over = "width=2 height=1 rows=0 turn=0";
    let over = json!({ "game": "chomp", "position": over, "move": "0,0" });
    let answer = server.post("/api/positions/play", over.to_string()).await;
    assert!(matches!(answer.status, 409 | 422), "{}", answer.text());
    let begun = server.ask("/api/positions", &json!({ "game": "filler", "seed": 1 })).await;
    let question = json!({
        "game": "filler", "position": begun["position"], "move": begun["moves"][0]["move"], "seed": 4
    });
    let [one, two] = [(); 2].map(|()| server.ask("/api/positions/play", &question));
    let (one, two) = (one.await, two.await);
    assert_eq!(one, two, "the same seed deals the same piece");
    assert!(one["to_move"].is_u64(), "the next piece is dealt");
    assert!(begun.get("played").is_none(), "no move was made");
}

#[tokio::test]
async fn every_practice_position_can_be_shown_and_played() {
    let server = LibraryServer::open().await;
    for game in ["chomp", "filler", "azul", "grass"] {
        let stages = server.get(&format!("/api/practice/{game}")).await.json()["stages"].clone();
        for stage in stages.as_array().expect("a list") {
            for position in stage["positions"].as_array().expect("a list") {
                let question = json!({ "game": game, "position": position });
                let shown = server.ask("/api/positions", &question).await;
                assert_eq!(shown["position"], *position);
                let mv = &shown["moves"][0]["move"];
                let question = json!({ "game": game, "position": position, "move": mv });
                let after = server.ask("/api/positions/play", &question).await;
                assert!(after["over"] == true || after["to_move"].is_u64(), "{position}: {mv}");
            }
        }
    }
}

/// Returns a position of Filler with one cell in the middle of a square board, and a full square in hand: there is one
/// legal move for each cell of the piece, and each move covers as many.
pub(crate) fn full_square_in_hand(board: usize, piece: usize) -> String {
    let mut rows = vec![".".repeat(board); board];
    rows[board / 2].replace_range(board / 2..=board / 2, "@");
    rows[0].replace_range(0..1, "$");
    let held = vec!["O".repeat(piece); piece].join("/");
    format!(
        "board={} turn=0 piece={piece}x{piece}:{held} stuck=none placed=0,0 margins=overhang score=cells",
        rows.join("/")
    )
}

#[tokio::test]
async fn a_position_whose_moves_cover_too_many_cells_is_refused() {
    let server = LibraryServer::open().await;
    let check = async |path: &str, position: &str| {
        let question = json!({ "game": "filler", "position": position }).to_string();
        let message = server.post(path, question).await.refused(413, "too-large");
        assert!(message.contains("legal moves is longer than 512 KiB"), "{path}: {message}");
    };
    let large = full_square_in_hand(150, 70);
    for path in ["/api/positions", "/api/positions/play", "/api/advice"] {
        check(path, &large).await;
    }
    check("/api/rooms", &full_square_in_hand(97, 49)).await;
    let shown = json!({ "game": "filler", "position": full_square_in_hand(150, 12) });
    let shown = server.ask("/api/positions", &shown).await;
    assert_eq!(shown["moves"].as_array().map(Vec::len), Some(145), "and to stop");
}
