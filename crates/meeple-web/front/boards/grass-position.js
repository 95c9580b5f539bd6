// Laying Grass: a position as what can be edited, read from its text and written again.
//
//     "players=2 ... tiles=8:SR:1 ..."  ⇄  { players: 2, ..., tiles: [{ tile: 8, corner: "SR", ... }] }
//
// What is edited stays a text that can be read: a tile is only in one place, a cell holds only one
// thing. Whether a game can come to it is for the server to say.

/** @typedef {{ tile: number, corner: string, orientation: string, owner: number, cells: string[] }} Laid */

/**
 * @typedef {object} Edited
 * @property {Record<string, string>} options `players`, `shapes`, `final` and `tie`, as they are written
 * @property {number} players
 * @property {string} round `0` to `9`, `final` or `over`
 * @property {number} turn the seat
 * @property {number[]} coupons
 * @property {boolean} spent
 * @property {[number, number]} pending stones and robberies
 * @property {number | null} stolen
 * @property {number[]} front tiles of the queue that are known
 * @property {number[]} back tiles that were put behind those that are not
 * @property {number} total how many tiles the game has, wherever they are
 * @property {number[]} discarded
 * @property {Laid[]} tiles
 * @property {{ cell: string, owner: number }[]} singles
 * @property {{ cell: string, kind: string }[] | null} bonuses null: not dealt
 * @property {{ cell: string, kind: string, owner: number }[]} captured
 * @property {string[]} stones
 */

/**
 * @param {string} text a position, as docs/notation.md has it
 * @param {(tile: number, corner: string, orientation: string) => string[]} cellsOf where a tile lies
 * @returns {Edited}
 */
export function read(text, cellsOf) {
    const words = Object.fromEntries(text.split(" ").map((word) => word.split("=")));
    const list = (key) => (words[key] === "-" || !words[key] ? [] : words[key].split(","));
    const parts = (key) => list(key).map((item) => item.split(":"));
    const { front, hidden, back } = readQueue(list("queue"));
    const tiles = parts("tiles").map(([tile, lies, owner]) => {
        const [corner, orientation] = [lies.slice(0, 2), lies.slice(2)];
        return { tile: Number(tile), corner, orientation, owner: Number(owner), cells: cellsOf(Number(tile), corner, orientation) };
    });
    const [discarded, stolen] = [list("discarded").map(Number), list("stolen").map(Number)];
    const { players, shapes, final, tie } = words;
    return {
        options: { players, shapes, final, tie },
        players: Number(players),
        round: words.round,
        turn: Number(words.turn),
        coupons: list("coupons").map(Number),
        spent: words.spent === "yes",
        pending: /** @type {[number, number]} */ (list("pending").map(Number)),
        stolen: stolen[0] ?? null,
        front, back, discarded, tiles,
        total: front.length + hidden + back.length + discarded.length + tiles.length + stolen.length,
        singles: parts("single").map(([cell, owner]) => ({ cell, owner: Number(owner) })),
        bonuses: words.bonus === "?" ? null : parts("bonus").map(([cell, kind]) => ({ cell, kind })),
        captured: parts("captured").map(([cell, kind, owner]) => ({ cell, kind, owner: Number(owner) })),
        stones: list("stones"),
    };
}

/** Known tiles, then so many that are not decided, then known ones again. @param {string[]} items */
function readQueue(items) {
    const first = items.findIndex((item) => item.startsWith("?"));
    const open = items.filter((item) => item.startsWith("?"));
    const known = (some) => some.filter((item) => !item.startsWith("?")).map(Number);
    const hidden = open.reduce((sum, item) => sum + Number(item.slice(1)), 0);
    return { front: known(first < 0 ? items : items.slice(0, first)), hidden, back: known(first < 0 ? [] : items.slice(first)) };
}

/** How many tiles of the queue are not decided. @param {Edited} edited */
export function hiddenTiles({ total, front, back, discarded, tiles, stolen }) {
    return Math.max(0, total - front.length - back.length - discarded.length - tiles.length - Number(stolen !== null));
}

