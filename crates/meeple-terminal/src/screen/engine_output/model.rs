//! The state of the page, and how keys and the engine's output change it.

use crate::screen::{
    boards::{BoardWidget, filler::FillerBoard},
    input::{Direction, KeyPress, UserInput},
};
use meeple_bots::school::{
    EngineResult, TranscriptEnd, TranscriptEvent, TranscriptState, TranscriptTurn,
};
use meeple_core::{
    Seat,
    text::{excerpt, printable},
};
use meeple_games::filler::{Piece, opponent};
use std::time::{Duration, Instant};

/// Milliseconds from one turn to the next, slowest first.
const PACES: [u64; 8] = [2000, 1000, 500, 200, 100, 50, 20, 0];
const USUAL_PACE: usize = 4;

/// Maximum number of points of the curve; beyond that, every second one is dropped.
const MAX_POINTS: usize = 2048;
/// Maximum characters of a name or a remark; no line of the side panel is longer.
const MAX_TEXT_CHARS: usize = 200;

/// When the next step is taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum NextStep {
    /// When it is due, unless the game is paused.
    WhenDue,
    /// Immediately, because a key was pressed or the last step took no turn.
    Now,
    /// It was requested and hasn't arrived yet.
    Requested,
}

/// The state of the page. All text has been made printable.
pub(super) struct EngineOutputModel {
    pub(super) names: [String; 2],
    /// The names printed for the next game, shown with its first board.
    next_names: [String; 2],
    /// The current position; `None` before the first board.
    pub(super) seen: Option<TranscriptState>,
    /// The last piece, its seat, and whether it was placed.
    pub(super) last: Option<(Piece, Seat, bool)>,
    /// Number of moves shown.
    pub(super) turn: usize,
    /// The scores after each board.
    pub(super) curve: Vec<[u32; 2]>,
    /// Draws the current position.
    pub(super) board: FillerBoard,
    pub(super) remark: String,
    pub(super) is_paused: bool,
    /// How the game ended, in words; `Err` if it has no result.
    pub(super) over: Option<Result<String, String>>,
    pace: usize,
    next: NextStep,
    next_step: Instant,
}

impl EngineOutputModel {
    pub(super) fn new(now: Instant) -> Self {
        EngineOutputModel {
            names: Default::default(),
            next_names: ["player 1", "player 2"].map(String::from),
            seen: None,
            last: None,
            turn: 0,
            curve: Vec::new(),
            board: FillerBoard::with_territory(),
            remark: String::new(),
            is_paused: false,
            over: None,
            pace: USUAL_PACE,
            next: NextStep::WhenDue,
            next_step: now,
        }
    }

    /// Returns the milliseconds per turn.
    pub(super) fn pace_ms(&self) -> u64 {
        PACES[self.pace]
    }

    /// Returns whether the next step is due, and marks it as requested.
    pub(super) fn take_step_request(&mut self, now: Instant) -> bool {
        let wants = self.over.is_none()
            && match self.next {
                NextStep::WhenDue => !self.is_paused && now >= self.next_step,
                NextStep::Now => true,
                NextStep::Requested => false,
            };
        if wants {
            self.next = NextStep::Requested;
            self.next_step = now + Duration::from_millis(self.pace_ms());
        }
        wants
    }

    /// Applies what the engine printed.
    pub(super) fn on_event(&mut self, event: TranscriptEvent) {
        self.next = match event {
            TranscriptEvent::Start(_) | TranscriptEvent::Turn(_) | TranscriptEvent::End(_) => {
                NextStep::WhenDue
            }
            _ => NextStep::Now, // what takes no turn takes no time
        };
        match event {
            TranscriptEvent::Player { seat, name } => self.next_names[seat.index()] = clean(&name),
            TranscriptEvent::Start(seen) => self.begin(seen),
            TranscriptEvent::Turn(turn) => {
                self.turn += 1;
                let remark = match &turn.answer {
                    _ if turn.at.is_some() => None,
                    answer if answer.is_empty() => Some("no answer".into()),
                    answer => Some(format!("answered {}", excerpt(answer))),
                };
                self.moved(turn, remark);
            }
            TranscriptEvent::TurnCorrected(turn) => {
                self.curve.pop();
                let did = if turn.was_placed { "has laid" } else { "has not laid" };
                self.moved(turn, Some(format!("the engine {did} this piece")));
            }
            TranscriptEvent::Board(seen) => {
                self.remark = "this board does not follow: something is missing before it".into();
                self.last = None;
                self.add_point(seen.scores);
                self.seen = Some(seen);
            }
            TranscriptEvent::EngineError(text) => self.remark = clean(&text),
            TranscriptEvent::Broken { line, why } => {
                self.remark = clean(&format!("line {line}: {why}"));
            }
            TranscriptEvent::End(end) => self.over = Some(end_text(&end)),
        }
        if let Some(seen) = &self.seen {
            let last = self.last.as_ref().map(|(_, seat, _)| *seat);
            let next = last.map_or(Seat::new(0), opponent);
            self.board.show_board(&seen.board, &self.names, &self.curve, next);
        }
    }

