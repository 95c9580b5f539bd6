//! The pages in `docs/how-to-play` are true: the rules accept, refuse and score their drawings as they say.

use meeple_ai::chomp::PerfectPlay;
use meeple_core::{CellName, Seat};
use meeple_games::{azul, chomp, filler, grass};
use std::{fs, path::Path};

/// Returns a page and its drawings.
fn page(game: &str) -> (String, Vec<Vec<String>>) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/how-to-play");
    let text = fs::read_to_string(folder.join(game).with_extension("md")).expect("a page");
    let mut drawings = Vec::new();
    let mut open: Option<(usize, Vec<String>)> = None;
    for line in text.lines() {
        match &mut open {
            None if line.trim_start() == "```text" => {
                open = Some((line.len() - line.trim_start().len(), Vec::new()));
            }
            Some(_) if line.trim_start() == "```" => drawings.extend(open.take().map(|(_, d)| d)),
            // A drawing in a list is indented.
            Some((indent, drawing)) => drawing.push(line[*indent..].into()),
            None => assert!(!line.contains("```"), "a block that is no drawing: {line}"),
        }
    }
    (text, drawings)
}

/// A drawn board: a line of column letters, then lines that start with their number.
struct Grid(Vec<Vec<char>>);

impl Grid {
    fn read(drawing: &[String]) -> Self {
        let letters: Vec<(usize, char)> =
            drawing[0].char_indices().filter(|(_, letter)| *letter != ' ').collect();
        for (column, (_, letter)) in letters.iter().enumerate() {
            assert_eq!(letter.to_string(), CellName::column_letters(column as u16));
        }
        let row = |(index, line): (usize, &String)| {
            assert!(line.starts_with(&format!("{} ", index + 1)), "{line}");
            let line: Vec<char> = line.chars().collect();
            letters.iter().map(|(at, _)| line[*at]).collect()
        };
        Grid(drawing[1..].iter().enumerate().map(row).collect())
    }

    /// Returns row and column of all cells with one of these marks, in reading order.
    fn find(&self, marks: &str) -> Vec<(usize, usize)> {
        let rows = self.0.iter().enumerate();
        let cells = rows.flat_map(|(row, marks)| {
            marks.iter().enumerate().map(move |(column, mark)| ((row, column), *mark))
        });
        cells.filter(|(_, mark)| marks.contains(*mark)).map(|(cell, _)| cell).collect()
    }

    fn has(&self, marks: &str, row: usize, column: usize) -> bool {
        self.find(marks).contains(&(row, column))
    }
}

/// Returns row and column of a cell as people write it.
fn cell(name: &str) -> (usize, usize) {
    let CellName { column, row } = name.parse().expect("a cell");
    (row.into(), column.into())
}

#[test]
fn the_bars_of_chomp_are_bitten_as_drawn() {
    fn bar(drawing: &[String]) -> chomp::Board {
        let grid = Grid::read(drawing);
        assert_eq!(grid.find("P"), [cell("A1")]);
        let rows: Vec<u8> = (0..grid.0.len())
            .map(|row| grid.find("P#").iter().filter(|cell| cell.0 == row).count() as u8)
            .collect();
        let left = |row: usize| (0..usize::from(rows[row])).map(move |column| (row, column));
        assert!(
            (0..rows.len()).flat_map(left).eq(grid.find("P#")),
            "the leftmost squares are left"
        );
        chomp::Board::with_rows(grid.0[0].len(), rows.len(), &rows).expect("a bar")
    }
    fn bite(name: &str) -> chomp::Move {
        let (row, column) = cell(name);
        chomp::Move { row: row as u8, column: column as u8 }
    }
    fn best(board: &chomp::Board) -> Option<chomp::Move> {
        board.winning_move().expect("a small bar is solved")
    }
    let (_, drawings) = page("chomp");
    let [full, bitten, arms] = &drawings[..] else { panic!("three drawings") };
    let mut board = bar(full);
    board.chomp(bite("D2")).expect("a legal bite");
    assert_eq!(board, bar(bitten));
    // The tips: two equal arms are lost, B2 leaves them on a square bar, and unequal arms are won.
    assert_eq!(best(&bar(arms)), None);
    let mut square = chomp::Board::new(4, 4).expect("a bar");
    square.chomp(bite("B2")).expect("a legal bite");
    assert_eq!(square, bar(arms));
    let unequal = chomp::Board::from_rows(&[4, 1, 1]).expect("a bar");
    assert!(best(&unequal).is_some());
    for longer in 2..9 {
        let two_rows = chomp::Board::from_rows(&[longer, longer - 1]).expect("a bar");
        assert_eq!(best(&two_rows), None);
    }
}

