//! The first page: four games that live, and where else one can go.

use super::{
    app::{Go, Left, Page},
    boards::{self, Board, KeyHint, Role},
    canvas::Canvas,
    desk::{Desk, News, Ticket},
    games::Games,
    input::{Direction, Input, Key, Target},
    new_game::NewGame,
    play::{LiveGame, Play, Waits},
    practice::Practice,
    settings_page::SettingsPage,
};
use crate::{game_ui::GameUi, prompt::Setting};
use meeple_games::GameKind;
use meeple_session::opening::seats_of;
use ratatui::layout::Rect;
use std::time::{Duration, Instant};

/// How often a miniature makes a move.
const STEP: Duration = Duration::from_millis(450);

/// What stands under the games.
const PLACES: [(Place, Key, &str); 5] = [
    (Place::Continue, Key::Char('c'), "continue"),
    (Place::Games, Key::Char('r'), "replays"),
    (Place::Practice, Key::Char('p'), "practice"),
    (Place::Settings, Key::Char('s'), "settings"),
    (Place::Out, Key::Char('q'), "leave"),
];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    Continue,
    Games,
    Practice,
    Settings,
    Out,
}

/// The first page.
pub(crate) struct Home {
    demos: Vec<Demo>,
    /// The game or place under the cursor.
    at: usize,
    next_step: Instant,
    /// Whose turn it is to make a step.
    turn: usize,
    /// How many games are unfinished.
    unfinished: usize,
    seen: Option<Instant>,
}

impl Home {
    /// With the cursor on what was played last.
    pub(crate) fn new(desk: &Desk) -> Self {
        let last = desk.settings.last_game.as_deref();
        let at = GameKind::ALL.iter().position(|kind| Some(kind.name()) == last).unwrap_or(0);
        let demos = GameKind::ALL.iter().map(|&kind| Demo::new(kind, desk)).collect();
        Home { demos, at, next_step: desk.now, turn: 0, unfinished: 0, seen: None }
    }

    fn go(&mut self, at: usize, desk: &mut Desk) -> Go {
        self.at = at;
        if let Some(&kind) = GameKind::ALL.get(at) {
            return Go::To(Box::new(NewGame::new(kind, desk)));
        }
        match PLACES.get(at - GameKind::ALL.len()).map(|place| place.0) {
            Some(Place::Continue) => Home::go_on(desk),
            Some(Place::Games) => Go::To(Box::new(Games::new(desk))),
            Some(Place::Practice) => Go::To(Box::new(Practice::new(desk))),
            Some(Place::Settings) => Go::To(Box::new(SettingsPage::new())),
            Some(Place::Out) | None => Go::Out(Left::Wanted),
        }
    }

    /// Goes on with the newest game that was left.
    fn go_on(desk: &mut Desk) -> Go {
        let Some(game) = desk.kept.games().into_iter().find(|game| !game.is_over) else {
            desk.refuse("No game waits to be continued.");
            return Go::Stay;
        };
        match LiveGame::resume(&game.path, desk) {
            Ok(live) => Go::To(Box::new(Play::new(live, desk))),
            Err(why) => {
                desk.refuse(why);
                Go::Stay
            }
        }
    }

    fn step(&mut self, direction: Direction) {
        let games = GameKind::ALL.len();
        let all = games + PLACES.len();
        let (right, down) = direction.step();
        self.at = match (self.at, right, down) {
            // Games stand in two columns, places in one row under them.
            (at, _, 0) => (at as i16 + right).rem_euclid(all as i16) as usize,
            (at, _, 1) if at + 2 < games => at + 2,
            (at, _, 1) if at < games => games + at % 2,
            (at, _, 1) => at,
            (at, _, _) if at < 2 => at,
            (at, _, _) if at < games => at - 2,
            (at, _, _) => games - 2 + (at - games).min(1),
        };
    }

    fn draw_card(&self, at: usize, area: Rect, canvas: &mut Canvas<'_>) {
        let theme = *canvas.theme;
        let kind = GameKind::ALL[at];
        let is_chosen = self.at == at;
        let style = if is_chosen { theme.accent() } else { theme.line() };
        let title = format!("{} {}", at + 1, kind.name());
        let inner = canvas.frame(area, &title, style);
        canvas.zone(area, Target::Item(at));
        let words = Rect::new(inner.x + 1, inner.y, (inner.width * 4 / 10).max(14), inner.height);
        canvas.words(words, 0, kind.about(), if is_chosen { theme.text() } else { theme.quiet() });
        let picture = Rect::new(
            words.right() + 1,
            inner.y,
            inner.right().saturating_sub(words.right() + 2),
            inner.height,
        );
        self.demos[at].board.miniature(picture, canvas);
    }
}

impl Page for Home {
    fn title(&self, _: &Desk) -> String {
        "four games on a grid, as well as they can be played".into()
    }

    fn press(&mut self, input: Input, desk: &mut Desk) -> Go {
        let all = GameKind::ALL.len() + PLACES.len();
        match input {
            Input::Key(Key::Enter | Key::Char(' ')) => return self.go(self.at, desk),
            Input::Key(Key::Char(digit @ '1'..='9')) => {
                let at = digit as usize - '1' as usize;
                if at < GameKind::ALL.len() {
                    return self.go(at, desk);
                }
            }
            Input::Key(Key::Esc) => return Go::Out(Left::Wanted),
            Input::Key(Key::Tab) => self.at = (self.at + 1) % all,
            Input::Key(Key::BackTab) => self.at = (self.at + all - 1) % all,
            Input::Key(Key::Char('m')) => {
                let kind = GameKind::ALL.get(self.at).copied().unwrap_or(GameKind::ALL[0]);
                return Go::To(Box::new(super::rules::Rules::new(kind)));
            }
            Input::Key(key) => {
                if let Some(at) = PLACES.iter().position(|place| place.1 == key) {
                    return self.go(GameKind::ALL.len() + at, desk);
                }
                if let Some(direction) = key.direction() {
                    self.step(direction);
                }
            }
            Input::Point(Target::Item(at)) if at < all => self.at = at,
            Input::Press(Target::Item(at)) if at < all => return self.go(at, desk),
            _ => {}
        }
        Go::Stay
    }

