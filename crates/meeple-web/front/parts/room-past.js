// Looking back in a room: at one move, one further, and back to the game as it stands.
import { announce, toast } from "./announcer.js";
import { lines } from "../room-state.js";
import { words } from "../words.js";

/**
 * @param {ReturnType<typeof import("../table.js").sitAt>} table
 * @param {ReturnType<typeof import("./room-view.js").roomView>} view
 * @param {ReturnType<typeof import("./past.js").pastOf>} past
 */
export function lookingBack(table, view, past) {
    const { viewState } = view;
    /** Of two moves that are asked for, the last one is shown. */
    let asked = 0;

    /** @param {number} ply */
    async function at(ply) {
        const turn = ++asked;
        const room = table.room();
        const last = lines(room).at(-1)?.ply ?? 0;
        // Behind the last line only the current game can be shown.
        if (ply >= last) return present();
        const found = await past.at(ply).catch(refused);
        if (!found?.picture || turn !== asked) return undefined;
        viewState.past = { ply, ...found };
        viewState.isOpen = false; // on a phone the list lies over the board
        view.stage()?.say("");
        view.render();
        return announce(room.told.find((one) => one.ply === ply)?.did ?? words.room.start);
    }

    function present() {
        asked += 1;
        viewState.past = null;
        view.render();
    }

    /** One line earlier or later than what is shown. @param {-1 | 1} way */
    function step(way) {
        const plies = [0, ...lines(table.room()).map(({ ply }) => ply)];
        const now = viewState.past ? plies.indexOf(viewState.past.ply) : plies.length - 1;
        const next = plies[now + way];
        return next === undefined ? undefined : at(next);
    }

    return { at, present, step };
}

/** @param {Error} error @returns {null} */
function refused({ message }) {
    toast(message, "bad");
    return null;
}
