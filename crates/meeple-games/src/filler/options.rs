//! What is fixed before the first piece: the map and three choices of rules.

use super::{Board, Cell, Pieces, STANDARD_MAPS, pieces::PIECES, standard_map};
use meeple_core::{BadOptions, Key, Options, text::nearest};

/// Whether a piece's rectangle may hang out of the board (F3).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Margins {
    /// Its empty cells may.
    #[default]
    Overhang,
    /// It lies on the board as a whole.
    Inside,
}

/// What counts at the end (F6).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Scoring {
    /// Cells owned.
    #[default]
    Cells,
    /// Pieces placed.
    Pieces,
}

/// The options of a game of Filler.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FillerOptions {
    /// The name of a standard map, or a board on one line (`...@/..../$...`); map00 if not given.
    pub map: Option<String>,
    /// May margins hang out?
    pub margins: Margins,
    /// What counts.
    pub score: Scoring,
    /// Which pieces are dealt.
    pub pieces: Pieces,
}

/// The words for [`Margins`], the default first.
pub(super) const MARGINS: &[&str] = &["overhang", "inside"];
/// The words for [`Scoring`], the default first.
pub(super) const SCORE: &[&str] = &["cells", "pieces"];

impl Options for FillerOptions {
    const KEYS: &'static [Key<Self>] = &[
        Key::text(
            "map",
            "the board to start on",
            "map00, map01, map02, 42-map00, 42-map01, 42-map02, or rows such as ...@/..../$...",
            "map00",
            |o| o.map.as_deref(),
            |o, map| o.map = Some(map),
        ),
        Key::choice(
            "margins",
            "may the empty margins of a piece hang out of the board?",
            MARGINS,
            |o| (o.margins != Margins::default()).then_some(o.margins.word()),
            |o, index| o.margins = [Margins::Overhang, Margins::Inside][index],
        ),
        Key::choice(
            "score",
            "what counts at the end",
            SCORE,
            |o| (o.score != Scoring::default()).then_some(o.score.word()),
            |o, index| o.score = [Scoring::Cells, Scoring::Pieces][index],
        ),
        Key::choice(
            "pieces",
            "which pieces are dealt: fair ones, or a school's, seed for seed",
            PIECES,
            |o| (o.pieces != Pieces::default()).then_some(o.pieces.word()),
            |o, index| o.pieces = Pieces::ALL[index],
        ),
    ];
}

impl FillerOptions {
    /// Options for a game on this board, which need not be a standard one.
    pub fn on(board: &Board) -> Self {
        FillerOptions { map: Some(board.to_line()), ..FillerOptions::default() }
    }

    /// The board to start on.
    pub fn board(&self) -> Result<Board, BadOptions> {
        let map = self.map.as_deref().unwrap_or(STANDARD_MAPS[0].0);
        if let Some(board) = standard_map(map) {
            return Ok(board);
        }
        let is_drawn = !map.is_empty() && map.chars().all(|m| m == '/' || Cell::of(m).is_some());
        if is_drawn || map.contains(['/', '.']) {
            return Board::from_line(map)
                .map_err(|error| BadOptions::refused(format!("bad map: {error}")));
        }
        let names = || STANDARD_MAPS.iter().map(|(name, _)| *name);
        Err(BadOptions::Value {
            key: "map".into(),
            value: map.into(),
            possible: Self::KEYS[0].possible(),
            nearest: nearest(map, names()).map(Into::into),
        })
    }
}

impl Margins {
    /// Its word.
    pub fn word(self) -> &'static str {
        MARGINS[self as usize]
    }
}

impl Scoring {
    /// Its word.
    pub fn word(self) -> &'static str {
        SCORE[self as usize]
    }
}
