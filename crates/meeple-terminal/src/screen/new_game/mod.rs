//! The new-game page: options with explanations, players, and a preview of the board.

mod options;

use super::{
    app::{Navigation, ScreenPage},
    app_context::AppContext,
    boards::{self, BoardWidget, KeyHint, ViewerRole},
    canvas::Canvas,
    input::{Direction, KeyPress, Target, UserInput, wrap},
    line_input::LineInput,
    play::{LiveGame, PlayPage},
    popup_list::PopupList,
    seats::{self, SeatCandidate},
    settings::LastSetup,
};
use crate::prompt::{GameSetup, SeatOrder};
use meeple_ai::roster::roster;
use meeple_core::{Seat, text::printable};
use meeple_games::GameKind;
use meeple_session::{
    open_table::{has_players_option, preview, seat_count},
    setup::default_opponent,
};
use meeple_view::words::to_sentence;
use options::{OptionChoice, choices};
use ratatui::layout::Rect;

/// Maximum width of the form.
const FORM: u16 = 50;

/// The new-game page.
pub(crate) struct NewGamePage {
    kind: GameKind,
    options: Vec<OptionChoice>,
    seats: Vec<String>,
    is_shuffled: bool,
    seed: String,
    candidates: Vec<SeatCandidate>,
    /// The index of the field under the cursor.
    at: usize,
    typing: Option<LineInput>,
    /// The list of players for the seat under the cursor, if open. It gives the index of the chosen
    /// candidate, or an index after the last one to type another; `None` if it is closed.
    picker: Option<PopupList<Option<usize>>>,
    board: Box<dyn BoardWidget>,
    /// Why the game can't start with this setup, if so.
    problem: Option<String>,
}

/// A field of the form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum FormField {
    Start,
    Option(usize),
    Seat(usize),
    Shuffle,
    Seed,
}

impl NewGamePage {
    /// Creates the page with the setup last used for this game.
    pub(crate) fn new(kind: GameKind, ctx: &AppContext) -> Self {
        let last = ctx.settings.games.get(kind.name()).cloned().unwrap_or_default();
        let mut page = NewGamePage {
            kind,
            options: choices(kind),
            seats: last.seats,
            is_shuffled: last.is_shuffled,
            seed: String::new(),
            candidates: seats::candidates(kind, ctx.computers),
            at: 0,
            typing: None,
            picker: None,
            board: boards::board(kind),
            problem: None,
        };
        for word in &last.options {
            let Some((name, value)) = word.split_once('=') else { continue };
            if let Some(choice) = page.options.iter_mut().find(|choice| choice.info.name == name) {
                choice.value = value.into();
            }
        }
        page.check();
        page
    }

    fn fields(&self) -> Vec<FormField> {
        let options = (0..self.options.len()).map(FormField::Option);
        let seats = (0..self.seats.len()).map(FormField::Seat);
        let rest = [FormField::Shuffle, FormField::Seed];
        std::iter::once(FormField::Start).chain(seats).chain(options).chain(rest).collect()
    }

    fn field(&self) -> FormField {
        self.fields().get(self.at).copied().unwrap_or(FormField::Start)
    }

    fn words(&self) -> Vec<String> {
        self.options.iter().filter_map(OptionChoice::word).collect()
    }

    /// Adjusts the number of seats to the options, and updates the preview.
    fn check(&mut self) {
        let words = self.words();
        if let Some(needed) = seat_count(self.kind, &words) {
            if self.seats.is_empty() {
                self.seats.push("you".into());
            }
            self.seats.resize(needed, default_opponent(roster(self.kind)).into());
        }
        let seed = self.seed.parse().unwrap_or(1);
        self.problem = match preview(self.kind, &words, seed) {
            Ok(game) => {
                self.board.show(&game, game.plies().len(), ViewerRole::default());
                None
            }
            Err(why) => Some(why),
        };
        self.at = self.at.min(self.fields().len() - 1);
    }

    fn start(&mut self, ctx: &mut AppContext) -> Navigation {
        if let Some(why) = &self.problem {
            ctx.notify_refusal(why.clone());
            return Navigation::Stay;
        }
        let wanted = GameSetup {
            options: self.words(),
            seats: self.seats.clone(),
            order: if self.is_shuffled { SeatOrder::Shuffled } else { SeatOrder::AsNamed },
            seed: self.seed.parse().ok(),
            ..GameSetup::default()
        };
        match LiveGame::open(self.kind, &wanted, ctx) {
            Ok(live) => {
                self.remember(wanted, ctx);
                Navigation::Replace(Box::new(PlayPage::new(live, ctx)))
            }
            Err(why) => {
                ctx.notify_refusal(why);
                Navigation::Stay
            }
        }
    }

