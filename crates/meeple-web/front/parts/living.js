// A small board that plays by itself: one move every other second, only while it is seen.
//
//     start ──move──► picture ──move──► picture ... over ──► the same game again
//
// Moves are drawn among the quiet ones, so that a game lasts. What was played once is kept and shown
// again: a page that stays open asks the server for nothing more.
import { post } from "../api.js";
import { mayMove, onChange } from "../settings.js";

const PACE_MS = 2000;
/** How wide a drawing thinks it is: wide enough for boards side by side. */
const WIDE = 960;
/** How long the last picture stays. */
const REST = 3;
/** No game is shown for longer: a page that stays open asks for nothing more. */
const MOST = 30;

/** How a game begins: a bar that can be read on a card; those that are more to look at in the middle, there. */
const BEGINNINGS = {
    chomp: { options: ["width=7", "height=5"] },
    filler: {
        position: "board=.......@@.........../......@@@@........../...$@@@@.@@........./...$$....@@........./.$$$$....@@........./..$$@@@@@@@@@......./..$$$..@@@@@@@@...../..$$$@@@@@@..@@.@@@./...$$$@@aa....@@@@@./....$.s....$$$@@@@@./.....$s....$.$$$$$../......$$.$$$.$$.$$../.....$$$$$$$$$$..$../.........$$$......../..........$........."
            + " turn=0 piece=3x2:.OO/OOO stuck=none placed=26,26 margins=overhang score=cells",
    },
    azul: {
        position: "players=2 wall=colour round=3 starter=0 turn=0 marker=1 bag=7,3,7,13,10 lid=5,10,9,0,2 factories=-,BYYK,BYKW,BBBY,- centre=BBYK scores=0,3"
            + " lines0=-,K,-,Y,K wall0=...K.,.....,.W...,...B.,Y.... floor0=- lines1=W,W,W,-,WWW wall1=..RK.,...R.,....R,R....,..... floor1=M",
    },
    grass: {
        position: "players=2 shapes=show final=anywhere tie=grass round=2 turn=1 coupons=1,1 spent=no pending=0,0 stolen=- queue=92,16,88,73,7,65,?12 discarded=-"
            + " tiles=25:QQrr:0,39:NOr:0,66:MIfrrr:1 single=OM:1,PN:0 bonus=CM:E,EF:E,IF:E,OG:R,PM:R,PR:S captured=- stones=-",
    },
};

/** How much a move spoils; only the least of it is played. */
const LOUDNESS = {
    chomp: ({ takes, poison }) => (poison ? 1000 : Math.max(2, takes)),
    filler: ({ move }) => (move === "stop" ? 1 : 0),
    azul: ({ misses = 0, falls = 0 }) => misses + falls,
    grass: ({ move }) => (move.startsWith("lay") ? 0 : 1),
};

/** @param {HTMLElement} element @param {string} game @param {string} label @returns {{ destroy(): void }} */
export function living(element, game, label) {
    /** @type {{ picture: object, seats: number }[]} */
    const shown = [];
    let [at, rest, isSeen, isBusy, isGone] = [-1, 0, false, false, false];
    /** @type {any} */
    let position = null;
    /** @type {any} */
    let draw = null;

    /** One picture on: a new one while the game is new, else the next of those that are kept. */
    async function step() {
        if (isBusy || isGone || (at >= 0 && !mayRun())) return;
        isBusy = true;
        try {
            draw ??= (await import(`/drawings/${game}.js`)).draw;
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
    const isAtEnd = () => at >= 0 && at + 1 === shown.length && (position.over || shown.length >= MOST);

    function again() {
        rest += 1;
        if (rest < REST) return;
        [at, rest] = [0, 0];
        show();
    }

    async function extend() {
        position = position === null
            ? await beginning(game)
            : await post("/api/positions/play", { game, position: position.position, move: quiet(game, position.moves) });
        shown.push({ picture: position.picture, seats: position.seats });
    }

    function show() {
        if (isGone) return;
        const { picture, seats } = shown[at];
        const looks = Array.from({ length: seats }, (_, seat) => ({ name: "", mark: seat }));
        element.innerHTML = draw(picture, { previous: shown[at - 1]?.picture, seats: looks, width: WIDE });
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

/** @param {string} game */
function beginning(game) {
    return post("/api/positions", { game, ...(BEGINNINGS[game] ?? { options: [] }) });
}

/** One of the quietest moves. @param {string} game @param {any[]} moves */
function quiet(game, moves) {
    const loudness = LOUDNESS[game] ?? (() => 0);
    const least = Math.min(...moves.map(loudness));
    const calm = moves.filter((move) => loudness(move) === least);
    return calm[Math.floor(Math.random() * calm.length)].move;
}
