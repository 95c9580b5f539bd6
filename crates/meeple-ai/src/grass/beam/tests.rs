//! Tests the beam's evaluation against reference implementations on positions from random games.

use super::{
    BeamAdviser, BeamGoal, BeamOptions, BeamPlayer,
    beam_node::{SeatSearch, TilePlacement, appraise},
    beam_position::{BeamPosition, BeamTile, mover},
    cell_prices::{CELL_PRICE, DEAD_CELL_PRICE, LARGEST_WINDOW},
    placement_evaluator::PlacementEvaluator,
    weights::BeamWeights,
    yardstick,
};
use crate::advice::{Adviser, Question};
use meeple_core::{
    Game, GameOptions, Limits, Player, Turn,
    options::parse,
    player::RandomPlayer,
    rng::{RngStream, seeded},
};
use meeple_games::grass::{BonusKind, Cell, Grass, Move, Phase};

/// Returns the positions of a random game in which a tile has to be placed.
fn positions(words: &str, seed: u64) -> Vec<Grass> {
    let mut game = Grass::new(&parse(words.split_whitespace()).expect("options")).expect("options");
    let mut rng = seeded(seed, RngStream::Deals);
    let mut found = Vec::new();
    loop {
        match game.turn() {
            Turn::Chance => {
                let deal = game.sample_deal(&mut rng).expect("a deal is due");
                game.apply_deal(&deal).expect("it was drawn");
            }
            Turn::Seat(_) => {
                if game.phase() == Phase::Tile {
                    found.push(game.clone());
                }
                let choice = RandomPlayer.choose(&game, &Limits::default(), &mut rng);
                game.play_unchecked(choice.expect("a move is due").mv);
            }
            Turn::Over => return found,
        }
    }
}

/// Returns positions on small and large boards and with the rule variants.
fn all_positions() -> Vec<Grass> {
    let games = ["players=2", "players=2 final=adjacent tie=in-square", "players=5"];
    games.iter().zip(1..).flat_map(|(words, seed)| positions(words, seed)).step_by(3).collect()
}

/// Reference implementation of the price of a cell for the seat.
fn reference_price(
    weights: &BeamWeights,
    game: &Grass,
    meadow: &BeamPosition,
    seat: usize,
    cell: Cell,
) -> i32 {
    let hand = meadow.holdings[seat];
    let side = meadow.side;
    let is_own = |cell: Cell| meadow.cells[seat].contains(cell);
    let is_others =
        |cell: Cell| meadow.other_seats(seat).any(|other| meadow.cells[other].contains(cell));
    let is_barred = |cell: Cell| meadow.stones.contains(cell) || is_others(cell);
    let is_beside =
        |cell: Cell| !is_own(cell) && !is_barred(cell) && cell.neighbours(side).any(is_others);
    let is_bonus = meadow.bonuses.iter().any(|bonus| bonus.cell == cell);
    let is_last = hand.turns + hand.robberies == 0;
    let anywhere = game.final_tiles() == meeple_games::grass::FinalTiles::Anywhere;
    let price = if is_own(cell) {
        0
    } else if is_barred(cell) {
        DEAD_CELL_PRICE
    } else if is_bonus && cell.neighbours(side).all(|next| !is_barred(next) && !is_beside(next)) {
        if is_last { CELL_PRICE } else { weights.tariff.capturable }
    } else if is_beside(cell) {
        match (hand.coupons > 0 && anywhere, is_last) {
            (false, _) => DEAD_CELL_PRICE,
            (true, true) => CELL_PRICE,
            (true, false) => weights.beside,
        }
    } else if is_last {
        CELL_PRICE
    } else {
        let is_closed = |next: Cell| is_own(next) || is_barred(next) || is_beside(next);
        let open = cell.neighbours(side).filter(|&next| !is_closed(next)).count();
        weights.tariff.free[4 - open]
    };
    price.into()
}

