//! Practice: find the best move of a position, and hear how good yours was.
//!
//! ```text
//! sets.rs       positions that were generated, by game and stage; one's own mistakes
//! progress.rs   how it went, kept between runs
//! puzzle.rs     one position after the other
//! ```

mod progress;
mod puzzle;
mod sets;

pub(crate) use progress::remember_mistake;
pub use sets::generate;

use super::{
    app::{Go, Page},
    boards::KeyHint,
    canvas::Canvas,
    desk::Desk,
    input::{Direction, Input, Key, Target},
};
use crate::figures::percent;
use meeple_games::GameKind;
use progress::Progress;
use puzzle::Puzzle;
use ratatui::layout::Rect;
use sets::Source;

/// Choosing what to practise.
pub(crate) struct Practice {
    progress: Progress,
    game: usize,
    source: usize,
}

impl Practice {
    /// Where it was left.
    pub(crate) fn new(desk: &Desk) -> Self {
        let last = desk.settings.last_game.as_deref();
        let game = GameKind::ALL.iter().position(|kind| Some(kind.name()) == last).unwrap_or(0);
        Practice { progress: Progress::read(desk), game, source: 0 }
    }

    /// Of this game, if one is named.
    pub(crate) fn of(kind: Option<GameKind>, desk: &Desk) -> Self {
        let mut practice = Practice::new(desk);
        let named = GameKind::ALL.iter().position(|&other| Some(other) == kind);
        practice.game = named.unwrap_or(practice.game);
        practice
    }

    fn open(&mut self, desk: &mut Desk) -> Go {
        let (kind, source) = (GameKind::ALL[self.game], Source::ALL[self.source]);
        if let Some(puzzle) = Puzzle::new(kind, source, desk) {
            return Go::To(Box::new(puzzle));
        }
        desk.refuse("There are no mistakes of yours: replay games of yours with analysis.");
        Go::Stay
    }
}

impl Page for Practice {
    fn title(&self, _: &Desk) -> String {
        "practice".into()
    }

    fn press(&mut self, input: Input, desk: &mut Desk) -> Go {
        let (games, sources) = (GameKind::ALL.len(), Source::ALL.len());
        match input {
            Input::Key(Key::Enter | Key::Char(' ')) => return self.open(desk),
            Input::Key(Key::Esc | Key::Char('q')) => return Go::Back,
            Input::Key(Key::Tab) => self.game = (self.game + 1) % games,
            Input::Key(key) => match key.direction() {
                Some(Direction::Up) => self.game = (self.game + games - 1) % games,
                Some(Direction::Down) => self.game = (self.game + 1) % games,
                Some(Direction::Left) => self.source = (self.source + sources - 1) % sources,
                Some(Direction::Right) => self.source = (self.source + 1) % sources,
                None => {}
            },
            Input::Press(Target::Item(at)) if at < games => {
                if self.game == at {
                    return self.open(desk);
                }
                self.game = at;
            }
            Input::Press(Target::Item(at)) if at - games < sources => self.source = at - games,
            _ => {}
        }
        Go::Stay
    }

    fn tick(&mut self, desk: &mut Desk) -> Go {
        self.progress = Progress::read(desk);
        Go::Stay
    }

    fn view(&self, area: Rect, canvas: &mut Canvas<'_>, _: &Desk) {
        let theme = *canvas.theme;
        let inner = Rect::new(area.x + 2, area.y + 1, area.width - 4, area.height - 1);
        canvas.text(inner, (0, 0), "Find the best move. Which game?", theme.strong());
        let head =
            format!("{:<10} {:>6} {:>6} {:>7} {:>5}", "", "tried", "found", "streak", "best");
        canvas.text(inner, (0, 2), &head, theme.quiet());
        for (at, kind) in GameKind::ALL.iter().enumerate() {
            let line = Rect::new(inner.x, inner.y + 3 + at as u16, 52.min(inner.width), 1);
            let done = self.progress.of(*kind);
            let found = if done.tried == 0 {
                "-".into()
            } else {
                percent(f64::from(done.found) / f64::from(done.tried))
            };
            let style = if at == self.game { theme.cursor() } else { theme.text() };
            let text = format!(
                " {:<9} {:>6} {found:>6} {:>7} {:>5} ",
                kind.name(),
                done.tried,
                done.streak,
                done.best
            );
            canvas.text(line, (0, 0), &text, style);
            canvas.zone(line, Target::Item(at));
        }
        let row = 4 + GameKind::ALL.len() as i32;
        canvas.text(inner, (0, row), "From", theme.quiet());
        let mut column = 6;
        for (at, source) in Source::ALL.iter().enumerate() {
            let style = if at == self.source { theme.cursor() } else { theme.text() };
            let width = canvas.text(inner, (column, row), &format!(" {} ", source.word()), style);
            let place = Rect::new(inner.x + column as u16, inner.y + row as u16, width as u16, 1);
            canvas.zone(place, Target::Item(GameKind::ALL.len() + at));
            column += width + 1;
        }
        let words = "You see a position and move. Then you hear how good the move was, what was \
                     best, and why.";
        canvas.words(inner, row + 2, words, theme.quiet());
    }

    fn keys(&self, _: &Desk) -> Vec<KeyHint> {
        vec![
            KeyHint::labelled("↑ ↓", Key::Tab, "game"),
            KeyHint::labelled("← →", Key::Arrow(Direction::Right), "stage"),
            KeyHint::new(Key::Enter, "begin"),
            KeyHint::new(Key::Esc, "back"),
        ]
    }

    fn help(&self) -> &'static str {
        "Positions come from games of our players, sorted by stage, or are those in which you went \
         wrong in games that you have replayed with analysis. best and good count as found; a \
         grade is what a move costs of the chance to win: best less than 1 %, good 4, inaccuracy \
         9, mistake 18, blunder more."
    }
}
