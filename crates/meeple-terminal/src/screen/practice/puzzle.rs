//! One position after the other: move, hear the grade, go on.

use super::{
    progress::{Done, Found, Progress},
    sets::{Source, begin},
};
use crate::{
    asking::{Answer, ask},
    figures::{percent, signed_percent},
    game_ui::GameUi,
    screen::{
        app::{Go, Page},
        boards::{self, Board, KeyHint, Preview, Reply, Role},
        canvas::Canvas,
        column::{self, Column},
        desk::{ADVICE_NODES, Desk, News, Ticket, stop},
        input::{Input, Key},
        rules::Rules,
    },
};
use meeple_ai::{
    advice::{AnyAdviser, Question, adviser},
    grade::Grade,
};
use meeple_core::{
    Limits, Match, Turn,
    rng::{Stream, seeded},
    text::printable,
};
use meeple_games::GameKind;
use meeple_view::{view, words::capitalised};
use ratatui::layout::Rect;
use std::time::{Duration, Instant};

/// How long a move is thought about.
const TIME: Duration = Duration::from_millis(1200);

/// A position to be practised.
pub(super) struct Puzzle {
    kind: GameKind,
    source: Source,
    positions: Vec<String>,
    at: usize,
    game: Match,
    board: Box<dyn Board>,
    adviser: Option<Box<dyn AnyAdviser>>,
    state: State,
    done: Done,
}

/// How far it is.
enum State {
    /// A move is wanted.
    Asked,
    /// It was made, and is being judged.
    Judging { mv: String, ticket: Ticket, limits: Limits, since: Instant },
    /// What is to be said of it.
    Told { mv: String, answer: Result<Answer, String> },
}

impl Puzzle {
    /// The next position of this kind; nothing if there is none.
    pub(super) fn new(kind: GameKind, source: Source, desk: &Desk) -> Option<Self> {
        let positions: Vec<String> = source
            .positions(kind, desk)
            .into_iter()
            .filter(|position| begin(kind, position).is_some())
            .collect();
        let done = Progress::read(desk).of(kind);
        let next = done.next.get(source.word()).copied().unwrap_or(0);
        let at = next % positions.len().max(1);
        let game = begin(kind, positions.get(at)?)?;
        let (board, adviser, state) = (boards::board(kind), None, State::Asked);
        let mut puzzle = Puzzle { kind, source, positions, at, game, board, adviser, state, done };
        puzzle.show(desk);
        Some(puzzle)
    }

    fn show(&mut self, desk: &Desk) {
        let seat = match self.game.position().turn() {
            Turn::Seat(seat) => Some(seat),
            _ => None,
        };
        let mover = seat.filter(|_| matches!(self.state, State::Asked));
        let motion = desk.motion();
        self.board.show(&self.game, 0, Role { mover, own: seat, motion });
        let best = match &self.state {
            State::Told { answer: Ok(answer), .. } => &answer.advice.moves[..],
            _ => &[],
        };
        self.board.advise(&best[..best.len().min(3)]);
    }

    fn answer(&mut self, mv: String, desk: &mut Desk) {
        if let Some(reason) = view(self.kind).refusal(&self.game, &mv) {
            return desk.refuse(capitalised(&reason));
        }
        let position = self.game.position().boxed_clone();
        let mut adviser =
            self.adviser.take().unwrap_or_else(|| adviser(self.kind, &desk.house.resources));
        let limits = desk.limits(Some(TIME), ADVICE_NODES);
        let (within, since, also) = (limits.clone(), desk.now, vec![mv.clone()]);
        let ticket = desk.spawn(move || {
            let rng = seeded(position.hash64(), Stream::Other(0));
            let question = Question { top: 3, also };
            let answer = ask(&mut *adviser, &*position, &question, &within, rng);
            News::Advised { adviser, answer }
        });
        self.state = State::Judging { mv, ticket, limits, since };
        self.show(desk);
    }

    fn next(&mut self, desk: &Desk) {
        self.at = (self.at + 1) % self.positions.len();
        if let Some(game) = begin(self.kind, &self.positions[self.at]) {
            self.game = game;
        }
        self.again(desk);
    }

    fn again(&mut self, desk: &Desk) {
        self.state = State::Asked;
        self.board = boards::board(self.kind);
        self.show(desk);
    }

    fn draw_told(mv: &str, answer: &Answer, column: &mut Column, canvas: &mut Canvas<'_>) {
        let theme = *canvas.theme;
        let moves = &answer.advice.moves;
        let (Some(best), Some(played)) = (moves.first(), moves.iter().find(|other| other.mv == mv))
        else {
            return column.words(canvas, "Nothing can be said of this move.", theme.quiet());
        };
        let grade = Grade::of(best.chance, played.chance);
        let is_found = grade <= Grade::Good;
        let style = if is_found { theme.good() } else { theme.bad() };
        let mark = if is_found { theme.sign("✓", "+") } else { theme.sign("✗", "!") };
        let head = format!("{mark} {}: {mv}", capitalised(grade.word()));
        let lost = signed_percent(played.chance - best.chance);
        column.line(canvas, [(head.as_str(), style)], (&lost, style));
        for reason in played.reasons.iter().take(if is_found { 3 } else { 1 }) {
            column.words_in(canvas, &printable(reason), theme.text());
        }
        if !is_found {
            let value = percent(best.chance);
            let head = format!("Best: {}", best.mv);
            column.line(canvas, [(head.as_str(), theme.strong())], (&value, theme.strong()));
            for reason in best.reasons.iter().take(3) {
                column.words_in(canvas, &printable(reason), theme.text());
            }
        }
        column.space();
        column.words(canvas, "Enter: the next one. r: try again.", theme.quiet());
    }
}

