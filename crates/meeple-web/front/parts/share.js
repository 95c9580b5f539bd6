// A link to share: to copy, to send, to scan.
//
//     ┌──────────────────────────────┐ ┌──────┐    ▛▀▜ ▚
//     │ https://…/room/k7mq?invite=… │ │ Copy │    ▙▄▟ ▞
//     └──────────────────────────────┘ └──────┘    code to scan
import { escaped } from "/drawings/drawing.js";
import { copy } from "./copy.js";
import { icon } from "./icons.js";
import { post } from "../api.js";
import { words } from "../words.js";

/** @param {string} url @param {{ withCode?: boolean }} [how] @returns {string} */
export function shareHtml(url, { withCode = true } = {}) {
    const send = "share" in navigator ? `<button type="button" class="button" data-send="${escaped(url)}">${escaped(words.share.send)}</button>` : "";
    return `<div class="share" data-key="share-${escaped(url)}">
        <label class="unseen" for="share-link">${escaped(words.share.link)}</label>
        <input id="share-link" type="text" class="mono" readonly value="${escaped(url)}">
        <button type="button" class="button primary" data-copy="${escaped(url)}" data-done="${escaped(words.share.copied)}">${icon("copy")}${escaped(words.share.copy)}</button>${send}
        ${withCode ? `<figure class="code" data-keep data-code="${escaped(url)}"><div></div><figcaption class="quiet small">${escaped(words.share.scan)}</figcaption></figure>` : ""}
    </div>`;
}

/** A command for a terminal, with a button that copies it. @param {string} command */
export function commandHtml(command) {
    return `<div class="command"><pre tabindex="0"><code>${escaped(command)}</code></pre>
        <button type="button" class="button" data-copy="${escaped(command)}" data-done="${escaped(words.share.commandCopied)}">${icon("copy")}${escaped(words.share.copy)}</button></div>`;
}

/** Buttons inside an element copy and send, now and later. @param {HTMLElement} element */
export function listenToShare(element) {
    element.addEventListener("click", ({ target }) => {
        const button = /** @type {HTMLElement | null} */ (/** @type {Element} */ (target).closest("[data-copy], [data-send]"));
        if (button?.dataset.copy) copy(button.dataset.copy, button.dataset.done);
        else if (button?.dataset.send) navigator.share({ title: words.name, url: button.dataset.send }).catch(() => {});
    });
    element.addEventListener("focusin", ({ target }) => {
        if (target instanceof HTMLInputElement && target.readOnly) target.select();
    });
}

/** Draws the codes that are still to be drawn. @param {HTMLElement} element */
export function drawCodes(element) {
    for (const figure of /** @type {NodeListOf<HTMLElement>} */ (element.querySelectorAll("[data-code]:not([data-drawn])"))) {
        figure.dataset.drawn = "";
        drawCode(figure);
    }
}

/** @param {HTMLElement} figure */
async function drawCode(figure) {
    try {
        const answer = await post("/api/code", { text: figure.dataset.code });
        const place = figure.querySelector("div");
        place.innerHTML = typeof answer === "string" ? answer : answer.svg;
        place.firstElementChild?.setAttribute("role", "img");
        place.firstElementChild?.setAttribute("aria-label", words.share.code);
    } catch {
        figure.hidden = true; // the link alone does as well
    }
}
