//! The list of saved games, or of the games in a folder: continue, replay, delete.

use super::{
    app::{Navigation, ScreenPage},
    app_context::AppContext,
    boards::{KeyHint, ScrollRange},
    canvas::Canvas,
    input::{Direction, KeyPress, Target, UserInput},
    play::PlayPage,
    replay::ReplayPage,
    user_files::{SavedGame, UserFiles, games_in},
};
use meeple_core::{SeatInfo, text::printable};
use ratatui::layout::Rect;
use std::{
    path::PathBuf,
    time::{Duration, Instant},
};

/// How often a folder is read again.
const RELOAD_INTERVAL: Duration = Duration::from_secs(2);

/// A list of games.
pub(crate) struct GameList {
    list: Vec<SavedGame>,
    at: usize,
    /// A folder other than the user's own; its games can't be deleted or continued.
    folder: Option<PathBuf>,
    /// Whether the delete key was pressed once, to be confirmed.
    is_delete_pending: bool,
    read_at: Instant,
}

impl GameList {
    /// Lists the games of a match or tournament folder, or else the user's own games. The page is
    /// empty until its first [`ScreenPage::tick`].
    pub(crate) fn new(folder: Option<PathBuf>, ctx: &AppContext) -> Self {
        let (list, read_at) = (Vec::new(), ctx.now);
        GameList { list, at: 0, folder, is_delete_pending: false, read_at }
    }

    fn open(&mut self, ctx: &mut AppContext) -> Navigation {
        let Some(game) = self.list.get(self.at) else { return Navigation::Stay };
        if game.is_over || self.folder.is_some() {
            // A running game is shown at its current position.
            let ply = if game.is_over { 0 } else { usize::MAX };
            let replay = ReplayPage::read(&game.path, ctx);
            return Navigation::open(replay.map(|page| page.at(ply, ctx)), ctx);
        }
        Navigation::open(PlayPage::resume(&game.path, ctx), ctx)
    }

    fn replay(&mut self, ctx: &mut AppContext) -> Navigation {
        let Some(game) = self.list.get(self.at) else { return Navigation::Stay };
        Navigation::open(ReplayPage::read(&game.path, ctx), ctx)
    }

    fn delete(&mut self, ctx: &mut AppContext) {
        let Some(game) = self.list.get(self.at) else { return };
        if self.folder.is_some() {
            return ctx.notify_refusal("Games of a match or tournament can't be deleted here.");
        }
        if !self.is_delete_pending {
            self.is_delete_pending = true;
            return ctx.notify("Press D again to delete this game, or any other key to keep it.");
        }
        match UserFiles::delete(game) {
            Ok(()) => drop(self.list.remove(self.at)),
            Err(why) => ctx.notify_refusal(why),
        }
        self.is_delete_pending = false;
        self.at = self.at.min(self.list.len().saturating_sub(1));
    }

    fn step(&mut self, by: i64) {
        let last = self.list.len().saturating_sub(1) as i64;
        self.at = (self.at as i64 + by).clamp(0, last) as usize;
    }
}

impl ScreenPage for GameList {
    fn title(&self, _: &AppContext) -> String {
        match &self.folder {
            Some(folder) => format!("games in {}", printable(&folder.display().to_string())),
            None => format!("{} games", self.list.len()),
        }
    }