/** @param {Edited} edited @returns {string} */
export function written(edited) {
    const list = (items) => (items.length > 0 ? items.join(",") : "-");
    const hidden = hiddenTiles(edited);
    const byCell = (one, other) => (one.cell < other.cell ? -1 : 1);
    const words = {
        ...edited.options,
        round: edited.round,
        turn: edited.turn,
        coupons: list(edited.coupons),
        spent: edited.spent ? "yes" : "no",
        pending: list(edited.pending),
        stolen: edited.stolen ?? "-",
        queue: list([...edited.front, ...(hidden > 0 ? [`?${hidden}`] : []), ...edited.back]),
        discarded: list([...edited.discarded].sort((one, other) => one - other)),
        tiles: list([...edited.tiles].sort((one, other) => one.tile - other.tile).map(({ tile, corner, orientation, owner }) => `${tile}:${corner}${orientation}:${owner}`)),
        single: list([...edited.singles].sort(byCell).map(({ cell, owner }) => `${cell}:${owner}`)),
        bonus: edited.bonuses ? list([...edited.bonuses].sort(byCell).map(({ cell, kind }) => `${cell}:${kind}`)) : "?",
        captured: list([...edited.captured].sort(byCell).map(({ cell, kind, owner }) => `${cell}:${kind}:${owner}`)),
        stones: list([...edited.stones].sort()),
    };
    return Object.entries(words).map(([key, value]) => `${key}=${value}`).join(" ");
}

/** Where a tile is: `lies`, `queue`, `discarded`, `stolen`, or nowhere yet. @param {Edited} edited @param {number} tile @returns {string} */
export function whereIs({ tiles, front, back, discarded, stolen }, tile) {
    if (tiles.some((laid) => laid.tile === tile)) return "lies";
    if (front.includes(tile) || back.includes(tile)) return "queue";
    if (discarded.includes(tile)) return "discarded";
    return stolen === tile ? "stolen" : "";
}

/** Without a tile, wherever it is. @param {Edited} edited @param {number} tile @returns {Edited} */
export function withoutTile(edited, tile) {
    const isOther = (one) => one !== tile;
    return {
        ...edited,
        tiles: edited.tiles.filter((laid) => laid.tile !== tile),
        front: edited.front.filter(isOther),
        back: edited.back.filter(isOther),
        discarded: edited.discarded.filter(isOther),
        stolen: edited.stolen === tile ? null : edited.stolen,
    };
}

/** Without whatever is on these cells; of a tile all of it goes. @param {Edited} edited @param {string[]} cells @returns {Edited} */
export function cleared(edited, cells) {
    const isFree = ({ cell }) => !cells.includes(cell);
    return {
        ...edited,
        tiles: edited.tiles.filter((laid) => !laid.cells.some((cell) => cells.includes(cell))),
        singles: edited.singles.filter(isFree),
        bonuses: edited.bonuses?.filter(isFree) ?? null,
        captured: edited.captured.filter(isFree),
        stones: edited.stones.filter((cell) => !cells.includes(cell)),
    };
}

/**
 * A bonus square: put down, then captured by a seat, then free again.
 * @param {Edited} edited @param {string} cell @param {string} kind @param {number} owner @returns {Edited}
 */
export function withBonus(edited, cell, kind, owner) {
    const clear = cleared(edited, [cell]);
    const isThere = edited.bonuses?.some((bonus) => bonus.cell === cell && bonus.kind === kind);
    if (isThere) return { ...clear, captured: [...clear.captured, { cell, kind, owner }] };
    return { ...clear, bonuses: [...(clear.bonuses ?? []), { cell, kind }] };
}

/** Round and turn as so many tiles have them: each turn draws one (G6), each player begins with a start tile (G5). @param {Edited} edited @returns {Edited} */
export function counted(edited) {
    const { players, tiles, discarded, stolen, singles, pending } = edited;
    if (singles.length < players) return { ...edited, round: "0", turn: singles.length };
    const isResolving = stolen !== null || pending.some((number) => number > 0);
    const turns = tiles.length + discarded.length + Number(stolen !== null) - Number(isResolving);
    const round = Math.floor(turns / players) + 1;
    return round > 9 ? { ...edited, round: "final", turn: 0 } : { ...edited, round: String(round), turn: Math.max(0, turns) % players };
}

/** A picture of what is edited, as far as drawing it needs. @param {Edited} edited @param {number} side @returns {any} */
export function pictureOf(edited, side) {
    const kinds = { E: "exchange", S: "stone", R: "robbery" };
    const bonus = ({ cell, kind, owner }) => ({ cell, owner, bonus: kinds[kind] });
    const seats = edited.coupons.map((coupons, seat) => ({ seat, name: `Seat ${seat + 1}`, square: 0, squares: [], grass: 0, coupons }));
    return { side, open_to: [], tiles: edited.tiles, singles: edited.singles, bonuses: (edited.bonuses ?? []).map(bonus), captured: edited.captured.map(bonus), stones: edited.stones, seats };
}
