// Laying Grass: a meadow from above, each tile a stitched patch in its player's colour.
//
//     ╭──╮ · ·      patches with their player's mark, each with the weave of its tile;
//     │● │E · #     bonus squares (a coupon, a stone, a mask), stones, dead ground
//     ╰──╯ · ·      hatched, everybody's largest square outlined with its side
//
// `draw` is the whole picture, `meadow` only the board, in units of a cell: what is played on
// lays its ghosts over that.
import { colour, columnLetters, markAt, round, squares, svg } from "./drawing.js";

/** The letters of rows and columns. */
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcd";

/**
 * @typedef {object} GrassPicture what there is to be seen; cells are names such as "Bc"
 * @property {number} round 0 for the start tiles, 1 to 9, 10 for the final coupons
 * @property {number} rounds
 * @property {"deal" | "start" | "tile" | "stone" | "robbery" | "stolen" | "final" | "over"} phase
 * @property {number} [to_move]
 * @property {string} due what is due, in words
 * @property {number} side
 * @property {string[]} board `.` is empty, a digit a seat, `#` a stone, `E` `S` `R` bonus squares
 * @property {string[]} open_to who can still lay there: `.` everybody, a digit one seat, `x` nobody, `#` not free
 * @property {{ tile: number, owner: number, letter: string, corner: string, orientation: string, cells: string[] }[]} tiles
 * @property {{ cell: string, owner: number }[]} singles
 * @property {{ cell: string, bonus: string }[]} bonuses
 * @property {{ cell: string, bonus: string, owner: number }[]} captured
 * @property {string[]} stones
 * @property {{ tile?: number, looks: TileLook[] }} [hand]
 * @property {{ number: number, tile: number, rows: string[], drawn_by?: number }[]} next
 * @property {number} tiles_left in the queue, the drawn one included
 * @property {boolean} coupon_spent
 * @property {string} tie
 * @property {{ seat: number, name: string, square: number, squares: string[], grass: number, tie_break: number, coupons: number, stones: number, robberies: number }[]} seats
 * @property {{ seat: number, move: string, cells: string[] }} [last_change]
 */

/**
 * @typedef {object} TileLook a way in which a tile can lie, and those that turning it leads to
 * @property {string} orientation
 * @property {string[]} rows `#` is grass
 * @property {string} right
 * @property {string} left
 * @property {string} flipped
 */

/**
 * @param {GrassPicture} picture
 * @param {import("./drawing.js").Options} options
 */
export function draw(picture, { seats, width }) {
    const { side } = picture;
    const [margin, strip] = [1, round(side * 0.17)];
    const parts = [
        `<defs>${definitions()}</defs><g transform="translate(${margin} ${margin})">`,
        meadow(picture, { seats, cell: width / (side + 2 * margin) }),
        `<g transform="translate(0 ${side + 0.7})">${hand(picture, seats, strip)}</g></g>`,
    ];
    return svg(side + 2 * margin, round(side + strip + 2 * margin + 0.7), summary(picture), parts.join(""));
}

/** The board in one sentence. @param {GrassPicture} picture @returns {string} */
export function summary(picture) {
    return picture.seats.map((seat) => `${seat.name}: square of ${seat.square}, ${seat.grass} grass`).join("; ");
}

/**
 * The board, its top left corner at 0 0, each cell 1 wide. Needs `definitions` in the same page.
 * @param {GrassPicture} picture
 * @param {{ seats: import("./drawing.js").Look[], cell?: number }} options `cell`: its side in pixels
 * @returns {string}
 */
export function meadow(picture, { seats, cell = 24 }) {
    const { side } = picture;
    const mark = (seat) => seats[seat].mark;
    return [
        field(side),
        ...seats.map((seat, index) => kept(picture, index, seat.mark)),
        `<path d="${squares(cellsOf(picture.open_to, "x"))}" fill="url(#grass-dead)"/>`,
        ...picture.tiles.map((tile) => patch(tile, mark(tile.owner))),
        ...picture.singles.map(({ cell: at, owner }) => single(at, mark(owner))),
        ...picture.captured.map(({ cell: at, bonus, owner }) => captured(at, bonus, mark(owner))),
        ...picture.bonuses.map(({ cell: at, bonus }) => waiting(at, bonus)),
        ...picture.stones.map(stone),
        lastChange(picture),
        ...picture.seats.map(largest),
        coordinates(side, cell),
    ].join("");
}