impl Page for Puzzle {
    fn title(&self, _: &Desk) -> String {
        let (number, all) = (self.at + 1, self.positions.len());
        format!("practice  {}  {}  {number} of {all}", self.kind, self.source.word())
    }

    fn press(&mut self, input: Input, desk: &mut Desk) -> Go {
        let is_told = matches!(self.state, State::Told { .. });
        match input {
            Input::Key(Key::Char('q')) => return Go::Back,
            Input::Key(Key::Char('m')) => return Go::To(Box::new(Rules::new(self.kind))),
            Input::Key(Key::Enter | Key::Char(' ')) | Input::Press(_) if is_told => self.next(desk),
            Input::Key(Key::Char('r')) if is_told => self.again(desk),
            Input::Key(Key::Char('S')) if matches!(self.state, State::Asked) => self.next(desk),
            input => match self.board.press(input) {
                Reply::Play(mv) => self.answer(mv, desk),
                Reply::Refused(why) => desk.refuse(why),
                Reply::Ignored if input == Input::Key(Key::Esc) => return Go::Back,
                Reply::Ignored | Reply::Changed => {}
            },
        }
        Go::Stay
    }

    fn awaits(&self, ticket: Ticket) -> bool {
        matches!(&self.state, State::Judging { ticket: of, .. } if *of == ticket)
    }

    fn hear(&mut self, news: News, desk: &mut Desk) -> Go {
        let State::Judging { mv, .. } = std::mem::replace(&mut self.state, State::Asked) else {
            return Go::Stay;
        };
        let answer = match news {
            News::Advised { adviser, answer } => {
                self.adviser = Some(adviser);
                answer.map_err(|error| error.to_string())
            }
            _ => Err("the adviser broke down".into()),
        };
        if let Ok(answer) = &answer {
            let moves = &answer.advice.moves;
            let played = moves.iter().find(|other| other.mv == mv);
            if let (Some(best), Some(played)) = (moves.first(), played) {
                let is_found = Grade::of(best.chance, played.chance) <= Grade::Good;
                let found = if is_found { Found::Yes } else { Found::No };
                self.done = Progress::tried(self.kind, self.source.word(), found, desk);
            }
        }
        self.state = State::Told { mv, answer };
        self.show(desk);
        Go::Stay
    }

    fn tick(&mut self, desk: &mut Desk) -> Go {
        self.board.tick(desk.now);
        self.show(desk);
        Go::Stay
    }

    fn wakes(&self, desk: &Desk) -> Option<Instant> {
        let line = match &self.state {
            State::Judging { since, .. } => {
                let shown = *since + column::LONG;
                Some(if desk.now < shown { shown } else { desk.now + column::STEP })
            }
            _ => None,
        };
        line.into_iter().chain(self.board.wakes()).min()
    }

    fn view(&self, area: Rect, canvas: &mut Canvas<'_>, desk: &Desk) {
        let theme = *canvas.theme;
        let (board, side) = column::split(area, self.board.wants());
        self.board.draw(board, canvas);
        let mut column = Column::new(side);
        let due = match self.game.position().turn() {
            Turn::Seat(seat) => Some(seat),
            _ => None,
        };
        column.seats(canvas, &self.board.seats(), due);
        column.space();
        match &self.state {
            State::Asked => {
                column.words(canvas, GameUi::of(self.kind).task, theme.accent());
                column.words(canvas, &capitalised(&self.board.due()), theme.text());
                match self.board.preview() {
                    Preview::Does(words) => column.words(canvas, &words, theme.text()),
                    Preview::Refused(words) => {
                        let words = format!("{} {words}", theme.sign("✗", "!"));
                        column.words(canvas, &words, theme.bad());
                    }
                    Preview::Nothing => {}
                }
            }
            State::Judging { since, mv, .. } => {
                column.words(canvas, mv, theme.strong());
                column.thinking(canvas, "Judging", desk.now.saturating_duration_since(*since));
            }
            State::Told { mv, answer: Ok(answer) } => {
                Puzzle::draw_told(mv, answer, &mut column, canvas);
            }
            State::Told { answer: Err(why), .. } => {
                column.words(canvas, &format!("It could not be judged: {why}."), theme.bad());
            }
        }
        column.space();
        let Done { tried, found, streak, best, .. } = &self.done;
        let words = format!("{found} of {tried} found; streak {streak}, best {best}");
        column.words(canvas, &words, theme.quiet());
    }

    fn keys(&self, _: &Desk) -> Vec<KeyHint> {
        match self.state {
            State::Told { .. } => vec![
                KeyHint::new(Key::Enter, "next"),
                KeyHint::new(Key::Char('r'), "try again"),
                KeyHint::new(Key::Char('q'), "back"),
            ],
            State::Asked | State::Judging { .. } => {
                let mut keys = self.board.keys();
                keys.extend([
                    KeyHint::new(Key::Char('S'), "skip"),
                    KeyHint::new(Key::Char('m'), "rules"),
                    KeyHint::new(Key::Char('q'), "back"),
                ]);
                keys
            }
        }
    }

    fn help(&self) -> &'static str {
        "Move as in a game. A grade is what the move costs of the chance to win against the best \
         one; best and good count as found."
    }

    fn leave(&mut self, _: &mut Desk) {
        if let State::Judging { limits, .. } = &self.state {
            stop(limits);
        }
    }
}
