// Laying Grass: what is not yet, drawn over the meadow. The tile in hand where it would lie, what
// that makes and closes, what may be chosen, what is advised.
//
//     ┌╌╌╌┐        the square that would be made, dashed
//     ╎▒▒ ╎ ///    the ghost, ground that it would close
//     └╌╌╌┘
import { cellsOf, cloth, heart, outline, place } from "/drawings/grass.js";
import { escaped, markAt, round, squares } from "/drawings/drawing.js";
import { chosen, ghostCells } from "./grass-aim.js";
import { cornersOf, moveOf, notationOf, sizeOf, lookOf, targetsOf } from "./grass-table.js";
import { nextTile, refusal } from "../words/grass.js";

/** @typedef {import("./grass-table.js").Table} Table */
/** @typedef {import("./grass-table.js").Cell} Cell */
/** @typedef {import("./grass-table.js").Legal} Legal */
/** @typedef {import("./grass-aim.js").Aim} Aim */

/** What the ghosts refer to. */
export const PATTERNS = `<pattern id="grass-refused" width=".42" height=".42" patternUnits="userSpaceOnUse" patternTransform="rotate(-45)"><path d="M0 0v.42" stroke="var(--bad)" stroke-width=".2"/></pattern>
<pattern id="grass-closing" width=".36" height=".36" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path d="M0 0v.36" stroke="var(--text)" stroke-width=".14"/></pattern>`;

/** What may be chosen on the meadow now. @param {Table} table @param {Aim} aim @returns {string} */
export function glow(table, aim) {
    if (aim.step === "lay") return places(table, aim);
    if (aim.step === "stone") return `<path class="grass-glow" d="${squares(targetsOf(table, "stone").flat())}"/>`;
    if (aim.step === "remove") return targetsOf(table, "remove").map(([[x, y]]) => `<circle class="grass-ring" cx="${x + 0.5}" cy="${y + 0.5}" r=".58"/>`).join("");
    if (aim.step !== "steal") return "";
    return targetsOf(table, "steal").map((cells) => {
        const tile = table.picture.tiles.find((one) => one.cells.includes(notationOf(cells[0])));
        const [x, y] = heart(cells);
        return `<path class="grass-ring" d="${outline(cells, 0.08, 0.16)}"/><circle class="grass-letter" cx="${x + 0.5}" cy="${y + 0.5}" r=".36"/>`
            + `<text class="grass-letter" x="${x + 0.5}" y="${y + 0.7}" font-size=".58">${escaped(tile?.letter ?? "")}</text>`;
    }).join("");
}

/** A dot where the middle of the tile may go; none where that is nearly everywhere. */
function places(table, { orientation }) {
    const corners = cornersOf(table, orientation);
    if (corners.length > table.picture.side ** 2 / 4) return "";
    const [wide, high] = sizeOf(lookOf(table, orientation)?.rows);
    const dot = ([x, y]) => `M${x + ((wide - 1) >> 1) + 0.5} ${y + ((high - 1) >> 1) + 0.5}h.01`;
    return `<path class="grass-dots" d="${corners.map(dot).join("")}"/>`;
}

/** What is aimed at. @param {Table} table @param {Aim} aim @returns {string} */
export function ghost(table, aim) {
    const legal = chosen(table, aim);
    if (aim.step === "exchange") return wanted(table, aim, legal);
    if (legal) return preview(table, legal);
    if (aim.step === "rest" || aim.step === "discard" || aim.step === "stop") return "";
    return refused(table, aim);
}

/** What a move would do. @param {Table} table @param {Legal} legal @returns {string} */
export function preview(table, legal) {
    if (legal.kind === "lay") return laid(table, legal);
    const cells = (legal.cells ?? (legal.cell ? [legal.cell] : [])).map(place);
    if (cells.length === 0) return "";
    if (legal.kind === "stone") {
        const [[x, y]] = cells;
        return `<g transform="translate(${x + 0.5} ${y + 0.5})"><rect class="grass-edge" x="-.5" y="-.5" width="1" height="1" rx=".2"/><use href="#grass-stone" transform="scale(1.22)" fill="var(--stone)"/></g>`;
    }
    const [x, y] = heart(cells);
    return `<path class="grass-lifted" d="${outline(cells, 0, 0.2)}"/><path class="grass-edge" d="${outline(cells, -0.04, 0.22)}"/>`
        + `<path class="grass-cross" d="M${x + 0.3} ${y + 0.3}l.4 .4M${x + 0.7} ${y + 0.3}l-.4 .4"/>`;
}

/** @param {Table} table @param {Legal} legal */
function laid(table, legal) {
    const { picture, seats } = table;
    const cells = legal.cells.map(place);
    const mark = seats[picture.to_move]?.mark ?? 0;
    const [x, y] = heart(cells);
    const shadow = `<path transform="translate(.1 .14)" d="${outline(cells, 0.02, 0.2)}" fill="#000" opacity=".22"/>`;
    return closing(legal.closes) + shadow
        + `<g opacity=".86">${cloth(cells, mark, legal.tile ?? 0)}${markAt(mark, x + 0.5, y + 0.5, 0.56, "var(--on-seat)")}</g>`
        + `<path class="grass-edge" d="${outline(cells, -0.05, 0.22)}"/>`
        + legal.loses.map(({ cell }) => lost(place(cell))).join("")
        + legal.captures.map(({ cell }) => gained(place(cell))).join("")
        + made(picture, legal, cells);
}

