//! Verdicts: every way in which a player can fail, with a name.
//!
//! The text is for people; [`Verdict::name`] is the stable word used in records and in JSON. The
//! text makes sense with or without the name in front:
//!
//! ```text
//! crash: exited with status 3
//! bad-answer: said "7, 2": no
//! ```
//!
//! What happens to the game is a separate decision: a [`Penalty`](crate::Penalty).

use std::{
    fmt::{self, Display},
    time::Duration,
};

/// How a player failed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Verdict {
    /// The program could not be started.
    #[error("{program:?}: {reason}")]
    CannotStart {
        /// The program as given.
        program: String,
        /// The operating system's error message.
        reason: String,
    },
    /// The machine lacked the resources to start the program; not the player's fault.
    #[error("{program:?} could not be started now: {reason}")]
    OutOfResources {
        /// The program as given.
        program: String,
        /// The operating system's error message.
        reason: String,
    },
    /// The player sent something that is not a valid answer.
    #[error("said \"{}\": {reason}", answer.escape_ascii())]
    BadAnswer {
        /// The bytes received, possibly shortened.
        answer: Vec<u8>,
        /// What is wrong with them.
        reason: String,
    },
    /// The player sent a line longer than any valid answer.
    #[error("no line feed within {limit} bytes; it began \"{}\"", start.escape_ascii())]
    LineTooLong {
        /// Maximum length of an answer in bytes.
        limit: usize,
        /// The beginning of the line.
        start: Vec<u8>,
    },
    /// The program exited while an answer was due.
    #[error("{how}")]
    Crash {
        /// A description of how it exited.
        how: String,
    },
    /// The program is still running but has closed its input or output.
    #[error("{how}")]
    ClosedPipe {
        /// A description of what it closed.
        how: String,
    },
    /// The player answered too late.
    #[error("answered after {}, but had {}", rounded_up(*took), seconds(*limit))]
    Late {
        /// How long the answer took.
        took: Duration,
        /// The time limit.
        limit: Duration,
    },
    /// One of our own computer players returned no move; a bug in Meeple.
    #[error("{reason}")]
    InternalError {
        /// What went wrong.
        reason: String,
    },
    /// The player did not answer in time.
    #[error("no answer within {}{}", seconds(*limit), HeardText(heard))]
    TimeOut {
        /// The time limit.
        limit: Duration,
        /// What had been received by then: part of an answer, or nothing.
        heard: Vec<u8>,
    },
    /// The program never read its input.
    #[error("did not begin to read its input within {}", seconds(*patience))]
    NeverRead {
        /// How long it had to start reading.
        patience: Duration,
    },
    /// The player used up the time for the whole game.
    #[error("used up its {}{}{}", seconds(*game), Increment(*increment), Lateness(*late))]
    Flag {
        /// The time on the clock at the start of the game.
        game: Duration,
        /// The time added after each move.
        increment: Duration,
        /// How late the answer came; `None` if there was no answer.
        late: Option<Duration>,
    },
    /// The answer was well-formed, but the move is illegal.
    #[error("chose {mv:?}: {reason}")]
    Illegal {
        /// The move's text.
        mv: String,
        /// The rule that forbids it.
        reason: String,
    },
}

impl Verdict {
    /// Returns the verdict's stable one-word name.
    pub fn name(&self) -> &'static str {
        match self {
            Verdict::CannotStart { .. } => "cannot-start",
            Verdict::OutOfResources { .. } => NO_ROOM,
            Verdict::BadAnswer { .. } => "bad-answer",
            Verdict::LineTooLong { .. } => "line-too-long",
            Verdict::Crash { .. } => "crash",
            Verdict::ClosedPipe { .. } => "closed-pipe",
            Verdict::TimeOut { .. } | Verdict::NeverRead { .. } => "time-out",
            Verdict::Late { .. } => "late",
            Verdict::Flag { .. } => "flag",
            Verdict::InternalError { .. } => BROKEN,
            Verdict::Illegal { .. } => ILLEGAL,
        }
    }

    /// Returns whether Meeple or this machine is to blame rather than the player.
    pub fn is_internal(&self) -> bool {
        is_internal(self.name())
    }
}

