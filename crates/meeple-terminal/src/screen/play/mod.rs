//! The page of a running game: the board, and one quiet column beside it.
//!
//! ```text
//! board                                 │ who, what they have
//!                                       │ what is due, what the cursor would do
//!                                       │ hint or analysis
//!                                       │ what happened
//! ```
//!
//! People move through the board; between players alone the game has a pace, can be paused, and
//! everybody can look back.

mod advice;
mod live_game;
mod menu;
mod panel;
pub(crate) mod setting;

pub(crate) use live_game::{LiveGame, Waits};

use super::{
    app::{Go, Left, Page},
    boards::{self, Board, KeyHint, Reply, Role},
    canvas::Canvas,
    column,
    desk::{Desk, News, Ticket},
    input::{Direction, Input, Key, Target, Turned},
    replay::Replay,
    rules::Rules,
};
use crate::{failure::Failure, game_ui::GameUi, prompt::Setting};
use advice::Adviser;
use meeple_core::Match;
use meeple_session::rotate_seats;
use menu::{Choice, Menu};
use ratatui::layout::Rect;
use std::time::{Duration, Instant};

/// Milliseconds from one turn to the next where nobody is asked, the slowest first.
const PACES: [u64; 8] = [2000, 1000, 500, 200, 100, 50, 20, 0];
const USUAL_PACE: usize = 3;
/// Bots that are watched are many turns from their end.
const WATCHING_PACE: usize = 4;

/// A running game on the screen.
pub(crate) struct Play {
    live: LiveGame,
    board: Box<dyn Board>,
    /// The ply that is looked at; none is the game as it stands.
    looked_at: Option<usize>,
    adviser: Adviser,
    menu: Option<Menu>,
    pace: usize,
    is_paused: bool,
    next_step: Instant,
    leads: Leads,
}

/// Where one gets who leaves a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Leads {
    /// To the first page.
    Home,
    /// Out of the program, which says how the game ended.
    Out,
}

impl Play {
    /// A game that is all that is to be seen: whoever leaves it leaves the program.
    pub(crate) fn watching(live: LiveGame, desk: &Desk) -> Self {
        Play { leads: Leads::Out, pace: WATCHING_PACE, ..Play::new(live, desk) }
    }

    /// This game, from here on.
    pub(crate) fn new(live: LiveGame, desk: &Desk) -> Self {
        let (board, adviser) = (boards::board(live.kind), Adviser::default());
        let mut play = Play {
            live,
            board,
            looked_at: None,
            adviser,
            menu: None,
            pace: USUAL_PACE,
            is_paused: false,
            next_step: desk.now,
            leads: Leads::Home,
        };
        play.show(desk);
        play
    }

    /// The ply that is shown.
    fn ply(&self) -> usize {
        let last = self.live.game().line().len();
        self.looked_at.map_or(last, |ply| ply.min(last))
    }

    fn is_live(&self) -> bool {
        self.looked_at.is_none()
    }

    /// Whether only players of ours and programs sit here.
    fn is_watched(&self) -> bool {
        self.live.first_person().is_none()
    }

    /// Whether it has a pace: nobody is asked, and it is not over.
    fn is_going_by_itself(&self) -> bool {
        self.is_watched() && self.live.waits() != Waits::Over
    }

    fn show(&mut self, desk: &Desk) {
        let mover = match self.live.waits() {
            Waits::Person(seat) if self.is_live() => Some(seat),
            _ => None,
        };
        let motion = desk.motion();
        let role = Role { mover, own: mover.or_else(|| self.live.own()), motion };
        self.board.show(self.live.game(), self.ply(), role);
        self.adviser.follow(self.live.game(), self.ply(), &mut *self.board);
    }

    /// Lets the game go on as far as it does by itself.
    fn go_on(&mut self, desk: &mut Desk) {
        let is_in_time = !self.is_watched()
            || self.live.is_ending()
            || (!self.is_paused && self.is_live() && desk.now >= self.next_step);
        let must_wait = self.live.thinking().is_some() || self.live.waits() == Waits::Over;
        if is_in_time && !must_wait {
            self.next_step = desk.now + Duration::from_millis(PACES[self.pace]);
            self.live.go_on(desk);
        }
        self.show(desk);
        self.adviser.ask(self.live.game(), self.ply(), &*self.board, desk);
    }

