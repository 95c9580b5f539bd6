// What can be chosen on Azul's table, as it follows from the legal moves: first a group, then a place.
//
//     groups:  factory 2 blue ──► places: line 2, line 3, the floor      (each one move)
//     grey wall:                  cells:  row 3 column 5, ...            (each one move)
//
// No rule is known here: what is not among the moves cannot be chosen.

/**
 * @typedef {object} Group tiles of one colour that lie together
 * @property {number | "centre"} source
 * @property {string} colour
 * @property {number} count
 * @property {boolean} hasMarker whether the marker comes with them
 *
 * @typedef {{ source: number | "centre", colour: string }} Picked
 *
 * @typedef {object} Draft a legal move as crates/meeple-view says it
 * @property {"draft"} kind
 * @property {string} move
 * @property {number | "centre"} source
 * @property {string} colour
 * @property {number | "floor"} place
 * @property {number} takes
 * @property {{ colour: string, count: number }[]} slides
 * @property {number} fits
 * @property {boolean} fills_line
 * @property {number} falls
 * @property {number} cost
 * @property {boolean} takes_marker
 * @property {number} marker_cost
 *
 * @typedef {object} Tiling
 * @property {"wall"} kind
 * @property {string} move
 * @property {number} row
 * @property {number} column
 * @property {string} colour
 * @property {number} points
 * @property {{ row: number, column: number }[]} run
 *
 * @typedef {{ move: string, rank: number, label: string }} Ranked advice with its place among all
 */

/** All groups on the table, plates first. @param {any} picture @returns {Group[]} */
export function groupsOf({ factories, centre, marker_in_centre: hasMarker }) {
    const group = (source, isMarked) => ({ colour, count }) => ({ source, colour, count, hasMarker: isMarked });
    return [...factories.flatMap((heap, index) => heap.groups.map(group(index + 1, false))), ...centre.groups.map(group("centre", hasMarker))];
}

/** @param {Picked | null} one @param {Picked | null} other */
export const isSameGroup = (one, other) => Boolean(one && other && one.source === other.source && one.colour === other.colour);

/** The drafts that take this group, by their place. @param {any[]} moves @param {Picked | null} picked @returns {Map<number | "floor", Draft>} */
export function draftsOf(moves, picked) {
    return new Map(moves.filter((move) => move.kind === "draft" && isSameGroup(move, picked)).map((draft) => [draft.place, draft]));
}

/** The cells of the grey wall that can be chosen. @param {any[]} moves @returns {Map<string, Tiling>} */
export function tilingsOf(moves) {
    return new Map(moves.filter(({ kind }) => kind === "wall").map((tiling) => [cellKey(tiling), tiling]));
}

/** @param {{ row: number, column: number }} cell */
export const cellKey = ({ row, column }) => `${row},${column}`;

/**
 * Advice as it is shown, joined with what its moves are; those that are no legal moves say nothing.
 * @param {any[]} moves @param {{ move: string, label?: string }[]} advice
 * @returns {(Ranked & { made: Draft | Tiling })[]}
 */
export function ranked(moves, advice) {
    return advice.slice(0, 3).flatMap(({ move, label = "" }, index) => {
        const made = moves.find((one) => one.move === move);
        return made ? [{ move, label, rank: index + 1, made }] : [];
    });
}
