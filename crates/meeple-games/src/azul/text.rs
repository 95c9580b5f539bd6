//! The text form of a position, on one line:
//!
//! ```text
//! players=2 wall=colour round=3 starter=1 turn=0 marker=centre
//! bag=7,8,6,9,10 lid=6,5,4,4,3         in the order B Y R K W
//! factories=BBYR,-,KKWW,-,- centre=YR  in the order of the factories
//! scores=4,0                           in the order of the seats
//! lines0=-,YY,-,R,KK wall0=B....,.....,K....,.....,..... floor0=MB
//! lines1=... wall1=... floor1=...
//! ```
//!
//! `turn` is the seat to move, `starter` or `deal` if one of those is drawn next, or `over`.
//! `marker` is `centre` or the seat that has it; `M` on a floor is the slot it takes. A seat that
//! is to move while the table is empty has a line to tile (A16).

use super::{
    board::{FloorLine, PatternLine, PlayerBoard},
    constants::{
        LAST_ROUND, MAX_FACTORIES, MAX_PLAYERS, MAX_POINTS, MIN_PLAYERS, PATTERN_LINE_COUNT,
        TILES_PER_COLOUR, TILES_PER_FACTORY, factory_count,
    },
    deal::Supply,
    game::{Azul, Marker, Phase},
    market::Market,
    options::WallSide,
    tile::{TileColour, TileCounts},
    validation,
    wall::{Wall, WallColumn, WallRow},
};
use meeple_core::{KeyValues, ParseError, Seat, text::KeyValue};
use std::{
    fmt::{self, Display},
    str::FromStr,
};

/// Formats as `centre` or the seat.
impl Display for Marker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Marker::Centre => f.write_str("centre"),
            Marker::Taken(seat) => seat.fmt(f),
        }
    }
}

impl Display for Azul {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Azul { players, round, starter, marker, .. } = self;
        write!(f, "players={players} wall={} round={round} starter={starter}", self.side.name())?;
        match self.phase {
            Phase::DrawStarter => write!(f, " turn=starter")?,
            Phase::Deal => write!(f, " turn=deal")?,
            Phase::Draft | Phase::Tile => write!(f, " turn={}", self.to_move)?,
            Phase::Over => write!(f, " turn=over")?,
        }
        write!(f, " marker={marker} bag=")?;
        list(f, self.supply.bag.counts())?;
        f.write_str(" lid=")?;
        list(f, self.supply.lid.counts())?;
        f.write_str(" factories=")?;
        list(f, (0..self.factory_count()).map(|index| self.market.factory(index)))?;
        write!(f, " centre={} scores=", self.market.centre())?;
        list(f, self.boards().iter().map(PlayerBoard::score))?;
        for (seat, board) in self.boards().iter().enumerate() {
            write_board(f, seat, board)?;
        }
        Ok(())
    }
}

fn list<T: Display>(f: &mut fmt::Formatter<'_>, items: impl IntoIterator<Item = T>) -> fmt::Result {
    for (index, item) in items.into_iter().enumerate() {
        write!(f, "{}{item}", if index == 0 { "" } else { "," })?;
    }
    Ok(())
}

fn write_board(f: &mut fmt::Formatter<'_>, seat: usize, board: &PlayerBoard) -> fmt::Result {
    write!(f, " lines{seat}=")?;
    list(f, WallRow::ALL.map(|row| line_tiles(board.line(row))))?;
    write!(f, " wall{seat}=")?;
    for row in WallRow::ALL {
        f.write_str(if row.index() == 0 { "" } else { "," })?;
        for column in WallColumn::ALL {
            let letter = board.wall().tile_at(row, column).map_or('.', TileColour::letter);
            write!(f, "{letter}")?;
        }
    }
    let FloorLine { tiles, has_marker } = board.floor();
    match has_marker {
        true if tiles.is_empty() => write!(f, " floor{seat}=M"),
        true => write!(f, " floor{seat}=M{tiles}"),
        false => write!(f, " floor{seat}={tiles}"),
    }
}

fn line_tiles(line: PatternLine) -> TileCounts {
    let mut tiles = TileCounts::EMPTY;
    if let Some(colour) = line.colour {
        tiles[colour] = line.count_filled;
    }
    tiles
}

