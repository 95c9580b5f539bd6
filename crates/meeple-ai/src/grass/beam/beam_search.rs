//! The beam search: places the seat's tiles one after the other and keeps the best boards of each step.
//!
//! ```text
//!           tile 1        tile 2       tile 3
//! now ──►  130 ways ──►  64 x 130 ──► 64 x 130      the first placement of the
//!          keep 64       keep 64      the best      best final board is chosen
//! ```

use super::{
    beam_node::{BeamNode, SeatSearch, TilePlacement},
    placement_evaluator::PlacementEvaluator,
};
use crate::search::Budget;
use meeple_games::grass::{Cell, Orientation, OrientedTile};

/// A first placement and the value it leads to.
#[derive(Debug, Clone)]
pub(super) struct RootPlacement {
    /// The placement itself.
    pub(super) lay: TilePlacement,
    /// Value of the best board it leads to. A placement that dropped out of the beam keeps its distance to
    /// the best at that step.
    pub(super) value: f32,
    /// Placements leading to its best board, starting with itself.
    pub(super) line: Vec<(Cell, Orientation)>,
    /// Last step at which it was in the beam.
    step: usize,
}

/// A board to continue from, and the first placement it came from.
struct BeamBranch {
    node: BeamNode,
    root: usize,
    line: Vec<(Cell, Orientation)>,
}

/// A placement that was tried: its branch, the index of its orientation and its corner; `lay` is `None` if
/// the tile fits nowhere.
#[derive(Clone, Copy)]
struct TriedPlacement {
    value: f32,
    branch: u32,
    lay: Option<(u8, Cell)>,
}

impl TriedPlacement {
    /// Returns the placement and its notation.
    fn lay(self, tile: &[OrientedTile]) -> Option<(TilePlacement, (Cell, Orientation))> {
        let (turned, corner) = self.lay?;
        let OrientedTile { tile, orientation } = tile[usize::from(turned)];
        Some((TilePlacement { tile, corner }, (corner, orientation)))
    }
}

/// Places these tiles in turn, keeping the best `width` boards, and returns the first placements, best first.
/// If the budget runs out, the current step is dropped, unless it is the first, which is cut short.
pub(super) fn beam_search(
    patch: &SeatSearch<'_>,
    start: BeamNode,
    tiles: &[&'static [OrientedTile]],
    width: usize,
    budget: &mut Budget<'_>,
) -> Vec<RootPlacement> {
    let mut branches = vec![BeamBranch { node: start, root: 0, line: Vec::new() }];
    let mut roots: Vec<RootPlacement> = Vec::new();
    for (step, tile) in tiles.iter().enumerate() {
        let (tried, is_whole) = try_all(patch, &branches, tile, budget);
        if step == 0 {
            roots = tried.iter().filter_map(|tried| root_placement(tile, *tried)).collect();
        }
        if !is_whole || roots.is_empty() {
            break;
        }
        if step > 0 {
            update_roots(&mut roots, &branches, tile, &tried, step);
        }
        if step + 1 < tiles.len() {
            branches = best_branches(patch, &branches, tile, &tried, width, step);
        }
    }
    roots.sort_by(|a, b| b.value.total_cmp(&a.value));
    roots
}

/// Tries every placement of the tile on every branch; also returns whether the budget sufficed.
fn try_all(
    patch: &SeatSearch<'_>,
    branches: &[BeamBranch],
    tile: &'static [OrientedTile],
    budget: &mut Budget<'_>,
) -> (Vec<TriedPlacement>, bool) {
    let mut tried = Vec::new();
    for (branch, BeamBranch { node, .. }) in branches.iter().enumerate() {
        let (ground, survey) = (patch.ground(node), PlacementEvaluator::new(patch, node));
        let (before, branch) = (tried.len(), branch as u32);
        for (turned, OrientedTile { tile, .. }) in tile.iter().enumerate() {
            for corner in ground.corners(*tile).cells() {
                if !budget.spend(1) {
                    return (tried, false);
                }
                let value = survey.value_after(TilePlacement { tile: *tile, corner });
                tried.push(TriedPlacement { value, branch, lay: Some((turned as u8, corner)) });
            }
        }
        if tried.len() == before {
            let value = patch.after_discard(node).value; // G6: the tile is discarded
            tried.push(TriedPlacement { value, branch, lay: None });
        }
    }
    (tried, true)
}

fn root_placement(tile: &[OrientedTile], tried: TriedPlacement) -> Option<RootPlacement> {
    let (lay, written) = tried.lay(tile)?;
    Some(RootPlacement { lay, value: tried.value, line: vec![written], step: 0 })
}

/// Updates the first placements with the results of this step.
fn update_roots(
    roots: &mut [RootPlacement],
    branches: &[BeamBranch],
    tile: &[OrientedTile],
    tried: &[TriedPlacement],
    step: usize,
) {
    let best_before = roots.iter().map(|root| root.value).fold(f32::NEG_INFINITY, f32::max);
    let best_now = tried.iter().map(|tried| tried.value).fold(f32::NEG_INFINITY, f32::max);
    for tried in tried {
        let branch = &branches[tried.branch as usize];
        let root = &mut roots[branch.root];
        if root.step < step || root.value < tried.value {
            (root.step, root.value) = (step, tried.value);
            root.line.clone_from(&branch.line);
            root.line.extend(tried.lay(tile).map(|(_, written)| written));
        }
    }
    for root in roots.iter_mut().filter(|root| root.step < step) {
        root.value += best_now - best_before;
    }
}

/// Returns the best boards of this step.
fn best_branches(
    patch: &SeatSearch<'_>,
    branches: &[BeamBranch],
    tile: &[OrientedTile],
    tried: &[TriedPlacement],
    width: usize,
    step: usize,
) -> Vec<BeamBranch> {
    let mut order: Vec<u32> = (0..tried.len() as u32).collect();
    let better = |a: &u32, b: &u32| {
        let [first, second] = [a, b].map(|&at| tried[at as usize].value);
        second.total_cmp(&first).then(a.cmp(b))
    };
    if order.len() > width {
        order.select_nth_unstable_by(width - 1, better);
        order.truncate(width);
    }
    order.sort_unstable_by(better);
    let branch = |&at: &u32| {
        let tried = tried[at as usize];
        let parent = &branches[tried.branch as usize];
        let mut line = parent.line.clone();
        let node = match tried.lay(tile) {
            Some((lay, written)) => {
                line.push(written);
                patch.after(&parent.node, lay)
            }
            None => patch.after_discard(&parent.node),
        };
        BeamBranch { node, root: if step == 0 { at as usize } else { parent.root }, line }
    };
    order.iter().map(branch).collect()
}
