// A table that waits for people or programs: the link to share, a form to sit down, commands for bots.
import { escaped } from "/drawings/drawing.js";
import { commandHtml, shareHtml } from "./share.js";
import { markOf } from "./marks.js";
import { openSeats } from "../room-state.js";
import { settings } from "../settings.js";
import { shareable } from "../site.js";
import { words } from "../words.js";

/**
 * @typedef {object} Known what this browser has of the room
 * @property {string | null} invite null at public tables, and where this browser has none
 * @property {{ seat: number, token: string }[]} bots
 * @property {boolean} watches
 */

/** @param {import("../room-state.js").Room} room @param {number[]} own @param {Known} known */
export function waitingHtml(room, own, { invite, bots, watches }) {
    const programs = room.phase === "over" ? [] : bots.filter(({ seat }) => !room.seats[seat]?.here);
    const commands = programs.map((bot) => botHtml(room, bot)).join("");
    // A game with programs begins without them: it waits when it is their turn.
    if (room.phase !== "open") return commands;
    const free = openSeats(room);
    const isInvited = room.public || invite !== null;
    const maySit = free.length > 0 && !watches && isInvited;
    const parts = [
        free.length > 0 && own.length === 0 && maySit ? sitHtml(room, free, true) : "",
        free.length > 0 && isInvited && own.length > 0 ? inviteHtml(room, invite) : "",
        commands,
        own.length > 0 && maySit ? sitTooHtml(room, free) : "",
        watches || (own.length === 0 && !maySit) ? `<p class="quiet">${escaped(words.room.watchOnly)}</p>` : "",
        own.length > 0 ? `<p><button type="button" class="button plain small" data-do="stand">${escaped(words.room.stand)}</button></p>` : "",
    ];
    return parts.join("");
}

/** The address that lets others sit down; at a public table, its own is enough. @param {string} room @param {string | null} invite */
export function inviteLink(room, invite) {
    const query = invite === null ? "" : `?invite=${encodeURIComponent(invite)}`;
    return shareable(`/room/${encodeURIComponent(room)}${query}`);
}

/** @param {import("../room-state.js").Room} room @param {string | null} invite */
function inviteHtml(room, invite) {
    return `<div class="invite" data-key="invite"><h2>${escaped(words.room.inviteTitle)}</h2><p>${escaped(words.room.inviteAbout)}</p>${shareHtml(inviteLink(room.room, invite))}</div>`;
}

/** Several people at one screen. @param {import("../room-state.js").Room} room @param {number[]} free */
function sitTooHtml(room, free) {
    return `<details class="sit-too" data-key="sit-too"><summary>${escaped(words.room.sitToo)}</summary>
        <p class="quiet small">${escaped(words.room.sitTooAbout)}</p>${sitHtml(room, free, false)}</details>`;
}

/** Which of several seats. @param {number[]} free */
function seatChoice(free) {
    if (free.length === 1) return `<input type="hidden" name="seat" value="${free[0]}">`;
    const seats = free.map((seat, index) => `<label><input type="radio" name="seat" value="${seat}"${index === 0 ? " checked" : ""}>
        <span>${markOf(seat % 9)}${escaped(words.room.seat(seat + 1))}</span></label>`);
    return `<fieldset class="choice"><legend class="unseen">${escaped(words.newGame.seats)}</legend><div class="parts">${seats.join("")}</div></fieldset>`;
}

/** Which seat, under which name. */
function sitHtml(room, free, isFirst) {
    const head = isFirst ? `<h2>${escaped(words.room.sitTitle)}</h2><p>${escaped(words.room.sitAbout(words.games[room.game] ?? room.game))}</p>` : "";
    const id = isFirst ? "sit-name" : "sit-too-name";
    return `<form class="sit" data-form="sit" data-key="sit" novalidate>${head}${seatChoice(free)}
        <div class="field"><label for="${id}">${escaped(words.room.name)}</label>
        <input id="${id}" type="text" name="name" maxlength="24" autocomplete="nickname" aria-describedby="${id}-error" value="${isFirst ? escaped(settings().name) : ""}">
        <p class="error" id="${id}-error" role="alert" data-keep></p></div>
        <button class="button primary">${escaped(words.room.sit)}</button></form>`;
}

function botHtml(room, { seat, token }) {
    const command = `meeple bot ${room.game} ./bot.py --connect '${shareable(`/room/${room.room}#bot=${token}`)}'`;
    return `<div class="bot-seat" data-key="bot-${seat}"><h2>${escaped(words.room.botTitle(seat + 1))}</h2><p>${escaped(words.room.botAbout)}</p>${commandHtml(command)}</div>`;
}
