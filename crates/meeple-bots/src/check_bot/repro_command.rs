//! The command that shows more of how a bot fails.

use super::BotCheck;
use crate::{Protocol, program::shell_word, school::Dialect};
use meeple_core::{Seat, Table};

/// The opponent of the checked bot.
pub(super) const OPPONENT: &str = "random";
/// The longest option in the command; longer ones are left out, as they would hide the rest.
const LONGEST_OPTION: usize = 60;

/// Returns the command line that plays such a game.
pub(super) fn command(check: &BotCheck, seat: Seat, table: &Table) -> String {
    match check.protocol {
        Protocol::Filler { dialect, .. } => filler(check, seat, dialect),
        Protocol::Json => play(check, seat, table),
    }
}

fn filler(check: &BotCheck, seat: Seat, dialect: Dialect) -> String {
    let bot = shell_word(check.program.typed());
    let opponent = "wall_e".to_owned();
    let [first, second] = if seat.index() == 0 { [bot, opponent] } else { [opponent, bot] };
    let judge = match dialect {
        Dialect::Edu => "--strict",
        Dialect::FortyTwo => "--dialect 42",
    };
    let seed = check.seed;
    format!("meeple filler -p1 {first} -p2 {second} {judge} -s {seed}")
}

fn play(check: &BotCheck, seat: Seat, table: &Table) -> String {
    let seats = (0..table.position().seats()).map(|index| match check.program.typed() {
        _ if index != seat.index() => OPPONENT.to_owned(),
        bot if Protocol::default_for(check.kind.name()) == Protocol::Json => shell_word(bot),
        bot => shell_word(&format!("json:{bot}")),
    });
    let seats = shell_word(&seats.collect::<Vec<_>>().join(","));
    let options = table.game().header().options.words().into_iter();
    let options = options.map(|word| word + " ");
    let options: String = options.filter(|option| option.len() <= LONGEST_OPTION).collect();
    let BotCheck { kind, seed, .. } = check;
    format!("meeple play {kind} {options}--seats {seats} --seed {seed}")
}
