//! Filler as a game: perft counts and comparison with the reference implementation.

use meeple_core::{
    Contestant, Event, Game, GameHistory, Header, Notes, Seat, SeatInfo, Table, TableDue, Turn,
    options::parse,
    perft::{after_deals, perft},
    rng::{RngStream, seeded},
};
use meeple_games::filler::{
    Board, Filler, Margins, Move, Options, Piece, Placement, find_valid_placements,
    has_valid_placement,
    reference::{self, CharGrid, ReferenceFiller, to_grid},
};
use proptest::prelude::*;
use rand::RngExt;

fn options(words: &str) -> Options {
    parse(words.split(' ')).expect("good options")
}

fn position(text: &str) -> Filler {
    text.parse().expect("a good position")
}

#[test]
fn perft_counts_placements_and_stops() {
    // Worked out by hand for the second map: each player has one placement of 1x2:O/O and may stop;
    // after placing it, a player can only stop. Number of third moves: both placed 1, one placed 1
    // each, both stopped 0.
    let table = [("map=map00", [1, 8, 24, 157]), ("map=.../.@./.$./...", [1, 2, 4, 3])];
    for (words, counts) in table {
        let start = after_deals(&Filler::new(&options(words)).expect("good options"), 1);
        for (depth, count) in (0..).zip(counts) {
            assert_eq!(perft(&start, depth, 1), count, "{words} at depth {depth}");
        }
    }
}

/// Plays a whole random game in lockstep with the reference implementation.
fn play_in_lockstep(words: &str, seed: u64) {
    let mut game = Filler::new(&options(words)).expect("good options");
    let mut reference = ReferenceFiller::new(to_grid(game.board().rows()));
    let mut rng = seeded(seed, RngStream::Deals);
    let mut laid = [0; 2];
    while let Some(piece) = game.sample_deal(&mut rng) {
        let player = game.seat().expect("the game goes on").index();
        assert_eq!(player, reference.player);
        game.apply_deal(&piece).expect("a sampled deal");
        let drawn = to_grid(piece.rows());
        let all = match game.margins() {
            Margins::Overhang => reference::find_valid_placements(&reference.board, &drawn, player),
            Margins::Inside => {
                reference::find_valid_placements_inside(&reference.board, &drawn, player)
            }
        };
        assert_eq!(game.turn(), Turn::Seat(Seat::new(player)));
        assert_eq!(game.can_place(), !all.is_empty());
        let listed: Vec<Move> = game.legal_moves().collect();
        let expected = all.iter().map(|&at| Move::Place(placement(at))).chain([Move::Stop]);
        assert_eq!(listed, expected.collect::<Vec<_>>());
        if all.is_empty() {
            assert_eq!(game.random_placement(&mut rng), None);
            game.play(Move::Stop).expect("one may always stop");
            reference.stop();
        } else {
            let at = all[rng.random_range(0..all.len())];
            game.play(Move::Place(placement(at))).expect("a legal placement");
            reference.place(&drawn, at);
            laid[player] += 1;
        }
        assert_eq!(to_grid(game.board().rows()), reference.board);
    }
    assert!(reference.is_over());
    assert_eq!([0, 1].map(|seat| game.placed(Seat::new(seat))), laid);
    assert_eq!(
        [0, 1].map(|seat| game.board().count(Seat::new(seat)) as usize),
        [0, 1].map(|p| reference.cells(p))
    );
}

fn placement((column, row): (i32, i32)) -> Placement {
    Placement { column: column as i16, row: row as i16 }
}

#[test]
fn whole_games_match_the_reference() {
    for seed in 0..20 {
        play_in_lockstep("map=map00", seed);
        play_in_lockstep("map=42-map00 margins=inside", seed);
    }
    for seed in 0..3 {
        play_in_lockstep("map=map01", seed);
    }
}

