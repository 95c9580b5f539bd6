//! The full screen in memory: keys in, letters out, the same in every run.
//!
//! Whoever thinks does so at once and within a few hundred positions, time passes only when it is
//! told to, and nothing is kept on disk. Tests, the fuzzer, the bench and the README's picture are
//! made with it.
//!
//! ```
//! use meeple_terminal::screen::{Look, Rehearsal};
//!
//! let mut screen = Rehearsal::new(Look::Plain, 80, 24);
//! assert!(screen.text().contains("1 chomp"));
//! screen.press("<Enter>");
//! assert!(screen.text().contains("so it begins"));
//! ```

use super::{
    app::{App, Message, Page},
    desk::Desk,
    home::Home,
    play::{LiveGame, Play, setting::completed},
    replay::Replay,
    theme::{Depth, Palette, SeatTones, Shade, Signs, Theme},
};
use crate::prompt::Setting;
use meeple_ai::analysis::Effort;
use meeple_core::{Match, Replay as Record};
use meeple_games::{GameKind, open_record};
use ratatui::{
    buffer::Buffer,
    crossterm::event::{
        Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
    },
    layout::Rect,
    style::{Color, Modifier, Style},
};
use std::{
    path::Path,
    time::{Duration, Instant},
};

/// A screen in memory.
pub struct Rehearsal {
    app: App,
    buffer: Buffer,
    now: Instant,
}

/// How it looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Look {
    /// All colours on dark ground.
    Dark,
    /// All colours on light ground, those that nearly everybody can tell apart.
    Light,
    /// The 16 colours that every terminal has.
    Sixteen,
    /// No colours.
    Plain,
    /// No colours, and letters only.
    Letters,
}

impl Look {
    /// All of them.
    pub const ALL: [Look; 5] = [Look::Dark, Look::Light, Look::Sixteen, Look::Plain, Look::Letters];

    fn theme(self) -> Theme {
        let theme = Theme {
            depth: Depth::True,
            shade: Shade::Dark,
            palette: Palette::Usual,
            signs: Signs::Unicode,
            seats: SeatTones::default(),
        };
        match self {
            Look::Dark => theme,
            Look::Light => Theme { shade: Shade::Light, palette: Palette::ColourBlind, ..theme },
            Look::Sixteen => Theme { depth: Depth::Sixteen, ..theme },
            Look::Plain => Theme { depth: Depth::None, ..theme },
            Look::Letters => Theme { depth: Depth::None, signs: Signs::Ascii, ..theme },
        }
    }
}

impl Rehearsal {
    /// The first page, in a window of this size.
    pub fn new(look: Look, width: u16, height: u16) -> Self {
        Rehearsal::show(look, (width, height), |desk| vec![Box::new(Home::new(desk))])
    }

    /// A game that is set up so, in a window of this size; `Err` says why it cannot be.
    pub fn play(
        look: Look,
        size: (u16, u16),
        kind: GameKind,
        setting: Setting,
    ) -> Result<Self, String> {
        let mut problem = None;
        let screen = Rehearsal::show(look, size, |desk| {
            let home: Box<dyn Page> = Box::new(Home::new(desk));
            match LiveGame::open(kind, &completed(kind, setting), desk) {
                Ok(live) => vec![home, Box::new(Play::new(live, desk))],
                Err(why) => {
                    problem = Some(why);
                    vec![home]
                }
            }
        });
        problem.map_or(Ok(screen), Err)
    }

    /// The game of this record, in a window of this size; `Err` says why it cannot be shown.
    /// Analysis thinks as much about each step as everywhere, and what it finds is kept beside
    /// the record.
    pub fn replay(look: Look, size: (u16, u16), record: &Path) -> Result<Self, String> {
        let mut problem = None;
        let screen = Rehearsal::show(look, size, |desk| {
            desk.effort = Effort::of;
            match Replay::read(record, desk) {
                Ok(replay) => vec![Box::new(replay)],
                Err(why) => {
                    problem = Some(why);
                    vec![Box::new(Home::new(desk))]
                }
            }
        });
        problem.map_or(Ok(screen), Err)
    }

    fn show(
        look: Look,
        (width, height): (u16, u16),
        pages: impl FnOnce(&mut Desk) -> Vec<Box<dyn Page>>,
    ) -> Self {
        let mut desk = Desk::at_once(look.theme());
        let now = desk.now;
        let pages = pages(&mut desk);
        let app = App::new(desk, pages);
        let buffer = Buffer::empty(Rect::new(0, 0, width, height));
        let mut screen = Rehearsal { app, buffer, now };
        screen.draw();
        screen
    }