    fn remember(&self, GameSetup { options, seats, .. }: GameSetup, ctx: &mut AppContext) {
        let last = LastSetup { options, seats, is_shuffled: self.is_shuffled };
        ctx.settings.games.insert(self.kind.name().into(), last);
        ctx.settings.last_game = Some(self.kind.name().into());
        if let Err(why) = ctx.files.save_settings(&ctx.settings) {
            ctx.notify_refusal(format!("Your choices were not saved: {why}"));
        }
    }

    /// Selects the next or previous value of the field under the cursor.
    fn change_value(&mut self, by: i64, ctx: &mut AppContext) {
        match self.field() {
            FormField::Start => {}
            FormField::Shuffle => self.is_shuffled = !self.is_shuffled,
            FormField::Seed => {
                let seed = self.seed.parse::<u64>().unwrap_or(0);
                let seed = seed.saturating_add_signed(by);
                self.seed = if seed == 0 { String::new() } else { seed.to_string() };
            }
            FormField::Seat(seat) => {
                let all = &self.candidates;
                let now = all.iter().position(|candidate| candidate.word == self.seats[seat]);
                let next = now.map_or(0, |at| wrap(at, by, all.len()));
                self.seats[seat].clone_from(&all[next].word);
            }
            FormField::Option(at) => match self.options[at].next(by) {
                Some(next) => self.set_option(at, next, ctx),
                None => ctx.notify_refusal("Press Enter to type a value."),
            },
        }
        self.check();
    }

    /// Sets an option, unless the game rejects it.
    fn set_option(&mut self, at: usize, value: String, ctx: &mut AppContext) {
        let choice = &mut self.options[at];
        let before = choice.set(value);
        if let Some(word) = choice.word()
            && let Err(error) = self.kind.parse_options(&[&word])
        {
            choice.value = before;
            ctx.notify_refusal(to_sentence(&printable(&error.to_string())));
        }
    }

    /// Creates the list of players, with the cursor on this one, or else on the last entry.
    fn player_list(&self, word: &str) -> PopupList<Option<usize>> {
        let known = self.candidates.iter().map(|known| [&known.word, &known.about, &known.rating]);
        let another = ["another", "type a name, parameters, or your own program", ""];
        let entries =
            known.map(|texts| texts.map(String::clone)).chain([another.map(String::from)]);
        let at = self.candidates.iter().position(|candidate| candidate.word == word);
        PopupList {
            title: "choose a player",
            max_width: 74,
            entries: entries.enumerate().map(|(at, texts)| (Some(at), texts)).collect(),
            closed: None,
            at: at.unwrap_or(self.candidates.len()),
        }
    }

    fn pick(&mut self, picked: Option<usize>) {
        self.picker = None;
        if let (Some(at), FormField::Seat(seat)) = (picked, self.field()) {
            match self.candidates.get(at) {
                Some(candidate) => self.seats[seat].clone_from(&candidate.word),
                None => self.type_into(),
            }
        }
        self.check();
    }

    fn type_into(&mut self) {
        let text = match self.field() {
            FormField::Option(at) => self.options[at].value.clone(),
            FormField::Seat(at) => self.seats[at].clone(),
            FormField::Seed => self.seed.clone(),
            FormField::Start | FormField::Shuffle => return,
        };
        self.typing = Some(LineInput::new(&text));
    }

    fn typed(&mut self, text: &str, ctx: &mut AppContext) {
        let text = text.trim().to_owned();
        match self.field() {
            FormField::Option(at) => self.set_option(at, text, ctx),
            FormField::Seat(_) if text.is_empty() => {}
            FormField::Seat(at) => match ctx.launcher(self.kind).parse_contestant(&text) {
                Ok(_) => self.seats[at] = text,
                Err(error) => {
                    ctx.notify_refusal(to_sentence(&printable(&error.to_string())));
                }
            },
            FormField::Seed if text.is_empty() || text.parse::<u64>().is_ok() => self.seed = text,
            FormField::Seed => ctx.notify_refusal("A seed is a whole number."),
            FormField::Start | FormField::Shuffle => {}
        }
        self.check();
    }

