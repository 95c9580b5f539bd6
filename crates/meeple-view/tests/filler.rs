//! Tests of Filler's pictures, moves and narration.

mod random_games;

use meeple_core::{CellName, Event, Game, Notes, Ply, Seat, Table, TableDue};
use meeple_games::{
    GameKind,
    filler::{CellState, Filler, Margins, Move, Options, Scoring},
};
use meeple_view::{
    NarratedPly, View, ViewScene, example_position,
    filler::{FillerView, LegalMove, LegalMoveKind, ShownPhase, ShownPosition},
    view,
};
use random_games::{at, check_words, computer, open, person, play_out};
use serde_json::{Value, json};

const NASTY: &str = "Bo\u{1b}[2J\n";

/// Plays a random game with these options, in which stopping is rare; `look` sees every position.
fn random_game(options: &Options, seed: u64, look: impl FnMut(&Table)) {
    let mut table = open::<Filler>(options, vec![person("you"), computer(NASTY)], seed);
    let choose = |_: &Table, moves: &[String], below: &mut dyn FnMut(usize) -> usize| {
        let stops = moves.len() == 1 || below(60) == 0;
        if stops { moves.len() - 1 } else { below(moves.len() - 1) }
    };
    play_out(&mut table, choose, look);
}

fn variants() -> Vec<Options> {
    let maps = [None, Some("42-map00"), Some("@..../...../....."), Some(".@..s./a...$./......")];
    let mut all = Vec::new();
    for map in maps {
        for (margins, score) in
            [(Margins::Overhang, Scoring::Cells), (Margins::Inside, Scoring::Pieces)]
        {
            all.push(Options { map: map.map(Into::into), margins, score, ..Options::default() });
        }
    }
    all
}

fn position(table: &Table) -> &Filler {
    table.position_as().expect("a game of Filler")
}

fn picture(table: &Table) -> ShownPosition {
    FillerView::picture(&ViewScene::current(table.game()).expect("a game of Filler"))
}

#[test]
fn random_games_are_shown_and_narrated_in_printable_words() {
    for options in variants() {
        for seed in 0..3 {
            random_game(&options, seed, |table| check_words(view(GameKind::Filler), table));
        }
    }
}

#[test]
fn a_legal_move_does_what_its_description_says() {
    for options in variants() {
        random_game(&options, 7, |table| {
            let before = position(table);
            for mv in FillerView::legal_moves(before) {
                does_what_it_says(before, &mv);
            }
        });
    }
}

fn does_what_it_says(before: &Filler, LegalMove { mv, choice }: &LegalMove) {
    let seat = before.seat().expect("somebody to move");
    let mut after = before.clone();
    after.play(mv.parse().expect("a move")).expect("a legal move");
    match choice {
        LegalMoveKind::Place { column, row, cells, overlap } => {
            assert_eq!(*mv, format!("{column},{row}"));
            let [column, row] = cells[0];
            let name = Some(CellName { column, row }.to_string());
            assert_eq!(view(GameKind::Filler).move_name(before, mv), name, "the first filled cell");
            let mut board = before.board().clone();
            for row in 0..board.height() {
                for column in 0..board.width() {
                    if board.cell(column, row) == CellState::Latest(seat) {
                        board.set_cell(column, row, CellState::Owned(seat));
                    }
                }
            }
            for [column, row] in cells.iter().map(|cell| cell.map(usize::from)) {
                let was_own = before.board().owned(seat).contains(column, row);
                assert_eq!(was_own, [column, row] == overlap.map(usize::from), "{mv}");
                board.set_cell(column, row, CellState::Latest(seat));
            }
            assert_eq!(after.board(), &board, "{mv}");
        }
        LegalMoveKind::Stop => {
            let mut board = before.board().clone();
            board.clear_latest(seat); // F1
            assert_eq!((mv.as_str(), after.board()), ("stop", &board));
            assert!(after.is_stuck(seat));
        }
    }
}

