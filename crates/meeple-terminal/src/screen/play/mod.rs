//! The page of a running game: the board, and a side column beside it.
//!
//! ```text
//! board                                 │ players and scores
//!                                       │ what is due, what the selected move would do
//!                                       │ hint or analysis
//!                                       │ narration
//! ```
//!
//! People move on the board. Without people at the table the game runs at a set pace and can be
//! paused. Looking back is always possible.

mod advice;
mod live_game;
mod menu;
mod panel;
pub(crate) mod setup;

pub(crate) use live_game::LiveGame;

use super::{
    app::{ExitReason, Navigation, ScreenPage},
    app_context::{AppContext, JobId, JobOutcome},
    boards::{self, BoardWidget, InputResult, KeyHint, ViewerRole},
    canvas::Canvas,
    column,
    input::{Direction, KeyPress, Target, UserInput},
    replay::ReplayPage,
    rules::RulesPage,
};
use crate::{game_ui::GameUi, prompt::GameSetup};
use advice::AdvicePanel;
use meeple_core::{GameHistory, text::printable};
use meeple_session::{Action, rotate_seats};
use menu::{Menu, MenuItem};
use ratatui::layout::Rect;
use std::{
    path::Path,
    time::{Duration, Instant},
};

/// Milliseconds from one turn to the next if no person plays, slowest first.
const PACES: [u64; 8] = [2000, 1000, 500, 200, 100, 50, 20, 0];
const USUAL_PACE: usize = 3;
/// Games between bots are long.
const WATCHING_PACE: usize = 4;
/// Takes back the last move a person chose, and everything since.
const UNDO: Action<'_> = Action::Undo { by: None, at: None };

/// The page of a running game.
pub(crate) struct PlayPage {
    live: LiveGame,
    board: Box<dyn BoardWidget>,
    /// The ply being looked at; `None` for the current position.
    viewed_ply: Option<usize>,
    adviser: AdvicePanel,
    menu: Option<Menu>,
    pace: usize,
    is_paused: bool,
    next_step: Instant,
    /// Whether leaving the game exits the program, which then prints how the game ended.
    exits_program: bool,
}

impl PlayPage {
    /// Creates a page for watching a single game; leaving it exits the program.
    pub(crate) fn watching(live: LiveGame, ctx: &AppContext) -> Self {
        PlayPage { exits_program: true, pace: WATCHING_PACE, ..PlayPage::new(live, ctx) }
    }

    /// Creates a page for this game, starting at its current position.
    pub(crate) fn new(live: LiveGame, ctx: &AppContext) -> Self {
        let mut play = PlayPage {
            board: boards::board(live.kind),
            live,
            viewed_ply: None,
            adviser: AdvicePanel::default(),
            menu: None,
            pace: USUAL_PACE,
            is_paused: false,
            next_step: ctx.now,
            exits_program: false,
        };
        play.show(ctx);
        play
    }

    /// Creates a page that continues an unfinished game.
    pub(crate) fn resume(path: &Path, ctx: &mut AppContext) -> Result<Self, String> {
        LiveGame::resume(path, ctx).map(|live| PlayPage::new(live, ctx))
    }

    /// Returns the ply shown.
    fn ply(&self) -> usize {
        let last = self.live.game().plies().len();
        self.viewed_ply.map_or(last, |ply| ply.min(last))
    }

    fn is_live(&self) -> bool {
        self.viewed_ply.is_none()
    }

    fn is_over(&self) -> bool {
        self.live.session().is_over()
    }

    /// Returns whether no people sit at the table.
    fn is_watched(&self) -> bool {
        self.live.session().people().next().is_none()
    }

    /// Returns whether the game runs at a pace: no people play, and it isn't over.
    fn is_automatic(&self) -> bool {
        self.is_watched() && !self.is_over()
    }

    fn show(&mut self, ctx: &AppContext) {
        let mover = self.live.due_person().filter(|_| self.is_live());
        let session = self.live.session();
        // The board is seen from the side of the first person, even if they have resigned.
        let own = || session.seats().find(|&seat| session.was_person(seat));
        let role = ViewerRole { mover, own: mover.or_else(own), motion: ctx.motion() };
        self.board.show(self.live.game(), self.ply(), role);
        self.adviser.show_on_board(self.live.game(), self.ply(), &mut *self.board);
    }

    /// Continues the game as far as possible without a person.
    fn proceed(&mut self, ctx: &mut AppContext) {
        let is_in_time = !self.is_watched()
            || self.live.game().due_end().is_some()
            || (!self.is_paused && self.is_live() && ctx.now >= self.next_step);
        let must_wait = self.live.thinking().is_some() || self.is_over();
        if is_in_time && !must_wait {
            self.next_step = ctx.now + Duration::from_millis(PACES[self.pace]);
            self.live.proceed(ctx);
        }
        self.show_and_advise(ctx);
    }

