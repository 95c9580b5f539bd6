//! Plays a game of Nim between two computer players and prints it: `cargo run -p nim`.

use meeple_ai::roster::Resources;
use meeple_core::{Header, Limits, Notes, SeatInfo, Table, TableDue};
use nim::{Nim, Options, ROSTER};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let names = ["perfect", "mcts:nodes=200"];
    let seat = |name: &str| -> Result<SeatInfo, Box<dyn Error>> {
        Ok(SeatInfo { name: name.into(), colour: None, who: ROSTER.parse(name)? })
    };
    let seats = names.into_iter().map(seat).collect::<Result<Vec<_>, _>>()?;
    let options = Options::default();
    let header = Header { seed: Some(1), ..Header::new::<Nim>(&options, seats) };
    let mut table = Table::open::<Nim>(&options, header)?;
    let mut players = Vec::new();
    for name in names {
        players.push(ROSTER.seat(name, &Resources::default())?);
    }
    while let TableDue::Seat(seat) = table.due() {
        let player = &mut players[seat.index()];
        let mut rng = table.rng_for(seat);
        let choice = player.choose_text(table.position(), &Limits::default(), &mut rng)?;
        table.play(seat, &choice.mv, Notes::default())?;
        println!("{:<15} {}   {}", names[seat.index()], choice.mv, table.position());
    }
    table.end()?;
    for event in table.game().log() {
        println!("{event}"); // the record, which `Replay::read` reads back
    }
    Ok(())
}
