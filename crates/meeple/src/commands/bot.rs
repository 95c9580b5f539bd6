//! `meeple bot`: one of ours at the end of two pipes.

use crate::{
    cli::{BotArgs, BotGame, FillerBotArgs},
    failure::Failure,
};
use meeple_ai::filler::{BOTS, View, bot};
use meeple_arena::filler::serve;
use meeple_core::{
    Seat,
    rng::{Stream, seeded},
    text::nearest,
};
use meeple_games::filler::Margins;
use std::io;

pub(super) fn run(args: &BotArgs) -> Result<(), Failure> {
    match &args.game {
        BotGame::Filler(args) => filler(args),
    }
}

fn filler(args: &FillerBotArgs) -> Result<(), Failure> {
    let mut bot = bot(&args.name).ok_or_else(|| unknown(&args.name))?;
    let mut rng = seeded(args.seed, Stream::Seat(Seat::new(0)));
    let choose = |question: &meeple_arena::filler::Question| {
        let (board, piece, seat) = (&question.board, &question.piece, question.seat);
        bot.place(View { board, piece, seat, margins: Margins::Overhang }, &mut rng)
    };
    let complain = |bad: &meeple_arena::filler::BadQuestion| eprintln!("meeple: {bad}");
    Ok(serve(io::stdin().lock(), io::stdout().lock(), args.dialect, choose, complain)?)
}

fn unknown(name: &str) -> Failure {
    let names: Vec<&str> = BOTS.iter().map(|kind| kind.name).collect();
    let guess = nearest(name, names.iter().copied()).map(|near| format!("did you mean {near:?}? "));
    let guess = guess.unwrap_or_default();
    Failure::Usage(format!("no bot {name:?} plays filler: {guess}(bots: {})", names.join(", ")))
}