/** The weaves of the patches, from the tile's number: they last as long as the tile does. */
const WEAVES = [
    [0.5, 0.38, 20, '<path d="M.08 .3 .2 .1M.34 .34 .44 .14"/>'],
    [0.4, 0.4, 45, '<path d="M.1 .1h.01M.3 .3h.01" stroke-width=".1"/>'],
    [0.6, 0.3, 0, '<path d="M0 .15q.15-.14.3 0t.3 0"/>'],
    [0.5, 0.5, 0, '<path d="M.14 .14l.2 .2M.34 .14l-.2 .2"/>'],
    [0.5, 0.5, 0, '<path d="M0 .12.25 .34.5 .12"/>'],
    [0.56, 0.56, 15, '<path d="M.28 .42V.2M.28 .42.16 .26M.28 .42.4 .26"/>'],
    [0.34, 0.34, -30, '<path d="M0 .17h.34"/>'],
    [0.54, 0.54, 30, '<circle cx=".27" cy=".27" r=".1" fill="none"/>'],
];
/** How much darker each weave is, so that neighbours differ by more than it. */
const SHADES = [0, 0.13, 0.06, 0.16, 0.03, 0.1, 0.14, 0.08];

/** What the meadow refers to: weaves, hatching, the pictures of the bonus squares. @returns {string} */
export function definitions() {
    const pattern = (id, wide, high, turn, inside) =>
        `<pattern id="grass-${id}" width="${wide}" height="${high}" patternUnits="userSpaceOnUse" patternTransform="rotate(${turn})">${inside}</pattern>`;
    const weaves = WEAVES.map(([wide, high, turn, lines], index) => pattern(`weave-${index}`, wide, high, turn,
        `<rect width="${wide}" height="${high}" fill="#000" opacity="${SHADES[index]}"/>`
        + `<g stroke="var(--on-seat)" stroke-width=".055" stroke-linecap="round" fill="none" opacity=".3">${lines}</g>`));
    const hatch = pattern("dead", 0.36, 0.36, 45, '<path d="M0 0v.36" stroke="var(--quiet)" stroke-width=".1" opacity=".75"/>');
    const grid = pattern("grid", 1, 1, 0, '<path d="M1 0H0V1" fill="none" stroke="var(--line)" stroke-width=".05"/>');
    const tuft = (x, y) => `M${x} ${y}l-.12-.24M${x} ${y}v-.3M${x} ${y}l.13-.22`;
    const tufts = [[0.6, 1.5], [2.4, 0.7], [4.5, 1.6], [1.5, 3.4], [3.6, 4.6], [5.5, 3.5], [0.4, 5.5], [2.5, 6.5], [6.4, 5.6], [4.6, 6.7], [6.6, 0.6]];
    const lawn = pattern("lawn", 7, 7, 0, `<path d="${tufts.map(([x, y]) => tuft(x, y)).join("")}" fill="none" stroke="#7f9a4e" stroke-width=".05" stroke-linecap="round" opacity=".55"/>`);
    const mown = pattern("mown", 4, 4, 0, '<path d="M0 0h2v4H0z" fill="#8bab4f" opacity=".09"/>');
    return weaves.join("") + hatch + grid + lawn + mown + PICTURES;
}

/** A coupon, a stone and a mask, around 0 0. */
const PICTURES = `<g id="grass-exchange"><path d="M-.36-.21a.04.04 0 0 1 .04-.04h.64a.04.04 0 0 1 .04.04v.12a.09.09 0 0 0 0 .18v.12a.04.04 0 0 1-.04.04h-.64a.04.04 0 0 1-.04-.04v-.12a.09.09 0 0 0 0-.18z"/><path d="M.13-.21v.42" stroke="var(--surface)" stroke-width=".05" stroke-dasharray=".07 .05"/><path d="M-.24 0l.13-.12L.02 0l-.13.12z" fill="var(--surface)"/></g>
<g id="grass-stone"><path d="M-.36 .2c-.05-.16.02-.3.13-.4.1-.1.28-.14.4-.05.13.08.22.27.2.42-.01.06-.05.08-.1.08h-.55c-.04 0-.07-.02-.08-.05z"/><path d="M-.2-.04c.05-.08.13-.13.22-.14M.1.02l.1.1" fill="none" stroke="var(--surface)" stroke-width=".05" stroke-linecap="round" opacity=".75"/></g>
<g id="grass-robbery"><path d="M-.38-.13c.13-.08.27-.08.38-.01.11-.07.25-.07.38.01.01.2-.07.34-.2.34-.09 0-.13-.08-.18-.13-.05.05-.09.13-.18.13-.13 0-.21-.14-.2-.34z"/><path d="M-.25-.01q.08-.08.17.02-.09.07-.17-.02zM.25-.01q-.08-.08-.17.02.09.07.17-.02z" fill="var(--surface)"/></g>`;