#[test]
fn the_numbers_in_a_picture_match_the_position() {
    for options in variants() {
        let mut scores_before = vec![];
        random_game(&options, 11, |table| {
            let (game, picture) = (position(table), picture(table));
            let marks: String = picture.board.concat();
            let count = |wanted: &str| marks.chars().filter(|mark| wanted.contains(*mark)).count();
            assert_eq!(picture.board.len(), picture.height);
            assert!(picture.board.iter().all(|row| row.len() == picture.width));
            assert_eq!(picture.empty, count("."));
            for (player, own) in picture.seats.iter().zip(["@a", "$s"]) {
                assert_eq!(player.cells as usize, count(own));
                assert_eq!(player.score as i32, game.points(player.seat));
                assert_eq!(player.stuck, game.is_stuck(player.seat));
            }
            let places = game.legal_moves().filter(|mv| *mv != Move::Stop).count();
            assert_eq!(picture.piece.as_ref().map_or(0, |piece| piece.places), places);
            assert_eq!(picture.phase == ShownPhase::Place, places > 0);
            let scores = picture.seats.iter().map(|player| player.score).collect::<Vec<_>>();
            assert_eq!(picture.scores.last().expect("the score now")[..], scores);
            let is_move = |ply: &&Ply| matches!(*ply.event, Event::Move { .. });
            let moves = table.game().plies().iter().filter(is_move).count();
            assert_eq!(picture.scores.len(), moves + 1);
            assert!(picture.scores.starts_with(&scores_before));
            scores_before.clone_from(&picture.scores);
            if let Some(last) = &picture.last_move {
                let latest = |&[column, row]: &[u16; 2]| {
                    game.board().cell(column.into(), row.into()) == CellState::Latest(last.seat)
                };
                assert!(last.cells.iter().all(latest));
                let count = game.board().latest(last.seat).count() as usize;
                assert!(last.mv == "stop" || last.cells.len() == count);
            }
        });
    }
}

#[test]
fn the_json_of_a_large_board_stays_small() {
    let options = Options { map: Some("map02".into()), ..Options::default() };
    let mut table = open::<Filler>(&options, vec![person("Ann"), person("Bo")], 1);
    table.deal().expect("a piece");
    let picture = view(GameKind::Filler).picture_at(table.game(), 1).expect("a picture");
    let length = picture.to_string().len();
    assert!(length < 2 * 99 * 100, "{length} letters for 9900 cells");
}

#[test]
fn a_picture_as_json() {
    let mut table = at::<Filler>(
        "board=@..../...../....$ turn=0 stuck=none placed=0,0 margins=overhang score=cells",
        vec![person("Ann"), person("Bo")],
    );
    table.apply_deal("1x2:O/O").expect("a piece");
    table.play(Seat::new(0), "0,0", Notes::default()).expect("legal");
    table.apply_deal("1x2:O/O").expect("a piece");
    let picture = view(GameKind::Filler).picture_at(table.game(), 3).expect("a picture");
    let expected = json!({
        "phase": "place",
        "to_move": 1,
        "due": "Bo's turn to place the piece",
        "width": 5,
        "height": 3,
        "board": ["a....", "a....", "....$"],
        "empty": 12,
        "piece": {
            "text": "1x2:O/O",
            "width": 1,
            "height": 2,
            "rows": ["O", "O"],
            "cells": 2,
            "places": 1,
        },
        "seats": [
            {"seat": 0, "name": "Ann", "score": 2, "cells": 2, "pieces": 1, "stuck": false},
            {"seat": 1, "name": "Bo", "score": 1, "cells": 1, "pieces": 0, "stuck": false},
        ],
        "scoring": "cells",
        "margins": "overhang",
        "last_move": {"seat": 0, "move": "0,0", "cells": [[0, 0], [0, 1]], "overlap": [0, 0]},
        "scores": [[1, 1], [2, 1]],
    });
    assert_eq!(picture.to_string(), expected.to_string());
    let moves = view(GameKind::Filler).legal_moves(table.position());
    let expected = json!([
        {
            "move": "4,1",
            "kind": "place",
            "column": 4,
            "row": 1,
            "cells": [[4, 1], [4, 2]],
            "overlap": [4, 2],
        },
        {"move": "stop", "kind": "stop"},
    ]);
    assert_eq!(json!(moves).to_string(), expected.to_string());
}

/// Plays these deals (`piece ...`) and moves, and returns the narration ply by ply.
fn narrations(table: &mut Table, plies: &[&str]) -> Vec<NarratedPly> {
    let mut told = Vec::new();
    for ply in plies {
        match (ply.strip_prefix("piece "), table.due()) {
            (Some(piece), _) => table.apply_deal(piece).expect("a possible piece"),
            (None, TableDue::Seat(seat)) => table.play(seat, ply, Notes::default()).expect("legal"),
            (None, due) => panic!("{ply}, but {due:?} is due"),
        };
        let game = table.game();
        told.push(view(GameKind::Filler).narrate(game, game.plies().len()).expect("a ply"));
    }
    told
}

const NARROW: &str = "board=@..$ turn=0 stuck=none placed=0,0 margins=overhang score=cells";

