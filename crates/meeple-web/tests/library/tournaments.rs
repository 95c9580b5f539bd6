//! Tests of tournament reports: listed and served from the server's folder, and nothing outside it.

use crate::library_server::LibraryServer;
use std::{fs, os::unix::fs::symlink};

const PAGE: &str =
    "<!DOCTYPE html><html><head><title>azul: a &amp; &lt;b&gt;</title></head></html>";

fn put(house: &LibraryServer, name: &str, page: &str) {
    let folder = house.data().join("tournaments").join(name);
    fs::create_dir_all(&folder).expect("a folder");
    fs::write(folder.join("report.html"), page).expect("a page");
}

#[tokio::test]
async fn reports_are_listed_and_served_with_their_own_policy() {
    let house = LibraryServer::open().await;
    assert_eq!(house.get("/api/tournaments").await.text(), r#"{"tournaments":[]}"#);
    put(&house, "spring-2026", PAGE);
    put(&house, "a.b_c", "no title");
    put(&house, ".hidden", PAGE);
    put(&house, "with space", PAGE);
    fs::create_dir_all(house.data().join("tournaments/empty")).expect("a folder");
    let listed = house.get("/api/tournaments").await.json();
    let expected = r#"[{"name":"a.b_c","title":"a.b_c","link":"/tournaments/a.b_c/report.html"},{"name":"spring-2026","title":"azul: a & <b>","link":"/tournaments/spring-2026/report.html"}]"#;
    assert_eq!(listed["tournaments"].to_string(), expected);

    let page = house.get("/tournaments/spring-2026/report.html").await;
    assert_eq!((page.status, page.text().as_str()), (200, PAGE));
    assert_eq!(page.header("content-type"), Some("text/html; charset=utf-8"));
    let policy = page.header("content-security-policy").expect("a policy");
    assert_eq!(policy, meeple_view::report_script::served_csp());
    assert_eq!(policy.matches("'sha256-").count(), 4);
    let tag = page.header("etag").expect("a tag");
    let again =
        house.get_with("/tournaments/spring-2026/report.html", &[("if-none-match", tag)]).await;
    assert_eq!((again.status, again.body.len()), (304, 0));
    assert_eq!(
        (again.header("etag"), again.header("cache-control")),
        (Some(tag), Some("no-cache"))
    );
    put(&house, "spring-2026", &PAGE.replace("azul", "chomp"));
    let changed =
        house.get_with("/tournaments/spring-2026/report.html", &[("if-none-match", tag)]).await;
    assert_eq!(changed.status, 200, "it was written anew");
    let large = PAGE.repeat(20_000);
    put(&house, "large", &large);
    let answer = house.get("/tournaments/large/report.html").await;
    assert!(answer.text() == large, "in pieces: {} of {}", answer.body.len(), large.len());
    assert_eq!(answer.header("content-length"), Some(&*large.len().to_string()));
    let gzip = [("accept-encoding", "gzip")];
    let answer = house.get_with("/tournaments/large/report.html", &gzip).await;
    assert_eq!(answer.header("content-encoding"), None, "its tag names these bytes");
}

#[tokio::test]
async fn nothing_else_can_be_reached() {
    let house = LibraryServer::open().await;
    put(&house, "inside", PAGE);
    fs::write(house.data().join("report.html"), "secret").expect("a file");
    fs::create_dir_all(house.data().join("private")).expect("a folder");
    fs::write(house.data().join("private/report.html"), "secret").expect("a file");
    let folder = house.data().join("tournaments");
    symlink(house.data().join("private"), folder.join("link")).expect("a link");
    fs::create_dir_all(folder.join("linked")).expect("a folder");
    symlink("/etc/passwd", folder.join("linked/report.html")).expect("a link");
    fs::create_dir_all(folder.join("folder/report.html")).expect("a folder");
    assert_eq!(
        house.get("/api/tournaments").await.json()["tournaments"].as_array().map(Vec::len),
        Some(1)
    );
    for path in [
        "/tournaments/../report.html",
        "/tournaments/../private/report.html",
        "/tournaments/%2e%2e/report.html",
        "/tournaments/..%2fprivate/report.html",
        "/tournaments/%2e%2e%2fprivate/report.html",
        "/tournaments/inside%2f..%2f..%2fprivate/report.html",
        "/tournaments/inside/../../private/report.html",
        "/tournaments/inside/../../rooms.sqlite",
        "/tournaments/inside%00/report.html",
        "/tournaments/.%2e/report.html",
        "/tournaments/%ff/report.html",
        "/tournaments/link/report.html",
        "/tournaments/linked/report.html",
        "/tournaments/folder/report.html",
        "/tournaments/nothing/report.html",
        "/tournaments/inside/other.html",
        "/tournaments//report.html",
        "/tournaments/../x",
        "//etc/passwd",
        "/../../etc/passwd",
        "/..%2f..%2fetc%2fpasswd",
        "/boards/../../Cargo.toml",
        "/./style.css",
        "/dist/style.css",
        "/README.md",
    ] {
        let answer = house.get(path).await;
        assert!(matches!(answer.status, 400 | 404), "{path}: {} {}", answer.status, answer.text());
        assert!(!answer.text().contains("secret") && !answer.text().contains("root:"), "{path}");
    }
}
