//! The text form of a position, on one line.
//!
//! ```text
//! players=2 shapes=show final=anywhere tie=grass round=1 turn=1 coupons=1,1
//! spent=no pending=0,0 stolen=- queue=4,90,33,8,61,2,?14 discarded=-
//! tiles=17:Kcfr:0 single=Kb:0,DF:1 bonus=CD:E,FN:S captured=- stones=-
//! ```
//!
//! The line is wrapped here. `17:Kcfr:0` is tile 17 with its top left corner at `Kc`, in the
//! orientation `fr`, owned by seat 0. The queue lists the known tiles from the front; `?14` stands
//! for fourteen undecided tiles. `-` means none; `bonus=?` means that the bonus squares have not been
//! dealt. Parsing rejects positions that no game can reach.

use super::{
    BonusKind, BonusSquare, Cell, FinalTiles, Grass, Options, Orientation, PlacedTile, ROUNDS,
    ShapeList, TieBreak, TileNumber, TileQueue, deal,
    game::{FINAL_ROUND, ROUND_OVER},
    tiles_in_play,
    validation::{UnreachablePosition, check_reachable},
};
use meeple_core::{Game, KeyValues, ParseError, Seat, text::KeyValue};
use std::{
    fmt::{self, Display},
    str::FromStr,
};

impl Display for Grass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seats = || (0..self.seats()).map(Seat::new);
        let held = self.holdings(self.to_move);
        write!(f, "players={}", self.seats())?;
        write!(f, " shapes={}", ShapeList::NAMES[self.shapes as usize])?;
        write!(f, " final={}", FinalTiles::NAMES[self.final_tiles as usize])?;
        write!(f, " tie={}", TieBreak::NAMES[self.tie as usize])?;
        match self.round {
            FINAL_ROUND => write!(f, " round=final")?,
            ROUND_OVER => write!(f, " round=over")?,
            round => write!(f, " round={round}")?,
        }
        write!(f, " turn={}", self.to_move)?;
        write_list(f, "coupons", seats().map(|seat| self.holdings(seat).coupons))?;
        write!(f, " spent={}", if self.coupon_spent { "yes" } else { "no" })?;
        write_list(f, "pending", [held.stones, held.robberies])?;
        write_list(f, "stolen", self.stolen)?;
        write_list(f, "queue", format_queue(&self.queue))?;
        write_list(f, "discarded", self.discarded())?;
        let format_tile = |(tile, placed): (TileNumber, PlacedTile)| {
            format!("{tile}:{}{}:{}", placed.corner, placed.orientation, placed.owner)
        };
        write_list(f, "tiles", self.board.tiles().map(format_tile))?;
        let owner = |cell: Cell| self.board.owner(cell).unwrap_or(Seat::new(0));
        let singles = self.board.singles().cells();
        write_list(f, "single", singles.map(|cell| format!("{cell}:{}", owner(cell))))?;
        if self.bonuses_dealt {
            let bonuses = self.board.bonuses().iter();
            write_list(f, "bonus", bonuses.map(|b| format!("{}:{}", b.cell, b.kind.letter())))?;
        } else {
            write!(f, " bonus=?")?;
        }
        let captured = self.board.captured().iter();
        let captured =
            captured.map(|b| format!("{}:{}:{}", b.cell, b.kind.letter(), owner(b.cell)));
        write_list(f, "captured", captured)?;
        write_list(f, "stones", self.board.stones().cells())
    }
}

/// Writes ` key=a,b,c`, or ` key=-` if there are no items.
fn write_list<T: Display>(
    f: &mut fmt::Formatter<'_>,
    key: &str,
    items: impl IntoIterator<Item = T>,
) -> fmt::Result {
    write!(f, " {key}=")?;
    let mut separator = "";
    for item in items {
        write!(f, "{separator}{item}")?;
        separator = ",";
    }
    if separator.is_empty() { write!(f, "-") } else { Ok(()) }
}

/// Formats the known tiles as their numbers, and each run of undecided tiles as `?` and its length.
fn format_queue(queue: &TileQueue) -> Vec<String> {
    let tiles: Vec<Option<TileNumber>> = queue.tiles().collect();
    let runs = tiles.chunk_by(|a, b| a.is_none() && b.is_none());
    let format_run = |run: &[Option<TileNumber>]| match run[0] {
        Some(tile) => tile.to_string(),
        None => format!("?{}", run.len()),
    };
    runs.map(format_run).collect()
}