#[test]
fn moves_are_narrated_and_pieces_are_described_only_to_their_owner() {
    // F2: without people there is nobody to hide a piece from.
    let mut table = at::<Filler>(NARROW, vec![computer("heat"), computer("wall_e")]);
    assert_eq!(narrations(&mut table, &["piece 1x2:O/O"])[0].did, "heat gets a piece of 2 cells");
    // F2: the person sees their own piece, but not the opponent's.
    let wide = "board=.@..$/..... turn=0 stuck=none placed=0,0 margins=overhang score=cells";
    let mut table = at::<Filler>(wide, vec![person("you"), computer("heat")]);
    let lines = narrations(&mut table, &["piece 1x2:O/O", "1,0", "piece 1x2:O/O", "stop"]);
    let did: Vec<&str> = lines.iter().map(|told| told.did.as_str()).collect();
    let expected = [
        "you get a piece of 2 cells",
        "you place a piece of 2 cells at B1",
        "heat gets a piece",
        "heat stops",
    ];
    assert_eq!(did, expected);
    assert_eq!(lines[3].followed, ["heat is stuck", "you play on alone"]);
    // F2: two people don't see each other's pieces.
    let mut table = at::<Filler>(wide, vec![person("Ann"), person("Bo")]);
    assert_eq!(narrations(&mut table, &["piece 1x2:O/O"])[0].did, "Ann gets a piece");
}

#[test]
fn a_piece_that_fits_nowhere_and_the_end_are_narrated_with_reasons() {
    let mut table = at::<Filler>(NARROW, vec![person("Ann"), person("Bo")]);
    let mut followed = Vec::new();
    while !matches!(table.due(), TableDue::End) {
        let ply = if table.due() == TableDue::Deal { "piece 1x2:O/O" } else { "stop" };
        followed.extend(narrations(&mut table, &[ply]).pop().expect("a ply").followed);
    }
    let expected = [
        "The piece fits nowhere: Ann is stuck",
        "Bo plays on alone",
        "The piece fits nowhere: Bo is stuck",
    ];
    assert_eq!(followed, expected);
    assert_eq!(picture(&table).due, "The game is over");
    table.end().expect("the end");
    let ending = view(GameKind::Filler).ending(table.game()).expect("it has ended");
    assert_eq!(ending.sentence, "Both players are stuck, 1 cell each: a draw.");
    assert_eq!(ending.standing[0].achievement.as_deref(), Some("0 pieces"));
}

#[test]
fn the_winner_is_narrated_with_both_scores() {
    for (score, sentence) in [
        ("cells", "Both players are stuck, 3 cells to 2: you win."),
        ("pieces", "Both players are stuck, 5 pieces to 4: Bo wins."),
    ] {
        let position =
            format!("board=@@@$s turn=0 stuck=1 placed=4,5 margins=overhang score={score}");
        let mut table = at::<Filler>(&position, vec![person("you"), person("Bo")]);
        table.apply_deal("1x2:O/O").expect("a piece");
        if let TableDue::Seat(seat) = table.due() {
            table.play(seat, "stop", Notes::default()).expect("legal");
        }
        table.end().expect("the end");
        let ending = view(GameKind::Filler).ending(table.game()).expect("it has ended");
        assert_eq!(ending.sentence, sentence);
    }
}

#[test]
fn a_refusal_names_the_opponent() {
    let mut table = at::<Filler>(
        "board=@$.../..... turn=0 stuck=none placed=0,0 margins=overhang score=cells",
        vec![person("Ann"), person("Bo")],
    );
    table.apply_deal("1x2:O/O").expect("a piece");
    let refusal = |mv: &str| view(GameKind::Filler).explain_illegal(table.game(), mv);
    assert_eq!(refusal("1,0").as_deref(), Some("B1 belongs to Bo"));
    let apart = "the piece would cover none of your cells; it must cover exactly one";
    assert_eq!(refusal("2,0").as_deref(), Some(apart));
    assert_eq!(refusal("0,0"), None);
}

#[test]
fn a_list_of_moves_is_as_long_as_it_may_be() {
    let example = example_position(GameKind::Filler);
    let position: Filler = example.parse().expect("a position");
    let view = view(GameKind::Filler);
    let all = view.list_moves(&position, usize::MAX);
    let values = view.legal_moves(&position);
    let written = json!(values).to_string();
    assert!(all.is_complete && all.json.get() == written);
    for max in 0..=all.json.get().len() {
        let list = view.list_moves(&position, max);
        let listed: Vec<Value> = serde_json::from_str(list.json.get()).expect("JSON");
        assert_eq!(listed[..], values[..listed.len()]);
        assert!(list.json.get().len() <= max.max(2));
        assert_eq!(list.is_complete, listed.len() == values.len(), "{max}");
    }
}