    /// Shows the position, and asks for advice on it if wanted.
    fn show_and_advise(&mut self, ctx: &mut AppContext) {
        self.show(ctx);
        self.adviser.ask(self.live.game(), self.ply(), &*self.board, ctx);
    }

    fn look_back(&mut self, by: i64, ctx: &mut AppContext) {
        let last = self.live.game().plies().len();
        let ply = (self.ply() as i64).saturating_add(by).clamp(0, last as i64) as usize;
        self.viewed_ply = (ply < last).then_some(ply);
        if self.is_watched() {
            self.is_paused = true;
        }
        self.show_and_advise(ctx);
    }

    fn set_pace(&mut self, pace: usize, ctx: &mut AppContext) {
        self.pace = pace.min(PACES.len() - 1);
        self.next_step = ctx.now; // so that a slow pace ends at once
        ctx.notify(format!("{} ms a turn", PACES[self.pace]));
    }

    fn choose(&mut self, choice: MenuItem, ctx: &mut AppContext) -> Navigation {
        self.menu = None;
        match choice {
            MenuItem::Continue => {}
            MenuItem::Hint => self.adviser.hint(),
            MenuItem::Undo => self.change_history(UNDO, ctx),
            MenuItem::Rules => return Navigation::Open(Box::new(RulesPage::new(self.live.kind))),
            MenuItem::AskResign => self.menu = Some(menu::resign_menu()),
            MenuItem::Resign => {
                if let Err(why) = self.live.resign(ctx.now) {
                    ctx.notify_refusal(why);
                }
            }
            MenuItem::Rematch => match rematch(&mut self.live, ctx) {
                Ok(page) => return Navigation::Replace(page),
                Err(why) => ctx.notify_refusal(why),
            },
            MenuItem::Replay => {
                let replay = ReplayPage::of(self.live.game().clone(), self.live.record(), ctx);
                return Navigation::Replace(Box::new(replay));
            }
            MenuItem::Leave => return self.go_home(ctx),
        }
        self.proceed(ctx);
        Navigation::Stay
    }

    fn go_home(&mut self, ctx: &mut AppContext) -> Navigation {
        if self.exits_program {
            return Navigation::Exit(self.exit_reason());
        }
        if !self.is_over() && self.live.record().is_some() {
            ctx.notify("The game is saved: \"continue\" opens it again.");
        }
        Navigation::Back
    }

    /// Returns how the program exits after this game.
    fn exit_reason(&mut self) -> ExitReason {
        let Some(ending) = self.live.ending() else {
            return ExitReason::failed("the game was left before its end");
        };
        if let Err(failure) = self.live.settle() {
            return ExitReason::Failed(failure);
        }
        let mut standing: Vec<_> = ending.standing.iter().collect();
        standing.sort_by_key(|standing| standing.seat);
        let scores: Vec<String> = standing.iter().map(|seat| seat.score.to_string()).collect();
        ExitReason::QuitWithMessage(format!("{} {}", ending.sentence, scores.join(" to ")))
    }

    /// Takes back the last move, or replays it.
    fn change_history(&mut self, change: Action<'_>, ctx: &mut AppContext) {
        self.viewed_ply = None;
        match self.live.apply(change, ctx.now) {
            Ok(()) => self.adviser.end_hint(),
            Err(why) => ctx.notify_refusal(why),
        }
    }

    /// Handles the keys of this page; returns `None` for keys that are left to the board.
    fn press_key(&mut self, key: KeyPress, ctx: &mut AppContext) -> Option<Navigation> {
        match key {
            KeyPress::Char('q') => return Some(self.go_home(ctx)),
            KeyPress::Char('i') => self.adviser.hint(),
            KeyPress::Char('a') => self.adviser.toggle(),
            KeyPress::Char('u') => self.change_history(UNDO, ctx),
            KeyPress::Char('U') | KeyPress::Ctrl('r') => self.change_history(Action::Redo, ctx),
            KeyPress::PageUp => self.look_back(-1, ctx),
            KeyPress::PageDown => self.look_back(1, ctx),
            KeyPress::Arrow(Direction::Left) | KeyPress::Char(',') if self.is_watched() => {
                self.look_back(-1, ctx);
            }
            KeyPress::Arrow(Direction::Right) | KeyPress::Char('.' | 'n') if self.is_watched() => {
                if self.is_live() && !self.is_over() {
                    self.is_paused = true;
                    if self.live.thinking().is_none() {
                        self.live.proceed(ctx);
                    }
                } else {
                    self.look_back(1, ctx);
                }
            }
            KeyPress::Char(' ' | 'p') if self.is_automatic() => {
                self.is_paused = !self.is_paused;
                self.viewed_ply = None;
                self.next_step = ctx.now;
            }
            KeyPress::Char('+' | '=') if self.is_automatic() => self.set_pace(self.pace + 1, ctx),
            KeyPress::Char('-') if self.is_automatic() => {
                self.set_pace(self.pace.saturating_sub(1), ctx);
            }
            KeyPress::Enter if self.is_over() => {
                if self.exits_program {
                    return Some(self.go_home(ctx));
                }
                self.menu = Some(menu::over_menu());
            }
            _ => return None,
        }
        self.proceed(ctx);
        Some(Navigation::Stay)
    }

