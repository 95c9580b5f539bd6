//! The text form of a position, on one line.
//!
//! ```text
//! players=2 shapes=show final=anywhere tie=grass round=1 turn=1 coupons=1,1
//! spent=no pending=0,0 stolen=- queue=4,90,33,8,61,2,?14 discarded=-
//! tiles=17:Kcfr:0 single=Kb:0,DF:1 bonus=CD:E,FN:S captured=- stones=-
//! ```
//!
//! (It is one line, broken here.) A tile is written as its number, its corner and orientation, and
//! its owner. The queue lists the known tiles from the front; `?14` stands for fourteen undecided
//! ones. `-` means none; `bonus=?` means that the bonus squares have not been dealt. Impossible
//! positions are refused.

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
        let word = |words: &[&'static str], index: usize| words[index];
        write!(f, "players={}", self.seats())?;
        write!(f, " shapes={}", word(ShapeList::NAMES, self.shapes as usize))?;
        write!(f, " final={}", word(FinalTiles::NAMES, self.final_tiles as usize))?;
        write!(f, " tie={}", word(TieBreak::NAMES, self.tie as usize))?;
        match self.round {
            FINAL_ROUND => write!(f, " round=final")?,
            ROUND_OVER => write!(f, " round=over")?,
            round => write!(f, " round={round}")?,
        }
        write!(f, " turn={}", self.to_move)?;
        list(f, "coupons", seats().map(|seat| self.holdings(seat).coupons))?;
        write!(f, " spent={}", if self.coupon_spent { "yes" } else { "no" })?;
        list(f, "pending", [held.stones, held.robberies])?;
        list(f, "stolen", self.stolen)?;
        list(f, "queue", format_queue(&self.queue))?;
        list(f, "discarded", self.discarded())?;
        let tile = |(tile, p): (TileNumber, PlacedTile)| {
            format!("{tile}:{}{}:{}", p.corner, p.orientation, p.owner)
        };
        list(f, "tiles", self.board.tiles().map(tile))?;
        let owner = |cell: Cell| self.board.owner(cell).unwrap_or(Seat::new(0));
        let singles = self.board.singles().cells();
        list(f, "single", singles.map(|cell| format!("{cell}:{}", owner(cell))))?;
        if self.bonuses_dealt {
            let bonuses = self.board.bonuses().iter();
            list(f, "bonus", bonuses.map(|b| format!("{}:{}", b.cell, b.kind.letter())))?;
        } else {
            write!(f, " bonus=?")?;
        }
        let captured = self.board.captured().iter();
        let captured =
            captured.map(|b| format!("{}:{}:{}", b.cell, b.kind.letter(), owner(b.cell)));
        list(f, "captured", captured)?;
        list(f, "stones", self.board.stones().cells())
    }
}

/// Formats ` key=a,b,c`, or ` key=-` if there are no items.
fn list<T: Display>(
    f: &mut fmt::Formatter<'_>,
    key: &str,
    items: impl IntoIterator<Item = T>,
) -> fmt::Result {
    write!(f, " {key}=")?;
    let mut between = "";
    for item in items {
        write!(f, "{between}{item}")?;
        between = ",";
    }
    if between.is_empty() { write!(f, "-") } else { Ok(()) }
}

/// Returns the known tiles, and the length of each run of undecided ones.
fn format_queue(queue: &TileQueue) -> Vec<String> {
    let tiles: Vec<Option<TileNumber>> = queue.tiles().collect();
    let runs = tiles.chunk_by(|a, b| a.is_none() && b.is_none());
    let word = |run: &[Option<TileNumber>]| match run[0] {
        Some(tile) => tile.to_string(),
        None => format!("?{}", run.len()),
    };
    runs.map(word).collect()
}

impl Grass {
    /// Returns the tiles that were discarded (G6, G12).
    pub fn discarded(&self) -> impl Iterator<Item = TileNumber> {
        let is_there = |tile: TileNumber| {
            self.board.tiles().any(|(other, _)| other == tile)
                || self.stolen == Some(tile)
                || self.queue.tiles().any(|other| other == Some(tile))
        };
        TileNumber::all().filter(move |&tile| self.queue.is_used(tile) && !is_there(tile))
    }
}

impl FromStr for Grass {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let mut words = KeyValues::parse("position", text)?;
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
            taken.push(words.take(key)?);
        }
        words.finish()?;
        let reader = PositionParser { words: taken };
        let mut game = reader.options()?;
        reader.turn(&mut game)?;
        reader.board(&mut game)?;
        reader.queue(&mut game)?;
        let refuse = |(key, reason): UnreachablePosition| reader.word(key).error(reason);
        check_reachable(&game).map_err(refuse)?;
        Ok(game)
    }
}

