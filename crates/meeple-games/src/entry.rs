//! A game as a value: everything that can be done with it by whoever does not know its type.
//!
//! ```
//! use meeple_games::GameKind;
//!
//! let chomp = GameKind::Chomp.entry();
//! let start = chomp.set_up(&["width=3", "height=2"])?;
//! assert_eq!(start.position.to_string(), "width=3 height=2 rows=3,3 turn=0");
//! assert!(chomp.has_option("width") && !chomp.has_option("players"));
//! # Ok::<(), meeple_core::BadOptions>(())
//! ```
//!
//! Each game has its entry in its own folder; [`GameKind::entry`](crate::GameKind::entry) finds it.

use meeple_core::{
    AnyGame, BadOptions, FaultRule, Game, Header, KeyInfo, ParseError, Penalty, StartingPosition,
    options::{describe, parse, to_json},
};
use serde_json::{Map, Value};

/// What can be done with a game.
#[derive(Debug, Clone, Copy)]
pub struct GameEntry {
    /// [`Game::NAME`].
    pub name: &'static str,
    /// [`Game::ABOUT`].
    pub about: &'static str,
    /// [`Game::RULES`].
    pub rules: &'static str,
    /// What follows when a player of this game fails.
    pub fault_rule: FaultRule,
    options: fn() -> Vec<KeyInfo>,
    read_options: ReadOptions,
    set_up: fn(&Map<String, Value>) -> Result<StartingPosition, BadOptions>,
    read_position: fn(&str) -> Result<Box<dyn AnyGame>, ParseError>,
    open_record: fn(&Header) -> Result<Box<dyn AnyGame>, String>,
}

type ReadOptions = fn(&[&str]) -> Result<Map<String, Value>, BadOptions>;

impl GameEntry {
    /// The entry of `G`, whose failing players are treated as in most games.
    pub const fn of<G: Game>() -> Self {
        GameEntry {
            name: G::NAME,
            about: G::ABOUT,
            rules: G::RULES,
            fault_rule: Penalty::usual,
            options: describe::<G::Options>,
            read_options: |words| parse(words).map(|options: G::Options| to_json(&options)),
            set_up: StartingPosition::from_json::<G>,
            read_position: |text| Ok(Box::new(text.parse::<G>()?)),
            open_record: Header::open::<G>,
        }
    }

    /// The same for a game with a rule of its own about players that fail.
    #[must_use]
    pub const fn with_fault_rule(self, fault_rule: FaultRule) -> Self {
        GameEntry { fault_rule, ..self }
    }

    /// The game's options, in the order in which help shows them.
    pub fn options(&self) -> Vec<KeyInfo> {
        (self.options)()
    }

    /// Whether the game has an option of this name.
    pub fn has_option(&self, name: &str) -> bool {
        self.options().iter().any(|option| option.name == name)
    }

    /// The options that these words (`width=5`) spell, as a record has them.
    pub fn read_options(
        &self,
        words: &[impl AsRef<str>],
    ) -> Result<Map<String, Value>, BadOptions> {
        let words: Vec<&str> = words.iter().map(AsRef::as_ref).collect();
        (self.read_options)(&words)
    }

    /// How the game begins with the options that these words spell.
    pub fn set_up(&self, words: &[impl AsRef<str>]) -> Result<StartingPosition, BadOptions> {
        self.set_up_from_json(&self.read_options(words)?)
    }

    /// How the game begins with the options that a record or a config names.
    pub fn set_up_from_json(
        &self,
        options: &Map<String, Value>,
    ) -> Result<StartingPosition, BadOptions> {
        (self.set_up)(options)
    }

    /// The position that this text spells.
    pub fn read_position(&self, text: &str) -> Result<Box<dyn AnyGame>, ParseError> {
        (self.read_position)(text)
    }

    /// The first position of a record of this game ([`Header::open`]).
    pub fn open_record(&self, header: &Header) -> Result<Box<dyn AnyGame>, String> {
        (self.open_record)(header)
    }
}