impl Grass {
    /// Returns the tiles that were discarded (G6, G12).
    pub fn discarded(&self) -> impl Iterator<Item = TileNumber> {
        let is_present = |tile: TileNumber| {
            self.board.tiles().any(|(other, _)| other == tile)
                || self.stolen == Some(tile)
                || self.queue.tiles().any(|other| other == Some(tile))
        };
        TileNumber::all().filter(move |&tile| self.queue.is_used(tile) && !is_present(tile))
    }
}

impl FromStr for Grass {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let mut unparsed = KeyValues::parse("position", text)?;
        let keys = [
            "players",
            "shapes",
            "final",
            "tie",
            "round",
            "turn",
            "coupons",
            "spent",
            "pending",
            "stolen",
            "queue",
            "discarded",
            "tiles",
            "single",
            "bonus",
            "captured",
            "stones",
        ];
        let mut taken = Vec::with_capacity(keys.len());
        for key in keys {
            taken.push(unparsed.take(key)?);
        }
        unparsed.finish()?;
        let parser = PositionParser { pairs: taken };
        let mut game = parser.parse_options()?;
        parser.parse_turn(&mut game)?;
        parser.parse_board(&mut game)?;
        parser.parse_queue(&mut game)?;
        let to_error = |(key, reason): UnreachablePosition| parser.pair(key).error(reason);
        check_reachable(&game).map_err(to_error)?;
        Ok(game)
    }
}

/// Builds a game from the key-value pairs of a position. Every key is present.
struct PositionParser<'a> {
    pairs: Vec<KeyValue<'a>>,
}

/// The result of parsing a part of a position.
type PositionParseResult = Result<(), ParseError>;

