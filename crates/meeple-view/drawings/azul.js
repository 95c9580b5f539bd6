// Azul: plates in a ring around the centre, and everybody's board.
//
//        ( ) ( ) ( )         own artwork: blue waves, yellow sun, red star,
//      ( )  centre  ( )      black lattice, white snow
//     ┌────────┐ ┌────────┐
//     │ # ▸ wall│ │   ...  │  lines on the left fill the wall on the right,
//     │ floor   │ │        │  the floor shows what it costs
import { colour, escaped, markAt, round, svg } from "./drawing.js";

/** A tile with the gap beside it. */
const STEP = 44;
const BOARD = { width: 484, height: 344 };
const GAP = 16;
/** Less room than this across, and the boards stand below each other. */
const NARROW = 560;

/**
 * @param {object} picture an AzulPicture
 * @param {import("./drawing.js").Options} options
 */
export function draw(picture, { previous, seats, width }) {
    const columns = width < NARROW ? 1 : 2;
    const wide = columns * BOARD.width + (columns - 1) * GAP;
    const ring = market(picture, previous, seats, wide);
    const boards = picture.boards.map((board, index) => {
        const [x, y] = [index % columns, Math.floor(index / columns)];
        const place = `translate(${x * (BOARD.width + GAP)} ${ring.height + y * (BOARD.height + GAP)})`;
        return `<g transform="${place}">${drawBoard(board, picture, seats[board.seat])}</g>`;
    });
    const lines = Math.ceil(picture.boards.length / columns);
    const high = ring.height + lines * (BOARD.height + GAP) - GAP;
    const scores = picture.boards.map((board) => `${board.name} ${board.score}`).join(", ");
    return svg(wide, high, `Round ${picture.round}: ${scores}`, TILES + ring.drawing + boards.join(""));
}

const TILES = `<defs>
<g id="tile-blue"><rect width="40" height="40" rx="6" fill="#2f6fb7"/><path d="M4 13q4-6 8 0t8 0 8 0 8 0M4 22q4-6 8 0t8 0 8 0 8 0M4 31q4-6 8 0t8 0 8 0 8 0" fill="none" stroke="#cfe5fb" stroke-width="2.6" stroke-linecap="round"/></g>
<g id="tile-yellow"><rect width="40" height="40" rx="6" fill="#e3a92b"/><circle cx="20" cy="20" r="6.5" fill="#fff6d8"/><path d="M20 5v6M20 29v6M5 20h6M29 20h6M9.4 9.400l4.2 4.200M26.4 26.400l4.2 4.200M30.6 9.400l-4.2 4.200M13.6 26.400l-4.2 4.2" stroke="#fff6d8" stroke-width="2.6" stroke-linecap="round"/></g>
<g id="tile-red"><rect width="40" height="40" rx="6" fill="#bf3a2e"/><path d="M20 5.5 24 16l10.5 4L24 24l-4 10.500L16 24 5.5 20 16 16z" fill="#ffd9d2"/><circle cx="20" cy="20" r="3" fill="#bf3a2e"/></g>
<g id="tile-black"><rect width="40" height="40" rx="6" fill="#2c2f37"/><rect x=".75" y=".75" width="38.5" height="38.5" rx="5.4" fill="none" stroke="#79829a" stroke-width="1.5"/><path d="M8 8l24 24M20 6l14 14M6 20l14 14M32 8 8 32M20 6 6 20M34 20 20 34" stroke="#9aa3b5" stroke-width="2" stroke-linecap="round"/></g>
<g id="tile-white"><rect width="40" height="40" rx="6" fill="#eef3f4"/><rect x=".75" y=".75" width="38.5" height="38.5" rx="5.4" fill="none" stroke="#a9bcc0" stroke-width="1.5"/><path d="M20 6v28M7.9 13l24.2 14M32.1 13 7.9 27M16 9l4 4 4-4M16 31l4-4 4 4M8.5 17.500l5.5-1.3-1.5-5.400M31.5 22.5 26 23.800l1.5 5.400M8.5 22.500l5.5 1.3-1.5 5.400M31.5 17.5 26 16.200l1.5-5.4" fill="none" stroke="#3d8f98" stroke-width="1.9" stroke-linecap="round" stroke-linejoin="round"/></g>
<g id="tile-marker"><rect width="40" height="40" rx="20" fill="var(--surface)" stroke="var(--text)" stroke-width="2.5"/><text x="20" y="27.5" text-anchor="middle" font-size="22" font-weight="700" fill="var(--text)">1</text></g>
</defs>`;

