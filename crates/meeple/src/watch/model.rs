//! What the screen shows, and how keys and steps change it.

use super::source::{Moved, Over, Step};
use crate::paint::Paint;
use meeple_arena::filler::Seen;
use meeple_core::Seat;
use meeple_games::filler::Piece;
use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
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

/// How the view was left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Leave {
    /// By Ctrl-C or a signal.
    Interrupted,
    /// Because the terminal has gone away.
    Vanished,
    /// Before the end of the game.
    Early,
    /// After it.
    AtTheEnd,
}

/// Everything on the screen.
pub(super) struct Model {
    pub(super) names: [String; 2],
    pub(super) paint: Paint,
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
    wants_suspend: bool,
    next_step: Instant,
    has_changed: bool,
    leave: Option<Leave>,
}

impl Model {
    pub(super) fn new(paint: Paint) -> Self {
        Model {
            names: Default::default(),
            paint,
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
            wants_suspend: false,
            next_step: Instant::now(),
            has_changed: true,
            leave: None,
        }
    }

    /// Milliseconds a turn.
    pub(super) fn pace_ms(&self) -> u64 {
        PACES[self.pace]
    }

    /// Whether something changed since the last time this was asked.
    pub(super) fn take_change(&mut self) -> bool {
        std::mem::take(&mut self.has_changed)
    }

    /// Whether the program is to be stopped until the shell wakes it; counts as done.
    pub(super) fn take_suspend(&mut self) -> bool {
        std::mem::take(&mut self.wants_suspend)
    }

    /// Whether the game is to go on by a step now; counts as asked for.
    pub(super) fn wants_step(&mut self) -> bool {
        let wants = self.over.is_none()
            && match self.next {
                NextStep::InTime => !self.is_paused && Instant::now() >= self.next_step,
                NextStep::Now => true,
                NextStep::Asked => false,
            };
        if wants {
            self.next = NextStep::Asked;
            self.next_step = Instant::now() + Duration::from_millis(self.pace_ms());
        }
        wants
    }

    /// A step was made.
    pub(super) fn step(&mut self, step: Step) {
        self.has_changed = true;
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

    /// A key was pressed, or the window changed.
    pub(super) fn press(&mut self, event: &Event) {
        self.has_changed = true;
        let Event::Key(key @ KeyEvent { kind: KeyEventKind::Press, .. }) = event else { return };
        let is_control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Char('c') if is_control => self.leave = Some(Leave::Interrupted),
            KeyCode::Char('z') if is_control => self.wants_suspend = true,
            KeyCode::Char('q') | KeyCode::Esc => {
                let is_over = self.over.is_some();
                self.leave = Some(if is_over { Leave::AtTheEnd } else { Leave::Early });
            }
            KeyCode::Enter if self.over.is_some() => self.leave = Some(Leave::AtTheEnd),
            KeyCode::Char(' ' | 'p') => self.is_paused = !self.is_paused,
            KeyCode::Char('n') | KeyCode::Right => {
                self.is_paused = true;
                if self.next == NextStep::InTime {
                    self.next = NextStep::Now;
                }
            }
            KeyCode::Char('+' | '=') => self.set_pace(self.pace + 1),
            KeyCode::Char('-') => self.set_pace(self.pace.saturating_sub(1)),
            KeyCode::Char('o') => {
                self.overlay = match self.overlay {
                    Overlay::None => Overlay::Territory,
                    Overlay::Territory => Overlay::Heat,
                    Overlay::Heat => Overlay::None,
                }
            }
            _ => {}
        }
    }

    fn set_pace(&mut self, pace: usize) {
        self.pace = pace.min(PACES.len() - 1);
        self.next_step = Instant::now(); // a slow pace is left at once
    }

    /// Everything is to be drawn again.
    pub(super) fn touch(&mut self) {
        self.has_changed = true;
    }

    /// Whether, and how, the view is to be left.
    pub(super) fn leave(&self) -> Option<Leave> {
        self.leave
    }

    /// How it ended, if it has.
    pub(super) fn over(&self) -> Option<&Over> {
        self.over.as_ref()
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::watch::{
        played::{Played, tests::game_on},
        source::Source,
    };

    pub(in crate::watch) fn model_on(map: &str, paint: Paint) -> (Played, Model) {
        let game = game_on(map);
        let mut model = Model::new(paint);
        model.step(game.beginning());
        (game, model)
    }

    fn model() -> (Played, Model) {
        model_on("map00", Paint::PLAIN)
    }

    fn step(game: &mut Played, model: &mut Model) {
        model.step(game.step().expect("nobody stops it"));
    }

    fn press(model: &mut Model, code: KeyCode) {
        model.press(&Event::Key(KeyEvent::new(code, KeyModifiers::NONE)));
    }

    #[test]
    fn the_model_follows_the_game_to_its_end() {
        let (mut game, mut model) = model();
        while model.over().is_none() {
            step(&mut game, &mut model);
            let seen = model.seen.as_ref().expect("it has begun");
            assert_eq!(&seen.board, game.position().board());
        }
        let words = model.over().expect("it is over").words();
        assert!(words.contains("terminator wins"), "{words}");
        assert_eq!(model.seen.as_ref().expect("it has begun").stuck, [true; 2]);
        press(&mut model, KeyCode::Enter);
        assert_eq!(model.leave(), Some(Leave::AtTheEnd));
    }

    #[test]
    fn a_paused_game_goes_on_step_by_step() {
        let (mut game, mut model) = model();
        press(&mut model, KeyCode::Char(' '));
        assert!(!model.wants_step());
        press(&mut model, KeyCode::Char('n'));
        assert!(model.wants_step() && !model.wants_step(), "one step for one key");
        step(&mut game, &mut model);
        assert!(!model.wants_step());
        press(&mut model, KeyCode::Char(' '));
        (0..PACES.len()).for_each(|_| press(&mut model, KeyCode::Char('+')));
        assert_eq!(model.pace_ms(), 0);
        assert!(model.wants_step());
        press(&mut model, KeyCode::Char('q'));
        assert_eq!(model.leave(), Some(Leave::Early));
    }

    #[test]
    fn what_is_only_said_takes_no_turn() {
        let (_, mut model) = model();
        press(&mut model, KeyCode::Char('n'));
        assert!(model.wants_step());
        model.step(Step::Said("line 3: broken".into()));
        assert_eq!((model.turn, model.remark.as_str()), (0, "line 3: broken"));
        assert!(model.wants_step(), "the key has not had its step yet");
    }

    #[test]
    fn the_curve_of_an_endless_game_has_an_end() {
        let (mut game, mut model) = model();
        let Ok(Step::Moved(first)) = game.step() else { panic!("a game begins with a move") };
        for score in 0..10_000 {
            let seen = Seen { scores: [score, 0], ..first.seen.clone() };
            let (piece, seat) = (first.piece.clone(), first.seat);
            model.step(Step::Moved(Moved { seat, piece, laid: true, seen, remark: None }));
        }
        assert_eq!(model.turn, 10_000);
        assert!(model.curve.len() <= MOST_POINTS && model.curve.is_sorted());
        assert_eq!(model.curve.last(), Some(&[9_999, 0]));
    }
}
