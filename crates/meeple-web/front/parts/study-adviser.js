// Asks for advice on a position, one question at a time, and remembers the answers.
//
//     adviser.ask(position, 1000)     ──► changed() when it thinks and when it knows
//     adviser.known(position)         what is known, the best thought of all
import { post } from "../api.js";

/** @typedef {{ unit: string, values: number[], chances: number[], moves: import("./study-course.js").Advised[], nodes: number, depth: number | null, proof: string | null }} Advice */
/** @typedef {{ game: string, position: string }} Asked */

const MOST = 300;
/** How often is asked again where the server has too much to think about for us: the last question may still be ending. */
const TRIES = 5;
const WAIT_MS = 600;

/** @param {object} question @param {AbortSignal} signal @returns {Promise<Advice>} */
async function patient(question, signal) {
    for (let left = TRIES; ; left -= 1) {
        try {
            return await post("/api/advice", question, { signal });
        } catch (error) {
            if (error.status !== 429 || left === 0 || signal.aborted) throw error;
            await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
        }
    }
}

/** @param {() => void} changed */
export function adviserOf(changed) {
    /** @type {Map<string, { advice: Advice, time: number }>} */
    const answers = new Map();
    /** @type {AbortController | null} */
    let control = null;
    const state = { thinking: 0, error: "" };
    const key = ({ game, position }) => `${game} ${position}`;

    /**
     * @param {Asked} asked @param {number} time milliseconds @param {string[]} [also] moves that must be among the answers
     * @returns {Promise<Advice | null>} null where something else was asked meanwhile, or it failed
     */
    async function ask(asked, time, also = []) {
        const old = answers.get(key(asked));
        const hasAll = also.every((move) => old?.advice.moves.some((one) => one.move === move));
        control?.abort();
        if (old && old.time >= time && hasAll) {
            Object.assign(state, { thinking: 0, error: "" });
            changed();
            return old.advice;
        }
        const own = (control = new AbortController());
        Object.assign(state, { thinking: time, error: "" });
        changed();
        try {
            const advice = await patient({ game: asked.game, position: asked.position, top: 5, time_ms: time, also }, own.signal);
            remember(key(asked), { advice, time });
            return advice;
        } catch (error) {
            if (!own.signal.aborted) state.error = error.message;
            return null;
        } finally {
            if (control === own) {
                state.thinking = 0;
                changed();
            }
        }
    }

    /** @param {string} about @param {{ advice: Advice, time: number }} answer */
    function remember(about, answer) {
        answers.delete(about);
        answers.set(about, answer);
        if (answers.size > MOST) answers.delete(answers.keys().next().value);
    }

    return {
        ask,
        /** @param {Asked} asked @returns {Advice | null} */
        known: (asked) => answers.get(key(asked))?.advice ?? null,
        /** How long the last answer on it was thought about. @param {Asked} asked */
        timeOf: (asked) => answers.get(key(asked))?.time ?? 0,
        /** Milliseconds that are being thought about, or 0. */
        get thinking() { return state.thinking; },
        get error() { return state.error; },
        stop: () => control?.abort(),
    };
}
