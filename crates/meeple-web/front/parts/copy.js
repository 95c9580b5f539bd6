// Copies a text; also where a browser allows it only to pages it calls secure.
import { toast } from "./announcer.js";
import { words } from "../words.js";

/** @param {string} text @param {string} done what is said when it has worked */
export async function copy(text, done) {
    const isCopied = await byClipboard(text) || bySelection(text);
    toast(isCopied ? done : words.share.notCopied, isCopied ? "plain" : "bad");
}

/** @param {string} text */
async function byClipboard(text) {
    try {
        await navigator.clipboard.writeText(text);
        return true;
    } catch {
        return false;
    }
}

/** On plain http in a home network there is no clipboard, but what is marked can be copied. @param {string} text */
function bySelection(text) {
    const focused = /** @type {HTMLElement | null} */ (document.activeElement);
    const area = document.createElement("textarea");
    area.value = text;
    area.className = "unseen";
    document.body.append(area);
    area.select();
    const isCopied = document.execCommand("copy");
    area.remove();
    focused?.focus();
    return isCopied;
}