impl FromStr for Azul {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> {
        parse_checked(text, validation::check_reachable)
    }
}

impl Azul {
    /// Parses a position that need not come from a game, such as an exercise. It must still be
    /// consistent in itself; only its history, such as the number of rounds, is not checked.
    pub fn parse_exercise(text: &str) -> Result<Self, ParseError> {
        parse_checked(text, validation::check_consistency)
    }
}

/// Parses a position that must pass this check.
pub(super) fn parse_checked(
    text: &str,
    check: impl Fn(&Azul) -> Result<(), validation::ImpossiblePosition>,
) -> Result<Azul, ParseError> {
    if let Some(at) = text.find('+') {
        return Err(ParseError::at("position", text, at, "numbers have no sign"));
    }
    let mut words = KeyValues::parse("position", text)?;
    let range = MIN_PLAYERS..=MAX_PLAYERS;
    let players = parse_number(&words.take("players")?, range, "2 to 4")?;
    let side = words.take("wall")?;
    let side =
        WallSide::from_name(side.value).ok_or_else(|| side.error("wall is colour or grey"))?;
    let round = parse_number(&words.take("round")?, 1..=usize::from(LAST_ROUND), "1 to 60")?;
    let starter = parse_number(&words.take("starter")?, 0..=players - 1, "a seat of this game")?;
    let turn = words.take("turn")?;
    let marker = words.take("marker")?;
    let supply =
        Supply { bag: parse_counts(&words.take("bag")?)?, lid: parse_counts(&words.take("lid")?)? };
    let factories = parse_factories(&words.take("factories")?, players)?;
    let centre = words.take("centre")?;
    let table = Market::new(factories, parse_letters(&centre, 0, centre.value)?);
    let scores = parse_scores(&words.take("scores")?, players)?;
    let mut boards = [PlayerBoard::default(); MAX_PLAYERS];
    for seat in 0..players {
        boards[seat] = parse_board(&mut words, seat, scores[seat])?;
    }
    words.finish()?;
    let marker = match marker.value {
        "centre" => Marker::Centre,
        _ => Marker::Taken(Seat::new(parse_number(&marker, 0..=players - 1, "centre or a seat")?)),
    };
    let (phase, to_move) = match turn.value {
        "starter" if table.is_empty() => (Phase::DrawStarter, starter),
        "deal" if table.is_empty() => (Phase::Deal, starter),
        "starter" | "deal" => return Err(turn.error("the table is not empty (A9)")),
        "over" => (Phase::Over, starter),
        _ => {
            let seat = parse_number(&turn, 0..=players - 1, "a seat, starter, deal or over")?;
            (if table.is_empty() { Phase::Tile } else { Phase::Draft }, seat)
        }
    };
    let [players, round, starter, to_move] = [players, round, starter, to_move].map(|n| n as u8);
    let game = Azul {
        market: table,
        supply,
        players,
        side,
        phase,
        round,
        starter,
        to_move,
        marker,
        boards,
    };
    check(&game).map_err(|error| turn.error(error.to_string()))?;
    Ok(game)
}

/// Parses a number in a range, which `expected` describes.
fn parse_number(
    word: &KeyValue<'_>,
    range: std::ops::RangeInclusive<usize>,
    expected: &str,
) -> Result<usize, ParseError> {
    let number = word.parse::<usize>(expected)?;
    if range.contains(&number) {
        Ok(number)
    } else {
        Err(word.error(format!("{} should be {expected}, not {number}", word.key)))
    }
}

/// Parses five counts in the order B Y R K W.
fn parse_counts(word: &KeyValue<'_>) -> Result<TileCounts, ParseError> {
    let counts = <[u8; 5]>::try_from(word.numbers()?).ok();
    let counts = counts.filter(|counts| counts.iter().all(|&count| count <= TILES_PER_COLOUR));
    counts.map(TileCounts::new).ok_or_else(|| {
        word.error(format!("{} should be five numbers 0 to 20, B,Y,R,K,W", word.key))
    })
}

/// Parses tiles given as letters, `at` bytes into the word's value.
fn parse_letters(word: &KeyValue<'_>, at: usize, text: &str) -> Result<TileCounts, ParseError> {
    TileCounts::from_letters(text).map_err(|inner| {
        word.error_at(at + inner, "expected letters of B Y R K W, or - for no tile")
    })
}