/** Column and row of a cell in a move or a picture: `Bc`. @param {string} notation @returns {[number, number]} */
export function place(notation) {
    return [LETTERS.indexOf(notation[1]), LETTERS.indexOf(notation[0])];
}

/** A cell as moves and pictures write it: row and column letter. @param {number} column @param {number} row @returns {string} */
export function cellNotation(column, row) {
    return LETTERS[row] + LETTERS[column];
}

/** The cells of some lines that show one of these letters. @param {string[]} lines @param {string} letters @returns {[number, number][]} */
export function cellsOf(lines, letters) {
    return lines.flatMap((line, row) => [...line].flatMap((letter, column) =>
        (letters.includes(letter) ? [/** @type {[number, number]} */ ([column, row])] : [])));
}

/**
 * The outline of cells with round corners, a little inside of them.
 * @param {[number, number][]} cells column and row
 * @param {number} inset how far inside
 * @param {number} radius of the corners
 * @returns {string} a path
 */
export function outline(cells, inset, radius) {
    return loops(cells).map((corners) => {
        const rounded = corners.map(([x, y, inX, inY, outX, outY]) => {
            // Inside is to the right of the way around, for the side that comes and the one that goes.
            const [cornerX, cornerY] = [x - inset * (inY + outY), y + inset * (inX + outX)];
            const from = `${round(cornerX - radius * inX)} ${round(cornerY - radius * inY)}`;
            return `${from}Q${round(cornerX)} ${round(cornerY)} ${round(cornerX + radius * outX)} ${round(cornerY + radius * outY)}`;
        });
        return `M${rounded.join("L")}z`;
    }).join("");
}

/** The ways around cells: corners, each with the directions before and behind it. */
function loops(cells) {
    const all = new Set(cells.map(([x, y]) => `${x},${y}`));
    const sides = new Map();
    for (const [x, y] of cells) {
        for (const [right, down] of [[1, 0], [0, 1], [-1, 0], [0, -1]]) {
            if (all.has(`${x + down},${y - right}`)) continue;
            const from = [x + Number(right < 0 || down > 0), y + Number(down < 0 || right < 0)];
            sides.set(`${from},${right},${down}`, [...from, right, down]);
        }
    }
    const found = [];
    while (sides.size > 0) {
        const corners = [];
        let key = sides.keys().next().value;
        while (sides.has(key)) {
            const [x, y, right, down] = sides.get(key);
            sides.delete(key);
            const end = [x + right, y + down];
            // Where two cells only touch at a corner, the way stays with its own: clockwise first.
            const [outX, outY] = [[-down, right], [right, down], [down, -right]].find((turn) => sides.has(`${end},${turn}`)) ?? around(corners, right, down);
            if (outX !== right || outY !== down) corners.push([...end, right, down, outX, outY]);
            key = `${end},${outX},${outY}`;
        }
        found.push(corners);
    }
    return found;
}

/** How a way goes on where it began: as before its first corner. @param {number[][]} corners @param {number} right @param {number} down */
function around(corners, right, down) {
    return corners.length > 0 ? [corners[0][2], corners[0][3]] : [right, down];
}

/** The ground: mown in stripes, with tufts and a fine grid. */
function field(side) {
    const layer = (fill) => `<rect width="${side}" height="${side}" rx=".3" fill="${fill}"/>`;
    return layer("var(--meadow)") + layer("url(#grass-mown)") + layer("url(#grass-lawn)") + layer("url(#grass-grid)")
        + `<rect x="-.05" y="-.05" width="${side + 0.1}" height="${side + 0.1}" rx=".3" fill="none" stroke="var(--quiet)" stroke-opacity=".7" stroke-width=".1"/>`;
}

