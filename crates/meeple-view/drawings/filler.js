// Filler: two territories that grow over a fine grid, and the piece in hand.
//
//     . . @ @ .      @ and $ are solid ground, the small letters a and s
//     . a a . .      the latest piece, a shade brighter; the cell that
//     . . . $ s      joined it to the rest has a ring
import { colour, joined, markAt, markPattern, round, svg } from "./drawing.js";

/** Which letters belong to which seat. */
const OWNED = [["@", "a"], ["$", "s"]];

/**
 * @param {object} picture a FillerPicture
 * @param {import("./drawing.js").Options} options
 */
export function draw(picture, { seats }) {
    const { width, height } = picture;
    const strip = Math.max(3, round(height * 0.16));
    const margin = round(width / 40);
    const patterns = seats.map(({ mark }, seat) => markPattern(`own-${seat}`, mark, 0.42));
    const parts = [
        `<defs><pattern id="grid" width="1" height="1" patternUnits="userSpaceOnUse"><path d="M1 0H0V1" fill="none" stroke="var(--line)" stroke-width=".06"/></pattern>${patterns.join("")}</defs>`,
        `<g transform="translate(${margin} ${margin})">`,
        `<rect width="${width}" height="${height}" fill="var(--surface)"/><rect width="${width}" height="${height}" fill="url(#grid)"/>`,
        ...seats.map((seat, index) => territory(picture, index, seat)),
        latest(picture),
        `<rect width="${width}" height="${height}" fill="none" stroke="var(--quiet)" stroke-width="${round(width / 300)}"/>`,
        `<g transform="translate(0 ${height + margin})">${hand(picture, seats, strip)}</g></g>`,
    ];
    const label = picture.seats.map((seat) => `${seat.name} has ${seat.cells} cells`).join(", ");
    return svg(width + 2 * margin, round(height + strip + 3 * margin), label, parts.join(""));
}

/** All cells of the board that show one of these letters. */
function cells(board, letters) {
    return board.flatMap((line, row) => [...line].flatMap((letter, column) => (letters.includes(letter) ? [[column, row]] : [])));
}

function territory({ board }, seat, { mark }) {
    const solid = joined(cells(board, OWNED[seat]), 0.15);
    const fresh = joined(cells(board, [OWNED[seat][1]]), 0.15);
    const path = (shape, fill, opacity) =>
        `<path d="${shape}" fill="${fill}" stroke="${fill}" stroke-width=".3" stroke-linejoin="round" opacity="${opacity}"/>`;
    return path(solid, colour(mark), 1)
        + path(fresh, "var(--brighter)", 0.28)
        + `<path d="${solid}" fill="url(#own-${seat})" opacity=".45"/>`;
}

/** The last piece, and the one cell by which it hangs on. */
function latest({ last_move: last }) {
    if (!last || last.cells.length === 0) return "";
    const shape = joined(last.cells, 0.15);
    const [x, y] = last.overlap ?? [];
    const ring = last.overlap ? `<circle cx="${x + 0.5}" cy="${y + 0.5}" r=".34" fill="none" stroke="var(--on-seat)" stroke-width=".16"/>` : "";
    return `<g class="last"><path d="${shape}" fill="var(--brighter)" opacity=".2"/>${ring}</g>`;
}

/** The piece in hand, whose it is, and in how many places it fits. */
function hand({ piece, to_move: seat, width }, seats, strip) {
    if (!piece || seat === undefined) return "";
    const { mark } = seats[seat];
    const scale = round(Math.min(1.4, (strip - 0.4) / piece.height, (width * 0.5) / piece.width));
    const filled = cells(piece.rows, ["O"]);
    const letters = round(Math.min(strip * 0.42, width * 0.036));
    const words = piece.places === 0 ? "fits nowhere" : `fits in ${piece.places} ${piece.places === 1 ? "place" : "places"}`;
    const wide = round(piece.width * scale);
    return markAt(mark, letters * 0.6, strip / 2, letters)
        + `<g transform="translate(${round(letters * 1.6)} ${round((strip - piece.height * scale) / 2)}) scale(${scale})">`
        + `<rect width="${piece.width}" height="${piece.height}" fill="none" stroke="var(--line)" stroke-width=".08" stroke-dasharray=".3 .2"/>`
        + `<path d="${joined(filled, 0.15)}" fill="${colour(mark)}" stroke="${colour(mark)}" stroke-width=".3" stroke-linejoin="round"/></g>`
        + `<text x="${round(letters * 2.4 + wide)}" y="${round(strip / 2 + letters * 0.35)}" font-size="${letters}" class="word">${words}</text>`;
}