    /// Presses keys: letters, and others by their names, as in `j<Enter><Up><Ctrl-r>`.
    pub fn press(&mut self, keys: &str) {
        let mut rest = keys;
        while let Some(letter) = rest.chars().next() {
            let name = rest.strip_prefix('<').and_then(|rest| rest.split_once('>'));
            let key = name.and_then(|(name, _)| named(name));
            let (key, length) = match (key, name) {
                (Some(key), Some((name, _))) => (key, name.len() + 2),
                _ => (KeyEvent::new(KeyCode::Char(letter), KeyModifiers::NONE), letter.len_utf8()),
            };
            self.event(Event::Key(key));
            rest = &rest[length..];
        }
    }

    /// Makes a move of the game that is played, as if the board had been used for it.
    pub fn make_move(&mut self, mv: &str) {
        self.app.update(Message::Move(mv.into()), self.now);
        self.draw();
    }

    /// The record of the game that is played, line by line.
    pub fn record(&self) -> Vec<String> {
        let log = self.app.game().map_or(&[][..], Match::log);
        log.iter().map(ToString::to_string).collect()
    }

    /// Clicks on the first place where this is written; whether it is there.
    pub fn click(&mut self, text: &str) -> bool {
        let lines: Vec<String> = self.text().lines().map(Into::into).collect();
        let found = lines.iter().enumerate().find_map(|(row, line)| {
            let at = line.find(text)?;
            Some((line[..at].chars().count() as u16, row as u16))
        });
        if let Some((column, row)) = found {
            self.mouse(MouseEventKind::Moved, column, row);
            self.mouse(MouseEventKind::Down(MouseButton::Left), column, row);
        }
        found.is_some()
    }

    /// The mouse does something at a place.
    pub fn mouse(&mut self, kind: MouseEventKind, column: u16, row: u16) {
        let modifiers = KeyModifiers::NONE;
        self.event(Event::Mouse(MouseEvent { kind, column, row, modifiers }));
    }

    /// The window gets another size.
    pub fn resize(&mut self, width: u16, height: u16) {
        self.buffer = Buffer::empty(Rect::new(0, 0, width, height));
        self.event(Event::Resize(width, height));
    }

    /// An event of a terminal.
    pub fn event(&mut self, event: Event) {
        self.app.update(Message::Event(event), self.now);
        self.draw();
    }

    /// Time passes, and what was to happen meanwhile happens, each at its time.
    pub fn wait(&mut self, time: Duration) {
        let until = self.now + time;
        while let Some(at) = self.app.wakes().filter(|&at| at <= until) {
            self.now = self.now.max(at);
            self.app.update(Message::Tick, self.now);
            // Something that wants to be woken at once for ever must not stop the clock.
            self.now += Duration::from_millis(1);
        }
        self.now = self.now.max(until);
        self.app.update(Message::Tick, self.now);
        self.draw();
    }

    /// Draws once more, as a frame would.
    pub fn draw(&mut self) {
        self.buffer.reset();
        self.app.draw(&mut self.buffer);
    }

    /// Whether the screen was left.
    pub fn is_left(&self) -> bool {
        self.app.is_left()
    }

    /// What is on the screen, line by line.
    pub fn text(&self) -> String {
        let area = self.buffer.area;
        let line = |row: u16| {
            let letters = (0..area.width).map(|column| self.buffer[(column, row)].symbol());
            letters.collect::<String>().trim_end().to_owned() + "\n"
        };
        (0..area.height).map(line).collect()
    }

    /// A letter of the screen, and its style.
    pub fn cell(&self, column: u16, row: u16) -> (&str, Style) {
        let cell = &self.buffer[(column, row)];
        (cell.symbol(), cell.style())
    }

    /// The same with its colours, as a terminal is sent them.
    pub fn coloured(&self) -> String {
        let area = self.buffer.area;
        let mut text = String::new();
        for row in 0..area.height {
            let mut last = String::new();
            for column in 0..area.width {
                let cell = &self.buffer[(column, row)];
                let (fore, back) = (code(cell.fg, 38), code(cell.bg, 48));
                let bold = if cell.modifier.contains(Modifier::BOLD) { ";1" } else { "" };
                let style = format!("\x1b[0{bold}{fore}{back}m");
                if style != last {
                    text.push_str(&style);
                    last = style;
                }
                text.push_str(cell.symbol());
            }
            text.push_str("\x1b[0m\n");
        }
        text
    }

    /// How many deals and moves the game has that is played; 0 if none is.
    pub fn plies(&self) -> usize {
        self.app.game().map_or(0, |game| game.line().len())
    }

    /// What is known of the game that is replayed, as `meeple analyze --json` prints it.
    pub fn analysis_lines(&self) -> Option<String> {
        self.app.analysis_lines()
    }

