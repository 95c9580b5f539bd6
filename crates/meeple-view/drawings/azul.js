// Azul: plates in a ring around the centre, everybody's board, the bag and the lid.
//
//        ( ) ( ) ( )         own artwork: blue waves, yellow sun, red star,
//      ( )  centre  ( )      black lattice, white snow
//     ┌────────┐ ┌────────┐
//     │ # ▸ wall│ │   ...  │  lines on the left fill the wall on the right,
//     │ floor   │ │        │  the floor shows what it costs
//
// `arrange` says where everything is, `draw` draws it there; a board that is played on
// lays its own things over the same places.
import { colour, columnLetters, escaped, markAt, round, svg } from "./drawing.js";

/** A tile with the gap beside it. */
export const STEP = 44;
/** A player's board, and where its parts begin. */
export const SHEET = { width: 500, height: 358, lines: { x: 26, y: 56 }, wall: { x: 268, y: 56 }, floor: { x: 26, y: 294 } };
export const COLOURS = ["blue", "yellow", "red", "black", "white"];
const GAP = 16;
/** Less room than this across, and everything stands below each other. */
const NARROW = 620;

/**
 * @typedef {object} Box
 * @property {number} x
 * @property {number} y
 * @property {number} width
 * @property {number} height
 *
 * @typedef {object} Arrangement where everything is
 * @property {number} width
 * @property {number} height
 * @property {{ x: number, y: number, radius: number }[]} plates
 * @property {Box & { columns: number, corner: number }} centre
 * @property {{ seat: number, x: number, y: number, scale: number }[]} boards in reading order
 * @property {Box & { upright: boolean }} stock the bag and the lid
 */

/**
 * @param {any} picture an AzulPicture
 * @param {import("./drawing.js").Options & { own?: number | null, place?: Arrangement, lifted?: { source: number | string, colour: string } | null }} options
 *   `own`: whose board is the large one; `place`: where everything is, if that is known already;
 *   `lifted`: a group that is pale where it lies
 */
export function draw(picture, options) {
    const place = options.place ?? arrange(picture, options);
    const scores = picture.boards.map((board) => `${board.name} ${board.score}`).join(", ");
    return svg(place.width, place.height, `Round ${picture.round}: ${scores}`, drawTable(picture, { ...options, place }));
}

/** All of a drawing but its frame. @param {any} picture @param {any} options those of `draw`, with the place */
export function drawTable(picture, { previous, seats, place, lifted = null }) {
    const plates = picture.factories.map((heap, index) => {
        const { x, y, radius } = place.plates[index];
        const last = picture.last_move?.source === index + 1 ? picture.last_move : null;
        const gone = last ? previous?.factories?.[index] : null;
        const look = last && seats[last.seat];
        const inside = drawPlate(heap, { gone, look, radius, number: index + 1, lifted: lifted?.source === index + 1 ? lifted.colour : "" });
        return `<g class="plate" transform="translate(${round(x)} ${round(y)})">${inside}</g>`;
    });
    const boards = place.boards.map(({ seat, x, y, scale }) => {
        const board = picture.boards.find((one) => one.seat === seat);
        return `<g transform="translate(${round(x)} ${round(y)}) scale(${round4(scale)})">${drawSheet(board, picture, seats[seat])}</g>`;
    });
    return TILES + plates.join("") + drawCentre(picture, seats, place.centre, lifted) + boards.join("") + drawStock(picture, place.stock);
}

// Where everything is.

/**
 * @param {any} picture
 * @param {{ width: number, own?: number | null }} room
 * @returns {Arrangement}
 */
export function arrange(picture, { width, own = null }) {
    const seats = picture.boards.map(({ seat }) => seat);
    // The others follow clockwise, as they sit.
    const others = own === null ? seats : [...seats.slice(own + 1), ...seats.slice(0, own)];
    const isNarrow = width < NARROW;
    const { market, ...rest } = (isNarrow ? narrow : own === null ? equal : others.length === 3 ? aside : beneath)(own, others);
    return { ...rest, ...around(picture.factories.length, market, isNarrow) };
}

