// What is known of a room: pure functions, a State or an Update in, a Room out.
//
//     fromState(state, now) ──► room ──updated(room, update, now)──► room
//
// `own` is always the list of seats that belong to people at this browser: one for most, none for
// somebody who watches, several where a screen is handed around.
import { words } from "./words.js";

/**
 * @typedef {object} Seat
 * @property {"person" | "computer" | "bot" | "open"} kind
 * @property {string | null} name
 * @property {string | null} player
 * @property {boolean} here
 * @property {number | null} away_ms
 * @property {boolean} stand_in
 * @property {boolean} gone
 *
 * @typedef {{ ply: number, seat: number | null, move?: string | null, did: string, followed: string[] }} Told a deal has no seat
 *
 * @typedef {object} Room a State as docs/api.md says it, and when it was heard
 * @property {number} sequence
 * @property {string} room
 * @property {string} game
 * @property {string[]} options
 * @property {boolean} public
 * @property {"open" | "playing" | "over"} phase
 * @property {number} ply
 * @property {number | null} to_move
 * @property {boolean} thinking
 * @property {Seat[]} seats
 * @property {{ left_ms: number[], running: number | null, increment_ms: number } | null} clock
 * @property {{ seconds: number, stand_in: string | null }} away
 * @property {any} picture
 * @property {{ move: string }[]} moves
 * @property {Told[]} told
 * @property {{ by: number, agreed: number[] } | null} back
 * @property {number[]} rematch
 * @property {string | null} next
 * @property {string | null} commitment a hash of the seed, if the server drew it
 * @property {number | null} seed if it is known already: its creator chose it, or the game is over
 * @property {string | null} salt
 * @property {number[]} kept seats whose players want the game to be stored for good
 * @property {string | null} stored_until if the server removes it some time
 * @property {{ by: string, sentence: string, standing: { seat: number, name: string, rank: number, score: number }[] } | null} ending
 * @property {number} heardAt milliseconds, by this machine's clock
 */

/** Whoever is away for less was not away. */
const MOMENT_MS = 3000;

/** @param {any} state @param {number} now @returns {Room} */
export function fromState(state, now) {
    return { ...state, heardAt: now };
}

/** The room after an Update; one that is older than what is known changes nothing. @param {Room} room @param {any} update @param {number} now @returns {Room} */
export function updated(room, update, now) {
    if (update.sequence <= room.sequence) return room;
    const { told, told_from: from, ...rest } = update;
    return { ...room, ...rest, told: [...room.told.slice(0, from), ...told], heardAt: now };
}

/**
 * The same room with the picture it had, if nothing on it has changed: whoever compares by identity
 * then sees that nothing has moved.
 * @param {Room | null} before @param {Room} after @returns {Room}
 */
export function steady(before, after) {
    if (!before || before === after || before.ply !== after.ply) return after;
    const isSame = JSON.stringify(before.picture) === JSON.stringify(after.picture);
    return isSame ? { ...after, picture: before.picture } : after;
}

/** Whether an Update fits behind what is known; if not, only a State can help. @param {Room | null} room @param {any} update */
export function fits(room, update) {
    return room !== null && update.told_from <= room.told.length;
}

/** How a seat looks everywhere: its name and its mark. @param {Room} room */
export function looks({ seats }) {
    return seats.map(({ name, kind }, seat) => ({ name: name || (kind === "open" ? words.room.openSeat : words.room.seat(seat + 1)), mark: seat % 9 }));
}

/** What is left on a seat's clock, or null without one. @param {Room} room @param {number} seat @param {number} now */
export function leftMs({ clock, heardAt }, seat, now) {
    if (!clock) return null;
    const run = clock.running === seat ? now - heardAt : 0;
    return Math.max(0, clock.left_ms[seat] - run);
}

/** For how long somebody has been away, or null. @param {Room} room @param {number} seat @param {number} now */
export function awayMs({ seats, heardAt }, seat, now) {
    const { away_ms: away } = seats[seat];
    return away === null || away === undefined ? null : away + now - heardAt;
}

/** A time as clocks show it: 4:05, and 0:07.3 where tenths matter. @param {number} ms */
export function clockText(ms) {
    const tenths = Math.floor(ms / 100);
    const [minutes, seconds] = [Math.floor(tenths / 600), Math.floor(tenths / 10) % 60];
    const text = `${minutes}:${String(seconds).padStart(2, "0")}`;
    return ms < 10_000 ? `${text}.${tenths % 10}` : text;
}

/** The seat whose board is the large one: of several own ones, whose turn it is or was. @param {Room} room @param {number[]} own @returns {number | null} */
export function ownSeat({ to_move: due, told }, own) {
    if (own.length === 0) return null;
    if (due !== null && own.includes(due)) return due;
    const moved = told.findLast(({ seat }) => seat !== null && own.includes(seat));
    return moved?.seat ?? own[0];
}

/** Whether somebody at this browser may move now. @param {Room} room @param {number[]} own */
export function isMine({ phase, to_move: due }, own) {
    return phase === "playing" && due !== null && own.includes(due);
}

