//! A game that was played, or is being played elsewhere: ply by ply, with what it was worth.
//!
//! ```text
//! board                                  │ who, what they have
//!                                        │ the move: its grade, what was better and why
//! ▁▂▂▃▃▅▅▆▆▆▃▃▂▂ the chance to win       │ luck beside skill
//!      ▲      ◆                          │ what happened
//! ```
//!
//! A record that somebody still writes is followed: what is added is shown.

mod graph;
mod judging;
mod panel;

use super::{
    app::{Go, Page},
    boards::{self, Board, KeyHint, Role},
    canvas::Canvas,
    column,
    desk::{Desk, News, Ticket},
    input::{Direction, Input, Key, Target, Turned},
    line::Line,
    play::{LiveGame, Play, setting::kind_of},
    practice::remember_mistake,
    seats,
};
use crate::record_file;
use judging::Judging;
use meeple_ai::{analysis::Judged, grade::Grade};
use meeple_core::{Contestant, Match, Seat, Turn, text::printable};
use meeple_view::{Told, view};
use ratatui::layout::Rect;
use std::{
    fs,
    path::{Path, PathBuf},
    sync::Arc,
    time::{Duration, Instant},
};

/// Milliseconds from one ply to the next, the slowest first.
const PACES: [u64; 6] = [2000, 1000, 500, 200, 100, 30];
const USUAL_PACE: usize = 2;
/// How often a record that is not finished is looked at again.
const FOLLOW: Duration = Duration::from_millis(400);
/// Lines for the graph, where there is room.
const GRAPH: u16 = 6;

/// A recorded game on the screen.
pub(crate) struct Replay {
    game: Arc<Match>,
    record: Option<PathBuf>,
    /// The record's length when it was read.
    length: u64,
    looked: Instant,
    board: Box<dyn Board>,
    told: Vec<Told>,
    ply: usize,
    judging: Judging,
    pace: usize,
    /// When the next ply is shown, while it plays by itself.
    next_ply: Option<Instant>,
    typing: Option<Line>,
    searched: String,
}

impl Replay {
    /// This game; its record, if there is one, keeps what is found out about it.
    pub(crate) fn of(game: Match, record: Option<&Path>, desk: &Desk) -> Self {
        let game = Arc::new(game);
        let judging = Judging::new(&game, record, desk);
        let mut replay = Replay {
            board: boards::board(kind_of(&game)),
            game,
            record: record.map(Into::into),
            length: record.map_or(0, length),
            looked: desk.now,
            told: Vec::new(),
            ply: 0,
            judging,
            pace: USUAL_PACE,
            next_ply: None,
            typing: None,
            searched: String::new(),
        };
        replay.tell();
        replay.show(desk);
        replay
    }

    /// The game of this record.
    pub(crate) fn read(path: &Path, desk: &Desk) -> Result<Self, String> {
        let replay = record_file::read(path).map_err(|error| error.to_string())?;
        Ok(Replay::of(replay.game, Some(path), desk))
    }

    /// The same, from this ply on.
    pub(crate) fn at(mut self, ply: usize, desk: &Desk) -> Self {
        self.ply = ply.min(self.last());
        self.show(desk);
        self
    }

    fn last(&self) -> usize {
        self.game.line().len()
    }

    fn tell(&mut self) {
        let view = view(kind_of(&self.game));
        self.told.truncate(self.last());
        for ply in self.told.len() + 1..=self.last() {
            self.told.push(view.tell(&self.game, ply).unwrap_or_default());
        }
    }

    fn show(&mut self, desk: &Desk) {
        let motion = desk.motion();
        let role = Role { mover: None, own: self.own(), motion };
        self.board.show(&self.game, self.ply, role);
        let advice = match self.judging.judged().get(self.ply) {
            Some(Judged::Move(judged)) if self.judging.is_on() => &judged.best[..],
            _ => &[],
        };
        self.board.advise(advice);
    }

    /// From whose side it is seen: the first person's, or the first seat's.
    fn own(&self) -> Option<Seat> {
        let seats = self.game.header().seats.iter();
        seats.map(|info| info.who == Contestant::Person).position(|is| is).map(Seat::new)
    }

    fn go_to(&mut self, ply: usize, desk: &Desk) {
        self.ply = ply.min(self.last());
        self.show(desk);
    }

    fn step(&mut self, by: i64, desk: &Desk) {
        self.next_ply = None;
        self.go_to((self.ply as i64).saturating_add(by).max(0) as usize, desk);
    }

    /// The next ply at which the game turned, or was mistaken.
    fn next_turn(&mut self, desk: &mut Desk) {
        if !self.judging.is_on() {
            self.judging.toggle();
            return desk.say("The game is being judged; t goes to where it turned.");
        }
        let turns = self.judging.turns();
        let next = turns.iter().copied().find(|&ply| ply > self.ply);
        match next.or_else(|| turns.first().copied()) {
            Some(ply) => self.go_to(ply, desk),
            None => desk.say("As far as is known, this game never turned."),
        }
    }

