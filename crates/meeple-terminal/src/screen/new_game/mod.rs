//! Setting up a game: its options with their meanings, who sits where, and what it will look like.

mod options;
mod picker;

use super::{
    app::{Go, Page},
    boards::{self, Board, KeyHint, Role},
    canvas::Canvas,
    desk::Desk,
    input::{Direction, Input, Key, Target},
    line::Line,
    play::{LiveGame, Play},
    seats::{self, Candidate},
    settings::LastSetting,
};
use crate::prompt::{Order, Setting};
use meeple_ai::roster::roster;
use meeple_core::{Seat, text::printable};
use meeple_games::GameKind;
use meeple_session::{
    opening::{has_players_option, preview, seats_of},
    setup::opponent,
};
use meeple_view::words::sentence;
use options::{Choice, choices};
use picker::{Picked, Picker};
use ratatui::layout::Rect;

/// The widest form.
const FORM: u16 = 50;

/// Setting up a game.
pub(crate) struct NewGame {
    kind: GameKind,
    options: Vec<Choice>,
    seats: Vec<String>,
    is_shuffled: bool,
    seed: String,
    candidates: Vec<Candidate>,
    /// The field under the cursor.
    at: usize,
    typing: Option<Line>,
    /// The list of those who may take the seat under the cursor.
    picker: Option<Picker>,
    board: Box<dyn Board>,
    /// Why it cannot begin so.
    problem: Option<String>,
}

/// What can be changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Field {
    Start,
    Option(usize),
    Seat(usize),
    Shuffle,
    Seed,
}

impl NewGame {
    /// As this game was set up the last time.
    pub(crate) fn new(kind: GameKind, desk: &Desk) -> Self {
        let last = desk.settings.games.get(kind.name()).cloned().unwrap_or_default();
        let mut page = NewGame {
            kind,
            options: choices(kind),
            seats: last.seats,
            is_shuffled: last.is_shuffled,
            seed: String::new(),
            candidates: seats::candidates(kind),
            at: 0,
            typing: None,
            picker: None,
            board: boards::board(kind),
            problem: None,
        };
        for word in &last.options {
            let Some((name, value)) = word.split_once('=') else { continue };
            if let Some(choice) = page.options.iter_mut().find(|choice| choice.name == name) {
                choice.value = value.into();
            }
        }
        page.check();
        page
    }

    fn fields(&self) -> Vec<Field> {
        let options = (0..self.options.len()).map(Field::Option);
        let seats = (0..self.seats.len()).map(Field::Seat);
        let rest = [Field::Shuffle, Field::Seed];
        std::iter::once(Field::Start).chain(seats).chain(options).chain(rest).collect()
    }

    fn field(&self) -> Field {
        self.fields().get(self.at).copied().unwrap_or(Field::Start)
    }

    fn words(&self) -> Vec<String> {
        self.options.iter().filter_map(Choice::word).collect()
    }

    /// Fits the seats to the options, and shows how the game would begin.
    fn check(&mut self) {
        let words = self.words();
        if let Some(needed) = seats_of(self.kind, &words) {
            if self.seats.is_empty() {
                self.seats.push("you".into());
            }
            self.seats.resize(needed, opponent(roster(self.kind)).into());
        }
        let seed = self.seed.parse().unwrap_or(1);
        self.problem = match preview(self.kind, &words, seed) {
            Ok(game) => {
                self.board.show(&game, game.line().len(), Role::default());
                None
            }
            Err(why) => Some(why),
        };
        self.at = self.at.min(self.fields().len() - 1);
    }

    fn start(&mut self, desk: &mut Desk) -> Go {
        if let Some(why) = &self.problem {
            desk.refuse(why.clone());
            return Go::Stay;
        }
        let wanted = Setting {
            options: self.words(),
            seats: self.seats.clone(),
            order: if self.is_shuffled { Order::Shuffled } else { Order::AsNamed },
            seed: self.seed.parse().ok(),
            ..Setting::default()
        };
        match LiveGame::open(self.kind, &wanted, desk) {
            Ok(live) => {
                self.remember(desk);
                Go::Instead(Box::new(Play::new(live, desk)))
            }
            Err(why) => {
                desk.refuse(why);
                Go::Stay
            }
        }
    }