/// Reference implementation of a seat's value, straight from its definition.
fn plain_value(weights: &BeamWeights, game: &Grass, meadow: &BeamPosition, seat: usize) -> f64 {
    let hand = meadow.holdings[seat];
    let (turns, side) = (f64::from(hand.turns), meadow.side);
    let prices: Vec<Vec<i32>> = (0..side)
        .map(|row| {
            let price =
                |column| reference_price(weights, game, meadow, seat, Cell::new(row, column));
            (0..side).map(price).collect()
        })
        .collect();
    let cheapest = |size: usize| -> f64 {
        let corners = || 0..=side - size;
        let window = |(top, left): (usize, usize)| -> i32 {
            prices[top..top + size]
                .iter()
                .map(|row| row[left..left + size].iter().sum::<i32>())
                .sum()
        };
        let all = corners().flat_map(|top| corners().map(move |left| (top, left)));
        f64::from(all.map(window).min().expect("a window")) / f64::from(CELL_PRICE)
    };
    let reach = f64::from(weights.turn) * turns
        + f64::from(weights.theft) * f64::from(hand.robberies)
        + f64::from(weights.purchase) * f64::from(hand.coupons);
    let eighths = f64::from(CELL_PRICE);
    let reach = (reach * eighths).round() / eighths; // rounded like the prices
    let chance = |size: usize| {
        let cost = cheapest(size);
        if cost < 1e-9 {
            1.0
        } else if cost <= f64::from(hand.coupons) {
            0.999 - cost * f64::from(CELL_PRICE) / 1e5
        } else if !weights.keeps_chance_without_turns && hand.turns == 0 && hand.robberies == 0 {
            0.0
        } else {
            let spread = f64::from(weights.doubt) + f64::from(weights.drift) * turns.sqrt();
            0.99 / (1.0 + libm::exp((cost - reach) / spread))
        }
    };
    let squares: f64 =
        (2..=LARGEST_WINDOW).map(|size| chance(size) * f64::from(weights.sides[size])).sum();
    let mut value = squares + plain_bonuses(weights, meadow, seat);
    let mut full = meadow.cells[seat].eroded();
    while !full.is_empty() {
        value += f64::from(weights.square) * f64::from(full.len());
        full = full.eroded();
    }
    value += f64::from(weights.coupon) * f64::from(hand.coupons) * turns / 9.0;
    if game.tie_break_rule() == meeple_games::grass::TieBreak::Grass {
        value += f64::from(weights.grass) * f64::from(hand.grass);
    }
    value
}

fn plain_bonuses(weights: &BeamWeights, meadow: &BeamPosition, seat: usize) -> f64 {
    let hand = &meadow.holdings[seat];
    let others = meadow.cells_of_others([seat, seat]);
    let barred = others.or(&meadow.stones);
    let mut value = f64::from(weights.stone) * f64::from(hand.stones)
        + f64::from(weights.robbery_held) * f64::from(hand.robberies);
    for bonus in &meadow.bonuses {
        let worth = match bonus.kind {
            BonusKind::Exchange => weights.exchange,
            BonusKind::Stone => weights.stone,
            BonusKind::Robbery => weights.robbery,
        };
        let sides: Vec<Cell> = bonus.cell.neighbours(meadow.side).collect();
        let missing = sides.iter().filter(|&&next| !meadow.cells[seat].contains(next)).count();
        let is_near_others = |cell: Cell| {
            !meadow.cells[seat].contains(cell)
                && cell.neighbours(meadow.side).any(|c| others.contains(c))
        };
        let is_open = sides.iter().all(|&next| !barred.contains(next));
        let is_free = is_open && sides.iter().all(|&next| !is_near_others(next));
        let chance = match hand.turns {
            0 if is_open && missing <= hand.coupons.into() => weights.bought,
            0 => 0.0,
            turns if is_free => weights.capture[usize::from(turns)][missing],
            _ => 0.0,
        };
        value += f64::from(worth) * f64::from(chance);
    }
    value
}

