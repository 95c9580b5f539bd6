//! The home page: four games that play themselves, and the links to all other pages.

use super::{
    app::{ExitReason, Navigation, ScreenPage},
    app_context::{AppContext, JobId, JobOutcome},
    boards::{self, BoardWidget, KeyHint, ViewerRole},
    canvas::Canvas,
    game_list::GameList,
    input::{Direction, KeyPress, Target, UserInput, wrap},
    new_game::NewGamePage,
    play::{LiveGame, PlayPage},
    practice::PracticePage,
    settings_page::SettingsPage,
};
use crate::{game_ui::GameUi, prompt::GameSetup};
use meeple_games::GameKind;
use meeple_session::open_table::seat_count;
use ratatui::layout::Rect;
use std::time::{Duration, Instant};

/// How often a miniature plays a move.
const STEP: Duration = Duration::from_millis(450);

/// The links below the games.
const LINKS: [(HomeItem, KeyPress, &str); 5] = [
    (HomeItem::Continue, KeyPress::Char('c'), "continue"),
    (HomeItem::Games, KeyPress::Char('r'), "replays"),
    (HomeItem::Practice, KeyPress::Char('p'), "practice"),
    (HomeItem::Settings, KeyPress::Char('s'), "settings"),
    (HomeItem::Out, KeyPress::Char('q'), "leave"),
];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum HomeItem {
    Continue,
    Games,
    Practice,
    Settings,
    Out,
}

/// The home page.
pub(crate) struct HomePage {
    demos: Vec<DemoGame>,
    /// The game or link under the cursor.
    at: usize,
    next_step: Instant,
    /// Counts the steps of the miniatures, which take turns.
    turn: usize,
    /// Number of unfinished games.
    unfinished: usize,
    seen: Option<Instant>,
}

impl HomePage {
    /// Creates the page with the cursor on the game played last.
    pub(crate) fn new(ctx: &AppContext) -> Self {
        let at = ctx.settings.last_game_index();
        let demos = GameKind::ALL.iter().map(|&kind| DemoGame::new(kind, ctx)).collect();
        HomePage { demos, at, next_step: ctx.now, turn: 0, unfinished: 0, seen: None }
    }

    fn go(&mut self, at: usize, ctx: &mut AppContext) -> Navigation {
        self.at = at;
        if let Some(&kind) = GameKind::ALL.get(at) {
            return Navigation::Open(Box::new(NewGamePage::new(kind, ctx)));
        }
        match LINKS.get(at - GameKind::ALL.len()).map(|place| place.0) {
            Some(HomeItem::Continue) => HomePage::continue_latest(ctx),
            Some(HomeItem::Games) => Navigation::Open(Box::new(GameList::new(None, ctx))),
            Some(HomeItem::Practice) => Navigation::Open(Box::new(PracticePage::new(None, ctx))),
            Some(HomeItem::Settings) => Navigation::Open(Box::new(SettingsPage::default())),
            Some(HomeItem::Out) | None => Navigation::Exit(ExitReason::Quit),
        }
    }

    /// Continues the newest unfinished game.
    fn continue_latest(ctx: &mut AppContext) -> Navigation {
        let Some(game) = ctx.files.games().into_iter().find(|game| !game.is_over) else {
            ctx.notify_refusal("No unfinished games.");
            return Navigation::Stay;
        };
        Navigation::open(PlayPage::resume(&game.path, ctx), ctx)
    }

    fn step(&mut self, direction: Direction) {
        let games = GameKind::ALL.len();
        let all = games + LINKS.len();
        let (right, down) = direction.step();
        self.at = match (self.at, right, down) {
            // The games are in two columns, the links in one row below them.
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
        let style = if is_chosen { theme.text() } else { theme.quiet() };
        canvas.wrapped_text(words, 0, kind.about(), style);
        let width = inner.right().saturating_sub(words.right() + 2);
        let picture = Rect::new(words.right() + 1, inner.y, width, inner.height);
        self.demos[at].board.miniature(picture, canvas);
    }
}

impl ScreenPage for HomePage {
    fn title(&self, _: &AppContext) -> String {
        "four games on a grid, as well as they can be played".into()
    }

    fn handle_input(&mut self, input: UserInput, ctx: &mut AppContext) -> Navigation {
        let all = GameKind::ALL.len() + LINKS.len();
        match input {
            UserInput::Key(KeyPress::Enter | KeyPress::Char(' ')) => return self.go(self.at, ctx),
            UserInput::Key(KeyPress::Char(digit @ '1'..='9')) => {
                let at = digit as usize - '1' as usize;
                if at < GameKind::ALL.len() {
                    return self.go(at, ctx);
                }
            }
            UserInput::Key(KeyPress::Esc) => return Navigation::Exit(ExitReason::Quit),
            UserInput::Key(key @ (KeyPress::Tab | KeyPress::BackTab)) => {
                self.at = wrap(self.at, key.list_step().unwrap_or(0), all);
            }
            UserInput::Key(KeyPress::Char('m')) => {
                let kind = GameKind::ALL.get(self.at).copied().unwrap_or(GameKind::ALL[0]);
                return Navigation::Open(Box::new(super::rules::RulesPage::new(kind)));
            }
            UserInput::Key(key) => {
                if let Some(at) = LINKS.iter().position(|place| place.1 == key) {
                    return self.go(GameKind::ALL.len() + at, ctx);
                }
                if let Some(direction) = key.direction() {
                    self.step(direction);
                }
            }
            UserInput::Point(Target::Item(at)) if at < all => self.at = at,
            UserInput::Press(Target::Item(at)) if at < all => return self.go(at, ctx),
            _ => {}
        }
        Navigation::Stay
    }

