// Where one is in a game, and going on by itself.
//
//     go(12)   play() ──► 13 ──► 14 ──► ...   pause()
import { PACES } from "./study-transport.js";

/**
 * @param {number} plies @param {number} first
 * @param {(ply: number) => void} moved told after each step, and when it starts or stops running
 */
export function playerOf(plies, first, moved) {
    const state = { ply: clamped(first), pace: /** @type {keyof typeof PACES} */ ("usual"), timer: 0 };

    /** @param {number} ply */
    function clamped(ply) {
        return Math.max(0, Math.min(plies, Math.round(Number.isFinite(ply) ? ply : 0)));
    }

    function tick() {
        if (state.ply >= plies) return pause();
        state.ply += 1;
        state.timer = state.ply < plies ? window.setTimeout(tick, PACES[state.pace]) : 0;
        moved(state.ply);
        return undefined;
    }

    function pause() {
        clearTimeout(state.timer);
        state.timer = 0;
        moved(state.ply);
    }

    return {
        get ply() { return state.ply; },
        get pace() { return state.pace; },
        get isPlaying() { return state.timer !== 0; },
        /** Goes to a ply and stays there. @param {number} ply */
        go(ply) {
            clearTimeout(state.timer);
            state.timer = 0;
            state.ply = clamped(ply);
            moved(state.ply);
        },
        /** Runs on; from the end it begins anew. */
        play() {
            if (state.timer) return;
            if (state.ply >= plies) state.ply = 0;
            state.timer = window.setTimeout(tick, Math.min(PACES[state.pace], 500));
            moved(state.ply);
        },
        pause,
        /** @param {string} pace */
        setPace(pace) {
            if (pace in PACES) state.pace = /** @type {keyof typeof PACES} */ (pace);
        },
        destroy: () => clearTimeout(state.timer),
    };
}
