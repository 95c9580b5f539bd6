//! Checks the reduced round, the evaluation and the adviser against the rules of the game.

use super::{
    AzulAdviser, EvaluationSource, GameVariant, Networks, RoundSearcher, SelfPlay,
    board_evaluation::BoardEvaluation,
    builtin_networks,
    evaluation::Evaluation,
    handmade::Handmade,
    learned::Learned,
    round::{DraftMove, DraftRound, Outset},
    tiling::{Tiled, is_over, next_starter},
    wall_bits::WallBits,
};
use crate::{
    advice::{Adviser, Question},
    search::{
        Budget, ChanceSampling, Evaluator, SearchSettings, SearchState, TranspositionTable,
        negamax, pvs,
    },
};
use meeple_core::{
    Game, Limits, Seat, Turn,
    options::parse,
    rng::{RngStream, seeded},
};
use meeple_games::azul::{Azul, DraftAction, Move, Options, Phase, WallRow, WallSide};
use std::{collections::HashSet, sync::Arc};

/// The games to play: options and the number of seeds.
const TABLES: [(&str, u64); 5] = [
    ("players=2", 40),
    ("players=3", 20),
    ("players=4", 20),
    ("players=2 wall=grey", 20),
    ("players=4 wall=grey starter=2", 10),
];

/// Plays random games and passes each draft on: the position before, the move, the position after.
fn every_draft(mut show: impl FnMut(&Azul, DraftAction, &Azul)) {
    for (words, games) in TABLES {
        for seed in 0..games {
            let mut rng = seeded(seed, RngStream::Deals);
            let options = parse(words.split(' ')).expect("good options");
            let mut game = Azul::new(&options).expect("a game");
            while Game::turn(&game) != Turn::Over {
                if let Some(deal) = game.sample_deal(&mut rng) {
                    game.apply_deal(&deal).expect("a sampled deal");
                    continue;
                }
                let before = game;
                let mv = game.random_move(&mut rng).expect("a seat is to move");
                game.play_unchecked(mv);
                if let Move::Draft(action) = mv {
                    show(&before, action, &game);
                }
            }
        }
    }
}

fn drafts(round: &DraftRound) -> Vec<DraftMove> {
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
            let Move::Draft(action) = mv else { unreachable!("tiles are drafted") };
            let draft = outset.draft(action).expect("it is legal");
            assert!(listed.contains(&draft), "{mv} in {game}");
            let meant = outset.action(draft);
            let tiles = |action: DraftAction| game.market().tiles_at(action.source);
            assert_eq!(tiles(meant), tiles(action));
            assert!(game.is_legal(Move::Draft(meant)));
        }
        for action in named {
            assert!(game.is_legal(Move::Draft(action)), "{action} in {game}");
        }
    });
}

#[test]
fn a_searched_draft_leads_to_the_same_position_as_in_the_game() {
    every_draft(|before, action, after| {
        let mut outset = Outset::of(before).expect("tiles are drafted");
        let draft = outset.draft(action).expect("it is legal");
        outset.round.play(draft);
        if let Some(anew) = Outset::of(after).filter(|_| after.round() == before.round()) {
            assert_eq!(outset.round.key(), anew.round.key(), "{action} in {before}");
            assert_eq!(outset.round.turn(), Game::turn(after));
            let as_drafts = |round: &DraftRound| drafts(round).len();
            assert_eq!(as_drafts(&outset.round), as_drafts(&anew.round));
        } else {
            assert_eq!(outset.round.turn(), Turn::Over);
            check_end(&outset, before, after);
        }
    });
}

