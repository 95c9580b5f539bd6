//! The full screen as a person uses it: a real terminal, typed keys, and the text on the screen.
#![cfg(target_os = "linux")]

mod support;

use assert_cmd::cargo::cargo_bin;
use meeple_core::Replay;
use meeple_games::open_record;
use rustix::process::Signal;
use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
    thread,
    time::{Duration, Instant},
};
use support::pseudo_terminal::{TerminalUser, terminal};

const CTRL_C: &str = "\x03";
const CTRL_Z: &str = "\x1a";
const ESC: &str = "\x1b";
const DOWN: &str = "\x1b[B";
const LEFT: &str = "\x1b[D";
const RIGHT: &str = "\x1b[C";
const SMALL: (u16, u16) = (80, 24);
const LARGE: (u16, u16) = (140, 45);

/// Whether colours are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ColourSupport {
    True,
    None,
}

/// A user with their own data folders.
struct TestUser {
    folder: tempfile::TempDir,
}

impl TestUser {
    fn new() -> Self {
        TestUser { folder: tempfile::tempdir().expect("a folder") }
    }

    /// Starts the program with these arguments.
    fn opens(&self, words: &str, size: (u16, u16), colours: ColourSupport) -> TerminalUser {
        let (person, program) = terminal(size.0, size.1);
        let end = || program.try_clone().expect("it can be shared");
        let mut command = Command::new("setsid");
        command.arg("--ctty").arg(cargo_bin!("meeple")).args(words.split_whitespace());
        command.env("TERM", "xterm-256color").env("LC_ALL", "C.UTF-8");
        command.env("XDG_DATA_HOME", self.folder.path().join("data"));
        command.env("XDG_CONFIG_HOME", self.folder.path().join("config"));
        match colours {
            ColourSupport::True => command.env("COLORTERM", "truecolor").env_remove("NO_COLOR"),
            ColourSupport::None => command.env("NO_COLOR", "1"),
        };
        command.stdin(end()).stdout(end()).stderr(end());
        TerminalUser::new((person, program), command.spawn().expect("it starts"), size)
    }

    /// Returns the records of the saved games.
    fn records(&self) -> Vec<PathBuf> {
        let games = self.folder.path().join("data/meeple/games");
        let Ok(entries) = fs::read_dir(games) else { return Vec::new() };
        entries.map(|entry| entry.expect("a file").path()).collect()
    }
}

#[track_caller]
fn reads(path: &Path) -> Replay {
    let bytes = fs::read(path).expect("a file");
    Replay::read(&bytes, open_record).expect("a valid record")
}

/// Plays a move from the home page on, resigns, and goes back, with the keys shown on the screen.
fn plays(number: &str, keys: &str, moved: &str, size: (u16, u16), colours: ColourSupport) {
    let user = TestUser::new();
    let mut person = user.opens("", size, colours);
    person.wait_for("1 chomp");
    person.press(number);
    person.wait_for("starting position");
    person.press("g");
    person.wait_for("Your turn.");
    person.press(keys);
    person.wait_for(moved);
    person.press(ESC);
    person.wait_for("Resign");
    person.press(&format!("{}\r", DOWN.repeat(4)));
    person.wait_for("resign?");
    person.press(&format!("{DOWN}\r"));
    person.wait_for("what next");
    person.press("q");
    person.wait_for("1 chomp");
    person.press("q");
    assert_eq!(person.exit_code(), Some(0));
    let records = user.records();
    assert_eq!(records.len(), 1, "{records:?}");
    let game = reads(&records[0]).game;
    assert!(game.end().is_some() && game.plies().len() > 1);
}

#[test]
fn chomp_is_played_from_the_first_page_to_its_result() {
    let corner = format!("{}{}", DOWN.repeat(3), RIGHT.repeat(4));
    plays("1", &format!("{corner}\r"), "normal bites", SMALL, ColourSupport::None);
    plays("1", &format!("{corner} "), "normal bites", LARGE, ColourSupport::True);
}

#[test]
fn filler_is_played_from_the_first_page_to_its_result() {
    plays("2", "n\r", "normal places", SMALL, ColourSupport::None);
    plays("2", "\t\r", "normal places", LARGE, ColourSupport::True);
}

