// Moves that somebody tries out: a line of positions, and where one is in it.
//
//     start ─ C3 ─ A4 ─ B1
//                 ▲ at
//
// Another move from here leaves what came behind. A line is a value.

/** @typedef {import("../api.js").Position} Position */
/** @typedef {{ steps: { move: string | null, name: string | null, position: Position }[], at: number }} Line */

/** @param {Position} position @returns {Line} */
export function lineFrom(position) {
    return { steps: [{ move: null, name: null, position }], at: 0 };
}

/** The line with a move made where one is; the position says which. @param {Line} line @param {Position} position @returns {Line} */
export function withMove({ steps, at }, position) {
    const { move, name } = position.played;
    // The same move again is no new line, unless chance has decided otherwise this time.
    const next = steps[at + 1];
    if (next?.move === move && next.position.position === position.position) return { steps, at: at + 1 };
    return { steps: [...steps.slice(0, at + 1), { move, name, position }], at: at + 1 };
}

/** @param {Line} line @param {number} at @returns {Line} */
export function lineAt({ steps }, at) {
    return { steps, at: Math.max(0, Math.min(steps.length - 1, at)) };
}

/** @param {Line} line @returns {Position} */
export function positionOf({ steps, at }) {
    return steps[at].position;
}
