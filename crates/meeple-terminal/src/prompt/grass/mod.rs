//! Laying Grass line by line.
//!
//! A tile is turned with `r`, `l` and `f` until it looks right, then laid by naming the cell for its first cell
//! (the leftmost one of its top row); or both at once: `C2 fr`. The notation of records is understood too:
//! there a cell is two letters and names the corner of the tile's rectangle. Such a cell is typed in capitals
//! and turns in small letters, so that `rr` turns the tile and `RR` is a cell.

mod draw;
mod hand;
mod parse;
mod people;
mod tiles;

use super::{CommandOutput, Prompt, game::address};
use crate::{console::Console, paint::Paint};
use draw::PromptDrawing;
use meeple_ai::{
    advice::{AnyAdviser, adviser},
    roster::{Resources, Roster, roster},
};
use meeple_core::{Game, Limits, Seat, SeatInfo};
use meeple_games::{
    GameKind,
    grass::{Cell, Grass, Move, Orientation},
};
use meeple_view::{
    View, ViewScene,
    grass::{GrassView, ShownPosition},
    words::format_count,
};
use std::io;

/// The prompt of Laying Grass.
#[derive(Default)]
pub(crate) struct GrassPrompt {
    /// The last turn of a tile in hand.
    turned: Option<TurnedTile>,
}

/// A turned tile, and at which point of the game it was turned.
struct TurnedTile {
    plies: usize,
    tile: Option<u8>,
    orientation: Orientation,
}

impl GrassPrompt {
    /// Returns the current orientation of the tile in hand.
    fn orientation(&self, scene: &ViewScene<'_, Grass>, picture: &ShownPosition) -> Orientation {
        let tile = picture.hand.as_ref().and_then(|hand| hand.tile);
        let is_now =
            |turned: &&TurnedTile| turned.plies == scene.plies.len() && turned.tile == tile;
        let now = self.turned.as_ref().filter(is_now);
        now.map_or(Orientation::AS_DRAWN, |turned| turned.orientation)
    }

    /// Turns the tile in hand, one letter after the other, and redraws everything.
    fn turn(&mut self, scene: &ViewScene<'_, Grass>, letters: &str, paint: Paint) -> CommandOutput {
        let picture = GrassView::picture(scene);
        let now = self.orientation(scene, &picture);
        let Some(hand) = picture.hand.as_ref().filter(|hand| hand.looks.len() > 1) else {
            return CommandOutput::Text(parse::nothing_to_turn(&picture, letters));
        };
        let orientation = hand::turned(hand, now, letters);
        self.turned = Some(TurnedTile { plies: scene.plies.len(), tile: hand.tile, orientation });
        let note = (orientation == now).then_some("The tile looks the same as before.");
        let drawing = PromptDrawing { picture: &picture, orientation, spots: &[], note, paint };
        CommandOutput::Drawing(format!("\n{}", drawing.all()))
    }

    /// Draws the board and marks every cell where the first cell of the tile may go in its current orientation.
    fn spots(&self, scene: &ViewScene<'_, Grass>, paint: Paint) -> CommandOutput {
        let picture = GrassView::picture(scene);
        let shown = self.orientation(scene, &picture);
        let Some(hand) = &picture.hand else {
            return CommandOutput::Text("There is no tile to lay now.".into());
        };
        let first = hand::first_column(hand, shown);
        let spots = scene.position.legal_moves().filter_map(|mv| match mv {
            Move::Place { corner, orientation } if orientation == shown => {
                Some(corner.offset((0, first)))
            }
            _ => None,
        });
        let spots: Vec<Cell> = spots.collect();
        let marked = if spots.is_empty() { "" } else { ", marked x," };
        let count = format_count(spots.len(), "spot");
        let note = format!("{count}{marked} for the first cell of the tile as shown.");
        let (orientation, note) = (shown, Some(note.as_str()));
        let drawing = PromptDrawing { picture: &picture, orientation, spots: &spots, note, paint };
        CommandOutput::Drawing(format!("\n{}", drawing.all()))
    }
}

impl Prompt for GrassPrompt {
    type View = GrassView;
    const HELP: &'static str = "\
Type the cell for the first cell of the tile (in its top row, the leftmost),
such as C2. The player with the largest square at the end wins.
  C2          lay the tile as shown         r, l     turn it right, left
  C2 fr       flip it, turn it, lay it      f        flip it
  exchange 3  spend a coupon: next tile 3   spots    show where it fits
  remove C2   spend a coupon on a stone     discard  discard a tile that
  stone C2    place a stone                          fits nowhere
  steal C2    steal a tile                  stop     buy no more 1x1 tiles
Turns after a cell start from the tile as it is drawn in the list of tiles, not
from how you have turned it.
On the board, 2a is a cell of player 2. Cells with the same letter next to each
other are one tile, in capitals if it was laid last. 2* is a 1x1 tile (2! the
last one), 2+ a captured square, ## a stone. E, S and R are bonus squares.";

