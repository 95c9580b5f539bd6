//! A program that can be started: a path, or a command line with arguments.
//!
//! ```
//! use meeple_bots::Program;
//!
//! let program: Program = "python3 'my bots/first.py' --fast".parse()?;
//! assert_eq!(program.words(), ["python3", "my bots/first.py", "--fast"]);
//! # Ok::<(), meeple_bots::program::BadCommand>(())
//! ```

use std::{path::Path, str::FromStr, time::Duration};

/// The time programs usually get to start up, until they read their first question.
pub const DEFAULT_START_UP: Duration = Duration::from_secs(30);

/// A program to start, and the conditions it runs under.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Program {
    typed: String,
    words: Vec<String>,
    /// The most memory it may map, in bytes; `None` sets no limit.
    pub memory: Option<u64>,
    /// Its niceness, 0 to 19, but never below Meeple's own; `None` keeps Meeple's niceness.
    pub nice: Option<u8>,
    /// What it may do while it is not its turn.
    pub idle_policy: IdlePolicy,
    /// How long it may take until it reads its first question, not counted as thinking time; `None`
    /// counts from when the question is sent. [`DEFAULT_START_UP`] is the usual value.
    pub start_up: Option<Duration>,
    /// Environment variables that are removed for this program.
    pub unset: &'static [&'static str],
}

/// What a program may do while it is not its turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum IdlePolicy {
    /// It keeps running.
    #[default]
    Running,
    /// It is suspended from its answer to the next question, with its whole process group.
    Stopped,
}

/// Why a text is not a valid command.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadCommand {
    /// The command is empty.
    #[error("the bot's command is empty")]
    Empty,
    /// A quote is not closed, or the text ends with a backslash.
    #[error("the quotes in {0:?} do not match")]
    Quotes(String),
    /// The command contains a zero byte, which no argument can hold.
    #[error("the bot's command contains a zero byte: {0:?}")]
    ZeroByte(String),
}

impl Program {
    /// Returns the command as it was typed.
    pub fn typed(&self) -> &str {
        &self.typed
    }

    /// Returns the program and its arguments, at least one word.
    pub fn words(&self) -> &[String] {
        &self.words
    }
}

/// Parses a command. A text that is the path of a file means that file, whatever its characters;
/// any other text is split into words as a shell does, without expansion.
impl FromStr for Program {
    type Err = BadCommand;
    fn from_str(typed: &str) -> Result<Self, BadCommand> {
        if typed.contains('\0') {
            return Err(BadCommand::ZeroByte(typed.into()));
        }
        let mut words = if Path::new(typed).is_file() {
            vec![typed.to_owned()]
        } else {
            shlex::split(typed).ok_or_else(|| BadCommand::Quotes(typed.into()))?
        };
        let program = words.first_mut().filter(|word| !word.is_empty());
        let program = program.ok_or(BadCommand::Empty)?;
        if !program.contains('/') && Path::new(program).is_file() {
            program.insert_str(0, "./"); // a bare name would be looked up in PATH
        }
        Ok(Program {
            typed: typed.into(),
            words,
            memory: None,
            nice: None,
            idle_policy: IdlePolicy::default(),
            start_up: None,
            unset: &[],
        })
    }
}

/// Quotes a word for a shell, only if it needs quotes.
///
/// ```
/// use meeple_bots::program::shell_word;
///
/// assert_eq!(shell_word("width=5"), "width=5");
/// assert_eq!(shell_word("python3 bot.py"), "'python3 bot.py'");
/// ```
pub fn shell_word(word: &str) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"_-.,:=/+".contains(&byte);
    if !word.is_empty() && word.bytes().all(is_plain) {
        return word.into();
    }
    // Quoting fails only for a zero byte, which cannot be passed to a program at all.
    shlex::try_quote(word).map_or_else(|_| word.into(), Into::into)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_split_as_a_shell_does() {
        let words = |text: &str| text.parse::<Program>().map(|program| program.words);
        assert_eq!(words(r#"a "b c" d\ e"#), Ok(vec!["a".into(), "b c".into(), "d e".into()]));
        assert_eq!(words("Cargo.toml"), Ok(vec!["./Cargo.toml".into()]));
        assert_eq!(words("  "), Err(BadCommand::Empty));
        assert_eq!(words("''"), Err(BadCommand::Empty));
        assert_eq!(words("a 'b"), Err(BadCommand::Quotes("a 'b".into())));
        assert_eq!(words("a\0b"), Err(BadCommand::ZeroByte("a\0b".into())));
    }
}
