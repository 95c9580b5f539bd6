//! One position after another: move, see the grade, continue.

use super::{
    progress::{PracticeProgress, PracticeResult, is_found},
    sets::{PracticeSet, start_match},
};
use crate::{
    ask_adviser::AdviserAnswer,
    figures::percent,
    game_ui::GameUi,
    screen::{
        app::{Navigation, ScreenPage},
        app_context::{AppContext, Job, JobId, JobOutcome},
        boards::{self, BoardWidget, InputResult, KeyHint, ViewerRole},
        canvas::Canvas,
        column::{self, ColumnLayout},
        input::{KeyPress, UserInput},
        play::setup::move_name,
        rules::RulesPage,
    },
};
use meeple_ai::{
    advice::{Advised, AnyAdviser, HINT_TIME, Question},
    grade::Grade,
};
use meeple_core::{GameHistory, Seat, Turn, text::printable};
use meeple_games::GameKind;
use meeple_view::{view, words::capitalise};
use ratatui::layout::Rect;
use std::time::Instant;

/// The page with a position to practise.
pub(super) struct PuzzlePage {
    kind: GameKind,
    source: PracticeSet,
    positions: Vec<String>,
    at: usize,
    game: GameHistory,
    board: Box<dyn BoardWidget>,
    adviser: Option<Box<dyn AnyAdviser>>,
    state: PuzzleState,
    done: PracticeResult,
}

/// The state of the current position.
enum PuzzleState {
    /// Waiting for the user's move.
    AwaitingMove,
    /// The move is being judged.
    Judging { mv: String, job: Job },
    /// The judgement is shown.
    Judged { mv: String, answer: Result<AdviserAnswer, String> },
}

impl PuzzlePage {
    /// Opens the next position of this set; an error says why there is none.
    pub(super) fn new(
        kind: GameKind,
        source: PracticeSet,
        ctx: &AppContext,
    ) -> Result<Self, String> {
        let positions: Vec<String> = source
            .positions(kind, ctx)?
            .into_iter()
            .filter(|position| start_match(kind, position).is_some())
            .collect();
        let done = PracticeProgress::read(ctx).of(kind);
        let next = done.next.get(source.word()).copied().unwrap_or(0);
        let at = next % positions.len().max(1);
        let game = positions.get(at).and_then(|position| start_match(kind, position));
        let game = game.ok_or("No mistakes collected yet. Analyse one of your games first.")?;
        let (board, adviser, state) = (boards::board(kind), None, PuzzleState::AwaitingMove);
        let mut puzzle =
            PuzzlePage { kind, source, positions, at, game, board, adviser, state, done };
        puzzle.show(ctx);
        Ok(puzzle)
    }

    fn show(&mut self, ctx: &AppContext) {
        let own = self.seat();
        let mover = own.filter(|_| matches!(self.state, PuzzleState::AwaitingMove));
        self.board.show(&self.game, 0, ViewerRole { mover, own, motion: ctx.motion() });
        let best = match &self.state {
            PuzzleState::Judged { answer: Ok(answer), .. } => &answer.advice.moves[..],
            _ => &[],
        };
        self.board.show_advice(&best[..best.len().min(3)]);
    }

    /// Returns the user's seat.
    fn seat(&self) -> Option<Seat> {
        match self.game.position().turn() {
            Turn::Seat(seat) => Some(seat),
            _ => None,
        }
    }

    fn answer(&mut self, mv: String, ctx: &mut AppContext) {
        if let Some(reason) = view(self.kind).explain_illegal(&self.game, &mv) {
            return ctx.notify_refusal(capitalise(&reason));
        }
        let adviser = self.adviser.take().unwrap_or_else(|| ctx.adviser(self.kind));
        let question = Question { top: 3, also: vec![mv.clone()] };
        let job = ctx.ask_adviser(adviser, self.game.position(), question, HINT_TIME);
        self.state = PuzzleState::Judging { mv, job };
        self.show(ctx);
    }

    fn next(&mut self, ctx: &AppContext) {
        self.at = (self.at + 1) % self.positions.len();
        if let Some(game) = start_match(self.kind, &self.positions[self.at]) {
            self.game = game;
        }
        self.again(ctx);
    }

    fn again(&mut self, ctx: &AppContext) {
        self.state = PuzzleState::AwaitingMove;
        self.board = boards::board(self.kind);
        self.show(ctx);
    }

    fn draw_judgement(
        &self,
        mv: &str,
        answer: &AdviserAnswer,
        column: &mut ColumnLayout,
        canvas: &mut Canvas<'_>,
    ) {
        let theme = *canvas.theme;
        let Some((best, played, grade)) = judged(answer, mv) else {
            return column.text(canvas, "This move could not be graded.", theme.quiet());
        };
        let is_found = is_found(grade);
        let style = if is_found { theme.good() } else { theme.bad() };
        let name = move_name(&self.game, 0, mv);
        let chance = percent(played.chance);
        let head = format!("{}: {name} (win chance {chance})", theme.grade(grade));
        column.text(canvas, &head, style);
        for reason in played.reasons.iter().take(if is_found { 3 } else { 1 }) {
            column.indented_text(canvas, &printable(reason), theme.text());
        }
        if !is_found {
            let (name, chance) = (move_name(&self.game, 0, &best.mv), percent(best.chance));
            let head = format!("Best: {name} (win chance {chance})");
            column.text(canvas, &head, theme.strong());
            for reason in best.reasons.iter().take(3) {
                column.indented_text(canvas, &printable(reason), theme.text());
            }
        }
        column.space();
        column.text(canvas, "Enter: next position. r: try again.", theme.quiet());
    }
}

