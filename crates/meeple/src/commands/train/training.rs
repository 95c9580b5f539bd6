//! Training, one generation after another: play, learn, compare.

use super::{
    folder::{TrainFolder, TrainingConfig},
    games::{GamePlayer, MatchScore, ScheduledGame, seatings},
};
use crate::commands::progress_reporter::{ProgressReporter, merge_json};
use meeple_ai::azul::{EvaluationSource, GameVariant, SelfPlay, SelfPlayGame, TrainingData};
use meeple_arena::tournament::GameOrigin;
use meeple_core::{
    Limits,
    rng::{RngStream, seeded},
    text::format_count,
};
use meeple_games::azul::Options;
use meeple_terminal::command_error::CommandError;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::sync::Arc;

/// The share of random moves in games used for learning.
const RANDOM_MOVE_SHARE: f64 = 0.03;
/// The seeds of matches start this far after those of the training games.
const MATCH_SEED_OFFSET: u64 = 500_000_000;
/// The seeds of the final match start this far after those of the other matches.
const FINAL_SEED_OFFSET: u64 = 100_000_000;
/// The smallest number of deals in a match; fewer don't allow a standard error.
const MIN_BLOCKS: u64 = 2;
/// Search limit per move in the final match, in positions.
const FINAL_NODES: u64 = 3000;

/// A training run.
pub(super) struct Training {
    pub(super) config: TrainingConfig,
    pub(super) options: Options,
    pub(super) folder: TrainFolder,
    pub(super) limits: Limits,
    pub(super) jobs: usize,
    pub(super) progress: ProgressReporter,
}

/// The result of a generation.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct GenerationResult {
    /// Its number, starting at 1.
    pub(super) generation: u64,
    /// The number of games it learned from.
    pub(super) games: usize,
    /// The opponent: the best generation before it; 0 is the evaluation before training.
    pub(super) against: u64,
    /// Its result against that opponent.
    pub(super) score: MatchScore,
    /// Whether it was better and becomes the best generation.
    pub(super) kept: bool,
}

impl GenerationResult {
    /// Describes the result; `baseline` names the evaluation before training.
    pub(super) fn sentence(&self, baseline: &str) -> String {
        let GenerationResult { generation, games, score, kept, .. } = self;
        let against = named(self.against, baseline);
        let verdict = if *kept { "Kept" } else { "Not kept" };
        let games = format_count(*games, "game");
        format!(
            "Generation {generation} (trained on {games}) against {against}: {score}. {verdict}."
        )
    }
}

/// The results of a training run.
pub(super) struct TrainingReport {
    pub(super) generations: Vec<GenerationResult>,
    /// The best generation, if one was better than the evaluation before training.
    pub(super) best: Option<u64>,
    /// Its result against that evaluation in the final match.
    pub(super) final_match: Option<MatchScore>,
}

/// The best generation so far.
struct BestGeneration {
    evaluation: EvaluationSource,
    generation: u64,
}

impl Training {
    /// Runs all generations; returns `None` if it was stopped.
    pub(super) fn run(&mut self) -> Result<Option<TrainingReport>, CommandError> {
        let mut best = BestGeneration { evaluation: self.baseline(), generation: 0 };
        let (mut games, mut results) = (Vec::new(), Vec::new());
        for generation in 1..=self.config.generations {
            if !self.play(generation, &best.evaluation, &mut games)? {
                return Ok(None);
            }
            let Some(evaluation) = self.learn(generation, &games, &best.evaluation)? else {
                return Ok(None);
            };
            let Some(result) = self.evaluate(generation, games.len(), &evaluation, &best)? else {
                return Ok(None);
            };
            if result.kept {
                best = BestGeneration { evaluation, generation };
            }
            results.push(result);
            self.write_weights(&best, &results, None)?;
        }
        if best.generation == 0 {
            return Ok(Some(TrainingReport {
                generations: results,
                best: None,
                final_match: None,
            }));
        }
        let Some(score) = self.play_final(&best)? else { return Ok(None) };
        self.write_weights(&best, &results, Some(&score))?;
        Ok(Some(TrainingReport {
            generations: results,
            best: Some(best.generation),
            final_match: Some(score),
        }))
    }

