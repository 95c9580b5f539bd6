// How one picture of Azul becomes the next: the frames between them.
//
//     draft:  tiles in the air ──► they lie there
//     end of a round:  ... ──► the first tile of everybody slides ──► its run lights up, points add up
//                          ──► the second ──► ... ──► the floors are paid ──► bonuses ──► the next picture
//
// Pure: two pictures in, frames out. The pictures between are put together from what the moves and
// the scores say they did; no rule is known here.

/**
 * @typedef {{ on: "plate", number: number, kind: string, nth: number } | { on: "centre", kind: string }
 *   | { on: "line", seat: number, line: number, index: number } | { on: "wall", seat: number, row: number, column: number }
 *   | { on: "floor", seat: number, index: number }} Spot a place on the table
 *
 * @typedef {{ seat: number, row: number, column: number, points?: number }} Lit with the points that it brought, if it is the new one
 *
 * @typedef {object} Scored one line of what was scored, as crates/meeple-view says it, or a sum of several
 * @property {number} seat
 * @property {string} what
 * @property {number} [points]
 * @property {number} [sum]
 * @property {number} [score] the score after it
 * @property {{ row: number, column: number, colour: string, run: { row: number, column: number }[] } | null} [tile]
 *
 * @typedef {object} Frame
 * @property {any} picture
 * @property {{ kind: string, from: Spot, to: Spot }[]} flights what moves while it is shown
 * @property {Lit[]} lit cells that count just now
 * @property {{ seat: number, sum: number }[]} sums by how much scores change just now, where no single points are known
 * @property {number} ms
 */

const FLIGHT_MS = 200;
const LOOK_MS = 420;

/** The frames between two pictures, without the second; none where nothing is known to have moved. @param {any} previous @param {any} picture @returns {Frame[]} */
export function framesBetween(previous, picture) {
    const last = picture.last_move;
    const scored = scoredBetween(previous, picture);
    if (last?.kind !== "draft") return scoringFrames(previous.boards.map((board) => withFullLines(board, scored)), picture, scored);
    const boards = previous.boards.map((board) => (board.seat === last.seat ? withDraft(board, last) : board));
    return [takenFrame(previous, picture), ...scoringFrames(boards, picture, scored)];
}

/**
 * What was scored between two pictures. Where a deal came together with the end of a round, the
 * picture no longer says it: then it is what is new on the walls, and how the scores have changed.
 * @param {any} previous @param {any} picture @returns {Scored[]}
 */
export function scoredBetween(previous, { scored, last_move: last, boards }) {
    if (scored.length > 0 || last || !previous) return scored;
    return boards.flatMap(({ seat, wall, score }) => {
        const before = previous.boards[seat];
        const lies = before.wall.map((cells) => [...cells]);
        const tiles = wall.flatMap((cells, row) => cells.flatMap((colour, column) => {
            if (!colour || before.wall[row][column]) return [];
            lies[row][column] = colour;
            const run = runThrough(lies, row, column);
            return [{ seat, what: "tile", tile: { row: row + 1, column: column + 1, colour, run } }];
        }));
        const isPaid = before.floor.slots.some(({ holds }) => holds);
        return tiles.length > 0 || isPaid || score !== before.score ? [...tiles, { seat, what: "sum", sum: score - before.score, score }] : [];
    });
}

/** The tiles in an unbroken row or column with this one, itself among them. */
function runThrough(lies, row, column) {
    const run = [{ row: row + 1, column: column + 1 }];
    for (const [down, right] of [[-1, 0], [1, 0], [0, -1], [0, 1]]) {
        for (let [y, x] = [row + down, column + right]; lies[y]?.[x]; [y, x] = [y + down, x + right]) run.push({ row: y + 1, column: x + 1 });
    }
    return run;
}

/** The taken tiles on their way, the others of a factory on theirs to the centre. @returns {Frame} */
function takenFrame(previous, picture) {
    const { seat, source, colour, place, takes, fits, slides, takes_marker: takesMarker } = picture.last_move;
    const board = previous.boards[seat];
    const from = (kind, nth) => (source === "centre" ? { on: "centre", kind } : { on: "plate", number: source, kind, nth });
    const used = board.floor.slots.filter(({ holds }) => holds).length;
    const below = (nth) => ({ on: "floor", seat, index: used + nth + 1 });
    const filled = board.lines[place - 1]?.filled ?? 0;
    const marker = takesMarker ? [{ kind: "marker", from: { on: "centre", kind: "marker" }, to: below(0) }] : [];
    const taken = Array.from({ length: takes }, (_, nth) => {
        const to = nth < fits ? { on: "line", seat, line: place, index: filled + nth + 1 } : below(nth - fits + marker.length);
        return { kind: colour, from: from(colour, nth), to };
    });
    const sliding = slides.flatMap((group) => Array.from({ length: group.count }, (_, nth) =>
        ({ kind: group.colour, from: from(group.colour, nth), to: { on: "centre", kind: group.colour } })));
    // What finds no slot on the floor goes to the lid, unseen.
    const flights = [...marker, ...taken, ...sliding].filter(({ to }) => to.on !== "floor" || to.index <= 7);
    const groups = previous.centre.groups.filter((group) => source !== "centre" || group.colour !== colour);
    const centre = { groups, total: groups.reduce((sum, { count }) => sum + count, 0) };
    const between = { ...picture, centre, marker_in_centre: previous.marker_in_centre && !takesMarker, boards: previous.boards, scored: [] };
    return { picture: between, flights: /** @type {any} */ (flights), lit: [], sums: [], ms: FLIGHT_MS };
}

