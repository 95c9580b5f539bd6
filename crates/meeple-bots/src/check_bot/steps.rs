//! The nine steps: each returns a summary of what was seen, or the failure.

use super::{
    BotCheck, CheckFailure,
    bot::{GameExit, QuestionFormat},
    check_run::{CheckRun, CheckedTurn, PATIENCE, StepError, last_message},
    repro_command,
    situations::{Situation, SituationHistory, Situations, open, situations},
    whole_game::WholeGameNumber,
};
use crate::{Exit, Protocol, school::Dialect};
use meeple_core::{Seat, Verdict, text::format_count};
use meeple_games::GameKind;
use std::time::Duration;

/// A first answer that takes longer than this may cause a warning.
const SLOW_START: Duration = Duration::from_secs(1);

impl CheckRun<'_> {
    pub(super) fn starts(&mut self) -> Result<String, StepError> {
        self.first = Some(self.start(Seat::new(0), "start-up")?);
        Ok(format!("using {}", described(self.check.protocol)))
    }

    pub(super) fn answers(&mut self) -> Result<String, StepError> {
        let (table, _) = first_question(self.check.kind).open_table(self.check.kind);
        let mut bot = self.first.take().expect("it was started in the first step");
        let turn = CheckedTurn {
            description: "the first question",
            hint: "",
            format: QuestionFormat::Usual,
        };
        let answer =
            self.ask(&mut bot, &table, turn).map_err(|broken| self.suggest_protocol(broken))?;
        self.end_game(&mut bot, &table);
        self.first_answer = answer.time;
        Ok(format!("{:?} after {}", answer.text, milliseconds(answer.time)))
    }

    pub(super) fn every_kind_of_move(&mut self) -> Result<String, StepError> {
        let Situations { kinds, giving_up, .. } = situations(self.check.kind);
        let mut names = Vec::new();
        for (situation, _) in kinds {
            let answer = self.ask_in_situation(situation, QuestionFormat::Usual)?;
            let how = if giving_up == Some(answer.mv.as_str()) { " (gave up)" } else { "" };
            names.push(format!("{}{how}", situation.description));
        }
        Ok(names.join("; "))
    }

    pub(super) fn time(&mut self) -> Result<String, StepError> {
        let played = self.play(WholeGameNumber::First)?;
        let average = played.average();
        if self.first_answer > SLOW_START && self.first_answer > average * 5 {
            let (first, average) = (milliseconds(self.first_answer), milliseconds(average));
            self.warn(format!(
                "The bot starts slowly: its first answer took {first}, later ones {average} on \
                 average. The time limit applies to the first answer too."
            ));
        }
        Ok(played.to_string())
    }

    pub(super) fn unusual_positions(&mut self) -> Result<String, StepError> {
        let odd = situations(self.check.kind).odd;
        for situation in odd {
            self.ask_in_situation(situation, QuestionFormat::Usual)?;
        }
        let mut names: Vec<&str> = odd.iter().map(|situation| situation.description).collect();
        if self.check.protocol == Protocol::Json {
            let first = first_question(self.check.kind);
            for (description, hint, format) in [
                (
                    "unknown keys and messages",
                    "A message of type \"weather\" came before this turn, and the turn has a key of \
                     that name. Later versions of the protocol may add such things: ignore unknown \
                     messages and keys.",
                    QuestionFormat::Newer,
                ),
                (
                    "a very long message",
                    "This message has 200,000 bytes, more than a pipe holds. Read up to the line \
                     feed, however long the line is.",
                    QuestionFormat::Long,
                ),
            ] {
                self.ask_in_situation(&Situation { description, hint, ..first }, format)?;
                names.push(description);
            }
        }
        Ok(names.join("; "))
    }

    pub(super) fn stuck(&mut self) -> Result<String, StepError> {
        let mut answers = Vec::new();
        for situation in situations(self.check.kind).stuck {
            let answer = self.ask_in_situation(situation, QuestionFormat::Usual)?;
            answers.push(format!("{}: {:?}", situation.description, answer.text));
        }
        Ok(answers.join("; "))
    }

    pub(super) fn end(&mut self) -> Result<String, StepError> {
        let exits = self.exits.clone();
        for exit in &exits {
            match (exit_fault(exit), self.check.protocol) {
                (None, _) => {}
                (Some(verdict), Protocol::Json) => return Err(self.bad_exit(exit, verdict)),
                (Some(verdict), Protocol::Filler { .. }) => self.warn(format!(
                    "At the end of its input: {verdict}. The schools' engines accept that, but a \
                     bot should exit normally and write nothing."
                )),
            }
        }
        let left = exits.iter().filter(|exit| exit.exit.is_some()).count();
        Ok(match exits.len() {
            all if left == all => format!("exited by itself after {}", format_count(all, "game")),
            all => format!("kept running after {} of {}", all - left, format_count(all, "game")),
        })
    }

    pub(super) fn second_game(&mut self) -> Result<String, StepError> {
        Ok(self.play(WholeGameNumber::Second)?.to_string())
    }

    pub(super) fn end_of_input(&mut self) -> Result<String, StepError> {
        let (table, seat) = first_question(self.check.kind).open_table(self.check.kind);
        let mut bot = self.start(seat, "a third game")?;
        let turn =
            CheckedTurn { description: "a third game", hint: "", format: QuestionFormat::Usual };
        self.ask(&mut bot, &table, turn)?;
        let exit = bot.hang_up(PATIENCE);
        Ok(match exit.exit {
            Some(Exit::Status(0)) => "exited by itself".into(),
            Some(exit) => {
                self.warn(format!(
                    "When its input ended during a game, the bot did not exit normally: {exit}. \
                     This happens whenever a game is stopped. Treat the end of input as the end of \
                     the game."
                ));
                exit.to_string()
            }
            None => {
                self.warn(
                    "The bot keeps running when its input ends, and has to be killed. Exit at the \
                     end of input (Python: `for line in sys.stdin:` does; C: fgets returns NULL; \
                     shell: `while read -r line`). Otherwise a stopped game can leave a process \
                     running."
                        .into(),
                );
                "kept running and was killed: see below".into()
            }
        })
    }

    /// Adds advice for a bot that does not answer the first question: if the game has dialects, the bot
    /// may use another protocol.
    fn suggest_protocol(&self, mut broken: StepError) -> StepError {
        if let StepError::Failed(failure) = &mut broken
            && Protocol::default_for(self.check.kind.name()) != Protocol::Json
            && matches!(failure.verdict, Verdict::Crash { .. } | Verdict::TimeOut { .. })
        {
            failure.advice.push_str(match self.check.protocol {
                Protocol::Json => {
                    " The check used the Meeple protocol. If the bot uses a school's dialect, add \
                     --dialect edu or --dialect 42."
                }
                Protocol::Filler { .. } => {
                    " The check used a school's dialect, the default in Filler. If the bot uses \
                     the Meeple protocol, add --dialect json."
                }
            });
        }
        broken
    }

    fn bad_exit(&self, exit: &GameExit, verdict: Verdict) -> StepError {
        let BotCheck { kind, seed, .. } = *self.check;
        let table = open(kind, situations(kind).games[0], seed);
        let advice = match &verdict {
            Verdict::Crash { .. } => {
                "The bot must not fail when it receives `end`. `results` is empty if the game was \
                 abandoned, and the input ends after this message. The last lines of its stderr \
                 may show where it failed."
            }
            _ => {
                "The bot wrote a line without being asked: a second line for a turn, or a line \
                 after `end`. In a game, such a line counts as the answer to the next turn. Write \
                 one line for each `turn`, and nothing for `start` and `end`."
            }
        };
        StepError::Failed(Box::new(CheckFailure {
            situation: "after the last answer".into(),
            verdict,
            sent: last_message(exit.sent.clone(), self.check.protocol),
            said: exit.said.clone(),
            said_late: Vec::new(),
            stderr: exit.stderr.clone(),
            advice: advice.into(),
            command: repro_command::command(self.check, Seat::new(0), &table),
        }))
    }
}

