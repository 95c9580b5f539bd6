// Where the piece in hand may lie, and why it may not lie elsewhere.
//
//     placements(moves).at({ column, row, x, y })     the placement that a pointer there means
//     hold(piece, spot)                               the piece as it would lie, held by its middle
//     refusal(picture, held)                          why it may not
//
// The legal placements come from the server; what is read off here is the picture, for the words.
import { OWNED } from "/drawings/filler.js";
import { words } from "../words/filler.js";

/**
 * @typedef {{ move: string, kind: "place" | "stop", column?: number, row?: number, cells?: [number, number][], overlap?: [number, number] }} LegalMove
 * @typedef {{ move: string, cells: [number, number][], overlap?: [number, number], isLegal: boolean, column: number, row: number }} Held a piece somewhere
 */

/** The legal placements, found by the cells that they cover. @param {LegalMove[]} moves */
export function placements(moves) {
    const all = moves.filter(({ kind }) => kind === "place")
        .map(({ move, cells, overlap, column, row }) => ({ move, cells, overlap, column, row, isLegal: true, middle: middleOf(cells) }));
    const covering = new Map();
    for (const one of all) {
        for (const cell of one.cells) {
            const key = keyOf(cell);
            if (!covering.has(key)) covering.set(key, []);
            covering.get(key).push(one);
        }
    }

    /**
     * The placement that covers a cell and has its middle nearest to the pointer; where none does, one of a cell nearby.
     * @param {{ column: number, row: number, x: number, y: number }} spot
     * @param {number} [reach] how far a cell may be, in cells
     * @returns {Held | undefined}
     */
    function at({ column, row, x, y }, reach = 0) {
        const distance = ({ middle }) => Math.hypot(middle[0] - x, middle[1] - y);
        const here = covering.get(keyOf([column, row]));
        if (here) return least(here, distance);
        const far = Math.ceil(reach);
        const near = [];
        for (let down = -far; down <= far; down += 1) {
            for (let right = -far; right <= far; right += 1) {
                const off = Math.hypot(column + right + 0.5 - x, row + down + 0.5 - y);
                if (off <= reach + 0.5) near.push(...(covering.get(keyOf([column + right, row + down])) ?? []).map((one) => [one, off]));
            }
        }
        return least(near, ([one, off]) => off + distance(one) / 1000)?.[0];
    }

    /** The next placement in the order of rows, or the one before it. @param {Held | undefined} from @param {1 | -1} step @returns {Held | undefined} */
    function after(from, step) {
        const index = all.findIndex(({ move }) => move === from?.move);
        if (index < 0) return from ? at({ ...spotOf(from), x: from.column, y: from.row }, 12) ?? all[0] : all.at(step > 0 ? 0 : -1);
        return all[(index + step + all.length) % all.length];
    }

    return {
        all,
        at,
        after,
        find: (move) => all.find((one) => one.move === move),
        indexOf: (held) => all.findIndex(({ move }) => move === held?.move),
        /** Every cell that some placement covers. */
        reach: () => [...covering.keys()].map((key) => /** @type {[number, number]} */ ([key % 1000, Math.floor(key / 1000)])),
    };
}

/** The piece somewhere, held by the filled cell nearest to its middle. @param {{ rows: string[] }} piece @param {{ column: number, row: number }} spot @returns {Held} */
export function hold(piece, spot) {
    const filled = filledCells(piece);
    const [x, y] = middleOf(filled);
    const handle = least(filled, ([column, row]) => Math.hypot(column + 0.5 - x, row + 0.5 - y));
    return lieAt(piece, spot.column - handle[0], spot.row - handle[1]);
}

/** The piece with its corner at a cell. @param {{ rows: string[] }} piece @param {number} column @param {number} row @returns {Held} */
export function lieAt(piece, column, row) {
    const cells = filledCells(piece).map(([right, down]) => /** @type {[number, number]} */ ([column + right, row + down]));
    return { move: `${column},${row}`, cells, isLegal: false, column, row };
}

/** Why the piece may not lie there, in the words of the rules. @param {any} picture @param {Held} held @param {{ name: string }[]} seats */
export function refusal(picture, { cells, column, row }, seats) {
    const { width, height, board, margins, piece, to_move: seat } = picture;
    const isOff = ([x, y]) => x < 0 || y < 0 || x >= width || y >= height;
    if (cells.some(isOff)) return words.off;
    const hangsOut = column < 0 || row < 0 || column + piece.width > width || row + piece.height > height;
    if (margins === "inside" && hangsOut) return words.hangsOut;
    const owned = (who) => cells.filter(([x, y]) => OWNED[who].includes(board[y][x]));
    const [taken] = owned(1 - seat);
    return taken ? words.taken(taken, seats[1 - seat].name) : words.overlaps(owned(seat).length);
}

/** Where a placement is held. @param {Held} held */
export function spotOf({ cells, overlap }) {
    const [column, row] = overlap ?? cells[0];
    return { column, row };
}

/** @param {{ rows: string[] }} piece @returns {[number, number][]} */
function filledCells({ rows }) {
    return rows.flatMap((line, row) => [...line].flatMap((letter, column) => (letter === "O" ? [/** @type {[number, number]} */ ([column, row])] : [])));
}

/** @param {[number, number][]} cells */
function middleOf(cells) {
    return [0, 1].map((axis) => cells.reduce((sum, cell) => sum + cell[axis] + 0.5, 0) / cells.length);
}

/** @param {[number, number]} cell */
const keyOf = ([column, row]) => row * 1000 + column;

/** The one for which a number is least. */
function least(all, number) {
    let [best, lowest] = [undefined, Infinity];
    for (const one of all) {
        const now = number(one);
        if (now < lowest) [best, lowest] = [one, now];
    }
    return best;
}
