//! A bot on its way through the steps: it is asked, judged, and let go.

use super::{
    Checkup, Failure, Step,
    advice::{Evidence, advise},
    bot::{Answer, Bot, Farewell, LastWords, Manner},
    judge::{self, Judged},
    see_more,
    situations::Situation,
};
use crate::Protocol;
use meeple_core::{NoChoice, Seat, Table, Verdict};
use meeple_games::filler::Move;
use std::time::Duration;

/// How long a bot has to leave by itself.
pub(super) const PATIENCE: Duration = Duration::from_secs(1);
/// The same once it is known not to.
const IMPATIENCE: Duration = Duration::from_millis(20);

/// Why a step did not go well.
pub(super) enum Broken {
    Failed(Box<Failure>),
    Stopped,
}

/// A bot on its way through the steps.
pub(super) struct Visit<'a> {
    pub(super) checkup: &'a Checkup,
    /// Started in the first step, asked in the second.
    pub(super) first: Option<Bot>,
    pub(super) first_answer: Duration,
    pub(super) farewells: Vec<Farewell>,
    patience: Duration,
    /// Whether it was said already that it gives up too early.
    has_given_up: bool,
    warnings: Vec<String>,
}

/// What a bot is asked about, and where it may have gone wrong.
#[derive(Clone, Copy)]
pub(super) struct Scene<'a> {
    pub(super) what: &'a str,
    pub(super) hint: &'a str,
    pub(super) manner: Manner,
}

impl<'a> Visit<'a> {
    pub(super) fn new(checkup: &'a Checkup) -> Self {
        Visit {
            checkup,
            first: None,
            first_answer: Duration::ZERO,
            farewells: Vec::new(),
            patience: PATIENCE,
            has_given_up: false,
            warnings: Vec::new(),
        }
    }

    /// Everything that is no failure.
    pub(super) fn warnings(mut self, last: Option<&Step>) -> Vec<String> {
        let mut stderr = self.farewells.iter().flat_map(|farewell| &farewell.stderr);
        // Where a step has failed, its stderr is shown anyway.
        if let Some(line) = stderr.next().filter(|_| last.is_some_and(Step::is_passed)) {
            let warning = format!(
                "It writes to stderr ({line:?}). That is allowed, and nobody reads it while it \
                 plays well; writing much takes its time."
            );
            self.warnings.push(warning);
        }
        self.warnings
    }

    pub(super) fn warn(&mut self, warning: String) {
        if !self.warnings.contains(&warning) {
            self.warnings.push(warning);
        }
    }

    pub(super) fn start(&self, seat: Seat, what: &str) -> Result<Bot, Broken> {
        Bot::start(self.checkup, seat).map_err(|verdict| {
            let advice = "Mend that first. A program is named by its path, with a `/` (./bot), or \
                          by a command line in quotes ('python3 bot.py')."
                .into();
            Broken::Failed(Box::new(Failure {
                situation: what.into(),
                verdict,
                sent: Vec::new(),
                said: Vec::new(),
                said_late: Vec::new(),
                stderr: Vec::new(),
                advice,
                command: String::new(),
            }))
        })
    }

    /// Asks a new bot in this situation, and lets it go.
    pub(super) fn put(&mut self, situation: &Situation, manner: Manner) -> Result<Answer, Broken> {
        let (table, seat) = situation.set(self.checkup.kind);
        let Situation { what, hint, .. } = *situation;
        let mut bot = self.start(seat, what)?;
        let answer = self.ask(&mut bot, &table, Scene { what, hint, manner })?;
        self.part(&mut bot, &table);
        Ok(answer)
    }

    /// Asks, and judges the answer.
    pub(super) fn ask(
        &mut self,
        bot: &mut Bot,
        table: &Table,
        scene: Scene<'_>,
    ) -> Result<Answer, Broken> {
        let mut answer = match bot.ask(table, &self.checkup.limits, scene.manner) {
            Ok(answer) => answer,
            Err(NoChoice::Stopped) => return Err(Broken::Stopped),
            Err(NoChoice::Failed(verdict)) => {
                return Err(self.failure(bot, table, scene, verdict));
            }
            Err(other) => {
                let verdict = Verdict::Broken { reason: other.to_string() };
                return Err(self.failure(bot, table, scene, verdict));
            }
        };
        match judge::judge(table.position(), &answer, &bot.exchange(), self.checkup.protocol) {
            Judged::Good => {}
            Judged::GaveUp(warning) => {
                answer.mv = Move::Stop.to_string();
                if !self.has_given_up {
                    self.warnings.push(warning);
                }
                self.has_given_up = true;
            }
            Judged::Bad(verdict) => return Err(self.failure(bot, table, scene, verdict)),
        }
        Ok(answer)
    }

    /// Its game is over, or left.
    pub(super) fn part(&mut self, bot: &mut Bot, table: &Table) {
        let farewell = bot.end(table, self.patience);
        if farewell.exit.is_none() {
            self.patience = IMPATIENCE;
        }
        self.farewells.push(farewell);
    }

    fn failure(&self, bot: &mut Bot, table: &Table, scene: Scene<'_>, verdict: Verdict) -> Broken {
        let sent = last_message(bot.exchange().sent, self.checkup.protocol);
        let LastWords { mut said, said_late, stderr } = bot.last_words(self.patience);
        match &verdict {
            // It was said before the question, and the verdict alone knows it.
            Verdict::BadAnswer { answer, .. } if said.is_empty() => said.clone_from(answer),
            _ => {}
        }
        let advice = advise(&Evidence {
            verdict: &verdict,
            protocol: self.checkup.protocol,
            said: &said,
            said_late: &said_late,
            stderr: &stderr,
            position: table.position(),
            seat: bot.seat(),
            hint: scene.hint,
        });
        let command = see_more::command(self.checkup, bot.seat(), table);
        let situation = scene.what.to_owned();
        Broken::Failed(Box::new(Failure {
            situation,
            verdict,
            sent,
            said,
            said_late,
            stderr,
            advice,
            command,
        }))
    }
}

/// The last of the messages that were sent together: in JSON a line, in Filler's dialects all.
pub(super) fn last_message(mut sent: Vec<u8>, protocol: Protocol) -> Vec<u8> {
    if protocol == Protocol::Json {
        let body = sent.strip_suffix(b"\n").unwrap_or(&sent);
        let start = body.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        sent.drain(..start);
    }
    sent
}