impl<'a> PositionParser<'a> {
    fn pair(&self, key: &str) -> &KeyValue<'a> {
        let pair = self.pairs.iter().find(|pair| pair.key == key);
        pair.expect("every key is present")
    }

    fn parse_options(&self) -> Result<Grass, ParseError> {
        let players = self.pair("players");
        let count: u32 = players.parse("a number from 2 to 9")?;
        let options = Options {
            players: Some(count),
            shapes: self.parse_choice(
                "shapes",
                ShapeList::NAMES,
                [ShapeList::Show, ShapeList::Seed],
            )?,
            final_tiles: self.parse_choice(
                "final",
                FinalTiles::NAMES,
                [FinalTiles::Anywhere, FinalTiles::Adjacent],
            )?,
            tie: self.parse_choice(
                "tie",
                TieBreak::NAMES,
                [TieBreak::Grass, TieBreak::InSquare],
            )?,
        };
        Grass::new(&options).map_err(|error| players.error(error.to_string()))
    }

    fn parse_choice<T>(&self, key: &str, names: &[&str], values: [T; 2]) -> Result<T, ParseError> {
        let pair = self.pair(key);
        let found = names.iter().zip(values).find(|(name, _)| **name == pair.value);
        let invalid = || pair.error(format!("{key} should be {}", names.join(" or ")));
        found.map(|(_, value)| value).ok_or_else(invalid)
    }

    fn parse_turn(&self, game: &mut Grass) -> PositionParseResult {
        game.round = match self.pair("round").value {
            "final" => FINAL_ROUND,
            "over" => ROUND_OVER,
            _ => self.pair("round").parse("0 to 9, final or over")?,
        };
        if self.pair("round").value.parse().is_ok_and(|round: u8| round > ROUNDS) {
            return Err(self.pair("round").error("round should be 0 to 9, final or over"));
        }
        game.to_move = Self::parse_seat(self.pair("turn"), 0, self.pair("turn").value, game)?;
        game.coupon_spent = self.parse_choice("spent", &["no", "yes"], [false, true])?;
        let coupons = self.pair("coupons");
        let numbers = coupons.numbers()?;
        if numbers.len() != game.seats() {
            return Err(coupons.error("coupons should have one number for each player"));
        }
        for (held, &count) in game.holdings.iter_mut().zip(&numbers) {
            held.coupons = count;
        }
        let pending = self.pair("pending");
        let numbers = pending.numbers()?;
        let [stones, robberies] = numbers[..] else {
            return Err(pending.error("pending should be two numbers: stones and robberies"));
        };
        let mover = &mut game.holdings[game.to_move.index()];
        (mover.stones, mover.robberies) = (stones, robberies);
        game.stolen = self.items("stolen")?.next().map(|item| item.parse()).transpose()?;
        if self.items("stolen")?.count() > 1 {
            return Err(self.pair("stolen").error("only one tile is stolen at a time"));
        }
        Ok(())
    }

    fn parse_board(&self, game: &mut Grass) -> PositionParseResult {
        for item in self.items("tiles")? {
            let [number, placement, owner] = item.parts("NUMBER:CELL+TURN:SEAT")?;
            let tile: TileNumber = item.parse_part(number)?;
            let (corner, orientation) = placement.split_at_checked(2).unwrap_or((placement, ""));
            let (corner, orientation): (Cell, Orientation) =
                (item.parse_part(corner)?, item.parse_part(orientation)?);
            let owner = Self::parse_seat(item.pair, item.offset, owner, game)?;
            let oriented_tiles = tile.orientations(game.shapes);
            let Some(oriented) = oriented_tiles.iter().find(|tile| tile.orientation == orientation)
            else {
                return Err(item.error("this orientation has another name (G9)"));
            };
            if game.board.tiles().any(|(other, _)| other == tile) {
                return Err(item.error(format!("tile {tile} lies twice")));
            }
            for cell in oriented.tile.cells_at(corner) {
                item.check_free(game, cell)?;
            }
            game.board.place(tile, PlacedTile { owner, corner, orientation });
        }
        for item in self.items("single")? {
            let [cell, owner] = item.parts("CELL:SEAT")?;
            let (cell, owner) =
                (item.parse_part(cell)?, Self::parse_seat(item.pair, item.offset, owner, game)?);
            item.check_free(game, cell)?;
            game.board.place_single(owner, cell);
        }
        self.parse_bonuses(game)?;
        for item in self.items("stones")? {
            let cell = item.parse()?;
            item.check_free(game, cell)?;
            if !game.board.empty_cells().contains(cell) {
                return Err(item.error(format!("{cell} is a bonus square")));
            }
            game.board.place_stone(cell);
        }
        Ok(())
    }

    fn parse_bonuses(&self, game: &mut Grass) -> PositionParseResult {
        let mut all: Vec<BonusSquare> = Vec::new();
        for item in self.items("captured")? {
            let [cell, kind, owner] = item.parts("CELL:KIND:SEAT")?;
            let bonus = BonusSquare { cell: item.parse_part(cell)?, kind: item.parse_kind(kind)? };
            let owner = Self::parse_seat(item.pair, item.offset, owner, game)?;
            item.check_free(game, bonus.cell)?;
            all.push(bonus);
            Self::check_bonuses(item.pair, &all, game)?;
            game.board.mark_captured(owner, bonus);
        }
        game.bonuses_dealt = self.pair("bonus").value != "?";
        if !game.bonuses_dealt {
            return Ok(());
        }
        for item in self.items("bonus")? {
            let [cell, kind] = item.parts("CELL:KIND")?;
            let bonus = BonusSquare { cell: item.parse_part(cell)?, kind: item.parse_kind(kind)? };
            item.check_free(game, bonus.cell)?;
            all.push(bonus);
            Self::check_bonuses(item.pair, &all, game)?;
            game.board.add_bonus(bonus);
        }
        Ok(())
    }

    /// Checks G2: there are not too many squares of a kind, and the squares are distinct, off the edge
    /// and not adjacent.
    fn check_bonuses(pair: &KeyValue, all: &[BonusSquare], game: &Grass) -> PositionParseResult {
        for kind in BonusKind::ALL {
            let count = all.iter().filter(|bonus| bonus.kind == kind).count();
            if count > kind.count(game.seats()) {
                return Err(pair.error(format!("too many squares {} (G2)", kind.letter())));
            }
        }
        deal::check_bonus_cells(all, game.board.side()).map_err(|reason| pair.error(reason))
    }

    fn parse_queue(&self, game: &mut Grass) -> PositionParseResult {
        let mut tiles: Vec<Option<TileNumber>> = Vec::new();
        let max_tiles = tiles_in_play(game.seats());
        for item in self.items("queue")? {
            match item.text.strip_prefix('?') {
                Some(count) => {
                    let count: usize = count
                        .parse()
                        .ok()
                        .filter(|count| (1..=max_tiles).contains(count))
                        .ok_or_else(|| item.error("behind ? is the number of undecided tiles"))?;
                    if tiles.contains(&None) {
                        return Err(item.error("undecided tiles are next to each other (G7)"));
                    }
                    tiles.extend(std::iter::repeat_n(None, count));
                }
                None => tiles.push(Some(item.parse()?)),
            }
            if tiles.len() > max_tiles {
                return Err(item.error(format!("the game has only {max_tiles} tiles (G3)")));
            }
        }
        let mut used: Vec<TileNumber> = game.board.tiles().map(|(tile, _)| tile).collect();
        used.extend(game.stolen);
        for item in self.items("discarded")? {
            used.push(item.parse()?);
        }
        let mut all_tiles: Vec<TileNumber> =
            used.iter().copied().chain(tiles.iter().copied().flatten()).collect();
        all_tiles.sort();
        if let Some([duplicate, _]) = all_tiles.windows(2).find(|pair| pair[0] == pair[1]) {
            let reason = format!("tile {duplicate} is in two places (G3)");
            return Err(self.pair("queue").error(reason));
        }
        game.queue = TileQueue::from_parts(&tiles, used);
        Ok(())
    }

    fn parse_seat(
        pair: &KeyValue,
        offset: usize,
        text: &str,
        game: &Grass,
    ) -> Result<Seat, ParseError> {
        let seat = (0..game.seats()).map(Seat::new).find(|seat| seat.to_string() == text);
        let last = game.seats() - 1;
        seat.ok_or_else(|| pair.error_at(offset, format!("a seat is 0 to {last}, not {text:?}")))
    }

    /// Returns the items of a comma-separated list; `-` is the empty list.
    fn items(&self, key: &str) -> Result<impl Iterator<Item = PositionListItem<'_>>, ParseError> {
        let pair = self.pair(key);
        if pair.value.is_empty() {
            return Err(pair.error(format!("{key} should be a list, or - for nothing")));
        }
        let mut offset = 0;
        let parts = pair.value.split(',').filter(|&part| part != "-" || pair.value != "-");
        Ok(parts.map(move |text| {
            let item = PositionListItem { pair, text, offset };
            offset += text.len() + 1;
            item
        }))
    }
}

