// Lists of tables on the first page: those that wait, those that are played, those one has sat at.
import { escaped } from "/drawings/drawing.js";
import { markOf } from "./marks.js";
import { BASE } from "../site.js";
import { words } from "../words.js";

/** @param {any[]} rooms public ones that wait for people */
export function waitingRooms(rooms) {
    if (rooms.length === 0) return `<p class="quiet">${escaped(words.home.noTables)}</p>`;
    return list(rooms.map((room) => {
        const free = room.seats.filter(({ kind }) => kind === "open").length;
        const href = `${BASE}/room/${encodeURIComponent(room.room)}`;
        return line(room.room, room.game, seated(room.seats), words.home.waitsFor(free), href, words.home.joinThis);
    }));
}

/** @param {any[]} rooms public ones that are played */
export function playedRooms(rooms) {
    if (rooms.length === 0) return `<p class="quiet">${escaped(words.home.noGames)}</p>`;
    return list(rooms.map((room) => line(room.room, room.game, seated(room.seats), words.home.movesSoFar(room.ply), `${BASE}/watch/${encodeURIComponent(room.room)}`, words.home.watchThis)));
}

/** @param {import("../kept-rooms.js").KeptRoom[]} rooms @param {number} now */
export function ownRooms(rooms, now) {
    if (rooms.length === 0) return `<p class="quiet">${escaped(words.home.noReplays)}</p>`;
    return list(rooms.map(({ room, game, names = [], result, at }) => {
        const href = `${BASE}${result ? "/replay" : "/room"}/${encodeURIComponent(room)}`;
        const who = names.map((name, seat) => `${markOf(seat % 9)} <bdi>${escaped(name)}</bdi>`).join(" ");
        return line(room, game, who, `${result ?? ""} ${ago(now - at)}`.trim(), href, result ? words.home.lookAt : words.home.goOn);
    }));
}

/** @param {string[]} lines */
function list(lines) {
    return `<ul class="plain tables">${lines.join("")}</ul>`;
}

/** One table; `who` is HTML, everything else is text. */
function line(key, game, who, about, href, verb) {
    return `<li data-key="${escaped(key)}"><div><strong>${escaped(words.games[game] ?? game)}</strong> <span class="seated">${who}</span><span class="quiet small">${escaped(about)}</span></div>
        <a class="button small" href="${escaped(href)}">${escaped(verb)}</a></li>`;
}

/** @param {{ kind: string, name: string }[]} seats */
function seated(seats) {
    return seats.map(({ kind, name }, seat) => `${markOf(seat % 9)} <bdi${kind === "open" ? ' class="quiet"' : ""}>${escaped(kind === "open" ? words.room.openSeat : name)}</bdi>`).join(" ");
}

/** How long ago something was. @param {number} ms */
export function ago(ms) {
    const minutes = Math.floor(ms / 60_000);
    if (minutes < 1) return words.home.justNow;
    if (minutes < 60) return words.home.ago(words.home.minutes(minutes));
    if (minutes < 60 * 24) return words.home.ago(words.home.hours(Math.floor(minutes / 60)));
    return words.home.ago(words.home.days(Math.floor(minutes / (60 * 24))));
}
