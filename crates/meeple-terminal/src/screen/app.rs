//! The model of the whole screen: pages on top of each other, and what lies over them.
//!
//! ```text
//! Message ──► App::update ──► the page on top ──► Go: stay, another page, back, leave
//! App::view ──► title │ page │ what is said │ keys of this moment      only reads
//! ```

use super::{
    boards::KeyHint,
    canvas::{Canvas, centred, wrapped},
    desk::{Desk, Kind, News, Ticket},
    input::{Input, Key, Target, Turned, Zones},
    theme::{SeatTones, Theme},
};
use crate::failure::Failure;
use meeple_core::Match;
use ratatui::{buffer::Buffer, crossterm::event::Event, layout::Rect, style::Style};
use std::time::Instant;

/// The most lines that something said may take.
const MOST_SAID: u16 = 4;

/// The smallest window in which anything can be played.
pub(crate) const SMALLEST: (u16, u16) = (60, 20);

/// Something that fills the screen.
pub(crate) trait Page {
    /// What it is, for the top line.
    fn title(&self, desk: &Desk) -> String;

    /// A person did something.
    fn press(&mut self, input: Input, desk: &mut Desk) -> Go;

    /// Whether this page has asked for that.
    fn awaits(&self, _ticket: Ticket) -> bool {
        false
    }

    /// Work is done that this page has asked for.
    fn hear(&mut self, _news: News, _desk: &mut Desk) -> Go {
        Go::Stay
    }

    /// Time has passed, or the page has come to the top.
    fn tick(&mut self, _desk: &mut Desk) -> Go {
        Go::Stay
    }

    /// When [`Page::tick`] is wanted next.
    fn wakes(&self, _desk: &Desk) -> Option<Instant> {
        None
    }

    /// Draws it.
    fn view(&self, area: Rect, canvas: &mut Canvas<'_>, desk: &Desk);

    /// What can be pressed now.
    fn keys(&self, desk: &Desk) -> Vec<KeyHint>;

    /// What the help says beside the keys.
    fn help(&self) -> &'static str;

    /// Whether letters are text here, and no commands.
    fn is_typing(&self) -> bool {
        false
    }

    /// The game that is played on it, if one is.
    fn game(&self) -> Option<&Match> {
        None
    }

    /// A move was chosen in another way than on the board.
    fn make_move(&mut self, _mv: &str, _desk: &mut Desk) {}

    /// What is known of the game that is replayed, as JSON lines, if one is.
    fn analysis_lines(&self) -> Option<String> {
        None
    }

    /// It is left for good: whoever thinks is stopped, and everything is in order.
    fn leave(&mut self, _desk: &mut Desk) {}
}

/// Where to go.
pub(crate) enum Go {
    /// Nowhere.
    Stay,
    /// To a page on top of this one.
    To(Box<dyn Page>),
    /// To a page in the place of this one.
    Instead(Box<dyn Page>),
    /// To the page under this one.
    Back,
    /// Out of the program.
    Out(Left),
}

/// What happens to the screen.
pub(crate) enum Message {
    /// An event of the terminal.
    Event(Event),
    /// Work is done.
    News(Ticket, Box<News>),
    /// A move is made without the board.
    Move(String),
    /// Time has passed.
    Tick,
}

/// How the screen was left.
#[derive(Debug)]
pub(crate) enum Left {
    /// By the user.
    Wanted,
    /// By Ctrl-C.
    Interrupted,
    /// By the user, and this is to be printed.
    Saying(String),
    /// Because of this.
    Failed(Failure),
}

/// Everything on the screen.
pub(crate) struct App {
    desk: Desk,
    pages: Vec<Box<dyn Page>>,
    /// What the rectangles of the last drawing are.
    zones: Zones,
    /// Whether the help lies over everything, and from which line on.
    help: Option<u16>,
    has_changed: bool,
    wants_suspend: bool,
    left: Option<Left>,
}

impl App {
    /// A screen with these pages, the last one on top.
    pub(crate) fn new(desk: Desk, pages: Vec<Box<dyn Page>>) -> Self {
        let mut app = App {
            desk,
            pages,
            zones: Zones::default(),
            help: None,
            has_changed: true,
            wants_suspend: false,
            left: None,
        };
        app.update(Message::Tick, Instant::now());
        app
    }

    /// Lets something happen.
    pub(crate) fn update(&mut self, message: Message, now: Instant) {
        self.desk.now = now;
        let go = match message {
            Message::Event(Event::Resize(..)) => {
                self.has_changed = true;
                Go::Stay
            }
            Message::Event(event) => match self.zones.read(&event) {
                Some(input) => {
                    self.has_changed = true;
                    self.press(input)
                }
                None => Go::Stay,
            },
            Message::News(ticket, news) => {
                self.has_changed = true;
                self.hear(ticket, *news)
            }
            Message::Move(mv) => {
                if let Some(page) = self.pages.last_mut() {
                    page.make_move(&mv, &mut self.desk);
                }
                Go::Stay
            }
            Message::Tick => self.tick(),
        };
        self.go(go);
        while let Some((ticket, news)) = self.desk.next_news() {
            let go = self.hear(ticket, news);
            self.go(go);
        }
    }

