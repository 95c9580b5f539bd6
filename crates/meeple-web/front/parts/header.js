// The head of every page: the name, where one can go, light or dark, settings.
//
//     ◗ Meeple    Play  Practice  Analysis  Rules  Bots  Tournaments      ◐ ⚙
//
// On a phone the ways lie behind one button.
import { escaped } from "/drawings/drawing.js";
import { icon } from "./icons.js";
import { BASE } from "../site.js";
import { themeSwitch } from "./theme-switch.js";
import { words } from "../words.js";

/** Where one can go: the first part of the address, and the others that belong to it. */
const WAYS = [
    { to: `${BASE}/`, name: "play", also: ["", "new", "room", "watch"] },
    { to: `${BASE}/practice`, name: "practice", also: ["practice"] },
    { to: `${BASE}/analysis`, name: "analysis", also: ["analysis", "replay"] },
    { to: `${BASE}/rules`, name: "rules", also: ["rules"] },
    { to: `${BASE}/bots`, name: "bots", also: ["bots"] },
    { to: `${BASE}/tournaments`, name: "tournaments", also: ["tournaments"] },
];

/** @param {string} here the first part of the address */
export function showHeader(here) {
    const place = document.querySelector("#top");
    if (!place.firstElementChild) build(/** @type {HTMLElement} */ (place));
    for (const link of place.querySelectorAll("nav a")) {
        const way = WAYS.find(({ to }) => to === link.getAttribute("href"));
        if (way?.also.includes(here)) link.setAttribute("aria-current", "page");
        else link.removeAttribute("aria-current");
    }
    close(place);
}

/** @param {HTMLElement} place */
function build(place) {
    const links = WAYS.map(({ to, name }) => `<li><a href="${to}">${escaped(words.ways[name])}</a></li>`).join("");
    place.innerHTML = `<div class="bar">
        <a class="brand" href="${BASE}/"><img src="${BASE}/icon.svg" alt="" width="28" height="28">${escaped(words.name)}</a>
        <nav id="ways" aria-label="${escaped(words.ways.label)}"><ul>${links}</ul></nav>
        <span class="tools"></span>
        <a class="button icon" href="${BASE}/settings" aria-label="${escaped(words.ways.settings)}">${icon("settings")}</a>
        <button type="button" class="button icon menu" aria-expanded="false" aria-controls="ways" aria-label="${escaped(words.ways.menu)}">${icon("menu")}</button>
    </div>`;
    place.querySelector(".tools").append(themeSwitch());
    const menu = place.querySelector(".menu");
    menu.addEventListener("click", () => turn(place, menu.getAttribute("aria-expanded") !== "true"));
    place.addEventListener("keydown", (event) => {
        if (event.key !== "Escape" || menu.getAttribute("aria-expanded") !== "true") return;
        close(place);
        /** @type {HTMLElement} */ (menu).focus();
    });
    document.addEventListener("click", (event) => place.contains(/** @type {Node} */ (event.target)) || close(place));
}

/** @param {Element} place @param {boolean} isOpen */
function turn(place, isOpen) {
    place.classList.toggle("open", isOpen);
    place.querySelector(".menu").setAttribute("aria-expanded", String(isOpen));
}

/** @param {Element} place */
function close(place) {
    turn(place, false);
}
