//! The computer players, the view and the prompt of Connect Four.

use crate::{Column, ConnectFour, has_four};
use anstyle::AnsiColor::{Red, Yellow};
use meeple_ai::roster::{PlayerKind, Resources, Roster};
use meeple_core::{Choice, ChooseError, Game, Limits, Player, Seat, player::RandomPlayer};
use meeple_terminal::{paint::Paint, prompt::Prompt};
use meeple_view::{View, ViewScene, WholeMove, words::conjugate};
use rand::Rng;

/// The computer players, in the order in which they are listed.
pub const ROSTER: Roster = Roster {
    game: ConnectFour::NAME,
    players: &[
        PlayerKind::simple::<ConnectFour, Careful>("careful", "wins if it can, blocks if it must"),
        PlayerKind::simple::<ConnectFour, RandomPlayer>("random", "any column"),
    ],
};

/// A player that wins if it can, blocks if it must, and otherwise plays at random.
#[derive(Default)]
pub struct Careful;

impl Player<ConnectFour> for Careful {
    fn choose(
        &mut self,
        game: &ConnectFour,
        _: &Limits,
        rng: &mut dyn Rng,
    ) -> Result<Choice<Column>, ChooseError> {
        let four = |discs: u64| move |&mv: &Column| has_four(discs | game.landing(mv));
        let win = game.legal_moves().find(four(game.mine));
        let block = game.legal_moves().find(four(game.all ^ game.mine));
        let mv = win.or(block).or_else(|| game.random_move(rng));
        mv.map(Choice::from_move).ok_or(ChooseError::NotNow)
    }
}

/// The view and the prompt of the board.
pub struct ConnectFourView;

impl View for ConnectFourView {
    type Game = ConnectFour;
    type Picture = [String; 7];
    type LegalMove = WholeMove;

    fn picture(scene: &ViewScene<'_, ConnectFour>) -> [String; 7] {
        scene.position.columns()
    }

    fn legal_moves(position: &ConnectFour) -> impl Iterator<Item = WholeMove> {
        WholeMove::all(position)
    }

    fn narrate_move(before: &ViewScene<'_, ConnectFour>, seat: Seat, column: Column) -> String {
        let name = before.name(seat);
        format!("{name} {} a disc into column {column}", conjugate(name, "drop"))
    }
}

impl Prompt for ConnectFourView {
    type View = ConnectFourView;
    const HELP: &'static str = "Name a column, 1 to 7, to drop a disc. Four in a line win.";

    fn roster() -> Roster {
        ROSTER
    }

    fn new(_: &Resources) -> Self {
        ConnectFourView
    }

    fn draw(&self, scene: &ViewScene<'_, ConnectFour>, paint: Paint) -> String {
        let cell = |column: &String, row| match column.as_bytes().get(row) {
            None => paint.symbol(" ·", " .").into(),
            Some(b'x') => paint.style(Red.on_default(), paint.symbol(" ●", " x")),
            Some(_) => paint.style(Yellow.on_default(), paint.symbol(" ○", " o")),
        };
        let columns = ConnectFourView::picture(scene);
        let line = |row| columns.iter().map(|column| cell(column, row)).collect::<String>() + "\n";
        (0..6).rev().map(line).collect::<String>() + " 1 2 3 4 5 6 7"
    }
}