    fn play(&mut self, mv: &str, desk: &mut Desk) {
        match self.live.play(mv, desk.now) {
            Ok(()) => {
                self.adviser.forget();
                self.go_on(desk);
            }
            Err(why) => desk.refuse(why),
        }
    }

    fn look(&mut self, by: i64, desk: &mut Desk) {
        let last = self.live.game().line().len();
        let ply = (self.ply() as i64).saturating_add(by).clamp(0, last as i64) as usize;
        self.looked_at = (ply < last).then_some(ply);
        if self.is_watched() {
            self.is_paused = true;
        }
        self.show(desk);
        self.adviser.ask(self.live.game(), self.ply(), &*self.board, desk);
    }

    fn set_pace(&mut self, pace: usize, desk: &mut Desk) {
        self.pace = pace.min(PACES.len() - 1);
        self.next_step = desk.now; // a slow pace is left at once
        desk.say(format!("{} ms a turn", PACES[self.pace]));
    }

    fn choose(&mut self, choice: Choice, desk: &mut Desk) -> Go {
        self.menu = None;
        match choice {
            Choice::GoOn => {}
            Choice::Hint => self.adviser.hint(),
            Choice::Undo => self.undo(desk),
            Choice::Rules => return Go::To(Box::new(Rules::new(self.live.kind))),
            Choice::AskResign => self.menu = Some(Menu::resign()),
            Choice::Resign => {
                if let Err(why) = self.live.resign(desk.now) {
                    desk.refuse(why);
                }
            }
            Choice::Again => match again(&self.live, desk) {
                Ok(page) => return Go::Instead(page),
                Err(why) => desk.refuse(why),
            },
            Choice::Replay => {
                let replay = Replay::of(self.live.game().clone(), self.live.record(), desk);
                return Go::Instead(Box::new(replay));
            }
            Choice::Leave => return self.go_home(desk),
        }
        self.go_on(desk);
        Go::Stay
    }

    fn go_home(&mut self, desk: &mut Desk) -> Go {
        if self.leads == Leads::Out {
            return Go::Out(self.go_out());
        }
        if self.live.waits() != Waits::Over && self.live.record().is_some() {
            desk.say("The game is kept: \"continue\" goes on with it.");
        }
        Go::Back
    }

    /// How the program is left with this game.
    fn go_out(&mut self) -> Left {
        let Some(ending) = self.live.ending() else {
            return Left::Failed(Failure::Failed("the game was left before its end".into()));
        };
        if let Err(failure) = self.live.settle() {
            return Left::Failed(failure);
        }
        let mut standing: Vec<_> = ending.standing.iter().collect();
        standing.sort_by_key(|standing| standing.seat);
        let scores: Vec<String> = standing.iter().map(|seat| seat.score.to_string()).collect();
        Left::Saying(format!("{} {}", ending.sentence, scores.join(" to ")))
    }

    fn undo(&mut self, desk: &mut Desk) {
        self.looked_at = None;
        match self.live.undo(desk.now) {
            Ok(()) => self.adviser.forget(),
            Err(why) => desk.refuse(why),
        }
    }