/** Ground that only one player can still lay a tile on has a breath of their colour. */
function kept({ open_to: open }, seat, mark) {
    const cells = cellsOf(open, String(seat));
    return cells.length > 0 ? `<path d="${squares(cells)}" fill="${colour(mark)}" opacity=".13"/>` : "";
}

/** A tile that lies. */
function patch({ cells, tile }, mark) {
    const at = cells.map(place);
    const [x, y] = heart(at);
    return `<g data-key="tile-${tile}">${cloth(at, mark, tile)}${markAt(mark, x + 0.5, y + 0.5, 0.56, "var(--on-seat)")}</g>`;
}

/**
 * Cloth in a player's colour, with the weave of a tile and a seam.
 * @param {[number, number][]} at @param {number} mark @param {number} tile its number
 * @returns {string}
 */
export function cloth(at, mark, tile) {
    const shape = outline(at, 0.03, 0.2);
    return `<path d="${shape}" fill="${colour(mark)}" stroke="var(--meadow)" stroke-width=".06"/><path d="${shape}" fill="url(#grass-weave-${tile % WEAVES.length})"/>`
        + `<path d="${outline(at, 0.13, 0.13)}" fill="none" stroke="var(--on-seat)" stroke-opacity=".62" stroke-width=".045" stroke-dasharray=".15 .1" stroke-linecap="round"/>`;
}

/** The cell of a tile that is most inside of it. @param {[number, number][]} cells @returns {[number, number]} */
export function heart(cells) {
    const middle = [0, 1].map((axis) => cells.reduce((sum, cell) => sum + cell[axis], 0) / cells.length);
    const far = ([x, y]) => Math.hypot(x - middle[0], y - middle[1]);
    const beside = ([x, y]) => cells.filter((other) => Math.hypot(other[0] - x, other[1] - y) === 1).length;
    return cells.reduce((best, cell) => (far(cell) - beside(cell) / 4 < far(best) - beside(best) / 4 ? cell : best));
}

/** A 1x1 tile, which cannot be stolen: its mark stands in a ring. */
function single(name, mark) {
    const [x, y] = place(name);
    return `<g data-key="single-${name}"><path d="${outline([[x, y]], 0.03, 0.2)}" fill="${colour(mark)}" stroke="var(--meadow)" stroke-width=".06"/>`
        + `<circle cx="${x + 0.5}" cy="${y + 0.5}" r=".36" fill="none" stroke="var(--on-seat)" stroke-opacity=".8" stroke-width=".05"/>`
        + `${markAt(mark, x + 0.5, y + 0.5, 0.4, "var(--on-seat)")}</g>`;
}

/** A bonus square that can still be had. */
function waiting(name, bonus) {
    const [x, y] = place(name);
    return `<g data-key="bonus-${name}" transform="translate(${x + 0.5} ${y + 0.5})"><rect x="-.45" y="-.45" width=".9" height=".9" rx=".16" fill="var(--surface)" stroke="var(--bonus)" stroke-width=".06"/>`
        + `<use href="#grass-${bonus}" fill="var(--bonus)"/></g>`;
}

/** One that was captured: ground of its owner, but no tile. */
function captured(name, bonus, mark) {
    const [x, y] = place(name);
    return `<g data-key="bonus-${name}" transform="translate(${x + 0.5} ${y + 0.5})"><rect x="-.5" y="-.5" width="1" height="1" fill="${colour(mark)}"/>`
        + `<rect x="-.41" y="-.41" width=".82" height=".82" rx=".41" fill="var(--surface)"/><use href="#grass-${bonus}" transform="scale(.86)" fill="${colour(mark)}"/></g>`;
}

/** A boulder with its shadow. */
function stone(name) {
    const [x, y] = place(name);
    return `<g data-key="stone-${name}" transform="translate(${x + 0.5} ${y + 0.5})"><ellipse cx=".02" cy=".3" rx=".46" ry=".14" fill="#000" opacity=".22"/>`
        + `<use href="#grass-stone" transform="scale(1.22)" fill="var(--stone)"/></g>`;
}