/// Splits a list of exactly `count` parts at its commas and returns each part with its offset.
fn split_parts<'a>(word: &KeyValue<'a>, count: usize) -> Result<Vec<(usize, &'a str)>, ParseError> {
    let mut offset = 0;
    let place = |part: &'a str| {
        let at = offset;
        offset += part.len() + 1;
        (at, part)
    };
    let parts: Vec<_> = word.value.split(',').map(place).collect();
    if parts.len() == count {
        return Ok(parts);
    }
    Err(word.error(format!("{} should have {count} parts, not {}", word.key, parts.len())))
}

fn parse_factories(
    word: &KeyValue<'_>,
    players: usize,
) -> Result<[TileCounts; MAX_FACTORIES], ParseError> {
    let mut factories = [TileCounts::EMPTY; MAX_FACTORIES];
    let parts = split_parts(word, factory_count(players))?;
    for (factory, (at, part)) in factories.iter_mut().zip(parts) {
        *factory = parse_letters(word, at, part)?;
        if factory.total() > TILES_PER_FACTORY as u32 {
            return Err(word.error_at(at, "a factory has at most 4 tiles (A1)"));
        }
    }
    Ok(factories)
}

fn parse_scores(word: &KeyValue<'_>, players: usize) -> Result<Vec<u16>, ParseError> {
    let score = |(at, part): (usize, &str)| {
        let score = part.parse().ok().filter(|&score| score <= MAX_POINTS);
        score.ok_or_else(|| word.error_at(at, format!("a score is 0 to {MAX_POINTS} (A11)")))
    };
    split_parts(word, players)?.into_iter().map(score).collect()
}

fn parse_board(
    words: &mut KeyValues<'_>,
    seat: usize,
    score: u16,
) -> Result<PlayerBoard, ParseError> {
    let lines_word = words.take(&format!("lines{seat}"))?;
    let mut lines = [PatternLine::default(); PATTERN_LINE_COUNT];
    for (row, (at, part)) in
        WallRow::ALL.into_iter().zip(split_parts(&lines_word, PATTERN_LINE_COUNT)?)
    {
        let tiles = parse_letters(&lines_word, at, part)?;
        let mut colours = tiles.colours();
        let (colour, second) = (colours.next(), colours.next());
        if second.is_some() {
            return Err(lines_word.error_at(at, "a line has one colour (A6)"));
        }
        if tiles.total() > row.capacity().into() {
            let reason = format!("line {} has room for {}", row.index() + 1, row.capacity());
            return Err(lines_word.error_at(at, reason + " (A2)"));
        }
        lines[row.index()] = PatternLine { colour, count_filled: tiles.total() as u8 };
    }
    let wall = read_wall(&words.take(&format!("wall{seat}"))?)?;
    let floor_word = words.take(&format!("floor{seat}"))?;
    let (has_marker, at, tiles) = match floor_word.value.strip_prefix('M') {
        Some("") => (true, 0, "-"),
        Some(rest) => (true, 1, rest),
        None => (false, 0, floor_word.value),
    };
    let floor = FloorLine { tiles: parse_letters(&floor_word, at, tiles)?, has_marker };
    if floor_word.value == "M-" {
        return Err(floor_word.error("the marker alone is M"));
    }
    Ok(PlayerBoard::new(lines, wall, floor, score))
}

fn read_wall(word: &KeyValue<'_>) -> Result<Wall, ParseError> {
    let mut wall = Wall::default();
    for (row, (at, part)) in WallRow::ALL.into_iter().zip(split_parts(word, PATTERN_LINE_COUNT)?) {
        if part.len() != WallColumn::ALL.len() {
            return Err(word.error_at(at, "a row of the wall has five cells (A2)"));
        }
        for (column, (inner, letter)) in WallColumn::ALL.into_iter().zip(part.char_indices()) {
            match TileColour::from_letter(letter) {
                Some(colour) => wall.place_tile(row, column, colour),
                None if letter == '.' => {}
                None => return Err(word.error_at(at + inner, "a cell is one of B Y R K W, or .")),
            }
        }
    }
    Ok(wall)
}
