//! A pseudo-terminal with a program in it, and the person who sits before it.

use super::Screen;
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

/// No program may hold a person's side open, not even one that another test starts.
const OWN: OpenptFlags = OpenptFlags::RDWR.union(OpenptFlags::NOCTTY).union(OpenptFlags::CLOEXEC);

/// A person's side of a terminal, and a program's.
pub(crate) fn terminal(columns: u16, rows: u16) -> (File, File) {
    let person = openpt(OWN).expect("a terminal");
    grantpt(&person).and_then(|()| unlockpt(&person)).expect("it is ours");
    let path = ptsname(&person, Vec::new()).expect("it has a name").into_string().expect("ASCII");
    let program = File::options().read(true).write(true).open(path).expect("it opens");
    resize(&program, columns, rows);
    (person.into(), program)
}

/// The window gets another size.
pub(crate) fn resize(program: &File, columns: u16, rows: u16) {
    let size = Winsize { ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 };
    tcsetwinsize(program, size).expect("it has a size");
}

/// What is printed for a person, as it comes.
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
pub(crate) struct Person {
    keyboard: File,
    program: File,
    pub(crate) child: Child,
    printed: Receiver<Vec<u8>>,
    pub(crate) screen: Screen,
}

impl Person {
    /// Before this terminal, in which this program runs.
    pub(crate) fn new((person, program): (File, File), child: Child, size: (u16, u16)) -> Self {
        let printed = printed(&person);
        let screen = Screen::new(size.0.into(), size.1.into());
        Person { keyboard: person, program, child, printed, screen }
    }

    pub(crate) fn press(&mut self, keys: &str) {
        self.keyboard.write_all(keys.as_bytes()).expect("it takes keys");
    }

    #[track_caller]
    pub(crate) fn wait_for(&mut self, text: &str) {
        self.wait_until(text, |screen| screen.shows(text));
    }

    #[track_caller]
    pub(crate) fn wait_until(&mut self, what: &str, is_there: impl Fn(&Screen) -> bool) {
        while !is_there(&self.screen) {
            let Ok(bytes) = self.printed.recv_timeout(Duration::from_secs(60)) else {
                panic!("{what:?} is not on the screen:\n{}", self.screen.text());
            };
            self.screen.write(&bytes);
        }
    }

    /// Takes in what was printed by now.
    pub(crate) fn look(&mut self) -> &Screen {
        while let Ok(bytes) = self.printed.try_recv() {
            self.screen.write(&bytes);
        }
        &self.screen
    }

    pub(crate) fn resize(&mut self, columns: u16, rows: u16) {
        self.screen = Screen::new(columns.into(), rows.into());
        resize(&self.program, columns, rows);
        self.signal(Signal::WINCH);
    }

    pub(crate) fn signal(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.child), signal).expect("it is there");
    }

    /// The window is closed; the exit code.
    pub(crate) fn vanish(mut self) -> Option<i32> {
        let nothing = || File::open("/dev/null").expect("nothing is there");
        (self.keyboard, self.program) = (nothing(), nothing());
        let (_, printed) = mpsc::channel();
        self.printed = printed; // whoever reads for us stops with the next byte
        self.child.wait().expect("it ends").code()
    }

    /// The exit code, when the terminal is as it was.
    pub(crate) fn exit_code(&mut self) -> Option<i32> {
        let code = self.child.wait().expect("it ends").code();
        let cooked = LocalModes::ICANON | LocalModes::ECHO | LocalModes::ISIG;
        let modes = tcgetattr(&self.program).expect("it has a mode").local_modes;
        assert!(modes.contains(cooked), "the terminal's mode was not restored");
        code
    }
}

impl Drop for Person {
    fn drop(&mut self) {
        self.child.kill().ok(); // where a test has failed
        self.child.wait().ok();
    }
}
