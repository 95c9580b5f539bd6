//! Classifies the lines of an engine's output.

use super::super::{Dialect, question::cell};
use meeple_core::Seat;
use meeple_games::filler::{CellState, Placement};

/// The meaning of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TranscriptLineKind<'a> {
    /// `$$$ exec p1 : [bots/mine]`
    Player(Seat, &'a str),
    /// `Anfield 20 15:`, `Plateau 15 20:`
    Board(Dialect),
    /// `Piece 2 1:`
    Piece,
    /// `-> TestResponse (@): 8 2`, `<got (O): [8, 2]`
    Answer(BoardOrder, Seat, &'a str),
    /// `seed: 42`
    Seed,
    /// `Player1 (bots/mine): 100`, `== O fin: 53`
    Score,
    /// The last line of the result: `Player1 won!`, `== X fin: 123`
    Won,
    /// `Player with X: timedout`, or with `2>&1` `Error: Timeout for player1`
    Trouble,
    /// Anything else.
    Other,
}

/// Whether the engine prints the board before or after an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum BoardOrder {
    /// The board before every answer: 01-edu.
    BoardBefore,
    /// The board after the answer, and none if no piece was placed: 42.
    BoardAfter,
}

impl<'a> TranscriptLineKind<'a> {
    pub(super) fn parse(line: &'a str) -> Self {
        if let Some(answer) = line.strip_prefix("-> Answer ") {
            return answered(BoardOrder::BoardBefore, answer);
        }
        if let Some(answer) = line.strip_prefix("<got ") {
            return answered(BoardOrder::BoardAfter, answer);
        }
        if let Some(player) = line.strip_prefix("$$$ exec p") {
            return player_named(player).unwrap_or(TranscriptLineKind::Other);
        }
        match line.split(' ').next() {
            Some("Anfield") => TranscriptLineKind::Board(Dialect::Edu),
            Some("Plateau") => TranscriptLineKind::Board(Dialect::FortyTwo),
            Some("Piece") => TranscriptLineKind::Piece,
            Some("seed:") => TranscriptLineKind::Seed,
            Some("Player1" | "Player2") if line.ends_with('!') => TranscriptLineKind::Won,
            Some("Player1" | "Player2") => TranscriptLineKind::Score,
            Some("==") if line.starts_with("== X fin:") => TranscriptLineKind::Won,
            Some("==") if line.starts_with("== O fin:") => TranscriptLineKind::Score,
            Some("Error:") => TranscriptLineKind::Trouble,
            Some("Player") if line.starts_with("Player with ") => TranscriptLineKind::Trouble,
            _ => TranscriptLineKind::Other,
        }
    }
}

/// Parses `(@): 8 2`.
fn answered(order: BoardOrder, text: &str) -> TranscriptLineKind<'_> {
    let split = text.strip_prefix('(').and_then(|text| text.split_once("):"));
    let seat = split.and_then(|(mark, _)| match cell(mark.parse().ok()?)? {
        CellState::Owned(seat) | CellState::Latest(seat) => Some(seat),
        CellState::Empty => None,
    });
    match (seat, split) {
        (Some(seat), Some((_, answer))) => TranscriptLineKind::Answer(order, seat, answer.trim()),
        _ => TranscriptLineKind::Other,
    }
}

/// Parses `1 : [bots/mine]`.
fn player_named(text: &str) -> Option<TranscriptLineKind<'_>> {
    let (number, path) = text.split_once(" : [")?;
    let seat = match number {
        "1" => Seat::new(0),
        "2" => Seat::new(1),
        _ => return None,
    };
    Some(TranscriptLineKind::Player(seat, path.strip_suffix(']').unwrap_or(path)))
}

/// Parses the placement in an answer: `8 2`, or `[2, 8]` with the row first.
pub(super) fn placement(dialect: Dialect, answer: &str) -> Option<Placement> {
    let inner = answer.strip_prefix('[').and_then(|answer| answer.strip_suffix(']'));
    let (first, second) = match inner {
        Some(inner) => inner.split_once(", ")?,
        None => answer.split_once(' ')?,
    };
    let (column, row) = dialect.order(first.parse().ok()?, second.parse().ok()?);
    Some(Placement { column, row })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lines_of_both_engines_are_known() {
        let [first, second] = [0, 1].map(Seat::new);
        let lines = [
            ("$$$ exec p1 : [./a b]]", TranscriptLineKind::Player(first, "./a b]")),
            ("$$$ exec p3 : [./a]", TranscriptLineKind::Other),
            ("Anfield 20 15:", TranscriptLineKind::Board(Dialect::Edu)),
            ("Plateau 15 20:", TranscriptLineKind::Board(Dialect::FortyTwo)),
            ("Piece 2 1:", TranscriptLineKind::Piece),
            (
                "-> Answer (@): 8 2",
                TranscriptLineKind::Answer(BoardOrder::BoardBefore, first, "8 2"),
            ),
            ("-> Answer ($):", TranscriptLineKind::Answer(BoardOrder::BoardBefore, second, "")),
            (
                "<got (X): [0, -1]",
                TranscriptLineKind::Answer(BoardOrder::BoardAfter, second, "[0, -1]"),
            ),
            ("<got (.): [0, 0]", TranscriptLineKind::Other),
            ("<got (", TranscriptLineKind::Other),
            ("seed: 11", TranscriptLineKind::Seed),
            ("Player1 (   ./first.py): 93", TranscriptLineKind::Score),
            ("Player2 won!", TranscriptLineKind::Won),
            ("Player1 and Player2 have the same score, it's a draw!", TranscriptLineKind::Won),
            ("== O fin: 53", TranscriptLineKind::Score),
            ("== X fin: 123", TranscriptLineKind::Won),
            ("Player with X: timedout", TranscriptLineKind::Trouble),
            ("Error: Timeout for player1", TranscriptLineKind::Trouble),
            ("launched ./first42.py", TranscriptLineKind::Other),
            ("", TranscriptLineKind::Other),
        ];
        for (line, word) in lines {
            assert_eq!(TranscriptLineKind::parse(line), word, "{line}");
        }
    }

    #[test]
    fn an_answer_is_read_in_the_order_of_its_dialect() {
        let at = Some(Placement { column: 8, row: -2 });
        assert_eq!(placement(Dialect::Edu, "8 -2"), at);
        assert_eq!(placement(Dialect::FortyTwo, "[-2, 8]"), at);
        for nonsense in ["", "8", "abc", "[8, 2", "8 2 3", "99999999 1", "[, ]"] {
            assert_eq!(placement(Dialect::Edu, nonsense), None, "{nonsense}");
        }
    }
}
