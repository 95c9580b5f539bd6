//! `docs/new-game.md` is up to date: every excerpt is in the example's files, and every path in its list
//! exists.

use meeple_games::GameKind;
use std::{fs, path::Path};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/connect-four");

fn document() -> String {
    fs::read_to_string(Path::new(ROOT).join("docs/new-game.md")).expect("the document is there")
}

/// Returns the example's files, concatenated.
fn sources() -> String {
    let files = ["src/lib.rs", "src/ui.rs", "src/main.rs", "tests/connect_four.rs"];
    let read = |file| fs::read_to_string(Path::new(FOLDER).join(file)).expect("the file is there");
    files.map(read).concat()
}

#[test]
fn every_excerpt_is_the_examples_own() {
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
fn every_place_of_the_list_is_there_for_every_game() {
    let document = document();
    let rows = document.lines().filter_map(|line| line.strip_prefix("| `")?.split(" | ").next());
    let paths: Vec<&str> = rows
        .flat_map(|cell| cell.split(", "))
        .map(|path| path.trim_matches('`').trim_end_matches('/'))
        .collect();
    assert!(paths.len() >= 30, "only {} places were found", paths.len());
    for path in paths {
        for kind in GameKind::ALL {
            let path = path.replace("NAME", kind.name());
            let [folder, file] =
                ["", ".rs"].map(|end| Path::new(ROOT).join(format!("{path}{end}")));
            assert!(folder.exists() || file.exists(), "there is no {path}");
        }
    }
}
