//! The kennel: the bots that run, and that nothing of them is left running.
//!
//! A bot leads its own process group, and its environment carries a mark
//! that its children inherit. At the end the kennel kills the group, every
//! descendant, and everybody who carries the mark, until a look at `/proc`
//! finds nobody. So a child that outlives its parent is found by the group,
//! one that also left the group (`setsid`) by the mark or by its parents.
//!
//! What is left is a process that left the group, wiped its environment *and*
//! lost its parent. A program that owns all its children makes a kennel that
//! [adopts](Kennel::adopting): then such a process becomes our child, and goes
//! when the last bot does. A process that runs as another user cannot be
//! killed at all.

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

/// Longer than this no sweep lasts, whatever the processes do.
const MOST_TIME: Duration = Duration::from_secs(5);

/// Where bots are started and ended; clones are the same kennel.
#[derive(Debug, Clone, Default)]
pub struct Kennel(Arc<Inner>);

#[derive(Debug, Default)]
struct Inner {
    /// The bots that were started and not yet ended.
    live: Mutex<BTreeMap<i32, Mark>>,
    started: AtomicU64,
    /// Whether every child of this process that is no live bot is an orphan of one.
    adopts: bool,
}

impl Kennel {
    /// From now on, descendants of ours that lose their parent become our children, and when no
    /// bot is live, every child of ours is killed. Only for a program that starts no other
    /// children. An ordinary kennel where there is no such call.
    pub fn adopting() -> Self {
        let adopts = cfg!(target_os = "linux") && set_child_subreaper(Some(getpid())).is_ok();
        Kennel(Arc::new(Inner { adopts, ..Inner::default() }))
    }

    /// Kills every bot with all it started: for a program that has to leave at once. Whoever
    /// owns the bots may go on to end them.
    pub fn kill_everybody(&self) {
        let until = Instant::now() + MOST_TIME;
        for (&pid, mark) in &*self.live() {
            if let Some(bot) = Pid::from_raw(pid) {
                self.kill_family(&Family { bot, mark }, until);
                kill_process(bot, Signal::KILL).ok();
            }
        }
    }

    /// Starts a bot, marked, in a process group of its own.
    pub(crate) fn spawn(&self, command: &mut Command) -> io::Result<Child> {
        let mark = self.new_mark();
        command.env(&mark.0, "1");
        // Held over the start: no sweep may take the new child for an orphan.
        let mut live = self.live();
        let child = command.spawn()?;
        live.insert(child.id() as i32, mark);
        Ok(child)
    }

    /// Kills the bot, its group, its descendants and its marked orphans, and reaps it.
    pub(crate) fn end(&self, child: &mut Child) {
        let (until, pid) = (Instant::now() + MOST_TIME, Pid::from_child(child));
        let mark = self.live().get(&pid.as_raw_pid()).cloned();
        if let Some(mark) = mark {
            // The bot is not reaped yet, so its number, and its group's, are still its own.
            self.kill_family(&Family { bot: pid, mark: &mark }, until);
        }
        child.kill().ok();
        child.wait().ok();
        let mut live = self.live();
        live.remove(&pid.as_raw_pid());
        if self.0.adopts && live.is_empty() {
            self.kill_orphans(until);
        }
    }

    fn live(&self) -> MutexGuard<'_, BTreeMap<i32, Mark>> {
        self.0.live.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A mark that nobody carries. A new name each time, so that a bot which is itself an arena
    /// does not hide its own bots from us.
    fn new_mark(&self) -> Mark {
        let count = self.0.started.fetch_add(1, Ordering::Relaxed);
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
        let nanos = now.map_or(0, |since| since.as_nanos());
        Mark(format!("MEEPLE_BOT_{}_{count}_{nanos}", getpid()))
    }

    fn kill_family(&self, family: &Family<'_>, until: Instant) {
        while self.kill_members(family) > 0 && Instant::now() < until {
            thread::yield_now();
        }
    }

    /// Kills whoever is there; how many were, the bot itself apart.
    fn kill_members(&self, family: &Family<'_>) -> usize {
        // Stopped first: who is born between the look and the kill would still be dying when we
        // say that nobody is left.
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
                self.reap(child);
            }
            thread::yield_now();
        }
    }

    /// Takes an adopted orphan that has died out of the process table. It fails,
    /// as it should, for everybody who is not our child.
    fn reap(&self, process: Pid) {
        if self.0.adopts {
            waitpid(Some(process), WaitOptions::NOHANG).ok();
        }
    }
}

/// The name of an environment variable that only one bot and its descendants have.
#[derive(Debug, Clone)]
struct Mark(String);

/// Who belongs to a bot.
struct Family<'a> {
    bot: Pid,
    mark: &'a Mark,
}

impl Family<'_> {
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
    environment
        .split(|&byte| byte == 0)
        .any(|variable| variable.strip_prefix(mark.0.as_bytes()).is_some_and(|rest| rest == b"=1"))
}