const high = (wide) => (wide * SHEET.height) / SHEET.width;
const sheet = (seat, x, y, wide) => ({ seat, x, y, scale: wide / SHEET.width });

/** A phone: the plates, the own board, the others small below it. */
function narrow(own, others) {
    const market = { x: 0, y: 0, width: 500, height: 424 };
    const top = market.height + 8;
    const full = high(500) + GAP;
    if (own === null) {
        const foot = top + others.length * full;
        const boards = others.map((seat, index) => sheet(seat, 0, top + index * full, 500));
        return { width: 500, height: foot + 68, market, boards, stock: { x: 0, y: foot, width: 500, height: 68, upright: false } };
    }
    const [below, mine] = [top + full, sheet(own, 0, top, 500)];
    if (others.length === 1) {
        const stock = { x: 366, y: below, width: 134, height: high(350), upright: true };
        return { width: 500, height: below + high(350), market, boards: [mine, sheet(others[0], 0, below, 350)], stock };
    }
    const step = high(242) + GAP;
    const boards = [mine, ...others.map((seat, index) => sheet(seat, (index % 2) * 258, below + Math.floor(index / 2) * step, 242))];
    const stock = { x: others.length === 3 ? 258 : 0, y: below + step, width: others.length === 3 ? 242 : 500, height: 68, upright: false };
    return { width: 500, height: below + step + (others.length === 3 ? high(242) : 68), market, boards, stock };
}

/** Nobody's board is the large one: two beside each other. */
function equal(_, seats) {
    const market = { x: 0, y: 0, width: 830, height: 372 };
    const [top, step] = [388, high(492) + GAP];
    const boards = seats.map((seat, index) => sheet(seat, (index % 2) * 508, top + Math.floor(index / 2) * step, 492));
    return { width: 1000, height: top + Math.ceil(seats.length / 2) * step - GAP, market, boards, stock: BESIDE_PLATES };
}

const BESIDE_PLATES = { x: 850, y: 52, width: 150, height: 258, upright: true };

/** The own board large, one or two others beside it, the plates above them all. */
function beneath(own, others) {
    const top = 388;
    const wide = others.length === 1 ? 384 : 320;
    const boards = [sheet(own, 0, top, 984 - wide), ...others.map((seat, index) => sheet(seat, 1000 - wide, top + index * (high(320) + 17), wide))];
    const height = top + high(984 - wide);
    if (others.length === 2) return { width: 1000, height, market: { x: 0, y: 0, width: 830, height: 372 }, boards, stock: BESIDE_PLATES };
    const foot = top + high(wide) + GAP;
    return { width: 1000, height, market: { x: 0, y: 0, width: 1000, height: 372 }, boards, stock: { x: 616, y: foot, width: 384, height: height - foot, upright: false } };
}

/** The plates and the own board on the left, three others in a column on the right. */
function aside(own, others) {
    const boards = [sheet(own, 0, 388, 654), ...others.map((seat, index) => sheet(seat, 670, index * (high(330) + 14), 330))];
    const [height, foot] = [388 + high(654), 3 * (high(330) + 14)];
    return { width: 1000, height, market: { x: 0, y: 0, width: 654, height: 372 }, boards, stock: { x: 670, y: foot, width: 330, height: height - foot, upright: false } };
}

