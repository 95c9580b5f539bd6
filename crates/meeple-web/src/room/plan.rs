//! What a room is to be: the game, who may sit where, clocks and manners.

use crate::{
    names,
    refusal::{Code, Refusal},
    secret::{Secret, SecretHash},
};
use meeple_ai::roster::roster;
use meeple_games::{GameKind, UnknownGame};
use meeple_session::TimeControl;
use meeple_view::words::sentence;
use serde::{Deserialize, Serialize};

/// How long somebody who is due may be away, unless something else is said, in seconds.
const AWAY: u64 = 120;
/// Nobody waits longer.
const LONGEST_AWAY: u64 = 30 * 24 * 3600;
/// Who moves for somebody who is away, unless something else is said.
pub(crate) const STAND_IN: &str = "normal";
/// No more words of options, and none longer than this.
const MOST_OPTIONS: usize = 32;
const LONGEST_WORD: usize = 200;
/// No text of a position is longer.
const LONGEST_POSITION: usize = 64 << 10;

/// What a room is to be, as somebody asks for it.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Wish {
    /// The game's name.
    pub(crate) game: String,
    /// Its options as words.
    pub(crate) options: Vec<String>,
    /// Who sits where.
    pub(crate) seats: Option<Vec<String>>,
    /// What the maker is called.
    pub(crate) name: String,
    /// A time control, as everywhere.
    pub(crate) clock: Option<String>,
    /// How long somebody may be away, in seconds; 0 for ever.
    pub(crate) away: Option<u64>,
    /// Who moves then; `none`: they have given up.
    pub(crate) stand_in: Option<String>,
    /// Whether it is listed.
    pub(crate) public: bool,
    /// Makes deals repeatable.
    pub(crate) seed: Option<u64>,
    /// A position to begin with.
    pub(crate) position: Option<String>,
}

/// What a room is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Plan {
    /// The game's name.
    pub(crate) game: String,
    /// Its options as words.
    pub(crate) options: Vec<String>,
    /// Who may sit where.
    pub(crate) chairs: Vec<Chair>,
    /// How long everybody may think.
    pub(crate) clock: TimeControl,
    /// [`Wish::away`].
    pub(crate) away: u64,
    /// [`Wish::stand_in`]; nobody: who stays away has given up.
    pub(crate) stand_in: Option<String>,
    /// Whether it is listed.
    pub(crate) public: bool,
    /// The seed of the deals and of the computer players.
    pub(crate) seed: u64,
    /// A position to begin with.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub(crate) position: Option<String>,
    /// What lets others sit down.
    pub(crate) invite: String,
}

/// Who may sit on a chair.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Chair {
    /// A person.
    Person,
    /// One of ours, with its parameters.
    Computer(String),
    /// A program on somebody's own machine, which knows this secret.
    Bot(SecretHash),
}

/// A room that was asked for, and the secrets of its maker.
pub(crate) struct Drafted {
    pub(crate) plan: Plan,
    /// Where the maker sits.
    pub(crate) own: Option<usize>,
    /// What the maker is called.
    pub(crate) name: String,
    /// What bots need to come in, by seat.
    pub(crate) tokens: Vec<(usize, Secret)>,
}

impl Plan {
    /// The game.
    pub(crate) fn kind(&self) -> Result<GameKind, Refusal> {
        self.game
            .parse()
            .map_err(|error: UnknownGame| Refusal::not_found(sentence(&error.to_string())))
    }
}

/// Reads what is asked for.
pub(crate) fn draft(wish: Wish) -> Result<Drafted, Refusal> {
    let kind: GameKind = wish
        .game
        .parse()
        .map_err(|error: UnknownGame| Refusal::not_found(sentence(&error.to_string())))?;
    if wish.options.len() > MOST_OPTIONS || wish.options.iter().any(|w| w.len() > LONGEST_WORD) {
        return Err(Refusal::bad_request("There are too many options."));
    }
    let mut options = wish.options;
    let needed = seats_needed(kind, &mut options, wish.seats.as_deref(), wish.position.as_deref())?;
    let words = wish.seats.unwrap_or_else(|| {
        (0..needed).map(|seat| if seat == 0 { "me" } else { STAND_IN }.into()).collect()
    });
    if words.len() != needed {
        let given = words.len();
        let message = format!("{given} seats are named, but the game has {needed}.");
        return Err(Refusal::bad_request(message));
    }
    let (mut own, mut tokens, mut chairs) = (None, Vec::new(), Vec::new());
    for (seat, word) in words.iter().enumerate() {
        chairs.push(match word.as_str() {
            "open" => Chair::Person,
            "me" if own.is_none() => {
                own = Some(seat);
                Chair::Person
            }
            "me" => return Err(Refusal::bad_request("You can sit on one chair only.")),
            "bot" => {
                let token = drawn(Secret::new())?;
                let chair = Chair::Bot(token.hash());
                tokens.push((seat, token));
                chair
            }
            player => computer(kind, player)?,
        });
    }
    let clock = match wish.clock.as_deref().map(str::trim) {
        None | Some("") => TimeControl::None,
        Some(text) => {
            let control: Result<TimeControl, _> = text.parse();
            control.map_err(|error| Refusal::bad_request(sentence(&error.to_string())))?
        }
    };
    let stand_in = match wish.stand_in.as_deref() {
        None => Some(STAND_IN.into()),
        Some("none") => None,
        Some(player) => match computer(kind, player)? {
            Chair::Computer(player) => Some(player),
            Chair::Person | Chair::Bot(_) => None,
        },
    };
    let plan = Plan {
        game: kind.name().into(),
        options,
        chairs,
        clock,
        away: wish.away.unwrap_or(AWAY).min(LONGEST_AWAY),
        stand_in,
        public: wish.public,
        seed: match wish.seed {
            Some(seed) => seed,
            None => drawn(getrandom::u64())?,
        },
        position: wish.position,
        invite: drawn(Secret::new())?.reveal().into(),
    };
    Ok(Drafted { plan, own, name: names::cleaned(&wish.name, "guest"), tokens })
}

/// How many seats there are; where that is an option that is not given, the named seats say it.
fn seats_needed(
    kind: GameKind,
    options: &mut Vec<String>,
    seats: Option<&[String]>,
    position: Option<&str>,
) -> Result<usize, Refusal> {
    if let Some(text) = position {
        if text.len() > LONGEST_POSITION {
            return Err(Refusal::bad_request("The position is too long."));
        }
        let position = kind.read_position(text);
        return position
            .map(|position| position.seats())
            .map_err(|error| Refusal::new(Code::BadPosition, sentence(&error.to_string())));
    }
    let is_given = options.iter().any(|word| word.starts_with("players="));
    if let Some(seats) = seats
        && meeple_session::opening::has_players_option(kind)
        && !is_given
    {
        options.push(format!("players={}", seats.len()));
    }
    let table = meeple_session::opening::without_players(kind, options, 0);
    table.map(|table| table.position().seats()).map_err(Refusal::bad_request)
}

/// One of ours, by its word. Programs are never started here.
fn computer(kind: GameKind, word: &str) -> Result<Chair, Refusal> {
    let known = roster(kind).read(word);
    known.map(|_| Chair::Computer(word.into())).map_err(|error| {
        let hint = "A seat is me, open, bot, or one of ours";
        Refusal::bad_request(sentence(&format!("{hint}: {error}")))
    })
}

/// Numbers from the system, which it hardly ever refuses.
pub(crate) fn drawn<T>(numbers: Result<T, getrandom::Error>) -> Result<T, Refusal> {
    numbers.map_err(|error| Refusal::new(Code::Broken, format!("No numbers: {error}.")))
}