    /// The keys of this page. What it does not know is the board's.
    fn press_key(&mut self, key: Key, desk: &mut Desk) -> Option<Go> {
        match key {
            Key::Char('q') => return Some(self.go_home(desk)),
            Key::Char('i') => self.adviser.hint(),
            Key::Char('a') => self.adviser.toggle(),
            Key::Char('u') => self.undo(desk),
            Key::Char('U') | Key::Ctrl('r') => {
                self.looked_at = None;
                match self.live.redo(desk.now) {
                    Ok(()) => self.adviser.forget(),
                    Err(why) => desk.refuse(why),
                }
            }
            Key::PageUp => self.look(-1, desk),
            Key::PageDown => self.look(1, desk),
            Key::Arrow(Direction::Left) | Key::Char(',') if self.is_watched() => {
                self.look(-1, desk);
            }
            Key::Arrow(Direction::Right) | Key::Char('.' | 'n') if self.is_watched() => {
                if self.is_live() && self.live.waits() != Waits::Over {
                    self.is_paused = true;
                    if self.live.thinking().is_none() {
                        self.live.go_on(desk);
                    }
                } else {
                    self.look(1, desk);
                }
            }
            Key::Char(' ' | 'p') if self.is_going_by_itself() => {
                self.is_paused = !self.is_paused;
                self.looked_at = None;
                self.next_step = desk.now;
            }
            Key::Char('+' | '=') if self.is_going_by_itself() => self.set_pace(self.pace + 1, desk),
            Key::Char('-') if self.is_going_by_itself() => {
                self.set_pace(self.pace.saturating_sub(1), desk);
            }
            Key::Enter if self.live.waits() == Waits::Over => {
                if self.leads == Leads::Out {
                    return Some(self.go_home(desk));
                }
                self.menu = Some(Menu::over());
            }
            _ => return None,
        }
        self.go_on(desk);
        Some(Go::Stay)
    }

    fn press_board(&mut self, input: Input, desk: &mut Desk) -> Go {
        // Whoever looks back and wants to move is brought back to the game.
        if !self.is_live() && matches!(input, Input::Key(Key::Enter | Key::Esc)) {
            self.looked_at = None;
            self.show(desk);
            return Go::Stay;
        }
        match self.board.press(input) {
            Reply::Play(mv) => self.play(&mv, desk),
            Reply::Refused(why) => desk.refuse(why),
            Reply::Changed => {}
            Reply::Ignored => match (input, self.live.waits()) {
                (Input::Key(Key::Esc), _) => self.menu = Some(Menu::of(&self.live)),
                (Input::Key(Key::Enter | Key::Char(' ')), Waits::Player(seat)) => {
                    desk.refuse(format!("{} is to move.", self.live.name(seat)));
                }
                _ => {}
            },
        }
        Go::Stay
    }
}

/// The same game once more, with seats rotated.
fn again(live: &LiveGame, desk: &mut Desk) -> Result<Box<dyn Page>, String> {
    let header = live.game().header();
    let mut wanted = Setting {
        options: header
            .options
            .iter()
            .map(|(key, value)| format!("{key}={}", meeple_core::options::value_text(value)))
            .collect(),
        seats: header.seats.iter().map(super::seats::typed).collect(),
        ..Setting::default()
    };
    rotate_seats(&mut wanted.seats);
    let live = LiveGame::open(live.kind, &wanted, desk)?;
    Ok(Box::new(Play::new(live, desk)))
}

impl Page for Play {
    fn title(&self, _: &Desk) -> String {
        let header = self.live.game().header();
        let words: Vec<String> = header
            .options
            .iter()
            .map(|(key, value)| format!("{key}={}", meeple_core::options::value_text(value)))
            .collect();
        let options = meeple_core::text::printable(&words.join(" "));
        let at = if self.is_live() {
            String::new()
        } else {
            format!("  looking back: {} of {}", self.ply(), self.live.game().line().len())
        };
        let pace = match (self.is_watched(), self.live.waits()) {
            (false, _) | (_, Waits::Over) => String::new(),
            (true, _) if self.is_paused => "  paused".into(),
            (true, _) => format!("  {} ms a turn", PACES[self.pace]),
        };
        format!("{}  {options}{pace}{at}", self.live.kind)
    }

    fn press(&mut self, input: Input, desk: &mut Desk) -> Go {
        if let Some(menu) = &mut self.menu {
            return match menu.press(input) {
                Some(choice) => self.choose(choice, desk),
                None => Go::Stay,
            };
        }
        match input {
            Input::Key(key) => match self.press_key(key, desk) {
                Some(go) => go,
                None => self.press_board(input, desk),
            },
            Input::Press(Target::Item(ply)) => {
                let last = self.live.game().line().len();
                self.looked_at = (ply < last).then_some(ply);
                self.show(desk);
                Go::Stay
            }
            Input::Wheel(turned, Some(Target::Item(_))) => {
                self.look(if turned == Turned::Up { -1 } else { 1 }, desk);
                Go::Stay
            }
            input => self.press_board(input, desk),
        }
    }

