//! What the screen shows, and how keys and steps change it.

use super::step::{Moved, Over, Step};
use crate::screen::input::{Direction, Key};
use meeple_bots::school::Seen;
use meeple_core::Seat;
use meeple_games::filler::Piece;
use std::time::{Duration, Instant};

/// Milliseconds from one turn to the next, the slowest first.
const PACES: [u64; 8] = [2000, 1000, 500, 200, 100, 50, 20, 0];
const USUAL_PACE: usize = 4;

/// Points of the curve; of more, every second one is kept.
const MOST_POINTS: usize = 2048;

/// What is laid over the empty cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Overlay {
    /// Nothing.
    None,
    /// Who reaches a cell first.
    Territory,
    /// How near the enemy of the seat to move is.
    Heat,
}

/// When the game goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum NextStep {
    /// When it is time, unless it is paused.
    InTime,
    /// At once: a key was pressed for it.
    Now,
    /// It was asked to, and has not done so yet.
    Asked,
}

/// Everything on the screen.
pub(super) struct Model {
    pub(super) names: [String; 2],
    /// How the game stands; nothing before the first board.
    pub(super) seen: Option<Seen>,
    /// The last piece, whose it was, and whether it was laid.
    pub(super) last: Option<(Piece, Seat, bool)>,
    /// How many moves have been shown.
    pub(super) turn: usize,
    /// The scores from the first board to the last.
    pub(super) curve: Vec<[u32; 2]>,
    pub(super) overlay: Overlay,
    pub(super) remark: String,
    pub(super) is_paused: bool,
    over: Option<Over>,
    pace: usize,
    next: NextStep,
    next_step: Instant,
}

impl Model {
    pub(super) fn new(now: Instant) -> Self {
        Model {
            names: Default::default(),
            seen: None,
            last: None,
            turn: 0,
            curve: Vec::new(),
            overlay: Overlay::Territory,
            remark: String::new(),
            is_paused: false,
            over: None,
            pace: USUAL_PACE,
            next: NextStep::InTime,
            next_step: now,
        }
    }

    /// Milliseconds a turn.
    pub(super) fn pace_ms(&self) -> u64 {
        PACES[self.pace]
    }

    /// Whether the game is to go on by a step now; counts as asked for.
    pub(super) fn wants_step(&mut self, now: Instant) -> bool {
        let wants = self.over.is_none()
            && match self.next {
                NextStep::InTime => !self.is_paused && now >= self.next_step,
                NextStep::Now => true,
                NextStep::Asked => false,
            };
        if wants {
            self.next = NextStep::Asked;
            self.next_step = now + Duration::from_millis(self.pace_ms());
        }
        wants
    }

    /// A step was made.
    pub(super) fn step(&mut self, step: Step) {
        self.next = match step {
            // What takes no turn takes no time.
            Step::Again(_) | Step::Board(_) | Step::Said(_) => NextStep::Now,
            Step::Begun { .. } | Step::Moved(_) | Step::Over(_) => NextStep::InTime,
        };
        match step {
            Step::Begun { names, seen } => self.begin(names, seen),
            Step::Moved(moved) => {
                self.turn += 1;
                self.add_point(moved.seen.scores);
                self.moved(moved);
            }
            Step::Again(moved) => {
                self.curve.pop();
                self.add_point(moved.seen.scores);
                self.moved(moved);
            }
            Step::Board(seen) => {
                self.remark = "this board does not follow: something is missing before it".into();
                self.last = None;
                self.add_point(seen.scores);
                self.seen = Some(seen);
            }
            Step::Said(said) => self.remark = said,
            Step::Over(over) => self.over = Some(over),
        }
    }

    fn begin(&mut self, names: [String; 2], seen: Seen) {
        if self.seen.is_some() {
            self.remark.clear(); // it was about the game before
        }
        (self.names, self.curve) = (names, vec![seen.scores]);
        (self.seen, self.last, self.turn) = (Some(seen), None, 0);
    }

    fn moved(&mut self, moved: Moved) {
        let Moved { seat, piece, laid, seen, remark } = moved;
        if let Some(remark) = remark {
            self.remark = format!("{}: {remark}", self.names[seat.index()]);
        }
        self.seen = Some(seen);
        self.last = Some((piece, seat, laid));
    }