/** The plates on an ellipse, all equally far from the next, clockwise from the top; the centre inside. */
function around(count, market, isNarrow) {
    const radius = (isNarrow ? { 5: 60, 7: 54, 9: 47 } : { 5: 60, 7: 58, 9: 50 })[count] ?? 46;
    const [x, y] = [market.x + market.width / 2, market.y + market.height / 2];
    const [across, down] = [Math.min(market.width, 640 + 30 * count) / 2 - radius - 3, market.height / 2 - radius - 3];
    const points = Array.from({ length: 721 }, (_, step) => {
        const angle = (step / 720) * 2 * Math.PI - Math.PI / 2;
        return [across * Math.cos(angle), down * Math.sin(angle)];
    });
    const lengths = [0];
    for (let step = 1; step < points.length; step += 1) {
        const [[fromX, fromY], [toX, toY]] = [points[step - 1], points[step]];
        lengths.push(lengths[step - 1] + Math.hypot(toX - fromX, toY - fromY));
    }
    const at = (part) => points[lengths.findIndex((length) => length >= part * lengths[720])];
    const plates = Array.from({ length: count }, (_, index) => at((index + 0.5) / count)).map(([right, under]) => ({ x: x + right, y: y + under, radius }));
    const [height, corner] = isNarrow ? [124, 44] : [80, 40];
    const isClear = (width) => plates.every((plate) =>
        Math.hypot(Math.max(Math.abs(plate.x - x) - width / 2 + corner, 0), Math.max(Math.abs(plate.y - y) - height / 2 + corner, 0)) >= radius + corner + 10);
    let width = 460;
    while (!isClear(width) && width > 180) width -= 4;
    return { plates, centre: { x: x - width / 2, y: y - height / 2, width, height, corner, columns: isNarrow ? 3 : 6 } };
}

/** The tiles on a plate, from its middle: those of a colour together, the larger group first. */
export function onPlate(heap, radius) {
    const size = radius * 0.58;
    const groups = [...heap.groups].sort((one, other) => other.count - one.count);
    const kinds = groups.flatMap(({ colour: kind, count }) => Array(count).fill(kind));
    return kinds.map((kind, index) => {
        const [x, y] = [(index % 2) * (size + 3) - size - 1.5, Math.floor(index / 2) * (size + 3) - size - 1.5];
        return { kind, x, y, size };
    });
}

/** Where a colour or the marker lies in the centre: always in the same place. @param {string} kind @param {Arrangement["centre"]} box */
export function inCentre(kind, { x, y, width, height, columns }) {
    const index = kind === "marker" ? 0 : COLOURS.indexOf(kind) + 1;
    const [wide, deep] = [(width - 16) / columns, (height - 12) / (6 / columns)];
    const size = Math.min(40, wide - 16, deep - 14);
    const [left, top] = [x + 8 + (index % columns) * wide, y + 6 + Math.floor(index / columns) * deep];
    return { x: left + (wide - size) / 2, y: top + (deep - size) / 2, size, cell: { x: left, y: top, width: wide, height: deep } };
}

/** Where a tile lies on a player's board: on a line, the wall or the floor; all counted from 1, lines from the right. */
export const onLine = (line, index) => ({ x: SHEET.lines.x + (5 - index) * STEP, y: SHEET.lines.y + (line - 1) * STEP });
export const onWall = (row, column) => ({ x: SHEET.wall.x + (column - 1) * STEP, y: SHEET.wall.y + (row - 1) * STEP });
export const onFloor = (index) => ({ x: SHEET.floor.x + (index - 1) * STEP, y: SHEET.floor.y });

// How it looks.

/** A tile, or the marker. @param {string} kind @param {number} x @param {number} y @param {number} [size] @param {string} [extra] more attributes */
export function tile(kind, x, y, size = 40, extra = "") {
    const scale = size === 40 ? "" : ` scale(${round4(size / 40)})`;
    return `<use href="#tile-${kind}" transform="translate(${round(x)} ${round(y)})${scale}"${extra}/>`;
}

const round4 = (number) => Math.round(number * 10000) / 10000;

/** Corners of a star around the middle of a tile, far and near by turns. */
function burst(points, far, near) {
    return Array.from({ length: points * 2 }, (_, index) => {
        const [angle, length] = [(index * Math.PI) / points - Math.PI / 2, index % 2 ? near : far[(index / 2) % far.length]];
        return [round(20 + length * Math.cos(angle)), round(20 + length * Math.sin(angle))];
    });
}

