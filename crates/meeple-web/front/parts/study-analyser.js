// Lets the server judge a whole game, and keeps what comes.
//
//     start() ──► {"ply":1,"move":...} {"ply":2,"deal":...} ... {"summary":...} ──► changed() after each
import { lines } from "../api.js";
import { storageKey } from "../site.js";
import { courseOf, withLine } from "./study-course.js";

/**
 * @param {string} id the record's
 * @param {number} plies
 * @param {() => void} changed something new is known
 */
export function analyserOf(id, plies, changed) {
    const state = {
        course: courseOf(plies),
        /** @type {"waiting" | "running" | "stopped" | "failed" | "done"} */
        phase: "waiting",
        /** what went wrong, in a sentence */
        error: "",
    };
    /** @type {AbortController | null} */
    let control = null;
    let isDue = 0;

    /** Lines come faster than a screen can show them. */
    function soon() {
        if (!isDue) isDue = requestAnimationFrame(() => ((isDue = 0), changed()));
    }

    async function start() {
        if (state.phase === "running") return;
        control = new AbortController();
        const { signal } = control;
        Object.assign(state, { phase: "running", error: "" });
        changed();
        try {
            for await (const line of lines(`/api/records/${encodeURIComponent(id)}/analysis?names=true`, { signal })) {
                if (line.error) throw new Error(line.error.message);
                state.course = withLine(state.course, line);
                soon();
            }
            state.phase = state.course.summary ? "done" : "stopped";
        } catch (error) {
            Object.assign(state, signal.aborted ? { phase: "stopped" } : { phase: "failed", error: error.message });
        }
        changed();
    }

    return {
        get course() { return state.course; },
        get phase() { return state.phase; },
        get error() { return state.error; },
        start,
        stop: () => control?.abort(),
        destroy() {
            control?.abort();
            cancelAnimationFrame(isDue);
            isDue = -1; // nobody is to be told any more
        },
    };
}

const ANALYSED = storageKey("analysed");

/** Whether somebody let this game be analysed in this tab: then it is at hand again at once. @param {string} id */
export function wasAnalysed(id) {
    return (sessionStorage.getItem(ANALYSED) ?? "").split(" ").includes(id);
}

/** @param {string} id */
export function rememberAnalysed(id) {
    const all = (sessionStorage.getItem(ANALYSED) ?? "").split(" ").filter((one) => one && one !== id);
    sessionStorage.setItem(ANALYSED, [...all.slice(-20), id].join(" "));
}
