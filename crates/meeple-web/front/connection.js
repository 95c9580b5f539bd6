// The socket of a room: asks, hears, and comes back by itself.
//
//     ask({ do: "play", ply: 4, move: "2,2" })  ──►  {"id":7,"do":"play",...}
//     answered, or the connection is lost and    ◄──  {"re":7,"ok":{}}
//     the same is asked again on the next one
//
// A move carries the ply it is meant for, so asking again plays nothing twice; giving up or wanting a
// rematch is the same when it is said twice. Only a reaction is not asked again.
import { BASE } from "./site.js";

const FIRST_PAUSE_MS = 400;
const LONGEST_PAUSE_MS = 15_000;
/** A server that says nothing for so long is taken for gone: while it is called, when it is asked, when it thinks. */
const PATIENCE_MS = { call: 10_000, ask: 20_000, hint: 60_000, pulse: 4_000 };
/** After so much silence it is worth asking whether anybody is there. */
const SILENCE_MS = 10_000;

/** What the server has refused. */
export class Refused extends Error {
    /** @param {{ code: string, message: string }} refusal */
    constructor({ code, message }) {
        super(message);
        this.name = "Refused";
        this.code = code;
    }
}

/**
 * @typedef {"connecting" | "here" | "lost" | "closed"} Status
 *
 * @typedef {object} Hooks
 * @property {(seat: number | null) => void} greeted who one is, on every new socket
 * @property {(message: any) => void} heard a State, an Update or a reaction
 * @property {(status: Status, retryAt: number | null) => void} status
 * @property {(error: Refused) => void} turnedAway there is no such room
 * @property {() => number | null} sequence what was heard last
 */

/** @typedef {{ verb: { do: string }, isSent: boolean, yes: (answer: any) => void, no: (error: Error) => void, timer: any }} Asked */

/** One person's connection to a room, for as long as the page is open. */
export class Connection {
    /** @type {Map<number, Asked>} what is not answered yet */
    #waiting = new Map();
    #nextId = 1;
    #failures = 0;
    #heardAt = 0;
    #isClosed = false;
    #isGreeted = false;
    /** @type {WebSocket | null} */
    #socket = null;
    /** @type {any} until the next try */
    #pause = null;

    /** @param {string} room @param {string | null} secret @param {Hooks} hooks */
    constructor(room, secret, hooks) {
        this.url = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${BASE}/api/rooms/${encodeURIComponent(room)}/socket`;
        this.secret = secret;
        this.hooks = hooks;
        addEventListener("online", this.retry);
        addEventListener("offline", this.#drop);
        document.addEventListener("visibilitychange", this.retry);
    }

    open() {
        clearTimeout(this.#pause);
        const socket = new WebSocket(this.url);
        this.#socket = socket;
        this.#isGreeted = false;
        this.hooks.status("connecting", null);
        const patience = setTimeout(() => socket.close(), PATIENCE_MS.call);
        socket.addEventListener("open", () => {
            clearTimeout(patience);
            socket.send(JSON.stringify({ id: 0, do: "hello", secret: this.secret ?? undefined, sequence: this.hooks.sequence() ?? undefined }));
        });
        socket.addEventListener("message", ({ data }) => socket === this.#socket && this.#hear(JSON.parse(data)));
        socket.addEventListener("close", () => {
            clearTimeout(patience);
            if (socket === this.#socket) this.#lost();
        });
    }

    /** Asks for something; kept until it is answered. @param {{ do: string } & Record<string, unknown>} verb @returns {Promise<any>} */
    ask(verb) {
        return new Promise((yes, no) => {
            const id = this.#nextId++;
            this.#waiting.set(id, { verb, isSent: false, yes, no, timer: null });
            if (this.#isGreeted) this.#send(id);
        });
    }

    /** Comes back at once where there is reason to think that it works again. */
    retry = () => {
        if (this.#isClosed || document.hidden) return;
        if (!this.#socket) this.open();
        else if (this.#isGreeted && Date.now() - this.#heardAt > SILENCE_MS) this.#feelPulse();
    };

    close() {
        this.#isClosed = true;
        clearTimeout(this.#pause);
        for (const id of [...this.#waiting.keys()]) this.#settle(id);
        removeEventListener("online", this.retry);
        removeEventListener("offline", this.#drop);
        document.removeEventListener("visibilitychange", this.retry);
        this.#socket?.close();
        this.hooks.status("closed", null);
    }

    #hear(message) {
        this.#heardAt = Date.now();
        if (!("re" in message)) return this.hooks.heard(message);
        if (message.re === 0) return this.#greeted(message);
        const asked = this.#waiting.get(message.re);
        this.#settle(message.re);
        return message.refused ? asked?.no(new Refused(message.refused)) : asked?.yes(message.ok);
    }

    #greeted({ ok, refused }) {
        if (refused?.code === "not-found") {
            this.close();
            return this.hooks.turnedAway(new Refused(refused));
        }
        // Any other refusal, such as a full server, may be temporary.
        if (refused) return this.#drop();
        this.#failures = 0;
        this.#isGreeted = true;
        this.hooks.greeted(ok.seat);
        this.hooks.status("here", null);
        for (const id of this.#waiting.keys()) this.#send(id);
        return undefined;
    }

    #lost() {
        this.#socket = null;
        this.#isGreeted = false;
        if (this.#isClosed) return;
        for (const [id, { verb, isSent, no }] of this.#waiting) {
            if (!isSent || verb.do !== "react") continue;
            this.#settle(id);
            no(new Refused({ code: "lost", message: "" }));
        }
        const wait = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** this.#failures) * (0.7 + 0.6 * Math.random());
        this.#failures += 1;
        this.#pause = setTimeout(() => this.open(), wait);
        this.hooks.status("lost", Date.now() + wait);
    }

    /** @param {number} id */
    #send(id) {
        const asked = this.#waiting.get(id);
        asked.isSent = true;
        clearTimeout(asked.timer);
        asked.timer = setTimeout(this.#drop, asked.verb.do === "hint" ? PATIENCE_MS.hint : PATIENCE_MS.ask);
        this.#socket.send(JSON.stringify({ id, ...asked.verb }));
    }

    /** @param {number} id */
    #settle(id) {
        clearTimeout(this.#waiting.get(id)?.timer);
        this.#waiting.delete(id);
    }

    /** A machine that has slept has sockets that look alive. Everything is answered, also a second hello. */
    #feelPulse() {
        const before = this.#heardAt;
        this.#socket.send(JSON.stringify({ id: "pulse", do: "hello" }));
        setTimeout(() => this.#heardAt === before && this.#drop(), PATIENCE_MS.pulse);
    }

    /** Does not wait until a socket notices what is known already. */
    #drop = () => {
        const socket = this.#socket;
        if (!socket) return;
        this.#lost();
        socket.close();
    };
}