/** A star whose points have a bright side and one in the shade. */
function facets(corners, bright, shade) {
    const side = (index, other) => `M20 20L${corners[index].join(" ")}L${corners[(other + corners.length) % corners.length].join(" ")}z`;
    const tips = corners.map((_, index) => index).filter((index) => index % 2 === 0);
    return `<path d="${tips.map((index) => side(index, index - 1)).join("")}" fill="${bright}"/><path d="${tips.map((index) => side(index, index + 1)).join("")}" fill="${shade}"/>`;
}

const SUN = `M${burst(12, [16.5, 13.5], 8.8).join("L")}z`;
const STAR = facets(burst(8, [17.5, 12], 6.2), "#fff0e9", "#f3a898");
const ARM = Array.from({ length: 6 }, (_, index) => `<path d="M20 20V5M16.3 7.3l3.7 3.7 3.7-3.7M17.2 12.5l2.8 2.8 2.8-2.8" transform="rotate(${index * 60} 20 20)"/>`).join("");
/** Light on the upper edge, shade on the lower: a glazed tile. */
const GLAZE = '<path d="M1 6.5V5a4 4 0 0 1 4-4h30a4 4 0 0 1 4 4v1.5a4 4 0 0 0-4-4H5a4 4 0 0 0-4 4z" fill="#fff" opacity=".4"/><path d="M1 33.5V35a4 4 0 0 0 4 4h30a4 4 0 0 0 4-4v-1.5a4 4 0 0 1-4 4H5a4 4 0 0 1-4-4z" fill="#000" opacity=".26"/>';
const glazed = (kind, base, pattern) => `<g id="tile-${kind}"><rect width="40" height="40" rx="5" fill="var(--tile-${kind}, ${base})"/>${pattern}${GLAZE}</g>`;

/** What every tile is a copy of. */
export const TILES = `<defs>${glazed("blue", "#2763ad", '<g fill="none" stroke-width="3" stroke-linecap="round"><path d="M4.5 13.5q3.9-7 7.75 0t7.75 0 7.75 0 7.75 0" stroke="#eaf4ff"/><path d="M4.5 22q3.9-7 7.75 0t7.75 0 7.75 0 7.75 0" stroke="#b3d4f5"/><path d="M4.5 30.5q3.9-7 7.75 0t7.75 0 7.75 0 7.75 0" stroke="#7fb2e6"/></g>')}
${glazed("yellow", "#e7a823", `<path d="${SUN}" fill="#fff4cf"/><circle cx="20" cy="20" r="6.2" fill="#f0bb3f" stroke="#b87708" stroke-width="1.6"/>`)}
${glazed("red", "#b5322b", STAR)}
${glazed("black", "#2b2e37", '<path d="M6 15 15 6M6 25 25 6M6 34 34 6M15 34 34 15M25 34 34 25M6 25l9 9M6 15l19 19M6 6l28 28M15 6l19 19M25 6l9 9" stroke="#8993a7" stroke-width="1.8" stroke-linecap="round"/><path d="M20 17.2 22.8 20 20 22.8 17.2 20zM20 7.7l2.8 2.8-2.8 2.8-2.8-2.8zM20 26.7l2.8 2.8-2.8 2.8-2.8-2.8zM10.5 17.2l2.8 2.8-2.8 2.8L7.7 20zM29.5 17.2l2.8 2.8-2.8 2.8-2.8-2.8z" fill="#e3e7ee"/>' + '<rect x=".75" y=".75" width="38.5" height="38.5" rx="4.4" fill="none" stroke="#79829a" stroke-width="1.5"/>')}
${glazed("white", "#f2f6f6", `<g fill="none" stroke="#2b7f8c" stroke-width="2" stroke-linecap="round" stroke-linejoin="round">${ARM}</g><rect x=".75" y=".75" width="38.5" height="38.5" rx="4.4" fill="none" stroke="#9fb4b8" stroke-width="1.5"/>`)}
<g id="tile-marker"><circle cx="20" cy="20" r="18.5" fill="var(--surface)" stroke="var(--text)" stroke-width="2.5"/><circle cx="20" cy="20" r="14.5" fill="none" stroke="var(--text)" stroke-dasharray="1.5 3.055"/><path d="M16 15.5 20.6 12v16.5M16.3 28.5h8.6" fill="none" stroke="var(--text)" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"/></g>
</defs>`;