const NO_ROOM: &str = "no-room";
const BROKEN: &str = "broken";
const ILLEGAL: &str = "illegal";

/// Returns whether the verdict with this name blames Meeple or this machine rather than the player.
///
/// ```
/// use meeple_core::verdict::is_internal;
///
/// assert!(is_internal("broken") && is_internal("no-room") && !is_internal("crash"));
/// ```
pub fn is_internal(name: &str) -> bool {
    [BROKEN, NO_ROOM].contains(&name)
}

/// Returns whether the verdict with this name is about an illegal move, which is a normal part of a game: the
/// player answered in time and in the right form.
///
/// ```
/// use meeple_core::verdict::is_illegal_move;
///
/// assert!(is_illegal_move("illegal") && !is_illegal_move("bad-answer"));
/// ```
pub fn is_illegal_move(name: &str) -> bool {
    name == ILLEGAL
}

/// Formats a limit in seconds, rounded down to milliseconds.
fn seconds(limit: Duration) -> String {
    format!("{} s", Duration::from_millis(limit.as_millis() as u64).as_secs_f64())
}

/// Formats a time above a limit in seconds, rounded up to milliseconds so that it looks longer.
fn rounded_up(time: Duration) -> String {
    seconds(time + Duration::from_nanos(999_999))
}

/// Displays ` + 0.5 s a move`, or ` for the game` without an increment.
struct Increment(Duration);

impl Display for Increment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_zero() {
            return f.write_str(" for the game");
        }
        write!(f, " + {} a move", seconds(self.0))
    }
}

/// Displays how late an answer was, or that there was none.
struct Lateness(Option<Duration>);

impl Display for Lateness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(late) => write!(f, ": its answer came {} too late", rounded_up(late)),
            None => f.write_str(", and no answer came"),
        }
    }
}

/// Displays `, only "7 2"...` if part of an answer was received, otherwise nothing.
struct HeardText<'a>(&'a [u8]);

impl Display for HeardText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return Ok(());
        }
        write!(f, ", only \"{}\" without a line feed", self.0.escape_ascii())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(verdict: &Verdict, name: &str, text: &str) {
        assert_eq!((verdict.name(), verdict.to_string().as_str()), (name, text));
    }

    #[test]
    fn each_verdict_says_what_happened() {
        let bad = Verdict::BadAnswer { answer: b"7, \xff\x1b\n".into(), reason: "no".into() };
        check(&bad, "bad-answer", r#"said "7, \xff\x1b\n": no"#);
        let crash = Verdict::Crash { how: "exited with status 3".into() };
        check(&crash, "crash", "exited with status 3");
        let limit = Duration::from_millis(1500);
        let late = |heard: &[u8]| Verdict::TimeOut { limit, heard: heard.into() };
        check(&late(b""), "time-out", "no answer within 1.5 s");
        let half = r#"no answer within 1.5 s, only "7 2" without a line feed"#;
        check(&late(b"7 2"), "time-out", half);
        let never = Verdict::NeverRead { patience: limit };
        check(&never, "time-out", "did not begin to read its input within 1.5 s");
    }

    #[test]
    fn a_game_clock_that_ran_out_says_what_it_was() {
        let flag = |ms, late: Option<u64>| Verdict::Flag {
            game: Duration::from_secs(60),
            increment: Duration::from_millis(ms),
            late: late.map(Duration::from_millis),
        };
        let late = "used up its 60 s + 0.5 s a move: its answer came 0.012 s too late";
        check(&flag(500, Some(12)), "flag", late);
        check(&flag(0, None), "flag", "used up its 60 s for the game, and no answer came");
    }

    #[test]
    fn only_faults_of_the_host_or_the_machine_are_ours() {
        let (program, reason) = ("./bot".to_owned(), "no".to_owned());
        let no_room = Verdict::OutOfResources { program: program.clone(), reason: reason.clone() };
        assert!(
            no_room.is_internal()
                && Verdict::InternalError { reason: reason.clone() }.is_internal()
        );
        assert!(!Verdict::CannotStart { program, reason }.is_internal());
        assert!(!Verdict::Crash { how: "killed".into() }.is_internal());
    }
}