#[test]
fn a_seats_value_matches_its_description() {
    for aim in [BeamGoal::Win, BeamGoal::Square] {
        let options = BeamOptions { aim, ..BeamOptions::default() };
        for game in all_positions().iter().step_by(3) {
            let (stick, meadow) = (yardstick(&options, game), BeamPosition::from_game(game));
            for seat in 0..meadow.seats {
                let fast = f64::from(appraise(&stick, &meadow, seat).sum());
                let plain = plain_value(&stick.weights, game, &meadow, seat);
                assert!((plain - fast).abs() < 5e-3, "{fast}, {plain}: seat {seat} in {game}");
            }
        }
    }
}

fn laid(game: &Grass, TilePlacement { tile, corner }: TilePlacement) -> BeamTile {
    let number = game.tile_in_hand().expect("a tile is drawn");
    BeamTile { owner: mover(game), number, tile, corner }
}

/// Returns a few placements of the drawn tile.
fn some_placements(game: &Grass) -> Vec<(Move, TilePlacement)> {
    let tile = game.shape_in_hand().expect("a tile is drawn");
    let lay = |mv: Move| match mv {
        Move::Place { corner, orientation } => {
            Some((mv, TilePlacement { tile: tile.oriented(orientation), corner }))
        }
        _ => None,
    };
    game.legal_moves().filter_map(lay).step_by(7).collect()
}

#[test]
fn a_searched_placement_equals_one_in_the_game() {
    for game in all_positions() {
        let seat = mover(&game);
        for (mv, lay) in some_placements(&game) {
            let mut thought = BeamPosition::from_game(&game);
            thought.holdings[seat].turns -= 1;
            thought.place(laid(&game, lay));
            let mut next = game.clone();
            next.play_unchecked(mv);
            let real = BeamPosition::from_game(&next);
            let held = [&thought, &real].map(|meadow| meadow.holdings[seat]);
            // Stones and robberies aren't compared: one that can't be carried out is lost at once in the
            // game.
            let [thought_of, had] = held.map(|hand| (hand.turns, hand.coupons, hand.grass));
            assert_eq!(thought_of, had, "{mv} in {game}");
            assert_eq!(thought.cells[seat], real.cells[seat], "{mv} in {game}");
            assert_eq!(thought.bonuses, real.bonuses, "{mv} in {game}");
        }
    }
}

#[test]
fn values_kept_from_the_parent_equal_new_ones() {
    for game in all_positions() {
        let (stick, meadow) =
            (yardstick(&BeamOptions::default(), &game), BeamPosition::from_game(&game));
        let seat = mover(&game);
        let patch = SeatSearch::new(&stick, &meadow, seat);
        let root = patch.root(&meadow, seat);
        assert!((root.value - SeatSearch::value_now(&stick, &meadow, seat)).abs() < 1e-5, "{game}");
        for (mv, lay) in some_placements(&game) {
            let mut after = meadow.clone();
            after.holdings[seat].turns -= 1;
            after.place(laid(&game, lay));
            let anew = SeatSearch::value_now(&stick, &after, seat);
            let [quick, whole] = [patch.value_after(&root, lay), patch.after(&root, lay).value];
            assert!((quick - anew).abs() < 1e-5, "{quick} is not {anew}: {mv} in {game}");
            assert!((whole - anew).abs() < 1e-5, "{whole} is not {anew}: {mv} in {game}");
        }
    }
}

#[test]
fn a_survey_equals_the_reference_to_the_last_bit() {
    for aim in [BeamGoal::Win, BeamGoal::Square] {
        let options = BeamOptions { aim, ..BeamOptions::default() };
        for game in all_positions() {
            let (stick, meadow) = (yardstick(&options, &game), BeamPosition::from_game(&game));
            let seat = mover(&game);
            let patch = SeatSearch::new(&stick, &meadow, seat);
            let root = patch.root(&meadow, seat);
            let survey = PlacementEvaluator::new(&patch, &root);
            for (mv, lay) in some_placements(&game) {
                let [quick, slow] = [survey.value_after(lay), patch.value_after(&root, lay)];
                assert_eq!(quick.to_bits(), slow.to_bits(), "{quick}, {slow}: {mv} in {game}");
            }
        }
    }
}

