//! What every page works with: settings, what is kept, and work that is done elsewhere.
//!
//! ```text
//! page ── spawn(job) ──► a thread ── News ──► the screen's loop ──► the page that asked
//! ```
//!
//! In tests jobs are done at once and their news wait in a queue, so that every run is the same.

use super::{
    boards::Motion,
    kept::Kept,
    printed::{AnyOutput, Step},
    settings::Settings,
    theme::Theme,
};
use crate::{failure::Failure, prompt::House};
use meeple_ai::{
    advice::AnyAdviser,
    analysis::{Effort, Found},
};
use meeple_bots::{Answered, Host, Players};
use meeple_core::{Limits, NoChoice, text::printable};
use meeple_games::GameKind;
use std::{
    collections::VecDeque,
    io::{PipeWriter, Write},
    num::NonZeroUsize,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
        mpsc::Sender,
    },
    thread,
    time::{Duration, Instant},
};

/// Which job some news are of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Ticket(u64);

/// What came of a job.
pub(crate) enum News {
    /// A player was asked.
    Answered {
        /// All players.
        players: Players,
        /// What came of it.
        answered: Answered,
    },
    /// An adviser has answered.
    Advised {
        /// The adviser.
        adviser: Box<dyn AnyAdviser>,
        /// Its answer.
        answer: Result<crate::asking::Answer, NoChoice>,
    },
    /// A step of a recorded game was judged.
    Judged {
        /// The adviser.
        adviser: Box<dyn AnyAdviser>,
        /// What was found.
        found: Result<Found, NoChoice>,
    },
    /// An engine has printed something.
    Printed {
        /// Where more comes from.
        output: Box<AnyOutput>,
        /// What is to be shown.
        step: Result<Step, Failure>,
    },
    /// The job broke down.
    Broken,
}

/// Who does the work.
enum Workers {
    /// Threads; the loop is woken when one is done.
    Threads { news: Sender<(Ticket, News)>, waker: Arc<PipeWriter> },
    /// Whoever asks, at once.
    AtOnce(VecDeque<(Ticket, News)>),
}

/// What every page works with.
pub(crate) struct Desk {
    /// Players' resources, programs, signals.
    pub(crate) house: House,
    /// What the user has chosen.
    pub(crate) settings: Settings,
    /// Games and progress on disk.
    pub(crate) kept: Kept,
    /// How things look.
    pub(crate) theme: Theme,
    /// How much is thought about each step of a recorded game.
    pub(crate) effort: fn(GameKind) -> Effort,
    /// The time, as of this message.
    pub(crate) now: Instant,
    /// Something to be said at the bottom for a while.
    toast: Option<Toast>,
    workers: Workers,
    tickets: u64,
}

/// A sentence that goes by itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Toast {
    /// What is said.
    pub(crate) words: String,
    /// What it is.
    pub(crate) kind: Kind,
    until: Instant,
}

/// What is said.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Something to know.
    Word,
    /// Something cannot be done.
    Refusal,
}

/// How many positions an adviser looks at where work is done at once.
pub(crate) const ADVICE_NODES: u64 = 6_000;

/// How long something is said.
const TOAST: Duration = Duration::from_secs(6);

impl Desk {
    /// A desk whose work is done on threads.
    pub(crate) fn new(
        house: House,
        settings: Settings,
        kept: Kept,
        theme: Theme,
        news: Sender<(Ticket, News)>,
        waker: PipeWriter,
    ) -> Self {
        let workers = Workers::Threads { news, waker: Arc::new(waker) };
        Desk::with(house, settings, kept, theme, workers)
    }

    /// A desk whose work is done at once, with nothing on disk.
    pub(crate) fn at_once(theme: Theme) -> Self {
        let workers = Workers::AtOnce(VecDeque::new());
        let desk =
            Desk::with(House::default(), Settings::default(), Kept::nowhere(), theme, workers);
        Desk { effort: quick_effort, ..desk }
    }

