//! The page of a recorded game, finished or still running elsewhere: ply by ply, with analysis.
//!
//! ```text
//! board                                  │ players and scores
//!                                        │ the move: its grade, what was better and why
//! ▁▂▂▃▃▅▅▆▆▆▃▃▂▂ the win chance           │ luck and skill
//!      ▲      ◆                          │ narration
//! ```
//!
//! A record that another program is still writing is followed: new plies are shown.

mod graph;
mod panel;
mod replay_analysis;

use super::{
    app::{Navigation, ScreenPage},
    app_context::{AppContext, JobId, JobOutcome},
    boards::{self, BoardWidget, KeyHint, ViewerRole},
    canvas::Canvas,
    column,
    input::{Direction, KeyPress, Target, UserInput},
    line_input::LineInput,
    play::{LiveGame, PlayPage},
    practice::remember_mistake,
    seats,
};
use crate::{game_ui::kind_of, record_file};
use meeple_ai::{analysis::StepJudgement, grade::Grade};
use meeple_core::{Contestant, GameHistory, Seat, Turn, text::printable};
use meeple_view::{NarratedPly, view};
use ratatui::layout::Rect;
use replay_analysis::ReplayAnalysis;
use std::{
    fs,
    path::{Path, PathBuf},
    sync::Arc,
    time::{Duration, Instant},
};

/// Milliseconds from one ply to the next, slowest first.
const PACES: [u64; 6] = [2000, 1000, 500, 200, 100, 30];
const USUAL_PACE: usize = 2;
/// How often an unfinished record is read again.
const RELOAD_INTERVAL: Duration = Duration::from_millis(400);
/// Lines for the graph, if there is room.
const GRAPH: u16 = 6;

/// The page of a recorded game.
pub(crate) struct ReplayPage {
    game: Arc<GameHistory>,
    record: Option<PathBuf>,
    /// Length of the record in bytes when it was read.
    length: u64,
    read_at: Instant,
    board: Box<dyn BoardWidget>,
    narration: Vec<NarratedPly>,
    ply: usize,
    analysis: ReplayAnalysis,
    pace: usize,
    /// When the next ply is shown, while the replay runs.
    next_ply: Option<Instant>,
    typing: Option<LineInput>,
    search_text: String,
}

impl ReplayPage {
    /// Shows this game; analysis results are stored beside its record, if any.
    pub(crate) fn of(game: GameHistory, record: Option<&Path>, ctx: &AppContext) -> Self {
        let game = Arc::new(game);
        let judging = ReplayAnalysis::new(&game, record, ctx);
        let mut replay = ReplayPage {
            board: boards::board(kind_of(&game)),
            game,
            record: record.map(Into::into),
            length: record.map_or(0, length),
            read_at: ctx.now,
            narration: Vec::new(),
            ply: 0,
            analysis: judging,
            pace: USUAL_PACE,
            next_ply: None,
            typing: None,
            search_text: String::new(),
        };
        replay.narrate();
        replay.show(ctx);
        replay
    }

    /// Reads and shows the game of this record.
    pub(crate) fn read(path: &Path, ctx: &AppContext) -> Result<Self, String> {
        let replay = record_file::read(path).map_err(|error| error.to_string())?;
        Ok(ReplayPage::of(replay.game, Some(path), ctx))
    }

    /// Starts at this ply.
    pub(crate) fn at(mut self, ply: usize, ctx: &AppContext) -> Self {
        self.go_to(ply, ctx);
        self
    }

    fn last(&self) -> usize {
        self.game.plies().len()
    }

    fn narrate(&mut self) {
        let view = view(kind_of(&self.game));
        self.narration.truncate(self.last());
        for ply in self.narration.len() + 1..=self.last() {
            self.narration.push(view.narrate(&self.game, ply).unwrap_or_default());
        }
    }

    fn show(&mut self, ctx: &AppContext) {
        let role = ViewerRole { mover: None, own: self.own_seat(), motion: ctx.motion() };
        self.board.show(&self.game, self.ply, role);
        let advice = match self.analysis.judged().get(self.ply) {
            Some(StepJudgement::Move(judged)) if self.analysis.is_on() => &judged.best[..],
            _ => &[],
        };
        self.board.show_advice(advice);
    }

