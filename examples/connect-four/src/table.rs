//! Who plays, what is seen and told, and what is typed.

use crate::{Column, ConnectFour, has_four};
use anstyle::AnsiColor::{Red, Yellow};
use meeple_ai::roster::{PlayerKind, Resources, Roster};
use meeple_core::{Choice, Game, Limits, NoChoice, Player, Seat, player::RandomPlayer};
use meeple_terminal::{paint::Paint, prompt::Prompt};
use meeple_view::{Scene, View, WholeMove, words::verb};
use rand::Rng;

/// Who can be seated, the strongest first.
pub const ROSTER: Roster = Roster {
    game: ConnectFour::NAME,
    players: &[
        PlayerKind::simple::<ConnectFour, Careful>("careful", "wins if it can, blocks if it must"),
        PlayerKind::simple::<ConnectFour, RandomPlayer>("random", "any column"),
    ],
};

/// Wins if it can, blocks if it must, and otherwise leaves it to chance.
#[derive(Default)]
pub struct Careful;

impl Player<ConnectFour> for Careful {
    fn choose(
        &mut self,
        game: &ConnectFour,
        _: &Limits,
        rng: &mut dyn Rng,
    ) -> Result<Choice<Column>, NoChoice> {
        let four = |discs: u64| move |&mv: &Column| has_four(discs | game.landing(mv));
        let win = game.legal_moves().find(four(game.mine));
        let block = game.legal_moves().find(four(game.all ^ game.mine));
        let mv = win.or(block).or_else(|| game.random_move(rng));
        mv.map(Choice::silent).ok_or(NoChoice::NotNow)
    }
}

/// The grid, on any screen and at the prompts.
pub struct Grid;

impl View for Grid {
    type Game = ConnectFour;
    type Picture = [String; 7];
    type LegalMove = WholeMove;

    fn picture(scene: &Scene<'_, ConnectFour>) -> [String; 7] {
        scene.position.columns()
    }

    fn legal_moves(position: &ConnectFour) -> Vec<WholeMove> {
        WholeMove::all(position)
    }

    fn tell_move(before: &Scene<'_, ConnectFour>, seat: Seat, column: Column) -> String {
        let name = before.name(seat);
        format!("{name} {} a disc into column {column}", verb(name, "drop"))
    }
}

impl Prompt for Grid {
    type View = Grid;
    const HELP: &'static str = "Name a column, 1 to 7, to drop a disc. Four in a line win.";

    fn roster() -> Roster {
        ROSTER
    }

    fn new(_: &Resources) -> Self {
        Grid
    }

    fn draw(&self, scene: &Scene<'_, ConnectFour>, paint: Paint) -> String {
        let cell = |column: &String, row| match column.as_bytes().get(row) {
            None => paint.sign(" ·", " .").into(),
            Some(b'x') => paint.style(Red.on_default(), paint.sign(" ●", " x")),
            Some(_) => paint.style(Yellow.on_default(), paint.sign(" ○", " o")),
        };
        let columns = Grid::picture(scene);
        let line = |row| columns.iter().map(|column| cell(column, row)).collect::<String>() + "\n";
        (0..6).rev().map(line).collect::<String>() + " 1 2 3 4 5 6 7"
    }
}
