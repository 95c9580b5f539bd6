//! The ratings that the program shows are those of docs/strength.md. After `meeple players --rate`,
//! `MEEPLE_RATINGS=write cargo test -p meeple --test ratings` copies them.

use meeple::strength_doc::short_ratings;
use std::{env, fs, path::Path};

#[test]
fn the_ratings_are_those_of_the_document() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let file = root.join("crates/meeple-ai/src/ratings.txt");
    let document =
        fs::read_to_string(root.join("docs/strength.md")).expect("the document is there");
    let ratings = short_ratings(&document);
    let stored = fs::read_to_string(&file).expect("the ratings are there");
    let (comments, lines): (Vec<&str>, Vec<&str>) =
        stored.lines().partition(|line| line.starts_with('#'));
    if env::var_os("MEEPLE_RATINGS").is_some_and(|value| value == "write") {
        let text = format!("{}\n{ratings}", comments.join("\n"));
        return fs::write(&file, text).expect("the file can be written");
    }
    assert_eq!(lines, ratings.lines().collect::<Vec<_>>());
}