    fn awaits(&self, ticket: Ticket) -> bool {
        self.demos.iter().any(|demo| demo.awaits(ticket))
    }

    fn hear(&mut self, news: News, desk: &mut Desk) -> Go {
        // Only one of them thinks at a time.
        if let Some(demo) = self.demos.iter_mut().find(|demo| demo.is_thinking()) {
            demo.hear(news, desk);
        }
        Go::Stay
    }

    fn tick(&mut self, desk: &mut Desk) -> Go {
        if self.seen.is_none_or(|seen| desk.now > seen + Duration::from_secs(2)) {
            self.unfinished = desk.kept.games().iter().filter(|game| !game.is_over).count();
        }
        self.seen = Some(desk.now);
        if desk.now >= self.next_step && self.demos.iter().all(|demo| !demo.is_thinking()) {
            self.next_step = desk.now + STEP;
            let turn = self.turn % self.demos.len();
            self.turn += 1;
            if !desk.settings.is_still {
                self.demos[turn].step(desk);
            }
        }
        Go::Stay
    }

    fn wakes(&self, desk: &Desk) -> Option<Instant> {
        let is_free = self.demos.iter().all(|demo| !demo.is_thinking());
        (is_free && !desk.settings.is_still).then_some(self.next_step)
    }

    fn view(&self, area: Rect, canvas: &mut Canvas<'_>, _: &Desk) {
        let theme = *canvas.theme;
        let rows = area.height.saturating_sub(4).min(32);
        let (width, height) = (area.width / 2, rows / 2);
        for at in 0..GameKind::ALL.len() {
            let (column, row) = ((at % 2) as u16, (at / 2) as u16);
            let card = Rect::new(area.x + column * width, area.y + 1 + row * height, width, height);
            self.draw_card(at, card, canvas);
        }
        let line = Rect::new(area.x, area.y + 2 + 2 * height, area.width, 1);
        let mut column = 2;
        for (at, (place, key, what)) in PLACES.iter().enumerate() {
            let at = GameKind::ALL.len() + at;
            let count = match place {
                Place::Continue => format!(" ({})", self.unfinished),
                _ => String::new(),
            };
            let style = if self.at == at { theme.cursor() } else { theme.text() };
            let name = key.name(theme.is_ascii());
            let text = format!(" {name} {what}{count} ");
            let width = canvas.text(line, (column, 0), &text, style);
            let place = Rect::new(line.x + column as u16, line.y, width as u16, 1);
            canvas.zone(place, Target::Item(at));
            column += width + 2;
        }
    }

    fn keys(&self, _: &Desk) -> Vec<KeyHint> {
        vec![
            KeyHint::labelled("arrows", Key::Tab, "choose"),
            KeyHint::new(Key::Enter, "open"),
            KeyHint::new(Key::Char('m'), "rules of the game"),
            KeyHint::new(Key::Char('q'), "leave"),
        ]
    }

    fn help(&self) -> &'static str {
        "Choose a game, then who sits where, and play. Every game is kept by itself: \"continue\" \
         goes on with the last one, \"replays\" has all of them, \"practice\" asks for the best \
         move of a position and says how good yours was."
    }

    fn leave(&mut self, _: &mut Desk) {
        for demo in &mut self.demos {
            demo.leave();
        }
    }
}

/// A small game that plays by itself.
struct Demo {
    kind: GameKind,
    board: Box<dyn Board>,
    live: Option<LiveGame>,
    seed: u64,
}

impl Demo {
    fn new(kind: GameKind, desk: &Desk) -> Self {
        let mut demo = Demo { kind, board: boards::board(kind), live: None, seed: 7 };
        demo.begin(desk);
        demo
    }

    fn begin(&mut self, desk: &Desk) {
        self.seed += 1;
        let (options, player) = GameUi::of(self.kind).card;
        let options: Vec<String> = options.iter().map(|&word| word.into()).collect();
        let seats = vec![player.to_owned(); seats_of(self.kind, &options).unwrap_or(2)];
        let wanted = Setting { options, seats, seed: Some(self.seed), ..Setting::default() };
        self.live = LiveGame::unrecorded(self.kind, &wanted, desk).ok();
        if let Some(live) = &mut self.live {
            live.advance(desk.now);
        }
        self.show();
    }

    fn show(&mut self) {
        if let Some(live) = &self.live {
            self.board.show(live.game(), live.game().line().len(), Role::default());
        }
    }

    fn step(&mut self, desk: &mut Desk) {
        if let Some(live) = &mut self.live {
            live.go_on(desk);
        }
        if self.live.as_ref().is_none_or(|live| live.waits() == Waits::Over) {
            self.begin(desk);
        }
    }

    fn is_thinking(&self) -> bool {
        self.live.as_ref().is_some_and(|live| live.thinking().is_some())
    }

    fn awaits(&self, ticket: Ticket) -> bool {
        self.live.as_ref().is_some_and(|live| live.awaits(ticket))
    }

    fn hear(&mut self, news: News, desk: &Desk) {
        match self.live.as_mut().map(|live| live.hear(news, desk.now)) {
            Some(Ok(())) => self.show(),
            Some(Err(_)) | None => self.begin(desk),
        }
    }

    fn leave(&mut self) {
        if let Some(live) = &mut self.live {
            live.leave();
        }
    }
}
