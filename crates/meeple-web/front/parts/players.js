// Who plays: mark, name, what they are, clock, whose turn it is, who is away and for how long.
//
//     ● Ann       you                 4:05  ◂
//     ■ Ben       away for 20 s       3:58
import { escaped } from "/drawings/drawing.js";
import { markOf } from "./marks.js";
import { awayMs, clockText, leftMs, looks } from "../room-state.js";
import { words } from "../words.js";

/** Less than this on a clock is urgent. */
const LOW_MS = 20_000;
/** More players than this stand closer. */
const FEW = 4;

/**
 * @param {import("../room-state.js").Room} room @param {number[]} own @param {number} now
 * @param {Map<number, string>} reactions what somebody has just said, by seat
 */
export function playersHtml(room, own, now, reactions) {
    const lines = looks(room).map((look, seat) => {
        const isDue = room.phase === "playing" && room.to_move === seat;
        const due = isDue ? `<span class="unseen">, ${escaped(words.room.toMoveMark)}</span>` : "";
        const said = reactions.has(seat) ? `<span class="bubble">${escaped(reactions.get(seat))}</span>` : "";
        return `<li class="${classes(room.seats[seat], isDue, own.includes(seat))}" data-key="${seat}">${markOf(look.mark)}
            <span class="who"><bdi class="name">${escaped(look.name)}</bdi>${due}<span class="about">${escaped(about(room, seat, own, now))}</span></span>
            ${said}${clock(room, seat, now)}</li>`;
    });
    return `<ul class="plain${room.seats.length > FEW ? " many" : ""}" aria-label="${escaped(words.room.players)}">${lines.join("")}</ul>`;
}

/** @param {import("../room-state.js").Seat} seat @param {boolean} isDue @param {boolean} isOwn */
function classes({ kind, here }, isDue, isOwn) {
    const all = { due: isDue, mine: isDue && isOwn, free: kind === "open", off: kind !== "open" && !here };
    return ["player", ...Object.keys(all).filter((name) => all[name])].join(" ");
}

/** What is to be said of somebody, shortest first. */
function about(room, seat, own, now) {
    const { kind, here, stand_in: standIn, gone } = room.seats[seat];
    const away = awayMs(room, seat, now);
    const parts = [
        own.includes(seat) && words.room.you,
        kind === "computer" && words.room.computer,
        kind === "bot" && (here || room.phase === "over" ? words.room.bot : words.room.notYet),
        gone && words.room.gone,
        !gone && kind === "person" && !here && (away === null ? words.room.awayNow : words.room.away(duration(away))),
        standIn && words.room.standIn,
        room.rematch.includes(seat) && room.phase === "over" && words.room.wantsRematch,
    ];
    return parts.filter(Boolean).join(" · ");
}

function clock(room, seat, now) {
    const left = leftMs(room, seat, now);
    if (left === null || room.phase === "open") return "";
    const isRunning = room.clock.running === seat;
    return `<span class="clock${isRunning ? " running" : ""}${left < LOW_MS ? " low" : ""}" role="timer" aria-live="off">${clockText(left)}</span>`;
}

/** Keeps whoever is due in sight where not all of them are. @param {HTMLElement} element */
export function scrollToDue(element) {
    const [box, due] = /** @type {(HTMLElement | null)[]} */ ([element.querySelector("ul"), element.querySelector(".due")]);
    if (!box || !due) return;
    const isIn = (start, size, from, length) => start >= from && start + size <= from + length;
    if (!isIn(due.offsetLeft, due.offsetWidth, box.scrollLeft, box.clientWidth)) box.scrollLeft = due.offsetLeft - 24;
    if (!isIn(due.offsetTop, due.offsetHeight, box.scrollTop, box.clientHeight)) box.scrollTop = due.offsetTop - 24;
}

/** A span of time in words: 20 s, 3 min, 2 h. @param {number} ms */
export function duration(ms) {
    const seconds = Math.round(ms / 1000);
    if (seconds < 90) return `${seconds} s`;
    const minutes = Math.round(seconds / 60);
    return minutes < 90 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
}