/// An item of a comma-separated list.
struct PositionListItem<'a> {
    pair: &'a KeyValue<'a>,
    text: &'a str,
    /// The offset of the item in the value.
    offset: usize,
}

impl<'a> PositionListItem<'a> {
    fn error(&self, reason: impl Into<String>) -> ParseError {
        self.pair.error_at(self.offset, reason)
    }

    fn parse<T: FromStr<Err = ParseError>>(&self) -> Result<T, ParseError> {
        self.parse_part(self.text)
    }

    /// Parses a part of the item.
    fn parse_part<T: FromStr<Err = ParseError>>(&self, part: &str) -> Result<T, ParseError> {
        part.parse().map_err(|error: ParseError| self.error(error.reason))
    }

    fn parts<const N: usize>(&self, form: &str) -> Result<[&'a str; N], ParseError> {
        let parts: Vec<&str> = self.text.split(':').collect();
        parts.try_into().map_err(|_| self.error(format!("expected {form}")))
    }

    fn parse_kind(&self, text: &str) -> Result<BonusKind, ParseError> {
        let kind = BonusKind::ALL.into_iter().find(|kind| kind.letter().to_string() == text);
        kind.ok_or_else(|| self.error("a bonus square is E, S or R"))
    }

    /// Checks that the cell is on the board and not occupied.
    fn check_free(&self, game: &Grass, cell: Cell) -> PositionParseResult {
        if !cell.is_on_board(game.board.side()) {
            return Err(self.error(format!("{cell} is off the board")));
        }
        if game.board.owner(cell).is_some() || game.board.stones().contains(cell) {
            return Err(self.error(format!("something lies on {cell} already")));
        }
        Ok(())
    }
}