#[test]
fn the_pieces_of_filler_fit_as_described() {
    use filler::{Board, IllegalMove, Margins, Piece, Placement};
    fn board(grid: &Grid) -> Board {
        let rows: Vec<String> = grid.0.iter().map(|row| row.iter().collect()).collect();
        Board::from_rows(rows.iter().map(String::as_str)).expect("a board")
    }
    /// Places the piece with its first filled cell there.
    fn at(piece: &Piece, name: &str) -> Placement {
        let ((row, column), first) = (cell(name), piece.cells()[0]);
        Placement {
            column: column as i16 - first.column as i16,
            row: row as i16 - first.row as i16,
        }
    }
    let (_, drawings) = page("filler");
    let [before, piece, after, wall] = &drawings[..] else { panic!("four drawings") };
    let piece = Piece::from_rows(piece.iter().map(|row| row.replace(' ', ""))).expect("a piece");
    let (mut before, after) = (board(&Grid::read(before)), Grid::read(after));
    let (you, opponent) = (Seat::new(0), Seat::new(1));
    let check = |board: &Board, name| {
        board.check_placement(&piece, at(&piece, name), you, Margins::Overhang)
    };
    assert_eq!(check(&before, "B3"), Err(IllegalMove::TooManyOverlaps { overlaps: 2 }));
    assert_eq!(check(&before, "D4"), Err(IllegalMove::Apart));
    assert!(matches!(check(&before, "E4"), Err(IllegalMove::OnOpponent { .. })));
    assert_eq!(check(&before, "C3"), Ok(()));
    before.place(&piece, at(&piece, "C3"), you);
    let owned = |board: &Board, seat, (row, column)| board.owned(seat).contains(column, row);
    for (row, column) in (0..6).flat_map(|row| (0..8).map(move |column| (row, column))) {
        assert_eq!(owned(&before, you, (row, column)), after.has("@o", row, column));
        assert_eq!(owned(&before, opponent, (row, column)), after.has("$", row, column));
    }
    assert_eq!([you, opponent].map(|seat| before.count(seat)), [5, 3]);
    // The tip: a piece slips from C3 to B2.
    let mut grid = Grid::read(wall);
    assert!(["C2", "B3"].map(cell).iter().all(|&(row, column)| grid.has("@", row, column)));
    let (row, column) = cell("B2");
    assert_eq!(std::mem::replace(&mut grid.0[row][column], '.'), '$');
    let diagonal: Piece = "2x2:O./.O".parse().expect("a piece");
    let slips =
        board(&grid).check_placement(&diagonal, at(&diagonal, "B2"), opponent, Margins::Overhang);
    assert_eq!(slips, Ok(()));
}

#[test]
fn the_walls_of_azul_score_as_described() {
    use azul::{FLOOR_PENALTIES, TileColour, WallColumn, WallRow, points_for_runs, wall_colour_at};
    fn colour(row: usize, column: usize) -> char {
        let (row, column) = (WallRow::new(row), WallColumn::new(column));
        match wall_colour_at(row.expect("a row"), column.expect("a column")) {
            TileColour::Blue => 'B',
            TileColour::Yellow => 'Y',
            TileColour::Red => 'R',
            TileColour::Black => 'K',
            TileColour::White => 'W',
        }
    }
    const TILES: &str = "BYRKW";
    let (text, drawings) = page("azul");
    let [table, board, scoring, bonuses] = &drawings[..] else { panic!("four drawings") };
    assert_eq!(table[2].split_whitespace().collect::<String>(), "factory2bbrw-");
    assert_eq!(table[3].split_whitespace().collect::<String>(), "centreyyrw");
    let grids = [board, scoring, bonuses].map(|drawing| Grid::read(drawing));
    for grid in &grids {
        for (row, marks) in grid.0.iter().enumerate() {
            for (column, mark) in marks.iter().enumerate() {
                let is_right = *mark == '.' || mark.to_ascii_uppercase() == colour(row, column);
                assert!(is_right, "{mark} in row {row}, column {column}");
            }
        }
    }
    // A pattern line has one colour, which its row of the wall doesn't have yet.
    let [wall, scoring, bonuses] = &grids;
    for (row, line) in board[1..].iter().enumerate() {
        let slots: Vec<char> = line[1..14].chars().filter(|mark| *mark != ' ').collect();
        assert_eq!(slots.len(), row + 1, "{line}");
        let tiles: Vec<char> = slots.into_iter().filter(|mark| *mark != '.').collect();
        assert!(tiles.iter().all(|tile| *tile == tiles[0]), "{line}");
        assert!(
            tiles.iter().all(|tile| !wall.0[row].contains(&tile.to_ascii_uppercase())),
            "{line}"
        );
    }
    assert!(wall.has("K", 3, 1), "row 4 has its black tile");
    // The new tile at D3.
    let (row, column) = cell("D3");
    let has = |row: usize, column: usize| scoring.has(TILES, row, column);
    let across = 1
        + (0..column).rev().take_while(|&column| has(row, column)).count()
        + (column + 1..5).take_while(|&column| has(row, column)).count();
    let down = 1
        + (0..row).rev().take_while(|&row| has(row, column)).count()
        + (row + 1..5).take_while(|&row| has(row, column)).count();
    assert!(has(row, column) && points_for_runs(across as u8, down as u8) == 5);
    assert!(text.contains(&format!("It scores {across} + {down} = 5 points")));
    assert_eq!(FLOOR_PENALTIES[..3].iter().sum::<i32>(), -4);
    assert_eq!(FLOOR_PENALTIES, [-1, -1, -2, -2, -2, -3, -3]);
    // The bonuses.
    let tiles = bonuses.find(TILES);
    let is_complete = |test: &dyn Fn(&(usize, usize)) -> bool| {
        u16::from(tiles.iter().filter(|cell| test(cell)).count() == 5)
    };
    let rows: u16 = (0..5).map(|row| is_complete(&|cell| cell.0 == row)).sum();
    let columns: u16 = (0..5).map(|column| is_complete(&|cell| cell.1 == column)).sum();
    let colours: u16 =
        TILES.chars().map(|tile| is_complete(&|cell| colour(cell.0, cell.1) == tile)).sum();
    assert_eq!([rows, columns, colours], [1, 1, 1]);
    let bonus = [azul::ROW_BONUS, azul::COLUMN_BONUS, azul::COLOUR_BONUS];
    let [row, column, colour] = bonus;
    assert!(text.contains(&format!("{row} + {column} + {colour} = {}", bonus.iter().sum::<u16>())));
    for (title, points) in
        ["complete row", "complete column", "colour with all five"].iter().zip(bonus)
    {
        let line = text.lines().find(|line| line.starts_with(&format!("| {title}")));
        assert!(line.is_some_and(|line| line.ends_with(&format!("| {points} |"))), "{title}");
    }
}