#[test]
fn azul_is_played_from_the_first_page_to_its_result() {
    plays("3", "\t\r\r", "normal takes", SMALL, ColourSupport::True);
    plays("3", "\r0\r", "normal takes", LARGE, ColourSupport::None);
}

#[test]
fn laying_grass_is_played_from_the_first_page_to_its_result() {
    plays("4", "n\r", "normal lays", SMALL, ColourSupport::None);
    plays("4", "rn\r", "normal lays", LARGE, ColourSupport::True);
}

/// Clicks on the first occurrence of the text, as a terminal reports it.
#[track_caller]
fn click(person: &mut TerminalUser, text: &str) {
    person.wait_for(text);
    let shown = person.screen.text();
    let place = shown.lines().enumerate().find_map(|(row, line)| {
        let at = line.find(text)?;
        Some((line[..at].chars().count() + 1, row + 1))
    });
    let (column, row) = place.expect("it is on the screen");
    person.press(&format!("\x1b[<0;{column};{row}M\x1b[<0;{column};{row}m"));
}

#[test]
fn a_mouse_is_enough() {
    let user = TestUser::new();
    let mut person = user.opens("", SMALL, ColourSupport::None);
    click(&mut person, "1 chomp");
    person.wait_for("starting position");
    click(&mut person, "Play");
    person.wait_for("Your turn.");
    click(&mut person, "☠");
    person.wait_for("You ate the poison: normal wins.");
    click(&mut person, "Enter what next");
    person.wait_for("Replay and analysis");
    click(&mut person, "Replay and analysis");
    person.wait_for("replay  chomp");
    click(&mut person, "Esc back");
    person.wait_for("4 grass");
    click(&mut person, "q leave");
    assert_eq!(person.exit_code(), Some(0));
}

#[test]
fn settings_are_saved_and_unreadable_files_are_left_alone() {
    let user = TestUser::new();
    let settings = user.folder.path().join("config/meeple/settings.json");
    let mut person = user.opens("", SMALL, ColourSupport::True);
    person.wait_for("1 chomp");
    person.press("s");
    person.wait_for("Dark or light.");
    person.press("\r");
    person.wait_for("background   light");
    person.press("qq");
    assert_eq!(person.exit_code(), Some(0));
    assert!(fs::read_to_string(&settings).expect("it is kept").contains("\"light\""));

    fs::write(&settings, "{\"shade\": 7, \u{1b}[2J").expect("it can be written");
    let before = fs::read(&settings).expect("it is there");
    let mut person = user.opens("", SMALL, ColourSupport::None);
    person.wait_for("it is left as it is");
    person.press("s");
    person.wait_for("Dark or light.");
    person.press("\rqq");
    assert_eq!(person.exit_code(), Some(0));
    assert_eq!(fs::read(&settings).expect("it is there"), before);
}

#[test]
fn a_game_that_is_left_goes_on_where_it_was() {
    let user = TestUser::new();
    let mut person =
        user.opens("play chomp width=6 height=5 --seats you,you", SMALL, ColourSupport::None);
    person.wait_for("you 1: Bite a square");
    person.press(&format!("{DOWN}{DOWN}{LEFT}\r"));
    person.wait_for("you 1 bites C5: 4 squares");
    person.press("q");
    person.wait_for("The game is saved");
    person.press(CTRL_C);
    assert_eq!(person.exit_code(), Some(130));
    let mut person = user.opens("", SMALL, ColourSupport::None);
    person.wait_for("c continue (1)");
    person.press("c");
    person.wait_for("you 2: Bite a square");
    person.wait_for("you 1 bites C5: 4 squares");
    person.press("u");
    person.wait_for("you 1: Bite a square");
    person.press("U");
    person.wait_for("you 2: Bite a square");
    person.press("q");
    person.wait_for("1 chomp");
    person.press("q");
    assert_eq!(person.exit_code(), Some(0));
}

#[test]
fn no_save_leaves_no_files() {
    let user = TestUser::new();
    let mut person =
        user.opens("play chomp width=3 height=2 --no-save", SMALL, ColourSupport::None);
    person.wait_for("Your turn.");
    person.press("\r");
    person.wait_for("you bite");
    person.press("q");
    person.wait_for("1 chomp");
    person.press("q");
    assert_eq!(person.exit_code(), Some(0));
    let kept: Vec<_> = fs::read_dir(user.folder.path()).expect("a folder").collect();
    assert!(kept.is_empty(), "{kept:?}");
}

