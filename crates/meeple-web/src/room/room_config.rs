//! The settings of a room: the game, who may sit where, the clock, and what happens if a player stays away.

use crate::{
    api_error::{ApiError, error_sentence},
    library::{find_game, positions::parse_position},
    names,
    secret::{Secret, SecretHash},
};
use meeple_ai::roster::roster;
use meeple_games::GameKind;
use meeple_session::{
    TimeControl, fair_seed, open_table,
    setup::{default_opponent, infer_players},
};
use serde::{Deserialize, Serialize};

/// The default time that a player to move may be away, in seconds.
const DEFAULT_AWAY: u64 = 120;
/// The maximum time that a player may be away, in seconds.
const MAX_AWAY: u64 = 30 * 24 * 3600;
/// The maximum number of option words, and the maximum length of one in bytes.
const MAX_OPTIONS: usize = 32;
const MAX_WORD_BYTES: usize = 200;

/// The body of a request to create a room.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct RoomRequest {
    /// The game's name.
    pub(crate) game: String,
    /// The game's options as words.
    pub(crate) options: Vec<String>,
    /// One word per seat: `me`, `open`, `bot` or a computer player.
    pub(crate) seats: Option<Vec<String>>,
    /// The name of the person who creates the room.
    pub(crate) name: String,
    /// The time control as text; none if absent or empty.
    pub(crate) clock: Option<String>,
    /// How long a player to move may be away, in seconds; 0 means forever.
    pub(crate) away: Option<u64>,
    /// The computer player that then moves instead; `none` means that the absent player resigns.
    pub(crate) stand_in: Option<String>,
    /// Whether the room is listed publicly.
    pub(crate) public: bool,
    /// The seed of the deals and of the computer players; random if absent. If others play too, everyone sees
    /// it.
    pub(crate) seed: Option<u64>,
    /// The starting position, if not the default.
    pub(crate) position: Option<String>,
}

/// The settings of a room, as stored in its log.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RoomConfig {
    /// The game's name.
    pub(crate) game: String,
    /// The game's options as words.
    pub(crate) options: Vec<String>,
    /// Who may take each seat.
    #[serde(rename = "chairs")]
    pub(crate) seats: Vec<SeatPolicy>,
    /// The time control.
    pub(crate) clock: TimeControl,
    /// [`RoomRequest::away`].
    pub(crate) away: u64,
    /// [`RoomRequest::stand_in`]; if `None`, a player who stays away resigns.
    pub(crate) stand_in: Option<String>,
    /// Whether the room is listed publicly.
    pub(crate) public: bool,
    /// The seed of the deals and of the computer players.
    pub(crate) seed: u64,
    /// What is hashed together with a seed that the server has drawn.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub(crate) salt: Option<String>,
    /// Whether the creator has chosen the seed.
    #[serde(skip_serializing_if = "is_false", default)]
    pub(crate) seed_chosen: bool,
    /// The starting position, if not the default.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub(crate) position: Option<String>,
    /// The hash of the invitation that others need to sit down. At a public room nobody needs one.
    #[serde(rename = "invite", skip_serializing_if = "Option::is_none", default)]
    pub(crate) invitation: Option<StoredInvitation>,
}

/// An invitation as the log stores it: hashed. Earlier versions stored the invitation itself, which is hashed
/// when it is read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "InvitationForm")]
pub(crate) struct StoredInvitation {
    hash: SecretHash,
}

/// The forms of a stored invitation.
#[derive(Deserialize)]
#[serde(untagged)]
enum InvitationForm {
    Hashed { hash: SecretHash },
    Plain(Secret),
}

impl From<InvitationForm> for StoredInvitation {
    fn from(form: InvitationForm) -> Self {
        match form {
            InvitationForm::Hashed { hash } => StoredInvitation { hash },
            InvitationForm::Plain(invitation) => StoredInvitation { hash: invitation.hash() },
        }
    }
}

/// Who may take a seat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum SeatPolicy {
    /// A person.
    Person,
    /// A built-in computer player, with its parameters.
    Computer(String),
    /// A bot that connects with the token whose hash this is.
    Bot(SecretHash),
}

/// The settings of a requested room, and what only its creator needs.
pub(crate) struct RoomDraft {
    pub(crate) config: RoomConfig,
    /// The creator's seat, if any.
    pub(crate) creator_seat: Option<usize>,
    /// The creator's name; empty if they take no seat.
    pub(crate) name: String,
    /// The invitation for the others, unless the room is public.
    pub(crate) invitation: Option<Secret>,
    /// The tokens with which bots connect, by seat.
    pub(crate) tokens: Vec<(usize, Secret)>,
}

impl RoomConfig {
    /// Parses the game's name.
    pub(crate) fn kind(&self) -> Result<GameKind, ApiError> {
        find_game(&self.game)
    }

    /// Draws a new seed and its salt.
    pub(crate) fn draw_seed(&mut self) -> Result<(), getrandom::Error> {
        let mut random = [0; 16];
        getrandom::fill(&mut random)?;
        self.seed = getrandom::u64()?;
        (self.salt, self.seed_chosen) = (Some(fair_seed::salt(random)), false);
        Ok(())
    }

