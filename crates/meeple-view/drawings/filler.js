// Filler: two territories that grow over a fine grid, and the piece in hand.
//
//     . . @ @ .      @ and $ are solid ground, the small letters a and s
//     . a a . .      the latest piece, a shade brighter; the cell that
//     . . . $ s      joined it to the rest has a ring
//
// A board may have 65536 cells, so each territory is one outline, filled with marks.
import { colour, columnLetters, joined, markAt, round, svg } from "./drawing.js";

/** Which letters belong to which seat. */
export const OWNED = [["@", "a"], ["$", "s"]];

/** How round the corners of a territory are, in cells. */
export const CORNER = 0.22;

/**
 * @typedef {object} Shown what can be asked for besides
 * @property {boolean} [hand] whether the piece in hand is drawn under the board; it is unless said
 */

/**
 * @param {any} picture a FillerPicture
 * @param {import("./drawing.js").Options & Shown} options
 */
export function draw(picture, { seats, width: pixels, hand = true }) {
    const { width, height } = picture;
    const { left, top, edge, letters, wide, high } = layout(picture, pixels);
    const strip = hand ? Math.max(3, round(height * 0.16)) : 0;
    const coarse = pitch(width, pixels);
    const parts = [
        `<defs>${grid(coarse)}${seats.map(({ mark }) => ground(mark, coarse)).join("")}</defs>`,
        `<g transform="translate(${left} ${top})">`,
        `<rect width="${width}" height="${height}" fill="var(--surface)"/><rect width="${width}" height="${height}" fill="url(#filler-grid-${coarse})"/>`,
        ...seats.map((seat, index) => territory(picture, index, seat, coarse)),
        latest(picture),
        `<rect width="${width}" height="${height}" fill="none" stroke="var(--quiet)" stroke-width="${round(letters / 9)}"/>`,
        coordinates(width, height, letters),
        strip ? `<g transform="translate(0 ${round(height + edge)})">${inHand(picture, seats, strip)}</g>` : "",
        "</g>",
    ];
    const label = picture.seats.map((seat) => `${seat.name} has ${seat.cells} cells`).join(", ");
    return svg(wide, round(high + (strip ? strip + edge : 0)), label, parts.join(""));
}

/**
 * Where the cells lie in the drawing, one unit each, and how large it is without the piece in hand.
 * @param {{ width: number, height: number }} picture
 * @param {number} [pixels] how many there are across
 */
export function layout({ width, height }, pixels = 720) {
    const letters = round(Math.max(width / 60, Math.min(Math.max(width / 24, 0.3), (11 * width) / Math.max(pixels, 1))));
    const [margin, edge] = [round(letters * 1.9), round(letters * 0.5)];
    return { left: margin, top: margin, edge, letters, wide: round(width + margin + edge), high: round(height + margin + edge) };
}

/** Over how many cells a mark goes: on small cells every cell's own would only be noise. */
function pitch(width, pixels = 720) {
    return Math.max(1, Math.min(5, Math.ceil((11 * width) / Math.max(pixels, 1))));
}

function grid(coarse) {
    const [line, strong] = [coarse > 2 ? 0 : 0.035 * coarse, 0.05 * coarse];
    const fine = line ? `<path d="M1 0V5M2 0V5M3 0V5M4 0V5M0 1H5M0 2H5M0 3H5M0 4H5" stroke="var(--line)" stroke-width="${line}"/>` : "";
    return `<pattern id="filler-grid-${coarse}" width="5" height="5" patternUnits="userSpaceOnUse">${fine}<path d="M5 0H0V5" fill="none" stroke="var(--line)" stroke-width="${2 * strong}"/></pattern>`;
}

/** Marks all over, so that a territory is known without its colour. Names say what is inside: a page may have many. */
function ground(mark, coarse) {
    return `<pattern id="filler-ground-${mark}-${coarse}" width="${coarse}" height="${coarse}" patternUnits="userSpaceOnUse">${markAt(mark, coarse / 2, coarse / 2, 0.42 * coarse, "var(--on-seat)")}</pattern>`;
}

