//! A running bot: its pipes, its deadlines, and how it is ended.
//!
//! ```text
//!           ┌──► stdin   ┐
//! Process ──┤            ├ the bot, leader of its own process group
//!           ├◄── stdout  │
//!           └◄── stderr  ┘  drained by a thread
//! ```
//!
//! Nothing here blocks longer than an [`AnswerDeadline`] allows: Meeple's ends of the pipes are
//! non-blocking, and a wait polls both at once, so a bot that doesn't read cannot block the game.
//! The deadline is absolute: a bot gains no time by printing more. Chunks are passed on as the bot
//! wrote them, because strict judging looks at the first read only.

mod turns;

use crate::{
    Exit, IdlePolicy, PipeEnd, ProcessSupervisor, Program, start_failure, stderr_tail::StderrTail,
};
use meeple_core::{ChooseError, Limits, Verdict};
use rustix::{
    event::{PollFd, PollFlags, Timespec, poll},
    io::ioctl_fionbio,
    process::{
        Pid, Resource, Rlimit, WaitId, WaitIdOptions, getpriority_process, prlimit,
        setpriority_pgrp, waitid,
    },
};
use std::{
    io::{self, ErrorKind, Read, Write},
    os::unix::process::CommandExt,
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

/// The most bytes that one read takes.
const CHUNK: usize = 4096;
/// The most chunks that are read of unsolicited output.
const MAX_UNASKED_CHUNKS: usize = 16;
/// How long to poll for an answer before sleeping until it comes.
const SPIN_TIME: Duration = Duration::from_micros(30);
/// How often a wait checks whether the bot has died or the game was stopped.
const TICK: Duration = Duration::from_millis(20);
/// How long a bot that closed a pipe has to exit before the verdict says that it went on running.
const PIPE_CLOSED_PATIENCE: Duration = Duration::from_secs(2);

/// How long a bot has to exit by itself when its game is over.
pub(crate) const EXIT_PATIENCE: Duration = Duration::from_millis(200);
/// The time for an answer if no limit is set.
const A_DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// The deadline for an answer.
#[derive(Debug, Clone)]
pub struct AnswerDeadline {
    limit: Duration,
    begin: Instant,
    stop: Arc<AtomicBool>,
}

impl AnswerDeadline {
    /// Starts a deadline `limit` from now; setting `stop` ends every wait.
    pub fn start(limit: Duration, stop: &Arc<AtomicBool>) -> Self {
        AnswerDeadline { limit, begin: Instant::now(), stop: Arc::clone(stop) }
    }

    /// Starts a deadline for an answer within these limits.
    pub fn from_limits(limits: &Limits) -> Self {
        AnswerDeadline::start(limits.time.unwrap_or(A_DAY), &limits.stop)
    }

    /// Returns the remaining time.
    pub fn remaining(&self) -> Duration {
        self.limit.saturating_sub(self.elapsed())
    }

    /// Returns the time since the start.
    pub fn elapsed(&self) -> Duration {
        self.begin.elapsed()
    }

    /// Fails if the game was stopped or the time is up; `heard` is the output so far, for the verdict.
    pub fn check(&self, heard: &[u8]) -> Result<(), ReplyError> {
        if self.stop.load(Ordering::Relaxed) {
            return Err(ReplyError::Stopped);
        }
        if self.remaining().is_zero() { Err(self.time_out(heard).into()) } else { Ok(()) }
    }

    /// Returns the verdict for running out of time after saying only `heard`.
    pub fn time_out(&self, heard: &[u8]) -> Verdict {
        Verdict::TimeOut { limit: self.limit, heard: heard.into() }
    }
}

/// Why a bot gave no answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ReplyError {
    /// The bot failed.
    Failed(Verdict),
    /// The game was stopped from outside.
    Stopped,
}

impl From<ReplyError> for ChooseError {
    fn from(silence: ReplyError) -> Self {
        match silence {
            ReplyError::Failed(verdict) => ChooseError::Failed(verdict),
            ReplyError::Stopped => ChooseError::Stopped,
        }
    }
}

impl From<Verdict> for ReplyError {
    fn from(verdict: Verdict) -> Self {
        ReplyError::Failed(verdict)
    }
}

/// The most bytes a bot's line may have.
pub const LONGEST_LINE: usize = 8192;