function tile(kind, x, y, size = 40, extra = "") {
    const scale = size === 40 ? "" : ` scale(${round(size / 40)})`;
    return `<use href="#tile-${kind}" transform="translate(${round(x)} ${round(y)})${scale}"${extra}/>`;
}

/** The plates and the centre. */
function market(picture, previous, seats, wide) {
    const count = picture.factories.length;
    const radius = wide < NARROW && count > 7 ? 38 : 46;
    const [across, down] = [wide / 2 - radius - 6, 112];
    const [x, y] = [wide / 2, down + radius + 6];
    const last = picture.last_move;
    const places = around(count, across, down);
    const parts = picture.factories.map((heap, index) => {
        const [px, py] = [x + places[index][0], y + places[index][1]];
        const taken = last?.source === index + 1 ? seats[last.seat] : null;
        const ghost = taken ? previous?.factories?.[index] : null;
        return `<g transform="translate(${round(px)} ${round(py)})">${plate(heap, ghost, taken, radius, index + 1)}</g>`;
    });
    const room = wide - 4 * radius - (wide < NARROW ? 20 : 120);
    return { height: 2 * (down + radius + 6) + GAP, drawing: parts.join("") + centre(picture, seats, x, y, room) };
}

/** Points on an ellipse, all equally far from the next, clockwise from the top. */
function around(count, across, down) {
    const points = Array.from({ length: 721 }, (_, step) => {
        const angle = (step / 720) * 2 * Math.PI - Math.PI / 2;
        return [across * Math.cos(angle), down * Math.sin(angle)];
    });
    const lengths = [0];
    for (let step = 1; step < points.length; step += 1) {
        const [[x, y], [toX, toY]] = [points[step - 1], points[step]];
        lengths.push(lengths[step - 1] + Math.hypot(toX - x, toY - y));
    }
    const at = (part) => points[lengths.findIndex((length) => length >= part * lengths[720])];
    return Array.from({ length: count }, (_, index) => at((index + 0.5) / count));
}

function plate(heap, ghost, taken, radius, number) {
    const ring = taken ? `stroke="${colour(taken.mark)}" stroke-width="3" class="last"` : 'stroke="var(--line)" stroke-width="2"';
    const plain = `<circle r="${radius}" fill="var(--plate)" ${ring}/><circle r="${radius - 6}" fill="none" stroke="var(--line)"/>`;
    const [shown, extra] = heap.total > 0 ? [heap, ""] : [ghost ?? heap, ' opacity=".22"'];
    const kinds = shown.groups.flatMap(({ colour: kind, count }) => Array(count).fill(kind));
    const size = radius * 0.56;
    const at = (index) => [(index % 2) * (size + 3) - size - 1.5, Math.floor(index / 2) * (size + 3) - size - 1.5];
    const tiles = kinds.map((kind, index) => tile(kind, ...at(index), size, extra));
    const label = kinds.length === 0 ? `<text y="5" text-anchor="middle" class="coordinate" font-size="13">${number}</text>` : "";
    return plain + tiles.join("") + label;
}

function centre({ centre: heap, marker_in_centre: marker, last_move: last }, seats, x, y, room) {
    const kinds = heap.groups.map(({ colour: kind, count }) => ({ kind, count }));
    if (marker) kinds.unshift({ kind: "marker", count: 1 });
    const taken = last?.source === "centre" ? ` stroke="${colour(seats[last.seat].mark)}" stroke-width="3" class="last"` : ' stroke="var(--line)"';
    const step = Math.min(58, (room - 16) / 6);
    const size = Math.min(34, step - 10);
    const left = x - (kinds.length * step) / 2;
    const groups = kinds.map(({ kind, count }, index) => {
        const at = left + index * step + (step - size) / 2;
        const number = kind === "marker" ? "" : `<text x="${round(at + size / 2)}" y="${round(y + size / 2 + 11)}" text-anchor="middle" font-size="15" class="word">×${count}</text>`;
        return tile(kind, at, y - size / 2 - 6, size) + number;
    });
    const empty = kinds.length === 0 ? `<text x="${x}" y="${y + 5}" text-anchor="middle" class="coordinate" font-size="13">centre</text>` : "";
    return `<rect x="${round(x - room / 2)}" y="${y - 40}" width="${round(room)}" height="80" rx="40" fill="var(--surface)"${taken}/>${groups.join("")}${empty}`;
}