/** A plate with its tiles; what was just taken from it stays as a shadow. */
function drawPlate(heap, { gone, look, radius, number, lifted }) {
    const ring = look ? `stroke="${colour(look.mark)}" stroke-width="3" class="last"` : 'stroke="var(--quiet)" stroke-opacity=".45" stroke-width="1.5"';
    const plain = `<circle r="${radius}" fill="var(--plate)" ${ring}/><circle r="${radius - 5}" fill="none" stroke="var(--quiet)" stroke-opacity=".5" stroke-width="3" stroke-dasharray="1.2 ${round((2 * Math.PI * (radius - 5)) / 40 - 1.2)}"/><circle r="${radius - 9}" fill="var(--surface)" fill-opacity=".6" stroke="var(--line)"/>`;
    const isEmpty = heap.total === 0;
    const tiles = onPlate(isEmpty && gone ? gone : heap, radius).map(({ kind, x, y, size }) => {
        const faint = isEmpty ? ' opacity=".2"' : kind === lifted ? ' opacity=".25"' : "";
        return tile(kind, x, y, size, faint);
    });
    const tag = `<circle cy="${radius}" r="10" fill="var(--ground)"/><text y="${radius + 4.5}" text-anchor="middle" class="coordinate" font-size="13">${number}</text>`;
    return plain + tiles.join("") + tag;
}

function drawCentre({ centre: heap, marker_in_centre: hasMarker, last_move: last }, seats, box, lifted) {
    const taken = last?.source === "centre" ? ` stroke="${colour(seats[last.seat].mark)}" stroke-width="3" class="last"` : ' stroke="var(--line)" stroke-width="1.5"';
    const groups = heap.groups.map(({ colour: kind, count }) => {
        const { x, y, size } = inCentre(kind, box);
        return drawStack(kind, count, x, y, size, lifted?.source === "centre" && lifted.colour === kind ? ' opacity=".25"' : "");
    });
    const { x, y, size } = inCentre("marker", box);
    const marker = hasMarker ? tile("marker", x, y, size) : "";
    const word = heap.total === 0 && !hasMarker ? `<text x="${round(box.x + box.width / 2)}" y="${round(box.y + box.height / 2 + 5)}" text-anchor="middle" class="coordinate" font-size="14">centre</text>` : "";
    return `<rect x="${round(box.x)}" y="${round(box.y)}" width="${round(box.width)}" height="${round(box.height)}" rx="${box.corner}" fill="var(--surface)"${taken}/>${groups.join("")}${marker}${word}`;
}

/** Tiles of one colour on each other, with their number. */
export function drawStack(kind, count, x, y, size, extra = "") {
    const layers = Math.min(count, 4) - 1;
    const tiles = Array.from({ length: layers + 1 }, (_, layer) => tile(kind, x + (layers / 2 - layer) * 3, y + (layers / 2 - layer) * 3, size));
    const number = count > 1 ? drawNumber(x + size - 1, y + size - 1, count) : "";
    return `<g${extra}>${tiles.join("")}${number}</g>`;
}

function drawNumber(x, y, count) {
    const wide = count > 9 ? 26 : 20;
    return `<rect x="${round(x - wide / 2)}" y="${round(y - 10)}" width="${wide}" height="20" rx="10" fill="var(--surface)" stroke="var(--line)"/><text x="${round(x)}" y="${round(y + 5)}" text-anchor="middle" font-size="14" font-weight="700" class="word">${count}</text>`;
}

