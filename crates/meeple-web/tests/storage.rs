//! Tests of the server's data folder.

mod test_server;

use meeple_web::{
    Server, ServerConfig,
    storage::{DataFolder, DataFolderError},
};
use std::{fs, path::Path, process};

fn config(folder: &Path) -> ServerConfig {
    ServerConfig::new("127.0.0.1:0".parse().expect("an address"), folder)
}

#[tokio::test]
async fn a_folder_has_one_server_at_a_time() {
    let parent = tempfile::tempdir().expect("a folder");
    let folder = parent.path().join("data").join("meeple");
    let server = Server::start(config(&folder)).await.expect("a server");
    let second = Server::start(config(&folder)).await.err().expect("there is one");
    let text = second.to_string();
    assert!(text.contains(&folder.display().to_string()), "{text}");
    assert!(text.contains(&format!("(process {})", process::id())), "{text}");
    server.close().await;
    assert!(folder.join("server.lock").exists(), "the file stays, but isn't locked");
    Server::start(config(&folder)).await.expect("a server again").close().await;
    // What a killed server leaves: the file, but no lock.
    fs::write(folder.join("server.lock"), "4294967295000").expect("a file");
    let held = DataFolder::lock(&folder).expect("it is free");
    fs::write(folder.join("server.lock"), "who knows").expect("a file");
    let error = DataFolder::lock(&folder).expect_err("it is locked");
    assert!(matches!(error, DataFolderError::InUse { process: None, .. }), "{error}");
    drop(held);
    assert!(DataFolder::lock(&folder).is_ok());
}

#[cfg(unix)]
#[tokio::test]
async fn what_a_server_creates_is_private() {
    use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
    let parent = tempfile::tempdir().expect("a folder");
    let folder = parent.path().join("data");
    let mode = |path: &Path| fs::metadata(path).expect("a file").mode() & 0o777;
    for _ in 0..2 {
        let server = Server::start(config(&folder)).await.expect("a server");
        let files =
            fs::read_dir(&folder).expect("a folder").map(|file| file.expect("a file").path());
        let files: Vec<_> = files.collect();
        assert_eq!(files.len(), 4, "database, write-ahead log, index, lock: {files:?}");
        for file in &files {
            assert_eq!(mode(file), 0o600, "{file:?}");
        }
        server.close().await;
        for file in ["rooms.sqlite", "server.lock"] {
            let everyone = fs::Permissions::from_mode(0o644);
            fs::set_permissions(folder.join(file), everyone).expect("it is ours");
        }
    }
    assert_eq!(mode(&folder), 0o700);
}
