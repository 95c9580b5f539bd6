// Laying Grass: a meadow from above, each tile a stitched patch in its player's colour.
//
//     ┌──┐ · ·      patches with their player's mark, bonus squares
//     │a │E · #     (coupon, stone, mask), stones, dead ground hatched,
//     └──┘ · ·      the largest square outlined with its side
import { border, colour, joined, markAt, round, squares, svg } from "./drawing.js";

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcd";

/**
 * @param {object} picture a GrassPicture
 * @param {import("./drawing.js").Options} options
 */
export function draw(picture, { seats }) {
    const { side } = picture;
    const [margin, strip] = [1, round(side * 0.17)];
    const parts = [
        definitions(seats),
        `<g transform="translate(${margin} ${margin})">`,
        `<rect width="${side}" height="${side}" fill="var(--meadow)"/><rect width="${side}" height="${side}" fill="url(#grid)"/>`,
        dead(picture),
        ...ground(picture, seats),
        ...picture.tiles.map((tile) => patch(tile, seats[tile.owner].mark)),
        ...picture.singles.map(({ cell, owner }) => patch({ cells: [cell], tile: 0 }, seats[owner].mark)),
        ...picture.captured.map(({ cell, bonus, owner }) => taken(cell, bonus, seats[owner].mark)),
        ...picture.bonuses.map(({ cell, bonus }) => waiting(cell, bonus)),
        ...picture.stones.map(stone),
        ...picture.seats.map((seat) => largest(seat, seats[seat.seat].mark)),
        lastChange(picture),
        `<rect width="${side}" height="${side}" fill="none" stroke="var(--quiet)" stroke-width=".08"/>`,
        coordinates(side),
        `<g transform="translate(0 ${side + 0.7})">${hand(picture, seats, strip)}</g></g>`,
    ];
    const label = picture.seats.map((seat) => `${seat.name}: square of ${seat.square}, ${seat.grass} grass`).join("; ");
    return svg(side + 2 * margin, round(side + strip + 2 * margin + 0.7), label, parts.join(""));
}

/** The textures: a lasting one for each of four kinds of patch. */
function definitions(seats) {
    const hatch = '<pattern id="dead" width=".5" height=".5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path d="M0 0v.5" stroke="var(--quiet)" stroke-width=".09" opacity=".55"/></pattern>';
    const grid = '<pattern id="grid" width="1" height="1" patternUnits="userSpaceOnUse"><path d="M1 0H0V1" fill="none" stroke="var(--line)" stroke-width=".05"/></pattern>';
    const blades = [0, 35, 70, 110, 145].map((turn, kind) =>
        `<pattern id="blades-${kind}" width=".5" height=".34" patternUnits="userSpaceOnUse" patternTransform="rotate(${turn})"><path d="M.06 .17h.26" stroke="#fff" stroke-width=".06" stroke-linecap="round" opacity=".3"/></pattern>`);
    return `<defs>${hatch}${grid}${blades.join("")}${BONUSES}</defs>`;
}

const BONUSES = `<g id="bonus-exchange"><path d="M-.36 -.22h.72v.13a.09.09 0 0 0 0 .18v.13h-.72v-.13a.09.09 0 0 0 0-.18z"/><path d="M.08 -.2v.4" stroke="var(--surface)" stroke-width=".05" stroke-dasharray=".07 .05"/></g>
<g id="bonus-stone"><path d="M-.34 .22c-.04-.2.06-.36.2-.42.16-.08.36-.02.44.16.06.12.06.2.04.26z"/></g>
<g id="bonus-robbery"><path d="M-.38 -.12c.14-.1.26-.06.38 0 .12-.06.24-.1.38 0 0 .2-.1.32-.22.32-.08 0-.12-.06-.16-.1-.04.04-.08.1-.16.1-.12 0-.22-.12-.22-.32z"/><circle cx="-.17" cy=".0" r=".06" fill="var(--surface)"/><circle cx=".17" cy=".0" r=".06" fill="var(--surface)"/></g>`;

/** Column and row of a cell's name. @returns {[number, number]} */
function place(name) {
    return [LETTERS.indexOf(name[1]), LETTERS.indexOf(name[0])];
}

/** What belongs to somebody without a tile of its own, such as start tiles. */
function ground({ board }, seats) {
    return seats.map(({ mark }, seat) => {
        const cells = board.flatMap((line, row) => [...line].flatMap((letter, column) => (letter === String(seat) ? [[column, row]] : [])));
        return `<path d="${joined(cells, 0.06)}" fill="${colour(mark)}" stroke="${colour(mark)}" stroke-width=".12" stroke-linejoin="round"/>`;
    });
}

function patch({ cells, tile }, mark) {
    const at = cells.map(place);
    const shape = joined(at, 0.1);
    const [x, y] = at[Math.floor(at.length / 2)];
    return `<path d="${shape}" fill="url(#blades-${tile % 5})" stroke="none"/>`
        + `<path d="${border(at)}" fill="none" stroke="var(--surface)" stroke-width=".1" stroke-linecap="round"/>`
        + `<path d="${border(at)}" fill="none" stroke="#000" stroke-opacity=".28" stroke-width=".035" stroke-dasharray=".16 .1"/>`
        + markAt(mark, x + 0.5, y + 0.5, 0.56, "var(--on-seat)");
}