/** One player's board: name and score, lines, wall, floor. */
function drawSheet(board, picture, look) {
    const isDue = picture.to_move === board.seat;
    const frame = `<rect x="1.5" y="1.5" width="${SHEET.width - 3}" height="${SHEET.height - 3}" rx="12" fill="var(--surface)" stroke="${isDue ? colour(look.mark) : "var(--line)"}" stroke-width="${isDue ? 3 : 1.5}"/>`;
    const head = `${markAt(look.mark, 26, 28, 18)}<text x="44" y="35" font-size="21" font-weight="600" class="word">${escaped(short(board.name))}</text>`
        + `<text x="${SHEET.width - 18}" y="38" font-size="30" font-weight="700" text-anchor="end" class="word score">${board.score}</text>`;
    const scored = picture.scored.filter((one) => one.seat === board.seat);
    const last = picture.last_move?.seat === board.seat ? picture.last_move : null;
    return frame + head + drawLines(board, last, picture) + drawWall(board, picture, scored, look) + drawFloor(board, last, scored, look);
}

function drawLines({ seat, lines: all }, last, { to_move: due, line_to_tile: waiting }) {
    return all.map(({ line, colour: kind, filled }) => {
        const slots = Array.from({ length: line }, (_, index) => {
            const { x, y } = onLine(line, index + 1);
            return index < filled ? tile(kind, x, y) : drawSlot(x, y);
        });
        const { x, y } = onLine(line, line);
        const mark = last?.place === line || (due === seat && waiting === line)
            ? `<rect class="last" x="${x - 4}" y="${y - 3}" width="${line * STEP + 4}" height="46" rx="8" fill="var(--last)"/>` : "";
        return `<g>${mark}</g><g>${slots.join("")}<path d="M252 ${y + 14}l6 6-6 6" fill="none" stroke="var(--quiet)" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"/>`
            + `<text x="${x - 11}" y="${y + 25}" class="coordinate" text-anchor="middle" font-size="13">${line}</text></g>`;
    }).join("");
}

function drawSlot(x, y) {
    return `<rect x="${round(x + 1)}" y="${round(y + 1)}" width="38" height="38" rx="5" fill="var(--ground)" stroke="var(--quiet)" stroke-opacity=".4" stroke-width="1.2"/>`;
}

function drawWall({ wall: rows }, { wall_colours: colours }, scored, look) {
    const { x: left, y: top } = SHEET.wall;
    const ground = `<rect x="${left - 6}" y="${top - 6}" width="228" height="228" rx="10" fill="var(--plate)"/>`;
    const letters = rows.map((_, column) => `<text x="${onWall(1, column + 1).x + 20}" y="${top - 9}" text-anchor="middle" class="coordinate" font-size="11">${columnLetters(column)}</text>`);
    const cells = rows.flatMap((kinds, row) => kinds.map((kind, column) => {
        const { x, y } = onWall(row + 1, column + 1);
        if (kind) return `<g>${tile(kind, x, y)}</g>`;
        return `<g>${drawSlot(x, y)}${colours ? tile(colours[row][column], x, y, 40, ' opacity=".2"') : ""}</g>`;
    }));
    const fresh = scored.filter(({ tile: placed }) => placed).map(({ tile: placed, points }) => {
        const { x, y } = onWall(placed.row, placed.column);
        return `<rect class="last" x="${x - 2}" y="${y - 2}" width="44" height="44" rx="7" fill="none" stroke="${colour(look.mark)}" stroke-width="3"/>${points === undefined ? "" : drawPoints(x + 36, y + 4, `+${points}`, colour(look.mark))}`;
    });
    return `<g>${ground}${letters.join("")}${cells.join("")}</g><g>${fresh.join("")}</g>`;
}