fn any_board() -> impl Strategy<Value = Board> {
    // Sides around the word size, and mostly empty cells so that some placements are legal.
    let side = prop_oneof![4 => 1..20usize, 1 => 60..70usize, 1 => 125..135usize];
    let sizes = (side.clone(), side);
    sizes.prop_flat_map(|(width, height)| {
        let marks = proptest::collection::vec(
            prop_oneof![30 => Just('.'), 2 => Just('@'), 1 => Just('a'), 1 => Just('$'), 1 => Just('s')],
            width * height,
        );
        marks.prop_map(move |marks| {
            let rows: Vec<String> = marks.chunks(width).map(|row| row.iter().collect()).collect();
            Board::from_rows(rows.iter().map(String::as_str)).expect("a good board")
        })
    })
}

fn any_piece() -> impl Strategy<Value = Piece> {
    let side = prop_oneof![8 => 1..6usize, 1 => 20..30usize, 1 => 66..70usize];
    let sizes = (side.clone(), side);
    let drawn = sizes.prop_flat_map(|(width, height)| {
        proptest::collection::vec(
            proptest::sample::select(&['.', '.', '.', 'O'][..]),
            width * height,
        )
        .prop_map(move |marks| {
            let rows = marks.chunks(width).map(|row| row.iter().collect::<String>());
            Piece::from_rows(rows)
        })
    });
    drawn.prop_filter_map("an empty piece", Result::ok)
}

proptest! {
    #[test]
    fn shifted_rows_find_what_the_reference_finds(board in any_board(), piece in any_piece(), player in 0..2usize) {
        let (cells, drawn): (CharGrid, CharGrid) = (to_grid(board.rows()), to_grid(piece.rows()));
        let seat = Seat::new(player);
        let slow = [
            (Margins::Overhang, reference::find_valid_placements(&cells, &drawn, player)),
            (Margins::Inside, reference::find_valid_placements_inside(&cells, &drawn, player)),
        ];
        for (margins, slow) in slow {
            let slow: Vec<Placement> = slow.into_iter().map(placement).collect();
            let fast = find_valid_placements(&board, &piece, seat, margins);
            prop_assert_eq!(fast.clone().collect::<Vec<_>>(), slow.clone());
            prop_assert_eq!(fast.clone().count(), slow.len());
            prop_assert_eq!(has_valid_placement(&board, &piece, seat, margins), !slow.is_empty());
            for (index, &at) in slow.iter().enumerate().take(50) {
                prop_assert_eq!(fast.clone().nth(index), Some(at));
                prop_assert!(board.check_placement(&piece, at, seat, margins).is_ok());
            }
            for row in -2..4 {
                for column in -2..4 {
                    let at = Placement { column, row };
                    let legal = board.check_placement(&piece, at, seat, margins).is_ok();
                    prop_assert_eq!(legal, slow.contains(&at), "{}", at);
                }
            }
        }
    }

    #[test]
    fn a_board_is_read_back_as_it_is_drawn(board in any_board()) {
        prop_assert_eq!(Board::from_text(&board.to_string()), Ok(board.clone()));
        prop_assert_eq!(Board::from_line(&board.to_line()), Ok(board));
    }
}

#[track_caller]
fn refused(move_text: &str, reason: &str) {
    let game = position(
        "board=...../.@$../..... turn=0 piece=1x2:O/O stuck=none placed=0,0 margins=overhang score=cells",
    );
    let error = game.clone().play(move_text.parse().expect("a move")).expect_err("illegal");
    assert_eq!(error.to_string(), reason);
}

#[test]
fn refusals_name_the_cell_and_the_rule() {
    refused("5,0", "cell 5,0 of the piece would be off the board");
    refused("1,-2", "cell 1,-2 of the piece would be off the board");
    refused("2,0", "cell 2,1 belongs to the opponent");
    refused("3,0", "the piece would cover none of your cells; it must cover exactly one");
}

#[test]
fn margins_inside_forbid_what_overhang_allows() {
    let board = "..........@.........".to_owned() + &"/....................".repeat(14);
    let at = |margins: &str| {
        position(&format!(
            "board={board} turn=0 piece=3x2:.../OO. stuck=none placed=0,0 margins={margins} score=cells"
        ))
    };
    let mv: Move = "9,-1".parse().expect("a move");
    assert_eq!(at("overhang").check_move(mv), Ok(()));
    let outside = "at 9,-1 the piece's rectangle would extend beyond the board (margins=inside)";
    assert_eq!(at("inside").check_move(mv).expect_err("it hangs out").to_string(), outside);
    // With the whole rectangle inside, its filled row cannot reach row 0: stopping is the only
    // move.
    assert_eq!(at("inside").legal_moves().collect::<Vec<_>>(), [Move::Stop]);
}