#[test]
fn the_tiles_of_laying_grass_fit_and_score_as_described() {
    use grass::{
        Board, BonusKind, BonusSquare, Cell, IllegalMove, PlacementRule, ShapeList, TileNumber,
    };
    let (you, opponent) = (Seat::new(0), Seat::new(1));
    let board = |grid: &Grid| {
        let mut board = Board::new(2, ShapeList::Show);
        for (seat, mark) in [(you, "#"), (opponent, "x")] {
            for (row, column) in grid.find(mark) {
                board.place_single(seat, Cell::new(row, column));
            }
        }
        board
    };
    let at = |name| {
        let (row, column) = cell(name);
        Cell::new(row, column)
    };
    // Places the tile that is drawn with `o`, which is one of the game's.
    let place = |grid: &Grid| {
        let drawn: Vec<Cell> =
            grid.find("o").into_iter().map(|(row, column)| Cell::new(row, column)).collect();
        let turned = TileNumber::all()
            .flat_map(|tile| tile.orientations(ShapeList::Show))
            .find(|turned| turned.tile.cells_at(drawn[0]).eq(drawn.iter().copied()));
        let tile = turned.expect("there is such a tile").tile;
        board(grid).can_place(you, tile, drawn[0], PlacementRule::Beside)
    };
    let (_, drawings) = page("grass");
    let [allowed, forbidden, bonus, squares] = &drawings[..] else { panic!("four drawings") };
    let (allowed, forbidden) = (Grid::read(allowed), Grid::read(forbidden));
    assert_eq!((allowed.find("o")[0], forbidden.find("o")[0]), (cell("D3"), cell("D3")));
    assert_eq!(place(&allowed), Ok(()));
    let refused = place(&forbidden);
    let is_beside = matches!(
        refused,
        Err(IllegalMove::NextToOther { cell, neighbour, .. })
            if cell == at("F3") && neighbour == at("G3")
    );
    assert!(is_beside, "{refused:?}");
    let grid = Grid::read(bonus);
    let mut captured = board(&grid);
    let (row, column) = grid.find("E")[0];
    captured.add_bonus(BonusSquare { cell: Cell::new(row, column), kind: BonusKind::Exchange });
    assert_eq!(captured.capture(you)[..], [BonusKind::Exchange]);
    let mut field = board(&Grid::read(squares));
    let (side, corners) = field.largest_squares(you);
    assert_eq!((side, corners.cells().collect::<Vec<_>>()), (3, vec![at("B1")]));
    field.place_single(you, at("C4"));
    let (side, corners) = field.largest_squares(you);
    assert_eq!((side, corners.cells().collect::<Vec<_>>()), (4, vec![at("A2")]));
}

#[test]
fn every_page_has_its_sections_and_leads_to_the_full_rules() {
    for game in ["chomp", "filler", "azul", "grass"] {
        let (text, _) = page(game);
        let sections: Vec<&str> =
            text.lines().filter_map(|line| line.strip_prefix("## ")).collect();
        let expected = ["Goal", "Your turn", "Scoring", "End of the game", "Three tips"];
        assert_eq!(sections, expected, "{game}");
        let last = text.lines().last().unwrap_or_default();
        assert_eq!(last, format!("[The full rules](../rules/{game}.md)"));
    }
}