/** Ground that nobody could lay on any more. @param {string[]} closes */
function closing(closes) {
    return closes.length > 0 ? `<path d="${squares(closes.map(place))}" fill="url(#grass-closing)" stroke="var(--text)" stroke-width=".05"/>` : "";
}

function gained([x, y]) {
    return `<circle class="grass-edge" cx="${x + 0.5}" cy="${y + 0.5}" r=".6"/><circle class="grass-plus" cx="${x + 0.95}" cy="${y + 0.05}" r=".32"/><path class="grass-plus" d="M${x + 0.95} ${round(y - 0.11)}v.32M${round(x + 0.79)} ${y + 0.05}h.32"/>`;
}

function lost([x, y]) {
    return `<path class="grass-lost" d="M${x + 0.2} ${y + 0.2}l.6 .6M${x + 0.8} ${y + 0.2}l-.6 .6"/>`;
}

/** The square that would be the largest, where it would be. @param {import("./grass-table.js").Picture} picture @param {Legal} legal @param {Cell[]} cells */
function made(picture, { square, captures }, cells) {
    const now = picture.seats[picture.to_move]?.square ?? 0;
    if (square <= now || square < 2) return "";
    const own = new Set(cellsOf(picture.board, String(picture.to_move)).concat(cells, captures.map(({ cell }) => place(cell))).map(String));
    const at = cornerOfSquare(own, square, picture.side);
    if (!at) return "";
    const [x, y] = at;
    return `<rect class="grass-made" x="${x + 0.06}" y="${y + 0.06}" width="${square - 0.12}" height="${square - 0.12}" rx=".22"/>`
        + `<circle class="grass-side" cx="${x + 0.5}" cy="${y + 0.5}" r=".5"/><text class="grass-side" x="${x + 0.5}" y="${y + 0.73}" font-size=".66">${square}</text>`;
}

/** @param {Set<string>} own @param {number} square @param {number} side @returns {Cell | null} */
function cornerOfSquare(own, square, side) {
    // The side of the largest square that ends in a cell, from its neighbours above and to the left.
    const ends = Array.from({ length: side + 1 }, () => Array(side + 1).fill(0));
    for (let row = 0; row < side; row += 1) {
        for (let column = 0; column < side; column += 1) {
            if (!own.has(`${column},${row}`)) continue;
            ends[row + 1][column + 1] = 1 + Math.min(ends[row][column], ends[row][column + 1], ends[row + 1][column]);
            if (ends[row + 1][column + 1] >= square) return [column + 1 - square, row + 1 - square];
        }
    }
    return null;
}

/** One of the next tiles, looked at where the tile in hand was. */
function wanted(table, aim, legal) {
    const cells = ghostCells(table, aim);
    if (cells.length === 0) return "";
    const mark = table.seats[table.picture.to_move]?.mark ?? 0;
    const edge = `<path class="${legal ? "grass-edge" : "grass-no"} grass-dashed" d="${outline(cells, -0.05, 0.22)}"/>`;
    return `<g opacity=".6">${cloth(cells, mark, nextTile(table.picture, aim.card)?.tile ?? 0)}</g>${edge}`;
}

/** What cannot be, with the cell that is the reason. */
function refused(table, aim) {
    const cells = aim.step === "lay" ? ghostCells(table, aim) : [aim.target];
    const { cell } = refusal(table, aim);
    const culprit = cell ? `<circle class="grass-no filled" cx="${cell[0] + 0.5}" cy="${cell[1] + 0.5}" r=".42"/>${lost(cell).replace("grass-lost", "grass-on-no")}` : "";
    return `<path d="${outline(cells, 0, 0.2)}" fill="var(--surface)" opacity=".55"/><path d="${outline(cells, 0, 0.2)}" fill="url(#grass-refused)" opacity=".6"/>`
        + `<path class="grass-no" d="${outline(cells, -0.03, 0.22)}"/>${culprit}`;
}

/**
 * The best moves, each with its rank and label; the first three with their outline.
 * @param {Table} table @param {{ move: string, label?: string }[]} advice @param {number} scale of the badges
 * @returns {string}
 */
export function advised(table, advice, scale) {
    const used = new Set();
    const shown = advice.map(({ move, label }, rank) => {
        const legal = moveOf(table, move);
        const cells = (legal?.cells ?? (legal?.cell ? [legal.cell] : [])).map(place);
        if (cells.length === 0) return "";
        const free = cells.filter((cell) => !used.has(String(cell)));
        const at = free.length > 0 ? heart(free) : heart(cells);
        used.add(String(at));
        const edge = rank < 3 ? `<path class="grass-advice rank-${rank + 1}" d="${outline(cells, 0.1, 0.16)}"/>` : "";
        return { edge, badge: badge(at, rank + 1, label ?? "", scale) };
    });
    // Badges lie over all outlines, and the best over the others.
    const parts = shown.filter((one) => one !== "");
    return parts.map(({ edge }) => edge).reverse().join("") + parts.map(({ badge: one }) => one).reverse().join("");
}

function badge([x, y], rank, label, scale) {
    const wide = round(1.1 + label.length * 0.38);
    const words = label ? `<text x=".95" y=".71" font-size=".62">${escaped(label)}</text>` : "";
    return `<g class="grass-badge" transform="translate(${round(x + 0.5 - 0.48 * scale)} ${round(y + 0.5 - 0.48 * scale)}) scale(${round(scale)})">`
        + `<rect y=".02" width="${label ? wide : 0.96}" height=".92" rx=".46"/><circle cx=".48" cy=".48" r=".4"/><text class="rank" x=".48" y=".71" font-size=".66">${rank}</text>${words}</g>`;
}
