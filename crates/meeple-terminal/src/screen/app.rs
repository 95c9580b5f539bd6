//! The model of the whole full-screen app: a stack of pages, plus the help overlay and messages.
//!
//! ```text
//! ScreenEvent ──► ScreenApp::update ──► top page ──► Navigation: stay, open a page, go back, exit
//! ScreenApp::view ──► title │ page │ message, or key hints      only reads
//! ```

use super::{
    app_context::{AppContext, JobId, JobOutcome, NoticeKind},
    boards::KeyHint,
    canvas::{Canvas, centred, wrapped},
    input::{KeyPress, Target, UserInput, Zones},
    theme::{SeatTones, Theme},
};
use crate::command_error::CommandError;
use meeple_core::GameHistory;
use ratatui::{buffer::Buffer, crossterm::event::Event, layout::Rect, style::Style};
use std::time::Instant;

/// Maximum number of lines a message at the bottom may take.
const MAX_TOAST_LINES: u16 = 4;

/// Smallest window, in columns and rows, in which games can be played.
pub(crate) const MIN_WINDOW_SIZE: (u16, u16) = (60, 20);

/// A page that fills the screen.
pub(crate) trait ScreenPage {
    /// Returns the title for the top line.
    fn title(&self, ctx: &AppContext) -> String;

    /// Handles a key press or a mouse event.
    fn handle_input(&mut self, input: UserInput, ctx: &mut AppContext) -> Navigation;

    /// Returns whether this page started this background job.
    fn is_waiting_for(&self, _id: JobId) -> bool {
        false
    }

    /// Handles the result of a background job that this page started.
    fn on_event(&mut self, _news: JobOutcome, _desk: &mut AppContext) -> Navigation {
        Navigation::Stay
    }

    /// Called when time has passed, or when the page has come to the top.
    fn tick(&mut self, _desk: &mut AppContext) {}

    /// Returns when [`ScreenPage::tick`] should be called next, if at all.
    fn next_wakeup(&self, _desk: &AppContext) -> Option<Instant> {
        None
    }

    /// Draws the page.
    fn view(&self, area: Rect, canvas: &mut Canvas<'_>, ctx: &AppContext);

    /// Returns the keys that work now.
    fn keys(&self, ctx: &AppContext) -> Vec<KeyHint>;

    /// Returns the help text shown below the keys.
    fn help(&self) -> &'static str;

    /// Returns whether letters are text input here rather than commands.
    fn is_typing(&self) -> bool {
        false
    }

    /// Returns the game being played on this page, if any.
    fn game(&self) -> Option<&GameHistory> {
        None
    }

    /// Plays a move that was chosen without the board.
    fn make_move(&mut self, _mv: &str, _desk: &mut AppContext) {}

    /// Returns the analysis of the game being replayed as JSON lines, if any.
    fn analysis_lines(&self) -> Option<String> {
        None
    }

    /// Called when the page is closed for good: stops computer players and saves what is needed.
    fn close(&mut self, _desk: &mut AppContext) {}
}

/// Where to go after an event.
pub(crate) enum Navigation {
    /// Stay on this page.
    Stay,
    /// Open a page on top of this one.
    Open(Box<dyn ScreenPage>),
    /// Replace this page.
    Replace(Box<dyn ScreenPage>),
    /// Close this page and go back to the one under it.
    Back,
    /// Exit the program.
    Exit(ExitReason),
}

impl Navigation {
    /// Opens a page, or stays and shows why that isn't possible.
    pub(crate) fn open<P: ScreenPage + 'static>(
        page: Result<P, String>,
        ctx: &mut AppContext,
    ) -> Self {
        match page {
            Ok(page) => Navigation::Open(Box::new(page)),
            Err(why) => {
                ctx.notify_refusal(why);
                Navigation::Stay
            }
        }
    }
}

/// An event that changes the app.
pub(crate) enum ScreenEvent {
    /// A terminal event.
    Event(Event),
    /// The result of a background job.
    JobFinished(JobId, Box<JobOutcome>),
    /// A move played without the board.
    Move(String),
    /// Time has passed.
    Tick,
}