    fn add_point(&mut self, scores: [u32; 2]) {
        if self.curve.len() >= MOST_POINTS {
            let mut index = 0;
            self.curve.retain(|_| {
                index += 1;
                index % 2 == 1
            });
        }
        self.curve.push(scores);
    }

    /// When the next step is wanted, if time alone decides that.
    pub(super) fn wakes(&self) -> Option<Instant> {
        let is_waiting = self.over.is_none()
            && match self.next {
                NextStep::InTime => !self.is_paused,
                NextStep::Now => true,
                NextStep::Asked => false,
            };
        is_waiting.then_some(self.next_step)
    }

    /// A key was pressed.
    pub(super) fn press(&mut self, key: Key, now: Instant) {
        match key {
            Key::Char(' ' | 'p') => self.is_paused = !self.is_paused,
            Key::Char('n') | Key::Arrow(Direction::Right) => {
                self.is_paused = true;
                if self.next == NextStep::InTime {
                    (self.next, self.next_step) = (NextStep::Now, now);
                }
            }
            Key::Char('+' | '=') => self.set_pace(self.pace + 1, now),
            Key::Char('-') => self.set_pace(self.pace.saturating_sub(1), now),
            Key::Char('o') => {
                self.overlay = match self.overlay {
                    Overlay::None => Overlay::Territory,
                    Overlay::Territory => Overlay::Heat,
                    Overlay::Heat => Overlay::None,
                }
            }
            _ => {}
        }
    }

    fn set_pace(&mut self, pace: usize, now: Instant) {
        self.pace = pace.min(PACES.len() - 1);
        self.next_step = now; // a slow pace is left at once
    }

    /// How it ended, if it has.
    pub(super) fn over(&self) -> Option<&Over> {
        self.over.as_ref()
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::screen::printed::EngineOutput;

    const GAME: &str = include_str!("../../../../meeple-bots/tests/transcripts/edu_ends.txt");

    /// A game that was printed, and the view of it before its first board.
    pub(in crate::screen::printed) fn watched() -> (EngineOutput<&'static [u8]>, Model, Instant) {
        let now = Instant::now();
        (EngineOutput::new(GAME.as_bytes(), "game.txt"), Model::new(now), now)
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
        assert_eq!(model.wakes(), None);
    }

    #[test]
    fn a_paused_game_goes_on_step_by_step() {
        let (mut output, mut model, now) = watched();
        model.step(output.step().expect("it has a board"));
        model.press(Key::Char(' '), now);
        assert!(!model.wants_step(now) && model.wakes().is_none());
        model.press(Key::Char('n'), now);
        assert!(model.wants_step(now) && !model.wants_step(now), "one step for one key");
        model.step(output.step().expect("it goes on"));
        assert!(!model.wants_step(now));
        model.press(Key::Char(' '), now);
        (0..PACES.len()).for_each(|_| model.press(Key::Char('+'), now));
        assert_eq!(model.pace_ms(), 0);
        assert!(model.wants_step(now));
    }

    #[test]
    fn what_is_only_said_takes_no_turn() {
        let (mut output, mut model, now) = watched();
        model.step(output.step().expect("it has a board"));
        let turn = model.turn;
        model.press(Key::Char('n'), now);
        assert!(model.wants_step(now));
        model.step(Step::Said("line 3: broken".into()));
        assert_eq!((model.turn, model.remark.as_str()), (turn, "line 3: broken"));
        assert!(model.wants_step(now), "the key has not had its step yet");
    }

    #[test]
    fn the_curve_of_an_endless_game_has_an_end() {
        let (mut output, mut model, _) = watched();
        let first = loop {
            match output.step().expect("it has a board") {
                Step::Moved(moved) => break moved,
                step => model.step(step),
            }
        };
        model.curve.clear();
        for score in 0..10_000 {
            let seen = Seen { scores: [score, 0], ..first.seen.clone() };
            let (piece, seat) = (first.piece.clone(), first.seat);
            model.step(Step::Moved(Moved { seat, piece, laid: true, seen, remark: None }));
        }
        assert!(model.curve.len() <= MOST_POINTS && model.curve.is_sorted());
        assert_eq!(model.curve.last(), Some(&[9_999, 0]));
    }
}
