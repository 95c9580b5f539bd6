//! `docs/new-game.md` is true: every excerpt stands in the example's own files.

use std::{fs, path::Path};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/connect-four");

/// What the example's files say, one after the other.
fn sources() -> String {
    let files = ["src/lib.rs", "src/table.rs", "src/main.rs", "tests/connect_four.rs"];
    let read = |file| fs::read_to_string(Path::new(FOLDER).join(file)).expect("the file is there");
    files.map(read).concat()
}

#[test]
fn every_excerpt_is_the_examples_own() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/new-game.md");
    let document = fs::read_to_string(path).expect("the document is there");
    let excerpts = document.split("```rust\n").skip(1);
    let excerpts: Vec<&str> = excerpts.filter_map(|part| part.split("```").next()).collect();
    assert!(excerpts.len() >= 10, "only {} excerpts were found", excerpts.len());
    let sources = sources();
    for excerpt in excerpts {
        assert!(sources.contains(excerpt), "this is not in the example:\n{excerpt}");
    }
}
