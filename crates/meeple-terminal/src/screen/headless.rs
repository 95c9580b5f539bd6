//! The full-screen app in memory: keys in, text out, the same in every run.
//!
//! Background jobs run immediately with a small node limit, time passes only on request, and
//! nothing is saved on disk. Tests, the fuzzer, the benchmarks and the README's picture use it.
//!
//! ```
//! use meeple_terminal::screen::{Appearance, HeadlessScreen};
//!
//! let mut screen = HeadlessScreen::new(Appearance::Plain, 80, 24);
//! assert!(screen.text().contains("1 chomp"));
//! screen.press("<Enter>");
//! assert!(screen.text().contains("starting position"));
//! ```

use super::{
    app::{ScreenApp, ScreenEvent, ScreenPage},
    app_context::AppContext,
    home::HomePage,
    input::NAMED_KEYS,
    play::{LiveGame, PlayPage, setup::completed},
    replay::ReplayPage,
    scripted::ComputerPlayers,
    theme::{ColourDepth, Palette, SeatTones, Shade, SymbolSet, Theme},
};
use crate::prompt::GameSetup;
use meeple_ai::analysis::AnalysisEffort;
use meeple_core::{GameHistory, Replay as Record};
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

/// A headless screen.
pub struct HeadlessScreen {
    app: ScreenApp,
    buffer: Buffer,
    now: Instant,
}

/// The appearance of the screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Appearance {
    /// All colours on a dark background.
    Dark,
    /// All colours on a light background, with the colour-blind friendly palette.
    Light,
    /// The 16 standard terminal colours.
    Sixteen,
    /// No colours.
    Plain,
    /// No colours, and ASCII only.
    Letters,
}

impl Appearance {
    /// All appearances.
    pub const ALL: [Appearance; 5] = [
        Appearance::Dark,
        Appearance::Light,
        Appearance::Sixteen,
        Appearance::Plain,
        Appearance::Letters,
    ];

    fn theme(self) -> Theme {
        let theme = Theme {
            depth: ColourDepth::True,
            shade: Shade::Dark,
            palette: Palette::Usual,
            signs: SymbolSet::Unicode,
            seats: SeatTones::default(),
        };
        match self {
            Appearance::Dark => theme,
            Appearance::Light => {
                Theme { shade: Shade::Light, palette: Palette::ColourBlind, ..theme }
            }
            Appearance::Sixteen => Theme { depth: ColourDepth::Sixteen, ..theme },
            Appearance::Plain => Theme { depth: ColourDepth::None, ..theme },
            Appearance::Letters => {
                Theme { depth: ColourDepth::None, signs: SymbolSet::Ascii, ..theme }
            }
        }
    }
}

impl HeadlessScreen {
    /// Opens the home page in a window of this size.
    pub fn new(look: Appearance, width: u16, height: u16) -> Self {
        HeadlessScreen::home(look, (width, height), ComputerPlayers::Real)
    }

    /// Opens the home page with scripted computer players: they play the same moves, give the same
    /// advice and have the same rating whatever the real ones are tuned to.
    pub fn scripted(look: Appearance, size: (u16, u16)) -> Self {
        HeadlessScreen::home(look, size, ComputerPlayers::Scripted)
    }

    /// Starts a game with this setup in a window of this size; `Err` is the reason if that fails.
    pub fn play(
        look: Appearance,
        size: (u16, u16),
        kind: GameKind,
        setting: GameSetup,
    ) -> Result<Self, String> {
        HeadlessScreen::game(look, size, ComputerPlayers::Real, kind, setting)
    }

    /// Starts a game with scripted computer players, as [`HeadlessScreen::scripted`] has them.
    pub fn play_scripted(
        look: Appearance,
        size: (u16, u16),
        kind: GameKind,
        setting: GameSetup,
    ) -> Result<Self, String> {
        HeadlessScreen::game(look, size, ComputerPlayers::Scripted, kind, setting)
    }