/// Why the app is exiting.
#[derive(Debug)]
pub(crate) enum ExitReason {
    /// The user quit.
    Quit,
    /// The user pressed Ctrl-C.
    Interrupted,
    /// The user quit, and this text is printed afterwards.
    QuitWithMessage(String),
    /// This failure ended the app.
    Failed(CommandError),
}

impl ExitReason {
    /// Exits with this error message.
    pub(crate) fn failed(why: &str) -> Self {
        ExitReason::Failed(CommandError::Failed(why.into()))
    }
}

/// The full-screen app: the page stack and everything drawn over it.
pub(crate) struct ScreenApp {
    context: AppContext,
    pages: Vec<Box<dyn ScreenPage>>,
    /// The clickable rectangles of the last drawing.
    zones: Zones,
    /// First visible line of the help overlay, or `None` if help is closed.
    help: Option<u16>,
    /// Whether a redraw is needed.
    pub(crate) has_changed: bool,
    /// Whether the user has asked to suspend the program (Ctrl-Z).
    pub(crate) wants_suspend: bool,
    /// Why the app is exiting, if it is.
    pub(crate) exit_reason: Option<ExitReason>,
}

impl ScreenApp {
    /// Creates the app with these pages, the last one on top.
    pub(crate) fn new(ctx: AppContext, pages: Vec<Box<dyn ScreenPage>>) -> Self {
        let mut app = ScreenApp {
            context: ctx,
            pages,
            zones: Zones::default(),
            help: None,
            has_changed: true,
            wants_suspend: false,
            exit_reason: None,
        };
        app.update(ScreenEvent::Tick, Instant::now());
        app
    }

    /// Processes a message and then every finished background job.
    pub(crate) fn update(&mut self, message: ScreenEvent, now: Instant) {
        self.context.now = now;
        let go = match message {
            ScreenEvent::Event(Event::Resize(..)) => {
                self.has_changed = true;
                Navigation::Stay
            }
            ScreenEvent::Event(event) => match self.zones.read(&event) {
                Some(input) => {
                    self.has_changed = true;
                    self.handle_input(input)
                }
                None => Navigation::Stay,
            },
            ScreenEvent::JobFinished(id, news) => {
                self.has_changed = true;
                self.on_event(id, *news)
            }
            ScreenEvent::Move(mv) => {
                if let Some(page) = self.pages.last_mut() {
                    page.make_move(&mv, &mut self.context);
                }
                Navigation::Stay
            }
            ScreenEvent::Tick => {
                self.tick();
                Navigation::Stay
            }
        };
        self.navigate(go);
        while let Some((id, news)) = self.context.next_outcome() {
            let go = self.on_event(id, news);
            self.navigate(go);
        }
    }

    fn tick(&mut self) {
        self.has_changed = true;
        if let Some(page) = self.pages.last_mut() {
            page.tick(&mut self.context);
        }
    }

    /// Passes a result to the page that asked for it, even if another page is on top. Results that
    /// no page waits for are dropped.
    fn on_event(&mut self, id: JobId, news: JobOutcome) -> Navigation {
        let Some(at) = self.pages.iter().position(|page| page.is_waiting_for(id)) else {
            return Navigation::Stay;
        };
        let go = self.pages[at].on_event(news, &mut self.context);
        if at + 1 == self.pages.len() { go } else { Navigation::Stay }
    }

    fn handle_input(&mut self, input: UserInput) -> Navigation {
        // Clicking a key hint on the bottom line is the same as pressing the key.
        let input = match input {
            UserInput::Press(Target::Key(key)) => UserInput::Key(key),
            input => input,
        };
        match input {
            UserInput::Key(KeyPress::Ctrl('c')) => {
                self.exit_reason = Some(ExitReason::Interrupted);
                return Navigation::Stay;
            }
            UserInput::Key(KeyPress::Ctrl('z')) => {
                self.wants_suspend = true;
                return Navigation::Stay;
            }
            _ => {}
        }
        if let Some(from) = self.help {
            self.help = match input {
                UserInput::Point(_) => self.help,
                UserInput::Wheel(turned, _) => {
                    Some(from.saturating_add_signed(2 * turned.step() as i16))
                }
                UserInput::Key(key) => {
                    key.direction().map(|to| from.saturating_add_signed(to.step().1))
                }
                _ => None,
            };
            return Navigation::Stay;
        }
        let Some(page) = self.pages.last_mut() else { return Navigation::Exit(ExitReason::Quit) };
        if input == UserInput::Key(KeyPress::Char('?')) && !page.is_typing() {
            self.help = Some(0);
            return Navigation::Stay;
        }
        if !matches!(input, UserInput::Point(_)) {
            self.context.clear_toast();
        }
        page.handle_input(input, &mut self.context)
    }

