//! Tests of the front end: pages, files with their types, and caching.

use crate::library_server::{LibraryServer, TestResponse};
use meeple_web::ServerConfig;
use serde_json::{Value, json};

/// A file that is in every build.
const SCRIPT: &str = "/pages/room.js";

/// Checks that a page links its style, the main script and these scripts, where `/chunk` matches any chunk;
/// returns all links.
fn check_scripts(path: &str, page: &TestResponse, scripts: &[&str]) -> Vec<String> {
    assert_eq!(
        (page.status, page.header("content-type")),
        (200, Some("text/html; charset=utf-8")),
        "{path}"
    );
    let text = page.text();
    let is_script = |word: &&str| {
        let kind = word.rsplit_once('.').map(|(_, kind)| kind);
        word.starts_with('/') && matches!(kind, Some("js" | "css"))
    };
    let named: Vec<&str> = text.split('"').filter(is_script).collect();
    let plain = named.iter().map(|name| if name.starts_with("/chunk-") { "/chunk" } else { name });
    let expected = ["/style.css", "/chunk"];
    assert_eq!(plain.collect::<Vec<_>>(), [&expected[..], scripts].concat(), "{path}");
    assert!(text.contains("<symbol id=\"mark-8\""), "{path} has the marks");
    named.into_iter().map(str::to_owned).collect()
}

/// Returns the API responses embedded in a page.
fn given(page: &TestResponse) -> Value {
    let text = page.text();
    let (_, rest) = text.split_once("id=\"given\">").expect("an element for them");
    let (answers, _) = rest.split_once("</script>").expect("its end");
    serde_json::from_str(answers).expect("JSON")
}

#[tokio::test]
async fn every_page_url_serves_the_page_with_its_scripts() {
    let server = LibraryServer::open().await;
    for (path, scripts) in [
        ("/", &["/pages/home.js"][..]),
        ("/new", &["/pages/new-game.js"]),
        ("/new?game=azul", &["/pages/new-game.js"]),
        ("/room/k7mq2w9xt4", &["/pages/room.js"]),
        ("/watch/k7mq2w9xt4", &["/pages/room.js"]),
        ("/replay/k7mq2w9xt4", &["/pages/replay.js"]),
        ("/analysis", &["/pages/analysis.js"]),
        ("/practice", &["/pages/practice.js"]),
        ("/practice/azul", &["/pages/practice.js", "/boards/azul.js", "/chunk"]),
        ("/rules", &["/pages/rules.js"]),
        ("/rules/azul", &["/pages/rules.js", "/boards/azul.js", "/chunk"]),
        ("/bots", &["/pages/bots.js"]),
        ("/tournaments", &["/pages/tournaments.js"]),
        ("/settings", &["/pages/settings.js"]),
    ] {
        let page = server.get(path).await;
        let named = check_scripts(path, &page, scripts);
        let has_answers = given(&page) != json!({});
        assert_eq!(has_answers, path == "/", "{path}");
        for script in &named[1..] {
            let script = server.get(script).await;
            assert_eq!(script.header("content-type"), Some("text/javascript; charset=utf-8"));
            assert!(script.header("etag").is_some());
        }
    }
    let index = server.get("/").await;
    assert_eq!(given(&index)["/api/games"], server.get("/api/games").await.json());
    for path in
        ["/nothing", "/room.html", "/main.js", "/index.html/x", "/manifest.json", "/pages/x.js"]
    {
        server.get(path).await.refused(404, "not-found");
    }
    let policy = index.header("content-security-policy").expect("a policy");
    assert!(policy.contains("default-src 'none'") && !policy.contains("unsafe"), "{policy}");
}

