//! What a line of an engine's output says.

use super::super::{Dialect, question::cell};
use meeple_core::Seat;
use meeple_games::filler::{Cell, Placement};

/// What a line says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Word<'a> {
    /// `$$$ exec p1 : [bots/mine]`
    Player(Seat, &'a str),
    /// `Anfield 20 15:`, `Plateau 15 20:`
    Board(Dialect),
    /// `Piece 2 1:`
    Piece,
    /// `-> Answer (@): 8 2`, `<got (O): [8, 2]`
    Answer(Order, Seat, &'a str),
    /// `seed: 42`
    Seed,
    /// `Player1 (bots/mine): 100`, `== O fin: 53`
    Score,
    /// The last of the result: `Player1 won!`, `== X fin: 123`
    Won,
    /// `Player with X: timedout`, or with `2>&1` `Error: Timeout for player1`
    Trouble,
    /// Anything else.
    Other,
}

/// Which board comes with an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Order {
    /// The one before it, whatever it is: 01-edu.
    BoardBefore,
    /// The one after it, and none if nothing was laid: 42.
    BoardAfter,
}

impl<'a> Word<'a> {
    pub(super) fn of(line: &'a str) -> Self {
        if let Some(answer) = line.strip_prefix("-> Answer ") {
            return answered(Order::BoardBefore, answer);
        }
        if let Some(answer) = line.strip_prefix("<got ") {
            return answered(Order::BoardAfter, answer);
        }
        if let Some(player) = line.strip_prefix("$$$ exec p") {
            return player_named(player).unwrap_or(Word::Other);
        }
        match line.split(' ').next() {
            Some("Anfield") => Word::Board(Dialect::Edu),
            Some("Plateau") => Word::Board(Dialect::FortyTwo),
            Some("Piece") => Word::Piece,
            Some("seed:") => Word::Seed,
            Some("Player1" | "Player2") if line.ends_with('!') => Word::Won,
            Some("Player1" | "Player2") => Word::Score,
            Some("==") if line.starts_with("== X fin:") => Word::Won,
            Some("==") if line.starts_with("== O fin:") => Word::Score,
            Some("Error:") => Word::Trouble,
            Some("Player") if line.starts_with("Player with ") => Word::Trouble,
            _ => Word::Other,
        }
    }
}

/// `(@): 8 2`
fn answered(order: Order, text: &str) -> Word<'_> {
    let split = text.strip_prefix('(').and_then(|text| text.split_once("):"));
    let seat = split.and_then(|(mark, _)| match cell(mark.parse().ok()?)? {
        Cell::Owned(seat) | Cell::Latest(seat) => Some(seat),
        Cell::Empty => None,
    });
    match (seat, split) {
        (Some(seat), Some((_, answer))) => Word::Answer(order, seat, answer.trim()),
        _ => Word::Other,
    }
}

/// `1 : [bots/mine]`
fn player_named(text: &str) -> Option<Word<'_>> {
    let (number, path) = text.split_once(" : [")?;
    let seat = match number {
        "1" => Seat::new(0),
        "2" => Seat::new(1),
        _ => return None,
    };
    Some(Word::Player(seat, path.strip_suffix(']').unwrap_or(path)))
}

/// Where the answer says that the piece is to be laid: `8 2`, or `[2, 8]` with the row first.
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
            ("$$$ exec p1 : [./a b]]", Word::Player(first, "./a b]")),
            ("$$$ exec p3 : [./a]", Word::Other),
            ("Anfield 20 15:", Word::Board(Dialect::Edu)),
            ("Plateau 15 20:", Word::Board(Dialect::FortyTwo)),
            ("Piece 2 1:", Word::Piece),
            ("-> Answer (@): 8 2", Word::Answer(Order::BoardBefore, first, "8 2")),
            ("-> Answer ($):", Word::Answer(Order::BoardBefore, second, "")),
            ("<got (X): [0, -1]", Word::Answer(Order::BoardAfter, second, "[0, -1]")),
            ("<got (.): [0, 0]", Word::Other),
            ("<got (", Word::Other),
            ("seed: 11", Word::Seed),
            ("Player1 (   ./first.py): 93", Word::Score),
            ("Player2 won!", Word::Won),
            ("Player1 and Player2 have the same score, it's a draw!", Word::Won),
            ("== O fin: 53", Word::Score),
            ("== X fin: 123", Word::Won),
            ("Player with X: timedout", Word::Trouble),
            ("Error: Timeout for player1", Word::Trouble),
            ("launched ./first42.py", Word::Other),
            ("", Word::Other),
        ];
        for (line, word) in lines {
            assert_eq!(Word::of(line), word, "{line}");
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
