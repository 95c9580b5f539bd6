//! What every page works with: settings, the user's files, and background jobs.
//!
//! ```text
//! page ── spawn(job) ──► a thread ── JobOutcome ──► the screen's loop ──► the page that asked
//! ```
//!
//! In tests, jobs run immediately and their outcomes wait in a queue, so that every run is the
//! same.

use super::{
    boards::Animation,
    engine_output::EngineTranscript,
    scripted::{ComputerPlayers, ScriptedAdviser},
    settings::Settings,
    theme::Theme,
    user_files::UserFiles,
};
use crate::{
    ask_adviser::{AdviserAnswer, ask_adviser},
    prompt::Env,
};
use meeple_ai::{
    advice::{AnyAdviser, Question, adviser},
    analysis::{AnalysisEffort, JobResult},
};
use meeple_bots::{
    PlayerLauncher, Players, TimedReply,
    school::{TranscriptError, TranscriptEvent},
};
use meeple_core::{
    AnyGame, ChooseError, Limits,
    rng::{RngStream, seeded},
    text::printable,
};
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

/// Identifies a background job.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct JobId(u64);

/// A background job that was started.
pub(crate) struct Job {
    pub(crate) id: JobId,
    /// When it was started.
    pub(crate) since: Instant,
    stop: Arc<AtomicBool>,
}

impl Job {
    /// Tells the computer player or adviser that works on it to stop; the outcome still arrives.
    pub(crate) fn stop(&self) {
        self.stop.store(true, Ordering::SeqCst);
    }
}

/// The outcome of a background job.
pub(crate) enum JobOutcome {
    /// A player was asked for a move.
    Replied {
        /// All players, handed back.
        players: Players,
        /// The player's reply.
        answered: TimedReply,
    },
    /// An adviser was asked.
    Advised {
        /// The adviser, handed back.
        adviser: Box<dyn AnyAdviser>,
        /// Its advice.
        answer: Result<AdviserAnswer, ChooseError>,
    },
    /// A step of a recorded game was analysed.
    Analysed {
        /// The adviser, handed back.
        adviser: Box<dyn AnyAdviser>,
        /// The result of the analysis.
        found: Result<JobResult, ChooseError>,
    },
    /// A game engine printed something.
    Printed {
        /// The source of further output.
        transcript: EngineTranscript,
        /// What it printed.
        event: Result<TranscriptEvent, TranscriptError>,
    },
    /// The job panicked or could not be started.
    Failed,
}

/// Where jobs run.
enum JobRunner {
    /// On threads, which wake the loop when they are done.
    Threads { news: Sender<(JobId, JobOutcome)>, waker: Arc<PipeWriter> },
    /// On the calling thread, immediately.
    Immediate(VecDeque<(JobId, JobOutcome)>),
}

/// What every page works with.
pub(crate) struct AppContext {
    /// Resources of the players, bot processes, and signals.
    pub(crate) env: Env,
    /// The user's settings.
    pub(crate) settings: Settings,
    /// Saved games and progress on disk.
    pub(crate) files: UserFiles,
    /// Colours and symbols.
    pub(crate) theme: Theme,
    /// How much effort the analysis puts into each step of a recorded game.
    pub(crate) effort: fn(GameKind) -> AnalysisEffort,
    /// Whether computer players and advisers are real.
    pub(crate) computers: ComputerPlayers,
    /// The time of the current event.
    pub(crate) now: Instant,
    /// A message shown at the bottom for a while.
    toast: Option<Toast>,
    workers: JobRunner,
    last_job_id: u64,
}

/// A message that disappears after a while.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Toast {
    pub(crate) words: String,
    pub(crate) kind: NoticeKind,
    until: Instant,
}

/// The kind of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NoticeKind {
    /// Information.
    Info,
    /// A refusal.
    Refusal,
}

/// How many positions an adviser may search if jobs run immediately.
const ADVICE_NODES: u64 = 6_000;

/// How long a message is shown.
const TOAST: Duration = Duration::from_secs(6);

impl AppContext {
    /// Creates a context whose jobs run on threads.
    pub(crate) fn new(
        env: Env,
        settings: Settings,
        files: UserFiles,
        theme: Theme,
        news: Sender<(JobId, JobOutcome)>,
        waker: PipeWriter,
    ) -> Self {
        let workers = JobRunner::Threads { news, waker: Arc::new(waker) };
        let effort = AnalysisEffort::for_game;
        AppContext { env, settings, files, effort, workers, ..AppContext::immediate(theme) }
    }

    /// Creates a context whose jobs run immediately, with nothing on disk.
    pub(crate) fn immediate(theme: Theme) -> Self {
        AppContext {
            env: Env::default(),
            settings: Settings::default(),
            files: UserFiles::default(),
            theme,
            effort: quick_effort,
            computers: ComputerPlayers::Real,
            now: Instant::now(),
            toast: None,
            workers: JobRunner::Immediate(VecDeque::new()),
            last_job_id: 0,
        }
    }