/** One player's board: name and score, lines, wall, floor. */
function drawBoard(board, picture, look) {
    const toMove = picture.to_move === board.seat;
    const frame = `<rect x="1" y="1" width="${BOARD.width - 2}" height="${BOARD.height - 2}" rx="10" fill="var(--surface)" stroke="${toMove ? "var(--accent)" : "var(--line)"}" stroke-width="${toMove ? 3 : 1.5}"/>`;
    const head = `${markAt(look.mark, 22, 23, 16)}<text x="38" y="30" font-size="20" class="word">${escaped(short(board.name))}</text>`
        + `<text x="${BOARD.width - 14}" y="32" font-size="26" font-weight="700" text-anchor="end" class="word">${board.score}</text>`;
    const scored = picture.scored.filter((one) => one.seat === board.seat);
    const last = picture.last_move?.seat === board.seat ? picture.last_move : null;
    return frame + head
        + `<g transform="translate(12 48)">${lines(board, last)}</g>`
        + `<g transform="translate(252 48)">${wall(board, picture, scored)}</g>`
        + `<g transform="translate(12 282)">${floor(board, last, scored)}</g>`;
}

function lines({ lines: all }, last) {
    return all.map(({ line, colour: kind, filled }, row) => {
        const y = row * STEP;
        const slots = Array.from({ length: line }, (_, index) => {
            const x = (4 - index) * STEP;
            return index < filled ? tile(kind, x, y) : slot(x, y);
        });
        const mark = last?.place === line
            ? `<rect class="last" x="${(5 - line) * STEP - 4}" y="${y - 3}" width="${line * STEP + 4}" height="46" rx="8" fill="var(--last)"/>` : "";
        return `${mark}${slots.join("")}<path d="M224 ${y + 15}l6 5-6 5" fill="none" stroke="var(--quiet)" stroke-width="2"/>`;
    }).join("");
}

function slot(x, y) {
    return `<rect x="${x + 1}" y="${y + 1}" width="38" height="38" rx="6" fill="none" stroke="var(--line)" stroke-width="1.5"/>`;
}

function wall({ wall: rows }, { wall_colours: colours }, scored) {
    const cells = rows.flatMap((kinds, row) => kinds.map((kind, column) => {
        const [x, y] = [column * STEP, row * STEP];
        if (kind) return tile(kind, x, y);
        return slot(x, y) + (colours ? tile(colours[row][column], x, y, 40, ' opacity=".2"') : "");
    }));
    const fresh = scored.filter(({ tile: placed }) => placed).map(({ tile: placed, points }) => {
        const [x, y] = [(placed.column - 1) * STEP, (placed.row - 1) * STEP];
        return `<rect class="last" x="${x - 2}" y="${y - 2}" width="44" height="44" rx="8" fill="none" stroke="var(--accent)" stroke-width="3"/>${badge(x + 38, y + 4, `+${points}`)}`;
    });
    return cells.join("") + fresh.join("");
}

function floor({ floor: { slots }, has_marker: marker }, last, scored) {
    const used = slots.map(({ holds, cost }, index) => {
        const x = index * STEP;
        return (holds ? tile(holds, x, 0) : slot(x, 0)) + `<text x="${x + 20}" y="54" text-anchor="middle" class="coordinate" font-size="13">−${cost}</text>`;
    });
    const outside = marker && !slots.some(({ holds }) => holds === "marker") ? tile("marker", 7 * STEP + 6, 6, 28) : "";
    const mark = last?.place === "floor" || last?.falls > 0 || last?.takes_marker
        ? `<rect class="last" x="-4" y="-3" width="${7 * STEP + 4}" height="46" rx="8" fill="var(--last)"/>` : "";
    const lost = scored.find(({ what }) => what === "floor");
    const bonus = scored.filter(({ what }) => ["rows", "columns", "colours"].includes(what));
    const end = 7 * STEP + 24;
    return mark + used.join("") + outside
        + (lost?.points ? badge(end, 20, `−${Math.abs(lost.points)}`) : "")
        + bonus.map(({ what, points }, index) => `<text x="458" y="${10 + index * 19}" text-anchor="end" font-size="15" class="word">${what} +${points}</text>`).join("");
}

function badge(x, y, text) {
    const wide = 14 + 9 * text.length;
    return `<g class="last"><rect x="${x - wide / 2}" y="${y - 12}" width="${wide}" height="24" rx="12" fill="var(--accent)"/><text x="${x}" y="${y + 5.5}" text-anchor="middle" font-size="16" font-weight="700" fill="var(--surface)">${text}</text></g>`;
}

function short(name) {
    return name.length > 30 ? `${name.slice(0, 29)}…` : name;
}
