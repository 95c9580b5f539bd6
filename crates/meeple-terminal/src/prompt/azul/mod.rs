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
use meeple_core::{Limits, ParseError, Seat, text::excerpt};
use meeple_games::{
    GameKind,
    azul::{Azul, Move, TileColour},
};
use meeple_view::{
    View, ViewScene,
    azul::{AzulView, LegalMove, ShownPosition, TilePile},
};

/// The prompt of Azul.
pub(crate) struct AzulPrompt;

impl Prompt for AzulPrompt {
    type View = AzulView;
    const HELP: &'static str = "\
Take all tiles of one colour from a factory or the centre, and put them on a
line or on the floor: 2 blue 3 (factory 2, line 3), centre red floor.
Short: 2 b 3, c r f; black is k.
On the wall, capital letters are tiles and small ones the colours of free cells.
On the grey wall you choose the cell of each full line: wall 3 5, or just 5.
  bag     what is left in the bag and in the lid";

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
            Some((row, color)) => {
                let (line, columns) = (row.capacity(), columns(scene.position));
                let question = format!("line {line} is full of {color}: its column ({columns}): ");
                address(name, &question)
            }
            None => address(name, "your move (such as 2 blue 3): "),
        }
    }

    fn read(&self, scene: &ViewScene<'_, Azul>, line: &str) -> Result<Move, String> {
        // Errors quote the word that is wrong, so long words are cut.
        let words = line.split_whitespace().map(|word| full_word(&excerpt(&word.to_lowercase())));
        let mut words: Vec<String> = words.collect();
        if let (Some((row, _)), [_]) = (scene.position.line_to_tile(), words.as_slice()) {
            words.splice(0..0, ["wall".to_owned(), row.capacity().to_string()]);
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
            CommandOutput::from_text(format!(
                "{}\n{}",
                pile_line("bag", &bag),
                pile_line("lid", &lid)
            ))
        })
    }
}

/// Returns the columns where the full line's tile may go: `1, 3 or 4`.
fn columns(game: &Azul) -> String {
    let columns = AzulView::legal_moves(game).into_iter().filter_map(|mv| match mv {
        LegalMove::Wall(tiling) => Some(tiling.column.to_string()),
        LegalMove::Draft(_) => None,
    });
    let columns: Vec<String> = columns.collect();
    match columns.as_slice() {
        [columns @ .., last] if !columns.is_empty() => format!("{} or {last}", columns.join(", ")),
        _ => columns.concat(),
    }
}

/// Returns a line such as `bag   80: 17 blue, 13 yellow, 18 red, 15 black, 17 white`.
fn pile_line(name: &str, heap: &TilePile) -> String {
    let counts = TileColour::ALL.map(|color| {
        let group = heap.groups.iter().find(|group| group.colour == color);
        format!("{} {color}", group.map_or(0, |group| group.count))
    });
    format!("{name:<4} {:>3}: {}", heap.total, counts.join(", "))
}

/// Expands an abbreviation; other words stay unchanged.
fn full_word(word: &str) -> String {
    let mut letters = word.chars();
    let color = match (letters.next(), letters.next()) {
        (Some(letter), None) => TileColour::from_letter(letter.to_ascii_uppercase()),
        _ => None,
    };
    match (word, color) {
        (_, Some(color)) => color.name().into(),
        ("c" | "center", _) => "centre".into(),
        ("f", _) => "floor".into(),
        _ => word.into(),
    }
}
