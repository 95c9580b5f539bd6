//! A pseudo-terminal with a program running in it, and the person using it.

use super::TerminalEmulator;
use rustix::{
    process::{Pid, Signal, kill_process},
    pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt},
    termios::{LocalModes, Winsize, tcgetattr, tcsetwinsize},
};
use std::{
    fs::File,
    io::{Read, Write},
    process::Child,
    sync::mpsc::{self, Receiver},
    thread,
    time::Duration,
};

/// The person's side must not be inherited by any program, not even one started by another test.
const OWN: OpenptFlags = OpenptFlags::RDWR.union(OpenptFlags::NOCTTY).union(OpenptFlags::CLOEXEC);

/// Creates a terminal; returns the person's side and the program's.
pub(crate) fn terminal(columns: u16, rows: u16) -> (File, File) {
    let person = openpt(OWN).expect("a terminal");
    grantpt(&person).and_then(|()| unlockpt(&person)).expect("it is ours");
    let path = ptsname(&person, Vec::new()).expect("it has a name").into_string().expect("ASCII");
    let program = File::options().read(true).write(true).open(path).expect("it opens");
    resize(&program, columns, rows);
    (person.into(), program)
}

/// Resizes the window.
pub(crate) fn resize(program: &File, columns: u16, rows: u16) {
    let size = Winsize { ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 };
    tcsetwinsize(program, size).expect("it has a size");
}

/// Receives what is printed to the terminal, as it arrives.
pub(crate) fn printed(person: &File) -> Receiver<Vec<u8>> {
    let mut reader = person.try_clone().expect("it can be shared");
    let (sender, printed) = mpsc::channel();
    thread::spawn(move || {
        let mut bytes = [0; 4096];
        while let Ok(count) = reader.read(&mut bytes) {
            if count == 0 || sender.send(bytes[..count].to_vec()).is_err() {
                return;
            }
        }
    });
    printed
}

/// A program on a terminal, and what a person sees of it.
pub(crate) struct TerminalUser {
    keyboard: File,
    program: File,
    pub(crate) child: Child,
    printed: Receiver<Vec<u8>>,
    pub(crate) screen: TerminalEmulator,
}

impl TerminalUser {
    /// Connects to the terminal in which this program runs.
    pub(crate) fn new((person, program): (File, File), child: Child, size: (u16, u16)) -> Self {
        let printed = printed(&person);
        let screen = TerminalEmulator::new(size.0.into(), size.1.into());
        TerminalUser { keyboard: person, program, child, printed, screen }
    }

    pub(crate) fn press(&mut self, keys: &str) {
        self.keyboard.write_all(keys.as_bytes()).expect("it takes keys");
    }

    #[track_caller]
    pub(crate) fn wait_for(&mut self, text: &str) {
        self.wait_until(text, |screen| screen.shows(text));
    }

    #[track_caller]
    pub(crate) fn wait_until(&mut self, what: &str, is_there: impl Fn(&TerminalEmulator) -> bool) {
        while !is_there(&self.screen) {
            let Ok(bytes) = self.printed.recv_timeout(Duration::from_secs(60)) else {
                panic!("{what:?} is not on the screen:\n{}", self.screen.text());
            };
            self.screen.write(&bytes);
        }
    }

    /// Processes what was printed so far.
    pub(crate) fn look(&mut self) -> &TerminalEmulator {
        while let Ok(bytes) = self.printed.try_recv() {
            self.screen.write(&bytes);
        }
        &self.screen
    }

    pub(crate) fn resize(&mut self, columns: u16, rows: u16) {
        self.screen = TerminalEmulator::new(columns.into(), rows.into());
        resize(&self.program, columns, rows);
        self.signal(Signal::WINCH);
    }

    pub(crate) fn signal(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.child), signal).expect("it is there");
    }

    /// Closes the window and returns the exit code.
    pub(crate) fn close_window(mut self) -> Option<i32> {
        let nothing = || File::open("/dev/null").expect("nothing is there");
        (self.keyboard, self.program) = (nothing(), nothing());
        let (_, printed) = mpsc::channel();
        self.printed = printed; // the reading thread stops at the next byte
        self.child.wait().expect("it ends").code()
    }

    /// Returns the exit code after checking that the terminal's mode was restored.
    pub(crate) fn exit_code(&mut self) -> Option<i32> {
        let code = self.child.wait().expect("it ends").code();
        let cooked = LocalModes::ICANON | LocalModes::ECHO | LocalModes::ISIG;
        let modes = tcgetattr(&self.program).expect("it has a mode").local_modes;
        assert!(modes.contains(cooked), "the terminal's mode was not restored");
        code
    }
}

impl Drop for TerminalUser {
    fn drop(&mut self) {
        self.child.kill().ok(); // in case a test has failed
        self.child.wait().ok();
    }
}