/// A line that a bot wrote, however many writes it took.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BotLine {
    /// The line, with its line feed.
    pub bytes: Vec<u8>,
    /// Everything that the first read returned, which is all that strict judging looks at.
    pub first_read: Vec<u8>,
}

/// The latest exchange with a bot, byte for byte, for display.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Exchange {
    /// The bytes that were sent last.
    pub sent: Vec<u8>,
    /// The bot's output since then, as far as it was read; only the beginning if it is long.
    pub received: Vec<u8>,
}

/// A running bot. Dropping it kills it and everything it started.
#[derive(Debug)]
pub struct Process {
    child: Child,
    pid: Pid,
    supervisor: ProcessSupervisor,
    /// `None` once it is closed, by Meeple or by the bot.
    stdin: Option<ChildStdin>,
    stdout: ChildStdout,
    /// Bytes that did not fit into the stdin pipe yet.
    unsent: Vec<u8>,
    /// The buffer for reads.
    buffer: Vec<u8>,
    /// Bytes after the line feed of the last line that was read.
    left_over: Vec<u8>,
    /// Whether the bot closed its stdout.
    is_stdout_closed: bool,
    /// Since when its stdin is known to be closed. Its output still counts.
    stdin_closed_since: Option<Instant>,
    stderr: StderrTail,
    has_ended: bool,
    /// What it may do while it is not its turn.
    idle_policy: IdlePolicy,
    /// Whether it is suspended until the next question.
    is_suspended: bool,
    /// How long it may take until it reads; `None` once it has started, or if start-up time counts.
    start_up: Option<Duration>,
    /// How many bytes were written to its stdin.
    written: u64,
    /// How long it thought about the last question.
    thinking_time: Option<Duration>,
    /// How it exited by itself when its game was over.
    own_exit: Option<Exit>,
    /// `None` unless the exchange is recorded.
    exchange: Option<Exchange>,
}

impl Process {
    /// Starts the program under this supervisor, in a process group of its own.
    pub fn start(program: &Program, supervisor: &ProcessSupervisor) -> Result<Self, Verdict> {
        let cannot = |error: &io::Error| start_failure::verdict(program, error);
        let mut command = Command::new(&program.words()[0]);
        command.args(&program.words()[1..]).process_group(0);
        for variable in program.unset {
            command.env_remove(variable);
        }
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = supervisor.spawn(&mut command).map_err(|error| cannot(&error))?;
        let pid = Pid::from_child(&child);
        match connect(&mut child, pid, program) {
            Ok((stdin, stdout, stderr)) => Ok(Process {
                child,
                pid,
                supervisor: supervisor.clone(),
                stdin: Some(stdin),
                stdout,
                unsent: Vec::new(),
                buffer: vec![0; CHUNK],
                left_over: Vec::new(),
                is_stdout_closed: false,
                stdin_closed_since: None,
                stderr,
                has_ended: false,
                idle_policy: program.idle_policy,
                is_suspended: false,
                start_up: program.start_up,
                written: 0,
                thinking_time: None,
                own_exit: None,
                exchange: None,
            }),
            Err(error) => {
                supervisor.end(&mut child);
                Err(cannot(&error))
            }
        }
    }

    /// Sends `bytes` to the bot, in one write as far as the pipe has room.
    ///
    /// Never blocks: the rest is sent while waiting for the answer, and a bot that doesn't read runs
    /// out of time.
    pub fn send(&mut self, bytes: Vec<u8>) {
        self.resume();
        if let Some(exchange) = &mut self.exchange {
            *exchange = Exchange { sent: bytes.clone(), received: Vec::new() };
        }
        if self.unsent.is_empty() {
            self.unsent = bytes;
        } else {
            self.unsent.extend(bytes);
        }
        self.write_unsent();
    }

    fn write_unsent(&mut self) {
        let mut sent = 0;
        while let Some(stdin) = &mut self.stdin
            && sent < self.unsent.len()
        {
            match stdin.write(&self.unsent[sent..]) {
                Ok(count) => sent += count,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => break,
                Err(_) => {
                    self.stdin = None;
                    self.stdin_closed_since = Some(Instant::now());
                }
            }
        }
        self.written += sent as u64;
        if self.stdin.is_some() {
            self.unsent.drain(..sent);
        } else {
            self.unsent.clear();
        }
    }