/** All cells of the board that show one of these letters. @returns {[number, number][]} */
function cells(board, letters) {
    return board.flatMap((line, row) => [...line].flatMap((letter, column) => (letters.includes(letter) ? [[column, row]] : [])));
}

function territory({ board }, seat, { mark }, coarse) {
    const solid = joined(cells(board, OWNED[seat]), CORNER);
    const fresh = joined(cells(board, [OWNED[seat][1]]), CORNER);
    const path = (shape, fill, opacity) =>
        `<path d="${shape}" fill="${fill}" stroke="${fill}" stroke-width="${2 * CORNER}" stroke-linejoin="round" opacity="${opacity}"/>`;
    return path(solid, colour(mark), 1)
        + path(fresh, "var(--brighter)", 0.28)
        + `<path d="${solid}" fill="url(#filler-ground-${mark}-${coarse})" opacity=".45"/>`;
}

/** The last piece, and the one cell by which it hangs on. */
function latest({ last_move: last }) {
    if (!last || last.cells.length === 0) return "";
    const shape = joined(last.cells, CORNER);
    const [x, y] = last.overlap ?? [];
    const ring = last.overlap ? `<circle cx="${x + 0.5}" cy="${y + 0.5}" r=".34" fill="none" stroke="var(--on-seat)" stroke-width=".16"/>` : "";
    return `<g class="last"><path d="${shape}" fill="var(--brighter)" stroke="var(--brighter)" stroke-width="${2 * CORNER}" stroke-linejoin="round" opacity=".2"/>${ring}</g>`;
}

/** The letters of columns and the numbers of rows, as many as there is room for. */
function coordinates(width, height, letters) {
    const step = [1, 2, 5, 10, 20, 50].find((step) => step >= 2.4 * letters) ?? 100;
    const some = (count) => Array.from({ length: Math.ceil(count / step) }, (_, index) => index * step);
    const text = (x, y, name) => `<text x="${round(x)}" y="${round(y)}" class="coordinate" font-size="${letters}">${name}</text>`;
    return some(width).map((column) => text(column + 0.5, -0.55 * letters, columnLetters(column))).join("")
        + some(height).map((row) => text(-1.05 * letters, row + 0.5 + letters / 3, row + 1)).join("");
}

/** The piece in hand, whose it is, and in how many places it fits. */
function inHand({ piece, to_move: seat, width }, seats, strip) {
    if (!piece || seat === undefined) return "";
    const { mark } = seats[seat];
    const scale = round(Math.min(1.4, (strip - 0.4) / piece.height, (width * 0.5) / piece.width));
    const letters = round(Math.min(strip * 0.42, width * 0.036));
    const words = piece.places === 0 ? "fits nowhere" : `fits in ${piece.places} ${piece.places === 1 ? "place" : "places"}`;
    const wide = round(piece.width * scale);
    return markAt(mark, letters * 0.6, strip / 2, letters)
        + `<g transform="translate(${round(letters * 1.6)} ${round((strip - piece.height * scale) / 2)}) scale(${scale})">${pieceShape(piece, mark)}</g>`
        + `<text x="${round(letters * 2.4 + wide)}" y="${round(strip / 2 + letters * 0.35)}" font-size="${letters}" class="word">${words}</text>`;
}

/** A piece in its rectangle, a cell to the unit, a mark to the cell. @param {{ width: number, height: number, rows: string[] }} piece @param {number} mark */
export function pieceShape({ width, height, rows }, mark) {
    const shape = joined(cells(rows, ["O"]), CORNER);
    return `<defs>${ground(mark, 1)}</defs><rect width="${width}" height="${height}" fill="none" stroke="var(--line)" stroke-width=".08" stroke-dasharray=".3 .2"/>`
        + `<path d="${shape}" fill="${colour(mark)}" stroke="${colour(mark)}" stroke-width="${2 * CORNER}" stroke-linejoin="round"/>`
        + `<path d="${shape}" fill="url(#filler-ground-${mark}-1)" opacity=".45"/>`;
}
