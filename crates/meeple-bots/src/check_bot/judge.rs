//! Judges an answer by the rules, and in the 01-edu dialect as the school's engine does.

use super::bot::BotAnswer;
use crate::{Exchange, Protocol, school::Dialect};
use meeple_core::{AnyGame, Game, PlayError, Verdict};
use meeple_games::filler::{Filler, Move, Placement};

/// Filler's move that places nothing.
const STOP: &str = "stop";

/// The judgement of an answer that was understood.
pub(super) enum AnswerVerdict {
    Good,
    /// The bot wrongly thinks that it is stuck; a warning.
    GaveUp(String),
    Bad(Verdict),
}

pub(super) fn judge(
    position: &dyn AnyGame,
    answer: &BotAnswer,
    exchange: &Exchange,
    protocol: Protocol,
) -> AnswerVerdict {
    if let Some(verdict) = more_than_a_line(&exchange.received, protocol) {
        return AnswerVerdict::Bad(verdict);
    }
    match position.check_move_text(&answer.mv) {
        Ok(()) if answer.text == STOP && !placements(position).is_empty() => AnswerVerdict::GaveUp(
            "The bot answered `stop` although its piece fits. `stop` is always legal, and after it \
             the bot places no more pieces in this game. Choose it only if it is the only move."
                .into(),
        ),
        Ok(()) => AnswerVerdict::Good,
        Err(error) => match gave_up(position, answer, protocol) {
            Some(warning) => AnswerVerdict::GaveUp(warning),
            None => AnswerVerdict::Bad(illegal(position, answer, &error)),
        },
    }
}

/// Refuses output after the line feed: 01-edu's engine then reads Y as 0.
fn more_than_a_line(said: &[u8], protocol: Protocol) -> Option<Verdict> {
    let Protocol::Filler { dialect: Dialect::Edu, .. } = protocol else { return None };
    let end = said.iter().position(|&byte| byte == b'\n')?;
    let reason = "more output after the line feed in the same write".into();
    (end + 1 < said.len()).then(|| Verdict::BadAnswer { answer: said.into(), reason })
}

/// Returns a warning if a Filler bot thinks it is stuck although a piece fits with overhanging margins.
/// Many good bots ignore such placements and get stuck a little early (F5).
fn gave_up(position: &dyn AnyGame, answer: &BotAnswer, protocol: Protocol) -> Option<String> {
    let Protocol::Filler { dialect, .. } = protocol else { return None };
    let filler = position.as_any().downcast_ref::<Filler>()?;
    let legal = placements(position);
    let first =
        legal.first().filter(|_| legal.iter().all(|&at| extends_beyond_board(filler, at)))?;
    let (said, first) = (&answer.text, dialect.answer(*first));
    Some(format!(
        "The bot answered {said:?} although {:?} was legal, and places no more pieces in this game \
         (F5). The empty margins of a piece may extend beyond any edge of the board, so columns \
         and rows can be negative (F3).",
        first.trim_end(),
    ))
}

/// Returns the legal placements in Filler; empty for other games.
pub(super) fn placements(position: &dyn AnyGame) -> Vec<Placement> {
    if position.name() != Filler::NAME {
        return Vec::new();
    }
    let moves = position.legal_move_texts().into_iter().filter_map(|mv| mv.parse().ok());
    let placements = moves.filter_map(|mv| match mv {
        Move::Place(at) => Some(at),
        Move::Stop => None,
    });
    placements.collect()
}

/// Returns whether a part of the piece's rectangle lies outside the board.
fn extends_beyond_board(filler: &Filler, at: Placement) -> bool {
    let Some(piece) = filler.piece() else { return false };
    let beyond = |start: i16, size: usize, room: usize| {
        usize::try_from(start).map_or(true, |start| start + size > room)
    };
    beyond(at.column, piece.width(), filler.board().width())
        || beyond(at.row, piece.height(), filler.board().height())
}

fn illegal(position: &dyn AnyGame, answer: &BotAnswer, error: &PlayError) -> Verdict {
    let legal = position.legal_move_texts().into_iter().next().unwrap_or_default();
    let reason = format!("{error}; {legal} would have been legal");
    Verdict::Illegal { mv: answer.mv.clone(), reason }
}