/** The first of somebody's largest squares, with its side. */
function largest({ seat, square, squares: corners }) {
    if (square < 2 || corners.length === 0) return "";
    const [x, y] = place(corners[0]);
    const frame = (line, wide) => `<rect x="${x + 0.06}" y="${y + 0.06}" width="${square - 0.12}" height="${square - 0.12}" rx=".22" fill="none" stroke="${line}" stroke-width="${wide}"/>`;
    return `<g data-key="square-${seat}">${frame("#fff", 0.22)}${frame("#16181c", 0.09)}`
        + `<circle cx="${x + 0.5}" cy="${y + 0.5}" r=".48" fill="#16181c" stroke="#fff" stroke-width=".07"/><text x="${x + 0.5}" y="${y + 0.73}" text-anchor="middle" font-size=".66" font-weight="700" fill="#fff">${square}</text></g>`;
}

/** What the last move changed, softly. @param {GrassPicture} picture */
function lastChange({ last_change: last }) {
    if (!last) return "";
    const at = last.cells.map(place);
    return `<g class="last" data-key="last"><path d="${outline(at, 0.03, 0.2)}" fill="var(--brighter)" opacity=".16"/>`
        + `<path d="${outline(at, -0.02, 0.24)}" fill="none" stroke="var(--surface)" stroke-width=".24"/><path d="${outline(at, -0.02, 0.24)}" fill="none" stroke="var(--accent)" stroke-opacity=".55" stroke-width=".1"/></g>`;
}

/** The letters of columns and the numbers of rows; where cells are tiny, every second one and larger. */
function coordinates(side, cell) {
    const [step, size] = cell < 14 ? [2, 0.95] : [1, cell < 20 ? 0.7 : 0.56];
    const label = (name, x, y) => `<text x="${x}" y="${y}" text-anchor="middle" font-size="${size}" class="coordinate">${name}</text>`;
    const all = Array.from({ length: Math.ceil(side / step) }, (_, index) => index * step);
    return all.map((index) => label(columnLetters(index), index + 0.5, -0.28) + label(index + 1, -0.52, round(index + 0.5 + size * 0.35))).join("");
}

/** The tile in hand and those that come. @param {GrassPicture} picture @param {import("./drawing.js").Look[]} seats @param {number} strip how high they are */
function hand({ hand: held, next, to_move: seat, side }, seats, strip) {
    let x = 0;
    const card = (rows, tile, mark, isHeld) => {
        const { wide, high, drawing: shape } = shapeOf(rows, tile ?? 0, mark);
        const fit = round(Math.min(strip / 5.4, (strip - 1.3) / high));
        const room = round(Math.max(wide * fit, (1.4 * strip) / 5.4) + 0.9);
        const drawing = `<rect x="${round(x)}" width="${room}" height="${strip}" rx=".3" fill="var(--surface)" stroke="${isHeld ? "var(--accent)" : "var(--line)"}" stroke-width="${isHeld ? 0.14 : 0.06}"/>`
            + `<g transform="translate(${round(x + (room - wide * fit) / 2)} ${round((strip - high * fit) / 2 + 0.25)}) scale(${fit})">${shape}</g>`
            + (mark === undefined ? "" : markAt(mark, round(x + 0.42), 0.45, 0.55));
        x += room + 0.35;
        return drawing;
    };
    const cards = held ? [card(held.looks[0].rows, held.tile, seats[seat]?.mark, true)] : [];
    cards.push(...next.map((one) => card(one.rows, one.tile, seats[one.drawn_by]?.mark, false)));
    // Long tiles side by side can be wider than the board.
    return `<g transform="scale(${round(Math.min(1, side / Math.max(x, 1)))})">${cards.join("")}</g>`;
}

/**
 * A tile as it is drawn in rows, one unit a cell; nobody's is grey.
 * @param {string[]} rows @param {number} tile its number @param {number} [mark] whose it is
 * @returns {{ wide: number, high: number, drawing: string }}
 */
export function shapeOf(rows, tile, mark) {
    const cells = cellsOf(rows, "#");
    const drawing = mark === undefined
        ? `<path d="${outline(cells, 0.03, 0.2)}" fill="var(--quiet)"/><path d="${outline(cells, 0.03, 0.2)}" fill="url(#grass-weave-${tile % WEAVES.length})"/>`
        : cloth(cells, mark, tile);
    return { wide: Math.max(...rows.map((row) => row.length)), high: rows.length, drawing };
}
