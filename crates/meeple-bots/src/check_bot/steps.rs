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
        self.first = Some(self.start(Seat::new(0), "at its start")?);
        Ok(format!("spoken with in {}", described(self.checkup.protocol)))
    }

    pub(super) fn answers(&mut self) -> Result<String, StepError> {
        let (table, _) = first_question(self.checkup.kind).open_table(self.checkup.kind);
        let mut bot = self.first.take().expect("it was started in the first step");
        let scene =
            CheckedTurn { what: "the first question", hint: "", manner: QuestionFormat::Usual };
        let answer = self.ask(&mut bot, &table, scene).map_err(|broken| self.no_word(broken))?;
        self.end_game(&mut bot, &table);
        self.first_answer = answer.time;
        Ok(format!("{:?} after {}", answer.text, milliseconds(answer.time)))
    }

    pub(super) fn every_kind_of_move(&mut self) -> Result<String, StepError> {
        let Situations { kinds, giving_up, .. } = situations(self.checkup.kind);
        let mut names = Vec::new();
        for (situation, _) in kinds {
            let answer = self.ask_in_situation(situation, QuestionFormat::Usual)?;
            let how = if giving_up == Some(answer.mv.as_str()) { " (gave up)" } else { "" };
            names.push(format!("{}{how}", situation.what));
        }
        Ok(names.join("; "))
    }

    pub(super) fn time(&mut self) -> Result<String, StepError> {
        let played = self.play(WholeGameNumber::First)?;
        let average = played.average();
        if self.first_answer > SLOW_START && self.first_answer > average * 5 {
            let (first, average) = (milliseconds(self.first_answer), milliseconds(average));
            self.warn(format!(
                "It starts slowly: its first answer took {first}, others {average}. The first \
                 answer has the same time limit as all others."
            ));
        }
        Ok(played.to_string())
    }

    pub(super) fn odd_positions(&mut self) -> Result<String, StepError> {
        let odd = situations(self.checkup.kind).odd;
        for situation in odd {
            self.ask_in_situation(situation, QuestionFormat::Usual)?;
        }
        let mut names: Vec<&str> = odd.iter().map(|situation| situation.what).collect();
        if self.checkup.protocol == Protocol::Json {
            let first = first_question(self.checkup.kind);
            for (what, hint, manner) in [
                (
                    "unknown keys and messages",
                    "Before this turn came a message of the type \"weather\", and the turn has a \
                     key of that name, as later versions of the protocol may: ignore what you do \
                     not know.",
                    QuestionFormat::Newer,
                ),
                (
                    "a very long message",
                    "This message has 200,000 bytes, more than a pipe holds: read up to the line \
                     feed, however long that is.",
                    QuestionFormat::Long,
                ),
            ] {
                self.ask_in_situation(&Situation { what, hint, ..first }, manner)?;
                names.push(what);
            }
        }
        Ok(names.join("; "))
    }

    pub(super) fn stuck(&mut self) -> Result<String, StepError> {
        let mut answers = Vec::new();
        for situation in situations(self.checkup.kind).stuck {
            let answer = self.ask_in_situation(situation, QuestionFormat::Usual)?;
            answers.push(format!("{}: {:?}", situation.what, answer.text));
        }
        Ok(answers.join("; "))
    }

    pub(super) fn end(&mut self) -> Result<String, StepError> {
        let farewells = self.exits.clone();
        for farewell in &farewells {
            match (farewell_fault(farewell), self.checkup.protocol) {
                (None, _) => {}
                (Some(verdict), Protocol::Json) => return Err(self.bad_farewell(farewell, verdict)),
                (Some(verdict), Protocol::Filler { .. }) => self.warn(format!(
                    "When its input ended: {verdict}. The schools' engines do not mind, but a \
                     bot should leave quietly then."
                )),
            }
        }
        let left = farewells.iter().filter(|farewell| farewell.exit.is_some()).count();
        Ok(match farewells.len() {
            all if left == all => format!("left by itself after {}", format_count(all, "game")),
            all => format!("stayed after {} of {}", all - left, format_count(all, "game")),
        })
    }

    pub(super) fn second_game(&mut self) -> Result<String, StepError> {
        Ok(self.play(WholeGameNumber::Second)?.to_string())
    }

    pub(super) fn end_of_input(&mut self) -> Result<String, StepError> {
        let (table, seat) = first_question(self.checkup.kind).open_table(self.checkup.kind);
        let mut bot = self.start(seat, "in a third game")?;
        let scene = CheckedTurn { what: "a third game", hint: "", manner: QuestionFormat::Usual };
        self.ask(&mut bot, &table, scene)?;
        let farewell = bot.hang_up(PATIENCE);
        Ok(match farewell.exit {
            Some(Exit::Status(0)) => "left by itself".into(),
            Some(exit) => {
                self.warn(format!(
                    "It {exit} when its input ended in the middle of a game, as it does when \
                     somebody stops a game. Take the end of input for the end of the game."
                ));
                format!("left: {exit}")
            }
            None => {
                self.warn(
                    "It goes on running when its input ends, and has to be killed. Leave the loop \
                     when reading gives nothing more (Python: `for line in sys.stdin:` does; C: \
                     fgets gives NULL; shell: `while read -r line`); otherwise a stopped game \
                     leaves a process that may run for ever."
                        .into(),
                );
                "stayed, and was killed: see below".into()
            }
        })
    }

    /// Adds advice for a bot that does not answer the first question: if the game has dialects, the bot
    /// may use another protocol.
    fn no_word(&self, mut broken: StepError) -> StepError {
        if let StepError::Failed(failure) = &mut broken
            && Protocol::default_for(self.checkup.kind.name()) != Protocol::Json
            && matches!(failure.verdict, Verdict::Crash { .. } | Verdict::TimeOut { .. })
        {
            failure.advice.push_str(match self.checkup.protocol {
                Protocol::Json => {
                    " It was spoken with in the Meeple protocol: if it speaks a school's dialect, \
                     check it with --dialect edu or --dialect 42."
                }
                Protocol::Filler { .. } => {
                    " It was spoken with in a school's dialect, as is usual in Filler: if it \
                     speaks the Meeple protocol, check it with --dialect json."
                }
            });
        }
        broken
    }

    fn bad_farewell(&self, farewell: &GameExit, verdict: Verdict) -> StepError {
        let BotCheck { kind, seed, .. } = *self.checkup;
        let table = open(kind, situations(kind).games[0], seed);
        let advice = match &verdict {
            Verdict::Crash { .. } => {
                "It must not fail when it is told `end`: `results` is empty where a game is left, \
                 and the input ends behind it. The last lines of its stderr say where it failed."
            }
            _ => {
                "It wrote something that nobody had asked for: a second line for a turn, or a line \
                 after `end`. In a game that is taken for the answer to the next turn. Write one \
                 line for each `turn`, and nothing for `start` and `end`."
            }
        };
        StepError::Failed(Box::new(CheckFailure {
            situation: "behind the last answer".into(),
            verdict,
            sent: last_message(farewell.sent.clone(), self.checkup.protocol),
            said: farewell.said.clone(),
            said_late: Vec::new(),
            stderr: farewell.stderr.clone(),
            advice: advice.into(),
            command: repro_command::command(self.checkup, Seat::new(0), &table),
        }))
    }
}

/// The first question of an ordinary game.
fn first_question(kind: GameKind) -> Situation {
    Situation {
        what: "the first question",
        options: situations(kind).games[0],
        before: SituationHistory::Walk { seed: 0, plies: 0 },
        hint: "",
    }
}

/// Describes the protocol for people.
fn described(protocol: Protocol) -> &'static str {
    match protocol {
        Protocol::Json => "the Meeple protocol",
        Protocol::Filler { dialect: Dialect::Edu, .. } => "01-edu's dialect, judged as there",
        Protocol::Filler { dialect: Dialect::FortyTwo, .. } => "42's dialect",
    }
}

/// Returns what is wrong with how it exited, if anything.
fn farewell_fault(farewell: &GameExit) -> Option<Verdict> {
    match farewell.exit {
        Some(exit) if exit != Exit::Status(0) => Some(exit.verdict()),
        _ if farewell.said.trim_ascii().is_empty() => None,
        _ => Some(Verdict::BadAnswer {
            answer: farewell.said.clone(),
            reason: "nothing was asked".into(),
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