    /// Creates the adviser for a game.
    pub(crate) fn adviser(&self, kind: GameKind) -> Box<dyn AnyAdviser> {
        match self.computers {
            ComputerPlayers::Real => adviser(kind, &self.env.resources),
            ComputerPlayers::Scripted => Box::new(ScriptedAdviser),
        }
    }

    /// Returns a launcher for tables of this game.
    pub(crate) fn launcher(&self, kind: GameKind) -> PlayerLauncher {
        let launcher = PlayerLauncher::for_game(kind, self.env.resources.clone());
        PlayerLauncher { supervisor: self.env.supervisor.clone(), ..launcher }
    }

    /// Returns limits that can be stopped: a time limit, or a node limit if jobs run immediately,
    /// so that results don't depend on the machine.
    pub(crate) fn limits(&self, time: Option<Duration>, nodes: u64) -> Limits {
        let is_at_once = matches!(self.workers, JobRunner::Immediate(_));
        Limits {
            time: if is_at_once { None } else { time },
            nodes: is_at_once.then_some(nodes),
            ..stoppable()
        }
    }

    /// Returns whether changes are animated.
    pub(crate) fn motion(&self) -> Animation {
        if self.settings.is_still { Animation::None } else { Animation::On(self.now) }
    }

    /// Asks an adviser about a position in the background.
    pub(crate) fn ask_adviser(
        &mut self,
        mut adviser: Box<dyn AnyAdviser>,
        position: &dyn AnyGame,
        question: Question<String>,
        time: Duration,
    ) -> Job {
        let position = position.boxed_clone();
        self.spawn(self.limits(Some(time), ADVICE_NODES), move |limits| {
            let rng = seeded(position.hash64(), RngStream::Other(0));
            let answer = ask_adviser(&mut *adviser, &*position, &question, limits, rng);
            JobOutcome::Advised { adviser, answer }
        })
    }

    /// Starts a background job; its outcome is passed to the page that waits for it.
    pub(crate) fn spawn(
        &mut self,
        limits: Limits,
        job: impl FnOnce(&Limits) -> JobOutcome + Send + 'static,
    ) -> Job {
        self.last_job_id += 1;
        let id = JobId(self.last_job_id);
        let started = Job { id, since: self.now, stop: Arc::clone(&limits.stop) };
        let guarded =
            move || catch_unwind(AssertUnwindSafe(|| job(&limits))).unwrap_or(JobOutcome::Failed);
        match &mut self.workers {
            JobRunner::Immediate(queue) => queue.push_back((id, guarded())),
            JobRunner::Threads { news, waker } => {
                let (sender, waker) = (news.clone(), Arc::clone(waker));
                let work = move || {
                    // The loop may have ended in the meantime: then the outcome is dropped.
                    let _ = sender.send((id, guarded()));
                    let _ = (&*waker).write_all(&[0]);
                };
                if thread::Builder::new().name("thinking".into()).spawn(work).is_err() {
                    let _ = news.send((id, JobOutcome::Failed));
                }
            }
        }
        started
    }

    /// Takes the next outcome of jobs that ran immediately.
    pub(crate) fn next_outcome(&mut self) -> Option<(JobId, JobOutcome)> {
        match &mut self.workers {
            JobRunner::Immediate(queue) => queue.pop_front(),
            JobRunner::Threads { .. } => None,
        }
    }

    /// Shows a message for a while.
    pub(crate) fn notify(&mut self, words: impl AsRef<str>) {
        self.put_toast(words.as_ref(), NoticeKind::Info);
    }

    /// Shows for a while why something is not possible.
    pub(crate) fn notify_refusal(&mut self, words: impl AsRef<str>) {
        self.put_toast(words.as_ref(), NoticeKind::Refusal);
    }

    /// Shows a message. Paths, names and reasons come from outside, so control characters are
    /// removed.
    fn put_toast(&mut self, words: &str, kind: NoticeKind) {
        self.toast = Some(Toast { words: printable(words), kind, until: self.now + TOAST });
    }

    /// Returns the current message.
    pub(crate) fn toast(&self) -> Option<&Toast> {
        self.toast.as_ref().filter(|toast| self.now < toast.until)
    }

    /// Returns when the current message disappears.
    pub(crate) fn toast_ends(&self) -> Option<Instant> {
        self.toast().map(|toast| toast.until)
    }

    /// Removes the current message.
    pub(crate) fn clear_toast(&mut self) {
        self.toast = None;
    }
}

/// Returns the analysis effort if jobs run immediately, so that headless screens respond quickly.
fn quick_effort(kind: GameKind) -> AnalysisEffort {
    AnalysisEffort { nodes: Some(ADVICE_NODES), ..AnalysisEffort::for_game(kind) }
}

/// Returns limits that restrict nothing but can be stopped.
pub(crate) fn stoppable() -> Limits {
    Limits {
        threads: NonZeroUsize::new(crate::available_parallelism()),
        stop: Arc::new(AtomicBool::new(false)),
        ..Limits::default()
    }
}