#[test]
fn a_stuck_player_is_not_asked_again_and_may_still_win() {
    // Seat 0 owns six cells and is walled in; seat 1 has one row of two cells left.
    let mut game = position(
        "board=@@@@@@/$$$$$$/....$. turn=0 stuck=none placed=0,0 margins=overhang score=cells",
    );
    let piece: Piece = "1x2:O/O".parse().expect("a piece");
    game.apply_deal(&piece).expect("the only piece of this board");
    // F5: no cell below row 0 is free, but the seat still has to move, and stopping makes it stuck.
    assert_eq!((game.turn(), game.can_place()), (Turn::Seat(Seat::new(0)), false));
    assert_eq!(game.legal_moves().collect::<Vec<_>>(), [Move::Stop]);
    assert_eq!(game.random_move(&mut seeded(1, RngStream::Deals)), Some(Move::Stop));
    assert!(!game.is_stuck(Seat::new(0)));
    game.play(Move::Stop).expect("the only move");
    assert!(game.is_stuck(Seat::new(0)));
    assert_eq!((game.turn(), game.seat()), (Turn::Chance, Some(Seat::new(1))));
    for mv in ["0,1", "1,1"] {
        game.apply_deal(&piece).expect("a piece");
        assert_eq!(game.turn(), Turn::Seat(Seat::new(1)));
        game.play(mv.parse().expect("a move")).expect("a legal move");
    }
    game.apply_deal(&piece).expect("a piece");
    game.play(Move::Stop).expect("a player may always stop");
    assert_eq!((game.turn(), game.seat()), (Turn::Over, None));
    let outcome = game.outcome().expect("over");
    assert_eq!(
        outcome.results.iter().map(|r| (r.score, r.rank)).collect::<Vec<_>>(),
        [(6, 2), (9, 1)]
    );
    assert_eq!(outcome.reason, "both players are stuck");
}

#[test]
fn each_seat_has_its_own_pieces() {
    let mut game = position(
        "board=@...../....../.....$ turn=0 stuck=none placed=0,0 margins=overhang score=cells",
    );
    let piece: Piece = "1x2:O/O".parse().expect("a piece");
    for (sequence, mv) in [(0, "0,0"), (1, "5,1"), (0, "stop"), (1, "5,0"), (1, "stop")] {
        assert_eq!(Game::deal_sequence(&game), sequence, "{game}");
        game.apply_deal(&piece).expect("the only piece of this board");
        game.play(mv.parse().expect("a move")).unwrap_or_else(|error| panic!("{mv}: {error}"));
    }
    assert_eq!(game.turn(), Turn::Over);
}

#[track_caller]
fn check_moves_in_hand(board: &str, seat: usize, piece: &str, moves: &[&str]) {
    let board = Board::from_line(board).expect("a board");
    let piece: Piece = piece.parse().expect("a piece");
    let game = Filler::with_piece_in_hand(board, Seat::new(seat), piece, Margins::Overhang);
    assert_eq!(game.turn(), Turn::Seat(Seat::new(seat)));
    assert_eq!(game.legal_moves().map(|mv| mv.to_string()).collect::<Vec<_>>(), moves);
    assert_eq!(position(&game.to_string()), game);
}

#[test]
fn any_board_and_piece_can_be_set_up_for_another_engine() {
    check_moves_in_hand("@.$", 1, "2x1:OO", &["1,0", "stop"]);
    check_moves_in_hand("@a/s$", 0, "2x2:O./..", &["0,0", "1,0", "stop"]); // F9 deals no single cell
    check_moves_in_hand("..", 0, "3x3:OOO/OOO/OOO", &["stop"]); // no start cell, a piece larger than the board
}

