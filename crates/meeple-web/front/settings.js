// Theme, colours, size of text, motion, sound and name: kept in this browser, and nowhere else.
//
//     settings().theme            "system"
//     change({ theme: "dark" })   kept, applied, and told to whoever listens
//
// The root element says what was chosen (data-theme="dark"), and the styles follow it.
import { storageKey } from "./site.js";

/**
 * @typedef {object} Settings
 * @property {"system" | "light" | "dark"} theme
 * @property {"usual" | "distinct"} palette distinct: colours nearly everybody can tell apart
 * @property {"small" | "usual" | "large" | "huge"} size
 * @property {"system" | "on" | "off"} motion
 * @property {"on" | "off"} sound
 * @property {string} name what the person is called at a table
 * @property {string} game the game that was played last
 * @property {string} level the level that was played against last
 */

/** What may be chosen, in the order in which it is shown. */
export const CHOICES = Object.freeze({
    theme: ["system", "light", "dark"],
    palette: ["usual", "distinct"],
    size: ["small", "usual", "large", "huge"],
    motion: ["system", "on", "off"],
    sound: ["on", "off"],
});

/** What is so unless something else was chosen. */
const USUAL = Object.freeze({ theme: "system", palette: "usual", size: "usual", motion: "system", sound: "on", name: "", game: "chomp", level: "normal" });
const KEY = storageKey("settings");
const heard = new Set();
/** @type {Settings | null} */
let known = null;

/** @returns {Settings} */
export function settings() {
    known ??= wellFormed(stored());
    return known;
}

/** @param {Partial<Settings>} what */
export function change(what) {
    known = wellFormed({ ...settings(), ...what });
    try {
        localStorage.setItem(KEY, JSON.stringify(known));
    } catch {
        // A browser that keeps nothing still plays; it forgets when it is closed.
    }
    applySettings();
    for (const tell of heard) tell(known);
}

/** @param {(settings: Settings) => void} tell @returns {() => void} stops it */
export function onChange(tell) {
    heard.add(tell);
    return () => heard.delete(tell);
}

/** Lets the styles know. */
export function applySettings() {
    const root = document.documentElement;
    const { theme, palette, size, motion } = settings();
    Object.assign(root.dataset, { theme, palette, size, motion: mayMove() ? "on" : "off", motionChosen: motion });
}

/** Whether anything may move. */
export function mayMove() {
    const { motion } = settings();
    if (motion !== "system") return motion === "on";
    return !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Only what may be chosen; anything else is as if it had not been kept. @param {object} kept @returns {Settings} */
function wellFormed(kept) {
    const isFit = (key, value) => (CHOICES[key] ? CHOICES[key].includes(value) : typeof value === "string");
    const fit = Object.entries(USUAL).map(([key, usual]) => [key, isFit(key, kept[key]) ? kept[key] : usual]);
    return /** @type {Settings} */ (Object.fromEntries(fit));
}

/** @returns {object} */
function stored() {
    try {
        return JSON.parse(localStorage.getItem(KEY) ?? "{}") ?? {};
    } catch {
        return {};
    }
}
