// How a game has ended: for whom, why, and what can be done now.
//
//     You have won.
//     Only the poison is left for Ben.
//     1. ● Ann   1        [Rematch] [Replay and analysis] [New game]
import { escaped } from "/drawings/drawing.js";
import { icon } from "./icons.js";
import { markOf } from "./marks.js";
import { may } from "../room-state.js";
import { BASE } from "../site.js";
import { words } from "../words.js";

/** @param {import("../room-state.js").Room} room @param {number[]} own */
export function endingHtml(room, own) {
    const { ending } = room;
    if (!ending) return "";
    const lines = ending.standing.map(({ seat, name, rank, score }) =>
        `<li class="${rank === 1 ? "first" : ""}"><span class="number">${escaped(words.room.rank(rank))}</span>${markOf(seat % 9)}<bdi>${escaped(name)}</bdi><span class="number score">${score}</span></li>`);
    return `<div class="ending" data-key="ending"><h2>${escaped(verdict(ending.standing, own))}</h2>
        <p>${escaped(ending.sentence)}</p>
        <ol class="plain standing" aria-label="${escaped(words.room.standing)}">${lines.join("")}</ol>
        <p class="buttons">${nextHtml(room, own)}
        <a class="button" href="${BASE}/replay/${escaped(room.room)}">${icon("chart")}${escaped(words.room.replay)}</a>
        <a class="button" href="${BASE}/new?game=${escaped(room.game)}">${icon("plus")}${escaped(words.room.newGame)}</a></p>${storedHtml(room, own)}</div>`;
}

/** Until when the game is stored, on a server that removes old games, and a way to keep it. @param {import("../room-state.js").Room} room @param {number[]} own */
function storedHtml({ kept, stored_until: until }, own) {
    if (own.length === 0 || (!until && kept.length === 0)) return "";
    const isKept = own.some((seat) => kept.includes(seat));
    const date = until && new Date(until).toLocaleDateString("en", { day: "numeric", month: "long", year: "numeric" });
    return `<p class="buttons" data-key="stored"><button type="button" class="button" data-do="keep" aria-pressed="${isKept}">${icon("keep")}${escaped(words.room.keepGame)}</button></p>
        <p class="quiet small" data-key="stored-until">${escaped(date ? words.room.storedUntil(date) : words.room.isKept)}</p>`;
}

/** @param {{ seat: number, rank: number, name: string }[]} standing @param {number[]} own */
export function verdict(standing, own) {
    const first = standing.filter(({ rank }) => rank === 1);
    const isOwn = first.some(({ seat }) => own.includes(seat));
    if (own.length === 1 && isOwn) return first.length === 1 ? words.room.won : words.room.shared;
    if (own.length === 1) return words.room.lostGame;
    return first.length === 1 ? words.room.wonBy(first[0].name) : words.room.drawn;
}

function nextHtml(room, own) {
    if (room.next) return `<a class="button primary" href="${BASE}/room/${escaped(room.next)}">${icon("forward")}${escaped(words.room.next)}</a>`;
    if (may(room, own).rematch) return `<button type="button" class="button primary" data-do="rematch">${icon("again")}${escaped(words.room.rematch)}</button>`;
    return own.length > 0 ? `<span class="quiet">${escaped(words.room.rematchAsked)}</span>` : "";
}
