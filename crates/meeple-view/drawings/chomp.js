// Chomp: a bar of chocolate in its wrapper, bitten from the lower right.
//
//     ☠ # # # #~     squares that are left, with a bevel; the wrapper (~) is torn
//     # # #~. .      where they were bitten off; what was bitten shows its place,
//     # #~. . .      the last bite its outline and who took it
//
// A bar may have 65025 squares, so nothing is drawn square by square: every part is one
// outline that goes down in steps, filled with a pattern.
import { colour, columnLetters, escaped, markAt, round, svg } from "./drawing.js";

/** How large a square is, and the edge around the bar. */
export const SIDE = 40;
export const MARGIN = 26;

/**
 * @typedef {object} Bitten what can be asked for besides
 * @property {{ row: number, column: number }} [lifted] a square whose bite is shown as it would be
 * @property {boolean} [leaving] whether the last bite is drawn once more, to be seen going
 */

/**
 * @param {any} picture a ChompPicture
 * @param {import("./drawing.js").Options & Bitten} options
 */
export function draw(picture, { seats, lifted, leaving }) {
    const { width, height, rows } = picture;
    const left = lifted ? rows.map((length, row) => (row < lifted.row ? length : Math.min(length, lifted.column))) : rows;
    const parts = [
        DEFINITIONS,
        `<path d="${steps(0, 0, Array(height).fill(width))}" fill="url(#chomp-place)"/>`,
        wrapper(rows, width, height),
        lastBite(picture, seats),
        `<g>${chocolate(0, 0, left)}</g>`,
        lifted ? `<g class="lifted" data-key="lifted-${lifted.row}-${lifted.column}">${chocolate(lifted.column, lifted.row, rows)}</g>` : "",
        leaving ? going(picture) : "",
        ...numbers(width, height),
    ];
    const label = `A bar of ${width} by ${height}; squares left in each row: ${rows.join(", ")}`;
    return svg(width * SIDE + 2 * MARGIN, height * SIDE + 2 * MARGIN, label, parts.join(""));
}

/** What stands right of a column, from a row down, as one outline that goes in by steps. */
function steps(column, top, rows) {
    const rights = rows.slice(top).filter((length) => length > column);
    if (rights.length === 0) return "";
    const down = rights.map((length, index) => `H${MARGIN + length * SIDE}V${MARGIN + (top + index + 1) * SIDE}`);
    return `M${MARGIN + column * SIDE} ${MARGIN + top * SIDE}${down.join("")}H${MARGIN + column * SIDE}z`;
}

/** A part of the bar, with the poison if that is in it. */
function chocolate(column, top, rows) {
    const outline = steps(column, top, rows);
    if (!outline) return "";
    const hasPoison = column === 0 && top === 0;
    return `<path class="shade" d="${outline}" fill="#000" opacity=".28" transform="translate(1.5 4)"/>`
        + `<path class="groove" d="${outline}" fill="var(--chocolate)" stroke="var(--chocolate)" stroke-linejoin="round"/><path d="${outline}" fill="#000" opacity=".42"/>`
        + `<path class="bar" d="${outline}" fill="url(#chomp-square)"/>`
        + (hasPoison ? `<use href="#chomp-poison" x="${MARGIN}" y="${MARGIN}"/>` : "");
}

const BEVEL = `<path d="M1.5 7a5.5 5.5 0 0 1 5.5-5.5h26a5.5 5.5 0 0 1 3.9 1.6L31 9H9v22l-5.9 5.9A5.5 5.5 0 0 1 1.5 33z" fill="#fff" opacity=".2"/>
<path d="M38.5 33a5.5 5.5 0 0 1-5.5 5.5H7a5.5 5.5 0 0 1-3.9-1.6L9 31h22V9l5.9-5.9A5.5 5.5 0 0 1 38.5 7z" fill="#000" opacity=".27"/>`;

const SKULL = `<g transform="translate(20 19.5)"><path d="M-9.5 8 9.5 13.5M9.5 8l-19 5.5" stroke="#fff" stroke-width="2.8" stroke-linecap="round"/>
<path d="M0-11.5c5.6 0 9 3.7 9 8.3 0 2.9-1.4 4.8-3.3 6.1v3.2a1.7 1.7 0 0 1-1.7 1.7h-8a1.7 1.7 0 0 1-1.7-1.7V2.9C-7.6 1.6-9 -.3-9-3.2c0-4.6 3.4-8.3 9-8.3z" fill="#fff"/>
<path d="M-6.4-2.4c0-1.5 1.1-2.5 2.6-2.5s2.5 1 2.3 2.6C-1.7-.8-2.7.1-4 .1s-2.4-1-2.4-2.5zM6.4-2.4c0-1.5-1.1-2.5-2.6-2.5s-2.5 1-2.3 2.6C1.7-.8 2.7.1 4 .1s2.4-1 2.4-2.5zM0 .7 1.3 3.2h-2.6z" fill="#14391a"/>
<path d="M-2.2 5v2.6M0 5v2.6M2.2 5v2.6" stroke="#14391a" stroke-width=".9"/></g>`;

const PATTERN = `x="${MARGIN}" y="${MARGIN}" width="${SIDE}" height="${SIDE}" patternUnits="userSpaceOnUse"`;