    const COMMANDS: &'static [&'static str] = &[
        "discard", "exchange", "flip", "lay", "remove", "spots", "steal", "stone", "stop", "turn",
    ];

    fn roster() -> Roster {
        roster(GameKind::Grass)
    }

    fn adviser(resources: &Resources) -> Box<dyn AnyAdviser> {
        adviser(GameKind::Grass, resources)
    }

    fn new(_: &Resources) -> Self {
        GrassPrompt::default()
    }

    fn ask_options(console: &mut Console<'_>, options: &mut Vec<String>) -> io::Result<bool> {
        if !options.is_empty() {
            return Ok(true);
        }
        let players = console.ask_until("How many players, 2 to 9? (2) ", people::read_players)?;
        options.extend(players.map(|players| format!("players={players}")));
        Ok(players.is_some())
    }

    fn ask_people(console: &mut Console<'_>, seats: &mut [SeatInfo]) -> io::Result<bool> {
        people::ask(console, seats)
    }

    fn draw(&self, scene: &ViewScene<'_, Grass>, paint: Paint) -> String {
        let picture = GrassView::picture(scene);
        let orientation = self.orientation(scene, &picture);
        PromptDrawing { picture: &picture, orientation, spots: &[], note: None, paint }.all()
    }

    fn question(&self, scene: &ViewScene<'_, Grass>, seat: Seat) -> String {
        let name = scene.name(seat);
        let picture = GrassView::picture(scene);
        let question = match picture.phase {
            "start" => "your start tile (such as K11): ".into(),
            "stone" => "place a stone (such as K11): ".into(),
            "robbery" => "steal a tile (such as K11): ".into(),
            "final" => "buy a 1x1 tile (a cell such as K11, or stop): ".into(),
            phase => {
                let tile = if phase == "stolen" { "the stolen tile" } else { "the tile" };
                format!("lay {tile} ({}): ", parse::choices(scene, &picture))
            }
        };
        address(name, &question)
    }

    fn read(&self, scene: &ViewScene<'_, Grass>, line: &str) -> Result<Move, String> {
        let picture = GrassView::picture(scene);
        let shown = self.orientation(scene, &picture);
        parse::parse_move(scene.position, &picture, shown, line)
    }

    fn command(
        &mut self,
        scene: &ViewScene<'_, Grass>,
        line: &str,
        _: &Limits,
        paint: Paint,
    ) -> Option<CommandOutput> {
        match line.to_lowercase().as_str() {
            "spots" => Some(self.spots(scene, paint)),
            _ => parse::parse_turns(line).map(|letters| self.turn(scene, &letters, paint)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use meeple_core::Contestant;

    /// Returns a position with this many pending stones and robberies.
    fn pending(pending: &str) -> Grass {
        let text = format!(
            "players=2 shapes=show final=anywhere tie=grass round=2 turn=0 coupons=1,1 spent=no \
             pending={pending} stolen=- queue=10,47,5,1,2,?13 discarded=- \
             tiles=7:CB:0,8:SR:1,12:BC:0 single=BB:0,TT:1 bonus=- captured=CC:S:0,ED:R:0 stones=-"
        );
        text.parse().expect("a position")
    }

    /// Returns a position with this tile in hand.
    fn in_hand(tile: u8) -> Grass {
        let text = format!(
            "players=2 shapes=show final=anywhere tie=grass round=2 turn=0 coupons=1,1 spent=no \
             pending=0,0 stolen=- queue={tile},47,5,1,2,3,?13 discarded=- \
             tiles=8:SR:1,12:BC:0 single=BB:0,TT:1 bonus=- captured=- stones=-"
        );
        text.parse().expect("a position")
    }

    fn seats() -> Vec<SeatInfo> {
        let seat =
            |name: &str| SeatInfo { name: name.into(), colour: None, who: Contestant::Person };
        ["Ann", "Bo"].map(seat).into()
    }

    #[track_caller]
    fn without_a_tile(game: &Grass, question: &str, named: Move) {
        let (seats, mut prompt) = (seats(), GrassPrompt::default());
        let scene = ViewScene::without_history(game, &seats);
        assert_eq!(prompt.question(&scene, Seat::new(0)), question);
        for (line, words) in [
            ("r", "There is no tile to turn now."),
            ("flip", "There is no tile to turn now."),
            ("rr", "There is no tile to turn now. For the cell, type RR."),
            ("spots", "There is no tile to lay now."),
        ] {
            let answer = prompt.command(&scene, line, &Limits::default(), Paint::PLAIN);
            assert_eq!(answer, Some(CommandOutput::Text(words.into())), "{line}");
        }
        assert_eq!(prompt.command(&scene, "RR", &Limits::default(), Paint::PLAIN), None);
        assert_eq!(prompt.read(&scene, "RR"), Ok(named));
        assert_eq!(prompt.read(&scene, "rR"), Ok(named));
        assert_eq!(prompt.read(&scene, "R18"), Ok(named));
        for line in ["RR fr", "R18 fr"] {
            let refused = prompt.read(&scene, line).expect_err("nothing is turned");
            assert!(refused.starts_with(&format!("\"{line}\" is not a move: ")), "{refused}");
        }
    }

    #[test]
    fn where_no_tile_is_in_hand_a_cell_is_named_and_turns_say_so() {
        let cell = "RR".parse().expect("a cell");
        without_a_tile(&pending("1,1"), "Ann, place a stone (such as K11): ", Move::Stone(cell));
        without_a_tile(&pending("0,1"), "Ann, steal a tile (such as K11): ", Move::Steal(cell));
    }

    #[test]
    fn a_turned_tile_does_not_turn_another() {
        let (seats, mut prompt) = (seats(), GrassPrompt::default());
        let [first, second] = [10, 7].map(in_hand);
        let scenes = [&first, &second].map(|game| ViewScene::without_history(game, &seats));
        let laid = |prompt: &GrassPrompt, scene| prompt.read(scene, "CB").map(|mv| mv.to_string());
        prompt.command(&scenes[0], "r", &Limits::default(), Paint::PLAIN);
        assert_eq!(laid(&prompt, &scenes[0]), Ok("lay CB r".into()));
        assert_eq!(laid(&prompt, &scenes[1]), Ok("lay CB".into()));
    }
}
