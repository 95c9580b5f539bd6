//! Azul line by line.

mod board;
mod table;

use super::{
    CommandOutput, Prompt,
    game::{address, guess_command},
};
use crate::paint::Paint;
use meeple_ai::{
    advice::{AnyAdviser, adviser},
    roster::{Resources, Roster, roster},
};
use meeple_core::{CellName, Game, Limits, ParseError, Seat, text::excerpt};
use meeple_games::{
    GameKind,
    azul::{Azul, Move, TileColour, WallAction},
};
use meeple_view::{
    View, ViewScene,
    azul::{AzulView, ShownPosition, TilePile},
};

/// The prompt of Azul.
pub(crate) struct AzulPrompt;

impl Prompt for AzulPrompt {
    type View = AzulView;
    const HELP: &'static str = "\
Take all tiles of one colour from a factory or the centre and put them on a
line or the floor. 2 blue 3 takes blue from factory 2 to line 3; centre red
floor takes red from the centre to the floor. Short: 2 b 3, c r f; black is k.
On the wall, capital letters are tiles, small letters the colours of free cells.
On the grey wall you choose a cell for each full line, such as C4.
  bag     show the tiles left in the bag and in the lid";

    const COMMANDS: &'static [&'static str] = &["bag"];

    fn roster() -> Roster {
        roster(GameKind::Azul)
    }

    fn adviser(resources: &Resources) -> Box<dyn AnyAdviser> {
        adviser(GameKind::Azul, resources)
    }

    fn new(_: &Resources) -> Self {
        AzulPrompt
    }

    fn draw(&self, scene: &ViewScene<'_, Azul>, paint: Paint) -> String {
        table::draw(&AzulView::picture(scene), paint)
    }

    fn question(&self, scene: &ViewScene<'_, Azul>, seat: Seat) -> String {
        let name = scene.name(seat);
        match scene.position.line_to_tile() {
            Some((row, colour)) => {
                let (line, cells) = (row.capacity(), cells(scene.position));
                address(
                    name,
                    &format!("line {line} is full of {colour}, choose its cell ({cells}): "),
                )
            }
            None => address(name, "your move (such as 2 blue 3): "),
        }
    }

    fn read(&self, scene: &ViewScene<'_, Azul>, line: &str) -> Result<Move, String> {
        if let Some(action) = wall_cell(scene.position, line.trim()) {
            return Ok(Move::Wall(action));
        }
        // Errors quote the word that is wrong, so long words are cut.
        let words = line.split_whitespace().map(|word| full_word(&excerpt(&word.to_lowercase())));
        let mut words: Vec<String> =
            words.filter(|word| !FILL_WORDS.contains(&word.as_str())).collect();
        if let (Some((row, _)), [_]) = (scene.position.line_to_tile(), words.as_slice()) {
            words.splice(0..0, ["wall".to_owned(), row.capacity().to_string()]);
        }
        // `blue from factory 2 to line 3` names the colour first.
        if words.len() == 3 && TileColour::from_name(&words[0]).is_some() {
            words.swap(0, 1);
        }
        words.join(" ").parse().map_err(|error: ParseError| {
            let (typed, guess) = (excerpt(line), guess_command::<Self>(line));
            format!("\"{typed}\" is not a move: {}{guess}", error.reason)
        })
    }

    fn command(
        &mut self,
        scene: &ViewScene<'_, Azul>,
        line: &str,
        _: &Limits,
        _: Paint,
    ) -> Option<CommandOutput> {
        line.eq_ignore_ascii_case("bag").then(|| {
            let ShownPosition { bag, lid, .. } = AzulView::picture(scene);
            let (bag, lid) = (pile_line("bag", &bag), pile_line("lid", &lid));
            CommandOutput::Text(format!("{bag}\n{lid}"))
        })
    }
}

/// Words that may be typed but say nothing: `blue from factory 2 to line 3` is `blue 2 3`.
const FILL_WORDS: [&str; 5] = ["from", "factory", "to", "line", "the"];

/// Parses a cell of the wall, such as `C4`; while a full line waits for its cell, the column alone too.
fn wall_cell(game: &Azul, typed: &str) -> Option<WallAction> {
    let line = game.line_to_tile();
    let cell: CellName = match line {
        Some((row, _)) if matches!(typed.as_bytes(), [letter] if letter.is_ascii_alphabetic()) => {
            format!("{typed}{}", row.capacity()).parse().ok()?
        }
        _ => typed.parse().ok()?,
    };
    // Cells off the wall are refused by the rules.
    let index = |number: u16| u8::try_from(number).unwrap_or(u8::MAX);
    Some(WallAction { row: index(cell.row), column: index(cell.column) })
}

/// Returns the cells where the full line's tile may go: `A3, C3 or D3`.
fn cells(game: &Azul) -> String {
    let cells: Vec<String> = game.legal_moves().map(|mv| AzulView::move_name(game, mv)).collect();
    match cells.as_slice() {
        [cells @ .., last] if !cells.is_empty() => format!("{} or {last}", cells.join(", ")),
        _ => cells.concat(),
    }
}

/// Returns a line such as `bag   80: 17 blue, 13 yellow, 18 red, 15 black, 17 white`.
fn pile_line(name: &str, heap: &TilePile) -> String {
    let counts = TileColour::ALL.map(|colour| {
        let group = heap.groups.iter().find(|group| group.colour == colour);
        format!("{} {colour}", group.map_or(0, |group| group.count))
    });
    format!("{name:<4} {:>3}: {}", heap.total, counts.join(", "))
}

/// Expands an abbreviation; other words stay unchanged.
fn full_word(word: &str) -> String {
    let mut letters = word.chars();
    let colour = match (letters.next(), letters.next()) {
        (Some(letter), None) => TileColour::from_letter(letter.to_ascii_uppercase()),
        _ => None,
    };
    match (word, colour) {
        (_, Some(colour)) => colour.name().into(),
        ("c" | "center", _) => "centre".into(),
        ("f", _) => "floor".into(),
        _ => word.into(),
    }
}