    fn enter(&mut self, ctx: &mut AppContext) -> Navigation {
        match self.field() {
            FormField::Start => return self.start(ctx),
            FormField::Shuffle => self.change_value(1, ctx),
            FormField::Option(at) if !self.options[at].info.choices.is_empty() => {
                self.change_value(1, ctx);
            }
            FormField::Seat(at) => {
                self.picker = Some(self.player_list(&self.seats[at]));
            }
            FormField::Option(_) | FormField::Seed => self.type_into(),
        }
        Navigation::Stay
    }

    /// Adds or removes a player, if the game allows that.
    fn resize(&mut self, by: i64, ctx: &mut AppContext) {
        if !has_players_option(self.kind) {
            ctx.notify_refusal(format!("{} has {} seats.", self.kind, self.seats.len()));
            return;
        }
        if let Some(at) = self.options.iter().position(|choice| choice.info.name == "players") {
            let players = self.seats.len().saturating_add_signed(by as isize);
            self.set_option(at, players.to_string(), ctx);
            self.check();
        }
    }

    /// Returns the name of a field, its value, and its explanation.
    fn describe_field(&self, field: FormField) -> (String, String, String) {
        match field {
            FormField::Start => {
                let about =
                    "Starts the game. It is saved automatically, and you can leave at any time.";
                ("Play".into(), String::new(), about.into())
            }
            FormField::Option(at) => {
                let choice = &self.options[at];
                (choice.info.name.into(), choice.shown().into(), to_sentence(&choice.meaning()))
            }
            FormField::Seat(at) => {
                let word = &self.seats[at];
                let known = self.candidates.iter().find(|candidate| candidate.word == *word);
                let typed = "A player with parameters, or a program: ./my_bot, \"python3 bot.py\".";
                let about = known.map_or(typed.into(), |known| to_sentence(&known.about));
                let rating = known.map(|known| known.rating.as_str()).unwrap_or_default();
                let more = "Press Enter for the list of players with their ratings, or to type a name \
                            (you:name=Ann), parameters (hard:time=2s) or a program.";
                let value = format!("{word}  {rating}");
                (format!("seat {}", at + 1), value, format!("{about} {more}"))
            }
            FormField::Shuffle => {
                let value = if self.is_shuffled { "yes" } else { "no" };
                let about = "Whether the seats are assigned at random.";
                ("shuffle".into(), value.into(), about.into())
            }
            FormField::Seed => {
                let value = if self.seed.is_empty() { "random" } else { &self.seed };
                let about = "The same seed gives the same deals.";
                ("seed".into(), value.into(), about.into())
            }
        }
    }

    fn draw_field(&self, at: usize, field: FormField, line: Rect, canvas: &mut Canvas<'_>) {
        let theme = *canvas.theme;
        let is_chosen = self.at == at;
        let (name, value, _) = self.describe_field(field);
        let sign = if is_chosen { theme.sign("▸", ">") } else { " " };
        canvas.text(line, (0, 0), sign, theme.accent());
        canvas.zone(line, Target::Item(at));
        if field == FormField::Start {
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
        if let FormField::Seat(seat) = field {
            let seat = Seat::new(seat);
            canvas.text(place, (0, 0), theme.mark(seat), theme.seat(seat));
            place = Rect { x: place.x + 2, width: place.width.saturating_sub(2), ..place };
        }
        canvas.text(place, (0, 0), &printable(&value), style);
    }
}

impl ScreenPage for NewGamePage {
    fn title(&self, _: &AppContext) -> String {
        format!("a game of {}", self.kind)
    }