    /// Returns what the bot has written unasked, in one piece.
    pub fn read_unasked(&mut self) -> Vec<u8> {
        let mut said = std::mem::take(&mut self.left_over);
        for _ in 0..MAX_UNASKED_CHUNKS {
            match self.read_now() {
                Some(bytes) => said.extend(bytes),
                None => break,
            }
        }
        said
    }

    /// Reads what is there now; `None` if there is nothing, or if the pipe is closed.
    fn read_now(&mut self) -> Option<Vec<u8>> {
        while !self.is_stdout_closed {
            match self.stdout.read(&mut self.buffer) {
                Ok(count) if count > 0 => {
                    let bytes = self.buffer[..count].to_vec();
                    self.start_up = None; // a bot that writes has started
                    self.record_output(&bytes);
                    return Some(bytes);
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => return None,
                Ok(_) | Err(_) => self.is_stdout_closed = true,
            }
        }
        None
    }

    /// Records the latest exchange from now on.
    pub fn record_exchange(&mut self) {
        self.exchange.get_or_insert_default();
    }

    /// Returns the latest exchange; `None` unless exchanges are recorded.
    pub fn exchange(&self) -> Option<&Exchange> {
        self.exchange.as_ref()
    }

    fn record_output(&mut self, bytes: &[u8]) {
        if let Some(Exchange { received: said, .. }) = &mut self.exchange {
            let room = LONGEST_LINE.saturating_sub(said.len());
            said.extend(&bytes[..bytes.len().min(room)]);
        }
    }

    /// Waits for the bot's next output: usually the bytes of one write.
    ///
    /// `heard` is its output so far, for the verdict.
    pub fn read(&mut self, clock: &AnswerDeadline, heard: &[u8]) -> Result<Vec<u8>, ReplyError> {
        let piece = self.next_piece(clock, heard);
        self.thinking_time = Some(clock.elapsed());
        piece
    }

    fn next_piece(&mut self, clock: &AnswerDeadline, heard: &[u8]) -> Result<Vec<u8>, ReplyError> {
        if !self.left_over.is_empty() {
            return Ok(std::mem::take(&mut self.left_over));
        }
        if let Some(bytes) = self.spin_read() {
            return Ok(bytes);
        }
        while !self.is_stdout_closed {
            clock.check(heard)?;
            let ready = self.wait(clock.remaining().min(TICK));
            if ready.may_write {
                self.write_unsent();
            }
            match ready.may_read.then(|| self.read_now()).flatten() {
                Some(bytes) => return Ok(bytes),
                None if self.is_stdout_closed => {}
                None => self.check_alive()?,
            }
        }
        // Usually stdout is closed because the bot has just exited.
        Err(match self.wait_for_exit(PIPE_CLOSED_PATIENCE) {
            Some(exit) => exit.verdict().into(),
            None => PipeEnd::Stdout.verdict().into(),
        })
    }

    /// Polls for output for a moment: with quick bots this takes less time than falling asleep and
    /// being woken.
    fn spin_read(&mut self) -> Option<Vec<u8>> {
        let until = Instant::now() + SPIN_TIME;
        loop {
            let bytes = self.read_now();
            if bytes.is_some() || self.is_stdout_closed || Instant::now() >= until {
                return bytes;
            }
            thread::yield_now(); // the bot may be waiting for this very processor
        }
    }

    /// Waits until there is output to read, or room to write what is unsent, or until the time is up.
    fn wait(&self, patience: Duration) -> PipeReadiness {
        let mut said = [PollFd::new(&self.stdout, PollFlags::IN)];
        let room = self.stdin.as_ref().filter(|_| !self.unsent.is_empty());
        let mut both = room.map(|stdin| [said[0].clone(), PollFd::new(stdin, PollFlags::OUT)]);
        let pipes = both.as_mut().map_or(&mut said[..], |both| &mut both[..]);
        let patience =
            Timespec { tv_sec: 0, tv_nsec: i64::from(patience.min(TICK).subsec_nanos()) };
        // If poll fails, it was interrupted or memory is short; the deadline limits how often it is
        // tried again.
        let is_polled = poll(pipes, Some(&patience)).is_ok();
        let is_ready = |pipe: &PollFd<'_>| is_polled && !pipe.revents().is_empty();
        PipeReadiness {
            may_read: is_ready(&pipes[0]),
            may_write: pipes.get(1).is_some_and(is_ready),
        }
    }

    /// Waits for a whole line. Bytes after its line feed are kept for the next read.
    pub fn read_line(&mut self, clock: &AnswerDeadline) -> Result<BotLine, ReplyError> {
        let first_read = self.read(clock, &[])?;
        let mut bytes = first_read.clone();
        loop {
            if let Some(end) = bytes.iter().take(LONGEST_LINE).position(|&byte| byte == b'\n') {
                self.left_over = bytes.split_off(end + 1);
                return Ok(BotLine { bytes, first_read });
            }
            if bytes.len() >= LONGEST_LINE {
                let start = bytes[..40].to_vec();
                return Err(Verdict::LineTooLong { limit: LONGEST_LINE, start }.into());
            }
            let more = self.read(clock, &bytes)?;
            bytes.extend(more);
        }
    }

    /// Fails if no answer can come any more: the bot has died while a child of it holds the pipe open,
    /// or its stdin was closed when the question was sent and it has had time to exit.
    fn check_alive(&self) -> Result<(), ReplyError> {
        if let Some(exit) = self.exit() {
            return Err(exit.verdict().into());
        }
        match self.stdin_closed_since {
            Some(since) if since.elapsed() >= PIPE_CLOSED_PATIENCE => {
                Err(PipeEnd::Stdin.verdict().into())
            }
            _ => Ok(()),
        }
    }

    /// Returns how the bot exited, if it has. It is not reaped, so its process id is not reused before
    /// [`Process::kill`].
    fn exit(&self) -> Option<Exit> {
        let peek = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        let status = waitid(WaitId::Pid(self.pid), peek).ok()??;
        let by_signal = status.terminating_signal().map(Exit::Signal);
        by_signal.or_else(|| status.exit_status().map(Exit::Status))
    }

    fn wait_for_exit(&self, patience: Duration) -> Option<Exit> {
        let until = Instant::now() + patience;
        loop {
            let exit = self.exit();
            if exit.is_some() || Instant::now() >= until {
                return exit;
            }
            thread::sleep(Duration::from_millis(1));
        }
    }

    /// Returns the last lines of its stderr; complete only after its end.
    pub fn stderr_lines(&self) -> Vec<String> {
        self.stderr.lines(if self.has_ended { PIPE_CLOSED_PATIENCE } else { Duration::ZERO })
    }

    /// Closes its stdin once everything is sent, gives it `patience` to exit by itself, then kills
    /// whatever is left.
    pub fn close(&mut self, patience: Duration) {
        if self.has_ended {
            return;
        }
        self.resume();
        let until = Instant::now() + patience;
        while !self.unsent.is_empty() && Instant::now() < until {
            if self.wait(TICK).may_write {
                self.write_unsent();
            } else {
                self.read_unasked(); // a bot blocked on writing cannot read
            }
        }
        self.stdin = None;
        self.own_exit = self.wait_for_exit(until.saturating_duration_since(Instant::now()));
        self.kill();
    }

    /// Returns how it exited by itself once its stdin was closed; `None` if it had to be killed.
    pub fn own_exit(&self) -> Option<Exit> {
        self.own_exit
    }

    /// Kills it and everything it started, and waits until they are gone.
    pub fn kill(&mut self) {
        if !self.has_ended {
            self.has_ended = true;
            self.stdin = None;
            self.supervisor.end(&mut self.child);
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Which pipes are ready.
struct PipeReadiness {
    may_read: bool,
    may_write: bool,
}

/// Sets the child's memory limit and niceness, and makes Meeple's ends of its pipes non-blocking.
fn connect(
    child: &mut Child,
    pid: Pid,
    program: &Program,
) -> io::Result<(ChildStdin, ChildStdout, StderrTail)> {
    // Both are set from outside, just after the start: doing it in the child would need unsafe code.
    if let Some(nice) = program.nice.map(i32::from) {
        // An ordinary process may not lower its niceness.
        let own = getpriority_process(None)?;
        setpriority_pgrp(Some(pid), nice.max(own))?;
    }
    if let memory @ Some(_) = program.memory {
        prlimit(Some(pid), Resource::As, Rlimit { current: memory, maximum: memory })?;
    }
    let stdin = child.stdin.take().expect("stdin is piped");
    let stdout = child.stdout.take().expect("stdout is piped");
    let stderr = StderrTail::drain(child.stderr.take().expect("stderr is piped"))?;
    ioctl_fionbio(&stdin, true)?;
    ioctl_fionbio(&stdout, true)?;
    Ok((stdin, stdout, stderr))
}