    /// Returns the seat from whose side the game is seen: the first person's, if any.
    fn own_seat(&self) -> Option<Seat> {
        let mut seats = self.game.header().seats.iter();
        seats.position(|info| info.who == Contestant::Person).map(Seat::new)
    }

    fn go_to(&mut self, ply: usize, ctx: &AppContext) {
        self.ply = ply.min(self.last());
        self.show(ctx);
    }

    fn step(&mut self, by: i64, ctx: &AppContext) {
        self.next_ply = None;
        self.go_to((self.ply as i64).saturating_add(by).max(0) as usize, ctx);
    }

    /// Goes to the next turning point or mistake.
    fn next_turn(&mut self, ctx: &mut AppContext) {
        if !self.analysis.is_on() {
            self.analysis.toggle();
            return ctx.notify("Analysing the game; press t again for the next turning point.");
        }
        let turns = self.analysis.turns();
        match turns.range(self.ply + 1..).chain(&turns).next() {
            Some(&ply) => self.go_to(ply, ctx),
            None => ctx.notify("No turning points found."),
        }
    }

    /// Goes to the next ply whose narration contains the searched text.
    fn search(&mut self, by: i64, ctx: &mut AppContext) {
        if self.search_text.is_empty() {
            self.typing = Some(LineInput::default());
            return;
        }
        let words = self.search_text.to_lowercase();
        let plies = self.last() as i64;
        let has = |ply: i64| {
            let told = self.narration.get((ply - 1) as usize);
            told.is_some_and(|told| told.lines().any(|line| line.to_lowercase().contains(&words)))
        };
        let here = self.ply as i64;
        let found = (1..=plies)
            .map(|step| (here + step * by - 1).rem_euclid(plies) + 1)
            .find(|&ply| has(ply));
        if let Some(ply) = found {
            self.go_to(ply as usize, ctx);
        } else {
            let text = printable(&self.search_text);
            ctx.notify_refusal(format!("{text:?} was not found in this game."));
        }
    }

    /// Starts a new game from this position; without a person at the table, the user takes the seat
    /// to move.
    fn branch_here(&mut self, ctx: &mut AppContext) -> Navigation {
        let Some(position) = self.game.position_at(self.ply) else { return Navigation::Stay };
        if position.turn() == Turn::Over {
            ctx.notify_refusal(
                "The game is over here: step back to continue from an earlier move.",
            );
            return Navigation::Stay;
        }
        let mut names: Vec<String> =
            self.game.header().seats.iter().map(seats::typed_form).collect();
        if self.own_seat().is_none() {
            let mover = match position.turn() {
                Turn::Seat(seat) => seat.index(),
                _ => 0,
            };
            names[mover] = "you".into();
        }
        let live = LiveGame::branch(&self.game, self.ply, &names, ctx);
        Navigation::open(live.map(|live| PlayPage::new(live, ctx)), ctx)
    }

    /// Saves the move judged last for practice if it is a person's mistake.
    fn remember_mistake(&self, ctx: &mut AppContext) {
        let Some(step) = self.analysis.judged().len().checked_sub(1) else { return };
        let Some(StepJudgement::Move(mv)) = self.analysis.judged().last() else { return };
        let is_person = self.game.header().seats[mv.seat.index()].who == Contestant::Person;
        if is_person
            && mv.grade() >= Grade::Mistake
            && let Some(position) = self.game.position_at(step)
        {
            remember_mistake(kind_of(&self.game), &position.to_string(), ctx);
        }
    }

    /// Reads the record again if it has changed.
    fn reload_if_changed(&mut self, ctx: &mut AppContext) {
        self.read_at = ctx.now;
        let Some(path) = self.record.clone() else { return };
        let now = length(&path);
        if now == self.length {
            return;
        }
        self.length = now;
        if !path.exists() {
            // The file of a running game is removed when the game ends.
            self.record = None;
            return ctx.notify("The game is over: its record is in the list of games.");
        }
        let Ok(replay) = record_file::read(&path) else { return };
        let was_at_end = self.ply == self.last();
        self.game = Arc::new(replay.game);
        self.analysis.follow(&self.game);
        self.narration.clear();
        self.narrate();
        self.ply = if was_at_end { self.last() } else { self.ply.min(self.last()) };
        self.show(ctx);
    }