const DEFINITIONS = `<defs>
<pattern id="chomp-square" ${PATTERN}><rect x="1.5" y="1.5" width="37" height="37" rx="5.5" fill="var(--chocolate)"/>
${BEVEL}<rect x="9" y="9" width="22" height="22" rx="1.5" fill="#fff" opacity=".05"/>
<path d="M13 22c.5-5 3.5-8.5 8.5-9" fill="none" stroke="#fff" stroke-width="1.8" stroke-linecap="round" opacity=".2"/></pattern>
<pattern id="chomp-place" ${PATTERN}><rect x="5" y="5" width="30" height="30" rx="5" fill="none" stroke="var(--line)" stroke-dasharray="3 3"/></pattern>
<g id="chomp-poison"><rect x="1" y="1" width="38" height="38" rx="5.5" fill="var(--foil)"/>
<path d="M1 14 12 1h9L1 25zM39 9 26 24l13-6zM8 39l9-13 7 13zM30 39l9-11v7a4 4 0 0 1-4 4z" fill="#fff" opacity=".16"/>
<path d="M1 25 9 31 1 34zM21 1l5 8 6-8zM39 18l-9 5 9 5z" fill="#000" opacity=".14"/>${BEVEL}${SKULL}</g></defs>`;

/** The paper under the bar: whole along its own edges, torn where squares were bitten off. */
function wrapper(rows, width, height) {
    if (!rows.some((length) => length > 0)) return "";
    const fine = width + height > 80 ? 3 : 1;
    const paper = torn(rows, width, height, 11, 5.7 * fine);
    const foil = torn(rows, width, height, 6, 4.3 * fine);
    return `<path class="wrapper" d="${paper}" fill="var(--paper)" stroke="var(--line)"/>`
        + `<path class="foil" d="${foil}" fill="var(--surface)" opacity=".6"/>`;
}

/** The outline of the bar, so far outside of it, with teeth so long. */
function torn(rows, width, height, out, tooth) {
    const left = rows.filter((length) => length > 0);
    const start = MARGIN - out;
    const points = [`M${start} ${start}`];
    let [x, y] = [MARGIN + left[0] * SIDE + out, start];
    points.push(`H${round(x)}`);
    left.forEach((length, row) => {
        const foot = MARGIN + (row + 1) * SIDE + out;
        // Between two rows of the same length the edge simply goes on.
        if (length === left[row + 1]) return;
        points.push(tear(x, y, x, foot, length === width ? 0 : tooth));
        const next = row + 1 < left.length ? MARGIN + left[row + 1] * SIDE + out : start;
        points.push(tear(x, foot, next, foot, row + 1 === height ? 0 : tooth));
        [x, y] = [next, foot];
    });
    return `${points.join("")}z`;
}

/** A torn edge from one point to another, always the same for the same edge; straight without teeth. */
function tear(x, y, toX, toY, tooth) {
    const length = Math.hypot(toX - x, toY - y);
    const count = tooth ? Math.max(1, Math.round(length / tooth)) : 1;
    const [alongX, alongY] = [(toX - x) / length, (toY - y) / length];
    const points = [];
    for (let index = 1; index < count; index += 1) {
        const chance = Math.abs(Math.sin((x + toX) * 12.9 + (y + toY) * 78.2 + index * 37.7) * 43758.5) % 1;
        const off = (index % 2 ? 1 : -1) * tooth * (0.15 + 0.45 * chance);
        const at = (length * index) / count;
        points.push(`L${round(x + alongX * at - alongY * off)} ${round(y + alongY * at + alongX * off)}`);
    }
    return `${points.join("")}L${round(toX)} ${round(toY)}`;
}

/** Where the last bite was, and who bit. */
function lastBite({ last_bite: bite }, seats) {
    if (!bite) return "";
    const { mark, name } = seats[bite.seat];
    const [x, y] = [MARGIN + (bite.column + 0.5) * SIDE, MARGIN + (bite.row + 0.5) * SIDE];
    return `<g class="last"><path d="${steps(bite.column, bite.row, bite.rows_before)}" fill="var(--last)" stroke="${colour(mark)}" stroke-opacity=".6" stroke-width="1.5" stroke-dasharray="5 4" stroke-linejoin="round"/></g>`
        + `<g><title>${escaped(name)} bit here</title>${markAt(mark, x, y, 15)}</g>`;
}

/** What the last bite took, for a moment. */
function going({ last_bite: bite, squares_left: left }) {
    return bite ? `<g class="leaving" data-key="leaving-${bite.row}-${bite.column}-${left}">${chocolate(bite.column, bite.row, bite.rows_before)}</g>` : "";
}

/** The letters of columns and the numbers of rows; of a long bar every fifth. */
function numbers(width, height) {
    const some = (count) => Array.from({ length: count }, (_, index) => index).filter((index) => count <= 20 || index % 5 === 0);
    const size = Math.max(width, height) > 10 ? 12 : 9;
    const text = (x, y, name) => `<text x="${x}" y="${y}" class="coordinate" font-size="${size}">${name}</text>`;
    return [
        ...some(width).map((column) => text(MARGIN + (column + 0.5) * SIDE, 11, columnLetters(column))),
        ...some(height).map((row) => text(7, MARGIN + (row + 0.5) * SIDE + size / 3, row + 1)),
    ];
}