    fn remember(&self, desk: &mut Desk) {
        let last = LastSetting {
            options: self.words(),
            seats: self.seats.clone(),
            is_shuffled: self.is_shuffled,
        };
        desk.settings.games.insert(self.kind.name().into(), last);
        desk.settings.last_game = Some(self.kind.name().into());
        if let Err(why) = desk.kept.keep_settings(&desk.settings) {
            desk.refuse(format!("Your choices are not kept: {why}"));
        }
    }

    /// The next or the previous value of the field under the cursor.
    fn turn(&mut self, by: i64, desk: &mut Desk) {
        match self.field() {
            Field::Start => {}
            Field::Shuffle => self.is_shuffled = !self.is_shuffled,
            Field::Seed => {
                let seed = self.seed.parse::<u64>().unwrap_or(0);
                let seed = seed.saturating_add_signed(by);
                self.seed = if seed == 0 { String::new() } else { seed.to_string() };
            }
            Field::Seat(seat) => {
                let words: Vec<&str> =
                    self.candidates.iter().map(|candidate| candidate.word.as_str()).collect();
                let now = words.iter().position(|&word| word == self.seats[seat]);
                let next = now.map_or(0, |at| (at as i64 + by).rem_euclid(words.len() as i64));
                self.seats[seat] = words[next as usize].into();
            }
            Field::Option(at) => self.turn_option(at, by, desk),
        }
        self.check();
    }

    fn turn_option(&mut self, at: usize, by: i64, desk: &mut Desk) {
        match self.options[at].next(by) {
            Some(next) => self.set_option(at, next, desk),
            None => desk.refuse("Enter lets you type a value."),
        }
    }

    /// Sets an option, unless the game refuses it.
    fn set_option(&mut self, at: usize, value: String, desk: &mut Desk) {
        let choice = &mut self.options[at];
        let before = choice.set(value);
        if let Some(word) = choice.word()
            && let Err(error) = self.kind.read_options(&[&word])
        {
            self.options[at].value = before;
            desk.refuse(sentence(&printable(&error.to_string())));
        }
    }

    fn pick(&mut self, picked: Picked) {
        match (picked, self.field()) {
            (Picked::Nothing, _) => return,
            (Picked::Candidate(at), Field::Seat(seat)) => {
                self.seats[seat].clone_from(&self.candidates[at].word);
            }
            (Picked::Typed, Field::Seat(_)) => self.type_into(),
            _ => {}
        }
        self.picker = None;
        self.check();
    }

    fn type_into(&mut self) {
        let text = match self.field() {
            Field::Option(at) => self.options[at].value.clone(),
            Field::Seat(at) => self.seats[at].clone(),
            Field::Seed => self.seed.clone(),
            Field::Start | Field::Shuffle => return,
        };
        self.typing = Some(Line::new(&text));
    }

    fn typed(&mut self, text: &str, desk: &mut Desk) {
        let text = text.trim().to_owned();
        match self.field() {
            Field::Option(at) => self.set_option(at, text, desk),
            Field::Seat(_) if text.is_empty() => {}
            Field::Seat(at) => match desk.host(self.kind).read(&text) {
                Ok(_) => self.seats[at] = text,
                Err(error) => {
                    desk.refuse(sentence(&printable(&error.to_string())));
                }
            },
            Field::Seed if text.is_empty() || text.parse::<u64>().is_ok() => self.seed = text,
            Field::Seed => desk.refuse("A seed is a whole number."),
            Field::Start | Field::Shuffle => {}
        }
        self.check();
    }

    fn enter(&mut self, desk: &mut Desk) -> Go {
        match self.field() {
            Field::Start => return self.start(desk),
            Field::Shuffle => self.turn(1, desk),
            Field::Option(at) if !self.options[at].words.is_empty() => self.turn(1, desk),
            Field::Seat(at) => self.picker = Some(Picker::new(&self.candidates, &self.seats[at])),
            Field::Option(_) | Field::Seed => self.type_into(),
        }
        Go::Stay
    }