    fn navigate(&mut self, go: Navigation) {
        match go {
            Navigation::Stay => return,
            Navigation::Open(page) => self.pages.push(page),
            Navigation::Replace(page) => {
                self.pop();
                self.pages.push(page);
            }
            Navigation::Back => self.pop(),
            Navigation::Exit(left) => self.exit_reason = Some(left),
        }
        self.has_changed = true;
        if self.pages.is_empty() {
            self.exit_reason.get_or_insert(ExitReason::Quit);
        } else if self.exit_reason.is_none() {
            self.tick();
        }
    }

    fn pop(&mut self) {
        if let Some(mut page) = self.pages.pop() {
            page.close(&mut self.context);
        }
    }

    /// Returns the game being played, if any.
    pub(crate) fn game(&self) -> Option<&GameHistory> {
        self.pages.iter().rev().find_map(|page| page.game())
    }

    /// Returns the analysis of the game being replayed as JSON lines, if any.
    pub(crate) fn analysis_lines(&self) -> Option<String> {
        self.pages.iter().rev().find_map(|page| page.analysis_lines())
    }

    /// Closes every page, which stops all computer players.
    pub(crate) fn close_all_pages(&mut self) {
        while !self.pages.is_empty() {
            self.pop();
        }
    }

    /// Returns when the next [`ScreenEvent::Tick`] is needed, if any.
    pub(crate) fn next_wakeup(&self) -> Option<Instant> {
        let page = self.pages.last().and_then(|page| page.next_wakeup(&self.context));
        page.into_iter().chain(self.context.toast_ends()).min()
    }

    /// Draws everything and remembers what can be clicked.
    pub(crate) fn draw(&mut self, buffer: &mut Buffer) {
        let mut zones = Zones::default();
        let seats = self.game().map_or_else(SeatTones::default, |game| {
            SeatTones::of(&game.header().seats) // the colours the players chose
        });
        let theme = Theme { seats, ..self.context.theme };
        self.view(&mut Canvas::new(buffer, &mut zones, &theme));
        self.zones = zones;
    }

    fn view(&self, canvas: &mut Canvas<'_>) {
        let area = canvas.area();
        let theme = canvas.theme;
        canvas.fill(area, theme.ground());
        let Some(page) = self.pages.last() else { return };
        if area.width < MIN_WINDOW_SIZE.0 || area.height < MIN_WINDOW_SIZE.1 {
            let (width, height) = MIN_WINDOW_SIZE;
            let words = format!(
                "This window is {}x{}. Meeple needs {width}x{height}: please make it larger. \
                 Nothing is lost. Ctrl-C quits.",
                area.width, area.height
            );
            canvas.wrapped_text(area, 0, &words, theme.text());
            return;
        }
        let [top, middle, bottom] = [
            Rect::new(area.x, area.y, area.width, 1),
            Rect::new(area.x, area.y + 1, area.width, area.height - 2),
            Rect::new(area.x, area.bottom() - 1, area.width, 1),
        ];
        canvas.spans(top, (1, 0), [("meeple", theme.strong()), ("  ", theme.text())]);
        canvas.text(top, (9, 0), &page.title(&self.context), theme.quiet());
        page.view(middle, canvas, &self.context);
        self.view_bottom(&**page, bottom, canvas);
        if let Some(from) = self.help {
            self.view_help(&**page, from, middle, canvas);
        }
    }