/// The first question of an ordinary game.
fn first_question(kind: GameKind) -> Situation {
    Situation {
        description: "the first question",
        options: situations(kind).games[0],
        history: SituationHistory::Walk { seed: 0, plies: 0 },
        hint: "",
    }
}

/// Describes the protocol for people.
fn described(protocol: Protocol) -> &'static str {
    match protocol {
        Protocol::Json => "the Meeple protocol",
        Protocol::Filler { dialect: Dialect::Edu, .. } => {
            "the 01-edu dialect, judged as the school's engine does"
        }
        Protocol::Filler { dialect: Dialect::FortyTwo, .. } => "the 42 dialect",
    }
}

/// Returns what is wrong with how it exited, if anything.
fn exit_fault(exit: &GameExit) -> Option<Verdict> {
    match exit.exit {
        Some(exit) if exit != Exit::Status(0) => Some(exit.verdict()),
        _ if exit.said.trim_ascii().is_empty() => None,
        _ => Some(Verdict::BadAnswer {
            answer: exit.said.clone(),
            reason: "no answer was due".into(),
        }),
    }
}

/// Formats a time for people.
pub(super) fn milliseconds(time: Duration) -> String {
    match time.as_secs_f64() * 1000.0 {
        few if few < 10.0 => format!("{few:.1} ms"),
        many => format!("{many:.0} ms"),
    }
}