    /// Returns the commitment to a seed that the server has drawn.
    pub(crate) fn commitment(&self) -> Option<String> {
        self.salt.as_deref().map(|salt| fair_seed::commitment(self.seed, salt))
    }

    /// Returns whether this invitation lets somebody sit down; in a public room, everybody may.
    pub(crate) fn admits(&self, invitation: Option<&Secret>) -> bool {
        let hash = invitation.map(Secret::hash);
        let is_invited = || Some(self.invitation.as_ref()?.hash.equals(hash.as_ref()?));
        self.public || is_invited().unwrap_or(false)
    }

    /// Returns the computer players at the table, as they were chosen.
    pub(crate) fn computers(&self) -> Vec<&str> {
        let players = self.seats.iter().filter_map(|policy| match policy {
            SeatPolicy::Computer(player) => Some(player.as_str()),
            SeatPolicy::Person | SeatPolicy::Bot(_) => None,
        });
        players.collect()
    }

    /// Returns the seed if everyone may know it before the game: its creator chose it, and others play too.
    pub(crate) fn known_seed(&self) -> Option<u64> {
        let computers = |policy: &&SeatPolicy| matches!(policy, SeatPolicy::Computer(_));
        let others = self.seats.len() - self.seats.iter().filter(computers).count();
        (self.seed_chosen && others > 1).then_some(self.seed)
    }
}

/// Validates a request and fills in the defaults.
pub(crate) fn draft(request: RoomRequest) -> Result<RoomDraft, ApiError> {
    let kind = find_game(&request.game)?;
    let RoomRequest { mut options, seats, position, .. } = request;
    if options.len() > MAX_OPTIONS || options.iter().any(|word| word.len() > MAX_WORD_BYTES) {
        return Err(ApiError::bad_request("There are too many options."));
    }
    let opponent = default_opponent(roster(kind));
    let needed = seats_needed(kind, &mut options, seats.as_deref(), position.as_deref())?;
    let words = seats.unwrap_or_else(|| {
        (0..needed).map(|seat| if seat == 0 { "me" } else { opponent }.into()).collect()
    });
    if words.len() != needed {
        let given = words.len();
        let message = format!("You named {given} seats, but the game has {needed}.");
        return Err(ApiError::bad_request(message));
    }
    let (mut creator_seat, mut tokens, mut policies) = (None, Vec::new(), Vec::new());
    for (seat, word) in words.iter().enumerate() {
        policies.push(match word.as_str() {
            "open" => SeatPolicy::Person,
            "me" if creator_seat.is_none() => {
                creator_seat = Some(seat);
                SeatPolicy::Person
            }
            "me" => return Err(ApiError::bad_request("You can take only one seat.")),
            "bot" => {
                let token = Secret::new()?;
                let policy = SeatPolicy::Bot(token.hash());
                tokens.push((seat, token));
                policy
            }
            player => SeatPolicy::Computer(computer_player(kind, player)?),
        });
    }
    let clock = match request.clock.as_deref().map(str::trim) {
        None | Some("") => TimeControl::None,
        Some(text) => {
            text.parse().map_err(|error| ApiError::bad_request(error_sentence(&error)))?
        }
    };
    let stand_in = match request.stand_in.as_deref().unwrap_or(opponent) {
        "none" => None,
        player => Some(computer_player(kind, player)?),
    };
    let invitation = if request.public { None } else { Some(Secret::new()?) };
    let stored = |invitation: &Secret| StoredInvitation { hash: invitation.hash() };
    let mut config = RoomConfig {
        game: kind.name().into(),
        options,
        seats: policies,
        clock,
        away: request.away.unwrap_or(DEFAULT_AWAY).min(MAX_AWAY),
        stand_in,
        public: request.public,
        seed: request.seed.unwrap_or_default(),
        salt: None,
        seed_chosen: request.seed.is_some(),
        position,
        invitation: invitation.as_ref().map(stored),
    };
    if !config.seed_chosen {
        config.draw_seed()?;
    }
    let name = match creator_seat {
        Some(_) => names::choose(kind, &request.name, &[], &config.computers())?,
        None => String::new(),
    };
    Ok(RoomDraft { config, creator_seat, name, invitation, tokens })
}

/// For serde, which passes a reference.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_false(value: &bool) -> bool {
    !value
}

/// Returns the number of seats. If the game has an option for it that isn't given, the length of `seats`
/// decides.
fn seats_needed(
    kind: GameKind,
    options: &mut Vec<String>,
    seats: Option<&[String]>,
    position: Option<&str>,
) -> Result<usize, ApiError> {
    if let Some(text) = position {
        return parse_position(kind, text).map(|position| position.seats());
    }
    if let Some(seats) = seats {
        infer_players(kind.entry(), options, seats.len());
    }
    let table = open_table::open_anonymous(kind, options, 0);
    table.map(|table| table.position().seats()).map_err(ApiError::bad_request)
}

/// Checks the name of a built-in computer player; the server never starts programs.
fn computer_player(kind: GameKind, word: &str) -> Result<String, ApiError> {
    roster(kind).parse(word).map(|_| word.into()).map_err(|error| {
        let message = format!("A seat is me, open, bot, or a computer player: {error}");
        ApiError::bad_request(error_sentence(&message))
    })
}