    /// Returns the evaluation before training: for three or four players the one learned from two-player
    /// games on the same kind of wall, otherwise the handmade one.
    fn baseline(&self) -> EvaluationSource {
        match GameVariant::of(&self.options) {
            GameVariant { players: 2, .. } => EvaluationSource::Handmade,
            variant => EvaluationSource::built_in_for(GameVariant { players: 2, ..variant }),
        }
    }

    /// Returns the name of that evaluation.
    pub(super) fn baseline_name(&self) -> &'static str {
        match self.baseline() {
            EvaluationSource::Learned(_) => "the evaluation trained for two players",
            _ => "the handmade evaluation",
        }
    }

    /// Plays the games of a generation that aren't stored yet; returns whether all were played.
    fn play(
        &mut self,
        generation: u64,
        evaluation: &EvaluationSource,
        games: &mut Vec<SelfPlayGame>,
    ) -> Result<bool, CommandError> {
        let (seed, count) = (self.config.seed, self.config.games);
        let seed_of = move |game: u64| seed.wrapping_add((generation - 1) * count + game);
        let (found, mut file) =
            self.folder.games(generation, (0..count).map(seed_of), &self.options)?;
        let bar = &self.progress.bar;
        bar.add_games(&format!("generation {generation}"), count);
        for _ in &found {
            bar.advance(GameOrigin::Found);
        }
        let seating = vec![0; self.players()];
        let left: Vec<ScheduledGame> = (found.len() as u64..count)
            .map(|game| ScheduledGame { seed: seed_of(game), seating: seating.clone() })
            .collect();
        let old = found.len();
        games.extend(found);
        let self_play =
            self.training_match([evaluation, evaluation], self.config.nodes, RANDOM_MOVE_SHARE);
        let ended = self_play.play(&left, |played| {
            bar.advance(GameOrigin::Played);
            file.append(&played)?;
            games.push(played);
            Ok::<(), CommandError>(())
        })?;
        let event =
            json!({"event": "games", "generation": generation, "new": left.len(), "found": old});
        self.progress.print_json_line(|| event);
        Ok(ended)
    }

    /// Learns from all games so far; returns `None` if it was stopped.
    fn learn(
        &mut self,
        generation: u64,
        games: &[SelfPlayGame],
        teacher: &EvaluationSource,
    ) -> Result<Option<EvaluationSource>, CommandError> {
        if let Some(networks) = self.folder.networks(generation)? {
            return Ok(Some(EvaluationSource::Learned(Arc::new(networks))));
        }
        let mut rng = seeded(self.config.seed, RngStream::Other(generation as u32));
        let (bar, limits) = (&self.progress.bar, &self.limits);
        let mut percent = 0;
        let data = TrainingData { options: &self.options, games, teacher };
        let networks = data.learn(&mut rng, |part| {
            if (100.0 * part) as u32 != percent {
                percent = (100.0 * part) as u32;
                bar.show(&format!("generation {generation}: training, {percent} %"));
            }
            !limits.is_stopped()
        });
        bar.show("");
        let Some(networks) = networks else { return Ok(None) };
        self.folder.save_networks(generation, &networks)?;
        Ok(Some(EvaluationSource::Learned(Arc::new(networks))))
    }

    /// Compares a generation with the best before it; returns `None` if it was stopped.
    fn evaluate(
        &mut self,
        generation: u64,
        games: usize,
        evaluation: &EvaluationSource,
        best: &BestGeneration,
    ) -> Result<Option<GenerationResult>, CommandError> {
        let known = self.folder.generation_result(generation)?;
        let is_new = known.is_none();
        let result = if let Some(result) = known {
            result
        } else {
            let first =
                self.config.seed.wrapping_add(MATCH_SEED_OFFSET + (generation - 1) * self.blocks());
            let against = named(best.generation, self.baseline_name());
            let title = format!("generation {generation} against {against}");
            let nodes = self.config.nodes;
            let Some(score) =
                self.play_match([evaluation, &best.evaluation], first, nodes, &title)?
            else {
                return Ok(None);
            };
            let kept = score.is_better();
            GenerationResult { generation, games, against: best.generation, score, kept }
        };
        self.folder.save_generation_result(&result)?;
        self.progress
            .print_json_line(|| merge_json(json!({"event": "generation", "new": is_new}), &result));
        self.progress.bar.show(&result.sentence(self.baseline_name()));
        Ok(Some(result))
    }

    /// Plays the best generation against the evaluation before training; returns `None` if it was stopped.
    fn play_final(&mut self, best: &BestGeneration) -> Result<Option<MatchScore>, CommandError> {
        let first = self.config.seed.wrapping_add(MATCH_SEED_OFFSET + FINAL_SEED_OFFSET);
        let known =
            self.folder.final_match()?.filter(|(generation, _)| *generation == best.generation);
        if let Some((_, score)) = known {
            return Ok(Some(score));
        }
        let sides = [&best.evaluation, &self.baseline()];
        let score = self.play_match(sides, first, FINAL_NODES, "final match")?;
        if let Some(score) = &score {
            self.folder.save_final_match(best.generation, score)?;
        }
        Ok(score)
    }

    /// Plays a match, each deal in every seating; returns `None` if it was stopped.
    fn play_match(
        &mut self,
        sides: [&EvaluationSource; 2],
        first: u64,
        nodes: u64,
        title: &str,
    ) -> Result<Option<MatchScore>, CommandError> {
        let seatings = seatings(self.players());
        let size = seatings.len();
        let seeds = (0..self.blocks()).map(|block| first.wrapping_add(block));
        let of_seed = |seed| seatings.iter().map(move |seating| (seed, seating.clone()));
        let pairings: Vec<ScheduledGame> = seeds
            .flat_map(of_seed)
            .map(|(seed, seating)| ScheduledGame { seed, seating })
            .collect();
        let bar = &self.progress.bar;
        bar.add_games(title, pairings.len() as u64);
        let mut wins = Vec::new();
        let ended = self.training_match(sides, nodes, 0.0).play(&pairings, |played| {
            bar.advance(GameOrigin::Played);
            let shares = played.result(&self.options).expect("the game was played to its end");
            let seated = shares.iter().zip(&seatings[wins.len() % size]);
            wins.push(seated.filter(|(_, who)| **who == 0).map(|(share, _)| share).sum::<f64>());
            Ok::<(), CommandError>(())
        })?;
        let share = |block: &[f64]| block.iter().sum::<f64>() / size as f64;
        let blocks: Vec<f64> = wins.chunks_exact(size).map(share).collect();
        let last = first.wrapping_add(blocks.len() as u64).wrapping_sub(1);
        Ok(ended.then(|| MatchScore::from_blocks(&blocks, size, [first, last], nodes)))
    }

    fn players(&self) -> usize {
        GameVariant::of(&self.options).players
    }

    /// Returns the number of deals of a match.
    fn blocks(&self) -> u64 {
        let size = seatings(self.players()).len() as u64;
        self.config.match_games.div_ceil(size).max(MIN_BLOCKS)
    }

    fn training_match<'a>(
        &'a self,
        sides: [&'a EvaluationSource; 2],
        nodes: u64,
        random_move_share: f64,
    ) -> GamePlayer<'a> {
        let self_play =
            SelfPlay { options: self.options.clone(), nodes, wandering: random_move_share };
        GamePlayer { self_play, evaluations: sides, limits: &self.limits, jobs: self.jobs }
    }

    /// Writes the best weights so far to a file, with notes on how they were made.
    fn write_weights(
        &self,
        best: &BestGeneration,
        results: &[GenerationResult],
        final_match: Option<&MatchScore>,
    ) -> Result<(), CommandError> {
        let EvaluationSource::Learned(networks) = &best.evaluation else { return Ok(()) };
        let mut notes = vec![self.config.command(), format!("generation {}", best.generation)];
        let baseline = self.baseline_name();
        notes.extend(results.iter().map(|result| result.sentence(baseline)));
        notes.extend(final_match.map(|score| format!("Against {baseline}: {score}.")));
        self.folder.save_weights(&networks.weights(notes))
    }
}

fn named(generation: u64, baseline: &str) -> String {
    match generation {
        0 => baseline.into(),
        _ => format!("generation {generation}"),
    }
}