/** Seats that wait for somebody with the invitation. @param {Room} room */
export function openSeats({ seats }) {
    return seats.flatMap(({ kind }, seat) => (kind === "open" ? [seat] : []));
}

/** Seats of people. @param {Room} room */
export function people({ seats }) {
    return seats.flatMap(({ kind }, seat) => (kind === "person" ? [seat] : []));
}

/** The last ply an own seat has moved at, or null: what could be taken back. @param {Room} room @param {number[]} own */
export function lastOwn({ told }, own) {
    return told.findLast(({ seat }) => seat !== null && own.includes(seat)) ?? null;
}

/** Games whose deals are seen on the board at once, and come with every move. */
const QUIET_DEALS = ["filler"];

/** What is worth a line: a deal that need not be told is none. @param {Pick<Room, "game" | "told">} room */
export function lines({ game, told }) {
    const isQuiet = QUIET_DEALS.includes(game);
    return told.filter(({ seat, did, followed }) => (did || followed.length > 0) && !(seat === null && isQuiet));
}

/** What people at this browser may do now. @param {Room} room @param {number[]} own */
export function may(room, own) {
    const isPlaying = room.phase === "playing" && own.some((seat) => !room.seats[seat].gone);
    const others = people(room).filter((seat) => !own.includes(seat));
    const isAmongComputers = people(room).length === 1;
    return {
        play: isMine(room, own),
        hint: isMine(room, own) && isAmongComputers && !room.clock,
        everHint: isPlaying && isAmongComputers && !room.clock,
        back: isPlaying && lastOwn(room, own) !== null && room.back === null,
        answer: room.back !== null && own.some((seat) => !room.back.agreed.includes(seat)),
        resign: isPlaying,
        rematch: room.phase === "over" && own.length > 0 && room.next === null && own.some((seat) => !room.rematch.includes(seat)),
        react: own.length > 0 && others.length > 0,
        sit: room.phase === "open" && openSeats(room).length > 0,
        stand: room.phase === "open" && own.length > 0,
    };
}

/** One sentence on how things stand. @param {Room} room @param {number[]} own */
export function status(room, own) {
    if (room.phase === "open") return words.room.waiting(room.seats.filter(isAwaited).length);
    if (room.phase === "over") return words.room.over;
    if (room.to_move === null) return words.room.dealing;
    const { name, kind, here, stand_in: standIn } = room.seats[room.to_move];
    if (own.includes(room.to_move)) return own.length > 1 ? words.room.namedTurn(name) : words.room.yourTurn;
    if (kind === "bot" && !here) return words.room.awaits(name);
    if (kind !== "person" || standIn) return words.room.thinks(name);
    return words.room.toMove(name);
}

/** @param {Seat} seat */
function isAwaited({ kind, here }) {
    return kind === "open" || (kind === "bot" && !here);
}

/** What has happened between two rooms, in sentences that are read out. @param {Room | null} before @param {Room} after @param {number[]} own */
export function news(before, after, own) {
    if (!before) return sentences([status(after, own)]);
    const said = [];
    if (after.told.length < before.told.length) said.push(words.room.takenBack);
    const fresh = lines({ game: after.game, told: after.told.slice(before.told.length) });
    for (const { did, followed } of fresh) said.push(did, ...followed);
    after.seats.forEach((seat, index) => own.includes(index) || said.push(...seatNews(before, after, index)));
    if (after.back && !before.back && !own.includes(after.back.by)) said.push(words.room.asksBack(after.seats[after.back.by].name));
    if (after.ending && !before.ending) said.push(after.ending.sentence);
    else if (after.to_move !== before.to_move || after.phase !== before.phase || said.length > 0) said.push(status(after, own));
    return sentences(said);
}

/** Who has come and gone. @param {Room} before @param {Room} after @param {number} index */
function seatNews(before, after, index) {
    const [was, is] = [before.seats[index], after.seats[index]];
    if (is.kind === "computer") return [];
    if (was.kind === "open" && is.kind === "person") return [words.room.satDown(is.name)];
    if (is.kind !== was.kind || is.here === was.here) return [];
    if (!is.here) return [words.room.left(is.name)];
    // Sitting down is two steps, and so is loading a page anew: neither is coming back.
    const hasPlayed = after.told.some(({ seat }) => seat === index);
    const isBack = hasPlayed && awayMs(before, index, after.heardAt) > MOMENT_MS;
    return isBack ? [words.room.cameBack(is.name)] : [];
}

/** Sentences in a row, each with its stop. @param {string[]} all */
function sentences(all) {
    return all.filter(Boolean).map((text) => (/[.!?…]$/.test(text) ? text : `${text}.`)).join(" ");
}

/**
 * Whether a move that was sent has been made: its answer may have been lost with the connection.
 * @param {Room} room @param {{ ply: number, seat: number, move: string }} sent
 */
export function wasPlayed({ told }, { ply, seat, move }) {
    return told.some((entry) => entry.ply === ply + 1 && entry.seat === seat && entry.move === move);
}
