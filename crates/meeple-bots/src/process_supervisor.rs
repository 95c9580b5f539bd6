//! Starts bots and makes sure that none of their processes is left running.
//!
//! A bot leads its own process group, and its environment carries a marker that its children
//! inherit. At the end the supervisor kills the group, every descendant, and every process with the
//! marker, until a scan of `/proc` finds none. So a child that outlives its parent is found by its
//! group, and one that also left the group (`setsid`) by the marker or by its ancestors.
//!
//! This misses a process that left the group, cleared its environment *and* lost its parent. A
//! program that owns all its children can use a supervisor that
//! [adopts](ProcessSupervisor::with_orphan_adoption) orphans: such a process then becomes a child of Meeple and
//! is killed when the last bot ends. A process that runs as another user cannot be killed at all.

use rustix::process::{
    Pid, Signal, WaitOptions, getpid, kill_process, kill_process_group, set_child_subreaper,
    waitpid,
};
use std::{
    collections::BTreeMap,
    fs, io,
    process::{Child, Command},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    thread,
    time::{Duration, Instant, SystemTime},
};

/// The most time that killing a bot's processes may take, whatever they do.
const MAX_SWEEP_TIME: Duration = Duration::from_secs(5);

/// Starts and ends bots; clones share the same state.
#[derive(Debug, Clone, Default)]
pub struct ProcessSupervisor(Arc<SupervisorState>);

#[derive(Debug, Default)]
struct SupervisorState {
    /// The bots that were started and not yet ended.
    live: Mutex<BTreeMap<i32, BotMarker>>,
    started: AtomicU64,
    /// Whether every child of this process that is not a live bot is an orphan of one.
    adopts: bool,
}

impl ProcessSupervisor {
    /// Creates a supervisor that adopts orphans: from now on, descendants that lose their parent become
    /// children of this process, and when no bot is live, every child of this process is killed.
    ///
    /// Only for a program that starts no other children. On systems without this feature it is an
    /// ordinary supervisor.
    pub fn with_orphan_adoption() -> Self {
        let adopts = cfg!(target_os = "linux") && set_child_subreaper(Some(getpid())).is_ok();
        ProcessSupervisor(Arc::new(SupervisorState { adopts, ..SupervisorState::default() }))
    }

    /// Kills every bot and everything it started, for a program that has to exit at once. The owners of
    /// the bots may still end them afterwards.
    pub fn kill_all(&self) {
        let until = Instant::now() + MAX_SWEEP_TIME;
        for (&pid, mark) in &*self.live() {
            if let Some(bot) = Pid::from_raw(pid) {
                self.kill_family(&BotProcesses { bot, mark }, until);
                kill_process(bot, Signal::KILL).ok();
            }
        }
    }

    /// Starts a bot with a marker; the command must set its process group.
    pub(crate) fn spawn(&self, command: &mut Command) -> io::Result<Child> {
        let mark = self.new_marker();
        command.env(&mark.0, "1");
        // The lock is held during the start so that no sweep takes the new child for an orphan.
        let mut live = self.live();
        let child = command.spawn()?;
        live.insert(child.id() as i32, mark);
        Ok(child)
    }

    /// Kills the bot, its group, its descendants and its marked orphans, and reaps it.
    pub(crate) fn end(&self, child: &mut Child) {
        let (until, pid) = (Instant::now() + MAX_SWEEP_TIME, Pid::from_child(child));
        let mark = self.live().get(&pid.as_raw_pid()).cloned();
        if let Some(mark) = mark {
            // The bot is not reaped yet, so its process id and its group's are not reused.
            self.kill_family(&BotProcesses { bot: pid, mark: &mark }, until);
        }
        child.kill().ok();
        child.wait().ok();
        let mut live = self.live();
        live.remove(&pid.as_raw_pid());
        if self.0.adopts && live.is_empty() {
            self.kill_orphans(until);
        }
    }

    fn live(&self) -> MutexGuard<'_, BTreeMap<i32, BotMarker>> {
        self.0.live.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Creates a marker that no other process has. The variable's name is new each time, so a bot that
    /// is itself an arena cannot hide its own bots.
    fn new_marker(&self) -> BotMarker {
        let count = self.0.started.fetch_add(1, Ordering::Relaxed);
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
        let nanos = now.map_or(0, |since| since.as_nanos());
        BotMarker(format!("MEEPLE_BOT_{}_{count}_{nanos}", getpid()))
    }

