//! The tree is kept between moves: what was learned about a position stays when the game gets
//! there.

use super::{
    grow::DRAWS,
    tree::{Mover, Node, Tree, Way},
};
use crate::search::state::State;

/// A position is looked for so many plies below the root...
const DEEPEST: u32 = 12;
/// ...and among so many.
const MOST_TRIED: u32 = 10_000;

impl<S: State> Tree<S> {
    /// Makes this position the root; what lay beside the way to it is forgotten. False if it is
    /// not in the tree.
    pub(super) fn follow(&mut self, state: &S) -> bool {
        let key = state.key();
        if self.root.key() == key {
            return true;
        }
        let mut tries = MOST_TRIED;
        let Some(node) = self.find(0, &self.root, key, DEEPEST, &mut tries) else { return false };
        *self = self.below(node, state.clone());
        true
    }

    /// The node of the position with this key, at or below `node`.
    fn find(&self, node: usize, state: &S, key: u64, depth: u32, tries: &mut u32) -> Option<usize> {
        *tries = tries.checked_sub(1)?;
        if node != 0 && state.key() == key {
            return Some(node);
        }
        let depth = depth.checked_sub(1)?;
        self.nodes[node].children().filter(|&child| self.nodes[child].visits > 0).find_map(
            |child| {
                let next = match self.nodes[child].way {
                    Way::Move(mv) => {
                        let mut next = state.clone();
                        next.play(mv);
                        next
                    }
                    Way::Deal(at) => self.dealt[at as usize].0.clone(),
                    Way::Root => return None,
                };
                self.find(child, &next, key, depth, tries)
            },
        )
    }

    /// A tree of this node and what lies below it.
    fn below(&self, node: usize, root: S) -> Self {
        let mut tree = Tree::new(root);
        tree.scale = self.scale;
        tree.nodes[0] = Node { way: Way::Root, ..self.nodes[node] };
        tree.means.copy_from_slice(self.means_of(node));
        let mut next = 0;
        while next < tree.nodes.len() {
            let Node { first, count, turn, proven, .. } = tree.nodes[next];
            if first != 0 {
                let moved_to = tree.nodes.len() as u32;
                let places = if turn == Mover::Drawn { DRAWS } else { usize::from(count) };
                tree.nodes[next].first = moved_to;
                if proven != 0 {
                    tree.nodes[next].proven = proven - first + moved_to;
                }
                for child in first as usize..first as usize + places {
                    let mut copy = self.nodes[child];
                    if let Way::Deal(at) = &mut copy.way {
                        tree.dealt.push(self.dealt[*at as usize].clone());
                        *at = tree.dealt.len() as u32 - 1;
                    }
                    tree.nodes.push(copy);
                    tree.means.extend_from_slice(self.means_of(child));
                }
            }
            next += 1;
        }
        tree
    }
}