    fn tick(&mut self) -> Go {
        self.has_changed = true;
        match self.pages.last_mut() {
            Some(page) => page.tick(&mut self.desk),
            None => Go::Out(Left::Wanted),
        }
    }

    /// Whoever asked hears it, also under another page. What nobody waits for any more is dropped.
    fn hear(&mut self, ticket: Ticket, news: News) -> Go {
        let Some(at) = self.pages.iter().position(|page| page.awaits(ticket)) else {
            return Go::Stay;
        };
        let go = self.pages[at].hear(news, &mut self.desk);
        if at + 1 == self.pages.len() { go } else { Go::Stay }
    }

    fn press(&mut self, input: Input) -> Go {
        // A click on a key of the bottom line is that key.
        let input = match input {
            Input::Press(Target::Key(key)) => Input::Key(key),
            input => input,
        };
        match input {
            Input::Key(Key::Ctrl('c')) => {
                self.left = Some(Left::Interrupted);
                return Go::Stay;
            }
            Input::Key(Key::Ctrl('z')) => {
                self.wants_suspend = true;
                return Go::Stay;
            }
            _ => {}
        }
        if let Some(from) = self.help {
            self.help = match input {
                Input::Point(_) => self.help,
                Input::Wheel(Turned::Down, _) => Some(from.saturating_add(2)),
                Input::Wheel(Turned::Up, _) => Some(from.saturating_sub(2)),
                Input::Key(key) => match key.direction() {
                    Some(direction) => {
                        let down = direction.step().1;
                        Some(from.saturating_add_signed(down))
                    }
                    None => None,
                },
                _ => None,
            };
            return Go::Stay;
        }
        let Some(page) = self.pages.last_mut() else { return Go::Out(Left::Wanted) };
        if input == Input::Key(Key::Char('?')) && !page.is_typing() {
            self.help = Some(0);
            return Go::Stay;
        }
        if !matches!(input, Input::Point(_)) {
            self.desk.hush();
        }
        page.press(input, &mut self.desk)
    }

    fn go(&mut self, go: Go) {
        match go {
            Go::Stay => return,
            Go::To(page) => self.pages.push(page),
            Go::Instead(page) => {
                self.pop();
                self.pages.push(page);
            }
            Go::Back => self.pop(),
            Go::Out(left) => self.left = Some(left),
        }
        self.has_changed = true;
        if self.pages.is_empty() {
            self.left.get_or_insert(Left::Wanted);
        } else if self.left.is_none() {
            let go = self.tick();
            self.go(go);
        }
    }

    fn pop(&mut self) {
        if let Some(mut page) = self.pages.pop() {
            page.leave(&mut self.desk);
        }
    }

    /// The game that is played, if one is.
    pub(crate) fn game(&self) -> Option<&Match> {
        self.pages.iter().rev().find_map(|page| page.game())
    }

    /// What is known of the game that is replayed, as JSON lines, if one is.
    pub(crate) fn analysis_lines(&self) -> Option<String> {
        self.pages.iter().rev().find_map(|page| page.analysis_lines())
    }

    /// Leaves every page: whoever thinks is stopped, and everything is in order.
    pub(crate) fn leave_all(&mut self) {
        while !self.pages.is_empty() {
            self.pop();
        }
    }

    /// Whether the screen was left.
    pub(crate) fn is_left(&self) -> bool {
        self.left.is_some()
    }

    /// How the screen was left, once it was.
    pub(crate) fn take_left(&mut self) -> Option<Left> {
        self.left.take()
    }

    /// Whether something looks different since the last time this was asked.
    pub(crate) fn take_change(&mut self) -> bool {
        std::mem::take(&mut self.has_changed)
    }

    /// Whether the program is to be stopped until the shell wakes it; counts as done.
    pub(crate) fn take_suspend(&mut self) -> bool {
        std::mem::take(&mut self.wants_suspend)
    }

    /// Everything is to be drawn again.
    pub(crate) fn touch(&mut self) {
        self.has_changed = true;
    }

    /// When time matters next.
    pub(crate) fn wakes(&self) -> Option<Instant> {
        let page = self.pages.last().and_then(|page| page.wakes(&self.desk));
        page.into_iter().chain(self.desk.toast_ends()).min()
    }

    /// Draws everything, and remembers what can be clicked.
    pub(crate) fn draw(&mut self, buffer: &mut Buffer) {
        let mut zones = Zones::default();
        let seats = self.game().map_or_else(SeatTones::default, |game| {
            SeatTones::of(&game.header().seats) // as they have chosen
        });
        let theme = Theme { seats, ..self.desk.theme };
        self.view(&mut Canvas::new(buffer, &mut zones, &theme));
        self.zones = zones;
    }