#[test]
fn a_window_that_changes_is_drawn_anew_and_a_small_one_says_what_it_needs() {
    let user = TestUser::new();
    let mut person =
        user.opens("play azul --seed 1 --seats you,greedy", SMALL, ColourSupport::True);
    person.wait_for("Your turn.");
    person.resize(50, 15);
    person.wait_for("This window is 50x15. Meeple needs 60x20");
    person.resize(LARGE.0, LARGE.1);
    person.wait_for("Your turn.");
    person.press("q");
    person.wait_for("1 chomp");
    person.press(CTRL_C);
    assert_eq!(person.exit_code(), Some(130));
}

#[test]
fn a_key_that_comes_together_with_a_new_size_is_heard_by_itself() {
    let user = TestUser::new();
    let mut person =
        user.opens("play azul --seed 1 --seats you,greedy", SMALL, ColourSupport::None);
    person.wait_for("Your turn.");
    for (columns, rows) in [LARGE, SMALL].into_iter().cycle().take(40) {
        person.resize(columns, rows);
        person.wait_for("Your turn.");
        person.press("?");
        person.wait_for("Everything can be clicked");
        person.press("?");
        person.wait_until("the board", |screen| !screen.shows("Everything can be clicked"));
    }
    person.press(CTRL_C);
    assert_eq!(person.exit_code(), Some(130));
}

#[test]
fn every_signal_leaves_a_whole_terminal_and_a_valid_record() {
    for (signal, code) in [(Signal::INT, 130), (Signal::TERM, 143), (Signal::HUP, 129)] {
        let user = TestUser::new();
        let mut person =
            user.opens("play filler --seats terminator,wall_e", SMALL, ColourSupport::True);
        person.wait_for("terminator places");
        person.signal(signal);
        assert_eq!(person.exit_code(), Some(code));
        let records = user.records();
        let game = reads(&records[0]).game;
        assert!(game.plies().len() > 1 && game.end().is_none());
    }
}

#[test]
fn ctrl_z_stops_it_until_it_is_woken() {
    let user = TestUser::new();
    let (person, program) = terminal(SMALL.0, SMALL.1);
    let end = || program.try_clone().expect("it can be shared");
    let mut command = Command::new("setsid");
    // A shell with job control: a process in an orphaned group can't be suspended.
    // It waits for a key, so that what it prints is there to be seen on a busy machine too.
    let script = "set -m; \"$0\" play chomp width=5 height=4 --no-save; echo stopped; read -rsn1; \
                  fg >/dev/null";
    command.args(["--ctty", "bash", "-c", script]).arg(cargo_bin!("meeple"));
    command.env("TERM", "xterm").env("LC_ALL", "C.UTF-8").env("NO_COLOR", "1");
    command.env("HOME", user.folder.path());
    command.stdin(end()).stdout(end()).stderr(end());
    let child = command.spawn().expect("it starts");
    let mut person = TerminalUser::new((person, program), child, SMALL);
    person.wait_for("Your turn.");
    person.press(CTRL_Z);
    person.wait_for("stopped");
    person.press("x");
    person.wait_for("Your turn.");
    person.press("\r");
    person.wait_for("you bite C3");
    person.press("q");
    person.wait_for("1 chomp");
    person.press("q");
    assert_eq!(person.exit_code(), Some(0));
}

#[test]
fn the_program_ends_when_its_terminal_goes_away() {
    let user = TestUser::new();
    let mut person =
        user.opens("play filler --seats terminator,wall_e", SMALL, ColourSupport::True);
    person.wait_for("terminator places");
    let code = person.close_window();
    assert_eq!(code, Some(129));
    assert!(reads(&user.records()[0]).game.plies().len() > 1);
}

