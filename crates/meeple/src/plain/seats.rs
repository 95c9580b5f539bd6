//! Who sits where: `you`, or a computer player by name.

use meeple_ai::roster::{BadPlayer, Resources, Seated};
use meeple_core::{
    BadOptions, Key, Options,
    options::parse,
    record::{SeatInfo, Who},
};
use meeple_games::GameKind;
use serde_json::{Map, Value};

/// The word for a person.
const PERSON: &str = "you";

/// A chair with somebody on it.
pub(super) enum Chair {
    Person,
    Computer(Seated),
}

/// What a person may be called: `you:name=Ann:colour=red`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Person {
    name: Option<String>,
    colour: Option<String>,
}

impl Options for Person {
    const KEYS: &'static [Key<Self>] = &[
        Key::text("name", "shown", "a word", "you", |p| p.name.as_deref(), |p, t| p.name = Some(t)),
        Key::text(
            "colour",
            "where the game lets people choose one",
            "a colour",
            "asked",
            |person| person.colour.as_deref(),
            |person, colour| person.colour = Some(colour),
        ),
    ];
}

/// Why somebody cannot take a seat.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadSeat {
    /// A computer player that is not there, or wrong parameters.
    #[error("{0} (a person is `you`)")]
    Player(#[from] BadPlayer),
    /// Wrong words behind `you`.
    #[error("seat {seat:?}: {error}")]
    Person {
        /// The seat as it was given.
        seat: String,
        /// What is wrong.
        error: BadOptions,
    },
}

/// One person, and the usual opponent on all other chairs.
pub(super) fn usual(opponent: &str, seats: usize) -> Vec<String> {
    let others = std::iter::repeat_n(opponent.to_owned(), seats.saturating_sub(1));
    std::iter::once(PERSON.to_owned()).chain(others).collect()
}

/// Seats everybody, and says how a record describes them.
pub(super) fn seat(
    kind: GameKind,
    seats: &[String],
    resources: &Resources,
) -> Result<Vec<(Chair, SeatInfo)>, BadSeat> {
    let taken = seats.iter().map(|spec| one(kind, spec, resources));
    let mut taken = taken.collect::<Result<Vec<_>, BadSeat>>()?;
    give_names(&mut taken);
    Ok(taken)
}

fn one(kind: GameKind, spec: &str, resources: &Resources) -> Result<(Chair, SeatInfo), BadSeat> {
    let mut words = spec.split(':');
    if words.next() != Some(PERSON) {
        let seated = Seated::new(kind, spec, resources)?;
        let info = SeatInfo { name: seated.name.into(), colour: None, who: seated.who() };
        return Ok((Chair::Computer(seated), info));
    }
    let bad = |error| BadSeat::Person { seat: spec.into(), error };
    let Person { name, colour } = parse(words).map_err(bad)?;
    let name = name.unwrap_or_else(|| PERSON.into());
    Ok((Chair::Person, SeatInfo { name, colour, who: Who::Person }))
}

/// Those who would have the same name get a number behind it.
fn give_names(taken: &mut [(Chair, SeatInfo)]) {
    let names: Vec<String> = taken.iter().map(|(_, info)| info.name.clone()).collect();
    for (index, (_, info)) in taken.iter_mut().enumerate() {
        let same = |name: &&String| **name == names[index];
        if names.iter().filter(same).count() > 1 {
            let number = names[..=index].iter().filter(same).count();
            info.name = format!("{} {number}", names[index]);
        }
    }
}

/// The seats of a recorded game, taken again by the same players.
pub(super) fn reseat(
    kind: GameKind,
    infos: &[SeatInfo],
    resources: &Resources,
) -> Result<Vec<Chair>, String> {
    let chair = |info: &SeatInfo| match &info.who {
        Who::Person => Ok(Chair::Person),
        Who::Computer { player, parameters } => {
            Seated::new(kind, &spec(player, parameters), resources)
                .map(Chair::Computer)
                .map_err(|error| error.to_string())
        }
        Who::Program { command } => {
            Err(format!("{} was the program {:?}", info.name, command.join(" ")))
        }
    };
    infos.iter().map(chair).collect()
}

fn spec(player: &str, parameters: &Map<String, Value>) -> String {
    let words = parameters
        .iter()
        .map(|(name, value)| format!(":{name}={}", meeple_core::options::value_text(value)));
    std::iter::once(player.to_owned()).chain(words).collect()
}