    fn awaits(&self, ticket: Ticket) -> bool {
        self.live.awaits(ticket) || self.adviser.awaits(ticket)
    }

    fn hear(&mut self, news: News, desk: &mut Desk) -> Go {
        match news {
            News::Advised { adviser, answer } => {
                self.adviser.hear(adviser, answer);
            }
            news => {
                if let Err(why) = self.live.hear(news, desk.now) {
                    desk.refuse(why);
                    return Go::Back;
                }
            }
        }
        self.go_on(desk);
        Go::Stay
    }

    fn tick(&mut self, desk: &mut Desk) -> Go {
        self.board.tick(desk.now);
        self.go_on(desk);
        Go::Stay
    }

    fn wakes(&self, desk: &Desk) -> Option<Instant> {
        let is_waiting = self.is_watched()
            && !self.is_paused
            && self.is_live()
            && self.live.thinking().is_none()
            && self.live.waits() != Waits::Over;
        let step = is_waiting.then_some(self.next_step);
        // Long thinking is shown as a line that moves.
        let thinking = self.live.thinking().map(|(_, since)| since);
        let line = thinking.into_iter().chain(self.adviser.since()).min().map(|since| {
            let shown = since + column::LONG;
            if desk.now < shown { shown } else { desk.now + column::STEP }
        });
        step.into_iter().chain(line).chain(self.board.wakes()).min()
    }

    fn view(&self, area: Rect, canvas: &mut Canvas<'_>, desk: &Desk) {
        let (board, side) = column::split(area, self.board.wants());
        self.board.draw(board, canvas);
        panel::draw(self, side, canvas, desk);
        if let Some(menu) = &self.menu {
            menu.draw(area, canvas);
        }
    }

    fn keys(&self, _: &Desk) -> Vec<KeyHint> {
        if self.menu.is_some() {
            return menu::KEYS.to_vec();
        }
        if self.live.waits() == Waits::Over {
            let next = if self.leads == Leads::Out { "leave" } else { "what next" };
            return vec![
                KeyHint::new(Key::Enter, next),
                KeyHint::labelled("PgUp PgDn", Key::PageUp, "look back"),
                KeyHint::new(Key::Char('a'), "analysis"),
                KeyHint::new(Key::Char('q'), "home"),
            ];
        }
        let mut keys = if self.is_live() { self.board.keys() } else { Vec::new() };
        if self.is_watched() {
            keys.extend([
                KeyHint::new(Key::Char(' '), if self.is_paused { "go on" } else { "pause" }),
                KeyHint::labelled("← →", Key::Char('n'), "step"),
                KeyHint::labelled("+ -", Key::Char('+'), "pace"),
                KeyHint::new(Key::Char('a'), "analysis"),
            ]);
        } else {
            keys.extend([
                KeyHint::new(Key::Char('i'), "hint"),
                KeyHint::new(Key::Char('u'), "undo"),
                KeyHint::new(Key::Char('U'), "redo"),
                KeyHint::new(Key::Char('a'), "analysis"),
            ]);
        }
        // Where a step can be taken back, Esc does that first.
        if keys.iter().all(|hint| hint.key != Key::Esc) {
            keys.push(KeyHint::new(Key::Esc, "menu"));
        }
        keys.push(KeyHint::new(Key::Char('q'), "home"));
        keys
    }

    fn help(&self) -> &'static str {
        GameUi::of(self.live.kind).help
    }

    fn game(&self) -> Option<&Match> {
        Some(self.live.game())
    }

    fn make_move(&mut self, mv: &str, desk: &mut Desk) {
        self.play(mv, desk);
    }

    fn leave(&mut self, _: &mut Desk) {
        self.adviser.leave();
        self.live.leave();
    }
}