    fn begin(&mut self, seen: TranscriptState) {
        if self.seen.is_some() {
            self.remark.clear(); // it was about the previous game
        }
        (self.names, self.curve) = (self.next_names.clone(), vec![seen.scores]);
        (self.seen, self.last, self.turn) = (Some(seen), None, 0);
    }

    fn moved(&mut self, turn: TranscriptTurn, remark: Option<String>) {
        let TranscriptTurn { seat, piece, was_placed, state, .. } = turn;
        if let Some(remark) = remark {
            self.remark = format!("{}: {remark}", self.names[seat.index()]);
        }
        self.add_point(state.scores);
        self.seen = Some(state);
        self.last = Some((piece, seat, was_placed));
    }

    fn add_point(&mut self, scores: [u32; 2]) {
        if self.curve.len() >= MAX_POINTS {
            let mut index = 0;
            self.curve.retain(|_| {
                index += 1;
                index % 2 == 1
            });
        }
        self.curve.push(scores);
    }

    /// Returns when the next step is due, if only time decides that.
    pub(super) fn next_wakeup(&self) -> Option<Instant> {
        let is_waiting = self.over.is_none()
            && match self.next {
                NextStep::WhenDue => !self.is_paused,
                NextStep::Now => true,
                NextStep::Requested => false,
            };
        is_waiting.then_some(self.next_step)
    }

    /// Handles a key press.
    pub(super) fn handle_key(&mut self, key: KeyPress, now: Instant) {
        match key {
            KeyPress::Char(' ' | 'p') => self.is_paused = !self.is_paused,
            KeyPress::Char('n') | KeyPress::Arrow(Direction::Right) => {
                self.is_paused = true;
                if self.next == NextStep::WhenDue {
                    (self.next, self.next_step) = (NextStep::Now, now);
                }
            }
            KeyPress::Char('+' | '=') => self.set_pace(self.pace + 1, now),
            KeyPress::Char('-') => self.set_pace(self.pace.saturating_sub(1), now),
            key => drop(self.board.handle_input(UserInput::Key(key))),
        }
    }

    fn set_pace(&mut self, pace: usize, now: Instant) {
        self.pace = pace.min(PACES.len() - 1);
        self.next_step = now; // so that a slow pace ends at once
    }
}

/// Returns how the game ended; `Err` if it has no result.
fn end_text(end: &TranscriptEnd) -> Result<String, String> {
    let results: Vec<String> = end.results.iter().map(|line| clean(line)).collect();
    match end.ended {
        EngineResult::Finished => Ok(results.join("\n")),
        EngineResult::Failed => {
            Err("the engine ended the game without a result: a player failed, \
                                     and the engine's standard error says how"
                .into())
        }
        EngineResult::CutOff => Err("the output ended before the end of the game".into()),
    }
}

