// Dialogs: one that shows something, and one that asks once.
//
//     const isSure = await askOnce({ question: "Do you want to give up?", yes: "Give up", no: "Play on" });
//
// The browser's own <dialog> keeps the focus inside, gives it back, and closes on Escape.
import { escaped } from "/drawings/drawing.js";
import { icon } from "./icons.js";
import { words } from "../words.js";

/**
 * @param {{ title: string, html: string, className?: string }} what the html is already escaped
 * @returns {HTMLDialogElement} open; it is gone when it is closed
 */
export function openDialog({ title, html, className = "" }) {
    const dialog = document.createElement("dialog");
    dialog.className = className;
    dialog.setAttribute("aria-labelledby", "dialog-title");
    dialog.innerHTML = `<header><h2 id="dialog-title">${escaped(title)}</h2>
        <button type="button" class="button icon" data-close aria-label="${escaped(words.dialog.close)}">${icon("close")}</button></header>${html}`;
    dialog.addEventListener("click", (event) => {
        const target = /** @type {Element} */ (event.target);
        if (target === dialog || target.closest("[data-close]")) dialog.close();
    });
    dialog.addEventListener("close", () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
    return dialog;
}

/** @param {{ question: string, about?: string, yes: string, no: string }} what @returns {Promise<boolean>} */
export function askOnce({ question, about = "", yes, no }) {
    const html = `${about ? `<p class="quiet">${escaped(about)}</p>` : ""}<p class="buttons">
        <button type="button" class="button danger" data-yes>${escaped(yes)}</button>
        <button type="button" class="button" data-close autofocus>${escaped(no)}</button></p>`;
    const dialog = openDialog({ title: question, html });
    return new Promise((answer) => {
        dialog.querySelector("[data-yes]").addEventListener("click", () => {
            answer(true);
            dialog.close();
        });
        dialog.addEventListener("close", () => answer(false));
    });
}

/** Asks what somebody is called; `error` is what was wrong with `name`. @param {{ question: string, about?: string, error?: string, yes: string, name: string }} what @returns {Promise<string | null>} null: nobody has answered */
export function askName({ question, about = "", error = "", yes, name }) {
    const html = `<form class="ask-name" novalidate><div class="field"><label for="asked-name">${escaped(words.room.name)}</label>
        <input id="asked-name" type="text" maxlength="24" autocomplete="nickname" autofocus value="${escaped(name)}"${error ? ' aria-invalid="true"' : ""} aria-describedby="asked-name-about asked-name-error">
        <p class="about" id="asked-name-about">${escaped(about)}</p><p class="error" id="asked-name-error" role="alert">${escaped(error)}</p></div>
        <button class="button primary">${escaped(yes)}</button></form>`;
    const dialog = openDialog({ title: question, html });
    return new Promise((answer) => {
        dialog.querySelector("form").addEventListener("submit", (event) => {
            event.preventDefault();
            answer(dialog.querySelector("input").value.trim());
            dialog.close();
        });
        dialog.addEventListener("close", () => answer(null));
    });
}