#[tokio::test]
async fn a_room_page_contains_the_public_state_of_the_room() {
    let server = LibraryServer::open().await;
    let wish = json!({
        "game": "azul",
        "seats": ["me", "open"],
        "name": "Ann",
    });
    let made = server.post("/api/rooms", wish.to_string()).await.json();
    let path = format!("/api/rooms/{}", made["room"].as_str().expect("a room"));
    let state = server.get(&path).await.json();
    for page in ["room", "watch"] {
        let address = format!("/{page}/{}?invite=x", made["room"].as_str().expect("a room"));
        let answer = server.get(&address).await;
        check_scripts(&address, &answer, &["/pages/room.js", "/boards/azul.js", "/chunk"]);
        assert_eq!(answer.header("cache-control"), Some("no-store"));
        assert_eq!(answer.header("etag"), None);
        let mut carried = given(&answer);
        // The time away differs from one request to the next.
        carried[&path]["state"]["seats"][0]["away_ms"] =
            state["state"]["seats"][0]["away_ms"].clone();
        assert_eq!(carried, json!({ &*path: state }));
        let text = answer.text();
        assert!(text.contains("Ann"), "{text}");
        for secret in ["secret", "invite"] {
            assert!(!text.contains(made[secret].as_str().expect("a text")), "{secret}");
        }
        let packed = server.get_with(&address, &[("accept-encoding", "gzip")]).await;
        assert_eq!(packed.header("content-encoding"), Some("gzip"));
        assert_eq!(packed.header("vary"), Some("accept-encoding"));
        assert!(packed.unpacked().starts_with(b"<!doctype html>"));
    }
}

#[tokio::test]
async fn files_have_the_right_content_types() {
    let server = LibraryServer::open().await;
    for (path, kind) in [
        ("/pages/home.js", "text/javascript; charset=utf-8"),
        ("/boards/chomp.js", "text/javascript; charset=utf-8"),
        ("/editors/chomp.js", "text/javascript; charset=utf-8"),
        ("/style.css", "text/css; charset=utf-8"),
        ("/icon.svg", "image/svg+xml; charset=utf-8"),
        ("/manifest.webmanifest", "application/manifest+json; charset=utf-8"),
    ] {
        let file = server.get(path).await;
        assert_eq!((file.status, file.header("content-type")), (200, Some(kind)), "{path}");
        assert_eq!(file.header("x-content-type-options"), Some("nosniff"), "{path}");
        assert!(!file.body.is_empty(), "{path}");
    }
}

#[tokio::test]
async fn cached_files_are_not_sent_again_and_others_are_compressed() {
    let server = LibraryServer::open().await;
    let plain = server.get(SCRIPT).await;
    assert_eq!(
        (plain.header("content-encoding"), plain.header("cache-control")),
        (None, Some("no-cache"))
    );
    assert_eq!(plain.header("vary"), Some("accept-encoding"));
    let packed = server.get_with(SCRIPT, &[("accept-encoding", "br, gzip")]).await;
    assert_eq!(packed.header("content-encoding"), Some("gzip"));
    assert!(packed.unpacked() == plain.body && packed.body.len() < plain.body.len());
    let tags = [&plain, &packed].map(|answer| answer.header("etag").expect("a tag"));
    assert_ne!(tags[0], tags[1], "two forms, two tags");
    for (encoding, tag) in [("identity", tags[0]), ("gzip", tags[1])] {
        let headers = [("accept-encoding", encoding), ("if-none-match", tag)];
        let again = server.get_with(SCRIPT, &headers).await;
        assert_eq!((again.status, again.body.len()), (304, 0));
        assert_eq!(again.header("etag"), Some(tag));
        assert_eq!(again.header("cache-control"), Some("no-cache"));
        assert_eq!(again.header("vary"), Some("accept-encoding"));
        assert_eq!((again.header("content-type"), again.header("content-encoding")), (None, None));
    }
    let tag = tags[0];
    for (list, status) in [
        (format!("\"x\", W/{tag}"), 304),
        ("*".into(), 304),
        (tag.trim_matches('"').into(), 200),
        (tags[1].into(), 200),
        ("\"a b\",\t\"".into(), 200),
        (String::new(), 200),
    ] {
        let answer = server.get_with(SCRIPT, &[("if-none-match", &list)]).await;
        assert_eq!(answer.status, status, "{list}");
    }
    let other = server.get_with(SCRIPT, &[("if-none-match", "\"other\"")]).await;
    assert_eq!(other.status, 200);
    let head = server.send("HEAD", SCRIPT, &[], b"").await;
    let length = plain.body.len().to_string();
    assert_eq!(
        (head.status, head.body.len(), head.header("content-length")),
        (200, 0, Some(length.as_str()))
    );
    let head = server.send("HEAD", SCRIPT, &[("accept-encoding", "gzip")], b"").await;
    let length = packed.body.len().to_string();
    assert_eq!((head.body.len(), head.header("content-length")), (0, Some(length.as_str())));
}