    fn with(house: House, settings: Settings, kept: Kept, theme: Theme, workers: Workers) -> Self {
        let (now, toast, tickets) = (Instant::now(), None, 0);
        Desk { house, settings, kept, theme, effort: Effort::of, now, toast, workers, tickets }
    }

    /// A host for tables of this game.
    pub(crate) fn host(&self, kind: GameKind) -> Host {
        let host = Host::of(kind, self.house.resources.clone());
        Host { kennel: self.house.kennel.clone(), ..host }
    }

    /// Limits that can be stopped: so much time, or, where work is done at once and must not
    /// depend on the machine, so many positions.
    pub(crate) fn limits(&self, time: Option<Duration>, nodes: u64) -> Limits {
        let is_at_once = matches!(self.workers, Workers::AtOnce(_));
        Limits {
            time: if is_at_once { None } else { time },
            nodes: is_at_once.then_some(nodes),
            ..stoppable()
        }
    }

    /// Whether things may move on the screen.
    pub(crate) fn motion(&self) -> Motion {
        if self.settings.is_still { Motion::None } else { Motion::Shown(self.now) }
    }

    /// Has this done elsewhere; the news come to the page with the ticket.
    pub(crate) fn spawn(&mut self, job: impl FnOnce() -> News + Send + 'static) -> Ticket {
        self.tickets += 1;
        let ticket = Ticket(self.tickets);
        let guarded = move || catch_unwind(AssertUnwindSafe(job)).unwrap_or(News::Broken);
        match &mut self.workers {
            Workers::AtOnce(queue) => queue.push_back((ticket, guarded())),
            Workers::Threads { news, waker } => {
                let (sender, waker) = (news.clone(), Arc::clone(waker));
                let work = move || {
                    // The loop may have ended in the meantime: then nobody wants to know.
                    let _ = sender.send((ticket, guarded()));
                    let _ = (&*waker).write_all(&[0]);
                };
                if thread::Builder::new().name("thinking".into()).spawn(work).is_err() {
                    let _ = news.send((ticket, News::Broken));
                }
            }
        }
        ticket
    }

    /// What was done at once, and has not been told yet.
    pub(crate) fn next_news(&mut self) -> Option<(Ticket, News)> {
        match &mut self.workers {
            Workers::AtOnce(queue) => queue.pop_front(),
            Workers::Threads { .. } => None,
        }
    }

    /// Says something for a while.
    pub(crate) fn say(&mut self, words: impl AsRef<str>) {
        self.put_toast(words.as_ref(), Kind::Word);
    }

    /// Says for a while why something cannot be done.
    pub(crate) fn refuse(&mut self, words: impl AsRef<str>) {
        self.put_toast(words.as_ref(), Kind::Refusal);
    }

    /// Paths, names and reasons come from outside: nothing in them may move a cursor.
    fn put_toast(&mut self, words: &str, kind: Kind) {
        self.toast = Some(Toast { words: printable(words), kind, until: self.now + TOAST });
    }

    /// What is being said.
    pub(crate) fn toast(&self) -> Option<&Toast> {
        self.toast.as_ref().filter(|toast| self.now < toast.until)
    }

    /// When what is being said goes.
    pub(crate) fn toast_ends(&self) -> Option<Instant> {
        self.toast().map(|toast| toast.until)
    }

    /// Nothing is said any more.
    pub(crate) fn hush(&mut self) {
        self.toast = None;
    }
}

/// The effort where work is done at once: a screen in memory should not make anybody wait.
fn quick_effort(kind: GameKind) -> Effort {
    Effort { nodes: Some(ADVICE_NODES), ..Effort::of(kind) }
}

/// Limits that bind nothing and can be stopped.
pub(crate) fn stoppable() -> Limits {
    Limits {
        threads: NonZeroUsize::new(crate::processors()),
        stop: Arc::new(AtomicBool::new(false)),
        ..Limits::default()
    }
}

/// Raises the flag of these limits: whoever thinks within them stops.
pub(crate) fn stop(limits: &Limits) {
    limits.stop.store(true, Ordering::SeqCst);
}