    fn press_board(&mut self, input: UserInput, ctx: &mut AppContext) -> Navigation {
        // Enter or Esc returns from looking back to the current position.
        if !self.is_live() && matches!(input, UserInput::Key(KeyPress::Enter | KeyPress::Esc)) {
            self.viewed_ply = None;
            self.show(ctx);
            return Navigation::Stay;
        }
        match self.board.handle_input(input) {
            InputResult::Play(mv) => self.make_move(&mv, ctx),
            InputResult::Refused(why) => ctx.notify_refusal(why),
            InputResult::Changed => {}
            InputResult::Ignored => match (input, self.live.session().seat_to_move()) {
                (UserInput::Key(KeyPress::Esc), _) => {
                    self.menu = Some(menu::game_menu(&self.live));
                }
                (UserInput::Key(KeyPress::Enter | KeyPress::Char(' ')), Some(seat))
                    if self.live.due_person().is_none() =>
                {
                    let name = self.live.session().name(seat);
                    ctx.notify_refusal(format!("It is {name}'s turn."));
                }
                _ => {}
            },
        }
        Navigation::Stay
    }
}

/// Starts the same game again with rotated seats.
fn rematch(live: &mut LiveGame, ctx: &mut AppContext) -> Result<Box<dyn ScreenPage>, String> {
    live.request_rematch(ctx.now)?;
    let header = live.game().header();
    let mut wanted = GameSetup {
        options: header.options.words(),
        seats: header.seats.iter().map(super::seats::typed_form).collect(),
        ..GameSetup::default()
    };
    rotate_seats(&mut wanted.seats);
    let live = LiveGame::open(live.kind, &wanted, ctx)?;
    Ok(Box::new(PlayPage::new(live, ctx)))
}

impl ScreenPage for PlayPage {
    fn title(&self, _: &AppContext) -> String {
        let options = printable(&self.live.game().header().options.words().join(" "));
        let at = if self.is_live() {
            String::new()
        } else {
            format!("  viewing move {} of {}", self.ply(), self.live.game().plies().len())
        };
        let pace = match self.is_paused {
            _ if !self.is_automatic() => String::new(),
            true => "  paused".into(),
            false => format!("  {} ms a turn", PACES[self.pace]),
        };
        format!("{}  {options}{pace}{at}", self.live.kind)
    }

    fn handle_input(&mut self, input: UserInput, ctx: &mut AppContext) -> Navigation {
        if let Some(menu) = &mut self.menu {
            return match menu.handle_input(input) {
                Some(choice) => self.choose(choice, ctx),
                None => Navigation::Stay,
            };
        }
        match input {
            UserInput::Key(key) => match self.press_key(key, ctx) {
                Some(go) => go,
                None => self.press_board(input, ctx),
            },
            UserInput::Press(Target::Item(ply)) => {
                let last = self.live.game().plies().len();
                self.viewed_ply = (ply < last).then_some(ply);
                self.show(ctx);
                Navigation::Stay
            }
            UserInput::Wheel(turned, Some(Target::Item(_))) => {
                self.look_back(turned.step(), ctx);
                Navigation::Stay
            }
            input => self.press_board(input, ctx),
        }
    }

    fn is_waiting_for(&self, id: JobId) -> bool {
        self.live.is_waiting_for(id) || self.adviser.is_waiting_for(id)
    }

    fn on_event(&mut self, news: JobOutcome, ctx: &mut AppContext) -> Navigation {
        match news {
            JobOutcome::Advised { adviser, answer } => {
                self.adviser.on_event(adviser, answer);
            }
            news => {
                if let Err(why) = self.live.on_event(news, ctx.now) {
                    ctx.notify_refusal(why);
                    return Navigation::Back;
                }
            }
        }
        self.proceed(ctx);
        Navigation::Stay
    }

