//! Running other programs, so that they behave the same however xtask was started.
//!
//! A shell starts background jobs with SIGINT ignored, and `nohup` ignores SIGHUP. Ignored signals
//! are inherited, and the tests of Ctrl-C would fail. Handled signals aren't inherited, so xtask
//! handles them. Each child runs in a process group of its own and gets the signals that xtask
//! itself wasn't told to ignore.

use rustix::process::{Pid, Signal, kill_process_group};
use signal_hook::{
    consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM},
    iterator::Signals,
};
use std::{
    env, fs, io,
    os::unix::process::CommandExt as _,
    process::{Command, Stdio, exit},
    sync::atomic::{AtomicI32, Ordering},
    thread,
    time::Instant,
};

/// The process group of the running child; 0 if there is none.
static CHILD: AtomicI32 = AtomicI32::new(0);

/// Handles the signals that end a program, so that children start with the default behaviour.
pub(crate) fn handle_signals() -> io::Result<()> {
    let ignored = ignored_signals();
    let mut signals = Signals::new([SIGHUP, SIGINT, SIGQUIT, SIGTERM])?;
    thread::spawn(move || {
        let wanted = signals.forever().find(|signal| ignored & (1 << (signal - 1)) == 0);
        let Some(signal) = wanted else { return };
        let child = Pid::from_raw(CHILD.load(Ordering::SeqCst));
        if let (Some(group), Some(signal)) = (child, Signal::from_named_raw(signal)) {
            let _ = kill_process_group(group, signal); // it may have ended in the meantime
        }
        exit(128 + signal);
    });
    Ok(())
}

/// The signals this process was started with as ignored, as a bit mask (Linux; elsewhere none).
fn ignored_signals() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0)
}

/// Returns a command for the cargo that runs xtask, in the workspace's folder.
pub(crate) fn cargo(words: &[&str]) -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/..")).args(words);
    command
}

/// Runs a command under a heading and prints how long it took.
pub(crate) fn step(name: &str, command: Command) -> Result<(), String> {
    println!("== {name}");
    let since = Instant::now();
    run(command)?;
    println!("== {name}: passed in {} s", since.elapsed().as_secs());
    Ok(())
}

/// Runs a command without standard input; fails unless it succeeds.
pub(crate) fn run(mut command: Command) -> Result<(), String> {
    let failed = |error: io::Error, command: &Command| format!("{command:?}: {error}");
    command.stdin(Stdio::null()).process_group(0);
    let mut child = command.spawn().map_err(|error| failed(error, &command))?;
    CHILD.store(child.id().cast_signed(), Ordering::SeqCst);
    let status = child.wait();
    CHILD.store(0, Ordering::SeqCst);
    let status = status.map_err(|error| failed(error, &command))?;
    if status.success() { Ok(()) } else { Err(format!("{command:?}: {status}")) }
}
