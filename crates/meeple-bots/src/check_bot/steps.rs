//! The nine steps: each gives what was seen, or what broke.

use super::{
    Checkup, Failure,
    bot::{Farewell, Manner},
    see_more,
    situations::{Before, Situation, Situations, open, situations},
    visit::{Broken, PATIENCE, Scene, Visit, last_message},
    whole_game::Which,
};
use crate::{Exit, Protocol, school::Dialect};
use meeple_core::{Seat, Verdict, text::counted};
use meeple_games::GameKind;
use std::time::Duration;

/// A first answer that takes longer is worth a word.
const SLOW_START: Duration = Duration::from_secs(1);

impl Visit<'_> {
    pub(super) fn starts(&mut self) -> Result<String, Broken> {
        self.first = Some(self.start(Seat::new(0), "at its start")?);
        Ok(format!("spoken with in {}", described(self.checkup.protocol)))
    }

    pub(super) fn answers(&mut self) -> Result<String, Broken> {
        let (table, _) = first_question(self.checkup.kind).set(self.checkup.kind);
        let mut bot = self.first.take().expect("it was started in the first step");
        let scene = Scene { what: "the first question", hint: "", manner: Manner::Usual };
        let answer = self.ask(&mut bot, &table, scene).map_err(|broken| self.no_word(broken))?;
        self.part(&mut bot, &table);
        self.first_answer = answer.time;
        Ok(format!("{:?} after {}", answer.text, milliseconds(answer.time)))
    }

    pub(super) fn every_kind_of_move(&mut self) -> Result<String, Broken> {
        let Situations { kinds, giving_up, .. } = situations(self.checkup.kind);
        let mut names = Vec::new();
        for (situation, _) in kinds {
            let answer = self.put(situation, Manner::Usual)?;
            let how = if giving_up == Some(answer.mv.as_str()) { " (gave up)" } else { "" };
            names.push(format!("{}{how}", situation.what));
        }
        Ok(names.join("; "))
    }

    pub(super) fn time(&mut self) -> Result<String, Broken> {
        let played = self.play(Which::First)?;
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

    pub(super) fn odd_positions(&mut self) -> Result<String, Broken> {
        let odd = situations(self.checkup.kind).odd;
        for situation in odd {
            self.put(situation, Manner::Usual)?;
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
                    Manner::Newer,
                ),
                (
                    "a very long message",
                    "This message has 200,000 bytes, more than a pipe holds: read up to the line \
                     feed, however long that is.",
                    Manner::Long,
                ),
            ] {
                self.put(&Situation { what, hint, ..first }, manner)?;
                names.push(what);
            }
        }
        Ok(names.join("; "))
    }

    pub(super) fn stuck(&mut self) -> Result<String, Broken> {
        let mut answers = Vec::new();
        for situation in situations(self.checkup.kind).stuck {
            let answer = self.put(situation, Manner::Usual)?;
            answers.push(format!("{}: {:?}", situation.what, answer.text));
        }
        Ok(answers.join("; "))
    }

    pub(super) fn end(&mut self) -> Result<String, Broken> {
        let farewells = self.farewells.clone();
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
            all if left == all => format!("left by itself after {}", counted(all, "game")),
            all => format!("stayed after {} of {}", all - left, counted(all, "game")),
        })
    }

    pub(super) fn second_game(&mut self) -> Result<String, Broken> {
        Ok(self.play(Which::Second)?.to_string())
    }

    pub(super) fn end_of_input(&mut self) -> Result<String, Broken> {
        let (table, seat) = first_question(self.checkup.kind).set(self.checkup.kind);
        let mut bot = self.start(seat, "in a third game")?;
        let scene = Scene { what: "a third game", hint: "", manner: Manner::Usual };
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

    /// A bot that says nothing to the first question may speak something else, where the game has
    /// dialects.
    fn no_word(&self, mut broken: Broken) -> Broken {
        if let Broken::Failed(failure) = &mut broken
            && Protocol::usual(self.checkup.kind.name()) != Protocol::Json
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

    fn bad_farewell(&self, farewell: &Farewell, verdict: Verdict) -> Broken {
        let Checkup { kind, seed, .. } = *self.checkup;
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
        Broken::Failed(Box::new(Failure {
            situation: "behind the last answer".into(),
            verdict,
            sent: last_message(farewell.sent.clone(), self.checkup.protocol),
            said: farewell.said.clone(),
            said_late: Vec::new(),
            stderr: farewell.stderr.clone(),
            advice: advice.into(),
            command: see_more::command(self.checkup, Seat::new(0), &table),
        }))
    }
}

/// The first question of an ordinary game.
fn first_question(kind: GameKind) -> Situation {
    Situation {
        what: "the first question",
        options: situations(kind).games[0],
        before: Before::Walk { seed: 0, plies: 0 },
        hint: "",
    }
}

/// What is spoken, for people.
fn described(protocol: Protocol) -> &'static str {
    match protocol {
        Protocol::Json => "the Meeple protocol",
        Protocol::Filler { dialect: Dialect::Edu, .. } => "01-edu's dialect, judged as there",
        Protocol::Filler { dialect: Dialect::FortyTwo, .. } => "42's dialect",
    }
}

/// What is wrong with how it left, if anything.
fn farewell_fault(farewell: &Farewell) -> Option<Verdict> {
    match farewell.exit {
        Some(exit) if exit != Exit::Status(0) => Some(exit.verdict()),
        _ if farewell.said.trim_ascii().is_empty() => None,
        _ => Some(Verdict::BadAnswer {
            answer: farewell.said.clone(),
            reason: "nothing was asked".into(),
        }),
    }
}

/// A time for people.
pub(super) fn milliseconds(time: Duration) -> String {
    match time.as_secs_f64() * 1000.0 {
        few if few < 10.0 => format!("{few:.1} ms"),
        many => format!("{many:.0} ms"),
    }
}
