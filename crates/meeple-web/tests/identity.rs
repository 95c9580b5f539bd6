//! Who is who: names at a table, and invitations.

mod test_server;

use meeple_web::{
    ServerLimits,
    log::{EventLog as _, LogAppend, MemoryLog},
};
use serde_json::{Value, json};
use std::{fs, path::Path};
use test_server::WebTestServer;

/// Takes a seat over HTTP; returns the status and the response.
async fn sit(server: &WebTestServer, room: &Value, sit: (usize, &str, &Value)) -> (u16, Value) {
    let (seat, name, invite) = sit;
    let path = format!("/api/rooms/{}/do", room.as_str().expect("a room"));
    let action = json!({ "do": "sit", "seat": seat, "name": name, "invite": invite });
    server.post(&path, None, &action).await
}

/// Returns the names at a table.
async fn names(server: &WebTestServer, room: &Value) -> Value {
    let path = format!("/api/rooms/{}", room.as_str().expect("a room"));
    let (_, state) = server.get(&path).await;
    state["state"]["seats"]
        .as_array()
        .expect("seats")
        .iter()
        .map(|seat| seat["name"].clone())
        .collect()
}

#[tokio::test]
async fn a_name_that_could_be_mistaken_for_another_is_refused_and_changes_nothing() {
    let server = WebTestServer::open().await;
    let table = |name: &str| {
        json!({ "game": "azul", "options": ["players=4"], "seats": ["me", "open", "open", "hard"],
                "name": name })
    };
    for name in ["Hard", "bot 2", "Greedy", "Ann\u{202e}", "<b>Ann</b>", "Ann\u{3164}"] {
        let (status, refused) = server.post("/api/rooms", None, &table(name)).await;
        assert_eq!((status, &refused["error"]["code"]), (422, &json!("bad-name")), "{name:?}");
    }
    let made = server.make(table("Ann")).await;
    let (room, invite) = (&made["room"], &made["invite"]);
    for name in ["Аnn", "A-nn", "hаrd", "SERVER", "x\u{200b}y", &"y".repeat(25), "…"] {
        let (status, refused) = sit(&server, room, (1, name, invite)).await;
        assert_eq!((status, &refused["error"]["code"]), (422, &json!("bad-name")), "{name:?}");
    }
    let mut zoe = server.visit(room.as_str().expect("a room"), None).await;
    let taken = json!({ "do": "sit", "seat": 1, "name": "Ann.", "invite": invite });
    assert_eq!(zoe.ask(taken).await["refused"]["code"], "bad-name", "over a socket, too");
    assert_eq!(names(&server, room).await, json!(["Ann", null, null, "hard"]));

    assert_eq!(sit(&server, room, (1, " Zoe\u{308} ", invite)).await.0, 200);
    assert_eq!(sit(&server, room, (2, "ann", invite)).await.0, 200);
    assert_eq!(names(&server, room).await, json!(["Ann", "Zoë", "ann 2", "hard"]));
}

#[tokio::test]
async fn who_enters_no_name_or_watches_is_never_refused() {
    let server = WebTestServer::open().await;
    let wish =
        json!({ "game": "grass", "options": ["players=3"], "seats": ["me", "open", "open"] });
    let made = server.make(wish).await;
    for seat in [1, 2] {
        assert_eq!(sit(&server, &made["room"], (seat, "", &made["invite"])).await.0, 200);
    }
    let seated = names(&server, &made["room"]).await;
    assert_eq!(seated, json!(["guest", "guest 2", "guest 3"]));
    // The name of somebody without a seat is of no use to anybody.
    server.make(json!({ "game": "chomp", "seats": ["hard", "easy"], "name": "Max" })).await;
}

#[tokio::test]
async fn public_rooms_need_no_invitation_and_others_do() {
    let mut server = WebTestServer::open().await;
    let wish = |public: bool| json!({ "game": "chomp", "seats": ["me", "open"], "name": "Ann", "public": public });
    let public = server.make(wish(true)).await;
    assert_eq!(public["invite"], Value::Null);
    let private = server.make(wish(false)).await;
    let (_, list) = server.get("/api/rooms").await;
    assert_eq!(list["rooms"].as_array().map(Vec::len), Some(1), "{list}");
    assert!(!list.to_string().contains("invite"), "{list}");

    server.restart().await;
    for wrong in [&Value::Null, &json!(""), &private["secret"], &private["room"]] {
        let (status, refused) = sit(&server, &private["room"], (1, "Eve", wrong)).await;
        assert_eq!((status, &refused["error"]["code"]), (403, &json!("forbidden")), "{wrong}");
    }
    let path = format!("/api/rooms/{}/do", public["room"].as_str().expect("a room"));
    let bare = json!({ "do": "sit", "seat": 1, "name": "Bo" });
    assert_eq!(server.post(&path, None, &bare).await.0, 200);
    let (status, sat) = sit(&server, &private["room"], (1, "Bo", &private["invite"])).await;
    assert_eq!((status, &sat["seat"]), (200, &json!(1)), "also after a restart");
}