/// Makes text from outside printable, and cuts it to a readable length.
fn clean(text: &str) -> String {
    let text = printable(text);
    match text.char_indices().nth(MAX_TEXT_CHARS) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text,
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use meeple_bots::school::Transcript;

    const GAME: &str = include_str!("../../../../meeple-bots/tests/transcripts/edu_ends.txt");

    /// Returns the output of a recorded game, and the model before its first board.
    pub(in crate::screen::engine_output) fn watched()
    -> (Transcript<&'static [u8]>, EngineOutputModel, Instant) {
        let now = Instant::now();
        (Transcript::new(GAME.as_bytes()), EngineOutputModel::new(now), now)
    }

    #[test]
    fn the_model_follows_the_game_to_its_end() {
        let (mut output, mut model, _) = watched();
        while model.over.is_none() {
            model.on_event(output.next_event().expect("it has a board"));
        }
        let words = model.over.clone().expect("it is over").expect("it has a result");
        assert!(words.contains("Player2 won!"), "{words}");
        assert_eq!(model.seen.as_ref().expect("it has begun").scores, [93, 188]);
        assert_eq!(model.next_wakeup(), None);
    }

    #[test]
    fn a_paused_game_goes_on_step_by_step() {
        let (mut output, mut model, now) = watched();
        model.on_event(output.next_event().expect("it has a board"));
        model.handle_key(KeyPress::Char(' '), now);
        assert!(!model.take_step_request(now) && model.next_wakeup().is_none());
        model.handle_key(KeyPress::Char('n'), now);
        assert!(
            model.take_step_request(now) && !model.take_step_request(now),
            "one step for one key"
        );
        model.on_event(output.next_event().expect("it goes on"));
        assert!(!model.take_step_request(now));
        model.handle_key(KeyPress::Char(' '), now);
        (0..PACES.len()).for_each(|_| model.handle_key(KeyPress::Char('+'), now));
        assert_eq!(model.pace_ms(), 0);
        assert!(model.take_step_request(now));
    }

    #[test]
    fn an_engine_error_does_not_count_as_a_turn() {
        let (mut output, mut model, now) = watched();
        model.on_event(output.next_event().expect("it has a board"));
        let turn = model.turn;
        model.handle_key(KeyPress::Char('n'), now);
        assert!(model.take_step_request(now));
        model.on_event(TranscriptEvent::EngineError("line 3: broken".into()));
        assert_eq!((model.turn, model.remark.as_str()), (turn, "line 3: broken"));
        assert!(model.take_step_request(now), "the key has not had its step yet");
    }

    #[test]
    fn the_curve_of_an_endless_game_has_an_end() {
        let (mut output, mut model, _) = watched();
        let first = loop {
            match output.next_event().expect("it has a board") {
                TranscriptEvent::Turn(turn) => break turn,
                event => model.on_event(event),
            }
        };
        model.curve.clear();
        for score in 0..10_000 {
            let state = TranscriptState { scores: [score, 0], ..first.state.clone() };
            model.on_event(TranscriptEvent::Turn(TranscriptTurn { state, ..first.clone() }));
        }
        assert!(model.curve.len() <= MAX_POINTS && model.curve.is_sorted());
        assert_eq!(model.curve.last(), Some(&[9_999, 0]));
    }

    /// Shows a whole output; returns the model at its end, and all remarks.
    fn shown(text: &str) -> (EngineOutputModel, Vec<String>) {
        let mut output = Transcript::new(text.as_bytes());
        let (mut model, mut remarks) = (EngineOutputModel::new(Instant::now()), Vec::new());
        while model.over.is_none() {
            model.on_event(output.next_event().expect("it has a board"));
            if remarks.last() != Some(&model.remark) {
                remarks.push(model.remark.clone());
            }
        }
        (model, remarks)
    }

    #[test]
    fn outside_text_is_escaped_on_the_terminal() {
        let text = "$$$ exec p1 : [a\x1b[2Jb]\nAnfield 3 1:\n000 @.$\nPiece 2 1:\nOO\n\
                    -> Answer (@): \x1b]0;x\x07\nPlayer with X: \x1b[31m\nAnfield \x1b[2J:\n\
                    Player1 (\x1b[1m): 1\nPlayer1 won!\n";
        let (model, remarks) = shown(text);
        assert_eq!(model.names, ["a\\u{1b}[2Jb", "player 2"]);
        let [none, answer, trouble, broken] = &remarks[..] else { panic!("{remarks:?}") };
        assert_eq!(none, "");
        assert_eq!(answer, "a\\u{1b}[2Jb: answered \\u{1b}]0;x\\u{7}");
        assert_eq!(trouble, "Player with X: \\u{1b}[31m");
        assert!(broken.starts_with("line 8: ") && !broken.contains('\x1b'), "{broken}");
        assert_eq!(model.over, Some(Ok("Player1 (\\u{1b}[1m): 1\nPlayer1 won!".into())));
    }

    #[test]
    fn a_long_name_is_cut() {
        let name = "ä".repeat(1000);
        let (model, _) = shown(&format!("$$$ exec p2 : [{name}]\nAnfield 1 1:\n000 @\n"));
        assert_eq!(model.names[1], "ä".repeat(MAX_TEXT_CHARS) + "…");
    }
}
