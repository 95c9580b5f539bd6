//! A game that was played, or is being played elsewhere: to be looked at ply by ply.

use super::{
    app::{Go, Page},
    boards::{self, Board, KeyHint, Role},
    canvas::Canvas,
    desk::Desk,
    input::Input,
    play::course::kind_of,
};
use crate::record_file;
use meeple_core::Match;
use ratatui::layout::Rect;
use std::path::Path;

/// A recorded game on the screen.
pub(crate) struct Replay {
    game: Match,
    board: Box<dyn Board>,
}

impl Replay {
    /// This game; its record, if there is one, keeps what is found out about it.
    pub(crate) fn of(game: Match, _record: Option<&Path>, _: &Desk) -> Self {
        let mut board = boards::board(kind_of(&game));
        board.show(&game, game.line().len(), Role::default());
        Replay { game, board }
    }

    /// The game of this record.
    pub(crate) fn read(path: &Path, desk: &Desk) -> Result<Self, String> {
        let replay = record_file::read(path).map_err(|error| error.to_string())?;
        Ok(Replay::of(replay.game, Some(path), desk))
    }
}

impl Page for Replay {
    fn title(&self, _: &Desk) -> String {
        format!("replay of {}", self.game.header().game)
    }

    fn press(&mut self, _: Input, _: &mut Desk) -> Go {
        Go::Back
    }

    fn view(&self, area: Rect, canvas: &mut Canvas<'_>, _: &Desk) {
        self.board.draw(area, canvas);
    }

    fn keys(&self, _: &Desk) -> Vec<KeyHint> {
        Vec::new()
    }

    fn help(&self) -> &'static str {
        ""
    }
}
