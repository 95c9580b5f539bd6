//! What the screen shows, and how keys and steps change it.

use super::Step;
use crate::paint::Paint;
use meeple_core::{Match, Seat, text::printable};
use meeple_games::filler::{Board, Filler, Piece};
use meeple_view::{Ending, filler::FillerView};
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
    pub(super) names: Vec<String>,
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
    next: NextStep,
    wants_suspend: bool,
    next_step: Instant,
    has_changed: bool,
    leave: Option<Leave>,
}

impl Model {
    pub(super) fn new(game: &Match, position: &Filler, paint: Paint) -> Self {
        let names = game.header().seats.iter().map(|info| printable(&info.name));
        Model {
            names: names.collect(),
            paint,
            board: position.board().clone(),
            last: None,
            scores: vec![scores(position)],
            stuck: [false; 2],
            overlay: Overlay::Territory,
            remark: String::new(),
            is_paused: false,
            end: None,
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
        let wants = self.end.is_none()
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
        self.next = NextStep::InTime;
        match step {
            Step::Moved { position, seat, piece, laid, remark } => {
                self.board = position.board().clone();
                self.stuck = [0, 1].map(|seat| position.is_stuck(Seat::new(seat)));
                self.scores.push(scores(&position));
                self.last = Some((piece, seat, laid));
                if let Some(remark) = remark {
                    self.remark = format!("{}: {remark}", self.names[seat.index()]);
                }
            }
            Step::Over(game) => {
                let ending = Ending::of::<FillerView>(&game);
                self.end = Some(ending.map_or(String::new(), |ending| {
                    let scores = game.end().map(|end| end.results.clone()).unwrap_or_default();
                    let scores: Vec<String> =
                        scores.iter().map(|result| result.score.to_string()).collect();
                    format!("{} {}", ending.sentence, scores.join(" to "))
                }));
            }
        }
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
                let is_over = self.end.is_some();
                self.leave = Some(if is_over { Leave::AtTheEnd } else { Leave::Early });
            }
            KeyCode::Enter if self.end.is_some() => self.leave = Some(Leave::AtTheEnd),
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

    /// How it ended, for when the screen is gone.
    pub(super) fn last_words(&self) -> String {
        self.end.clone().unwrap_or_default()
    }
}

fn scores(position: &Filler) -> [u32; 2] {
    [0, 1].map(|seat| position.score(Seat::new(seat)))
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::watch::{Game, tests::game_on};
    use meeple_core::Limits;

    pub(in crate::watch) fn model_on(map: &str, paint: Paint) -> (Game, Model) {
        let game = game_on(map);
        let model = Model::new(game.table.game(), game.position(), paint);
        (game, model)
    }

    fn model() -> (Game, Model) {
        model_on("map00", Paint::PLAIN)
    }

    fn step(game: &mut Game, model: &mut Model) {
        model.step(game.step(&Limits::default()).expect("nobody stops it"));
    }

    fn press(model: &mut Model, code: KeyCode) {
        model.press(&Event::Key(KeyEvent::new(code, KeyModifiers::NONE)));
    }

    #[test]
    fn the_model_follows_the_game_to_its_end() {
        let (mut game, mut model) = model();
        while model.end.is_none() {
            step(&mut game, &mut model);
            assert_eq!(&model.board, game.position().board());
        }
        let words = model.last_words();
        assert!(words.contains("terminator wins"), "{words}");
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
        step(&mut game, &mut model);
        assert!(!model.wants_step());
        press(&mut model, KeyCode::Char(' '));
        (0..PACES.len()).for_each(|_| press(&mut model, KeyCode::Char('+')));
        assert_eq!(model.pace_ms(), 0);
        assert!(model.wants_step());
        press(&mut model, KeyCode::Char('q'));
        assert_eq!(model.leave(), Some(Leave::Early));
    }
}