#[test]
fn equal_scores_share_the_win() {
    let game = position("board=@$ turn=0 stuck=0,1 placed=0,0 margins=overhang score=cells");
    assert_eq!(game.outcome().expect("over").winners().count(), 2); // F6
}

#[track_caller]
fn laid(board: &str, at: &str, expected: &str) {
    let rest = "piece=1x2:O/O stuck=none placed=1,1 margins=overhang score=cells";
    let mut game = position(&format!("board={board} turn=0 {rest}"));
    game.play(at.parse().expect("a move")).expect("a legal move");
    assert_eq!(game.board().to_line(), expected);
}

#[test]
fn the_latest_piece_is_marked_and_the_other_players_marks_stay() {
    laid(".a@/.../.s./.$.", "2,0", ".@a/..a/.s./.$."); // F1: the overlapped cell is marked too
    laid(".a./.../.s./.$.", "1,0", ".a./.a./.s./.$.");
}

#[track_caller]
fn bad_map(text: &str, message: &str) {
    assert_eq!(Board::from_text(text).expect_err("a bad map").to_string(), message);
}

#[test]
fn bad_maps_are_refused_where_they_go_wrong() {
    bad_map("", "line 1, column 1: the first row is empty");
    bad_map("\n..\n", "line 1, column 1: the first row is empty");
    bad_map("..\n..\n\n", "line 3, column 1: this row has 0 cells, the first has 2");
    bad_map("..\n...\n", "line 2, column 3: this row has 3 cells, the first has 2");
    bad_map("..\n.\n", "line 2, column 2: this row has 1 cell, the first has 2");
    bad_map("..\n.O\n", "line 2, column 2: 'O' is not a cell; a map is drawn with . @ a $ s");
    let carriage =
        "line 1, column 3: the line ends in a carriage return; lines end in a line feed alone";
    bad_map("..\r\n..\r\n", carriage);
    let big = "line 1, column 1: a board has at most 256 columns and 256 rows";
    bad_map(&".".repeat(257), big);
    bad_map(&".\n".repeat(257), &big.replace("line 1", "line 257"));
    assert!(Board::from_text(&format!("{}\n", ".".repeat(256)).repeat(256)).is_ok());
}

#[test]
fn bad_options_say_what_a_map_may_be() {
    let refuse = |words| Filler::new(&options(words)).expect_err("bad options").to_string();
    assert!(
        refuse("map=map03").starts_with("invalid value \"map03\" for map: did you mean \"map00\"?")
    );
    assert_eq!(
        refuse("map=../. pieces=42"),
        "bad map: line 2, column 2: this row has 1 cell, the first has 2"
    );
    assert_eq!(
        refuse("map=@../.../..$ pieces=42"),
        "pieces=42 needs at least four columns or four rows"
    );
    assert_eq!(
        refuse("map=../."),
        "bad map: line 2, column 2: this row has 1 cell, the first has 2"
    );
}

#[test]
fn a_board_of_one_row_is_a_map_also_without_an_empty_cell() {
    for row in ["@..$", "@$", "as", "@"] {
        let board = Filler::new(&options(&format!("map={row}"))).expect("a map").board().clone();
        assert_eq!(board.to_line(), row);
        assert_eq!(Options::from_board(&board).board(), Ok(board));
    }
}

/// Creates a table for a game with these options and this seed.
fn table(words: &str, seed: u64) -> Table {
    let options = options(words);
    let info = |name: &str| SeatInfo { name: name.into(), colour: None, who: Contestant::Person };
    let header = Header::new::<Filler>(&options, vec![info("Ann"), info("Bo")]);
    Table::open::<Filler>(&options, Header { seed: Some(seed), ..header }).expect("good options")
}

/// Plays the first legal moves until `count` pieces have been dealt; returns the pieces.
fn deal(table: &mut Table, count: usize) -> Vec<String> {
    loop {
        let dealt = |game: &GameHistory| {
            let deals = game.plies().iter().filter_map(|ply| match &*ply.event {
                Event::Deal { deal } => Some(deal.clone()),
                _ => None,
            });
            deals.collect::<Vec<String>>()
        };
        match table.due() {
            TableDue::Deal if dealt(table.game()).len() == count => {
                return dealt(table.game());
            }
            TableDue::Deal => drop(table.deal().expect("a seed has deals")),
            TableDue::Seat(seat) => {
                let first = table.position().legal_move_texts()[0].clone();
                table.play(seat, &first, Notes::default()).expect("a listed move");
            }
            TableDue::End | TableDue::Over => panic!("the game was too short"),
        }
    }
}