    fn is_waiting_for(&self, id: JobId) -> bool {
        let mut games = self.demos.iter().filter_map(|demo| demo.live.as_ref());
        games.any(|live| live.is_waiting_for(id))
    }

    fn on_event(&mut self, news: JobOutcome, ctx: &mut AppContext) -> Navigation {
        // Only one of them thinks at a time.
        if let Some(demo) = self.demos.iter_mut().find(|demo| demo.is_thinking()) {
            demo.hear(news, ctx);
        }
        Navigation::Stay
    }

    fn tick(&mut self, ctx: &mut AppContext) {
        if self.seen.is_none_or(|seen| ctx.now > seen + Duration::from_secs(2)) {
            self.unfinished = ctx.files.games().iter().filter(|game| !game.is_over).count();
        }
        self.seen = Some(ctx.now);
        if ctx.now >= self.next_step && self.demos.iter().all(|demo| !demo.is_thinking()) {
            self.next_step = ctx.now + STEP;
            let turn = self.turn % self.demos.len();
            self.turn += 1;
            if !ctx.settings.is_still {
                self.demos[turn].step(ctx);
            }
        }
    }

    fn next_wakeup(&self, ctx: &AppContext) -> Option<Instant> {
        let is_free = self.demos.iter().all(|demo| !demo.is_thinking());
        (is_free && !ctx.settings.is_still).then_some(self.next_step)
    }

    fn view(&self, area: Rect, canvas: &mut Canvas<'_>, _: &AppContext) {
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
        for (at, (place, key, what)) in LINKS.iter().enumerate() {
            let at = GameKind::ALL.len() + at;
            let count = match place {
                HomeItem::Continue => format!(" ({})", self.unfinished),
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

    fn keys(&self, _: &AppContext) -> Vec<KeyHint> {
        vec![
            KeyHint::labelled("arrows", KeyPress::Tab, "choose"),
            KeyHint::new(KeyPress::Enter, "open"),
            KeyHint::new(KeyPress::Char('m'), "rules of the game"),
            KeyHint::new(KeyPress::Char('q'), "leave"),
        ]
    }

    fn help(&self) -> &'static str {
        "Choose a game, choose the players, and play. Games are saved automatically: \"continue\" \
         opens the last unfinished one, \"replays\" lists all of them, \"practice\" shows a position, \
         asks for the best move and says how good yours was."
    }

    fn close(&mut self, _: &mut AppContext) {
        for live in self.demos.iter_mut().filter_map(|demo| demo.live.as_mut()) {
            live.stop_players();
        }
    }
}

/// A small game that plays itself.
struct DemoGame {
    kind: GameKind,
    board: Box<dyn BoardWidget>,
    live: Option<LiveGame>,
    seed: u64,
}

impl DemoGame {
    fn new(kind: GameKind, ctx: &AppContext) -> Self {
        let mut demo = DemoGame { kind, board: boards::board(kind), live: None, seed: 7 };
        demo.begin(ctx);
        demo
    }

    fn begin(&mut self, ctx: &AppContext) {
        self.seed += 1;
        let (options, player) = GameUi::of(self.kind).card;
        let options: Vec<String> = options.iter().map(|&word| word.into()).collect();
        let seats = vec![player.to_owned(); seat_count(self.kind, &options).unwrap_or(2)];
        let wanted = GameSetup { options, seats, seed: Some(self.seed), ..GameSetup::default() };
        self.live = LiveGame::unrecorded(self.kind, &wanted, ctx).ok();
        if let Some(live) = &mut self.live {
            live.advance(ctx.now);
        }
        self.show();
    }

    fn show(&mut self) {
        if let Some(live) = &self.live {
            self.board.show(live.game(), live.game().plies().len(), ViewerRole::default());
        }
    }

    fn step(&mut self, ctx: &mut AppContext) {
        if let Some(live) = &mut self.live {
            live.proceed(ctx);
        }
        if self.live.as_ref().is_none_or(|live| live.session().is_over()) {
            self.begin(ctx);
        }
    }

    fn is_thinking(&self) -> bool {
        self.live.as_ref().is_some_and(|live| live.thinking().is_some())
    }

    fn hear(&mut self, news: JobOutcome, ctx: &AppContext) {
        match self.live.as_mut().map(|live| live.on_event(news, ctx.now)) {
            Some(Ok(())) => self.show(),
            Some(Err(_)) | None => self.begin(ctx),
        }
    }
}
