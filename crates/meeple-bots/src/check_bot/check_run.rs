//! The state of a running check: asks the bot, judges its answers, and ends it.

use super::{
    BotCheck, CheckFailure, CheckStep,
    advice::{FailureEvidence, advise},
    bot::{BotAnswer, CheckedBot, FailureOutput, GameExit, QuestionFormat},
    judge::{self, AnswerVerdict},
    repro_command,
    situations::Situation,
};
use crate::Protocol;
use meeple_core::{ChooseError, Seat, Table, Verdict};
use meeple_games::filler::Move;
use std::time::Duration;

/// How long a bot has to exit by itself.
pub(super) const PATIENCE: Duration = Duration::from_secs(2);
/// The same, once it is known that the bot does not exit by itself.
const IMPATIENCE: Duration = Duration::from_millis(20);

/// Why a step did not pass.
pub(super) enum StepError {
    Failed(Box<CheckFailure>),
    Stopped,
}

/// A running check of a bot.
pub(super) struct CheckRun<'a> {
    pub(super) check: &'a BotCheck,
    /// The bot that is started in the first step and asked in the second.
    pub(super) first: Option<CheckedBot>,
    pub(super) first_answer: Duration,
    pub(super) exits: Vec<GameExit>,
    patience: Duration,
    /// Whether there is already a warning that it gives up too early.
    has_given_up: bool,
    warnings: Vec<String>,
}

/// A turn that a bot is asked about, and a hint at what it may get wrong.
#[derive(Clone, Copy)]
pub(super) struct CheckedTurn<'a> {
    pub(super) description: &'a str,
    pub(super) hint: &'a str,
    pub(super) format: QuestionFormat,
}

impl<'a> CheckRun<'a> {
    pub(super) fn new(check: &'a BotCheck) -> Self {
        CheckRun {
            check,
            first: None,
            first_answer: Duration::ZERO,
            exits: Vec::new(),
            patience: PATIENCE,
            has_given_up: false,
            warnings: Vec::new(),
        }
    }

    /// Returns all warnings.
    pub(super) fn warnings(mut self, last: Option<&CheckStep>) -> Vec<String> {
        let mut stderr = self.exits.iter().flat_map(|exit| &exit.stderr);
        // If a step has failed, its stderr is shown anyway.
        if let Some(line) = stderr.next().filter(|_| last.is_some_and(CheckStep::is_passed)) {
            let warning = format!(
                "The bot writes to stderr ({line:?}). That is allowed, but it is shown only when \
                 the bot fails, and writing a lot takes time."
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

    pub(super) fn start(&self, seat: Seat, description: &str) -> Result<CheckedBot, StepError> {
        CheckedBot::start(self.check, seat).map_err(|verdict| {
            let advice = "Name a program by its path, with a `/` (./bot), or by a command line in \
                          quotes ('python3 bot.py')."
                .into();
            StepError::Failed(Box::new(CheckFailure {
                situation: description.into(),
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

    /// Starts a new bot, asks it in this situation, and ends it.
    pub(super) fn ask_in_situation(
        &mut self,
        situation: &Situation,
        format: QuestionFormat,
    ) -> Result<BotAnswer, StepError> {
        let (table, seat) = situation.open_table(self.check.kind);
        let Situation { description, hint, .. } = *situation;
        let mut bot = self.start(seat, description)?;
        let answer = self.ask(&mut bot, &table, CheckedTurn { description, hint, format })?;
        self.end_game(&mut bot, &table);
        Ok(answer)
    }

    /// Asks the bot and judges its answer.
    pub(super) fn ask(
        &mut self,
        bot: &mut CheckedBot,
        table: &Table,
        turn: CheckedTurn<'_>,
    ) -> Result<BotAnswer, StepError> {
        let mut answer = match bot.ask(table, &self.check.limits, turn.format) {
            Ok(answer) => answer,
            Err(ChooseError::Stopped) => return Err(StepError::Stopped),
            Err(ChooseError::Failed(verdict)) => {
                return Err(self.failure(bot, table, turn, verdict));
            }
            Err(other) => {
                let verdict = Verdict::InternalError { reason: other.to_string() };
                return Err(self.failure(bot, table, turn, verdict));
            }
        };
        match judge::judge(table.position(), &answer, &bot.exchange(), self.check.protocol) {
            AnswerVerdict::Good => {}
            AnswerVerdict::GaveUp(warning) => {
                answer.mv = Move::Stop.to_string();
                if !self.has_given_up {
                    self.warnings.push(warning);
                }
                self.has_given_up = true;
            }
            AnswerVerdict::Bad(verdict) => return Err(self.failure(bot, table, turn, verdict)),
        }
        Ok(answer)
    }

    /// Ends the bot's game, whether it is over or abandoned.
    pub(super) fn end_game(&mut self, bot: &mut CheckedBot, table: &Table) {
        let exit = bot.end(table, self.patience);
        if exit.exit.is_none() {
            self.patience = IMPATIENCE;
        }
        self.exits.push(exit);
    }

    fn failure(
        &self,
        bot: &mut CheckedBot,
        table: &Table,
        turn: CheckedTurn<'_>,
        verdict: Verdict,
    ) -> StepError {
        let sent = last_message(bot.exchange().sent, self.check.protocol);
        let FailureOutput { mut said, said_late, stderr } = bot.failure_output(self.patience);
        match &verdict {
            // It was written before the question, so only the verdict has it.
            Verdict::BadAnswer { answer, .. } if said.is_empty() => said.clone_from(answer),
            _ => {}
        }
        let advice = advise(&FailureEvidence {
            verdict: &verdict,
            protocol: self.check.protocol,
            said: &said,
            said_late: &said_late,
            stderr: &stderr,
            position: table.position(),
            seat: bot.seat(),
            hint: turn.hint,
        });
        let command = repro_command::command(self.check, bot.seat(), table);
        let situation = turn.description.to_owned();
        StepError::Failed(Box::new(CheckFailure {
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

/// Returns the last of the messages that were sent together: the last line in JSON, everything in
/// Filler's dialects.
pub(super) fn last_message(mut sent: Vec<u8>, protocol: Protocol) -> Vec<u8> {
    if protocol == Protocol::Json {
        let body = sent.strip_suffix(b"\n").unwrap_or(&sent);
        let start = body.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        sent.drain(..start);
    }
    sent
}