    fn is_followed(&self) -> bool {
        self.game.end().is_none() && self.record.is_some()
    }

    fn press_key(&mut self, key: KeyPress, ctx: &mut AppContext) -> Navigation {
        match key {
            KeyPress::Esc | KeyPress::Char('q') => return Navigation::Back,
            KeyPress::Home => self.step(i64::from(i32::MIN), ctx),
            KeyPress::End => self.step(i64::from(i32::MAX), ctx),
            KeyPress::PageUp => self.step(-10, ctx),
            KeyPress::PageDown => self.step(10, ctx),
            KeyPress::Char(' ') => {
                if self.next_ply.is_none() && self.ply == self.last() {
                    self.ply = 0;
                    self.show(ctx);
                }
                self.next_ply = if self.next_ply.is_some() { None } else { Some(ctx.now) };
            }
            KeyPress::Char('+' | '=') => self.set_pace(self.pace + 1, ctx),
            KeyPress::Char('-') => self.set_pace(self.pace.saturating_sub(1), ctx),
            KeyPress::Char('a') => {
                self.analysis.toggle();
                self.show(ctx);
            }
            KeyPress::Char('t') => self.next_turn(ctx),
            KeyPress::Char('/') => self.typing = Some(LineInput::new(&self.search_text)),
            KeyPress::Char('n') => self.search(1, ctx),
            KeyPress::Char('N') => self.search(-1, ctx),
            KeyPress::Char('p') => return self.branch_here(ctx),
            key => match key.direction() {
                Some(Direction::Left | Direction::Up) => self.step(-1, ctx),
                Some(Direction::Right | Direction::Down) => self.step(1, ctx),
                None => drop(self.board.handle_input(UserInput::Key(key))),
            },
        }
        Navigation::Stay
    }

    fn set_pace(&mut self, pace: usize, ctx: &mut AppContext) {
        self.pace = pace.min(PACES.len() - 1);
        ctx.notify(format!("{} ms a ply", PACES[self.pace]));
    }
}

fn length(path: &Path) -> u64 {
    fs::metadata(path).map_or(0, |about| about.len())
}

impl ScreenPage for ReplayPage {
    fn title(&self, _: &AppContext) -> String {
        let header = self.game.header();
        let names: Vec<String> = header.seats.iter().map(|info| printable(&info.name)).collect();
        let live = if self.is_followed() { "  live" } else { "" };
        let game = kind_of(&self.game);
        format!("replay  {game}  {}  {} of {}{live}", names.join(", "), self.ply, self.last())
    }

    fn handle_input(&mut self, input: UserInput, ctx: &mut AppContext) -> Navigation {
        if let Some(typing) = &mut self.typing {
            match input {
                UserInput::Key(KeyPress::Enter) => {
                    typing.text().trim().clone_into(&mut self.search_text);
                    self.typing = None;
                    if !self.search_text.is_empty() {
                        self.search(1, ctx);
                    }
                }
                UserInput::Key(KeyPress::Esc) => self.typing = None,
                UserInput::Key(key) => typing.handle_key(key),
                _ => {}
            }
            return Navigation::Stay;
        }
        let go = match input {
            UserInput::Key(key) => self.press_key(key, ctx),
            UserInput::Press(Target::Item(ply)) => {
                self.next_ply = None;
                self.go_to(ply, ctx);
                Navigation::Stay
            }
            UserInput::Wheel(turned, _) => {
                self.step(turned.step(), ctx);
                Navigation::Stay
            }
            _ => Navigation::Stay,
        };
        self.analysis.start_next_step(ctx);
        go
    }

    fn is_waiting_for(&self, id: JobId) -> bool {
        self.analysis.is_waiting_for(id)
    }

