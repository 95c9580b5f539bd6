//! Azul line by line.

mod board;

use super::{Answer, Prompt};
use crate::paint::Paint;
use meeple_ai::roster::{Resources, Roster, roster};
use meeple_core::{Limits, Seat, text::nearest};
use meeple_games::{
    GameKind,
    azul::{Azul, AzulMove, Phase, TileColor},
};
use meeple_view::{Scene, azul::AzulView};

/// The prompt at a table with its boards.
pub(super) struct AzulPrompt;

impl Prompt for AzulPrompt {
    type View = AzulView;
    const OPPONENT: &'static str = "greedy";
    const HELP: &'static str = "\
Take all tiles of one colour from a factory or the centre and put them on a line:
2 blue 3 (factory 2, line 3), centre red floor. Short: 2 b 3, c r f; black is k.
On the wall, capital letters are tiles and small ones the colours of free cells.
On the grey wall you choose the cell of each full line: wall 3 5, or just 5.
  bag     what is left in the bag and in the lid";

    const COMMANDS: &'static [&'static str] = &["bag"];

    fn roster() -> Roster {
        roster(GameKind::Azul)
    }

    fn new(_: &Resources) -> Self {
        AzulPrompt
    }

    fn draw(&self, scene: &Scene<'_, Azul>, paint: Paint) -> String {
        board::draw(scene, paint)
    }

    fn question(&self, scene: &Scene<'_, Azul>, seat: Seat) -> String {
        let name = scene.name(seat);
        match scene.position.line_to_tile() {
            Some((row, color)) => {
                let line = row.index() + 1;
                format!("{name}, line {line} is full of {color}: its column (1 to 5): ")
            }
            None => format!("{name}, your move (such as 2 blue 3): "),
        }
    }

    fn read(&self, scene: &Scene<'_, Azul>, line: &str) -> Result<AzulMove, String> {
        let mut words: Vec<String> =
            line.split_whitespace().map(|word| full_word(&word.to_lowercase())).collect();
        if let (Some((row, _)), [_]) = (scene.position.line_to_tile(), words.as_slice()) {
            words.splice(0..0, ["wall".to_owned(), (row.index() + 1).to_string()]);
        }
        words.join(" ").parse().map_err(|error: meeple_core::ParseError| {
            let commands = ["help", "hint", "undo", "moves", "bag", "quit"];
            let command = nearest(line, commands).filter(|_| !line.contains(' '));
            let guess = command.map(|word| format!(" (or did you mean {word:?}?)"));
            let line: String = line.chars().take(40).collect();
            format!("{line:?} is not a move: {}{}", error.reason, guess.unwrap_or_default())
        })
    }

    fn command(
        &mut self,
        scene: &Scene<'_, Azul>,
        line: &str,
        _: &Limits,
        _: Paint,
    ) -> Option<Answer> {
        let heap = |name: &str, tiles: meeple_games::azul::TileCounts| {
            let counts = TileColor::ALL.map(|color| format!("{} {color}", tiles[color]));
            format!("{name:<4} {:>3}: {}", tiles.total(), counts.join(", "))
        };
        line.eq_ignore_ascii_case("bag").then(|| {
            let game = scene.position;
            Answer::said(format!("{}\n{}", heap("bag", game.bag()), heap("lid", game.lid())))
        })
    }
}

/// What a short word stands for; other words stay.
fn full_word(word: &str) -> String {
    let mut letters = word.chars();
    let color = match (letters.next(), letters.next()) {
        (Some(letter), None) => TileColor::from_letter(letter.to_ascii_uppercase()),
        _ => None,
    };
    match (word, color) {
        (_, Some(color)) => color.name().into(),
        ("c" | "center", _) => "centre".into(),
        ("f", _) => "floor".into(),
        _ => word.into(),
    }
}

/// What comes next, where it is not a move in the draft.
fn is_between_rounds(game: &Azul) -> bool {
    matches!(game.phase(), Phase::DrawStarter | Phase::Deal)
}
