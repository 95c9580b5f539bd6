//! A bot that runs: its pipes, its clock, and its end.
//!
//! ```text
//!           ┌──► stdin   ┐
//! Process ──┤            ├ the bot, leader of its own process group
//!           ├◄── stdout  │
//!           └◄── stderr  ┘  drained by a thread
//! ```
//!
//! Nothing here blocks longer than a [`Clock`] allows: our ends of the pipes do
//! not block, and a wait looks at both at once, so that a bot which does not
//! read cannot hold us. The clock is absolute: a bot that keeps printing does
//! not win time with it. Chunks are handed on as the bot wrote them, because a
//! strict judge looks at one read only.

mod asking;

use crate::{Between, Exit, Kennel, PipeEnd, Program, cannot_start, stderr_tail::StderrTail};
use meeple_core::{Limits, NoChoice, Verdict};
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

/// How much one read takes, at most.
const CHUNK: usize = 4096;
/// How many chunks are taken at most of what was said without being asked.
const WAITING_CHUNKS: usize = 16;
/// How long we look for an answer before we sleep until it comes.
const SOON: Duration = Duration::from_micros(30);
/// How often a wait looks whether the bot has died or the game was stopped.
const TICK: Duration = Duration::from_millis(20);
/// How long a bot that closed a pipe has to exit before we say that it goes on running.
const DYING: Duration = Duration::from_millis(500);

/// How long a bot has to leave by itself when its game is over.
pub(crate) const FAREWELL: Duration = Duration::from_millis(200);
/// How long an answer may take where no limit is set.
const A_DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// Until when an answer may come.
#[derive(Debug, Clone)]
pub struct Clock {
    limit: Duration,
    begin: Instant,
    stop: Arc<AtomicBool>,
}

impl Clock {
    /// A clock that starts now; `stop` is raised from outside to end every wait.
    pub fn start(limit: Duration, stop: &Arc<AtomicBool>) -> Self {
        Clock { limit, begin: Instant::now(), stop: Arc::clone(stop) }
    }

    /// A clock that starts now, for an answer within these limits.
    pub fn of(limits: &Limits) -> Self {
        Clock::start(limits.time.unwrap_or(A_DAY), &limits.stop)
    }

    /// The time that is left.
    pub fn left(&self) -> Duration {
        self.limit.saturating_sub(self.elapsed())
    }

    /// The time that is over.
    pub fn elapsed(&self) -> Duration {
        self.begin.elapsed()
    }

    /// Whether the answer is still wanted, and may still come; only `heard` was said so far.
    pub fn check(&self, heard: &[u8]) -> Result<(), Silence> {
        if self.stop.load(Ordering::Relaxed) {
            return Err(Silence::Stopped);
        }
        if self.left().is_zero() { Err(self.time_out(heard).into()) } else { Ok(()) }
    }

    /// The verdict when nothing is left, and only `heard` was said.
    pub fn time_out(&self, heard: &[u8]) -> Verdict {
        Verdict::TimeOut { limit: self.limit, heard: heard.into() }
    }
}

/// Why nothing was heard.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Silence {
    /// The bot failed.
    Failed(Verdict),
    /// The game was stopped from outside.
    Stopped,
}

impl From<Silence> for NoChoice {
    fn from(silence: Silence) -> Self {
        match silence {
            Silence::Failed(verdict) => NoChoice::Failed(verdict),
            Silence::Stopped => NoChoice::Stopped,
        }
    }
}

impl From<Verdict> for Silence {
    fn from(verdict: Verdict) -> Self {
        Silence::Failed(verdict)
    }
}

/// The most bytes a line may have.
pub const LONGEST_LINE: usize = 8192;

/// A line that a bot said, however many writes it took.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// The line, with its line feed.
    pub bytes: Vec<u8>,
    /// What the first read alone brought, all of it: what a strict judge looks at.
    pub first_read: Vec<u8>,
}

/// The latest exchange with a bot, byte for byte, for whoever has to show it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Exchange {
    /// What was sent last.
    pub sent: Vec<u8>,
    /// What the bot has said since, as far as it was read; the beginning of it, where it is long.
    pub said: Vec<u8>,
}

/// A running bot. Dropping it kills it and everything it started.
#[derive(Debug)]
pub struct Process {
    child: Child,
    pid: Pid,
    kennel: Kennel,
    /// Nothing once it is closed, by us or by the bot.
    stdin: Option<ChildStdin>,
    stdout: ChildStdout,
    /// What its stdin has no room for yet.
    unsent: Vec<u8>,
    /// What a read fills.
    buffer: Vec<u8>,
    /// What stood behind the line feed of the last line that was read.
    left_over: Vec<u8>,
    /// It closed its stdout.
    is_mute: bool,
    /// Since when its stdin is known to be closed. What it says still counts.
    deaf_since: Option<Instant>,
    stderr: StderrTail,
    is_over: bool,
    /// What it may do while others think.
    between: Between,
    /// Whether it is stopped until it is asked again.
    is_resting: bool,
    /// How long it may still take until it reads; nothing once it has begun, or where that counts.
    start_up: Option<Duration>,
    /// How much was written to its stdin.
    written: u64,
    /// How long it thought about the last question.
    thought: Option<Duration>,
    /// How it ended by itself when its game was over.
    left: Option<Exit>,
    /// Nothing unless somebody overhears.
    exchange: Option<Exchange>,
}