    fn kill_family(&self, family: &BotProcesses<'_>, until: Instant) {
        while self.kill_members(family) > 0 && Instant::now() < until {
            thread::yield_now();
        }
    }

    /// Kills the bot's group and all its other processes; returns how many processes there were besides
    /// the bot itself.
    fn kill_members(&self, family: &BotProcesses<'_>) -> usize {
        // Stop the group first: a process born between the scan and the kill would still be dying after
        // a scan that found none left.
        kill_process_group(family.bot, Signal::STOP).ok();
        let members = family.members(); // before the parents die and the tree falls apart
        kill_process_group(family.bot, Signal::KILL).ok();
        for &member in &members {
            kill_process(member, Signal::KILL).ok();
            self.reap(member);
        }
        members.len()
    }

    fn kill_orphans(&self, until: Instant) {
        let own = getpid().as_raw_pid();
        loop {
            let processes = processes();
            let children = processes.values().filter(|process| process.parent == own);
            let children: Vec<Pid> = children.filter_map(|child| Pid::from_raw(child.id)).collect();
            if children.is_empty() || Instant::now() >= until {
                return;
            }
            for child in children {
                kill_process(child, Signal::KILL).ok();
                self.reap(child);
            }
            thread::yield_now();
        }
    }

    /// Reaps an adopted orphan that has died. For a process that is not a child of this one it fails,
    /// as it should.
    fn reap(&self, process: Pid) {
        if self.0.adopts {
            waitpid(Some(process), WaitOptions::NOHANG).ok();
        }
    }
}

/// The name of an environment variable that only one bot and its descendants have.
#[derive(Debug, Clone)]
struct BotMarker(String);

/// The processes that belong to a bot.
struct BotProcesses<'a> {
    bot: Pid,
    mark: &'a BotMarker,
}

impl BotProcesses<'_> {
    fn members(&self) -> Vec<Pid> {
        let processes = processes();
        let bot = self.bot.as_raw_pid();
        let belongs = |process: &&ProcessEntry| {
            process.id != bot
                && process.is_alive
                && (process.group == bot
                    || is_descendant(&processes, process.id, bot)
                    || has_marker(process.id, self.mark))
        };
        let members = processes.values().filter(belongs);
        members.filter_map(|process| Pid::from_raw(process.id)).collect()
    }
}

/// An entry of the process table.
struct ProcessEntry {
    id: i32,
    parent: i32,
    group: i32,
    is_alive: bool,
}

/// Reads the process table; empty if there is no `/proc`.
fn processes() -> BTreeMap<i32, ProcessEntry> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    let ids = entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    ids.filter_map(|id| Some((id, process(id)?))).collect()
}

/// Parses `/proc/ID/stat`: `id (name, which may hold anything) state parent group ...`
fn process(id: i32) -> Option<ProcessEntry> {
    let stat = fs::read(format!("/proc/{id}/stat")).ok()?;
    let name_end = stat.iter().rposition(|&byte| byte == b')')?;
    let rest = std::str::from_utf8(&stat[name_end + 1..]).ok()?;
    let mut words = rest.split_whitespace();
    let state = words.next()?;
    let (parent, group) = (words.next()?.parse().ok()?, words.next()?.parse().ok()?);
    Some(ProcessEntry { id, parent, group, is_alive: !matches!(state, "Z" | "X") })
}

fn is_descendant(processes: &BTreeMap<i32, ProcessEntry>, mut id: i32, of: i32) -> bool {
    // The table changes while it is read: it may contain a cycle, so the walk is bounded.
    for _ in 0..processes.len() {
        match processes.get(&id) {
            Some(process) if process.parent == of => return true,
            Some(process) => id = process.parent,
            None => return false,
        }
    }
    false
}

fn has_marker(id: i32, mark: &BotMarker) -> bool {
    let Ok(environment) = fs::read(format!("/proc/{id}/environ")) else { return false };
    environment
        .split(|&byte| byte == 0)
        .any(|variable| variable.strip_prefix(mark.0.as_bytes()).is_some_and(|rest| rest == b"=1"))
}