    /// A player more, or fewer, where the game lets one choose.
    fn resize(&mut self, by: i64, desk: &mut Desk) {
        if !has_players_option(self.kind) {
            desk.refuse(format!("{} has {} seats.", self.kind, self.seats.len()));
            return;
        }
        let Some(at) = self.options.iter().position(|choice| choice.name == "players") else {
            return;
        };
        let players = (self.seats.len() as i64 + by).max(0);
        self.set_option(at, players.to_string(), desk);
        self.check();
    }

    /// What a field is called, what it is set to, and what it means.
    fn told(&self, field: Field) -> (String, String, String) {
        match field {
            Field::Start => {
                let about = "Begins the game. It is kept by itself, and can be left at any time.";
                ("Play".into(), String::new(), about.into())
            }
            Field::Option(at) => {
                let choice = &self.options[at];
                (choice.name.into(), choice.shown().into(), sentence(&choice.meaning()))
            }
            Field::Seat(at) => {
                let word = &self.seats[at];
                let known = self.candidates.iter().find(|candidate| candidate.word == *word);
                let about = known.map_or_else(
                    || {
                        "A player with parameters, or a program: ./my_bot, \"python3 bot.py\"."
                            .into()
                    },
                    |known| sentence(&known.about),
                );
                let rating = known.map(|known| known.rating.as_str()).unwrap_or_default();
                let more = "Enter shows everybody, with how strong they are; a name \
                            (you:name=Ann), parameters (hard:time=2s) or a program can be typed.";
                let value = format!("{word}  {rating}");
                (format!("seat {}", at + 1), value, format!("{about} {more}"))
            }
            Field::Shuffle => {
                let value = if self.is_shuffled { "yes" } else { "no" };
                let about = "Whether lots decide who sits where.";
                ("shuffle".into(), value.into(), about.into())
            }
            Field::Seed => {
                let value = if self.seed.is_empty() { "new" } else { &self.seed };
                let about = "Decides what is dealt: the same seed, the same game.";
                ("seed".into(), value.into(), about.into())
            }
        }
    }

    fn draw_field(&self, at: usize, field: Field, line: Rect, canvas: &mut Canvas<'_>) {
        let theme = *canvas.theme;
        let is_chosen = self.at == at;
        let (name, value, _) = self.told(field);
        let sign = if is_chosen { theme.sign("▸", ">") } else { " " };
        canvas.text(line, (0, 0), sign, theme.accent());
        canvas.zone(line, Target::Item(at));
        if field == Field::Start {
            let text = format!("  {name}  ");
            let style = if is_chosen { theme.cursor() } else { theme.accent() };
            canvas.text(line, (2, 0), &text, style);
            return;
        }
        let style = if is_chosen { theme.strong() } else { theme.text() };
        canvas.text(line, (2, 0), &name, theme.quiet());
        let mut place = Rect { x: line.x + 14, width: line.width.saturating_sub(14), ..line };
        if let (true, Some(typing)) = (is_chosen, &self.typing) {
            return typing.draw(place, canvas);
        }
        if let Field::Seat(seat) = field {
            let seat = Seat::new(seat);
            canvas.text(place, (0, 0), theme.mark(seat), theme.seat(seat));
            place = Rect { x: place.x + 2, width: place.width.saturating_sub(2), ..place };
        }
        canvas.text(place, (0, 0), &printable(&value), style);
    }
}

impl Page for NewGame {
    fn title(&self, _: &Desk) -> String {
        format!("a game of {}", self.kind)
    }