    fn tick(&mut self, ctx: &mut AppContext) {
        self.board.tick(ctx.now);
        self.proceed(ctx);
    }

    fn next_wakeup(&self, ctx: &AppContext) -> Option<Instant> {
        let is_waiting = self.is_automatic()
            && !self.is_paused
            && self.is_live()
            && self.live.thinking().is_none();
        let step = is_waiting.then_some(self.next_step);
        // Long thinking is shown by an animated line.
        let thinking = self.live.thinking().map(|(_, since)| since);
        let since = thinking.into_iter().chain(self.adviser.thinking_since()).min();
        let line = since.map(|since| column::thinking_wakeup(since, ctx.now));
        step.into_iter().chain(line).chain(self.board.next_wakeup()).min()
    }

    fn view(&self, area: Rect, canvas: &mut Canvas<'_>, ctx: &AppContext) {
        let (board, side) = column::split(area, self.board.preferred_size());
        self.board.draw(board, canvas);
        panel::draw(self, side, canvas, ctx);
        if let Some(menu) = &self.menu {
            menu.draw(area, canvas);
        }
    }

    fn keys(&self, _: &AppContext) -> Vec<KeyHint> {
        if self.menu.is_some() {
            return menu::KEYS.to_vec();
        }
        if self.is_over() {
            let next = if self.exits_program { "leave" } else { "what next" };
            return vec![
                KeyHint::new(KeyPress::Enter, next),
                KeyHint::labelled("PgUp PgDn", KeyPress::PageUp, "look back"),
                KeyHint::new(KeyPress::Char('a'), "analysis"),
                KeyHint::new(KeyPress::Char('q'), "home"),
            ];
        }
        let mut keys = if self.is_live() { self.board.keys() } else { Vec::new() };
        if self.is_watched() {
            let space = if self.is_paused { "continue" } else { "pause" };
            keys.extend([
                KeyHint::new(KeyPress::Char(' '), space),
                KeyHint::labelled("← →", KeyPress::Char('n'), "step"),
                KeyHint::labelled("+ -", KeyPress::Char('+'), "speed"),
                KeyHint::new(KeyPress::Char('a'), "analysis"),
            ]);
        } else {
            keys.extend([
                KeyHint::new(KeyPress::Char('i'), "hint"),
                KeyHint::new(KeyPress::Char('u'), "undo"),
                KeyHint::new(KeyPress::Char('U'), "redo"),
                KeyHint::new(KeyPress::Char('a'), "analysis"),
            ]);
        }
        // If the board can go back a step, Esc does that first.
        if keys.iter().all(|hint| hint.key != KeyPress::Esc) {
            keys.push(KeyHint::new(KeyPress::Esc, "menu"));
        }
        keys.push(KeyHint::new(KeyPress::Char('q'), "home"));
        keys
    }

    fn help(&self) -> &'static str {
        GameUi::of(self.live.kind).help
    }

    fn game(&self) -> Option<&GameHistory> {
        Some(self.live.game())
    }

    fn make_move(&mut self, mv: &str, ctx: &mut AppContext) {
        match self.live.play(mv, ctx.now) {
            Ok(()) => {
                self.adviser.end_hint();
                self.proceed(ctx);
            }
            Err(why) => ctx.notify_refusal(why),
        }
    }

    fn close(&mut self, _: &mut AppContext) {
        self.adviser.stop_job();
        self.live.stop_players();
    }
}

#[cfg(test)]
mod tests {
    use crate::{
        prompt::GameSetup,
        screen::{Appearance, HeadlessScreen},
    };
    use meeple_games::GameKind;
    use std::time::Duration;

    #[test]
    fn after_the_game_a_rematch_rotates_the_seats() {
        let setting = GameSetup {
            options: vec!["width=2".into(), "height=1".into()],
            seats: vec!["you:name=Ann".into(), "random".into()],
            seed: Some(1),
            ..GameSetup::default()
        };
        let mut screen =
            HeadlessScreen::play(Appearance::Plain, (100, 30), GameKind::Chomp, setting)
                .expect("a good game");
        let names = |screen: &HeadlessScreen| {
            let header = screen.record().swap_remove(0);
            (header.find("Ann"), header.find("\"random\""))
        };
        let (ann, random) = names(&screen);
        assert!(ann < random, "Ann starts");
        screen.make_move("0,1");
        screen.advance_time(Duration::from_secs(5));
        assert!(screen.record().last().is_some_and(|line| line.contains("\"end\"")));
        // The menu of a finished game: look at the board, rematch.
        screen.press("<Enter><Down><Enter>");
        let (ann, random) = names(&screen);
        assert!(random < ann, "the other player starts: {}", screen.text());
    }
}
