//! The six standard maps (F8).

use super::Board;

/// The names and texts of the standard maps; the first is the default.
pub const STANDARD_MAPS: &[(&str, &str)] = &[
    ("map00", include_str!("maps/map00.txt")),
    ("map01", include_str!("maps/map01.txt")),
    ("map02", include_str!("maps/map02.txt")),
    ("42-map00", include_str!("maps/42-map00.txt")),
    ("42-map01", include_str!("maps/42-map01.txt")),
    ("42-map02", include_str!("maps/42-map02.txt")),
];

/// Returns the standard map of this name, if any.
pub fn standard_map(name: &str) -> Option<Board> {
    let (_, text) = STANDARD_MAPS.iter().find(|(standard, _)| *standard == name)?;
    Some(Board::from_text(text).expect("the standard maps are good"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use meeple_core::Seat;

    #[track_caller]
    fn starts(name: &str, size: (usize, usize), first: (usize, usize), second: (usize, usize)) {
        let board = standard_map(name).expect("a standard map");
        assert_eq!((board.width(), board.height()), size);
        let cells = |seat| board.owned(Seat::new(seat)).cells().collect::<Vec<_>>();
        assert_eq!((cells(0), cells(1)), (vec![first], vec![second]));
    }

    #[test]
    fn the_standard_maps_are_those_of_f8() {
        starts("map00", (20, 15), (9, 2), (9, 12));
        starts("map01", (40, 30), (4, 3), (32, 26));
        starts("map02", (99, 100), (70, 71), (25, 25));
        starts("42-map00", (17, 15), (2, 8), (14, 12));
        starts("42-map01", (40, 24), (3, 3), (32, 19));
        starts("42-map02", (99, 100), (70, 69), (30, 29));
        assert_eq!(STANDARD_MAPS.len(), 6);
    }
}