function drawFloor({ floor: { slots }, has_marker: hasMarker }, last, scored, look) {
    const used = slots.map(({ holds, cost }, index) => {
        const { x, y } = onFloor(index + 1);
        return (holds ? tile(holds, x, y) : drawSlot(x, y)) + `<text x="${x + 20}" y="${y + 54}" text-anchor="middle" class="coordinate" font-size="13">−${cost}</text>`;
    });
    const { x: end, y: top } = onFloor(8);
    const outside = hasMarker && !slots.some(({ holds }) => holds === "marker") ? tile("marker", end + 6, top + 6, 28) : "";
    const mark = last?.place === "floor" || last?.falls > 0 || last?.takes_marker
        ? `<rect class="last" x="${SHEET.floor.x - 4}" y="${top - 3}" width="${7 * STEP + 4}" height="46" rx="8" fill="var(--last)"/>` : "";
    const lost = scored.find(({ what }) => what === "floor");
    const bonus = scored.filter(({ what }) => ["rows", "columns", "colours"].includes(what));
    return `<g>${mark}</g><g>${used.join("")}${outside}</g>`
        + (lost?.points ? drawPoints(end + 24, top + 20, `−${Math.abs(lost.points)}`, "var(--bad)") : "")
        + bonus.map(({ what, points }, index) => `<text x="${SHEET.width - 18}" y="${top + 10 + index * 20}" text-anchor="end" font-size="16" class="word">${what} +${points}</text>`).join("");
}

/** Points that were just won or lost. @param {number} x @param {number} y @param {string} text @param {string} fill */
export function drawPoints(x, y, text, fill) {
    const wide = 14 + 9 * text.length;
    return `<g class="last"><rect x="${round(x - wide / 2)}" y="${round(y - 12)}" width="${wide}" height="24" rx="12" fill="${fill}" stroke="var(--surface)" stroke-width="2"/><text x="${round(x)}" y="${round(y + 5.5)}" text-anchor="middle" font-size="16" font-weight="700" fill="var(--surface)">${escaped(text)}</text></g>`;
}

/** What is left in the bag, and what lies in the lid, colour by colour. */
function drawStock({ bag, lid }, box) {
    const count = (heap, kind) => heap.groups.find((group) => group.colour === kind)?.count ?? 0;
    const heaps = [["Bag", bag], ["Lid", lid]];
    const word = (x, y, text, extra = "") => `<text x="${round(x)}" y="${round(y)}" font-size="15" ${extra}>${text}</text>`;
    const { x, y, width, height, upright } = box;
    if (upright) {
        const [tileX, columns] = [x + width / 2 - 62, [x + width / 2 + 6, x + width / 2 + 56]];
        const step = Math.min(36, (height - 44) / 5);
        const head = heaps.map(([name, heap], index) => word(columns[index], y + 16, name, 'text-anchor="end" fill="var(--quiet)"') + word(columns[index], y + 36, heap.total, 'text-anchor="end" font-weight="700" class="word"'));
        const rows = COLOURS.map((kind, row) => {
            const at = y + 48 + row * step;
            return tile(kind, tileX, at, 24) + heaps.map(([, heap], index) => word(columns[index], at + 17, count(heap, kind), 'text-anchor="end" class="word"')).join("");
        });
        return head.join("") + rows.join("");
    }
    const scale = round4(Math.min(1.1, width / 336));
    const rows = heaps.map(([name, heap], row) => {
        const counts = COLOURS.map((kind, index) => tile(kind, 82 + index * 52, row * 34 - 28, 22) + word(108 + index * 52, row * 34 - 12, count(heap, kind), 'class="word"'));
        return word(0, row * 34 - 12, name, 'fill="var(--quiet)"') + word(68, row * 34 - 12, heap.total, 'text-anchor="end" font-weight="700" class="word"') + counts.join("");
    });
    return `<g transform="translate(${round(x + (width - 336 * scale) / 2)} ${round(y + height / 2)}) scale(${scale})">${rows.join("")}</g>`;
}

function short(name) {
    return name.length > 30 ? `${name.slice(0, 29)}…` : name;
}