    fn press(&mut self, input: Input, desk: &mut Desk) -> Go {
        if let Some(typing) = &mut self.typing {
            match input {
                Input::Key(Key::Enter | Key::Tab) => {
                    let text = typing.text();
                    self.typing = None;
                    self.typed(&text, desk);
                }
                Input::Key(Key::Esc) => self.typing = None,
                Input::Key(key) => drop(typing.press(key)),
                Input::Press(Target::Item(at)) => (self.typing, self.at) = (None, at),
                _ => {}
            }
            return Go::Stay;
        }
        if let Some(picker) = &mut self.picker {
            let picked = picker.press(input, &self.candidates);
            self.pick(picked);
            return Go::Stay;
        }
        let count = self.fields().len();
        match input {
            Input::Key(Key::Enter) => return self.enter(desk),
            Input::Key(Key::Char('g')) => return self.start(desk),
            Input::Key(Key::Esc | Key::Char('q')) => return Go::Back,
            Input::Key(Key::Char(' ')) => self.turn(1, desk),
            Input::Key(Key::Char('+')) => self.resize(1, desk),
            Input::Key(Key::Char('-')) => self.resize(-1, desk),
            Input::Key(Key::Char('m')) => {
                return Go::To(Box::new(super::rules::Rules::new(self.kind)));
            }
            Input::Key(Key::Tab) => self.at = (self.at + 1) % count,
            Input::Key(Key::BackTab) => self.at = (self.at + count - 1) % count,
            Input::Key(key) => match key.direction() {
                Some(Direction::Up) => self.at = (self.at + count - 1) % count,
                Some(Direction::Down) => self.at = (self.at + 1) % count,
                Some(Direction::Left) => self.turn(-1, desk),
                Some(Direction::Right) => self.turn(1, desk),
                None => {}
            },
            Input::Press(Target::Item(at)) if at < count => {
                let was = std::mem::replace(&mut self.at, at);
                if was == at || self.field() == Field::Start {
                    return self.enter(desk);
                }
            }
            Input::Wheel(turned, Some(Target::Item(at))) if at < count => {
                self.at = at;
                self.turn(if turned == super::input::Turned::Up { 1 } else { -1 }, desk);
            }
            _ => {}
        }
        Go::Stay
    }

    fn view(&self, area: Rect, canvas: &mut Canvas<'_>, _: &Desk) {
        let theme = *canvas.theme;
        let form =
            Rect::new(area.x + 1, area.y + 1, FORM.min(area.width * 6 / 10), area.height - 6);
        let fields = self.fields();
        let room = usize::from(form.height);
        let strip = boards::Strip::around(fields.len(), room, self.at);
        for (row, at) in strip.cells().enumerate() {
            let line = Rect::new(form.x, form.y + row as u16, form.width, 1);
            self.draw_field(at, fields[at], line, canvas);
        }
        let about = Rect::new(area.x + 3, area.bottom() - 4, area.width - 6, 4);
        let (_, _, meaning) = self.told(self.field());
        match &self.problem {
            Some(why) => canvas.words(about, 0, why, theme.bad()),
            None => canvas.words(about, 0, &meaning, theme.quiet()),
        };
        let picture = Rect::new(
            form.right() + 1,
            area.y + 1,
            area.right().saturating_sub(form.right() + 2),
            area.height - 6,
        );
        let inner = canvas.frame(picture, "so it begins", theme.line());
        if self.problem.is_none() {
            self.board.miniature(inner, canvas);
        }
        if let Some(picker) = &self.picker {
            picker.draw(&self.candidates, area, canvas);
        }
    }

    fn keys(&self, _: &Desk) -> Vec<KeyHint> {
        if self.typing.is_some() {
            return vec![KeyHint::new(Key::Enter, "take it"), KeyHint::new(Key::Esc, "leave it")];
        }
        if self.picker.is_some() {
            return picker::KEYS.to_vec();
        }
        vec![
            KeyHint::labelled("↑ ↓", Key::Tab, "field"),
            KeyHint::labelled("← →", Key::Arrow(Direction::Right), "change"),
            KeyHint::new(Key::Enter, "choose or play"),
            KeyHint::labelled("+ -", Key::Char('+'), "players"),
            KeyHint::new(Key::Char('g'), "go"),
            KeyHint::new(Key::Char('m'), "rules"),
            KeyHint::new(Key::Esc, "back"),
        ]
    }

    fn help(&self) -> &'static str {
        "Every field has a value already: Enter on Play begins at once.\n\n\
         A seat is you, one of our players by level (easy, normal, hard, max) or by name, or a \
         program of yours: Enter on the seat, another, then its path or command line. Ratings are Elo above \
         a player who moves at random, as they were measured."
    }

    fn is_typing(&self) -> bool {
        self.typing.is_some()
    }
}