    /// Opens the replay of a record in a window of this size; `Err` is the reason if that fails.
    /// Analysis uses the normal effort for each step, and its results are saved beside the record.
    pub fn replay(look: Appearance, size: (u16, u16), record: &Path) -> Result<Self, String> {
        HeadlessScreen::show(look, size, |ctx| {
            ctx.effort = AnalysisEffort::for_game;
            Ok(vec![Box::new(ReplayPage::read(record, ctx)?)])
        })
    }

    fn home(look: Appearance, size: (u16, u16), computers: ComputerPlayers) -> Self {
        let screen = HeadlessScreen::show(look, size, |ctx| {
            ctx.computers = computers;
            Ok(vec![Box::new(HomePage::new(ctx))])
        });
        screen.expect("the home page needs nothing")
    }

    fn game(
        look: Appearance,
        size: (u16, u16),
        computers: ComputerPlayers,
        kind: GameKind,
        setting: GameSetup,
    ) -> Result<Self, String> {
        HeadlessScreen::show(look, size, |ctx| {
            ctx.computers = computers;
            let live = LiveGame::open(kind, &completed(kind, setting), ctx)?;
            Ok(vec![Box::new(HomePage::new(ctx)), Box::new(PlayPage::new(live, ctx))])
        })
    }

    fn show(
        look: Appearance,
        (width, height): (u16, u16),
        pages: impl FnOnce(&mut AppContext) -> Result<Vec<Box<dyn ScreenPage>>, String>,
    ) -> Result<Self, String> {
        let mut ctx = AppContext::immediate(look.theme());
        let now = ctx.now;
        let pages = pages(&mut ctx)?;
        let app = ScreenApp::new(ctx, pages);
        let buffer = Buffer::empty(Rect::new(0, 0, width, height));
        let mut screen = HeadlessScreen { app, buffer, now };
        screen.draw();
        Ok(screen)
    }

    /// Presses keys: characters, and special keys by name, as in `j<Enter><Up><Ctrl-r>`.
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

    /// Plays a move in the current game, as if it had been chosen on the board.
    pub fn make_move(&mut self, mv: &str) {
        self.app.update(ScreenEvent::Move(mv.into()), self.now);
        self.draw();
    }

    /// Returns the record of the current game, line by line.
    pub fn record(&self) -> Vec<String> {
        let log = self.app.game().map_or(&[][..], GameHistory::log);
        log.iter().map(ToString::to_string).collect()
    }

    /// Clicks on the first occurrence of a text; returns whether there is one.
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

    /// Sends a mouse event at a column and row.
    pub fn mouse(&mut self, kind: MouseEventKind, column: u16, row: u16) {
        let modifiers = KeyModifiers::NONE;
        self.event(Event::Mouse(MouseEvent { kind, column, row, modifiers }));
    }

    /// Resizes the window.
    pub fn resize(&mut self, width: u16, height: u16) {
        self.buffer = Buffer::empty(Rect::new(0, 0, width, height));
        self.event(Event::Resize(width, height));
    }

    /// Sends a terminal event.
    pub fn event(&mut self, event: Event) {
        self.app.update(ScreenEvent::Event(event), self.now);
        self.draw();
    }

    /// Lets time pass; everything scheduled in between happens at its time.
    pub fn advance_time(&mut self, time: Duration) {
        let until = self.now + time;
        while let Some(at) = self.app.next_wakeup().filter(|&at| at <= until) {
            self.now = self.now.max(at);
            self.app.update(ScreenEvent::Tick, self.now);
            // A page that always asks to be woken at once must not stop the clock.
            self.now += Duration::from_millis(1);
        }
        self.now = self.now.max(until);
        self.app.update(ScreenEvent::Tick, self.now);
        self.draw();
    }

    /// Draws the screen again.
    pub fn draw(&mut self) {
        self.buffer.reset();
        self.app.draw(&mut self.buffer);
    }

    /// Returns whether the app is exiting.
    pub fn is_exiting(&self) -> bool {
        self.app.exit_reason.is_some()
    }

