//! The beam: lay the own tiles one after the other, keep the best boards of each step.
//!
//! ```text
//!           tile 1        tile 2       tile 3
//! now ──►  130 ways ──►  64 x 130 ──► 64 x 130      the first lay of the best
//!          keep 64       keep 64      the best      board at the end is chosen
//! ```

use super::{
    node::{Lay, Node, Patch},
    survey::Survey,
};
use crate::search::Budget;
use meeple_games::grass::{Cell, Orientation, Turned};

/// A first lay, and what it leads to.
#[derive(Debug, Clone)]
pub(super) struct Root {
    /// Where the tile lies.
    pub(super) lay: Lay,
    /// What it leads to. A lay that fell out of the beam on the way keeps the distance it had
    /// then to the best.
    pub(super) value: f32,
    /// The lays of its best board, itself first.
    pub(super) line: Vec<(Cell, Orientation)>,
    /// The last step at which it was in the beam.
    step: usize,
}

/// A board to be gone on from, and the first lay it came from.
struct Branch {
    node: Node,
    root: usize,
    line: Vec<(Cell, Orientation)>,
}

/// A lay that was tried: of which branch, how turned (by its place among the orientations),
/// where; none if the tile fits nowhere.
#[derive(Clone, Copy)]
struct Tried {
    value: f32,
    branch: u32,
    lay: Option<(u8, Cell)>,
}

impl Tried {
    /// The lay, and how it is written.
    fn lay(self, tile: &[Turned]) -> Option<(Lay, (Cell, Orientation))> {
        let (turned, corner) = self.lay?;
        let Turned { tile, orientation } = tile[usize::from(turned)];
        Some((Lay { tile, corner }, (corner, orientation)))
    }
}

/// Lays these tiles in turn, keeping the best `width` boards; the first lays, the best first.
/// A step that the budget does not suffice for is left out, and the first one cut short.
pub(super) fn grow(
    patch: &Patch<'_>,
    start: Node,
    tiles: &[&'static [Turned]],
    width: usize,
    budget: &mut Budget<'_>,
) -> Vec<Root> {
    let mut branches = vec![Branch { node: start, root: 0, line: Vec::new() }];
    let mut roots: Vec<Root> = Vec::new();
    for (step, tile) in tiles.iter().enumerate() {
        let (tried, is_whole) = try_all(patch, &branches, tile, budget);
        if step == 0 {
            roots = tried.iter().filter_map(|tried| first(tile, *tried)).collect();
        }
        if !is_whole || roots.is_empty() {
            break;
        }
        if step > 0 {
            take_note(&mut roots, &branches, tile, &tried, step);
        }
        if step + 1 < tiles.len() {
            branches = kept(patch, &branches, tile, &tried, width, step);
        }
    }
    roots.sort_by(|a, b| b.value.total_cmp(&a.value));
    roots
}

/// Every way to lay the tile on every branch; and whether the budget sufficed.
fn try_all(
    patch: &Patch<'_>,
    branches: &[Branch],
    tile: &'static [Turned],
    budget: &mut Budget<'_>,
) -> (Vec<Tried>, bool) {
    let mut tried = Vec::new();
    for (branch, Branch { node, .. }) in branches.iter().enumerate() {
        let (ground, survey) = (patch.ground(node), Survey::new(patch, node));
        let (before, branch) = (tried.len(), branch as u32);
        for (turned, Turned { tile, .. }) in tile.iter().enumerate() {
            for corner in ground.corners(*tile).cells() {
                if !budget.spend(1) {
                    return (tried, false);
                }
                let value = survey.value_after(Lay { tile: *tile, corner });
                tried.push(Tried { value, branch, lay: Some((turned as u8, corner)) });
            }
        }
        if tried.len() == before {
            let value = patch.after_nothing(node).value; // G6: it is discarded
            tried.push(Tried { value, branch, lay: None });
        }
    }
    (tried, true)
}

fn first(tile: &[Turned], tried: Tried) -> Option<Root> {
    let (lay, written) = tried.lay(tile)?;
    Some(Root { lay, value: tried.value, line: vec![written], step: 0 })
}

/// What this step says of the first lays.
fn take_note(
    roots: &mut [Root],
    branches: &[Branch],
    tile: &[Turned],
    tried: &[Tried],
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

/// The best boards of this step.
fn kept(
    patch: &Patch<'_>,
    branches: &[Branch],
    tile: &[Turned],
    tried: &[Tried],
    width: usize,
    step: usize,
) -> Vec<Branch> {
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
            None => patch.after_nothing(&parent.node),
        };
        Branch { node, root: if step == 0 { at as usize } else { parent.root }, line }
    };
    order.iter().map(branch).collect()
}
