//! Tests of compression: which responses are compressed, and for which clients.

use crate::library_server::LibraryServer;
use serde_json::json;

const GZIP: [(&str, &str); 1] = [("accept-encoding", "gzip")];

#[tokio::test]
async fn long_responses_are_compressed_for_clients_that_accept_gzip() {
    let server = LibraryServer::open().await;
    for (accepted, is_compressed) in [
        ("gzip", true),
        ("br, GZIP;q=0.5", true),
        ("*", true),
        ("gzip;q=0", false),
        ("identity", false),
        ("br", false),
        ("", false),
    ] {
        for path in ["/api/games", "/pages/room.js", "/"] {
            let answer = server.get_with(path, &[("accept-encoding", accepted)]).await;
            let coding = answer.header("content-encoding");
            assert_eq!(coding, is_compressed.then_some("gzip"), "{path} for {accepted}");
            assert_eq!(answer.header("vary"), Some("accept-encoding"), "{path} for {accepted}");
        }
    }
    let plain = server.get("/api/games").await;
    assert_eq!(plain.header("content-encoding"), None);
    assert_eq!(server.get_with("/api/games", &GZIP).await.unpacked(), plain.body);
}

#[tokio::test]
async fn files_are_sent_in_their_stored_compressed_form() {
    let server = LibraryServer::open().await;
    let file = server.get_with("/pages/room.js", &GZIP).await;
    let length = file.body.len().to_string();
    assert_eq!(file.header("content-length"), Some(&*length), "it is known before it is sent");
    assert!(file.header("etag").is_some_and(|tag| tag.ends_with("-gzip\"")), "{file:?}");
    assert_eq!(file.unpacked(), server.get("/pages/room.js").await.body);
}

#[tokio::test]
async fn short_responses_and_streams_are_not_compressed() {
    let server = LibraryServer::open().await;
    let wish = json!({ "game": "grass", "seats": ["me", "open"], "seed": 1 });
    let made = server.post("/api/rooms", wish.to_string()).await.json();
    let room = made["room"].as_str().expect("a room");
    let sit = json!({ "do": "sit", "seat": 1, "name": "Bo", "invite": made["invite"] });
    server.post(&format!("/api/rooms/{room}/do"), sit.to_string()).await;
    let bearer = format!("Bearer {}", made["secret"].as_str().expect("a secret"));
    let headers = [("authorization", bearer.as_str())];
    let path = format!("/api/rooms/{room}/do");
    server.send("POST", &path, &headers, br#"{"do":"resign"}"#).await;
    for path in [
        "/api/tournaments".to_owned(),
        "/healthz".into(),
        format!("/api/rooms/{room}/events"),
        format!("/api/records/{room}/file"),
        format!("/api/records/{room}/analysis"),
    ] {
        let answer = server.get_with(&path, &GZIP).await;
        assert_eq!((answer.status, answer.header("content-encoding")), (200, None), "{path}");
        assert!(!answer.body.starts_with(&[0x1f, 0x8b]), "{path}");
    }
    let state = server.get_with(&format!("/api/rooms/{room}"), &GZIP).await;
    assert_eq!(state.header("content-encoding"), Some("gzip"), "it is long enough");
}
