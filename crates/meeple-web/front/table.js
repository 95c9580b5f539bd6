// A room as this browser sits in it: one connection for each of its people, or one to watch.
//
//     const table = sitAt("k7mq2w9xt4", { changed, reacted, status, turnedAway });
//     table.own()              [0, 1]: seats of people at this screen
//     await table.play("2,2")  for the seat whose turn it is
//
// Every connection hears the same; what is new is taken once. A page that was opened with a State begins
// with that, and with the seats it had: the board need not wait for the sockets.
import { get, post } from "./api.js";
import { Connection } from "./connection.js";
import { given, givenAt } from "./given.js";
import { forgetSeat, keep, kept, keepSeat } from "./kept-rooms.js";
import { fits, fromState, isMine, steady, updated, wasPlayed } from "./room-state.js";

/**
 * @typedef {import("./room-state.js").Room} Room
 * @typedef {{ secret: string | null, seat: number | null, status: import("./connection.js").Status, link: Connection }} Place
 *
 * @typedef {object} TableHooks
 * @property {(room: Room, before: Room | null) => void} changed
 * @property {(reaction: { seat: number, reaction: string }) => void} reacted
 * @property {(status: import("./connection.js").Status, retryAt: number | null) => void} status
 * @property {(error: Error) => void} turnedAway
 */

/** @param {string} id @param {TableHooks} hooks @param {{ watches?: boolean }} [how] */
export function sitAt(id, hooks, { watches = false } = {}) {
    /** @type {Place[]} */
    let places = [];
    /** @type {Room | null} */
    let room = null;

    /** @param {string | null} secret @param {number | null} [seat] as far as it is known before the room has said so */
    function take(secret, seat = null) {
        const place = /** @type {Place} */ ({ secret, seat, status: "connecting" });
        places.push(place);
        place.link = new Connection(id, secret, {
            greeted: (seat) => greeted(place, seat),
            heard: (message) => heard(place, message),
            sequence: () => (room ? room.sequence : null),
            status: (status, retryAt) => {
                place.status = status;
                if (status === "lost" && !room) look();
                hooks.status(worst(), retryAt);
            },
            turnedAway: close,
        });
        place.link.open();
    }

    /** @param {Place} place @param {number | null} seat */
    function greeted(place, seat) {
        place.seat = seat;
        if (seat === null && place.secret !== null) {
            // Nobody here has this secret any more: one watches instead.
            forgetSeat(id, place.secret);
            place.secret = null;
        }
        if (seat !== null) keepSeat(id, place.secret, seat);
        if (room) hooks.changed(room, room);
    }

    /** A browser does not say why a socket was refused; a question does. */
    async function look() {
        try {
            await get(`/api/rooms/${encodeURIComponent(id)}`);
        } catch (error) {
            if (error.status === 404 && !room) close(error);
        }
    }

    /** @param {Error} error */
    function close(error) {
        places.forEach(({ link }) => link.close());
        hooks.turnedAway(error);
    }

    /** @param {Place} place @param {any} message */
    function heard(place, message) {
        // Each reaction comes once a connection; the first one tells it.
        if (message.reaction) return place === places[0] ? hooks.reacted(message.reaction) : undefined;
        const before = room;
        // A State is always taken: after a restart the server may count from the beginning. Should it be older
        // than what another connection has brought, its own news bring it up to date.
        if (message.state) room = steady(before, fromState(message.state, Date.now()));
        else if (message.update && !fits(room, message.update)) return refresh();
        else if (message.update) room = steady(before, updated(room, message.update, Date.now()));
        return room !== before ? hooks.changed(room, before) : undefined;
    }

    /** Asks for everything, where a part does not fit to what is known. */
    async function refresh() {
        const answer = await get(`/api/rooms/${encodeURIComponent(id)}`);
        heard(places[0], { state: answer.state ?? answer });
    }

    function worst() {
        const order = /** @type {const} */ (["lost", "connecting", "here"]);
        return order.find((status) => places.some((place) => place.status === status)) ?? "closed";
    }

    const own = () => places.flatMap(({ seat }) => (seat === null ? [] : [seat])).sort((one, other) => one - other);
    const placeOf = (seat) => places.find((place) => place.seat === seat) ?? places[0];
    const due = () => placeOf(room && isMine(room, own()) ? room.to_move : own()[0]);

    /** @param {string} move */
    async function play(move) {
        const place = due();
        const sent = { ply: room.ply, seat: place.seat, move };
        try {
            await place.link.ask({ do: "play", ply: sent.ply, move });
        } catch (error) {
            // Asked a second time after the connection was lost: the first time had worked.
            if (error.code !== "stale" || !wasPlayed(room, sent)) throw error;
        }
    }

    /** Somebody at this browser takes an open seat. @param {number} seat @param {string} name @param {string | null} invite null at a public table */
    async function sit(seat, name, invite) {
        const { secret } = await post(`/api/rooms/${encodeURIComponent(id)}/do`, { do: "sit", seat, name, invite });
        keep({ room: id, game: room.game, seats: [...(kept(id)?.seats ?? []), { secret, name }], invite });
        const watcher = places.find((place) => place.secret === null);
        take(secret);
        if (!watcher) return;
        places = places.filter((place) => place !== watcher);
        watcher.link.close();
    }

    /** Leaves a seat before the game has begun. @param {number} seat */
    async function stand(seat) {
        const place = placeOf(seat);
        await place.link.ask({ do: "stand" });
        forgetSeat(id, place.secret);
        places = places.filter((other) => other !== place);
        if (places.length === 0) take(null);
        place.link.close();
    }

    /** What came with the page is heard as the first word, when everybody listens. */
    function begin() {
        const { state } = given(`/api/rooms/${id}`) ?? {};
        if (!state) return;
        room = fromState(state, givenAt());
        queueMicrotask(() => hooks.changed(room, null));
    }

    const seats = watches ? [] : kept(id)?.seats ?? [];
    begin();
    for (const { secret, seat } of seats.length > 0 ? seats : [{ secret: null, seat: null }]) take(secret, seat);
    return {
        own,
        room: () => room,
        secrets: () => places.flatMap(({ secret }) => (secret ? [secret] : [])),
        play,
        sit,
        stand,
        /** Asks something for one of the own seats; not said which: whose turn it is. @param {{ do: string } & Record<string, unknown>} verb @param {number} [seat] @returns {Promise<any>} */
        ask: (verb, seat) => (seat === undefined ? due() : placeOf(seat)).link.ask(verb),
        retry: () => places.forEach(({ link }) => link.retry()),
        close: () => places.forEach(({ link }) => link.close()),
    };
}
