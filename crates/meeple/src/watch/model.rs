//! What the screen shows, and how keys and steps change it.

use crate::paint::Paint;
use meeple_arena::filler::{Contestant, Dialect, FillerGame, Step, Turned};
use meeple_core::Seat;
use meeple_games::filler::{Board, Piece};
use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use std::time::{Duration, Instant};

/// Milliseconds from one turn to the next, the slowest first.
const PACES: [u64; 8] = [2000, 1000, 500, 200, 100, 50, 20, 0];
const USUAL_PACE: usize = 4;

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

/// How the view was left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Leave {
    /// By Ctrl-C or a signal.
    Interrupted,
    /// Before the end of the game.
    Early,
    /// After it.
    AtTheEnd,
}

/// Everything on the screen.
pub(super) struct Model {
    pub(super) names: [String; 2],
    pub(super) paint: Paint,
    pub(super) board: Board,
    /// The last piece, whose it was, and whether it was laid.
    pub(super) last: Option<(Piece, Seat, bool)>,
    pub(super) scores: Vec<[u32; 2]>,
    pub(super) stuck: [bool; 2],
    pub(super) overlay: Overlay,
    pub(super) remark: String,
    pub(super) is_paused: bool,
    pub(super) end: Option<String>,
    pace: usize,
    dialect: Dialect,
    placed: [u32; 2],
    steps_asked: u32,
    is_step_due: bool,
    next_step: Instant,
    has_changed: bool,
    leave: Option<Leave>,
}

impl Model {
    pub(super) fn new(game: &FillerGame, contestants: &[Contestant; 2], paint: Paint) -> Self {
        let position = game.position();
        let scores = [0, 1].map(|seat| position.score(Seat::new(seat)));
        Model {
            names: contestants.each_ref().map(|contestant| contestant.name().to_owned()),
            paint,
            board: position.board().clone(),
            last: None,
            scores: vec![scores],
            stuck: [false; 2],
            overlay: Overlay::Territory,
            remark: String::new(),
            is_paused: false,
            end: None,
            pace: USUAL_PACE,
            dialect: game.dialect(),
            placed: [0; 2],
            steps_asked: 0,
            is_step_due: false,
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

    /// Whether the game is to go on by a step now; counts as asked for.
    pub(super) fn wants_step(&mut self) -> bool {
        let is_time = !self.is_paused && Instant::now() >= self.next_step;
        let wants = self.end.is_none() && self.steps_asked == 0 && (is_time || self.is_step_due);
        if wants {
            self.steps_asked = 1;
            self.is_step_due = false;
            self.next_step = Instant::now() + Duration::from_millis(self.pace_ms());
        }
        wants
    }

    /// A step was made.
    pub(super) fn step(&mut self, step: Step) {
        self.has_changed = true;
        self.steps_asked = 0;
        match step {
            Step::Turned(turned) => self.turn(*turned),
            Step::Over(ending) => {
                let results = &ending.end.results;
                let scores = [results[0].score, results[1].score].map(|score| score as u32);
                self.scores.push(scores);
                let winner = match [results[0].rank, results[1].rank] {
                    [1, 1] => "a draw".into(),
                    [1, _] => format!("{} wins", self.names[0]),
                    _ => format!("{} wins", self.names[1]),
                };
                let [first, second] = scores;
                self.end = Some(format!("{winner}, {first} to {second}: {}", ending.end.reason));
            }
        }
    }

    fn turn(&mut self, turned: Turned) {
        let seat = turned.seat;
        self.board = turned.board;
        if let Some(at) = turned.answer.filter(|_| turned.laid) {
            self.board.place(&turned.piece, at, seat);
            self.placed[seat.index()] += 1;
        } else {
            self.stuck[seat.index()] = true;
        }
        let name = &self.names[seat.index()];
        if let Some(verdict) = &turned.verdict {
            self.remark = format!("{name}: {}: {verdict}", verdict.name());
        } else if let Some(warning) = &turned.warning {
            self.remark = format!("{name}: {warning}");
        }
        self.last = Some((turned.piece, seat, turned.laid));
        self.scores.push(match self.dialect {
            Dialect::Edu => [0, 1].map(|seat| self.board.count(Seat::new(seat))),
            Dialect::FortyTwo => self.placed,
        });
    }

    /// A key was pressed, or the window changed.
    pub(super) fn press(&mut self, event: &Event) {
        self.has_changed = true;
        let Event::Key(key @ KeyEvent { kind: KeyEventKind::Press, .. }) = event else { return };
        let is_control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Char('c') if is_control => self.leave = Some(Leave::Interrupted),
            KeyCode::Char('q') | KeyCode::Esc => {
                let is_over = self.end.is_some();
                self.leave = Some(if is_over { Leave::AtTheEnd } else { Leave::Early });
            }
            KeyCode::Enter if self.end.is_some() => self.leave = Some(Leave::AtTheEnd),
            KeyCode::Char(' ' | 'p') => self.is_paused = !self.is_paused,
            KeyCode::Char('n') | KeyCode::Right => {
                self.is_paused = true;
                self.is_step_due = true;
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

    /// Whether, and how, the view is to be left.
    pub(super) fn leave(&self) -> Option<Leave> {
        self.leave
    }

    /// How it ended, for when the screen is gone.
    pub(super) fn last_words(&self) -> String {
        self.end.clone().unwrap_or_default()
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use meeple_arena::filler::{Judge, Setup};
    use meeple_games::filler::FillerOptions;
    use std::sync::Arc;

    fn model() -> (FillerGame, Model) {
        model_on("map00", Paint::PLAIN)
    }

    pub(in crate::watch) fn model_on(map: &str, paint: Paint) -> (FillerGame, Model) {
        let setup = Setup {
            options: FillerOptions { map: Some(map.into()), ..FillerOptions::default() },
            dialect: Dialect::Edu,
            judge: Judge::Lenient,
            limit: Duration::from_secs(10),
            seed: 1,
            time: "2026-01-01T00:00:00Z".into(),
            stop: Arc::default(),
        };
        let ours = |name: &str| Contestant::Ours(name.into());
        let contestants = [ours("terminator"), ours("wall_e")];
        let game = FillerGame::start(setup, contestants.each_ref()).expect("good options");
        let model = Model::new(&game, &contestants, paint);
        (game, model)
    }

    fn press(model: &mut Model, code: KeyCode) {
        model.press(&Event::Key(KeyEvent::new(code, KeyModifiers::NONE)));
    }

    #[test]
    fn the_model_follows_the_game_to_its_end() {
        let (mut game, mut model) = model();
        while model.end.is_none() {
            model.step(game.step().expect("nobody stops it"));
            assert_eq!(&model.board, game.position().board());
        }
        assert!(model.last_words().starts_with("terminator wins, "), "{}", model.last_words());
        assert_eq!(model.stuck, [true; 2]);
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
        model.step(game.step().expect("nobody stops it"));
        assert!(!model.wants_step());
        press(&mut model, KeyCode::Char(' '));
        (0..PACES.len()).for_each(|_| press(&mut model, KeyCode::Char('+')));
        assert_eq!(model.pace_ms(), 0);
        assert!(model.wants_step());
        press(&mut model, KeyCode::Char('q'));
        assert_eq!(model.leave(), Some(Leave::Early));
    }
}
