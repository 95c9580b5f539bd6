//! The reduced round against the rules themselves.

use super::{
    mosaic::Mosaic,
    round::{Draft, Outset, Round},
    tiling::{Tiled, is_over, next_starter},
};
use crate::search::State;
use meeple_core::{
    Game, Turn,
    options::parse,
    rng::{Stream, seeded},
};
use meeple_games::azul::{Azul, AzulMove, DraftAction, Phase, Row, WallSide};
use std::collections::HashSet;

/// What games are played: options, and how often.
const TABLES: [(&str, u64); 5] = [
    ("players=2", 40),
    ("players=3", 20),
    ("players=4", 20),
    ("players=2 wall=grey", 20),
    ("players=4 wall=grey starter=2", 10),
];

/// Plays random games and shows each draft: the position before, the move, the position after.
fn every_draft(mut show: impl FnMut(&Azul, DraftAction, &Azul)) {
    for (words, games) in TABLES {
        for seed in 0..games {
            let mut rng = seeded(seed, Stream::Deals);
            let options = parse(words.split(' ')).expect("good options");
            let mut game = Azul::new(&options).expect("a game");
            while Game::turn(&game) != Turn::Over {
                if let Some(deal) = game.sample_deal(&mut rng) {
                    game.apply_deal(&deal).expect("a sampled deal");
                    continue;
                }
                let before = game;
                let mv = game.random_move(&mut rng).expect("somebody moves");
                game.play_unchecked(mv);
                if let AzulMove::Draft(action) = mv {
                    show(&before, action, &game);
                }
            }
        }
    }
}

fn drafts(round: &Round) -> Vec<Draft> {
    let mut moves = Vec::new();
    round.moves(&mut moves);
    moves
}

#[test]
fn a_round_has_the_drafts_of_the_game_and_each_but_once() {
    every_draft(|game, _, _| {
        let outset = Outset::of(game).expect("tiles are drafted");
        let listed = drafts(&outset.round);
        let named: HashSet<DraftAction> =
            listed.iter().map(|&draft| outset.action(draft)).collect();
        assert_eq!(named.len(), listed.len(), "{game}");
        for mv in game.legal_moves() {
            let AzulMove::Draft(action) = mv else { unreachable!("tiles are drafted") };
            let draft = outset.draft(action).expect("it is legal");
            assert!(listed.contains(&draft), "{mv} in {game}");
            let meant = outset.action(draft);
            let tiles = |action: DraftAction| game.market().tiles_at(action.source);
            assert_eq!(tiles(meant), tiles(action));
            assert!(game.is_legal(AzulMove::Draft(meant)));
        }
        for action in named {
            assert!(game.is_legal(AzulMove::Draft(action)), "{action} in {game}");
        }
    });
}

#[test]
fn a_draft_leads_where_it_leads_in_the_game() {
    every_draft(|before, action, after| {
        let mut outset = Outset::of(before).expect("tiles are drafted");
        let draft = outset.draft(action).expect("it is legal");
        outset.round.play(draft);
        if let Some(anew) = Outset::of(after).filter(|_| after.round() == before.round()) {
            assert_eq!(outset.round.key(), anew.round.key(), "{action} in {before}");
            assert_eq!(outset.round.turn(), Game::turn(after));
            let as_drafts = |round: &Round| drafts(round).len();
            assert_eq!(as_drafts(&outset.round), as_drafts(&anew.round));
        } else {
            assert_eq!(outset.round.turn(), Turn::Over);
            check_end(&outset, before, after);
        }
    });
}

/// After the last draft of a round: scores, walls, lines, who starts, whether the game is over.
fn check_end(outset: &Outset, before: &Azul, after: &Azul) {
    if before.side() == WallSide::Grey {
        return; // Its tiles wait for their players.
    }
    let Outset { round, standings, .. } = outset;
    let tiled: Vec<Tiled> = (0..before.players())
        .map(|seat| {
            Tiled::of(standings.walls[seat], round.desks[seat].lines, before.side(), |_| 0.0)
        })
        .collect();
    let is_over = is_over(standings, &tiled.iter().collect::<Vec<_>>());
    assert_eq!(is_over, after.phase() == Phase::Over, "{before}");
    for (seat, (board, tiled)) in after.boards().iter().zip(&tiled).enumerate() {
        let score = tiled.score(standings.scores[seat], round.desks[seat].floor);
        let bonus = if is_over { tiled.bonus() } else { 0 };
        assert_eq!(score + bonus, i32::from(board.score()), "seat {seat} after {before}");
        assert_eq!(tiled.wall, Mosaic::of(board.wall()));
        for row in Row::ALL {
            assert_eq!(tiled.lines.count(row.index()), u32::from(board.line(row).count_filled));
        }
    }
    assert_eq!(usize::from(next_starter(round, standings)), after.starter().index());
}

#[test]
fn factories_have_no_order() {
    let text = |factories: &str, centre: &str| {
        format!(
            "players=2 wall=colour round=1 starter=0 turn=0 marker=centre bag=16,15,16,16,17 \
             lid=0,0,0,0,0 factories={factories} centre={centre} scores=0,0 lines0=-,-,-,-,- \
             wall0=.....,.....,.....,.....,..... floor0=KKKK lines1=-,-,WWW,-,- \
             wall1=.....,.....,.....,.....,..... floor1=YR"
        )
    };
    let key = |factories: &str, centre: &str| {
        let game: Azul = text(factories, centre).parse().expect("a position");
        Outset::of(&game).expect("a draft").round.key()
    };
    assert_eq!(key("BBYR,-,-,-,-", "BBYYYRR"), key("-,-,BBYR,-,-", "BBYYYRR"));
    assert_ne!(key("BBYR,-,-,-,-", "BBYYYRR"), key("BYRR,-,-,-,-", "BBBYYYR"));
}