/// Builds a game from the words of a position, all of which are present.
struct PositionParser<'a> {
    words: Vec<KeyValue<'a>>,
}

/// The result of reading a part of a position.
type PositionParseResult = Result<(), ParseError>;

impl<'a> PositionParser<'a> {
    fn word(&self, key: &str) -> &KeyValue<'a> {
        let word = self.words.iter().find(|word| word.key == key);
        word.expect("every key that is asked for was taken before")
    }

    fn options(&self) -> Result<Grass, ParseError> {
        let players = self.word("players");
        let count: u32 = players.parse("a number from 2 to 9")?;
        let options = Options {
            players: Some(count),
            shapes: self.choice("shapes", ShapeList::NAMES, [ShapeList::Show, ShapeList::Seed])?,
            final_tiles: self.choice(
                "final",
                FinalTiles::NAMES,
                [FinalTiles::Anywhere, FinalTiles::Adjacent],
            )?,
            tie: self.choice("tie", TieBreak::NAMES, [TieBreak::Grass, TieBreak::InSquare])?,
        };
        Grass::new(&options).map_err(|error| players.error(error.to_string()))
    }

    fn choice<T>(&self, key: &str, words: &[&str], values: [T; 2]) -> Result<T, ParseError> {
        let word = self.word(key);
        let found = words.iter().zip(values).find(|(name, _)| **name == word.value);
        let possible = || word.error(format!("{key} should be {}", words.join(" or ")));
        found.map(|(_, value)| value).ok_or_else(possible)
    }

    fn turn(&self, game: &mut Grass) -> PositionParseResult {
        game.round = match self.word("round").value {
            "final" => FINAL_ROUND,
            "over" => ROUND_OVER,
            _ => self.word("round").parse("0 to 9, final or over")?,
        };
        if self.word("round").value.parse().is_ok_and(|round: u8| round > ROUNDS) {
            return Err(self.word("round").error("round should be 0 to 9, final or over"));
        }
        game.to_move = Self::seat(self.word("turn"), 0, self.word("turn").value, game)?;
        game.coupon_spent = self.choice("spent", &["no", "yes"], [false, true])?;
        let coupons = self.word("coupons");
        let numbers = coupons.numbers()?;
        if numbers.len() != game.seats() {
            return Err(coupons.error("coupons should have one number for each player"));
        }
        for (held, &count) in game.holdings.iter_mut().zip(&numbers) {
            held.coupons = count;
        }
        let pending = self.word("pending");
        let numbers = pending.numbers()?;
        let [stones, robberies] = numbers[..] else {
            return Err(pending.error("pending should be two numbers: stones and robberies"));
        };
        let mover = &mut game.holdings[game.to_move.index()];
        (mover.stones, mover.robberies) = (stones, robberies);
        game.stolen = self.items("stolen")?.next().map(|item| item.parse()).transpose()?;
        if self.items("stolen")?.count() > 1 {
            return Err(self.word("stolen").error("only one tile is stolen at a time"));
        }
        Ok(())
    }

    fn board(&self, game: &mut Grass) -> PositionParseResult {
        for item in self.items("tiles")? {
            let [number, lies, owner] = item.parts("NUMBER:CELL+TURN:SEAT")?;
            let tile: TileNumber = item.parse_part(number)?;
            let (corner, turn) = lies.split_at_checked(2).unwrap_or((lies, ""));
            let (corner, orientation): (Cell, Orientation) =
                (item.parse_part(corner)?, item.parse_part(turn)?);
            let owner = Self::seat(item.word, item.at, owner, game)?;
            let turned = tile.orientations(game.shapes);
            let Some(shape) = turned.iter().find(|turned| turned.orientation == orientation) else {
                return Err(item.error("this orientation has another name (G9)"));
            };
            if game.board.tiles().any(|(other, _)| other == tile) {
                return Err(item.error(format!("tile {tile} lies twice")));
            }
            for cell in shape.tile.cells_at(corner) {
                item.check_free(game, cell)?;
            }
            game.board.place(tile, PlacedTile { owner, corner, orientation });
        }
        for item in self.items("single")? {
            let [cell, owner] = item.parts("CELL:SEAT")?;
            let (cell, owner) =
                (item.parse_part(cell)?, Self::seat(item.word, item.at, owner, game)?);
            item.check_free(game, cell)?;
            game.board.place_single(owner, cell);
        }
        self.bonuses(game)?;
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

    fn bonuses(&self, game: &mut Grass) -> PositionParseResult {
        let mut all: Vec<BonusSquare> = Vec::new();
        for item in self.items("captured")? {
            let [cell, kind, owner] = item.parts("CELL:KIND:SEAT")?;
            let bonus = BonusSquare { cell: item.parse_part(cell)?, kind: item.kind(kind)? };
            let owner = Self::seat(item.word, item.at, owner, game)?;
            item.check_free(game, bonus.cell)?;
            all.push(bonus);
            Self::check_bonuses(item.word, &all, game)?;
            game.board.mark_captured(owner, bonus);
        }
        game.bonuses_dealt = self.word("bonus").value != "?";
        if !game.bonuses_dealt {
            return Ok(());
        }
        for item in self.items("bonus")? {
            let [cell, kind] = item.parts("CELL:KIND")?;
            let bonus = BonusSquare { cell: item.parse_part(cell)?, kind: item.kind(kind)? };
            item.check_free(game, bonus.cell)?;
            all.push(bonus);
            Self::check_bonuses(item.word, &all, game)?;
            game.board.add_bonus(bonus);
        }
        Ok(())
    }

    /// G2: checks that there are not too many squares of a kind, and that they are off the edge and
    /// not adjacent.
    fn check_bonuses(word: &KeyValue, all: &[BonusSquare], game: &Grass) -> PositionParseResult {
        for kind in BonusKind::ALL {
            let there = all.iter().filter(|bonus| bonus.kind == kind).count();
            if there > kind.count(game.seats()) {
                return Err(word.error(format!("too many squares {} (G2)", kind.letter())));
            }
        }
        deal::check_bonus_cells(all, game.board.side()).map_err(|reason| word.error(reason))
    }

    fn queue(&self, game: &mut Grass) -> PositionParseResult {
        let mut tiles: Vec<Option<TileNumber>> = Vec::new();
        let most = tiles_in_play(game.seats());
        for item in self.items("queue")? {
            match item.text.strip_prefix('?') {
                Some(run) => {
                    let run: usize =
                        run.parse().ok().filter(|run| (1..=most).contains(run)).ok_or_else(
                            || item.error("behind ? is the number of undecided tiles"),
                        )?;
                    if tiles.contains(&None) {
                        return Err(item.error("undecided tiles are next to each other (G7)"));
                    }
                    tiles.extend(std::iter::repeat_n(None, run));
                }
                None => tiles.push(Some(item.parse()?)),
            }
            if tiles.len() > most {
                return Err(item.error(format!("the game has only {most} tiles (G3)")));
            }
        }
        let mut gone: Vec<TileNumber> = game.board.tiles().map(|(tile, _)| tile).collect();
        gone.extend(game.stolen);
        for item in self.items("discarded")? {
            gone.push(item.parse()?);
        }
        let mut seen: Vec<TileNumber> =
            gone.iter().copied().chain(tiles.iter().copied().flatten()).collect();
        seen.sort();
        if let Some([twice, _]) = seen.windows(2).find(|pair| pair[0] == pair[1]) {
            let reason = format!("tile {twice} is in two places (G3)");
            return Err(self.word("queue").error(reason));
        }
        game.queue = TileQueue::from_parts(&tiles, gone);
        Ok(())
    }

    fn seat(word: &KeyValue, at: usize, text: &str, game: &Grass) -> Result<Seat, ParseError> {
        let seat = (0..game.seats()).map(Seat::new).find(|seat| seat.to_string() == text);
        let last = game.seats() - 1;
        seat.ok_or_else(|| word.error_at(at, format!("a seat is 0 to {last}, not {text:?}")))
    }

    /// Returns the items of a list; `-` is the empty list.
    fn items(&self, key: &str) -> Result<impl Iterator<Item = PositionListItem<'_>>, ParseError> {
        let word = self.word(key);
        if word.value.is_empty() {
            return Err(word.error(format!("{key} should be a list, or - for nothing")));
        }
        let mut at = 0;
        let parts = word.value.split(',').filter(|&part| part != "-" || word.value != "-");
        Ok(parts.map(move |text| {
            let item = PositionListItem { word, text, at };
            at += text.len() + 1;
            item
        }))
    }
}

/// An item of a list in a word.
struct PositionListItem<'a> {
    word: &'a KeyValue<'a>,
    text: &'a str,
    at: usize,
}

impl<'a> PositionListItem<'a> {
    fn error(&self, reason: impl Into<String>) -> ParseError {
        self.word.error_at(self.at, reason)
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

    fn kind(&self, text: &str) -> Result<BonusKind, ParseError> {
        let kind = BonusKind::ALL.into_iter().find(|kind| kind.letter().to_string() == text);
        kind.ok_or_else(|| self.error("a bonus square is E, S or R"))
    }

    /// Checks that the cell is on the board and that nothing is on it yet.
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
