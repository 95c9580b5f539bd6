//! What a game must say to be played line by line.

use crate::{console::Console, paint::Paint};
use meeple_ai::roster::Resources;
use meeple_core::{Event, Game, Limits, Outcome, Seat, game_match::Ply, record::SeatInfo};
use meeple_games::GameKind;
use std::io;

/// How one game is drawn, asked about and typed.
pub trait PlainGame: Sized {
    /// The game.
    type Game: Game;
    /// Its kind.
    const KIND: GameKind;
    /// The computer player that a lone person meets when no seats are named.
    const OPPONENT: &'static str;
    /// How moves are typed, for `help`.
    const HELP: &'static str;

    /// A new view; what players share may help it to explain positions.
    fn new(resources: &Resources) -> Self;

    /// Asks for options that were not given, adding `key=value` words; `false` at the end of
    /// input. Most games ask nothing.
    fn ask_options(_: &mut Console<'_>, _: &mut Vec<String>) -> io::Result<bool> {
        Ok(true)
    }

    /// Whether people can play from this first position, or why not.
    fn accept(_: &Self::Game) -> Result<(), String> {
        Ok(())
    }

    /// Asks people for what the game wants to know of them, a name or a colour; `false` at the
    /// end of input. Most games ask nothing.
    fn ask_people(_: &mut Console<'_>, _: &mut [SeatInfo]) -> io::Result<bool> {
        Ok(true)
    }

    /// The position as a person sees it.
    fn draw(&self, scene: &Scene<'_, Self::Game>) -> String;

    /// The question to the person who moves.
    fn question(&self, scene: &Scene<'_, Self::Game>, seat: Seat) -> String;

    /// The move that a person typed, or what is wrong with the words.
    fn read(
        &self,
        scene: &Scene<'_, Self::Game>,
        line: &str,
    ) -> Result<<Self::Game as Game>::Move, String>;

    /// Why the rules refuse a move, in words for the person who typed it.
    fn tell_refusal(
        &self,
        _: &Scene<'_, Self::Game>,
        reason: &<Self::Game as Game>::Illegal,
    ) -> String {
        reason.to_string()
    }

    /// What somebody did, in a line: `perfect bites 1,2`. The scene is the one before the move.
    fn tell_move(
        &self,
        scene: &Scene<'_, Self::Game>,
        seat: Seat,
        mv: <Self::Game as Game>::Move,
    ) -> String;

    /// What chance did; nothing to say in a game without chance. The scene is the one before.
    fn tell_deal(&self, _: &Scene<'_, Self::Game>, _: &<Self::Game as Game>::Deal) -> String {
        String::new()
    }

    /// What follows from the last deal or move by the rules, such as a scoring: said after it.
    /// The scene is the one after, `before` the position before.
    fn tell_consequences(&self, _: &Scene<'_, Self::Game>, _before: &Self::Game) -> String {
        String::new()
    }

    /// A command of this game that is not a move (`show`): what to print, or `None` if the line
    /// is no such command.
    fn command(&mut self, _: &Scene<'_, Self::Game>, _line: &str, _: &Limits) -> Option<String> {
        None
    }

    /// How the game ended.
    fn tell_end(&self, scene: &Scene<'_, Self::Game>, outcome: &Outcome) -> String;
}

/// What is there to be drawn.
#[derive(Debug)]
pub struct Scene<'a, G> {
    /// The position.
    pub position: &'a G,
    /// Who sits where.
    pub seats: &'a [SeatInfo],
    /// The deals and moves that led here.
    pub line: &'a [Ply],
    /// What the output takes.
    pub paint: Paint,
}

impl<G> Scene<'_, G> {
    /// The name of whoever sits there.
    pub fn name(&self, seat: Seat) -> &str {
        self.seats.get(seat.index()).map_or("nobody", |info| info.name.as_str())
    }

    /// The last move and who made it.
    pub fn last_move(&self) -> Option<(Seat, &str)> {
        self.line.iter().rev().find_map(|ply| match &ply.event {
            Event::Move { seat, mv, .. } => Some((*seat, mv.as_str())),
            _ => None,
        })
    }
}