    /// Whether the game that is played can be read again from its record, and leads to the same
    /// position: what is wrong, if something is.
    pub fn check(&self) -> Result<(), String> {
        let Some(game) = self.app.game() else { return Ok(()) };
        let lines: Vec<String> = game.log().iter().map(ToString::to_string).collect();
        let lines = lines.join("\n") + "\n";
        let again =
            Record::read(lines.as_bytes(), open_record).map_err(|error| error.to_string())?;
        same(game, &again.game)
    }
}

fn same(game: &Match, again: &Match) -> Result<(), String> {
    let (one, other) = (game.position().to_string(), again.position().to_string());
    if one == other { Ok(()) } else { Err(format!("{one}\nis read again as\n{other}")) }
}

fn named(name: &str) -> Option<KeyEvent> {
    let (code, modifiers) = match name {
        "Enter" => (KeyCode::Enter, KeyModifiers::NONE),
        "Esc" => (KeyCode::Esc, KeyModifiers::NONE),
        "Tab" => (KeyCode::Tab, KeyModifiers::NONE),
        "BackTab" => (KeyCode::BackTab, KeyModifiers::SHIFT),
        "Up" => (KeyCode::Up, KeyModifiers::NONE),
        "Down" => (KeyCode::Down, KeyModifiers::NONE),
        "Left" => (KeyCode::Left, KeyModifiers::NONE),
        "Right" => (KeyCode::Right, KeyModifiers::NONE),
        "PgUp" => (KeyCode::PageUp, KeyModifiers::NONE),
        "PgDn" => (KeyCode::PageDown, KeyModifiers::NONE),
        "Home" => (KeyCode::Home, KeyModifiers::NONE),
        "End" => (KeyCode::End, KeyModifiers::NONE),
        "Backspace" => (KeyCode::Backspace, KeyModifiers::NONE),
        "Delete" => (KeyCode::Delete, KeyModifiers::NONE),
        name => {
            let letter = name.strip_prefix("Ctrl-")?.chars().next()?;
            (KeyCode::Char(letter), KeyModifiers::CONTROL)
        }
    };
    Some(KeyEvent::new(code, modifiers))
}

/// A colour behind `38` for letters or `48` for their ground.
fn code(colour: Color, kind: u8) -> String {
    match colour {
        Color::Rgb(red, green, blue) => format!(";{kind};2;{red};{green};{blue}"),
        Color::Indexed(index) => format!(";{kind};5;{index}"),
        _ => String::new(),
    }
}

/// Something that may happen to a screen, from two bytes: a key, a click, a wheel, another size,
/// time. All of them come up often when bytes are random.
pub fn happens(screen: &mut Rehearsal, [what, which]: [u8; 2]) {
    const KEYS: [KeyCode; 14] = [
        KeyCode::Enter,
        KeyCode::Esc,
        KeyCode::Tab,
        KeyCode::BackTab,
        KeyCode::Up,
        KeyCode::Down,
        KeyCode::Left,
        KeyCode::Right,
        KeyCode::PageUp,
        KeyCode::PageDown,
        KeyCode::Home,
        KeyCode::End,
        KeyCode::Backspace,
        KeyCode::Delete,
    ];
    let area = screen.buffer.area;
    let place = |at: u8, side: u16| (u16::from(at) * side / 256).min(side.saturating_sub(1));
    match what {
        0..100 => {
            let key = KEYS[usize::from(which) % KEYS.len()];
            screen.event(Event::Key(KeyEvent::new(key, KeyModifiers::NONE)));
        }
        100..160 => {
            let letter = char::from(b' ' + which % 95);
            screen.event(Event::Key(KeyEvent::new(KeyCode::Char(letter), KeyModifiers::NONE)));
        }
        // A place from one byte: its row, and its column by the low bits of both.
        160..240 => {
            let column = place(which.wrapping_mul(37).wrapping_add(what), area.width);
            let row = place(which, area.height);
            let kind = match what % 5 {
                0 | 1 => MouseEventKind::Down(MouseButton::Left),
                2 => MouseEventKind::Moved,
                3 => MouseEventKind::ScrollDown,
                _ => MouseEventKind::Down(MouseButton::Right),
            };
            screen.mouse(kind, column, row);
        }
        240..246 => screen.wait(Duration::from_millis(u64::from(which) * 4)),
        246..250 => {
            let letter = char::from(b'a' + which % 26);
            // Ctrl-C would end it, Ctrl-Z stop it: nothing more would happen.
            let letter = if matches!(letter, 'c' | 'z') { 'r' } else { letter };
            screen.event(Event::Key(KeyEvent::new(KeyCode::Char(letter), KeyModifiers::CONTROL)));
        }
        250..253 => screen.resize(u16::from(which), u16::from(what) % 60),
        _ => screen.resize(60 + u16::from(which) % 100, 20 + u16::from(which) % 40),
    }
}