/// Checks a position after the last draft of a round: scores, walls, lines, the starter of the next
/// round, and whether the game is over.
fn check_end(outset: &Outset, before: &Azul, after: &Azul) {
    if before.side() == WallSide::Grey {
        return; // Here players choose the cells of their tiles themselves.
    }
    let Outset { round, standings, .. } = outset;
    let tiled: Vec<Tiled> = (0..before.players())
        .map(|seat| {
            Tiled::of(standings.walls[seat], round.boards[seat].lines, before.side(), |_| 0.0)
        })
        .collect();
    let is_over = is_over(standings, &tiled.iter().collect::<Vec<_>>());
    assert_eq!(is_over, after.phase() == Phase::Over, "{before}");
    for (seat, (board, tiled)) in after.boards().iter().zip(&tiled).enumerate() {
        let score = tiled.score(standings.scores[seat], round.boards[seat].floor);
        let bonus = if is_over { tiled.bonus() } else { 0 };
        assert_eq!(score + bonus, i32::from(board.score()), "seat {seat} after {before}");
        assert_eq!(tiled.wall, WallBits::of(board.wall()));
        for row in WallRow::ALL {
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

fn networks() -> Arc<Networks> {
    builtin_networks::networks(GameVariant::USUAL)
}

/// Checks that an evaluation with cached boards returns the same values as a fresh one.
fn check_memory<B: BoardEvaluation>(make: impl Fn(&Azul) -> B, evaluation: &mut Evaluation<B>) {
    let mut count = 0;
    every_draft(|game, _, _| {
        count += 1;
        if count % 5 == 0 {
            let outset = Outset::of(game).expect("tiles are drafted");
            let mut fresh = Evaluation::new(make(game));
            let seat = Seat::new(usize::from(outset.round.to_move));
            let anew = fresh.at(&outset.standings).value(&outset.round, seat);
            let known = evaluation.at(&outset.standings).value(&outset.round, seat);
            assert_eq!(known.to_bits(), anew.to_bits(), "{game}");
        }
    });
}

#[test]
fn cached_board_features_equal_new_ones() {
    let [three, grey] = [(3, WallSide::Colour), (2, WallSide::Grey)]
        .map(|(players, side)| builtin_networks::networks(GameVariant { players, side }));
    for networks in [networks(), three, grey] {
        let learned = |_: &Azul| Learned::new(networks.clone());
        check_memory(learned, &mut Evaluation::new(Learned::new(networks.clone())));
    }
    let by_hand = |game: &Azul| Handmade::new(game.side());
    check_memory(by_hand, &mut Evaluation::new(Handmade::new(WallSide::Colour)));
}

/// The drafts of two players on the coloured wall haven't changed since their network was trained.
#[test]
fn two_player_drafts_have_not_changed() {
    let options = Options::default();
    let practice = SelfPlay { options, nodes: 100, wandering: 0.0 };
    let mut searchers = [RoundSearcher::new(EvaluationSource::BuiltIn)];
    let played = practice.play(1, &mut searchers, &[0, 0], &Limits::default()).expect("a game");
    let line = "1 0a3d202901111004010503011106182a050406000502002a2e1d0a0e1201050100001b14130d\
                0203030501000e070c04090a0800030000";
    assert_eq!(played.to_line(), line);
}

#[test]
fn the_end_of_a_round_is_searched_like_the_reference() {
    let mut evaluation = Evaluation::new(Learned::new(networks()));
    let (limits, mut compared) = (Limits::default(), 0);
    every_draft(|game, _, _| {
        let outset = Outset::of(game).expect("tiles are drafted");
        let few = drafts(&outset.round).len() <= 9 && outset.round.tiles <= 5;
        if !few || game.side() == WallSide::Grey {
            return;
        }
        let evaluation = evaluation.at(&outset.standings);
        let us = Seat::new(usize::from(outset.round.to_move));
        let chance = ChanceSampling { samples: 1, seed: 0 };
        let plain = negamax(&outset.round, us, 100, chance, evaluation);
        let mut budget = Budget::start(&limits);
        let thought = pvs(
            &outset.round,
            evaluation,
            &SearchSettings::default(),
            &TranspositionTable::new(10),
            &mut budget,
        );
        let thought = thought.expect("a seat is to move");
        assert!(thought.is_complete, "{game}");
        assert_eq!(thought.values[us.index()].to_bits(), f64::from(plain).to_bits(), "{game}");
        compared += 1;
    });
    assert!(compared > 300, "{compared}");
}

#[test]
fn the_value_is_the_result_where_the_round_ends_the_game() {
    let mut adviser = AzulAdviser::default();
    let mut rng = seeded(1, RngStream::Other(1));
    let limits = Limits { nodes: Some(2000), ..Limits::default() };
    let mut ended = 0;
    every_draft(|game, _, _| {
        if game.market().tiles().total() > 3 || game.players() != 2 {
            return;
        }
        let Turn::Seat(seat) = Game::turn(game) else { unreachable!("tiles are drafted") };
        let advice = adviser.advise(game, &Question::top(3), &limits, &mut rng).expect("advice");
        let best = &advice.moves[0];
        let mut after = *game;
        for &mv in &best.line {
            Game::play(&mut after, mv).expect("the line is legal");
        }
        if let Some(outcome) = Game::outcome(&after) {
            ended += 1;
            let lead = after.points(seat) - after.points(Seat::new(1 - seat.index()));
            assert!((best.value - f64::from(lead)).abs() < 1e-9, "{game}");
            let chances = crate::advice::chances_at_end(&outcome);
            assert!((best.chance - chances[seat.index()]).abs() < 1e-9, "{game}");
        }
        let sum: f64 = advice.appraisal.chances.iter().sum();
        assert!((sum - 1.0).abs() < 1e-6 && !best.reasons.is_empty());
    });
    assert!(ended > 30, "{ended}");
}

/// A position in which the player to move can complete line 3 with red for 4 points, or drop many tiles.
const CLEAR: &str = "players=2 wall=colour round=2 starter=0 turn=0 marker=centre \
    bag=12,12,12,12,12 lid=3,2,5,6,2 factories=RRRK,-,-,-,- centre=YYYYY scores=2,0 \
    lines0=-,-,-,BBBB,- wall0=.....,....K,...Y.,.....,..... floor0=- \
    lines1=-,-,-,-,WWWWW wall1=.....,.....,.....,.....,..... floor1=BW";

#[test]
fn advice_names_what_a_move_brings_and_costs() {
    let game: Azul = CLEAR.parse().expect("a position");
    let asked: Move = "centre yellow floor".parse().expect("a move");
    let question = Question { top: 2, also: vec![asked] };
    let limits = Limits { nodes: Some(20_000), ..Limits::default() };
    let mut rng = seeded(1, RngStream::Other(1));
    let advice =
        AzulAdviser::default().advise(&game, &question, &limits, &mut rng).expect("advice");
    let blunder =
        advice.moves.iter().find(|advised| advised.mv == asked).expect("it was asked for");
    let said = blunder.reasons.join("; ");
    assert!(said.contains("costs 11 points on the floor"), "{said}");
    assert!(said.contains("starts the next round"), "{said}");
    let best = &advice.moves[0];
    assert!(best.value > blunder.value + 5.0, "{advice:?}");
    let filled: Move = "1 red 3".parse().expect("a move");
    let question = Question { top: 1, also: vec![filled] };
    let advice =
        AzulAdviser::default().advise(&game, &question, &limits, &mut rng).expect("advice");
    let advised = advice.moves.iter().find(|advised| advised.mv == filled).expect("asked for");
    let said = advised.reasons.join("; ");
    assert!(said.contains("completes line 3 for 4 points"), "{said}");
}
