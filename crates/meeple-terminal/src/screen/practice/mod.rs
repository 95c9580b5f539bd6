//! Practice: find the best move of a position and see how good yours was.
//!
//! ```text
//! sets.rs       generated positions by game and stage, and the user's own mistakes
//! progress.rs   the results, kept between runs
//! puzzle.rs     one position after another
//! ```

mod progress;
mod puzzle;
mod sets;

pub(crate) use progress::remember_mistake;
pub use sets::generate;

use super::{
    app::{Navigation, ScreenPage},
    app_context::AppContext,
    boards::KeyHint,
    canvas::Canvas,
    input::{Direction, KeyPress, Target, UserInput, wrap},
};
use crate::figures::percent;
use meeple_games::GameKind;
use progress::PracticeProgress;
use puzzle::PuzzlePage;
use ratatui::layout::Rect;
use sets::PracticeSet;

/// The page for choosing what to practise.
pub(crate) struct PracticePage {
    progress: PracticeProgress,
    game: usize,
    source: usize,
}

impl PracticePage {
    /// Creates the page with this game, or else the one played last.
    pub(crate) fn new(kind: Option<GameKind>, ctx: &AppContext) -> Self {
        let named = GameKind::ALL.iter().position(|&other| Some(other) == kind);
        let game = named.unwrap_or(ctx.settings.last_game_index());
        PracticePage { progress: PracticeProgress::read(ctx), game, source: 0 }
    }

    fn open(&mut self, ctx: &mut AppContext) -> Navigation {
        let (kind, source) = (GameKind::ALL[self.game], PracticeSet::ALL[self.source]);
        match PuzzlePage::new(kind, source, ctx) {
            Ok(puzzle) => Navigation::Open(Box::new(puzzle)),
            Err(why) => {
                ctx.notify_refusal(why);
                Navigation::Stay
            }
        }
    }
}

impl ScreenPage for PracticePage {
    fn title(&self, _: &AppContext) -> String {
        "practice".into()
    }

    fn handle_input(&mut self, input: UserInput, ctx: &mut AppContext) -> Navigation {
        let (games, sources) = (GameKind::ALL.len(), PracticeSet::ALL.len());
        match input {
            UserInput::Key(KeyPress::Enter | KeyPress::Char(' ')) => return self.open(ctx),
            UserInput::Key(KeyPress::Esc | KeyPress::Char('q')) => return Navigation::Back,
            UserInput::Key(key) => match (key.list_step(), key.direction()) {
                (Some(step), _) => self.game = wrap(self.game, step, games),
                (None, Some(to)) => self.source = wrap(self.source, to.step().0.into(), sources),
                (None, None) => {}
            },
            UserInput::Press(Target::Item(at)) if at < games => {
                if self.game == at {
                    return self.open(ctx);
                }
                self.game = at;
            }
            UserInput::Press(Target::Item(at)) if at - games < sources => self.source = at - games,
            _ => {}
        }
        Navigation::Stay
    }

    fn tick(&mut self, ctx: &mut AppContext) {
        self.progress = PracticeProgress::read(ctx);
    }

    fn view(&self, area: Rect, canvas: &mut Canvas<'_>, _: &AppContext) {
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
        for (at, source) in PracticeSet::ALL.iter().enumerate() {
            let style = if at == self.source { theme.cursor() } else { theme.text() };
            let width = canvas.text(inner, (column, row), &format!(" {} ", source.word()), style);
            let place = Rect::new(inner.x + column as u16, inner.y + row as u16, width as u16, 1);
            canvas.zone(place, Target::Item(GameKind::ALL.len() + at));
            column += width + 1;
        }
        let words = "You see a position and play a move. Then you see how good it was, what was \
                     best, and why.";
        canvas.wrapped_text(inner, row + 2, words, theme.quiet());
    }

    fn keys(&self, _: &AppContext) -> Vec<KeyHint> {
        vec![
            KeyHint::labelled("↑ ↓", KeyPress::Tab, "game"),
            KeyHint::labelled("← →", KeyPress::Arrow(Direction::Right), "stage"),
            KeyHint::new(KeyPress::Enter, "start"),
            KeyHint::new(KeyPress::Esc, "back"),
        ]
    }

    fn help(&self) -> &'static str {
        "Positions come from games of computer players, sorted by stage, or from your own games, \
         where analysis found a mistake. The grades best and good count as found. A grade depends \
         on how much win chance the move costs: best less than 1 %, good 4, inaccuracy 9, mistake \
         18, blunder more."
    }
}
