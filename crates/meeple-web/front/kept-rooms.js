// The rooms this browser has sat in: the secrets of its seats, and the last games for the first page.
//
//     keep({ room, game, seats: [{ secret, name }], invite, bots })
//     kept("k7mq2w9xt4")?.seats[0].secret
//
// A secret never leaves the browser but to say who one is. Only the last rooms are kept.
import { storageKey } from "./site.js";

/**
 * @typedef {object} KeptRoom
 * @property {string} room
 * @property {string} game
 * @property {{ secret: string, name: string, seat?: number }[]} seats of people at this browser; which seat it is, once the room has said so
 * @property {string | null} invite
 * @property {{ seat: number, token: string }[]} bots
 * @property {string} [result] how it ended, in words
 * @property {string[]} [names] who sat there
 * @property {number} at when it was last changed
 */

const KEY = storageKey("rooms");
const MOST = 40;

/** All kept rooms, the latest first. @returns {KeptRoom[]} */
export function keptRooms() {
    try {
        const all = JSON.parse(localStorage.getItem(KEY) ?? "[]");
        return Array.isArray(all) ? all.filter((one) => typeof one?.room === "string" && Array.isArray(one.seats)) : [];
    } catch {
        return [];
    }
}

/** @param {string} room @returns {KeptRoom | undefined} */
export function kept(room) {
    return keptRooms().find((one) => one.room === room);
}

/** Keeps a room, or what is new about it. @param {Partial<KeptRoom> & { room: string }} what */
export function keep(what) {
    const known = kept(what.room);
    const usual = { game: "", seats: [], invite: null, bots: [] };
    const next = /** @type {KeptRoom} */ ({ ...usual, ...known, ...what, at: Date.now() });
    const rest = keptRooms().filter(({ room }) => room !== what.room);
    write([next, ...rest].slice(0, MOST));
}

/** Forgets a seat that is no longer one's own. @param {string} room @param {string} secret */
export function forgetSeat(room, secret) {
    const known = kept(room);
    if (known) keep({ room, seats: known.seats.filter((seat) => seat.secret !== secret) });
}

/** Which seat a secret belongs to. @param {string} room @param {string} secret @param {number} seat */
export function keepSeat(room, secret, seat) {
    const known = kept(room)?.seats.find((one) => one.secret === secret);
    if (!known || known.seat === seat) return;
    keep({ room, seats: kept(room).seats.map((one) => (one.secret === secret ? { ...one, seat } : one)) });
}

/** @param {string} room */
export function forget(room) {
    write(keptRooms().filter((one) => one.room !== room));
}

/** @param {KeptRoom[]} all */
function write(all) {
    try {
        localStorage.setItem(KEY, JSON.stringify(all));
    } catch {
        // Without storage one plays on; only coming back to the seat is not possible.
    }
}
