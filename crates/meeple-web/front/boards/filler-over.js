// What lies over Filler's board while somebody looks where the piece could go.
//
//     ▒ ▒ ▒        where it can reach, softly          ╱ ╱      where it may not lie
//     ◎ ■ ■        the piece, its joining cell ringed    ╱
//     ①            places that are worth it, in their order
import { border, colour, escaped, joined, squares } from "/drawings/drawing.js";
import { CORNER } from "/drawings/filler.js";

/** How many places that are worth it are shown. */
const MOST = 5;

/** The pattern of what may not be. */
export const HATCH = '<defs><pattern id="filler-hatch" width=".5" height=".5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path d="M.12 0V.5" stroke="var(--bad)" stroke-width=".16"/></pattern></defs>';

/** Every empty cell that can be reached. @param {[number, number][]} cells @param {string[]} board */
export function reachOf(cells, board) {
    const empty = cells.filter(([column, row]) => board[row][column] === ".");
    return empty.length > 0 ? `<path class="filler-reach" d="${squares(empty)}"/>` : "";
}

/** The piece where it would lie. @param {import("./filler-placements.js").Held | undefined} held @param {number} mark */
export function ghostOf(held, mark) {
    if (!held) return "";
    const shape = joined(held.cells, CORNER);
    const outline = `<path class="filler-outline" d="${border(held.cells)}"/>`;
    if (!held.isLegal) return `<g class="filler-ghost filler-not"><path d="${squares(held.cells)}" fill="url(#filler-hatch)"/>${outline}</g>`;
    const [x, y] = held.overlap;
    return `<g class="filler-ghost" data-key="ghost"><path class="filler-piece" d="${shape}" fill="${colour(mark)}" stroke="${colour(mark)}" stroke-width="${2 * CORNER}" stroke-linejoin="round"/>${outline}<circle class="filler-ring" cx="${x + 0.5}" cy="${y + 0.5}" r=".32"/></g>`;
}

/** The piece that was just laid, still covered: it comes to be seen. @param {any} picture */
export function arrivingOf({ last_move: last, scores }) {
    if (!last || last.cells.length === 0) return "";
    const [x, y] = last.overlap ?? [-1, -1];
    const fresh = last.cells.filter(([column, row]) => column !== x || row !== y);
    return `<path class="filler-arriving" data-key="arriving-${scores.length}" d="${squares(fresh)}"/>`;
}

/**
 * Places that are worth it, in their order.
 * @param {{ move: string, label?: string }[]} advice
 * @param {(move: string) => import("./filler-placements.js").Held | undefined} find
 * @param {number} badge how large a number is, in cells
 */
export function adviceOf(advice, find, badge) {
    const shown = advice.map(({ move, label }, rank) => ({ held: find(move), label, rank })).filter(({ held }) => held).slice(0, MOST);
    const taken = [];
    const outline = ({ held, rank }) => `<path class="filler-advised${rank === 0 ? " filler-best" : ""}" d="${border(held.cells)}"/>`;
    const number = ({ held, label, rank }) => {
        // Where two lie over each other, each number finds a cell of its own.
        const isFree = ([x, y]) => taken.every(([otherX, otherY]) => Math.hypot(x - otherX, y - otherY) >= 2 * badge);
        const [column, row] = held.cells.find(isFree) ?? held.cells[0];
        taken.push([column, row]);
        return `<g class="filler-rank${rank === 0 ? " filler-best" : ""}" transform="translate(${column + 0.5} ${row + 0.5}) scale(${badge})"><title>${escaped(label ?? "")}</title><circle r="1"/><text y=".45" font-size="1.3">${rank + 1}</text></g>`;
    };
    return shown.slice().reverse().map(outline).join("") + shown.map(number).join("");
}
