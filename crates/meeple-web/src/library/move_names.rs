//! The names of moves as people write them, beside the notation that programs read.
//!
//! ```json
//! {"move": "2,2", "name": "C3", "line": ["2,2", "0,3"], "line_names": ["C3", "D1"]}
//! ```

use meeple_core::{AnyGame, text::printable};
use meeple_games::GameKind;
use meeple_view::view;
use serde_json::{Value, json};

/// Returns the name of a move in this position; what isn't a move is its own name.
pub(super) fn move_name(kind: GameKind, position: &dyn AnyGame, mv: &str) -> String {
    view(kind).move_name(position, mv).unwrap_or_else(|| printable(mv))
}

/// Adds its name and the names of its line to a move that was rated in this position.
pub(super) fn add_names(kind: GameKind, position: &dyn AnyGame, advised: &mut Value) {
    let name = advised["move"].as_str().map(|mv| move_name(kind, position, mv));
    let line = advised["line"].as_array().into_iter().flatten().filter_map(Value::as_str);
    let line: Vec<String> = line.map(str::to_owned).collect();
    advised["name"] = json!(name);
    advised["line_names"] = json!(view(kind).line_names(position, &line));
}