    /// Draws the current message, or else the key hints.
    fn view_bottom(&self, page: &dyn ScreenPage, area: Rect, canvas: &mut Canvas<'_>) {
        let theme = *canvas.theme;
        if let Some(toast) = self.context.toast() {
            let (mark, style) = match toast.kind {
                NoticeKind::Refusal => (theme.sign("✗ ", "! "), theme.bad()),
                NoticeKind::Info => ("", theme.strong()),
            };
            let words = format!("{mark}{}", toast.words);
            let lines = wrapped(&words, area.width.saturating_sub(2));
            let height = (lines.len() as u16).clamp(1, MAX_TOAST_LINES);
            let over = Rect { y: area.bottom() - height, height, ..area };
            canvas.fill(over, theme.ground());
            for (row, line) in (0..).zip(&lines) {
                canvas.text(over, (1, row), line, style);
            }
            return;
        }
        // The back key and the help key are always shown, on the right.
        let (back, keys): (Vec<KeyHint>, Vec<KeyHint>) =
            page.keys(&self.context).into_iter().partition(|hint| hint.key == KeyPress::Esc);
        let mut fixed = back;
        fixed.truncate(1);
        if !page.is_typing() {
            fixed.push(KeyHint::new(KeyPress::Char('?'), "help"));
        }
        let width: usize = fixed.iter().map(|hint| hint.width(theme) + 2).sum();
        let at = area.width.saturating_sub(width as u16);
        draw_keys(&fixed, Rect { x: area.x + at, width: area.width - at, ..area }, 0, canvas);
        let room = Rect { width: at, ..area };
        draw_keys(&keys_that_fit(keys, room, theme), room, 1, canvas);
    }

    fn view_help(&self, page: &dyn ScreenPage, from: u16, area: Rect, canvas: &mut Canvas<'_>) {
        let theme = *canvas.theme;
        canvas.clear_zones();
        let panel = centred(area, 72.min(area.width.saturating_sub(4)), area.height);
        canvas.fill(panel, theme.surface());
        let inner = canvas.frame(panel, "help: any key closes it", theme.accent());
        let inner = Rect::new(inner.x + 1, inner.y, inner.width.saturating_sub(2), inner.height);
        let always = "Everything can be clicked: the keys on the bottom line and the cells of the \
                      board. Ctrl-Z suspends Meeple, Ctrl-C quits. Games are saved automatically.";
        let mut lines: Vec<(String, Style)> = Vec::new();
        for hint in page.keys(&self.context) {
            lines.push((format!("{:>10}  {}", hint.name(theme), hint.what), theme.text()));
        }
        let help = page.help().lines().map(|paragraph| (paragraph, theme.text()));
        let blank = ("", theme.text());
        for (paragraph, style) in
            [blank].into_iter().chain(help).chain([blank, (always, theme.quiet())])
        {
            if paragraph.is_empty() {
                lines.push((String::new(), style));
            }
            lines.extend(wrapped(paragraph, inner.width).into_iter().map(|line| (line, style)));
        }
        let most = (lines.len() as u16).saturating_sub(inner.height);
        let from = from.min(most);
        for (at, (line, style)) in lines.iter().skip(from.into()).enumerate() {
            canvas.text(inner, (0, at as i32), line, *style);
        }
        if from < most {
            let (more, row) = (theme.sign("▼ more", "more"), i32::from(inner.height) - 1);
            canvas.text_right(inner, row, more, theme.quiet());
        }
    }
}

/// Keeps the keys that fit into the area, in order, with a gap after each.
fn keys_that_fit(keys: Vec<KeyHint>, area: Rect, theme: Theme) -> Vec<KeyHint> {
    let mut left = usize::from(area.width);
    let fits = |hint: &KeyHint| {
        let rest = left.checked_sub(hint.width(theme) + 2);
        left = rest.unwrap_or(left);
        rest.is_some()
    };
    keys.into_iter().filter(fits).collect()
}

/// Draws clickable key hints in a row.
fn draw_keys(keys: &[KeyHint], area: Rect, column: i32, canvas: &mut Canvas<'_>) {
    let theme = *canvas.theme;
    let mut at = column;
    for hint in keys {
        let name = hint.name(theme);
        let parts = [(&*name, theme.accent()), (" ", theme.text()), (hint.what, theme.quiet())];
        let width = canvas.spans(area, (at, 0), parts);
        let place = Rect { x: area.x + at as u16, width: width as u16, ..area };
        canvas.zone(place.intersection(area), Target::Key(hint.key));
        at += width + 2;
    }
}