    fn handle_input(&mut self, input: UserInput, ctx: &mut AppContext) -> Navigation {
        if let Some(typing) = &mut self.typing {
            match input {
                UserInput::Key(KeyPress::Enter | KeyPress::Tab) => {
                    let text = typing.text();
                    self.typing = None;
                    self.typed(&text, ctx);
                }
                UserInput::Key(KeyPress::Esc) => self.typing = None,
                UserInput::Key(key) => typing.handle_key(key),
                UserInput::Press(Target::Item(at)) => (self.typing, self.at) = (None, at),
                _ => {}
            }
            return Navigation::Stay;
        }
        if let Some(picker) = &mut self.picker {
            if let Some(picked) = picker.handle_input(input) {
                self.pick(picked);
            }
            return Navigation::Stay;
        }
        let count = self.fields().len();
        match input {
            UserInput::Key(KeyPress::Enter) => return self.enter(ctx),
            UserInput::Key(KeyPress::Char('g')) => return self.start(ctx),
            UserInput::Key(KeyPress::Esc | KeyPress::Char('q')) => return Navigation::Back,
            UserInput::Key(KeyPress::Char(' ')) => self.change_value(1, ctx),
            UserInput::Key(KeyPress::Char('+')) => self.resize(1, ctx),
            UserInput::Key(KeyPress::Char('-')) => self.resize(-1, ctx),
            UserInput::Key(KeyPress::Char('m')) => {
                return Navigation::Open(Box::new(super::rules::RulesPage::new(self.kind)));
            }
            UserInput::Key(key) => match (key.list_step(), key.direction()) {
                (Some(step), _) => self.at = wrap(self.at, step, count),
                (None, Some(to)) => self.change_value(to.step().0.into(), ctx),
                (None, None) => {}
            },
            UserInput::Press(Target::Item(at)) if at < count => {
                let was = std::mem::replace(&mut self.at, at);
                if was == at || self.field() == FormField::Start {
                    return self.enter(ctx);
                }
            }
            UserInput::Wheel(turned, Some(Target::Item(at))) if at < count => {
                self.at = at;
                self.change_value(-turned.step(), ctx);
            }
            _ => {}
        }
        Navigation::Stay
    }

    fn view(&self, area: Rect, canvas: &mut Canvas<'_>, _: &AppContext) {
        let theme = *canvas.theme;
        let form =
            Rect::new(area.x + 1, area.y + 1, FORM.min(area.width * 6 / 10), area.height - 6);
        let fields = self.fields();
        let room = usize::from(form.height);
        let strip = boards::ScrollRange::around(fields.len(), room, self.at);
        for (row, at) in strip.cells().enumerate() {
            let line = Rect::new(form.x, form.y + row as u16, form.width, 1);
            self.draw_field(at, fields[at], line, canvas);
        }
        let about = Rect::new(area.x + 3, area.bottom() - 4, area.width - 6, 4);
        let (_, _, meaning) = self.describe_field(self.field());
        match &self.problem {
            Some(why) => canvas.wrapped_text(about, 0, why, theme.bad()),
            None => canvas.wrapped_text(about, 0, &meaning, theme.quiet()),
        };
        let picture = Rect::new(
            form.right() + 1,
            area.y + 1,
            area.right().saturating_sub(form.right() + 2),
            area.height - 6,
        );
        let inner = canvas.frame(picture, "starting position", theme.line());
        if self.problem.is_none() {
            self.board.miniature(inner, canvas);
        }
        if let Some(picker) = &self.picker {
            picker.draw(area, canvas);
        }
    }

    fn keys(&self, _: &AppContext) -> Vec<KeyHint> {
        if self.typing.is_some() {
            return vec![
                KeyHint::new(KeyPress::Enter, "accept"),
                KeyHint::new(KeyPress::Esc, "cancel"),
            ];
        }
        if self.picker.is_some() {
            return vec![
                KeyHint::labelled("↑ ↓", KeyPress::Tab, "move"),
                KeyHint::new(KeyPress::Enter, "choose"),
                KeyHint::new(KeyPress::Esc, "back"),
            ];
        }
        vec![
            KeyHint::labelled("↑ ↓", KeyPress::Tab, "field"),
            KeyHint::labelled("← →", KeyPress::Arrow(Direction::Right), "change"),
            KeyHint::new(KeyPress::Enter, "choose or play"),
            KeyHint::labelled("+ -", KeyPress::Char('+'), "players"),
            KeyHint::new(KeyPress::Char('g'), "start"),
            KeyHint::new(KeyPress::Char('m'), "rules"),
            KeyHint::new(KeyPress::Esc, "back"),
        ]
    }

    fn help(&self) -> &'static str {
        "Every field has a default: press Enter on Play to start at once.\n\n\
         A seat is taken by you, by a computer player (a level such as easy, normal, hard or max, \
         or a name), or by your own program: press Enter on the seat, choose \"another\" and type \
         its path or command line. Ratings are measured Elo above a player that moves at random."
    }

    fn is_typing(&self) -> bool {
        self.typing.is_some()
    }
}
