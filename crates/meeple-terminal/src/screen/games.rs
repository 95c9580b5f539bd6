//! The games that are kept, or that a folder has: to be continued, replayed, deleted.

use super::{
    app::{Go, Page},
    boards::{KeyHint, Strip},
    canvas::Canvas,
    desk::Desk,
    input::{Direction, Input, Key, Target},
    kept::{Kept, KeptGame, games_in},
    play::{LiveGame, Play},
    replay::Replay,
};
use meeple_core::{SeatInfo, text::printable};
use ratatui::layout::Rect;
use std::{
    path::PathBuf,
    time::{Duration, Instant},
};

/// How often a folder is looked at again.
const LOOK: Duration = Duration::from_secs(2);

/// A list of games.
pub(crate) struct Games {
    list: Vec<KeptGame>,
    at: usize,
    /// A folder that is not the user's own: nothing is deleted or continued there.
    folder: Option<PathBuf>,
    /// Whether deleting was asked for once.
    is_sure: bool,
    looked: Instant,
}

impl Games {
    /// The user's own.
    pub(crate) fn new(desk: &Desk) -> Self {
        Games { list: desk.kept.games(), at: 0, folder: None, is_sure: false, looked: desk.now }
    }

    /// Those of a match or tournament.
    pub(crate) fn of_folder(folder: PathBuf, desk: &Desk) -> Self {
        let list = games_in(&folder);
        Games { list, at: 0, folder: Some(folder), is_sure: false, looked: desk.now }
    }

    fn open(&mut self, desk: &mut Desk) -> Go {
        let Some(game) = self.list.get(self.at) else { return Go::Stay };
        let opened: Result<Box<dyn Page>, String> = if game.is_over || self.folder.is_some() {
            // Whoever watches a running game sees it as it stands.
            let ply = if game.is_over { 0 } else { usize::MAX };
            Replay::read(&game.path, desk).map(|page| Box::new(page.at(ply, desk)) as _)
        } else {
            LiveGame::resume(&game.path, desk).map(|live| Box::new(Play::new(live, desk)) as _)
        };
        match opened {
            Ok(page) => Go::To(page),
            Err(why) => {
                desk.refuse(why);
                Go::Stay
            }
        }
    }

    fn replay(&mut self, desk: &mut Desk) -> Go {
        let Some(game) = self.list.get(self.at) else { return Go::Stay };
        match Replay::read(&game.path, desk) {
            Ok(page) => Go::To(Box::new(page)),
            Err(why) => {
                desk.refuse(why);
                Go::Stay
            }
        }
    }

    fn delete(&mut self, desk: &mut Desk) {
        let Some(game) = self.list.get(self.at) else { return };
        if self.folder.is_some() {
            return desk.refuse("These games are not yours to delete here.");
        }
        if !self.is_sure {
            self.is_sure = true;
            return desk.say("D once more deletes this game; any other key keeps it.");
        }
        match Kept::delete(game) {
            Ok(()) => drop(self.list.remove(self.at)),
            Err(why) => desk.refuse(why),
        }
        self.is_sure = false;
        self.at = self.at.min(self.list.len().saturating_sub(1));
    }

    fn step(&mut self, by: i64) {
        let last = self.list.len().saturating_sub(1) as i64;
        self.at = (self.at as i64 + by).clamp(0, last) as usize;
    }
}

impl Page for Games {
    fn title(&self, _: &Desk) -> String {
        match &self.folder {
            Some(folder) => format!("games in {}", printable(&folder.display().to_string())),
            None => format!("{} games", self.list.len()),
        }
    }

    fn press(&mut self, input: Input, desk: &mut Desk) -> Go {
        if input != Input::Key(Key::Char('D')) && !matches!(input, Input::Point(_)) {
            self.is_sure = false;
        }
        match input {
            Input::Key(Key::Enter) => return self.open(desk),
            Input::Key(Key::Char('r')) => return self.replay(desk),
            Input::Key(Key::Char('D')) => self.delete(desk),
            Input::Key(Key::Esc | Key::Char('q')) => return Go::Back,
            Input::Key(Key::PageUp) => self.step(-10),
            Input::Key(Key::PageDown) => self.step(10),
            Input::Key(Key::Home) => self.at = 0,
            Input::Key(Key::End) => self.step(i64::from(i32::MAX)),
            Input::Key(key) => match key.direction() {
                Some(Direction::Up) => self.step(-1),
                Some(Direction::Down) => self.step(1),
                _ => {}
            },
            Input::Wheel(turned, _) => {
                self.step(if turned == super::input::Turned::Up { -3 } else { 3 });
            }
            Input::Press(Target::Item(at)) if at < self.list.len() => {
                if self.at == at {
                    return self.open(desk);
                }
                self.at = at;
            }
            _ => {}
        }
        Go::Stay
    }

    /// What has been played in the meantime is there too; the cursor stays on its game.
    fn tick(&mut self, desk: &mut Desk) -> Go {
        self.looked = desk.now;
        let here = self.list.get(self.at).map(|game| game.path.clone());
        self.list = match &self.folder {
            Some(folder) => games_in(folder),
            None => desk.kept.games(),
        };
        let at = self.list.iter().position(|game| Some(&game.path) == here.as_ref());
        self.at = at.unwrap_or(self.at).min(self.list.len().saturating_sub(1));
        Go::Stay
    }

    fn wakes(&self, _: &Desk) -> Option<Instant> {
        self.folder.as_ref().map(|_| self.looked + LOOK)
    }

    fn view(&self, area: Rect, canvas: &mut Canvas<'_>, _: &Desk) {
        let theme = *canvas.theme;
        if self.list.is_empty() {
            let words = match &self.folder {
                Some(_) => "There are no records of games in this folder.",
                None => "No game has been played here yet. Esc goes back.",
            };
            canvas.words(Rect { x: area.x + 2, y: area.y + 1, ..area }, 0, words, theme.quiet());
            return;
        }
        let inner = Rect::new(area.x + 1, area.y + 1, area.width - 2, area.height - 1);
        let strip = Strip::around(self.list.len(), inner.height.into(), self.at);
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

    fn keys(&self, _: &Desk) -> Vec<KeyHint> {
        let mut keys = vec![
            KeyHint::labelled("↑ ↓", Key::Arrow(Direction::Down), "choose"),
            KeyHint::new(Key::Enter, "open"),
            KeyHint::new(Key::Char('r'), "replay"),
        ];
        if self.folder.is_none() {
            keys.push(KeyHint::new(Key::Char('D'), "delete"));
        }
        keys.push(KeyHint::new(Key::Esc, "back"));
        keys
    }

    fn help(&self) -> &'static str {
        "Enter goes on with an unfinished game and replays one that is over; r replays either. A star \
         marks who has won."
    }
}
