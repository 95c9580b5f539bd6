// The geometry of a graph over plies: runs of what is known, halves around the middle, paths.
//
//     1 ┤   ╭──╮            values:  [.5, .8, .8, .3, null]
//    .5 ┼──╯....╲....       a run:   [[0,.5], [1,.8], [2,.8], [3,.3]]
//     0 ┤        ╰─         halves:  above the middle and below it, with the crossing between 2 and 3
//       0  1  2  3  4 ply
//
// Points are `[ply, value]`; only `pathOf` knows of pixels.

/** @typedef {[number, number]} Point a ply and a value */

/** Runs of neighbouring plies whose values are known. @param {(number | null)[]} values @returns {Point[][]} */
export function runs(values) {
    const found = /** @type {Point[][]} */ ([]);
    values.forEach((value, ply) => {
        if (value === null) return;
        if (ply === 0 || values[ply - 1] === null) found.push([]);
        found.at(-1).push([ply, value]);
    });
    return found;
}

/** The run with a point wherever it goes through the middle. @param {Point[]} run @param {number} middle @returns {Point[]} */
export function crossed(run, middle) {
    return run.flatMap((point, index) => {
        const last = run[index - 1];
        const isCrossing = last && (last[1] - middle) * (point[1] - middle) < 0;
        if (!isCrossing) return [point];
        const part = (middle - last[1]) / (point[1] - last[1]);
        return [/** @type {Point} */ ([last[0] + part * (point[0] - last[0]), middle]), point];
    });
}

/** What lies between a run and the middle, above it and below it, as closed shapes. @param {Point[]} run @param {number} [middle] */
export function halves(run, middle = 0.5) {
    const points = crossed(run, middle);
    const [first, last] = [points[0][0], points.at(-1)[0]];
    /** @param {(a: number, b: number) => number} limit @returns {Point[]} */
    const side = (limit) => [[first, middle], ...points.map(([ply, value]) => /** @type {Point} */ ([ply, limit(value, middle)])), [last, middle]];
    return { above: side(Math.max), below: side(Math.min) };
}

/**
 * Where plies and values are on a drawing.
 * @param {{ plies: number, wide: number, high: number, low?: number, top?: number, pad?: number }} frame
 */
export function scaleOf({ plies, wide, high, low = 0, top = 1, pad = 8 }) {
    const span = top - low || 1;
    return {
        /** @param {number} ply */
        x: (ply) => short(pad + ((wide - 2 * pad) * ply) / Math.max(plies, 1)),
        /** @param {number} value */
        y: (value) => short(pad + (high - 2 * pad) * (1 - (value - low) / span)),
        /** The ply that is nearest to a place. @param {number} x */
        plyAt: (x) => Math.max(0, Math.min(plies, Math.round(((x - pad) * plies) / Math.max(wide - 2 * pad, 1)))),
    };
}

/** @param {Point[]} points @param {{ x: (ply: number) => number, y: (value: number) => number }} scale */
export function pathOf(points, { x, y }) {
    return points.map(([ply, value], index) => `${index ? "L" : "M"}${x(ply)} ${y(value)}`).join("");
}

/** Points as steps: a score stays until it changes. @param {Point[]} points @param {{ x: (ply: number) => number, y: (value: number) => number }} scale */
export function stepsOf(points, { x, y }) {
    return points.map(([ply, value], index) => (index ? `H${x(ply)}V${y(value)}` : `M${x(ply)} ${y(value)}`)).join("");
}

/** Where a line gets its marks, so that lines can be told apart without their colours: evenly, each seat a little further. @param {number} plies @param {number} seat @param {number} seats */
export function markPlies(plies, seat, seats) {
    const stride = Math.max(1, Math.round(plies / 5));
    const start = Math.round((stride * (seat + 0.5)) / seats);
    const found = [];
    for (let ply = start; ply <= plies; ply += stride) found.push(ply);
    return found;
}

/** The least and the greatest of some numbers, with a little room where they are all the same. @param {number[][]} points */
export function rangeOf(points) {
    const all = points.flat();
    const [low, top] = [Math.min(...all), Math.max(...all)];
    return low === top ? { low: low - 1, top: top + 1 } : { low, top };
}

/** @param {number} number */
function short(number) {
    return Math.round(number * 10) / 10;
}