    /// The next ply that is told with these words.
    fn search(&mut self, by: i64, desk: &mut Desk) {
        if self.searched.is_empty() {
            self.typing = Some(Line::default());
            return;
        }
        let words = self.searched.to_lowercase();
        let plies = self.last() as i64;
        let has = |ply: i64| {
            let told = self.told.get((ply - 1) as usize);
            told.is_some_and(|told| told.lines().any(|line| line.to_lowercase().contains(&words)))
        };
        let here = self.ply as i64;
        let found = (1..=plies)
            .map(|step| (here + step * by - 1).rem_euclid(plies) + 1)
            .find(|&ply| has(ply));
        match found {
            Some(ply) => self.go_to(ply as usize, desk),
            None => desk
                .refuse(format!("{:?} is told nowhere in this game.", printable(&self.searched))),
        }
    }

    /// A game of one's own from here on: whoever is to move here is the person.
    fn play_on(&mut self, desk: &mut Desk) -> Go {
        let Some(position) = self.game.position_at(self.ply) else { return Go::Stay };
        if position.turn() == Turn::Over {
            desk.refuse("The game is over here: step back to play on.");
            return Go::Stay;
        }
        let mut names: Vec<String> = self.game.header().seats.iter().map(seats::typed).collect();
        let has_person = self.own().is_some();
        let mover = match position.turn() {
            Turn::Seat(seat) => seat.index(),
            _ => 0,
        };
        if !has_person && let Some(name) = names.get_mut(mover) {
            *name = "you".into();
        }
        match LiveGame::branch(&self.game, self.ply, &names, desk) {
            Ok(live) => Go::To(Box::new(Play::new(live, desk))),
            Err(why) => {
                desk.refuse(why);
                Go::Stay
            }
        }
    }

    /// A person's last judged move, if it was a mistake, can be practised.
    fn remember_mistake(&self, desk: &mut Desk) {
        let Some(step) = self.judging.judged().len().checked_sub(1) else { return };
        let Some(Judged::Move(mv)) = self.judging.judged().last() else { return };
        let is_person = self.game.header().seats.get(mv.seat.index());
        let is_person = is_person.is_some_and(|info| info.who == Contestant::Person);
        if let (true, Some(position)) =
            (is_person && mv.grade() >= Grade::Mistake, self.game.position_at(step))
        {
            remember_mistake(kind_of(&self.game), &position.to_string(), desk);
        }
    }

    /// Reads the record again if somebody has added to it.
    fn follow(&mut self, desk: &mut Desk) {
        self.looked = desk.now;
        let Some(path) = self.record.clone() else { return };
        let now = length(&path);
        if now == self.length {
            return;
        }
        self.length = now;
        if !path.exists() {
            // The file of a running game goes with its end.
            self.record = None;
            return desk.say("The game is over: its record is among the others.");
        }
        let Ok(replay) = record_file::read(&path) else { return };
        let was_at_end = self.ply == self.last();
        self.game = Arc::new(replay.game);
        self.judging.follow(&self.game);
        self.told.clear();
        self.tell();
        self.ply = if was_at_end { self.last() } else { self.ply.min(self.last()) };
        self.show(desk);
    }

    fn is_followed(&self) -> bool {
        self.game.end().is_none() && self.record.is_some()
    }

    fn press_key(&mut self, key: Key, desk: &mut Desk) -> Go {
        match key {
            Key::Esc | Key::Char('q') => return Go::Back,
            Key::Home => self.step(i64::from(i32::MIN), desk),
            Key::End => self.step(i64::from(i32::MAX), desk),
            Key::PageUp => self.step(-10, desk),
            Key::PageDown => self.step(10, desk),
            Key::Char(' ') => {
                if self.next_ply.is_none() && self.ply == self.last() {
                    self.ply = 0;
                    self.show(desk);
                }
                self.next_ply = if self.next_ply.is_some() { None } else { Some(desk.now) };
            }
            Key::Char('+' | '=') => self.set_pace(self.pace + 1, desk),
            Key::Char('-') => self.set_pace(self.pace.saturating_sub(1), desk),
            Key::Char('a') => {
                self.judging.toggle();
                self.show(desk);
            }
            Key::Char('t') => self.next_turn(desk),
            Key::Char('/') => self.typing = Some(Line::new(&self.searched)),
            Key::Char('n') => self.search(1, desk),
            Key::Char('N') => self.search(-1, desk),
            Key::Char('p') => return self.play_on(desk),
            key => match key.direction() {
                Some(Direction::Left | Direction::Up) => self.step(-1, desk),
                Some(Direction::Right | Direction::Down) => self.step(1, desk),
                None => drop(self.board.press(Input::Key(key))),
            },
        }
        Go::Stay
    }

    fn set_pace(&mut self, pace: usize, desk: &mut Desk) {
        self.pace = pace.min(PACES.len() - 1);
        desk.say(format!("{} ms a ply", PACES[self.pace]));
    }
}