    fn view(&self, canvas: &mut Canvas<'_>) {
        let area = canvas.area();
        let theme = canvas.theme;
        canvas.fill(area, theme.ground());
        let Some(page) = self.pages.last() else { return };
        if area.width < SMALLEST.0 || area.height < SMALLEST.1 {
            let (width, height) = SMALLEST;
            let words = format!(
                "This window is {}x{}. Meeple needs {width}x{height}: please make it larger. \
                 Nothing is lost. Ctrl-C leaves.",
                area.width, area.height
            );
            canvas.words(area, 0, &words, theme.text());
            return;
        }
        let [top, middle, bottom] = [
            Rect::new(area.x, area.y, area.width, 1),
            Rect::new(area.x, area.y + 1, area.width, area.height - 2),
            Rect::new(area.x, area.bottom() - 1, area.width, 1),
        ];
        canvas.spans(top, (1, 0), [("meeple", theme.strong()), ("  ", theme.text())]);
        canvas.text(top, (9, 0), &page.title(&self.desk), theme.quiet());
        page.view(middle, canvas, &self.desk);
        self.view_bottom(&**page, bottom, canvas);
        if let Some(from) = self.help {
            self.view_help(&**page, from, middle, canvas);
        }
    }

    /// What is being said, or the keys of this moment.
    fn view_bottom(&self, page: &dyn Page, area: Rect, canvas: &mut Canvas<'_>) {
        let theme = *canvas.theme;
        if let Some(toast) = self.desk.toast() {
            let (mark, style) = match toast.kind {
                Kind::Refusal => (theme.sign("✗ ", "! "), theme.bad()),
                Kind::Word => ("", theme.strong()),
            };
            let words = format!("{mark}{}", toast.words);
            let lines = wrapped(&words, area.width.saturating_sub(2));
            let height = (lines.len() as u16).clamp(1, MOST_SAID);
            let over = Rect { y: area.bottom() - height, height, ..area };
            canvas.fill(over, theme.ground());
            for (row, line) in lines.iter().enumerate() {
                canvas.text(over, (1, row as i32), line, style);
            }
            return;
        }
        // The way back and the help are always there, at the right.
        let (back, keys): (Vec<KeyHint>, Vec<KeyHint>) =
            page.keys(&self.desk).into_iter().partition(|hint| hint.key == Key::Esc);
        let mut fixed = back;
        fixed.truncate(1);
        if !page.is_typing() {
            fixed.push(KeyHint::new(Key::Char('?'), "help"));
        }
        let width: usize = fixed.iter().map(|hint| hint.width(theme) + 2).sum();
        let at = area.width.saturating_sub(width as u16);
        draw_keys(&fixed, Rect { x: area.x + at, width: area.width - at, ..area }, 0, canvas);
        let room = Rect { width: at, ..area };
        draw_keys(&fitting(keys, room, theme), room, 1, canvas);
    }

    fn view_help(&self, page: &dyn Page, from: u16, area: Rect, canvas: &mut Canvas<'_>) {
        let theme = *canvas.theme;
        canvas.cover();
        let panel = centred(area, 72.min(area.width.saturating_sub(4)), area.height);
        canvas.fill(panel, theme.surface());
        let inner = canvas.frame(panel, "help: any key closes it", theme.accent());
        let inner = Rect::new(inner.x + 1, inner.y, inner.width.saturating_sub(2), inner.height);
        let mut lines: Vec<(String, Style)> = Vec::new();
        for hint in page.keys(&self.desk) {
            lines.push((format!("{:>10}  {}", hint.name(theme), hint.what), theme.text()));
        }
        lines.push((String::new(), theme.text()));
        for paragraph in page.help().lines() {
            if paragraph.is_empty() {
                lines.push((String::new(), theme.text()));
            }
            let words = wrapped(paragraph, inner.width);
            lines.extend(words.into_iter().map(|line| (line, theme.text())));
        }
        lines.push((String::new(), theme.text()));
        let always = "Everything can be clicked: a key on the bottom line, a place of the board. \
                      Ctrl-Z stops Meeple until fg, Ctrl-C leaves it; games are kept by themselves.";
        lines.extend(wrapped(always, inner.width).into_iter().map(|line| (line, theme.quiet())));
        let most = (lines.len() as u16).saturating_sub(inner.height);
        let from = from.min(most);
        for (at, (line, style)) in lines.iter().skip(from.into()).enumerate() {
            canvas.text(inner, (0, at as i32), line, *style);
        }
        if from < most {
            canvas.text_right(
                inner,
                i32::from(inner.height) - 1,
                theme.sign("▼ more", "more"),
                theme.quiet(),
            );
        }
    }
}

/// Those of these keys that fit, the first ones first, with a gap behind them.
fn fitting(keys: Vec<KeyHint>, area: Rect, theme: Theme) -> Vec<KeyHint> {
    let mut left = usize::from(area.width);
    let fits = |hint: &KeyHint| {
        let rest = left.checked_sub(hint.width(theme) + 2);
        left = rest.unwrap_or(left);
        rest.is_some()
    };
    keys.into_iter().filter(fits).collect()
}

/// Keys one behind the other, each of which can be clicked.
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