/** Everybody's first score together, then everybody's second. @returns {Frame[]} */
function scoringFrames(boards, picture, scored) {
    const lists = boards.map(({ seat }) => scored.filter((one) => one.seat === seat));
    const steps = Math.max(...lists.map((list) => list.length));
    const frames = [];
    for (let step = 0; step < steps; step += 1) {
        const now = lists.map((list) => list[step]);
        const tiles = now.filter((one) => one?.tile);
        const told = lists.flatMap((list) => list.slice(0, step));
        const lifted = boards.map((board, index) => (now[index]?.tile ? withoutLine(board, now[index].tile.row) : board));
        const flights = tiles.map(({ seat, tile: { row, column, colour } }) =>
            ({ kind: colour, from: { on: "line", seat, line: row, index: 1 }, to: { on: "wall", seat, row, column } }));
        if (tiles.length > 0) frames.push({ picture: paused(picture, lifted, told), flights, lit: [], sums: [], ms: FLIGHT_MS });
        boards = lifted.map((board, index) => (now[index] ? withScored(board, now[index]) : board));
        const lit = tiles.flatMap(({ seat, tile, points }) => tile.run.map((cell) =>
            ({ seat, ...cell, points: cell.row === tile.row && cell.column === tile.column ? points : undefined })));
        frames.push({ picture: paused(picture, boards, [...told, ...now.filter(Boolean)]), flights: [], lit, sums: now.filter((one) => one?.sum !== undefined), ms: LOOK_MS });
    }
    return frames;
}

/** The table while points are counted: nobody is due, and nothing lies on it. */
function paused(picture, boards, scored) {
    const none = { total: 0, groups: [] };
    const factories = picture.phase === "draft" ? picture.factories.map(() => none) : picture.factories;
    return { ...picture, factories, centre: picture.phase === "draft" ? none : picture.centre, to_move: null, line_to_tile: null, boards, scored };
}

// Boards between, each a copy.

/** @param {any} board @param {any} draft */
function withDraft(board, { place, colour, fits, falls, takes_marker: takesMarker }) {
    const lines = board.lines.map((line) => {
        if (line.line !== place) return line;
        const filled = line.filled + fits;
        return { ...line, colour, filled, full: filled === line.line };
    });
    return { ...board, lines, floor: dropped(board.floor, [...(takesMarker ? ["marker"] : []), ...Array(falls).fill(colour)]) };
}

/** Lines whose tiles are about to slide are full, also where the move that filled them is not known. */
function withFullLines(board, scored) {
    const going = new Map(scored.filter(({ seat, tile }) => tile && seat === board.seat).map(({ tile }) => [tile.row, tile.colour]));
    return { ...board, lines: board.lines.map((line) => (going.has(line.line) ? { ...line, colour: going.get(line.line), filled: line.line, full: true } : line)) };
}

/** A floor with more on it, as far as there is room. */
function dropped(floor, kinds) {
    const coming = [...kinds];
    return { ...floor, slots: floor.slots.map((slot) => (slot.holds || coming.length === 0 ? slot : { ...slot, holds: coming.shift() })) };
}

function withoutLine(board, number) {
    return { ...board, lines: board.lines.map((line) => (line.line === number ? { ...line, colour: null, filled: 0, full: false } : line)) };
}

/** @param {any} board @param {any} scored one line of what was scored */
function withScored(board, { what, score = board.score, tile }) {
    const next = { ...board, score };
    if (tile) {
        const wall = board.wall.map((cells, row) => cells.map((kind, column) => (row + 1 === tile.row && column + 1 === tile.column ? tile.colour : kind)));
        return { ...next, wall };
    }
    if (what === "floor" || what === "sum") return { ...next, has_marker: false, floor: { ...board.floor, slots: board.floor.slots.map((slot) => ({ ...slot, holds: null })) } };
    return next;
}
