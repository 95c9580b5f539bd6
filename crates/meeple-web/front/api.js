// The server's interface over HTTP, as docs/api.md says it.
//
//     const { rooms } = await get("/api/rooms");
//     const made = await post("/api/rooms", { game: "chomp", seats: ["me", "hard"] });
//
// What the server refuses is thrown as an ApiError with its code, sentence and column.
import { given } from "./given.js";
import { BASE } from "./site.js";
import { words } from "./words.js";

export class ApiError extends Error {
    /** @param {{ code: string, message: string, column?: number }} error @param {number} status */
    constructor({ code, message, column }, status) {
        super(message);
        this.name = "ApiError";
        this.code = code;
        /** where in a text the trouble is, counted from 1 */
        this.column = column;
        this.status = status;
    }
}

/**
 * @typedef {object} GameInfo
 * @property {string} name
 * @property {string} about
 * @property {{ least: number, most: number }} seats
 * @property {{ name: string, about: string, possible: string, default: string }[]} options
 * @property {{ name: string, about: string, rating: number | null }[]} players the strongest first
 * @property {{ position: string, picture: object, seats: number }} example how it looks
 *
 * @typedef {object} Position
 * @property {string} game
 * @property {string} position
 * @property {object} picture
 * @property {{ move: string }[]} moves
 * @property {number | null} to_move
 * @property {boolean} over
 * @property {number} seats
 * @property {{ move: string, name: string }} [played] the move that led here, where one was made
 */

/** @param {string} path @param {{ signal?: AbortSignal }} [how] @returns {Promise<any>} */
export async function get(path, { signal } = {}) {
    return answered(await reached(path, { signal }));
}

/**
 * @param {string} path @param {object | string} body an object goes as JSON, a text as it is
 * @param {{ secret?: string, signal?: AbortSignal }} [how] @returns {Promise<any>}
 */
export async function post(path, body, { secret, signal } = {}) {
    const isText = typeof body === "string";
    const headers = { "content-type": isText ? "application/x-ndjson" : "application/json" };
    if (secret) headers.authorization = `Bearer ${secret}`;
    return answered(await reached(path, { method: "POST", headers, body: isText ? body : JSON.stringify(body), signal }));
}

/** Lines of JSON as they come. @param {string} path @param {{ signal?: AbortSignal }} [how] @returns {AsyncGenerator<any>} */
export async function* lines(path, { signal } = {}) {
    const response = await reached(path, { signal });
    if (!response.ok) await answered(response);
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    for (;;) {
        const { value, done } = await reader.read();
        const parts = (rest + (value ?? "")).split("\n");
        rest = done ? "" : parts.pop();
        for (const line of parts) if (line.trim()) yield JSON.parse(line);
        if (done) return;
    }
}

/** @param {string} path @param {RequestInit} how */
async function reached(path, how) {
    try {
        return await fetch(BASE + path, how);
    } catch (error) {
        if (how.signal?.aborted) throw error;
        throw new ApiError({ code: "unreachable", message: words.failure.unreachable }, 0);
    }
}

/** @param {Response} response */
async function answered(response) {
    const text = await response.text();
    const isJson = (response.headers.get("content-type") ?? "").includes("json");
    if (response.ok) return isJson ? JSON.parse(text) : text;
    const said = isJson ? JSON.parse(text).error : null;
    throw new ApiError(said ?? { code: "failed", message: words.failure.status(response.status) }, response.status);
}

/** @type {Promise<GameInfo[]> | null} */
let asked = null;

/** Every game with its options and players; asked once. @returns {Promise<GameInfo[]>} */
export function games() {
    const came = given("/api/games");
    if (came) asked = Promise.resolve(came.games);
    asked ??= get("/api/games").then((answer) => answer.games ?? answer).catch((error) => {
        asked = null;
        throw error;
    });
    return asked;
}
