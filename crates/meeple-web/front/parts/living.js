// A small board that plays by itself: one move every other second, only while it is seen.
//
//     example ──move──► picture ──move──► picture ... over ──► the same game again
//
// Moves are drawn among the quiet ones, so that a game lasts. What was played once is kept and shown
// again: a page that stays open asks the server for nothing more.
import { post } from "../api.js";
import { mayMove, onChange } from "../settings.js";
import { DRAWINGS } from "./drawings.js";

const PACE_MS = 2000;
/** How wide a drawing thinks it is: wide enough for boards side by side. */
const WIDE = 960;
/** How long the last picture stays. */
const REST = 3;
/** No game is shown for longer: a page that stays open asks for nothing more. */
const MOST = 30;

/** How much a move spoils; only the least of it is played. */
export const LOUDNESS = {
    chomp: ({ takes, poison }) => (poison ? 1000 : Math.max(2, takes)),
    filler: ({ move }) => (move === "stop" ? 1 : 0),
    azul: ({ misses = 0, falls = 0 }) => misses + falls,
    grass: ({ move }) => (move.startsWith("lay") ? 0 : 1),
};

/** @param {HTMLElement} element @param {import("../api.js").GameInfo} info @param {string} label @returns {{ destroy(): void }} */
export function living(element, { name: game, example }, label) {
    /** @type {{ picture: object, seats: number }[]} */
    const shown = [example];
    let [at, rest, isSeen, isBusy, isGone] = [-1, 0, false, false, false];
    /** @type {any} */
    let position = null;

    /** One picture on: a new one while the game is new, else the next of those that are kept. */
    async function step() {
        if (isBusy || isGone || (at >= 0 && !mayRun())) return;
        isBusy = true;
        try {
            if (isAtEnd()) return again();
            if (at + 1 === shown.length) await extend();
            at += 1;
            show();
        } catch {
            clearInterval(timer); // the first page does without
        } finally {
            isBusy = false;
        }
    }

    const mayRun = () => isSeen && !document.hidden && mayMove();
    const isAtEnd = () => at >= 0 && at + 1 === shown.length && (position?.over || shown.length >= MOST);

    function again() {
        rest += 1;
        if (rest < REST) return;
        [at, rest] = [0, 0];
        show();
    }

    async function extend() {
        position ??= await post("/api/positions", { game, position: example.position });
        position = await post("/api/positions/play", { game, position: position.position, move: quiet(game, position.moves) });
        shown.push({ picture: position.picture, seats: position.seats });
    }

    function show() {
        if (isGone) return;
        const { picture, seats } = shown[at];
        const looks = Array.from({ length: seats }, (_, seat) => ({ name: "", mark: seat }));
        element.innerHTML = DRAWINGS[game](picture, { previous: shown[at - 1]?.picture, seats: looks, width: WIDE });
        element.firstElementChild?.setAttribute("aria-label", label);
    }

    const watching = new IntersectionObserver(([entry]) => (isSeen = entry.isIntersecting));
    watching.observe(element);
    const stopListening = onChange(() => step());
    const timer = setInterval(step, PACE_MS);
    step();
    return {
        destroy() {
            isGone = true;
            clearInterval(timer);
            watching.disconnect();
            stopListening();
        },
    };
}

/** One of the quietest moves. @param {string} game @param {any[]} moves */
function quiet(game, moves) {
    const loudness = LOUDNESS[game] ?? (() => 0);
    const least = Math.min(...moves.map(loudness));
    const calm = moves.filter((move) => loudness(move) === least);
    return calm[Math.floor(Math.random() * calm.length)].move;
}
