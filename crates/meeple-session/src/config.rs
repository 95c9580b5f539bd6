//! The configuration of a session, and the defaults shared by all front ends.

use crate::{Referee, TimeControl, setup::default_opponent};
use meeple_ai::roster::{Roster, roster};
use meeple_core::{Contestant, OptionValues};
use meeple_games::GameKind;
use meeple_view::{AnyView, view};
use std::time::Duration;

/// The word for a person in a list of seats.
pub const PERSON: &str = "you";

/// The default computer opponent, also used as a stand-in for players who have left.
pub const OPPONENT: &str = "normal";

/// The default time per move for a program.
pub const PROGRAM_TIME: Duration = Duration::from_secs(10);

/// How many of the last lines a program reports during a turn are kept.
pub const INFO_LINES: usize = 100;

/// How late a computer player's answer may be: it stops by itself, but the machine may be busy.
pub const COMPUTER_GRACE: Duration = Duration::from_millis(500);

/// The comment in a record on a move made by a stand-in.
pub(crate) const STAND_IN_COMMENT: &str = "moved by a stand-in";

/// The configuration of a session.
#[derive(Clone)]
pub struct SessionConfig {
    /// Shows and narrates the game.
    pub view: &'static dyn AnyView,
    /// Decides what happens when a player fails.
    pub referee: Referee,
    /// The time control.
    pub control: TimeControl,
    /// Whether people share a screen.
    pub people: People,
    /// The maximum time per move for computer players, whatever the clock says.
    pub computer_time: Option<Duration>,
    /// The time per move for programs when there is no clock.
    pub program_time: Duration,
    /// The computer player that moves for players who have left or are away.
    pub stand_in: Contestant,
    /// The maximum size of the list of legal moves in a snapshot, in bytes of JSON. Moves that aren't listed are legal
    /// all the same.
    pub max_moves_bytes: usize,
}

/// Whether people share a screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum People {
    /// Everyone looks at one screen, so undo needs nobody's permission.
    SharedScreen,
    /// Everyone has their own screen.
    Apart,
}

impl SessionConfig {
    /// Creates the default configuration of one of Meeple's games: one screen, no clock.
    pub fn for_game(kind: GameKind) -> Self {
        SessionConfig::new(view(kind), roster(kind))
    }

    /// Creates the default configuration of a game with this view and these computer players.
    pub fn new(view: &'static dyn AnyView, roster: Roster) -> Self {
        SessionConfig {
            view,
            referee: Referee::for_name(roster.game),
            control: TimeControl::None,
            people: People::SharedScreen,
            computer_time: None,
            program_time: PROGRAM_TIME,
            stand_in: computer(default_opponent(roster)),
            max_moves_bytes: usize::MAX,
        }
    }

    /// Sets the time per move for computer players and programs; `None` restores the defaults.
    #[must_use]
    pub fn with_time(self, time: Option<Duration>) -> Self {
        let program_time = time.unwrap_or(PROGRAM_TIME);
        SessionConfig { computer_time: time, program_time, ..self }
    }

    /// Sets the stand-in, named as in a list of seats; an unknown name gives the [default
    /// opponent](default_opponent).
    #[must_use]
    pub fn with_stand_in(self, kind: GameKind, player: &str) -> Self {
        let roster = roster(kind);
        let stand_in = roster.parse(player).unwrap_or_else(|_| computer(default_opponent(roster)));
        SessionConfig { stand_in, ..self }
    }
}

/// Creates a computer player with default parameters.
fn computer(player: &str) -> Contestant {
    Contestant::Computer { player: player.into(), parameters: OptionValues::new() }
}
