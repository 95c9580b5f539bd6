// Chomp: a bar of chocolate in its wrapper, bitten from the lower right.
//
//     ☠ # # # #      squares that are left, with a bevel;
//     # # # . .      what was bitten shows the paper, the last bite its outline
//     # # . . .
import { colour, escaped, markAt, svg } from "./drawing.js";

const SIDE = 40;
const MARGIN = 22;

/**
 * @param {object} picture a ChompPicture
 * @param {import("./drawing.js").Options} options
 */
export function draw(picture, { seats }) {
    const { width, height, rows } = picture;
    const [wide, high] = [width * SIDE + 2 * MARGIN, height * SIDE + 2 * MARGIN];
    const parts = [
        DEFINITIONS,
        wrapper(width, height),
        lastBite(picture, seats),
        ...rows.flatMap((left, row) => range(left).map((column) => square(row, column, picture))),
        ...numbers(width, height),
    ];
    const label = `A bar of ${width} by ${height}; squares left in each row: ${rows.join(", ")}`;
    return svg(wide, high, label, parts.join(""));
}

const DEFINITIONS = `<defs>
<g id="chocolate"><rect x="1" y="1" width="38" height="38" rx="5" fill="var(--chocolate)"/>
<path d="M1 6a5 5 0 0 1 5-5h28a5 5 0 0 1 3.5 1.500L31 9H9v22l-6.5 6.500A5 5 0 0 1 1 34z" fill="#fff" opacity=".17"/>
<path d="M39 34a5 5 0 0 1-5 5H6a5 5 0 0 1-3.5-1.500L9 31h22V9l6.5-6.500A5 5 0 0 1 39 6z" fill="#000" opacity=".24"/>
<path d="M14 26c0-7 3-12 12-12" fill="none" stroke="#fff" stroke-width="1.5" stroke-linecap="round" opacity=".14"/></g>
<g id="poison"><rect x="1" y="1" width="38" height="38" rx="5" fill="var(--foil)"/>
<path d="M1 6a5 5 0 0 1 5-5h28a5 5 0 0 1 3.5 1.500L31 9H9v22l-6.5 6.500A5 5 0 0 1 1 34z" fill="#fff" opacity=".3"/>
<path d="M4 30 30 4M10 36 36 10M22 37 37 22" stroke="#fff" opacity=".22"/>
<g transform="translate(20 19)"><path d="M-8 -2a8 7.5 0 0 1 16 0c0 3-1.5 4.5-3 5.500v3.500h-10v-3.500c-1.5-1-3-2.5-3-5.500z" fill="#fff"/>
<circle cx="-3.2" cy="-1.5" r="2.2" fill="#14391a"/><circle cx="3.2" cy="-1.5" r="2.2" fill="#14391a"/><path d="M0 1.500l1.2 2.200h-2.400z" fill="#14391a"/>
<path d="M-9 9 9 14.500M9 9l-18 5.5" stroke="#fff" stroke-width="2.6" stroke-linecap="round"/></g></g></defs>`;

/** The paper under the bar, with a torn edge. */
function wrapper(width, height) {
    const [right, foot] = [width * SIDE + MARGIN + 8, height * SIDE + MARGIN + 8];
    const teeth = [];
    for (let y = MARGIN - 8, out = 1; y < foot; y += 8, out = -out) teeth.push(`L${right + 3 * out} ${Math.min(y + 8, foot)}`);
    const edge = `M${MARGIN - 8} ${MARGIN - 8}L${right} ${MARGIN - 8}${teeth.join("")}L${MARGIN - 8} ${foot}z`;
    const molds = range(width * height).map((index) => {
        const [x, y] = [MARGIN + (index % width) * SIDE, MARGIN + Math.floor(index / width) * SIDE];
        return `M${x + 5} ${y + 5}h30v30h-30z`;
    });
    return `<path d="${edge}" fill="var(--paper)" stroke="var(--line)"/>`
        + `<path d="${molds.join("")}" fill="none" stroke="var(--line)" stroke-width=".8"/>`;
}

function square(row, column, { poison }) {
    const kind = row === poison.row && column === poison.column ? "poison" : "chocolate";
    return `<use href="#${kind}" x="${MARGIN + column * SIDE}" y="${MARGIN + row * SIDE}"/>`;
}

/** What the last bite took, as crumbs on the paper, and who bit. */
function lastBite({ last_bite: bite, rows }, seats) {
    if (!bite) return "";
    const gone = bite.rows_before.flatMap((before, row) =>
        range(before).filter((column) => column >= (rows[row] ?? 0)).map((column) => [column, row]));
    const { mark, name } = seats[bite.seat];
    const place = ([column, row]) => `<rect x="${MARGIN + column * SIDE + 2}" y="${MARGIN + row * SIDE + 2}" width="36" height="36" rx="6"/>`;
    const [x, y] = [MARGIN + (bite.column + 0.5) * SIDE, MARGIN + (bite.row + 0.5) * SIDE];
    return `<g class="last" fill="var(--last)" stroke="${colour(mark)}" stroke-opacity=".45" stroke-dasharray="4 4">${gone.map(place).join("")}</g>`
        + `<g><title>${escaped(name)} bit here</title>${markAt(mark, x, y, 15)}</g>`;
}

/** The numbers of rows and columns; of a long bar every fifth. */
function numbers(width, height) {
    const some = (count) => range(count).filter((index) => count <= 20 || index % 5 === 0);
    const text = (x, y, number) => `<text x="${x}" y="${y}" class="coordinate" font-size="9">${number}</text>`;
    return [
        ...some(width).map((column) => text(MARGIN + (column + 0.5) * SIDE, 9, column)),
        ...some(height).map((row) => text(7, MARGIN + (row + 0.5) * SIDE + 4, row)),
    ];
}

function range(count) {
    return Array.from({ length: count }, (_, index) => index);
}
