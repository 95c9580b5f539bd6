//! Generation after generation: play, learn, compare.

use super::{
    folder::{Config, TrainFolder},
    games::{Hall, Pairing, Score, seatings},
};
use crate::commands::announcer::{Announcer, merged};
use meeple_ai::azul::{Brain, Lectures, Played, Practice, Setting};
use meeple_arena::tournament::Origin;
use meeple_core::{
    Limits,
    rng::{Stream, seeded},
};
use meeple_games::azul::AzulOptions;
use meeple_terminal::failure::Failure;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::sync::Arc;

/// What part of the moves is drawn at random in games that are learned from.
const WANDERING: f64 = 0.03;
/// The seeds of matches begin so far behind those of the games that are learned from...
const MATCHES: u64 = 500_000_000;
/// ...and those of the final match so far behind those.
const FINAL: u64 = 100_000_000;
/// No match has fewer deals: what they vary by must be known.
const LEAST_BLOCKS: u64 = 2;
/// In the final match everybody may look further.
const FINAL_NODES: u64 = 3000;

/// Who teaches.
pub(super) struct School {
    pub(super) config: Config,
    pub(super) options: AzulOptions,
    pub(super) folder: TrainFolder,
    pub(super) limits: Limits,
    pub(super) jobs: usize,
    pub(super) announcer: Announcer,
}

/// How a generation did.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Lesson {
    /// Its number, from 1.
    pub(super) generation: u64,
    /// How many games it learned from.
    pub(super) games: usize,
    /// The best generation before it; 0 is what there was before.
    pub(super) against: u64,
    /// How it did against that one.
    pub(super) score: Score,
    /// Whether it was kept.
    pub(super) kept: bool,
}

impl Lesson {
    /// In words; `before` is what there was before the first generation.
    pub(super) fn told(&self, before: &str) -> String {
        let Lesson { generation, games, score, kept, .. } = self;
        let against = named(self.against, before);
        let fate = if *kept { "kept" } else { "not kept" };
        format!("Generation {generation}, from {games} games, against {against}: {score}: {fate}.")
    }
}

/// All that came of it.
pub(super) struct Report {
    pub(super) lessons: Vec<Lesson>,
    /// The best generation, if one was better than what there was before.
    pub(super) best: Option<u64>,
    /// How it did against that in the final match.
    pub(super) last: Option<Score>,
}

/// The best so far.
struct Best {
    brain: Brain,
    generation: u64,
}

impl School {
    /// Goes through all generations; nothing if it was stopped.
    pub(super) fn attend(&mut self) -> Result<Option<Report>, Failure> {
        let mut best = Best { brain: self.before(), generation: 0 };
        let (mut games, mut lessons) = (Vec::new(), Vec::new());
        for generation in 1..=self.config.generations {
            if !self.play(generation, &best.brain, &mut games)? {
                return Ok(None);
            }
            let Some(brain) = self.learn(generation, &games, &best.brain)? else { return Ok(None) };
            let Some(lesson) = self.examine(generation, games.len(), &brain, &best)? else {
                return Ok(None);
            };
            if lesson.kept {
                best = Best { brain, generation };
            }
            lessons.push(lesson);
            self.write_weights(&best, &lessons, None)?;
        }
        if best.generation == 0 {
            return Ok(Some(Report { lessons, best: None, last: None }));
        }
        let Some(last) = self.conclude(&best)? else { return Ok(None) };
        self.write_weights(&best, &lessons, Some(&last))?;
        Ok(Some(Report { lessons, best: Some(best.generation), last: Some(last) }))
    }

    /// Who judged before anything was learned of such games: whoever knows two players' games on
    /// this side of the boards, else rules of thumb.
    fn before(&self) -> Brain {
        match Setting::of(&self.options) {
            Setting { players: 2, .. } => Brain::HandMade,
            setting => Brain::shipped_for(Setting { players: 2, ..setting }),
        }
    }

