// One button for the theme: as the system has it, light, dark, and round again.
import { icon } from "./icons.js";
import { announce } from "./announcer.js";
import { change, onChange, settings } from "../settings.js";
import { words } from "../words.js";

/** @type {Record<string, import("../settings.js").Settings["theme"]>} */
const NEXT = { system: "light", light: "dark", dark: "system" };

/** @returns {HTMLButtonElement} */
export function themeSwitch() {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "button icon";
    const show = () => {
        const { theme } = settings();
        const label = words.settings.themeIs(words.settings.themes[theme]);
        button.innerHTML = icon(theme);
        button.setAttribute("aria-label", label);
        button.title = label;
    };
    button.addEventListener("click", () => {
        change({ theme: NEXT[settings().theme] });
        announce(button.title);
    });
    onChange(show);
    show();
    return button;
}
