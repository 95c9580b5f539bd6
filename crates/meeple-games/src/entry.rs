//! A game as a value: what callers can do with a game whose type they don't know.
//!
//! ```
//! use meeple_games::GameKind;
//!
//! let chomp = GameKind::Chomp.entry();
//! let start = chomp.starting_position(&["width=3", "height=2"])?;
//! assert_eq!(start.position.to_string(), "width=3 height=2 rows=3,3 turn=0");
//! assert!(chomp.has_option("width") && !chomp.has_option("players"));
//! # Ok::<(), meeple_core::OptionsError>(())
//! ```
//!
//! Each game defines its entry in its own folder; [`GameKind::entry`](crate::GameKind::entry)
//! returns it.

use meeple_core::{
    AnyGame, FaultRule, Game, Header, OptionInfo, OptionValues, OptionsError, ParseError, Penalty,
    StartingPosition,
    options::{describe, parse, to_values},
};

/// A game's name, rules, options and constructors, independent of its type.
#[derive(Debug, Clone, Copy)]
pub struct GameEntry {
    /// [`Game::NAME`].
    pub name: &'static str,
    /// [`Game::ABOUT`].
    pub about: &'static str,
    /// [`Game::RULES`].
    pub rules: &'static str,
    /// [`Game::HOW_TO_PLAY`].
    pub how_to_play: &'static str,
    /// The penalty that applies when a player of this game commits a fault.
    pub fault_rule: FaultRule,
    options: fn() -> Vec<OptionInfo>,
    parse_options: ParseOptionsFn,
    starting_position: fn(&OptionValues) -> Result<StartingPosition, OptionsError>,
    parse_position: fn(&str) -> Result<Box<dyn AnyGame>, ParseError>,
    open_record: fn(&Header) -> Result<Box<dyn AnyGame>, String>,
}

type ParseOptionsFn = fn(&[&str]) -> Result<OptionValues, OptionsError>;

impl GameEntry {
    /// Returns the entry of `G`, with the default penalties for faults.
    pub const fn of<G: Game>() -> Self {
        GameEntry {
            name: G::NAME,
            about: G::ABOUT,
            rules: G::RULES,
            how_to_play: G::HOW_TO_PLAY,
            fault_rule: Penalty::default_for,
            options: describe::<G::Options>,
            parse_options: |words| parse(words).map(|options: G::Options| to_values(&options)),
            starting_position: StartingPosition::from_values::<G>,
            parse_position: |text| Ok(Box::new(text.parse::<G>()?)),
            open_record: Header::open::<G>,
        }
    }

    /// Replaces the fault rule, for games that have their own.
    #[must_use]
    pub const fn with_fault_rule(self, fault_rule: FaultRule) -> Self {
        GameEntry { fault_rule, ..self }
    }

    /// Returns the game's options in the order in which help lists them.
    pub fn options(&self) -> Vec<OptionInfo> {
        (self.options)()
    }

    /// Returns whether the game has an option of this name.
    pub fn has_option(&self, name: &str) -> bool {
        self.options().iter().any(|option| option.name == name)
    }

    /// Parses options given as words (`width=5`) into the form used in records.
    pub fn parse_options(&self, words: &[impl AsRef<str>]) -> Result<OptionValues, OptionsError> {
        let words: Vec<&str> = words.iter().map(AsRef::as_ref).collect();
        (self.parse_options)(&words)
    }

    /// Creates the starting position for options given as words.
    pub fn starting_position(
        &self,
        words: &[impl AsRef<str>],
    ) -> Result<StartingPosition, OptionsError> {
        self.starting_position_from_values(&self.parse_options(words)?)
    }

    /// Creates the starting position for options from a record or a config file.
    pub fn starting_position_from_values(
        &self,
        options: &OptionValues,
    ) -> Result<StartingPosition, OptionsError> {
        (self.starting_position)(options)
    }

    /// Parses a position.
    pub fn parse_position(&self, text: &str) -> Result<Box<dyn AnyGame>, ParseError> {
        (self.parse_position)(text)
    }

    /// Creates the starting position of a record of this game ([`Header::open`]).
    pub fn open_record(&self, header: &Header) -> Result<Box<dyn AnyGame>, String> {
        (self.open_record)(header)
    }
}
