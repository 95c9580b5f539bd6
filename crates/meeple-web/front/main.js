// Shows the page that belongs to an address, and moves between pages.
//
//     /replay/k7mq2w9xt4?at=12#moves
//      └ page  └ path[1]  └ query └ hash      path is ["replay", "k7mq2w9xt4"]
//
// A page is a module with `open(main, where)`; it is loaded when it is first needed.
// A page that gives a `moved(where)` hears of a changed query or hash itself; others are opened anew.
import { showHeader } from "./parts/header.js";
import { showFooter } from "./parts/footer.js";
import { announce } from "./parts/announcer.js";
import { failure } from "./parts/failure.js";
import { forgetGiven } from "./given.js";
import { PAGES } from "./pages.js";
import { applySettings } from "./settings.js";
import { BASE, pathIn } from "./site.js";
import { words } from "./words.js";

/**
 * @typedef {object} Where
 * @property {string[]} path the address in parts, the page's name first
 * @property {URLSearchParams} query
 * @property {string} hash without its #
 *
 * @typedef {object} Page
 * @property {string} title
 * @property {() => void} [close] lets go of what runs
 * @property {(where: Where) => void} [moved] the query or the hash has changed
 *
 * @typedef {{ open: (main: HTMLElement, where: Where) => Promise<Page> }} PageModule
 */

/** The page that is open, and the one that is wanted: of two that load, the last one wins. */
const shown = { page: /** @type {Page | null} */ (null), path: "", wanted: 0 };

/** Goes to an address of this site. @param {string} href @param {{ replace?: boolean }} [how] */
export function go(href, { replace = false } = {}) {
    const url = new URL(href, location.href);
    if (url.href === location.href) replace = true;
    history[replace ? "replaceState" : "pushState"](null, "", url);
    return follow();
}

/** @param {Where} where @returns {string | undefined} */
function moduleOf({ path }) {
    const first = path[0] ?? "";
    return Object.hasOwn(PAGES, first) ? PAGES[first] : undefined;
}

/** @param {URL | Location} address @returns {Where} */
function whereOf({ pathname, search, hash }) {
    const path = (pathIn(pathname) ?? pathname).split("/").filter(Boolean).map(decoded);
    return { path, query: new URLSearchParams(search), hash: decoded(hash.slice(1)) };
}

/** @param {string} text */
function decoded(text) {
    try {
        return decodeURIComponent(text);
    } catch {
        return text;
    }
}

/** Opens what the address bar says. */
async function follow() {
    const where = whereOf(location);
    if (shown.page?.moved && shown.path === location.pathname) return shown.page.moved(where);
    const turn = ++shown.wanted;
    if (turn > 1) forgetGiven();
    closePage();
    const main = document.querySelector("main");
    main.replaceChildren();
    main.className = `page-${moduleOf(where) ?? "none"}`;
    showHeader(where.path[0] ?? "");
    const page = await opened(main, where, () => turn !== shown.wanted);
    if (turn !== shown.wanted) return page?.close?.();
    Object.assign(shown, { page, path: location.pathname });
    document.title = page.title ? `${page.title} – ${words.name}` : words.name;
    if (turn > 1) arrive(main, where);
    return undefined;
}

function closePage() {
    try {
        shown.page?.close?.();
    } finally {
        shown.page = null;
    }
}

/** @param {HTMLElement} main @param {Where} where @param {() => boolean} isLate @returns {Promise<Page>} */
async function opened(main, where, isLate) {
    const name = moduleOf(where);
    if (!name) return failure(main, words.failure.noSuchPage);
    // A page that somebody has left while it loaded must not write over the next one.
    const place = document.createElement("div");
    place.className = "page";
    main.replaceChildren(place);
    try {
        const module = /** @type {PageModule} */ (await import(`${BASE}/pages/${name}.js`));
        return isLate() ? { title: "" } : await module.open(place, where);
    } catch (error) {
        if (isLate()) return { title: "" };
        console.error(error);
        return failure(place, error);
    }
}

/** Where reading begins on a new page: at its top, and said aloud. @param {HTMLElement} main @param {Where} where */
function arrive(main, { hash }) {
    const target = hash ? document.getElementById(hash) : null;
    if (target) target.scrollIntoView();
    else scrollTo(0, 0);
    if (!main.contains(document.activeElement)) main.focus({ preventScroll: true });
    announce(document.title);
}

/** Links within the site change the page, not the document. @param {MouseEvent} event */
function onClick(event) {
    const link = /** @type {HTMLAnchorElement | null} */ (/** @type {Element} */ (event.target).closest?.("a[href]"));
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (!link || !isPlain || event.defaultPrevented || link.target || link.hasAttribute("download")) return;
    const url = new URL(link.href);
    const isHere = url.pathname === location.pathname && url.search === location.search && url.hash;
    const isPage = Object.hasOwn(PAGES, pathIn(url.pathname)?.split("/")[1] ?? "?");
    if (url.origin !== location.origin || isHere || !isPage) return;
    event.preventDefault();
    go(url.href);
}

function start() {
    applySettings();
    showFooter();
    document.addEventListener("click", onClick);
    addEventListener("popstate", () => follow());
    matchMedia("(prefers-reduced-motion: reduce)").addEventListener("change", applySettings);
    follow();
}

// After an update of the server, a page comes with a newer copy of this module: then everything is
// loaded anew.
const { dataset } = document.documentElement;
if ("started" in dataset) {
    location.reload();
} else {
    dataset.started = "";
    start();
}