#[test]
fn a_schools_pieces_come_in_turn_order() {
    let school = ["3x3:..O/.OO/.OO", "2x1:OO", "2x1:OO", "2x3:OO/.O/OO", "3x3:.../OOO/OOO"];
    assert_eq!(deal(&mut table("pieces=school", 1), 5), school); // F10
    let forty_two = ["3x2:..O/..O", "3x2:.OO/..O", "3x1:.OO", "2x1:OO", "3x2:..O/..O"];
    assert_eq!(deal(&mut table("map=42-map00 pieces=42", 5), 5), forty_two); // F11
    // Regardless of the seat: player 2 stops at once, and player 1 alone gets the same pieces.
    let mut alone = table("pieces=school", 1);
    deal(&mut alone, 1);
    alone.deal().expect("a seed has deals");
    alone.play(Seat::new(1), "stop", Notes::default()).expect("one may always stop");
    assert_eq!(deal(&mut alone, 5), school);
}

#[test]
fn a_schools_pieces_are_the_same_after_undo_and_resume() {
    for words in ["pieces=school", "map=42-map00 pieces=42"] {
        let mut game = table(words, 9);
        let dealt = deal(&mut game, 12);
        game.undo(9).expect("there is enough");
        assert_eq!(deal(&mut game, 12), dealt, "{words}, taken back");
        game.undo(7).expect("there is enough");
        let mut resumed = Table::resume(game.game().clone());
        assert_eq!(deal(&mut resumed, 12), dealt, "{words}, resumed");
    }
}

#[test]
fn the_piece_source_is_part_of_a_position() {
    let fair = Filler::new(&options("map=42-map00")).expect("good options");
    for (words, word) in [("school", " pieces=school"), ("42", " pieces=42")] {
        let other = Filler::new(&options(&format!("map=42-map00 pieces={words}")));
        let other = other.expect("good options");
        assert_eq!(other.to_string(), format!("{fair}{word}"));
        assert_eq!(position(&other.to_string()), other);
        assert_ne!((other.hash64(), &other), (fair.hash64(), &fair));
    }
}

#[track_caller]
fn bad_position(text: &str, message: &str) {
    assert_eq!(text.parse::<Filler>().expect_err("a bad position").to_string(), message);
}

#[test]
fn bad_positions_are_refused_where_they_go_wrong() {
    let rest = "placed=0,0 margins=overhang score=cells";
    bad_position(
        &format!("board=@./.x turn=0 stuck=none {rest}"),
        "bad position at character 11: 'x' is not a cell; a map is drawn with . @ a $ s (F8)",
    );
    bad_position(
        &format!("board=@. turn=0 stuck=0 {rest}"),
        "bad position at character 15: the seat to move is stuck (F5)",
    );
    bad_position(
        &format!("board=@. turn=1 stuck=0,1 {rest}"),
        "bad position at character 15: turn should be 0 when the game is over",
    );
    bad_position(
        &format!("board=@. turn=2 stuck=none {rest}"),
        "bad position at character 15: turn should be 0 or 1",
    );
    bad_position(
        &format!("board=@./.. turn=0 piece=1x2:O/O stuck=0,1 {rest}"),
        "bad position at character 26: a piece, but the game is over (F5)",
    );
    bad_position(
        &format!("board=@. turn=0 stuck=none {rest} pieces=fair"),
        "bad position at character 75: pieces should be school or 42",
    );
    bad_position(
        &format!("board=@. turn=0 stuck=none {rest} pieces=42"),
        "bad position at character 75: pieces=42 needs at least four columns or four rows",
    );
    bad_position(
        "board=@. turn=0 stuck=none placed=0,+1 margins=overhang score=cells",
        "bad position at character 35: placed should be two numbers such as 3,4",
    );
}
