//! Tests of tournament reports: listed and served from the server's folder, and nothing outside it.

use crate::library_server::LibraryServer;
use std::{fs, os::unix::fs::symlink};

const PAGE: &str =
    "<!DOCTYPE html><html><head><title>azul: a &amp; &lt;b&gt;</title></head></html>";

fn put(server: &LibraryServer, name: &str, page: &str) {
    let folder = server.data().join("tournaments").join(name);
    fs::create_dir_all(&folder).expect("a folder");
    fs::write(folder.join("report.html"), page).expect("a page");
}

#[tokio::test]
async fn reports_are_listed_and_served_with_their_own_security_policy() {
    let server = LibraryServer::open().await;
    assert_eq!(server.get("/api/tournaments").await.text(), r#"{"tournaments":[]}"#);
    put(&server, "spring-2026", PAGE);
    put(&server, "a.b_c", "no title");
    put(&server, ".hidden", PAGE);
    put(&server, "with space", PAGE);
    fs::create_dir_all(server.data().join("tournaments/empty")).expect("a folder");
    let listed = server.get("/api/tournaments").await.json();
    let expected = r#"[{"name":"a.b_c","title":"a.b_c","link":"/tournaments/a.b_c/report.html"},{"name":"spring-2026","title":"azul: a & <b>","link":"/tournaments/spring-2026/report.html"}]"#;
    assert_eq!(listed["tournaments"].to_string(), expected);

    let page = server.get("/tournaments/spring-2026/report.html").await;
    assert_eq!((page.status, page.text().as_str()), (200, PAGE));
    assert_eq!(page.header("content-type"), Some("text/html; charset=utf-8"));
    let policy = page.header("content-security-policy").expect("a policy");
    assert_eq!(policy, meeple_view::report_script::served_csp());
    assert_eq!(policy.matches("'sha256-").count(), 4);
    let tag = page.header("etag").expect("a tag");
    let again =
        server.get_with("/tournaments/spring-2026/report.html", &[("if-none-match", tag)]).await;
    assert_eq!((again.status, again.body.len()), (304, 0));
    assert_eq!(
        (again.header("etag"), again.header("cache-control")),
        (Some(tag), Some("no-cache"))
    );
    put(&server, "spring-2026", &PAGE.replace("azul", "chomp"));
    let changed =
        server.get_with("/tournaments/spring-2026/report.html", &[("if-none-match", tag)]).await;
    assert_eq!(changed.status, 200, "it was written anew");
    let large = PAGE.repeat(20_000);
    put(&server, "large", &large);
    let answer = server.get("/tournaments/large/report.html").await;
    assert!(answer.text() == large, "in pieces: {} of {}", answer.body.len(), large.len());
    assert_eq!(answer.header("content-length"), Some(&*large.len().to_string()));
    let gzip = [("accept-encoding", "gzip")];
    let answer = server.get_with("/tournaments/large/report.html", &gzip).await;
    assert_eq!(answer.header("content-encoding"), None, "its tag names these bytes");
}

#[tokio::test]
async fn nothing_outside_the_reports_is_served() {
    let server = LibraryServer::open().await;
    put(&server, "inside", PAGE);
    fs::write(server.data().join("report.html"), "secret").expect("a file");
    fs::create_dir_all(server.data().join("private")).expect("a folder");
    fs::write(server.data().join("private/report.html"), "secret").expect("a file");
    let folder = server.data().join("tournaments");
    symlink(server.data().join("private"), folder.join("link")).expect("a link");
    fs::create_dir_all(folder.join("linked")).expect("a folder");
    symlink("/etc/passwd", folder.join("linked/report.html")).expect("a link");
    fs::create_dir_all(folder.join("folder/report.html")).expect("a folder");
    assert_eq!(
        server.get("/api/tournaments").await.json()["tournaments"].as_array().map(Vec::len),
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
        let answer = server.get(path).await;
        assert!(matches!(answer.status, 400 | 404), "{path}: {} {}", answer.status, answer.text());
        assert!(!answer.text().contains("secret") && !answer.text().contains("root:"), "{path}");
    }
}