fn length(path: &Path) -> u64 {
    fs::metadata(path).map_or(0, |about| about.len())
}

impl Page for Replay {
    fn title(&self, _: &Desk) -> String {
        let header = self.game.header();
        let names: Vec<String> = header.seats.iter().map(|info| printable(&info.name)).collect();
        let live = if self.is_followed() { "  live" } else { "" };
        let game = kind_of(&self.game);
        format!("replay  {game}  {}  {} of {}{live}", names.join(", "), self.ply, self.last())
    }

    fn press(&mut self, input: Input, desk: &mut Desk) -> Go {
        if let Some(typing) = &mut self.typing {
            match input {
                Input::Key(Key::Enter) => {
                    typing.text().trim().clone_into(&mut self.searched);
                    self.typing = None;
                    if !self.searched.is_empty() {
                        self.search(1, desk);
                    }
                }
                Input::Key(Key::Esc) => self.typing = None,
                Input::Key(key) => drop(typing.press(key)),
                _ => {}
            }
            return Go::Stay;
        }
        let go = match input {
            Input::Key(key) => self.press_key(key, desk),
            Input::Press(Target::Item(ply)) => {
                self.next_ply = None;
                self.go_to(ply, desk);
                Go::Stay
            }
            Input::Wheel(turned, _) => {
                self.step(if turned == Turned::Up { -1 } else { 1 }, desk);
                Go::Stay
            }
            _ => Go::Stay,
        };
        self.judging.go_on(desk);
        go
    }

    fn awaits(&self, ticket: Ticket) -> bool {
        self.judging.awaits(ticket)
    }

    fn hear(&mut self, news: News, desk: &mut Desk) -> Go {
        if let Some(warning) = self.judging.hear(news) {
            desk.refuse(warning);
        }
        self.remember_mistake(desk);
        self.show(desk);
        self.tick(desk)
    }

    fn tick(&mut self, desk: &mut Desk) -> Go {
        if self.next_ply.is_some_and(|at| at <= desk.now) {
            self.next_ply = None;
            if self.ply < self.last() {
                self.go_to(self.ply + 1, desk);
            }
            if self.ply < self.last() {
                self.next_ply = Some(desk.now + Duration::from_millis(PACES[self.pace]));
            }
        }
        if self.is_followed() && desk.now >= self.looked + FOLLOW {
            self.follow(desk);
        }
        self.board.tick(desk.now);
        self.judging.go_on(desk);
        Go::Stay
    }

    fn wakes(&self, _: &Desk) -> Option<Instant> {
        let follow = self.is_followed().then_some(self.looked + FOLLOW);
        self.next_ply.into_iter().chain(follow).chain(self.board.wakes()).min()
    }

    fn view(&self, area: Rect, canvas: &mut Canvas<'_>, _: &Desk) {
        let (board, side) = column::split(area, self.board.wants());
        let has_graph = self.judging.is_on() && board.height > GRAPH + 8;
        let below = if has_graph { GRAPH } else { 0 };
        let above = Rect { height: board.height - below, ..board };
        self.board.draw(above, canvas);
        if has_graph {
            let place =
                Rect::new(board.x + 1, above.bottom(), board.width.saturating_sub(1), GRAPH);
            let seat = self.own().unwrap_or(Seat::new(0));
            let turns = self.judging.turns();
            graph::draw(
                self.judging.judged(),
                (self.ply, self.last()),
                seat,
                &turns,
                place,
                canvas,
            );
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

    fn keys(&self, _: &Desk) -> Vec<KeyHint> {
        if self.typing.is_some() {
            return vec![KeyHint::new(Key::Enter, "search"), KeyHint::new(Key::Esc, "leave it")];
        }
        vec![
            KeyHint::labelled("← →", Key::Arrow(Direction::Right), "step"),
            KeyHint::new(Key::Char(' '), if self.next_ply.is_some() { "pause" } else { "play" }),
            KeyHint::new(Key::Char('a'), "analysis"),
            KeyHint::new(Key::Char('t'), "turning point"),
            KeyHint::new(Key::Char('/'), "search"),
            KeyHint::new(Key::Char('p'), "play on from here"),
            KeyHint::new(Key::Esc, "back"),
        ]
    }

    fn help(&self) -> &'static str {
        "Arrows step, PgUp and PgDn step ten plies, Home and End go to the ends; space plays it, \
         + and - change the pace. a judges every move and draws who was likely to win; a click on \
         the graph goes there, t to the next turning point. / searches what is told, n and N go to \
         the next and the previous place. p plays on from here in a game of its own. What is found \
         out is kept beside the record."
    }

    fn is_typing(&self) -> bool {
        self.typing.is_some()
    }

    fn game(&self) -> Option<&Match> {
        Some(&self.game)
    }

    fn analysis_lines(&self) -> Option<String> {
        Some(self.judging.lines())
    }

    fn leave(&mut self, _: &mut Desk) {
        self.judging.leave();
    }
}
