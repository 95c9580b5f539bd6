//! `meeple bot`: one of ours at the end of two pipes.

use crate::{
    cli::{BotArgs, BotGame, FillerBotArgs},
    failure::{Failure, warn},
};
use meeple_ai::roster::{Resources, roster};
use meeple_arena::filler::{BadQuestion, Question, serve};
use meeple_core::{
    Limits, Seat,
    rng::{Stream, seeded},
};
use meeple_games::{
    GameKind,
    filler::{Filler, Margins, Move},
};
use std::io;

pub(super) fn run(args: &BotArgs) -> Result<(), Failure> {
    match &args.game {
        BotGame::Filler(args) => filler(args),
    }
}

fn filler(args: &FillerBotArgs) -> Result<(), Failure> {
    let mut player = roster(GameKind::Filler).seat(&args.name, &Resources::default())?;
    let mut ply = 0;
    let choose = |question: &Question| {
        let Question { board, piece, seat, .. } = question.clone();
        let position = Filler::asked(board, seat, piece, Margins::Overhang);
        let mut rng = seeded(args.seed, Stream::Choice { seat: Seat::new(0), ply });
        ply += 1;
        // Nobody is there who could be told: what cannot be chosen is laid nowhere.
        let choice = player.choose_text(&position, &Limits::default(), &mut rng).ok()?;
        match choice.mv.parse().ok()? {
            Move::Place(at) => Some(at),
            Move::Stop => None,
        }
    };
    let complain = |bad: &BadQuestion| warn("meeple", bad);
    Ok(serve(io::stdin().lock(), io::stdout().lock(), args.dialect, choose, complain)?)
}
