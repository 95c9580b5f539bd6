//! Programs that came to a room over sockets: what they are told, and what they say.

use super::{BotJoined, Phase, task::Task};
use crate::refusal::{Code, Refusal};
use meeple_core::{Choice, Match, NoChoice, Seat};
use meeple_session::{
    Request, Ticket,
    protocol::{Conversation, InfoLines, Line, read_line},
};
use std::time::Instant;
use tokio::sync::mpsc;

/// How many messages may wait for a program that does not read.
const WAITING: usize = 8;

/// Programs, seat by seat.
pub(super) struct Bots {
    links: Vec<Option<Link>>,
    /// When each was there last.
    seen: Vec<Instant>,
    visits: u64,
}

/// A program that is there.
struct Link {
    visit: u64,
    talk: Conversation,
    /// How many events of the log it was told.
    heard: usize,
    lines: mpsc::Sender<String>,
    /// What it was asked, and when.
    asked: Option<(Ticket, Instant)>,
    info: InfoLines,
}

impl Bots {
    pub(super) fn new(seats: usize, now: Instant) -> Self {
        Bots { links: (0..seats).map(|_| None).collect(), seen: vec![now; seats], visits: 0 }
    }

    /// Whether a program is there.
    pub(super) fn is_here(&self, seat: usize) -> bool {
        self.links.get(seat).is_some_and(Option::is_some)
    }

    /// Since when no program is there, if so.
    pub(super) fn away_since(&self, seat: usize) -> Option<Instant> {
        self.seen.get(seat).copied().filter(|_| !self.is_here(seat))
    }

    /// When the program of this seat was asked, if it is.
    pub(super) fn asked_at(&self, seat: usize) -> Option<Instant> {
        self.links.get(seat)?.as_ref()?.asked.map(|(_, at)| at)
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
        let link = Link { visit, talk, heard: 0, lines, asked: None, info: InfoLines::default() };
        self.links[seat] = Some(link);
        BotJoined { seat, visit, lines: receiver }
    }

    /// It goes; whether it had not been sent home before.
    pub(super) fn go(&mut self, seat: usize, visit: u64) -> bool {
        let is_it = self.links[seat].as_ref().is_some_and(|link| link.visit == visit);
        if is_it {
            self.leave(seat);
        }
        is_it
    }

    fn leave(&mut self, seat: usize) {
        (self.links[seat], self.seen[seat]) = (None, Instant::now());
    }

    fn link(&mut self, seat: usize, visit: u64) -> Option<&mut Link> {
        self.links.get_mut(seat)?.as_mut().filter(|link| link.visit == visit)
    }

    /// What was taken back is asked anew.
    pub(super) fn forget_questions(&mut self) {
        self.links.iter_mut().flatten().for_each(|link| link.asked = None);
    }

    /// Everybody hears how it ended, and goes.
    pub(super) fn end(&mut self, game: &Match) {
        for place in &mut self.links {
            if let Some(mut link) = place.take() {
                link.hear(game);
                let farewell = link_text(&link.talk.farewell(game.end()));
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
    pub(super) fn ask_bot(&mut self, request: &Request) {
        let Some(session) = &self.session else { return };
        let seat = request.ticket.seat.index();
        let Some(Some(link)) = self.bots.links.get_mut(seat) else { return };
        if link.asked.is_some_and(|(ticket, _)| ticket == request.ticket) {
            return;
        }
        link.asked = Some((request.ticket, Instant::now()));
        link.info = InfoLines::default();
        link.hear(session.game());
        let position = session.game().position();
        let question = link_text(&link.talk.question(position, &request.limits));
        if !link.say(question) {
            self.bots.leave(seat); // it does not read: it is as good as gone
        }
    }

    /// A program has said a line. What comes of it, if it was asked: its choice, or how it failed.
    pub(super) fn bot_said(
        &mut self,
        (seat, visit): (usize, u64),
        line: &str,
    ) -> Option<(Ticket, Result<Choice<String>, NoChoice>)> {
        let position = self.session.as_ref()?.game().position();
        let bot = self.bots.link(seat, visit)?;
        let (ticket, _) = bot.asked?;
        match read_line(position, line.as_bytes()) {
            Ok(Line::Info(info)) => {
                bot.info.push(&info);
                None
            }
            Ok(Line::Answer(answer)) => {
                let choice = answer.into_choice(Seat::new(seat), position.seats(), bot.info.take());
                Some((ticket, Ok(choice)))
            }
            Err(verdict) => Some((ticket, Err(NoChoice::Failed(verdict)))),
        }
    }
}
