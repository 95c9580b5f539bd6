// Where the site lives: at the root of its host, or below a path (`meeple serve --base /games`).
//
//     `${BASE}/rules`                 "/rules", or "/games/rules": what a link needs
//     pathIn("/games/rules")          "/rules"; null outside the site
//     shareable("/room/k7mq2w9xt4")   "https://play.example.org/games/room/k7mq2w9xt4"
//     storageKey("rooms")             "meeple.rooms", or "meeple/games.rooms"
//
// The server writes the path into the page. Paths of the API are without it: api.js adds it.

/** What every address of the site starts with: empty, or a path without a slash at its end. */
export const BASE = globalThis.document?.documentElement?.dataset.base ?? "";

/** The path within the site, or null if the address is outside. @param {string} pathname @returns {string | null} */
export function pathIn(pathname) {
    return pathname.startsWith(`${BASE}/`) ? pathname.slice(BASE.length) : null;
}

/** A complete address, for people elsewhere. @param {string} path within the site */
export function shareable(path) {
    return location.origin + BASE + path;
}

/** The name under which the browser stores something; two sites on one host have different names. @param {string} name */
export function storageKey(name) {
    return `meeple${BASE}.${name}`;
}