    fn handle_input(&mut self, input: UserInput, ctx: &mut AppContext) -> Navigation {
        if input != UserInput::Key(KeyPress::Char('D')) && !matches!(input, UserInput::Point(_)) {
            self.is_delete_pending = false;
        }
        match input {
            UserInput::Key(KeyPress::Enter) => return self.open(ctx),
            UserInput::Key(KeyPress::Char('r')) => return self.replay(ctx),
            UserInput::Key(KeyPress::Char('D')) => self.delete(ctx),
            UserInput::Key(KeyPress::Esc | KeyPress::Char('q')) => return Navigation::Back,
            UserInput::Key(KeyPress::PageUp) => self.step(-10),
            UserInput::Key(KeyPress::PageDown) => self.step(10),
            UserInput::Key(KeyPress::Home) => self.at = 0,
            UserInput::Key(KeyPress::End) => self.step(i64::from(i32::MAX)),
            UserInput::Key(key) => self.step(key.list_step().unwrap_or(0)),
            UserInput::Wheel(turned, _) => self.step(3 * turned.step()),
            UserInput::Press(Target::Item(at)) if at < self.list.len() => {
                if self.at == at {
                    return self.open(ctx);
                }
                self.at = at;
            }
            _ => {}
        }
        Navigation::Stay
    }

    /// Reads the list again, so that new games appear; the cursor stays on its game.
    fn tick(&mut self, ctx: &mut AppContext) {
        self.read_at = ctx.now;
        let here = self.list.get(self.at).map(|game| game.path.clone());
        self.list = match &self.folder {
            Some(folder) => games_in(folder),
            None => ctx.files.games(),
        };
        let at = self.list.iter().position(|game| Some(&game.path) == here.as_ref());
        self.at = at.unwrap_or(self.at).min(self.list.len().saturating_sub(1));
    }

    fn next_wakeup(&self, _: &AppContext) -> Option<Instant> {
        self.folder.as_ref().map(|_| self.read_at + RELOAD_INTERVAL)
    }

    fn view(&self, area: Rect, canvas: &mut Canvas<'_>, _: &AppContext) {
        let theme = *canvas.theme;
        if self.list.is_empty() {
            let words = match &self.folder {
                Some(_) => "There are no game records in this folder.",
                None => "No games yet. Press Esc to go back.",
            };
            let inner = Rect { x: area.x + 2, y: area.y + 1, ..area };
            canvas.wrapped_text(inner, 0, words, theme.quiet());
            return;
        }
        let inner = Rect::new(area.x + 1, area.y + 1, area.width - 2, area.height - 1);
        let strip = ScrollRange::around(self.list.len(), inner.height.into(), self.at);
        for (row, at) in strip.cells().enumerate() {
            let game = &self.list[at];
            let line = Rect::new(inner.x, inner.y + row as u16, inner.width, 1);
            let style = if at == self.at { theme.cursor() } else { theme.text() };
            canvas.tint(line, style);
            let time: String = game.header.time.chars().take(16).collect();
            let state = match (game.is_over, &self.folder) {
                (true, _) => "over",
                (false, None) => "unfinished",
                (false, Some(_)) => "live",
            };
            let won = theme.sign("★", "*");
            let seats = game.header.seats.iter().enumerate();
            let name = |(seat, info): (usize, &SeatInfo)| {
                let name = printable(&info.name);
                if game.winners.contains(&seat) { format!("{name} {won}") } else { name }
            };
            let names: Vec<String> = seats.map(name).collect();
            let text = format!(
                " {:<16}  {:<7} {state:<10}  {}",
                printable(&time.replace('T', " ")),
                game.kind,
                names.join(", ")
            );
            canvas.text(line, (0, 0), &text, style);
            canvas.zone(line, Target::Item(at));
        }
    }

    fn keys(&self, _: &AppContext) -> Vec<KeyHint> {
        let mut keys = vec![
            KeyHint::labelled("↑ ↓", KeyPress::Arrow(Direction::Down), "choose"),
            KeyHint::new(KeyPress::Enter, "open"),
            KeyHint::new(KeyPress::Char('r'), "replay"),
        ];
        if self.folder.is_none() {
            keys.push(KeyHint::new(KeyPress::Char('D'), "delete"));
        }
        keys.push(KeyHint::new(KeyPress::Esc, "back"));
        keys
    }

    fn help(&self) -> &'static str {
        "Enter continues an unfinished game and replays a finished one; r replays either. A star \
         marks the winners."
    }
}