/// A room as an earlier version stored it: with its invitation, and names that are refused now.
const EARLIER: [&str; 2] = [
    r#"{"room":"made","game":"chomp","options":["width=3","height=2"],"chairs":["person","person"],"clock":"none","away":120,"stand_in":"normal","public":false,"seed":7,"salt":"07070707070707070707070707070707","invite":"c2VjcmV0LWludml0ZQ"}"#,
    r#"{"room":"sat","seat":0,"name":"hard","secret":"n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is0V1sFbDwCgg"}"#,
];

#[tokio::test]
async fn rooms_of_earlier_versions_keep_their_invitations_and_names() {
    let log = MemoryLog::default();
    let append = LogAppend {
        name: "abcdefghij".into(),
        expected: 0,
        lines: EARLIER.map(str::to_owned).into(),
        summary: None,
    };
    log.append(append).await.expect("it is stored");
    let server = WebTestServer::with_log(ServerLimits::default(), log).await;
    let room = json!("abcdefghij");
    assert_eq!(names(&server, &room).await, json!(["hard", null]));
    let wrong = sit(&server, &room, (1, "Bo", &json!("c2VjcmV0LWludml0ZR"))).await;
    assert_eq!(wrong.0, 403, "{wrong:?}");
    let sat = sit(&server, &room, (1, "Bo", &json!("c2VjcmV0LWludml0ZQ"))).await;
    assert_eq!(sat.0, 200, "{sat:?}");
    assert_eq!(names(&server, &room).await, json!(["hard", "Bo"]));
}

/// Checks that none of these texts is in a file of the folder.
fn check_files(folder: &Path, hidden: &[String]) -> usize {
    let entries =
        fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("a file").path());
    let check = |path: std::path::PathBuf| {
        if path.is_dir() {
            return check_files(&path, hidden);
        }
        let bytes = fs::read(&path).expect("a file that can be read");
        for text in hidden {
            let is_in = bytes.windows(text.len()).any(|part| part == text.as_bytes());
            assert!(!is_in, "{text} is in {}", path.display());
        }
        bytes.len()
    };
    entries.map(check).sum()
}

#[tokio::test]
async fn no_file_of_the_server_has_an_invitation_a_secret_or_a_token() {
    let mut server = WebTestServer::open().await;
    let mut hidden = Vec::new();
    for public in [true, false] {
        let made = server.make(json!({
            "game": "azul", "options": ["players=3"], "seats": ["me", "open", "bot"], "name": "Ann",
            "public": public,
        }));
        let made = made.await;
        let (_, sat) = sit(&server, &made["room"], (1, "Bo", &made["invite"])).await;
        let secrets = [&made["secret"], &made["invite"], &made["bots"][0]["token"], &sat["secret"]];
        hidden.extend(secrets.into_iter().filter_map(|text| text.as_str().map(str::to_owned)));
        for secret in [&made["secret"], &sat["secret"]] {
            let path = format!("/api/rooms/{}/do", made["room"].as_str().expect("a room"));
            for action in ["resign", "rematch"] {
                server.post(&path, secret.as_str(), &json!({ "do": action })).await;
            }
        }
    }
    let waiting = server.make(json!({ "game": "chomp", "seats": ["me", "open"] })).await;
    for secret in ["secret", "invite"] {
        hidden.push(waiting[secret].as_str().expect("a text").to_owned());
    }
    assert_eq!(hidden.len(), 3 + 4 + 2);
    assert!(check_files(server.folder.path(), &hidden) > 10_000, "while it runs");
    server.restart().await;
    let room = waiting["room"].as_str().expect("a room").to_owned();
    assert!(check_files(server.folder.path(), &hidden) > 10_000, "after it was stopped");
    let found = std::panic::catch_unwind(|| check_files(server.folder.path(), &[room]));
    assert!(found.is_err(), "what is stored would be found");
}