/** Ground on which nobody can lay anything. */
function dead({ open_to: open }) {
    const cells = open.flatMap((line, row) => [...line].flatMap((letter, column) => (letter === "x" ? [[column, row]] : [])));
    return `<path d="${squares(cells)}" fill="url(#dead)"/>`;
}

function waiting(cell, bonus) {
    const [x, y] = place(cell);
    return `<g transform="translate(${x + 0.5} ${y + 0.5})"><rect x="-.46" y="-.46" width=".92" height=".92" rx=".14" fill="var(--surface)" stroke="var(--bonus)" stroke-width=".07"/><use href="#bonus-${bonus}" fill="var(--bonus)"/></g>`;
}

function taken(cell, bonus, mark) {
    const [x, y] = place(cell);
    return `<g transform="translate(${x + 0.5} ${y + 0.5})"><rect x="-.46" y="-.46" width=".92" height=".92" rx=".14" fill="var(--surface)" stroke="${colour(mark)}" stroke-width=".12"/><use href="#bonus-${bonus}" fill="${colour(mark)}"/></g>`;
}

function stone(cell) {
    const [x, y] = place(cell);
    return `<g transform="translate(${x + 0.5} ${y + 0.5}) scale(1.25)"><use href="#bonus-stone" fill="var(--stone)"/><path d="M-.16 -.1q.12-.1.24-.02" fill="none" stroke="#fff" stroke-width=".05" opacity=".6" stroke-linecap="round"/></g>`;
}

/** The first of somebody's largest squares, with its side. */
function largest({ square, squares }, mark) {
    if (square < 2 || squares.length === 0) return "";
    const [x, y] = place(squares[0]);
    return `<rect x="${x + 0.08}" y="${y + 0.08}" width="${square - 0.16}" height="${square - 0.16}" rx=".2" fill="none" stroke="#fff" stroke-width=".24"/>`
        + `<rect x="${x + 0.08}" y="${y + 0.08}" width="${square - 0.16}" height="${square - 0.16}" rx=".2" fill="none" stroke="#16181c" stroke-width=".1"/>`
        + `<circle cx="${x + 0.62}" cy="${y + 0.62}" r=".5" fill="#16181c"/><text x="${x + 0.62}" y="${y + 0.86}" text-anchor="middle" font-size=".7" font-weight="700" fill="#fff">${square}</text>`
        + markAt(mark, x + square - 0.5, y + square - 0.5, 0.5, "var(--on-seat)");
}

function lastChange({ last_change: last }) {
    if (!last) return "";
    const cells = last.cells.map(place);
    return `<g class="last"><path d="${joined(cells, 0.02)}" fill="var(--last)"/><path d="${border(cells)}" fill="none" stroke="var(--accent)" stroke-width=".17" stroke-linecap="round"/></g>`;
}

function coordinates(side) {
    const letter = (index, x, y) => `<text x="${x}" y="${y}" text-anchor="middle" font-size=".62" class="coordinate">${LETTERS[index]}</text>`;
    return Array.from({ length: side }, (_, index) => letter(index, index + 0.5, -0.25) + letter(index, -0.5, index + 0.72)).join("");
}

/** The tile in hand and those that come. */
function hand({ hand: held, next, to_move: seat, side }, seats, strip) {
    const unit = strip / 5.4;
    let x = 0;
    const card = (rows, mark, isHeld) => {
        const [wide, high] = [Math.max(...rows.map((row) => row.length)), rows.length];
        const fit = round(Math.min(unit, (strip - 0.6) / high));
        const cells = rows.flatMap((line, row) => [...line].flatMap((letter, column) => (letter === "#" ? [[column, row]] : [])));
        const fill = mark === undefined ? "var(--quiet)" : colour(mark);
        const room = round(Math.max(wide * fit, 1.4 * unit) + 0.9);
        const drawing = `<rect x="${round(x)}" width="${room}" height="${strip}" rx=".3" fill="var(--surface)" stroke="${isHeld ? "var(--accent)" : "var(--line)"}" stroke-width="${isHeld ? 0.14 : 0.06}"/>`
            + `<g transform="translate(${round(x + (room - wide * fit) / 2)} ${round((strip - high * fit) / 2)}) scale(${fit})"><path d="${joined(cells, 0.06)}" fill="${fill}" stroke="${fill}" stroke-width=".12" stroke-linejoin="round"/></g>`
            + (mark === undefined ? "" : markAt(mark, round(x + 0.42), 0.45, 0.55));
        x += room + 0.35;
        return drawing;
    };
    const cards = held ? [card(held.looks[0].rows, seats[seat]?.mark, true)] : [];
    cards.push(...next.map((one) => card(one.rows, seats[one.drawn_by]?.mark, false)));
    // Long tiles side by side can be wider than the board.
    return `<g transform="scale(${round(Math.min(1, side / Math.max(x, 1)))})">${cards.join("")}</g>`;
}
