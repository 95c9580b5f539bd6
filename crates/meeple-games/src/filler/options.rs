//! The options of a game: the map and three choices of rules.

use super::{
    Board, CellState, PieceSource, STANDARD_MAPS, piece_source::PIECE_SOURCE_NAMES, standard_map,
};
use meeple_core::{GameOptions, OptionKey, OptionsError, text::nearest};

/// Whether a piece's rectangle may overhang the board (F3).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Margins {
    /// The rectangle's empty cells may be off the board.
    #[default]
    Overhang,
    /// The whole rectangle must be on the board.
    Inside,
}

/// What counts as the score (F6).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Scoring {
    /// The number of cells owned.
    #[default]
    Cells,
    /// The number of pieces placed.
    Pieces,
}

/// The options of a game of Filler.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Options {
    /// The name of a standard map, or a board on one line (`...@/..../$...`); default map00.
    pub map: Option<String>,
    /// Whether empty margins may overhang the board.
    pub margins: Margins,
    /// What counts as the score.
    pub score: Scoring,
    /// Which pieces are dealt.
    pub pieces: PieceSource,
}

/// The spellings of [`Margins`], the default first.
pub(super) const MARGIN_NAMES: &[&str] = &["overhang", "inside"];
/// The spellings of [`Scoring`], the default first.
pub(super) const SCORING_NAMES: &[&str] = &["cells", "pieces"];

impl GameOptions for Options {
    const KEYS: &'static [OptionKey<Self>] = &[
        OptionKey::text(
            "map",
            "starting board",
            "map00, map01, map02, 42-map00, 42-map01, 42-map02, or rows such as ...@/..../$...",
            "map00",
            |o| o.map.as_deref(),
            |o, map| o.map = Some(map),
        ),
        OptionKey::choice(
            "margins",
            "whether a piece's empty margins may extend beyond the board",
            MARGIN_NAMES,
            |o| (o.margins != Margins::default()).then_some(o.margins.name()),
            |o, index| o.margins = [Margins::Overhang, Margins::Inside][index],
        ),
        OptionKey::choice(
            "score",
            "what scores at the end",
            SCORING_NAMES,
            |o| (o.score != Scoring::default()).then_some(o.score.name()),
            |o, index| o.score = [Scoring::Cells, Scoring::Pieces][index],
        ),
        OptionKey::choice(
            "pieces",
            "fair pieces, or a school's for the same seed",
            PIECE_SOURCE_NAMES,
            |o| (o.pieces != PieceSource::default()).then_some(o.pieces.name()),
            |o, index| o.pieces = PieceSource::ALL[index],
        ),
    ];
}

impl Options {
    /// Creates options for a game on this board, which need not be a standard map.
    pub fn from_board(board: &Board) -> Self {
        Options { map: Some(board.to_line()), ..Options::default() }
    }

    /// Returns the board to start on.
    pub fn board(&self) -> Result<Board, OptionsError> {
        let map = self.map.as_deref().unwrap_or(STANDARD_MAPS[0].0);
        if let Some(board) = standard_map(map) {
            return Ok(board);
        }
        let is_drawn =
            !map.is_empty() && map.chars().all(|m| m == '/' || CellState::from_char(m).is_some());
        if is_drawn || map.contains(['/', '.']) {
            return Board::from_line(map)
                .map_err(|error| OptionsError::refused(format!("bad map: {error}")));
        }
        let names = || STANDARD_MAPS.iter().map(|(name, _)| *name);
        Err(OptionsError::Value {
            key: "map".into(),
            value: map.into(),
            possible: Self::KEYS[0].possible(),
            nearest: nearest(map, names()).map(Into::into),
        })
    }
}

impl Margins {
    /// Returns its spelling in options and positions.
    pub fn name(self) -> &'static str {
        MARGIN_NAMES[self as usize]
    }
}

impl Scoring {
    /// Returns its spelling in options and positions.
    pub fn name(self) -> &'static str {
        SCORING_NAMES[self as usize]
    }
}
