//! The numbers of the game (A1, A2, A12, A15).

/// Fewest players.
pub const MIN_PLAYERS: usize = 2;
/// Most players.
pub const MAX_PLAYERS: usize = 4;

/// Factories on the table with two players (A1).
pub const FACTORY_COUNT_2P: usize = 5;
/// Factories on the table with three players (A1).
pub const FACTORY_COUNT_3P: usize = 7;
/// Factories on the table with four players (A1).
pub const FACTORY_COUNT_4P: usize = 9;
/// The most factories there can be.
pub const MAX_FACTORIES: usize = FACTORY_COUNT_4P;
/// Tiles dealt to a factory (A1).
pub const TILES_PER_FACTORY: usize = 4;

/// Tile colours (A1).
pub const COLOR_COUNT: usize = 5;
/// Tiles of each colour (A1).
pub const TILES_PER_COLOR: u8 = 20;
/// All tiles; at every moment each of them is somewhere (A1).
pub const TOTAL_TILES: u8 = 100;

/// Pattern lines of a board; line `row` holds `row + 1` tiles (A2).
pub const PATTERN_LINE_COUNT: usize = 5;
/// Slots of a floor line (A2).
pub const FLOOR_LINE_SLOTS: usize = 7;
/// What each floor slot costs, from the left (A2).
pub const FLOOR_PENALTIES: [i32; FLOOR_LINE_SLOTS] = [-1, -1, -2, -2, -2, -3, -3];

/// Points for a complete row (A12).
pub const ROW_BONUS: u16 = 2;
/// Points for a complete column (A12).
pub const COLUMN_BONUS: u16 = 7;
/// Points for all five tiles of a colour (A12).
pub const COLOR_BONUS: u16 = 10;
/// More than 25 tiles of 10 points and every bonus cannot be scored.
pub const MOST_POINTS: u16 = 25 * 10 + 5 * (ROW_BONUS + COLUMN_BONUS + COLOR_BONUS);

/// After this round the game is cut off (A15).
pub const LAST_ROUND: u8 = 60;

/// Factories for this many players (A1).
///
/// ```
/// use meeple_games::azul::factory_count;
///
/// assert_eq!([2, 3, 4].map(factory_count), [5, 7, 9]);
/// ```
pub const fn factory_count(players: usize) -> usize {
    2 * players + 1
}
