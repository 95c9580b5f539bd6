//! Programs that came to a room over sockets: what they are told, and what they say.

use super::{BotJoined, Phase, task::Task};
use crate::refusal::{Code, Refusal};
use meeple_arena::json::{Conversation, Line, read_line};
use meeple_core::{End, Match, Seat, Verdict};
use std::time::Duration;
use tokio::sync::mpsc;

/// How long a program may think where there is no clock.
pub(super) const PATIENCE: Duration = Duration::from_secs(60);
/// How many messages may wait for a program that does not read.
const WAITING: usize = 8;
/// How many lines for the report a program may say in a turn.
const INFO_LINES: usize = 100;

/// What a program answered: its move, and what it had to say.
pub(super) struct BotAnswer {
    pub(super) mv: String,
    pub(super) comment: Option<String>,
    pub(super) info: Vec<String>,
}

/// Programs, seat by seat.
#[derive(Default)]
pub(super) struct Bots {
    links: Vec<Option<Link>>,
    visits: u64,
}

/// A program that is there.
struct Link {
    visit: u64,
    talk: Conversation,
    /// How many events of the log it was told.
    heard: usize,
    lines: mpsc::Sender<String>,
    /// The ply that it was asked about.
    asked: Option<usize>,
    info: Vec<String>,
}

impl Bots {
    pub(super) fn new(seats: usize) -> Self {
        Bots { links: (0..seats).map(|_| None).collect(), visits: 0 }
    }

    /// Whether a program is there.
    pub(super) fn is_here(&self, seat: usize) -> bool {
        self.links.get(seat).is_some_and(Option::is_some)
    }

    /// Whether any program is there.
    pub(super) fn is_anybody_here(&self) -> bool {
        self.links.iter().any(Option::is_some)
    }

    /// A program comes; one that was there is sent home.
    pub(super) fn come(&mut self, seat: usize, talk: Conversation) -> BotJoined {
        self.visits += 1;
        let (lines, receiver) = mpsc::channel(WAITING);
        let visit = self.visits;
        let link = Link { visit, talk, heard: 0, lines, asked: None, info: Vec::new() };
        self.links[seat] = Some(link);
        BotJoined { seat, visit, lines: receiver }
    }

    /// It goes; whether it had not been sent home before.
    pub(super) fn go(&mut self, seat: usize, visit: u64) -> bool {
        let is_it = self.links[seat].as_ref().is_some_and(|link| link.visit == visit);
        if is_it {
            self.links[seat] = None;
        }
        is_it
    }

    fn link(&mut self, seat: usize, visit: u64) -> Option<&mut Link> {
        self.links.get_mut(seat)?.as_mut().filter(|link| link.visit == visit)
    }

    /// What was taken back is asked anew.
    pub(super) fn forget_questions(&mut self) {
        self.links.iter_mut().flatten().for_each(|link| link.asked = None);
    }

    /// Everybody hears how it ended, and goes.
    pub(super) fn end(&mut self, game: &Match, end: Option<&End>) {
        for place in &mut self.links {
            if let Some(mut link) = place.take() {
                link.hear(game);
                let farewell = link_text(&link.talk.farewell(end));
                link.say(farewell);
            }
        }
    }
}

impl Link {
    fn hear(&mut self, game: &Match) {
        for event in &game.log()[self.heard..] {
            self.talk.hear(event);
        }
        self.heard = game.log().len();
    }

    /// Says something; a program that never reads is not waited for.
    fn say(&self, text: String) -> bool {
        self.lines.try_send(text).is_ok()
    }
}

fn link_text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

impl Task {
    /// A program wants to come in.
    pub(super) fn bot_join(&mut self, seat: Option<usize>) -> Result<BotJoined, Refusal> {
        let seat =
            seat.ok_or_else(|| Refusal::new(Code::Forbidden, "This token opens no seat."))?;
        if self.phase() == Phase::Over {
            return Err(Refusal::new(Code::NotNow, "This game is over."));
        }
        let talk = Conversation::new(Seat::new(seat), self.view);
        Ok(self.bots.come(seat, talk))
    }

    /// Asks the program of this seat, if it is there and was not asked yet.
    pub(super) fn ask_bot(&mut self, seat: usize) {
        let limits = self.limits_of(seat, PATIENCE);
        let Some(table) = &self.table else { return };
        let Some(Some(link)) = self.bots.links.get_mut(seat) else { return };
        let ply = table.game().line().len();
        if link.asked == Some(ply) {
            return;
        }
        link.asked = Some(ply);
        link.info.clear();
        link.hear(table.game());
        let question = link_text(&link.talk.question(table.position(), &limits));
        if !link.say(question) {
            self.bots.links[seat] = None; // it does not read: it is as good as gone
        }
    }

    /// A program has said a line. What comes of it, if it was its turn: its move with what it
    /// reported, or how it failed.
    pub(super) fn bot_said(
        &mut self,
        (seat, visit): (usize, u64),
        line: &str,
    ) -> Option<Result<BotAnswer, Verdict>> {
        let table = self.table.as_ref()?;
        let ply = table.game().line().len();
        let bot = self.bots.link(seat, visit)?;
        if bot.asked != Some(ply) {
            return None; // nobody asked
        }
        match read_line(table.position(), line.as_bytes()) {
            Ok(Line::Info(info)) => {
                if bot.info.len() < INFO_LINES {
                    bot.info.push(info.chars().take(1000).collect());
                }
                None
            }
            Ok(Line::Answer(answer)) => {
                let info = std::mem::take(&mut bot.info);
                Some(Ok(BotAnswer { mv: answer.mv, comment: answer.comment, info }))
            }
            Err(verdict) => Some(Err(verdict)),
        }
    }
}
