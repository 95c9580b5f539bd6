//! `docs/new-game.md` is up to date: every excerpt is in the example's files, every path in its list exists,
//! and every source file that names all games is in the list.

use meeple_games::GameKind;
use std::{
    fs,
    path::{Path, PathBuf},
};

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

/// Files that name all games, but need no change for a new one.
const NOT_AFFECTED: [&str; 1] = ["crates/meeple-session/tests/session/faults.rs"];

/// Returns the paths in the list of places, with `NAME` for the game's name.
fn places(document: &str) -> Vec<String> {
    let rows = document.lines().filter_map(|line| line.strip_prefix("| `")?.split(" | ").next());
    let paths = rows.flat_map(|cell| cell.split(", "));
    paths.map(|path| path.trim_matches('`').trim_end_matches('/').to_owned()).collect()
}

#[test]
fn every_listed_path_exists_for_every_game() {
    let paths = places(&document());
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

#[test]
fn every_source_that_names_all_games_is_in_the_list() {
    let places = places(&document());
    let mut found = 0;
    for folder in ["bench", "crates", "fuzz", "xtask"] {
        for file in rust_files(&Path::new(REPO_ROOT).join(folder)) {
            let text = fs::read_to_string(&file).expect("a source can be read");
            if !names_all_games(&text) {
                continue;
            }
            found += 1;
            let file = file.strip_prefix(REPO_ROOT).expect("it lies there");
            let is_listed = places.iter().any(|place| file.starts_with(place))
                || NOT_AFFECTED.iter().any(|path| file == Path::new(path));
            assert!(is_listed, "{} names all games: list it in docs/new-game.md", file.display());
        }
    }
    assert!(found >= 20, "only {found} files were found");
    for path in NOT_AFFECTED {
        let text = fs::read_to_string(Path::new(REPO_ROOT).join(path));
        let is_needed = text.is_ok_and(|text| names_all_games(&text));
        assert!(is_needed, "{path} no longer names all games: take it from NOT_AFFECTED");
    }
}

/// Returns whether a source names every game by its variant (`GameKind::Azul`) or module (`azul::`, `mod azul`).
fn names_all_games(source: &str) -> bool {
    GameKind::ALL.iter().all(|kind| {
        let name = kind.name();
        [format!("GameKind::{kind:?}"), format!("{name}::"), format!("mod {name};")]
            .iter()
            .any(|text| source.contains(text))
    })
}

/// Returns the Rust files in a folder, except this one and those in build folders.
fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        let is_built = ["target", "node_modules", "dist"].iter().any(|name| path.ends_with(name));
        if path.is_dir() && !is_built {
            found.extend(rust_files(&path));
        } else if path.extension().is_some_and(|ending| ending == "rs")
            && !path.ends_with("new_game_doc.rs")
        {
            found.push(path);
        }
    }
    found
}
