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

/// How long a program may take until it reads its first question, where that is not counted.
pub const START_UP: Duration = Duration::from_secs(30);

/// What to start, and how it is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Program {
    typed: String,
    words: Vec<String>,
    /// The most memory it may map, in bytes; `None` does not bind.
    pub memory: Option<u64>,
    /// How far others go before it, 0 to 19, and at least as far as before us; `None` is as we.
    pub nice: Option<u8>,
    /// What it may do while others think.
    pub between: Between,
    /// How long it may take until it reads its first question, not counted as thinking; `None`
    /// counts from the question on. [`START_UP`] is usual.
    pub start_up: Option<Duration>,
    /// Variables of the environment that it does not get.
    pub unset: &'static [&'static str],
}

/// What a program may do while others think.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Between {
    /// It runs on.
    #[default]
    Running,
    /// From its answer to the next question it is stopped, with all of its process group.
    Stopped,
}

/// Why a text names no program.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadCommand {
    /// There is nothing to start.
    #[error("the bot's command is empty")]
    Empty,
    /// A quote is not closed, or a backslash ends the text.
    #[error("the quotes in {0:?} do not match")]
    Quotes(String),
    /// A zero byte cannot be given to a program.
    #[error("the bot's command holds a zero byte: {0:?}")]
    ZeroByte(String),
}

impl Program {
    /// The text as a person typed it.
    pub fn typed(&self) -> &str {
        &self.typed
    }

    /// The program and its arguments, at least one word.
    pub fn words(&self) -> &[String] {
        &self.words
    }
}

/// A text that is the path of a file is that path, whatever its letters;
/// otherwise it is split into words as a shell does, without anything being replaced.
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
            program.insert_str(0, "./"); // a bare name would be looked for elsewhere
        }
        Ok(Program {
            typed: typed.into(),
            words,
            memory: None,
            nice: None,
            between: Between::default(),
            start_up: None,
            unset: &[],
        })
    }
}

/// A word as a shell takes it, in quotes only where it needs them.
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
    // A zero byte cannot be given to a program at all.
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