#[test]
fn bots_are_watched_replayed_and_their_tournament_looked_through() {
    let user = TestUser::new();
    let record = user.folder.path().join("game.jsonl");
    let words =
        format!("filler -p1 terminator -p2 wall_e -s 1 --watch --record {}", record.display());
    let mut person = user.opens(&words, LARGE, ColourSupport::None);
    person.wait_for("terminator");
    person.press(&"+".repeat(8)); // as fast as possible
    person.wait_for("Enter leave");
    person.press("\r");
    assert_eq!(person.exit_code(), Some(0));
    person.wait_for("Both players are stuck");

    let mut person =
        user.opens(&format!("replay {}", record.display()), SMALL, ColourSupport::None);
    person.wait_for("replay  filler  terminator, wall_e  0 of");
    person.press("\x1b[F"); // End
    person.wait_for("Both players are stuck");
    person.press("/stuck\r");
    person.press("\x1b[H\x1b[C\x1b[Ca"); // the first move, analysed
    person.wait_until("a grade", |screen| {
        ["Best", "Good", "Inaccuracy", "Mistake", "Blunder", "only legal move"]
            .iter()
            .any(|grade| screen.shows(grade))
    });
    person.press("q");
    assert_eq!(person.exit_code(), Some(0));

    let words = format!("watch {}", user.folder.path().display());
    let mut person = user.opens(&words, SMALL, ColourSupport::None);
    person.wait_for("filler  over        terminator ★, wall_e");
    person.press("\r");
    person.wait_for("replay  filler");
    person.press("q");
    person.wait_for("games in");
    person.press("q");
    assert_eq!(person.exit_code(), Some(0));
}

#[test]
fn a_position_is_practised_and_the_streak_is_kept() {
    let user = TestUser::new();
    let mut person = user.opens("practice chomp", SMALL, ColourSupport::None);
    person.wait_for("Find the best move. Which game?");
    person.press("\r");
    person.wait_for("Find a bite that wins.");
    person.press(&format!("{DOWN}{RIGHT}\r"));
    person.wait_for("Enter: next position.");
    person.press("\r");
    person.wait_for("practice  chomp  opening  2 of");
    person.press("q");
    person.wait_for("Which game?");
    person.press("q");
    assert_eq!(person.exit_code(), Some(0));
    let progress = user.folder.path().join("data/meeple/practice.json");
    assert!(fs::read_to_string(progress).expect("it is kept").contains("\"tried\": 1"));
}

#[test]
fn a_program_of_ones_own_sits_at_the_table_and_is_gone_afterwards() {
    let user = TestUser::new();
    let bots = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bots/random_bot.sh");
    let words = format!("play chomp width=7 height=6 --seats you,{}", bots.display());
    let mut person = user.opens(&words, SMALL, ColourSupport::None);
    person.wait_for("Your turn.");
    person.press(&format!("{}{}\r", DOWN.repeat(5), RIGHT.repeat(6)));
    person.wait_for(" bites"); // its name may be cut into lines
    let bots = descendants(person.child.id());
    assert!(!bots.is_empty(), "the bot runs as a child of the program");
    person.press(CTRL_C);
    assert_eq!(person.exit_code(), Some(130));
    // A killed process takes a moment to disappear.
    let patience = Instant::now() + Duration::from_secs(30);
    while bots.iter().any(|&pid| process(pid).is_some()) {
        assert!(Instant::now() < patience, "{bots:?} still run");
        thread::sleep(Duration::from_millis(50));
    }
}

/// Returns the parent of a running process; `None` if there is no such process, or it has ended.
fn process(pid: u32) -> Option<u32> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The name, in parentheses, may contain anything; the state and the parent follow it.
    let mut fields = stat.rsplit_once(')')?.1.split_whitespace();
    if fields.next()? == "Z" { None } else { fields.next()?.parse().ok() }
}

/// Returns the running processes that this one has started, directly or not.
fn descendants(ancestor: u32) -> Vec<u32> {
    let entries = fs::read_dir("/proc").expect("processes").flatten();
    let pids = entries.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    let parents: Vec<(u32, u32)> = pids.filter_map(|pid| Some((pid, process(pid)?))).collect();
    let mut found = vec![ancestor];
    let mut next = 0;
    while let Some(&parent) = found.get(next) {
        found.extend(parents.iter().filter(|(_, of)| *of == parent).map(|(pid, _)| *pid));
        next += 1;
    }
    found.split_off(1)
}
