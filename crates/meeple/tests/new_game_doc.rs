//! `docs/new-game.md` is up to date: every excerpt is in the example's files, and every path in its list
//! exists.

use meeple_games::GameKind;
use std::{fs, path::Path};

const REPO_ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
const EXAMPLE_DIR: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/connect-four");

fn document() -> String {
    fs::read_to_string(Path::new(REPO_ROOT).join("docs/new-game.md"))
        .expect("docs/new-game.md is readable")
}

/// Returns the example's files, concatenated.
fn sources() -> String {
    let files = ["src/lib.rs", "src/ui.rs", "src/main.rs", "tests/connect_four.rs"];
    let read = |file| {
        fs::read_to_string(Path::new(EXAMPLE_DIR).join(file))
            .expect("the example's files are readable")
    };
    files.map(read).concat()
}

#[test]
fn every_excerpt_appears_in_the_example() {
    let document = document();
    let excerpts = document.split("```rust\n").skip(1);
    let excerpts: Vec<&str> = excerpts.filter_map(|part| part.split("```").next()).collect();
    assert!(excerpts.len() >= 10, "only {} excerpts were found", excerpts.len());
    let sources = sources();
    for excerpt in excerpts {
        assert!(sources.contains(excerpt), "this is not in the example:\n{excerpt}");
    }
}

#[test]
fn every_listed_path_exists_for_every_game() {
    let document = document();
    let rows = document.lines().filter_map(|line| line.strip_prefix("| `")?.split(" | ").next());
    let paths: Vec<&str> = rows
        .flat_map(|cell| cell.split(", "))
        .map(|path| path.trim_matches('`').trim_end_matches('/'))
        .collect();
    assert!(paths.len() >= 30, "only {} paths were found", paths.len());
    for path in paths {
        for kind in GameKind::ALL {
            let path = path.replace("NAME", kind.name());
            // The document names a Rust module without its extension.
            let [exact, as_module] =
                ["", ".rs"].map(|suffix| Path::new(REPO_ROOT).join(format!("{path}{suffix}")));
            assert!(exact.exists() || as_module.exists(), "path does not exist: {path}");
        }
    }
}
