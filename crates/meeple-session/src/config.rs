//! What a session is set up with, and the defaults that all front ends share.

use crate::{Referee, TimeControl, setup::opponent};
use meeple_ai::roster::{Roster, roster};
use meeple_core::Contestant;
use meeple_games::GameKind;
use meeple_view::{AnyView, view};
use std::time::Duration;

/// The word for a person in a list of seats.
pub const PERSON: &str = "you";

/// The computer player that a person meets unless another one is named; it also takes over the
/// seat of somebody who has left.
pub const OPPONENT: &str = "normal";

/// How long a program may think about a move where nothing else is said.
pub const PROGRAM_TIME: Duration = Duration::from_secs(10);

/// How many lines that a program reports during a turn are kept: the last ones.
pub const INFO_LINES: usize = 100;

/// How much later than its time an answer of a computer player may come: it stops by itself, but
/// the machine may be busy.
pub const COMPUTER_GRACE: Duration = Duration::from_millis(500);

/// What a record says of a move that was made for somebody who is not there.
pub(crate) const STAND_IN_COMMENT: &str = "moved by a stand-in";

/// What a session is set up with.
#[derive(Clone)]
pub struct Config {
    /// How the game is shown and told.
    pub view: &'static dyn AnyView,
    /// Decides what follows when a player fails.
    pub referee: Referee,
    /// How long everybody may think.
    pub control: TimeControl,
    /// Whether people share a screen.
    pub people: People,
    /// How long a computer player may think about a move, whatever a clock says.
    pub computer_time: Option<Duration>,
    /// How long a program may think about a move where there is no clock.
    pub program_time: Duration,
    /// Moves for those who have left or are away.
    pub stand_in: Contestant,
}

/// Whether people share a screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum People {
    /// Everybody looks at one screen: nobody need be asked before a move is taken back.
    SharedScreen,
    /// Everybody has their own.
    Apart,
}

impl Config {
    /// What a game of Meeple's is played with on one screen, without a clock.
    pub fn of(kind: GameKind) -> Self {
        Config { referee: Referee::of(kind), ..Config::new(view(kind), roster(kind)) }
    }

    /// The same for a game outside Meeple's list, shown so and played by these.
    pub fn new(view: &'static dyn AnyView, roster: Roster) -> Self {
        Config {
            view,
            referee: Referee::default(),
            control: TimeControl::None,
            people: People::SharedScreen,
            computer_time: None,
            program_time: PROGRAM_TIME,
            stand_in: computer(opponent(roster)),
        }
    }

    /// The same with this long for every move of computer players and programs.
    #[must_use]
    pub fn with_time(self, time: Option<Duration>) -> Self {
        let program_time = time.unwrap_or(PROGRAM_TIME);
        Config { computer_time: time, program_time, ..self }
    }

    /// The same with this player, named as in a list of seats, for those who have left.
    #[must_use]
    pub fn with_stand_in(self, kind: GameKind, player: &str) -> Self {
        let stand_in = roster(kind).read(player).unwrap_or_else(|_| computer(OPPONENT));
        Config { stand_in, ..self }
    }
}

/// One of Meeple's players without parameters.
fn computer(player: &str) -> Contestant {
    Contestant::Computer { player: player.into(), parameters: serde_json::Map::new() }
}