    fn on_event(&mut self, news: JobOutcome, ctx: &mut AppContext) -> Navigation {
        if let Some(warning) = self.analysis.on_event(news) {
            ctx.notify_refusal(warning);
        }
        self.remember_mistake(ctx);
        self.show(ctx);
        self.tick(ctx);
        Navigation::Stay
    }

    fn tick(&mut self, ctx: &mut AppContext) {
        if self.next_ply.is_some_and(|at| at <= ctx.now) {
            self.next_ply = None;
            if self.ply < self.last() {
                self.go_to(self.ply + 1, ctx);
            }
            if self.ply < self.last() {
                self.next_ply = Some(ctx.now + Duration::from_millis(PACES[self.pace]));
            }
        }
        if self.is_followed() && ctx.now >= self.read_at + RELOAD_INTERVAL {
            self.reload_if_changed(ctx);
        }
        self.board.tick(ctx.now);
        self.analysis.start_next_step(ctx);
    }

    fn next_wakeup(&self, _: &AppContext) -> Option<Instant> {
        let follow = self.is_followed().then_some(self.read_at + RELOAD_INTERVAL);
        self.next_ply.into_iter().chain(follow).chain(self.board.next_wakeup()).min()
    }

    fn view(&self, area: Rect, canvas: &mut Canvas<'_>, _: &AppContext) {
        let (board, side) = column::split(area, self.board.preferred_size());
        let has_graph = self.analysis.is_on() && board.height > GRAPH + 8;
        let below = if has_graph { GRAPH } else { 0 };
        let above = Rect { height: board.height - below, ..board };
        self.board.draw(above, canvas);
        if has_graph {
            let place =
                Rect::new(board.x + 1, above.bottom(), board.width.saturating_sub(1), GRAPH);
            let seat = self.own_seat().unwrap_or(Seat::new(0));
            let (judged, turns) = (self.analysis.judged(), self.analysis.turns());
            graph::draw(judged, (self.ply, self.last()), seat, &turns, place, canvas);
        }
        panel::draw(self, side, canvas);
        if let Some(typing) = &self.typing {
            let theme = *canvas.theme;
            let line = Rect::new(area.x + 1, area.bottom() - 1, area.width - 2, 1);
            canvas.fill(line, theme.surface());
            canvas.text(line, (0, 0), "search: ", theme.accent());
            typing.draw(Rect { x: line.x + 8, width: line.width - 8, ..line }, canvas);
        }
    }

    fn keys(&self, _: &AppContext) -> Vec<KeyHint> {
        if self.typing.is_some() {
            return vec![
                KeyHint::new(KeyPress::Enter, "search"),
                KeyHint::new(KeyPress::Esc, "cancel"),
            ];
        }
        let space = if self.next_ply.is_some() { "pause" } else { "play" };
        vec![
            KeyHint::labelled("← →", KeyPress::Arrow(Direction::Right), "step"),
            KeyHint::new(KeyPress::Char(' '), space),
            KeyHint::new(KeyPress::Char('a'), "analysis"),
            KeyHint::new(KeyPress::Char('t'), "turning point"),
            KeyHint::new(KeyPress::Char('/'), "search"),
            KeyHint::new(KeyPress::Char('p'), "play from here"),
            KeyHint::new(KeyPress::Esc, "back"),
        ]
    }

    fn help(&self) -> &'static str {
        "Arrows step, PgUp and PgDn step ten moves, Home and End go to the start and the end; space \
         plays the game, + and - change the speed. a analyses every move and draws the win chance; \
         click on the graph to go there, or press t for the next turning point. / searches the list \
         of moves, n and N go to the next and the previous match. p starts a new game from this \
         position. The analysis is saved beside the record."
    }

    fn is_typing(&self) -> bool {
        self.typing.is_some()
    }

    fn game(&self) -> Option<&GameHistory> {
        Some(&self.game)
    }

    fn analysis_lines(&self) -> Option<String> {
        Some(self.analysis.lines())
    }

    fn close(&mut self, _: &mut AppContext) {
        self.analysis.stop_job();
    }
}