impl Process {
    /// Starts the program in this kennel, in a process group of its own.
    pub fn start(program: &Program, kennel: &Kennel) -> Result<Self, Verdict> {
        let cannot = |error: &io::Error| cannot_start::verdict(program, error);
        let mut command = Command::new(&program.words()[0]);
        command.args(&program.words()[1..]).process_group(0);
        for variable in program.unset {
            command.env_remove(variable);
        }
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = kennel.spawn(&mut command).map_err(|error| cannot(&error))?;
        let pid = Pid::from_child(&child);
        match connect(&mut child, pid, program) {
            Ok((stdin, stdout, stderr)) => Ok(Process {
                child,
                pid,
                kennel: kennel.clone(),
                stdin: Some(stdin),
                stdout,
                unsent: Vec::new(),
                buffer: vec![0; CHUNK],
                left_over: Vec::new(),
                is_mute: false,
                deaf_since: None,
                stderr,
                is_over: false,
                between: program.between,
                is_resting: false,
                start_up: program.start_up,
                written: 0,
                thought: None,
                left: None,
                exchange: None,
            }),
            Err(error) => {
                kennel.end(&mut child);
                Err(cannot(&error))
            }
        }
    }

    /// Hands `bytes` to the bot, in one write as far as the pipe has room. Never blocks: the
    /// rest goes while we wait for the answer, and a bot that does not read is found out by
    /// the clock.
    pub fn send(&mut self, bytes: Vec<u8>) {
        self.wake();
        if let Some(exchange) = &mut self.exchange {
            *exchange = Exchange { sent: bytes.clone(), said: Vec::new() };
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
                    self.deaf_since = Some(Instant::now());
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

    /// What the bot has said without being asked, as one piece.
    pub fn said_already(&mut self) -> Vec<u8> {
        let mut said = std::mem::take(&mut self.left_over);
        for _ in 0..WAITING_CHUNKS {
            match self.read_now() {
                Some(bytes) => said.extend(bytes),
                None => break,
            }
        }
        said
    }

    /// What a read brings now; nothing if there is nothing, or if the pipe is closed.
    fn read_now(&mut self) -> Option<Vec<u8>> {
        while !self.is_mute {
            match self.stdout.read(&mut self.buffer) {
                Ok(count) if count > 0 => {
                    let bytes = self.buffer[..count].to_vec();
                    self.start_up = None; // whoever speaks has started
                    self.note(&bytes);
                    return Some(bytes);
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => return None,
                Ok(_) | Err(_) => self.is_mute = true,
            }
        }
        None
    }

    /// From now on the latest exchange is kept.
    pub fn overhear(&mut self) {
        self.exchange.get_or_insert_default();
    }

    /// The latest exchange; nothing unless it is kept.
    pub fn exchange(&self) -> Option<&Exchange> {
        self.exchange.as_ref()
    }

    fn note(&mut self, bytes: &[u8]) {
        if let Some(Exchange { said, .. }) = &mut self.exchange {
            let room = LONGEST_LINE.saturating_sub(said.len());
            said.extend(&bytes[..bytes.len().min(room)]);
        }
    }

    /// Waits for the next piece of what the bot says: the bytes of one write,
    /// as a rule. `heard` is what came before, for the verdict.
    pub fn read(&mut self, clock: &Clock, heard: &[u8]) -> Result<Vec<u8>, Silence> {
        let piece = self.next_piece(clock, heard);
        self.thought = Some(clock.elapsed());
        piece
    }

    fn next_piece(&mut self, clock: &Clock, heard: &[u8]) -> Result<Vec<u8>, Silence> {
        if !self.left_over.is_empty() {
            return Ok(std::mem::take(&mut self.left_over));
        }
        if let Some(bytes) = self.read_soon() {
            return Ok(bytes);
        }
        while !self.is_mute {
            clock.check(heard)?;
            let ready = self.wait(clock.left().min(TICK));
            if ready.may_write {
                self.write_unsent();
            }
            match ready.may_read.then(|| self.read_now()).flatten() {
                Some(bytes) => return Ok(bytes),
                None if self.is_mute => {}
                None => self.check_alive()?,
            }
        }
        // Most often because it has just ended.
        Err(match self.wait_for_exit(DYING) {
            Some(exit) => exit.verdict().into(),
            None => PipeEnd::Stdout.verdict().into(),
        })
    }

    /// What comes at once, as it does from quick bots: falling asleep and being woken takes longer
    /// than looking again a few times.
    fn read_soon(&mut self) -> Option<Vec<u8>> {
        let until = Instant::now() + SOON;
        loop {
            let bytes = self.read_now();
            if bytes.is_some() || self.is_mute || Instant::now() >= until {
                return bytes;
            }
            thread::yield_now(); // perhaps the bot waits for this very processor
        }
    }

    /// Waits until something can be read, or what is unsent be written, or for so long.
    fn wait(&self, patience: Duration) -> Ready {
        let mut said = [PollFd::new(&self.stdout, PollFlags::IN)];
        let room = self.stdin.as_ref().filter(|_| !self.unsent.is_empty());
        let mut both = room.map(|stdin| [said[0].clone(), PollFd::new(stdin, PollFlags::OUT)]);
        let pipes = both.as_mut().map_or(&mut said[..], |both| &mut both[..]);
        let patience =
            Timespec { tv_sec: 0, tv_nsec: i64::from(patience.min(TICK).subsec_nanos()) };
        // Where it fails it was interrupted, or there is no memory: the clock says how often that
        // may be.
        let is_polled = poll(pipes, Some(&patience)).is_ok();
        let is_ready = |pipe: &PollFd<'_>| is_polled && !pipe.revents().is_empty();
        Ready { may_read: is_ready(&pipes[0]), may_write: pipes.get(1).is_some_and(is_ready) }
    }

    /// Waits for a whole line. What stands behind its line feed is kept for the next read.
    pub fn read_line(&mut self, clock: &Clock) -> Result<Line, Silence> {
        let first_read = self.read(clock, &[])?;
        let mut bytes = first_read.clone();
        loop {
            if let Some(end) = bytes.iter().take(LONGEST_LINE).position(|&byte| byte == b'\n') {
                self.left_over = bytes.split_off(end + 1);
                return Ok(Line { bytes, first_read });
            }
            if bytes.len() >= LONGEST_LINE {
                let start = bytes[..40].to_vec();
                return Err(Verdict::LineTooLong { limit: LONGEST_LINE, start }.into());
            }
            let more = self.read(clock, &bytes)?;
            bytes.extend(more);
        }
    }

    /// Whether an answer can still come: not from a bot that has died while a child of it holds
    /// the pipe open, nor from one that could not hear the question and has had time to end.
    fn check_alive(&self) -> Result<(), Silence> {
        if let Some(exit) = self.exit() {
            return Err(exit.verdict().into());
        }
        match self.deaf_since {
            Some(since) if since.elapsed() >= DYING => Err(PipeEnd::Stdin.verdict().into()),
            _ => Ok(()),
        }
    }

    /// How the bot ended, if it has; its entry in the process table stays, so
    /// that its number is not given to somebody else before [`Process::kill`].
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

    /// The last lines of its stderr, to be asked for after its end.
    pub fn stderr_lines(&self) -> Vec<String> {
        self.stderr.lines(if self.is_over { DYING } else { Duration::ZERO })
    }

    /// Closes its stdin once all is sent, gives it `patience` to leave by itself, then kills
    /// what is left.
    pub fn close(&mut self, patience: Duration) {
        if self.is_over {
            return;
        }
        self.wake();
        let until = Instant::now() + patience;
        while !self.unsent.is_empty() && Instant::now() < until {
            if self.wait(TICK).may_write {
                self.write_unsent();
            } else {
                self.said_already(); // whoever waits for us to listen cannot read
            }
        }
        self.stdin = None;
        self.left = self.wait_for_exit(until.saturating_duration_since(Instant::now()));
        self.kill();
    }

    /// How it ended by itself once its stdin was closed; nothing if it had to be killed.
    pub fn left(&self) -> Option<Exit> {
        self.left
    }

    /// Kills it and everything it started, and waits until they are gone.
    pub fn kill(&mut self) {
        if !self.is_over {
            self.is_over = true;
            self.stdin = None;
            self.kennel.end(&mut self.child);
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Which pipes can be used now.
struct Ready {
    may_read: bool,
    may_write: bool,
}

/// Limits the child's memory, lets others go first, and makes our ends of its pipes such that they do not block.
fn connect(
    child: &mut Child,
    pid: Pid,
    program: &Program,
) -> io::Result<(ChildStdin, ChildStdout, StderrTail)> {
    // Both are set from outside, a moment after the start: inside it would need unsafe code.
    if let Some(nice) = program.nice.map(i32::from) {
        // Who is nicer than that already may not take it back.
        let ours = getpriority_process(None)?;
        setpriority_pgrp(Some(pid), nice.max(ours))?;
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
