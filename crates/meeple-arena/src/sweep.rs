//! Nothing is left running: killing a bot and everything it started.
//!
//! A bot leads its own process group, and its environment carries a mark
//! that its children inherit. At the end the sweep kills the group, every
//! descendant, and everybody who carries the mark, until a look at `/proc`
//! finds nobody. So a child that outlives its parent is found by the group,
//! one that also left the group (`setsid`) by the mark or by its parents.
//!
//! What is left is a process that left the group, wiped its environment *and*
//! lost its parent. A program that owns all its children calls
//! [`adopt_orphans`]: then such a process becomes our child, and goes when the
//! last bot does. A process that runs as another user cannot be killed at all.

use rustix::process::{
    Pid, Signal, WaitOptions, getpid, kill_process, kill_process_group, set_child_subreaper,
    waitpid,
};
use std::{
    collections::{BTreeMap, BTreeSet},
    fs, io,
    process::{Child, Command},
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

/// Longer than this no sweep lasts, whatever the processes do.
const MOST_TIME: Duration = Duration::from_secs(5);

/// The bots that were started and not yet swept.
static LIVE: Mutex<BTreeSet<i32>> = Mutex::new(BTreeSet::new());
/// Whether every child of this process that is no live bot is an orphan of one.
static ADOPTING: AtomicBool = AtomicBool::new(false);

/// From now on, descendants of ours that lose their parent become our
/// children, and when no bot is live, every child of ours is killed. Only for
/// a program that starts no other children. Does nothing where there is no such call.
pub fn adopt_orphans() {
    let adopted = cfg!(target_os = "linux") && set_child_subreaper(Some(getpid())).is_ok();
    ADOPTING.store(adopted, Ordering::SeqCst);
}

/// A word that only one bot and its descendants have in their environment.
#[derive(Debug, Clone)]
pub(crate) struct Mark(String);

impl Mark {
    /// A mark that nobody carries.
    pub(crate) fn new() -> Self {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
        let nanos = now.map_or(0, |since| since.as_nanos());
        Mark(format!("MEEPLE_BOT_{}_{count}_{nanos}", getpid()))
    }

    /// The name of the environment variable. A new name each time, so that a
    /// bot which is itself an arena does not hide its own bots from us.
    pub(crate) fn variable(&self) -> &str {
        &self.0
    }
}

/// Starts a bot, and remembers that it is live.
pub(crate) fn spawn(command: &mut Command) -> io::Result<Child> {
    // Held over the start: no sweep may take the new child for an orphan.
    let mut live = LIVE.lock().unwrap_or_else(PoisonError::into_inner);
    let child = command.spawn()?;
    live.insert(child.id() as i32);
    Ok(child)
}

/// Kills the bot, its group, its descendants and its marked orphans, and reaps it.
pub(crate) fn kill_all(child: &mut Child, pid: Pid, mark: &Mark) {
    let until = Instant::now() + MOST_TIME;
    // The bot is not reaped yet, so its number, and its group's, are still its own.
    let family = Family::of(pid, mark);
    while family.kill() > 0 && Instant::now() < until {
        thread::yield_now();
    }
    child.kill().ok();
    child.wait().ok();
    let mut live = LIVE.lock().unwrap_or_else(PoisonError::into_inner);
    live.remove(&pid.as_raw_pid());
    if ADOPTING.load(Ordering::SeqCst) && live.is_empty() {
        kill_orphans(until);
    }
}

/// Who belongs to a bot.
struct Family<'a> {
    bot: Pid,
    mark: &'a Mark,
}

impl<'a> Family<'a> {
    fn of(bot: Pid, mark: &'a Mark) -> Self {
        Family { bot, mark }
    }

    /// Kills whoever is there; how many were, the bot itself apart.
    fn kill(&self) -> usize {
        let members = self.members(); // before the parents die and the tree falls apart
        kill_process_group(self.bot, Signal::KILL).ok();
        for &member in &members {
            kill_process(member, Signal::KILL).ok();
            reap(member);
        }
        members.len()
    }

    fn members(&self) -> Vec<Pid> {
        let processes = processes();
        let bot = self.bot.as_raw_pid();
        let belongs = |process: &&Process| {
            process.id != bot
                && process.is_alive
                && (process.group == bot
                    || is_descendant(&processes, process.id, bot)
                    || carries(process.id, self.mark))
        };
        let members = processes.values().filter(belongs);
        members.filter_map(|process| Pid::from_raw(process.id)).collect()
    }
}

fn kill_orphans(until: Instant) {
    let ours = getpid().as_raw_pid();
    loop {
        let processes = processes();
        let children = processes.values().filter(|process| process.parent == ours);
        let children: Vec<Pid> = children.filter_map(|child| Pid::from_raw(child.id)).collect();
        if children.is_empty() || Instant::now() >= until {
            return;
        }
        for child in children {
            kill_process(child, Signal::KILL).ok();
            reap(child);
        }
        thread::yield_now();
    }
}

/// Takes an adopted orphan that has died out of the process table. It fails,
/// as it should, for everybody who is not our child.
fn reap(process: Pid) {
    if ADOPTING.load(Ordering::SeqCst) {
        waitpid(Some(process), WaitOptions::NOHANG).ok();
    }
}

/// A line of the process table.
struct Process {
    id: i32,
    parent: i32,
    group: i32,
    is_alive: bool,
}

/// The process table; empty where there is no `/proc`.
fn processes() -> BTreeMap<i32, Process> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    let ids = entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    ids.filter_map(|id| Some((id, process(id)?))).collect()
}

/// `id (name, which may hold anything) state parent group ...`
fn process(id: i32) -> Option<Process> {
    let stat = fs::read(format!("/proc/{id}/stat")).ok()?;
    let name_end = stat.iter().rposition(|&byte| byte == b')')?;
    let rest = std::str::from_utf8(&stat[name_end + 1..]).ok()?;
    let mut words = rest.split_whitespace();
    let state = words.next()?;
    let (parent, group) = (words.next()?.parse().ok()?, words.next()?.parse().ok()?);
    Some(Process { id, parent, group, is_alive: !matches!(state, "Z" | "X") })
}

fn is_descendant(processes: &BTreeMap<i32, Process>, mut id: i32, of: i32) -> bool {
    // The table is read line by line while it changes: a circle is possible, an endless walk not.
    for _ in 0..processes.len() {
        match processes.get(&id) {
            Some(process) if process.parent == of => return true,
            Some(process) => id = process.parent,
            None => return false,
        }
    }
    false
}

fn carries(id: i32, mark: &Mark) -> bool {
    let Ok(environment) = fs::read(format!("/proc/{id}/environ")) else { return false };
    environment.split(|&byte| byte == 0).any(|variable| {
        variable.strip_prefix(mark.variable().as_bytes()).is_some_and(|rest| rest == b"=1")
    })
}