    /// Returns the text on the screen, line by line.
    pub fn text(&self) -> String {
        let area = self.buffer.area;
        let line = |row: u16| {
            let letters = (0..area.width).map(|column| self.buffer[(column, row)].symbol());
            letters.collect::<String>().trim_end().to_owned() + "\n"
        };
        (0..area.height).map(line).collect()
    }

    /// Returns a character of the screen and its style.
    pub fn cell(&self, column: u16, row: u16) -> (&str, Style) {
        let cell = &self.buffer[(column, row)];
        (cell.symbol(), cell.style())
    }

    /// Returns the text on the screen with ANSI colour codes.
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

    /// Returns the number of deals and moves of the current game; 0 without a game.
    pub fn plies(&self) -> usize {
        self.app.game().map_or(0, |game| game.plies().len())
    }

    /// Returns the analysis of the game being replayed, in the format of `meeple analyze --json`.
    pub fn analysis_lines(&self) -> Option<String> {
        self.app.analysis_lines()
    }

    /// Checks that the current game can be read back from its record and leads to the same
    /// position; `Err` is the difference.
    pub fn check_record(&self) -> Result<(), String> {
        let Some(game) = self.app.game() else { return Ok(()) };
        let lines: Vec<String> = game.log().iter().map(ToString::to_string).collect();
        let lines = lines.join("\n") + "\n";
        let again =
            Record::read(lines.as_bytes(), open_record).map_err(|error| error.to_string())?;
        same(game, &again.game)
    }
}

fn same(game: &GameHistory, again: &GameHistory) -> Result<(), String> {
    let (one, other) = (game.position().to_string(), again.position().to_string());
    if one == other { Ok(()) } else { Err(format!("{one}\nis read again as\n{other}")) }
}

/// Returns a key by its name: as on the screen in ASCII (`Enter`, `PgUp`, `up`), or `Ctrl-r`.
fn named(name: &str) -> Option<KeyEvent> {
    if let Some(letter) = name.strip_prefix("Ctrl-") {
        let code = KeyCode::Char(letter.chars().next()?);
        return Some(KeyEvent::new(code, KeyModifiers::CONTROL));
    }
    let named = NAMED_KEYS.iter().find(|named| named.3.eq_ignore_ascii_case(name))?;
    Some(KeyEvent::new(named.0, KeyModifiers::NONE))
}

/// Returns the ANSI code of a colour, after `38` for text or `48` for the background.
fn code(colour: Color, kind: u8) -> String {
    match colour {
        Color::Rgb(red, green, blue) => format!(";{kind};2;{red};{green};{blue}"),
        Color::Indexed(index) => format!(";{kind};5;{index}"),
        _ => String::new(),
    }
}

/// Applies an event encoded in two bytes: a key, a click, the wheel, a resize, or time. With random
/// bytes, all of them are frequent.
pub fn apply_random_event(screen: &mut HeadlessScreen, [what, which]: [u8; 2]) {
    let area = screen.buffer.area;
    let place = |at: u8, side: u16| (u16::from(at) * side / 256).min(side.saturating_sub(1));
    match what {
        0..100 => {
            let key = NAMED_KEYS[usize::from(which) % NAMED_KEYS.len()].0;
            screen.event(Event::Key(KeyEvent::new(key, KeyModifiers::NONE)));
        }
        100..160 => {
            let letter = char::from(b' ' + which % 95);
            screen.event(Event::Key(KeyEvent::new(KeyCode::Char(letter), KeyModifiers::NONE)));
        }
        // The row comes from one byte, the column from a mix of both.
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
        240..246 => screen.advance_time(Duration::from_millis(u64::from(which) * 4)),
        246..250 => {
            let letter = char::from(b'a' + which % 26);
            // Ctrl-C would exit and Ctrl-Z suspend: nothing more would happen.
            let letter = if matches!(letter, 'c' | 'z') { 'r' } else { letter };
            screen.event(Event::Key(KeyEvent::new(KeyCode::Char(letter), KeyModifiers::CONTROL)));
        }
        250..253 => screen.resize(u16::from(which), u16::from(what) % 60),
        _ => screen.resize(60 + u16::from(which) % 100, 20 + u16::from(which) % 40),
    }
}
