// Moves that somebody tries out: a line of positions, and where one is in it.
//
//     start ─ 2 blue 3 ─ 1 red 2 ─ 4 black 5
//                         ▲ at
//
// Another move from here leaves what came behind. A line is a value.

/** @typedef {import("../api.js").Position} Position */
/** @typedef {{ steps: { move: string | null, position: Position }[], at: number }} Line */

/** @param {Position} position @returns {Line} */
export function lineFrom(position) {
    return { steps: [{ move: null, position }], at: 0 };
}

/** The line with a move made where one is. @param {Line} line @param {string} move @param {Position} position @returns {Line} */
export function withMove({ steps, at }, move, position) {
    // The same move again is no new line, unless chance has decided otherwise this time.
    const next = steps[at + 1];
    if (next?.move === move && next.position.position === position.position) return { steps, at: at + 1 };
    return { steps: [...steps.slice(0, at + 1), { move, position }], at: at + 1 };
}

/** @param {Line} line @param {number} at @returns {Line} */
export function lineAt({ steps }, at) {
    return { steps, at: Math.max(0, Math.min(steps.length - 1, at)) };
}

/** @param {Line} line @returns {Position} */
export function positionOf({ steps, at }) {
    return steps[at].position;
}
