//! The constants of the game (A1, A2, A12, A15).

/// The minimum number of players.
pub const MIN_PLAYERS: usize = 2;
/// The maximum number of players.
pub const MAX_PLAYERS: usize = 4;

/// The number of factories with two players (A1).
pub const FACTORY_COUNT_2P: usize = 5;
/// The number of factories with three players (A1).
pub const FACTORY_COUNT_3P: usize = 7;
/// The number of factories with four players (A1).
pub const FACTORY_COUNT_4P: usize = 9;
/// The maximum number of factories.
pub const MAX_FACTORIES: usize = FACTORY_COUNT_4P;
/// The number of tiles dealt to a factory (A1).
pub const TILES_PER_FACTORY: usize = 4;

/// The number of tile colours (A1).
pub const COLOUR_COUNT: usize = 5;
/// The number of tiles of each colour (A1).
pub const TILES_PER_COLOUR: u8 = 20;
/// The number of all tiles, which never changes during a game (A1).
pub const TOTAL_TILES: u8 = 100;

/// The number of pattern lines of a board; line `row` holds `row + 1` tiles (A2).
pub const PATTERN_LINE_COUNT: usize = 5;
/// The number of slots of a floor line (A2).
pub const FLOOR_LINE_SLOTS: usize = 7;
/// The points of each floor slot, from the left (A2).
pub const FLOOR_PENALTIES: [i32; FLOOR_LINE_SLOTS] = [-1, -1, -2, -2, -2, -3, -3];

/// Points for a complete row (A12).
pub const ROW_BONUS: u16 = 2;
/// Points for a complete column (A12).
pub const COLUMN_BONUS: u16 = 7;
/// Points for all five tiles of a colour (A12).
pub const COLOUR_BONUS: u16 = 10;
/// An upper bound of the score: 25 tiles of 10 points and every bonus.
pub const MAX_POINTS: u16 = 25 * 10 + 5 * (ROW_BONUS + COLUMN_BONUS + COLOUR_BONUS);

/// The game is cut off after this round (A15).
pub const LAST_ROUND: u8 = 60;

/// Returns the number of factories for this many players (A1).
///
/// ```
/// use meeple_games::azul::factory_count;
///
/// assert_eq!([2, 3, 4].map(factory_count), [5, 7, 9]);
/// ```
pub const fn factory_count(players: usize) -> usize {
    2 * players + 1
}
