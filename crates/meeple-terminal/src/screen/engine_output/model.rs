//! The state of the page, and how keys and steps change it.

use super::step::{EndText, PrintedStep};
use crate::screen::{
    boards::{BoardWidget, filler::FillerBoard},
    input::{Direction, KeyPress, UserInput},
};
use meeple_bots::school::{TranscriptState, TranscriptTurn};
use meeple_core::Seat;
use meeple_games::filler::{Piece, opponent};
use std::time::{Duration, Instant};

/// Milliseconds from one turn to the next, slowest first.
const PACES: [u64; 8] = [2000, 1000, 500, 200, 100, 50, 20, 0];
const USUAL_PACE: usize = 4;

/// Maximum number of points of the curve; beyond that, every second one is dropped.
const MAX_POINTS: usize = 2048;

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

/// The state of the page.
pub(super) struct EngineOutputModel {
    pub(super) names: [String; 2],
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
    over: Option<EndText>,
    pace: usize,
    next: NextStep,
    next_step: Instant,
}

impl EngineOutputModel {
    pub(super) fn new(now: Instant) -> Self {
        EngineOutputModel {
            names: Default::default(),
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

    /// Applies a step.
    pub(super) fn step(&mut self, step: PrintedStep) {
        self.next = match step {
            // Steps that take no turn take no time.
            PrintedStep::Corrected(..) | PrintedStep::Board(_) | PrintedStep::Remark(_) => {
                NextStep::Now
            }
            PrintedStep::Started { .. } | PrintedStep::Moved(..) | PrintedStep::Over(_) => {
                NextStep::WhenDue
            }
        };
        match step {
            PrintedStep::Started { names, seen } => self.begin(names, seen),
            PrintedStep::Moved(turn, remark) => {
                self.turn += 1;
                self.moved(turn, remark);
            }
            PrintedStep::Corrected(turn, remark) => {
                self.curve.pop();
                self.moved(turn, Some(remark));
            }
            PrintedStep::Board(seen) => {
                self.remark = "this board does not follow: something is missing before it".into();
                self.last = None;
                self.add_point(seen.scores);
                self.seen = Some(seen);
            }
            PrintedStep::Remark(said) => self.remark = said,
            PrintedStep::Over(over) => self.over = Some(over),
        }
        if let Some(seen) = &self.seen {
            let last = self.last.as_ref().map(|(_, seat, _)| *seat);
            let next = last.map_or(Seat::new(0), opponent);
            self.board.show_board(&seen.board, &self.names, &self.curve, next);
        }
    }

    fn begin(&mut self, names: [String; 2], seen: TranscriptState) {
        if self.seen.is_some() {
            self.remark.clear(); // it was about the previous game
        }
        (self.names, self.curve) = (names, vec![seen.scores]);
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

    /// Returns how the game ended, if it is over.
    pub(super) fn over(&self) -> Option<&EndText> {
        self.over.as_ref()
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::screen::engine_output::EngineOutput;

    const GAME: &str = include_str!("../../../../meeple-bots/tests/transcripts/edu_ends.txt");

    /// Returns the output of a recorded game, and the model before its first board.
    pub(in crate::screen::engine_output) fn watched()
    -> (EngineOutput<&'static [u8]>, EngineOutputModel, Instant) {
        let now = Instant::now();
        (EngineOutput::new(GAME.as_bytes(), "game.txt"), EngineOutputModel::new(now), now)
    }

    #[test]
    fn the_model_follows_the_game_to_its_end() {
        let (mut output, mut model, _) = watched();
        while model.over().is_none() {
            model.step(output.step().expect("it has a board"));
        }
        let words = model.over().expect("it is over").words();
        assert!(words.contains("Player2 won!"), "{words}");
        assert_eq!(model.seen.as_ref().expect("it has begun").scores, [93, 188]);
        assert_eq!(model.next_wakeup(), None);
    }

    #[test]
    fn a_paused_game_goes_on_step_by_step() {
        let (mut output, mut model, now) = watched();
        model.step(output.step().expect("it has a board"));
        model.handle_key(KeyPress::Char(' '), now);
        assert!(!model.take_step_request(now) && model.next_wakeup().is_none());
        model.handle_key(KeyPress::Char('n'), now);
        assert!(
            model.take_step_request(now) && !model.take_step_request(now),
            "one step for one key"
        );
        model.step(output.step().expect("it goes on"));
        assert!(!model.take_step_request(now));
        model.handle_key(KeyPress::Char(' '), now);
        (0..PACES.len()).for_each(|_| model.handle_key(KeyPress::Char('+'), now));
        assert_eq!(model.pace_ms(), 0);
        assert!(model.take_step_request(now));
    }

    #[test]
    fn what_is_only_said_takes_no_turn() {
        let (mut output, mut model, now) = watched();
        model.step(output.step().expect("it has a board"));
        let turn = model.turn;
        model.handle_key(KeyPress::Char('n'), now);
        assert!(model.take_step_request(now));
        model.step(PrintedStep::Remark("line 3: broken".into()));
        assert_eq!((model.turn, model.remark.as_str()), (turn, "line 3: broken"));
        assert!(model.take_step_request(now), "the key has not had its step yet");
    }

    #[test]
    fn the_curve_of_an_endless_game_has_an_end() {
        let (mut output, mut model, _) = watched();
        let first = loop {
            match output.step().expect("it has a board") {
                PrintedStep::Moved(turn, _) => break turn,
                step => model.step(step),
            }
        };
        model.curve.clear();
        for score in 0..10_000 {
            let state = TranscriptState { scores: [score, 0], ..first.state.clone() };
            model.step(PrintedStep::Moved(TranscriptTurn { state, ..first.clone() }, None));
        }
        assert!(model.curve.len() <= MAX_POINTS && model.curve.is_sorted());
        assert_eq!(model.curve.last(), Some(&[9_999, 0]));
    }
}