/// Returns the best move, the move that was played, and its grade, if it was rated.
fn judged<'a>(
    answer: &'a AdviserAnswer,
    mv: &str,
) -> Option<(&'a Advised<String>, &'a Advised<String>, Grade)> {
    let moves = &answer.advice.moves;
    let (best, played) = (moves.first()?, moves.iter().find(|other| other.mv == mv)?);
    Some((best, played, Grade::of(best.chance, played.chance)))
}

impl ScreenPage for PuzzlePage {
    fn title(&self, _: &AppContext) -> String {
        let (number, all) = (self.at + 1, self.positions.len());
        format!("practice  {}  {}  {number} of {all}", self.kind, self.source.word())
    }

    fn handle_input(&mut self, input: UserInput, ctx: &mut AppContext) -> Navigation {
        let is_told = matches!(self.state, PuzzleState::Judged { .. });
        let is_asked = matches!(self.state, PuzzleState::AwaitingMove);
        match input {
            UserInput::Key(KeyPress::Char('q')) => return Navigation::Back,
            UserInput::Key(KeyPress::Char('m')) => {
                return Navigation::Open(Box::new(RulesPage::new(self.kind)));
            }
            UserInput::Key(KeyPress::Enter | KeyPress::Char(' ')) | UserInput::Press(_)
                if is_told =>
            {
                self.next(ctx);
            }
            UserInput::Key(KeyPress::Char('r')) if is_told => self.again(ctx),
            UserInput::Key(KeyPress::Char('S')) if is_asked => self.next(ctx),
            input => match self.board.handle_input(input) {
                InputResult::Play(mv) => self.answer(mv, ctx),
                InputResult::Refused(why) => ctx.notify_refusal(why),
                InputResult::Ignored if input == UserInput::Key(KeyPress::Esc) => {
                    return Navigation::Back;
                }
                InputResult::Ignored | InputResult::Changed => {}
            },
        }
        Navigation::Stay
    }

    fn is_waiting_for(&self, id: JobId) -> bool {
        matches!(&self.state, PuzzleState::Judging { job, .. } if job.id == id)
    }

    fn on_event(&mut self, news: JobOutcome, ctx: &mut AppContext) -> Navigation {
        let PuzzleState::Judging { mv, .. } =
            std::mem::replace(&mut self.state, PuzzleState::AwaitingMove)
        else {
            return Navigation::Stay;
        };
        let answer = match news {
            JobOutcome::Advised { adviser, answer } => {
                self.adviser = Some(adviser);
                answer.map_err(|error| error.to_string())
            }
            _ => Err("the adviser broke down".into()),
        };
        if let Ok(answer) = &answer
            && let Some((_, _, grade)) = judged(answer, &mv)
        {
            self.done = PracticeProgress::count_attempt(self.kind, self.source.word(), grade, ctx);
        }
        self.state = PuzzleState::Judged { mv, answer };
        self.show(ctx);
        Navigation::Stay
    }

    fn tick(&mut self, ctx: &mut AppContext) {
        self.board.tick(ctx.now);
        self.show(ctx);
    }

    fn next_wakeup(&self, ctx: &AppContext) -> Option<Instant> {
        let line = match &self.state {
            PuzzleState::Judging { job, .. } => Some(column::thinking_wakeup(job.since, ctx.now)),
            _ => None,
        };
        line.into_iter().chain(self.board.next_wakeup()).min()
    }

    fn view(&self, area: Rect, canvas: &mut Canvas<'_>, ctx: &AppContext) {
        let theme = *canvas.theme;
        let (board, side) = column::split(area, self.board.preferred_size());
        self.board.draw(board, canvas);
        let mut column = ColumnLayout::new(side);
        column.seats(canvas, &self.board.seats(), self.seat());
        column.space();
        match &self.state {
            PuzzleState::AwaitingMove => {
                column.text(canvas, GameUi::of(self.kind).task, theme.accent());
                column.text(canvas, &capitalise(&self.board.due()), theme.text());
                column.preview(canvas, &self.board.preview());
            }
            PuzzleState::Judging { mv, job } => {
                column.text(canvas, mv, theme.strong());
                column.thinking(canvas, "Grading", ctx.now.saturating_duration_since(job.since));
            }
            PuzzleState::Judged { mv, answer: Ok(answer) } => {
                self.draw_judgement(mv, answer, &mut column, canvas);
            }
            PuzzleState::Judged { answer: Err(why), .. } => {
                column.text(canvas, &format!("The move could not be graded: {why}."), theme.bad());
            }
        }
        column.space();
        let PracticeResult { tried, found, streak, best, .. } = &self.done;
        let words = format!("{found} of {tried} found; streak {streak}, best {best}");
        column.text(canvas, &words, theme.quiet());
    }

    fn keys(&self, _: &AppContext) -> Vec<KeyHint> {
        match self.state {
            PuzzleState::Judged { .. } => vec![
                KeyHint::new(KeyPress::Enter, "next"),
                KeyHint::new(KeyPress::Char('r'), "try again"),
                KeyHint::new(KeyPress::Char('q'), "back"),
            ],
            PuzzleState::AwaitingMove | PuzzleState::Judging { .. } => {
                let mut keys = self.board.keys();
                keys.extend([
                    KeyHint::new(KeyPress::Char('S'), "skip"),
                    KeyHint::new(KeyPress::Char('m'), "rules"),
                    KeyHint::new(KeyPress::Char('q'), "back"),
                ]);
                keys
            }
        }
    }

    fn help(&self) -> &'static str {
        "Move as in a game. The grade depends on how much win chance the move costs compared with \
         the best one; best and good count as found."
    }

    fn close(&mut self, _: &mut AppContext) {
        if let PuzzleState::Judging { job, .. } = &self.state {
            job.stop();
        }
    }
}
