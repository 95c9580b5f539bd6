//! The front: pages, files with their types, what a browser has already, and packed ones.

use crate::house::House;

#[tokio::test]
async fn every_address_of_a_page_is_the_page() {
    let house = House::open().await;
    let index = house.get("/").await;
    assert_eq!(
        (index.status, index.header("content-type")),
        (200, Some("text/html; charset=utf-8"))
    );
    for path in [
        "/new",
        "/new?game=azul",
        "/room/k7mq2w9xt4",
        "/watch/k7mq2w9xt4",
        "/replay/k7mq2w9xt4",
        "/analysis",
        "/practice",
        "/practice/azul",
        "/rules",
        "/rules/azul",
        "/bots",
        "/tournaments",
        "/settings",
    ] {
        let page = house.get(path).await;
        assert!(page.status == 200 && page.body == index.body, "{path}: {}", page.status);
    }
    for path in ["/nothing", "/room.html", "/main.ts", "/index.html/x"] {
        house.get(path).await.refused(404, "not-found");
    }
    let policy = index.header("content-security-policy").expect("a policy");
    assert!(policy.contains("default-src 'none'") && !policy.contains("unsafe"), "{policy}");
}

#[tokio::test]
async fn files_have_their_types() {
    let house = House::open().await;
    for (path, kind) in [
        ("/main.js", "text/javascript; charset=utf-8"),
        ("/style/base.css", "text/css; charset=utf-8"),
        ("/style/colours.css", "text/css; charset=utf-8"),
        ("/drawings/drawing.js", "text/javascript; charset=utf-8"),
        ("/drawings/chomp.js", "text/javascript; charset=utf-8"),
        ("/drawings/filler.js", "text/javascript; charset=utf-8"),
        ("/drawings/azul.js", "text/javascript; charset=utf-8"),
        ("/drawings/grass.js", "text/javascript; charset=utf-8"),
        ("/marks.svg", "image/svg+xml; charset=utf-8"),
        ("/icon.svg", "image/svg+xml; charset=utf-8"),
        ("/manifest.webmanifest", "application/manifest+json; charset=utf-8"),
    ] {
        let file = house.get(path).await;
        assert_eq!((file.status, file.header("content-type")), (200, Some(kind)), "{path}");
        assert_eq!(file.header("x-content-type-options"), Some("nosniff"), "{path}");
        assert!(!file.body.is_empty(), "{path}");
    }
}

#[tokio::test]
async fn what_a_browser_has_is_not_sent_again_and_the_rest_is_packed() {
    let house = House::open().await;
    let plain = house.get("/main.js").await;
    assert_eq!(
        (plain.header("content-encoding"), plain.header("cache-control")),
        (None, Some("no-cache"))
    );
    assert_eq!(plain.header("vary"), Some("accept-encoding"));
    let packed = house.get_with("/main.js", &[("accept-encoding", "br, gzip")]).await;
    assert_eq!(packed.header("content-encoding"), Some("gzip"));
    assert!(packed.unpacked() == plain.body && packed.body.len() < plain.body.len());
    let tags = [&plain, &packed].map(|answer| answer.header("etag").expect("a tag"));
    assert_ne!(tags[0], tags[1], "two forms, two tags");
    for (encoding, tag) in [("identity", tags[0]), ("gzip", tags[1])] {
        let headers = [("accept-encoding", encoding), ("if-none-match", tag)];
        let again = house.get_with("/main.js", &headers).await;
        assert_eq!((again.status, again.body.len()), (304, 0));
        assert_eq!(again.header("etag"), Some(tag));
    }
    let other = house.get_with("/main.js", &[("if-none-match", "\"other\"")]).await;
    assert_eq!(other.status, 200);
    let head = house.send("HEAD", "/main.js", &[], b"").await;
    let length = plain.body.len().to_string();
    assert_eq!(
        (head.status, head.body.len(), head.header("content-length")),
        (200, 0, Some(length.as_str()))
    );
}
