//! Verdicts: every way in which a player can fail, with a name.
//!
//! The text is for people; [`Verdict::name`] is the stable word that stands in
//! records and in JSON. Both read well together, and the text alone:
//!
//! ```text
//! crash: exited with status 3
//! bad-answer: said "7, 2": no
//! ```
//!
//! What follows from a verdict is a [`Penalty`](crate::Penalty), which whoever
//! runs the game decides.

use std::{
    fmt::{self, Display},
    time::Duration,
};

/// How a player failed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Verdict {
    /// The program did not start.
    #[error("{program:?}: {reason}")]
    CannotStart {
        /// The program, as it was given.
        program: String,
        /// What the system says.
        reason: String,
    },
    /// The machine had no room for the program: a fault of ours.
    #[error("{program:?} could not be started now: {reason}")]
    NoRoom {
        /// The program, as it was given.
        program: String,
        /// What the system says.
        reason: String,
    },
    /// It said something that is no answer.
    #[error("said \"{}\": {reason}", answer.escape_ascii())]
    BadAnswer {
        /// The bytes, as far as they were kept.
        answer: Vec<u8>,
        /// What is wrong with them.
        reason: String,
    },
    /// It said more than any answer needs.
    #[error("no line feed within {limit} bytes; it began \"{}\"", start.escape_ascii())]
    LineTooLong {
        /// The most bytes an answer may have.
        limit: usize,
        /// How the line began.
        start: Vec<u8>,
    },
    /// It ended while an answer was due.
    #[error("{how}")]
    Crash {
        /// How it ended, for people.
        how: String,
    },
    /// It runs, but cannot be talked to any more.
    #[error("{how}")]
    ClosedPipe {
        /// What it closed, for people.
        how: String,
    },
    /// It answered, but too late.
    #[error("answered after {}, but had {}", seconds(*took), seconds(*limit))]
    Late {
        /// How long it took.
        took: Duration,
        /// The time it had.
        limit: Duration,
    },
    /// One of our own players gave no move: a fault of ours.
    #[error("{reason}")]
    Broken {
        /// What went wrong.
        reason: String,
    },
    /// It gave no answer in time.
    #[error("no answer within {}{}", seconds(*limit), Heard(heard))]
    TimeOut {
        /// The time it had.
        limit: Duration,
        /// What had come by then: half an answer, or nothing.
        heard: Vec<u8>,
    },
    /// It never read what it was asked.
    #[error("did not begin to read its input within {}", seconds(*patience))]
    NeverRead {
        /// How long it had to start.
        patience: Duration,
    },
    /// It used up its time for the whole game.
    #[error("used up its {}{}{}", seconds(*game), Increment(*increment), Lateness(*late))]
    Flag {
        /// What it had at the beginning.
        game: Duration,
        /// What was added after each move.
        increment: Duration,
        /// By how much its answer came too late; nothing if none came.
        late: Option<Duration>,
    },
    /// It answered well, with a move that the rules forbid.
    #[error("chose {mv:?}: {reason}")]
    Illegal {
        /// The move's text.
        mv: String,
        /// Which rule forbids it.
        reason: String,
    },
}

impl Verdict {
    /// The verdict's one word, the same for ever.
    pub fn name(&self) -> &'static str {
        match self {
            Verdict::CannotStart { .. } => "cannot-start",
            Verdict::NoRoom { .. } => NO_ROOM,
            Verdict::BadAnswer { .. } => "bad-answer",
            Verdict::LineTooLong { .. } => "line-too-long",
            Verdict::Crash { .. } => "crash",
            Verdict::ClosedPipe { .. } => "closed-pipe",
            Verdict::TimeOut { .. } | Verdict::NeverRead { .. } => "time-out",
            Verdict::Late { .. } => "late",
            Verdict::Flag { .. } => "flag",
            Verdict::Broken { .. } => BROKEN,
            Verdict::Illegal { .. } => "illegal",
        }
    }

    /// Whether it is a fault of ours, or of this machine, and not of whoever sat there.
    pub fn is_ours(&self) -> bool {
        is_ours(self.name())
    }
}

const NO_ROOM: &str = "no-room";
const BROKEN: &str = "broken";

/// Whether the verdict of this name is a fault of ours, or of this machine.
///
/// ```
/// use meeple_core::verdict::is_ours;
///
/// assert!(is_ours("broken") && is_ours("no-room") && !is_ours("crash"));
/// ```
pub fn is_ours(name: &str) -> bool {
    [BROKEN, NO_ROOM].contains(&name)
}

fn seconds(limit: Duration) -> String {
    format!("{} s", limit.as_secs_f64())
}

/// ` + 0.5 s a move`, or ` for the game` where nothing is added.
struct Increment(Duration);

impl Display for Increment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_zero() {
            return f.write_str(" for the game");
        }
        write!(f, " + {} a move", seconds(self.0))
    }
}

/// By how much an answer was too late, if there was one.
struct Lateness(Option<Duration>);

impl Display for Lateness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(late) => write!(f, ": its answer came {} too late", seconds(late)),
            None => f.write_str(", and no answer came"),
        }
    }
}

/// `, only "7 2"`, or nothing where nothing was heard.
struct Heard<'a>(&'a [u8]);

impl Display for Heard<'_> {
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
    fn only_what_we_or_the_machine_did_is_a_fault_of_ours() {
        let (program, reason) = ("./bot".to_owned(), "no".to_owned());
        let no_room = Verdict::NoRoom { program: program.clone(), reason: reason.clone() };
        assert!(no_room.is_ours() && Verdict::Broken { reason: reason.clone() }.is_ours());
        assert!(!Verdict::CannotStart { program, reason }.is_ours());
        assert!(!Verdict::Crash { how: "killed".into() }.is_ours());
    }
}