#[test]
fn the_defaults_shown_in_help_are_used() {
    let words = BeamOptions::KEYS.iter().map(|key| format!("{}={}", key.name, key.default));
    let shown: BeamOptions = parse(words).expect("they are possible");
    let none = BeamOptions::default();
    let [effort, usual] = [&shown, &none].map(super::BeamEffort::from_options);
    assert_eq!(effort, usual);
    let [weights, usual] =
        [&shown, &none].map(|options| format!("{:?}", BeamWeights::from_options(options, 2)));
    assert_eq!(weights, usual);
}

#[test]
fn advice_includes_the_requested_move_and_its_reasons() {
    let game = positions("players=2", 8).swap_remove(4);
    let worst = game.legal_moves().last().expect("a move");
    let question = Question { top: 3, also: vec![worst] };
    let limits = Limits::default();
    let mut adviser = BeamAdviser::default();
    let mut ask = |nodes| {
        let limits = Limits { nodes, ..limits.clone() };
        adviser.advise(&game, &question, &limits, &mut seeded(1, RngStream::Deals)).expect("advice")
    };
    let advice = ask(None);
    assert!(advice.moves.iter().any(|advised| advised.mv == worst));
    assert!(advice.moves.len() >= 3 && advice.moves.is_sorted_by(|a, b| a.value >= b.value));
    assert!(advice.moves.is_sorted_by(|a, b| a.chance >= b.chance));
    assert!(advice.moves.iter().all(|advised| advised.line[0] == advised.mv));
    assert!(!advice.moves[0].reasons.is_empty());
    let sum: f64 = advice.appraisal.chances.iter().sum();
    assert!((sum - 1.0).abs() < 1e-9);
    assert_eq!(ask(Some(500)).nodes, 500);
}

/// No seat may have less than a quarter or more than twice a fair chance through the start alone.
#[test]
fn advice_for_the_start_tile_names_its_room_and_no_certain_win() {
    let mut game = Grass::new(&parse(["players=5"]).expect("options")).expect("options");
    let (mut rng, mut adviser) = (seeded(7, RngStream::Deals), BeamAdviser::default());
    let question = Question { top: 2, also: Vec::new() };
    let mut asked = 0;
    loop {
        match game.turn() {
            Turn::Chance => {
                let deal = game.sample_deal(&mut rng).expect("a deal is due");
                game.apply_deal(&deal).expect("it was drawn");
            }
            Turn::Seat(_) if game.phase() == Phase::Start => {
                let advice = adviser.advise(&game, &question, &Limits::default(), &mut rng);
                let best = advice.expect("a move is due").moves.swap_remove(0);
                assert!((0.05..0.4).contains(&best.chance), "{}", best.chance);
                assert!(best.reasons[0].contains("closest to "), "{:?}", best.reasons);
                game.play_unchecked(best.mv);
                asked += 1;
            }
            _ => break,
        }
    }
    assert_eq!(asked, 5);
}

#[test]
fn every_phase_of_a_game_can_be_appraised() {
    let mut game = Grass::new(&parse(["players=3"]).expect("options")).expect("options");
    let (mut rng, mut adviser) = (seeded(5, RngStream::Deals), BeamAdviser::default());
    let limits = Limits { nodes: Some(300), ..Limits::default() };
    let mut player = BeamPlayer::default();
    loop {
        let appraisal = adviser.appraise(&game, &limits, &mut rng).expect("it is wanted");
        let sum: f64 = appraisal.chances.iter().sum();
        assert!(appraisal.values.len() == 3 && (sum - 1.0).abs() < 1e-9, "{game}");
        match game.turn() {
            Turn::Chance => {
                let deal = game.sample_deal(&mut rng).expect("a deal is due");
                game.apply_deal(&deal).expect("it was drawn");
            }
            Turn::Seat(_) => {
                let choice = player.choose(&game, &limits, &mut rng).expect("a move is due");
                game.play(choice.mv).expect("it is legal");
            }
            Turn::Over => break,
        }
    }
    let end = adviser.appraise(&game, &limits, &mut rng).expect("it is wanted");
    let winner = game.outcome().expect("it is over").winners().next().expect("there is a winner");
    assert!(end.chances[winner.index()] > 0.0);
}