    /// The name of that one.
    pub(super) fn name_before(&self) -> &'static str {
        match self.before() {
            Brain::Learned(_) => "what was learned of two players' games",
            _ => "the hand-made evaluation",
        }
    }

    /// Plays the games of a generation, but for those that are there already; whether it came
    /// to their end.
    fn play(
        &mut self,
        generation: u64,
        brain: &Brain,
        games: &mut Vec<Played>,
    ) -> Result<bool, Failure> {
        let (seed, count) = (self.config.seed, self.config.games);
        let seed_of = move |game: u64| seed.wrapping_add((generation - 1) * count + game);
        let (found, mut file) =
            self.folder.games(generation, (0..count).map(seed_of), &self.options)?;
        let bar = &self.announcer.bar;
        bar.add_games(&format!("generation {generation}"), count);
        for _ in &found {
            bar.advance(Origin::Found);
        }
        let seating = vec![0; self.players()];
        let left: Vec<Pairing> = (found.len() as u64..count)
            .map(|game| Pairing { seed: seed_of(game), seating: seating.clone() })
            .collect();
        let old = found.len();
        games.extend(found);
        let hall = self.hall([brain, brain], self.config.nodes, WANDERING);
        let ended = hall.play(&left, |played| {
            bar.advance(Origin::Played);
            file.keep(&played)?;
            games.push(played);
            Ok::<(), Failure>(())
        })?;
        let told =
            json!({"event": "games", "generation": generation, "new": left.len(), "found": old});
        self.announcer.say(|| told);
        Ok(ended)
    }

    /// Learns from all games so far; nothing if it was stopped.
    fn learn(
        &mut self,
        generation: u64,
        games: &[Played],
        teacher: &Brain,
    ) -> Result<Option<Brain>, Failure> {
        if let Some(nets) = self.folder.nets(generation)? {
            return Ok(Some(Brain::Learned(Arc::new(nets))));
        }
        let mut rng = seeded(self.config.seed, Stream::Other(generation as u32));
        let (bar, limits) = (&self.announcer.bar, &self.limits);
        let mut percent = 0;
        let lectures = Lectures { options: &self.options, games, teacher };
        let nets = lectures.learn(&mut rng, |part| {
            if (100.0 * part) as u32 != percent {
                percent = (100.0 * part) as u32;
                bar.show(&format!("generation {generation} learns: {percent} %"));
            }
            !limits.is_stopped()
        });
        bar.show("");
        let Some(nets) = nets else { return Ok(None) };
        self.folder.keep_nets(generation, &nets)?;
        Ok(Some(Brain::Learned(Arc::new(nets))))
    }

    /// Compares a generation with the best before it; nothing if it was stopped.
    fn examine(
        &mut self,
        generation: u64,
        games: usize,
        brain: &Brain,
        best: &Best,
    ) -> Result<Option<Lesson>, Failure> {
        let known = self.folder.lesson(generation)?;
        let is_new = known.is_none();
        let lesson = if let Some(lesson) = known {
            lesson
        } else {
            let first = self.config.seed.wrapping_add(MATCHES + (generation - 1) * self.blocks());
            let against = named(best.generation, self.name_before());
            let title = format!("generation {generation} against {against}");
            let nodes = self.config.nodes;
            let Some(score) = self.meet([brain, &best.brain], first, nodes, &title)? else {
                return Ok(None);
            };
            let kept = score.is_better();
            Lesson { generation, games, against: best.generation, score, kept }
        };
        self.folder.keep_lesson(&lesson)?;
        self.announcer.say(|| merged(json!({"event": "lesson", "new": is_new}), &lesson));
        self.announcer.bar.show(&lesson.told(self.name_before()));
        Ok(Some(lesson))
    }

    /// The best against what there was before; nothing if it was stopped.
    fn conclude(&mut self, best: &Best) -> Result<Option<Score>, Failure> {
        let first = self.config.seed.wrapping_add(MATCHES + FINAL);
        let known = self.folder.last()?.filter(|(generation, _)| *generation == best.generation);
        if let Some((_, score)) = known {
            return Ok(Some(score));
        }
        let sides = [&best.brain, &self.before()];
        let score = self.meet(sides, first, FINAL_NODES, "final match")?;
        if let Some(score) = &score {
            self.folder.keep_last(best.generation, score)?;
        }
        Ok(score)
    }

    /// A match, each deal in every seating; nothing if it was stopped.
    fn meet(
        &mut self,
        brains: [&Brain; 2],
        first: u64,
        nodes: u64,
        title: &str,
    ) -> Result<Option<Score>, Failure> {
        let seatings = seatings(self.players());
        let size = seatings.len();
        let seeds = (0..self.blocks()).map(|block| first.wrapping_add(block));
        let of_seed = |seed| seatings.iter().map(move |seating| (seed, seating.clone()));
        let pairings: Vec<Pairing> =
            seeds.flat_map(of_seed).map(|(seed, seating)| Pairing { seed, seating }).collect();
        let bar = &self.announcer.bar;
        bar.add_games(title, pairings.len() as u64);
        let mut wins = Vec::new();
        let ended = self.hall(brains, nodes, 0.0).play(&pairings, |played| {
            bar.advance(Origin::Played);
            let shares = played.result(&self.options).expect("the game was played to its end");
            let seated = shares.iter().zip(&seatings[wins.len() % size]);
            wins.push(seated.filter(|(_, who)| **who == 0).map(|(share, _)| share).sum::<f64>());
            Ok::<(), Failure>(())
        })?;
        let share = |block: &[f64]| block.iter().sum::<f64>() / size as f64;
        let blocks: Vec<f64> = wins.chunks_exact(size).map(share).collect();
        let last = first.wrapping_add(blocks.len() as u64).wrapping_sub(1);
        Ok(ended.then(|| Score::of(&blocks, size, [first, last], nodes)))
    }

    fn players(&self) -> usize {
        Setting::of(&self.options).players
    }

    /// How many deals a match has.
    fn blocks(&self) -> u64 {
        let size = seatings(self.players()).len() as u64;
        self.config.match_games.div_ceil(size).max(LEAST_BLOCKS)
    }

    fn hall<'a>(&'a self, brains: [&'a Brain; 2], nodes: u64, wandering: f64) -> Hall<'a> {
        let practice = Practice { options: self.options.clone(), nodes, wandering };
        Hall { practice, brains, limits: &self.limits, jobs: self.jobs }
    }

    /// The best so far as a file, with all that is to be said of it.
    fn write_weights(
        &self,
        best: &Best,
        lessons: &[Lesson],
        last: Option<&Score>,
    ) -> Result<(), Failure> {
        let Brain::Learned(nets) = &best.brain else { return Ok(()) };
        let mut notes = vec![self.config.command(), format!("generation {}", best.generation)];
        let before = self.name_before();
        notes.extend(lessons.iter().map(|lesson| lesson.told(before)));
        notes.extend(last.map(|score| format!("Against {before}: {score}.")));
        self.folder.keep_weights(&nets.weights(notes))
    }
}

fn named(generation: u64, before: &str) -> String {
    match generation {
        0 => before.into(),
        _ => format!("generation {generation}"),
    }
}