/// Starts a server whose site is below `/games`.
async fn below_games() -> LibraryServer {
    let base = "/games".parse().expect("a path");
    LibraryServer::with_config(|config| ServerConfig { base, ..config }).await
}

#[tokio::test]
async fn under_a_base_path_all_links_of_a_page_start_with_it_and_lead_somewhere() {
    let server = below_games().await;
    for (path, given_path) in [
        ("/games/", Some("/api/games")),
        ("/games/rules/azul", None),
        ("/games/practice/grass", None),
        ("/games/settings", None),
    ] {
        let page = server.get(path).await;
        assert_eq!(page.status, 200, "{path}");
        let text = page.text();
        assert!(text.contains("<html data-base=\"/games\" "), "{path}: {text}");
        let links: Vec<&str> = text
            .split('"')
            .filter(|word| word.starts_with('/') && !word.contains('>') && !word.contains("/api/"))
            .collect();
        assert!(links.len() > 5, "{path}: {links:?}");
        for link in links.into_iter().filter(|link| *link != "/games") {
            assert!(link.starts_with("/games/"), "{path}: {link}");
            assert_eq!(server.get(link).await.status, 200, "{path}: {link}");
        }
        // Pages ask for what they were given by the path of the API, without the base.
        assert_eq!(
            given(&page).as_object().expect("an object").keys().next().map(String::as_str),
            given_path
        );
    }
    let manifest = server.get("/games/manifest.webmanifest").await.json();
    let icon = manifest["icons"][0]["src"].as_str().expect("an icon");
    assert!(!icon.starts_with('/') && manifest["start_url"] == ".", "{manifest}");
    assert_eq!(server.get(&format!("/games/{icon}")).await.status, 200);
    for script in ["/games/pages/room.js", "/games/style.css"] {
        let text = server.get(script).await.text();
        assert!(!text.contains("from\"/") && !text.contains("url(/"), "{script} is at any path");
    }
}

#[tokio::test]
async fn under_a_base_path_nothing_else_is_served_but_the_probes() {
    let server = below_games().await;
    for path in ["/games", "/games?game=azul&x=%2F"] {
        let redirect = server.get(path).await;
        let query = path.strip_prefix("/games").expect("it starts so");
        assert_eq!(redirect.status, 308, "{path}");
        assert_eq!(redirect.header("location"), Some(&*format!("/games/{query}")), "{path}");
    }
    for path in ["/livez", "/readyz", "/healthz"] {
        for path in [path, &format!("/games{path}")] {
            assert_eq!(server.get(path).await.status, 200, "{path}");
        }
    }
    for path in [
        "/",
        "/api/rooms",
        "/style.css",
        "/metrics",
        "/gamesome/",
        "/Games/",
        "/rules",
        "/games/games/",
        "//games/",
    ] {
        let outside = server.get(path).await;
        outside.refused(404, "not-found");
        assert!(outside.header("content-security-policy").is_some(), "{path} has all headers");
    }
    let room = json!({ "game": "chomp", "seats": ["me", "easy"], "name": "Ann" }).to_string();
    server.post("/api/rooms", &room).await.refused(404, "not-found");
    let made = server.post("/games/api/rooms", &room).await;
    assert_eq!(made.status, 201);
    let room = made.json()["room"].as_str().expect("a room").to_owned();
    let page = server.get(&format!("/games/room/{room}")).await;
    assert!(given(&page)[format!("/api/rooms/{room}")]["state"].is_object());
    // Figures have the same names as elsewhere.
    let figures = server.get("/games/metrics").await.text();
    assert!(
        figures.contains("route=\"/api/rooms\",method=\"POST\",status=\"2xx\"} 1"),
        "{figures}"
    );
}
