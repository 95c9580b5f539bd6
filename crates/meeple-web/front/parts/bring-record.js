// A record from a file: dropped anywhere on an element, or chosen; then one is at its replay.
import { toast } from "./announcer.js";
import { post } from "../api.js";
import { go } from "../main.js";
import { BASE } from "../site.js";
import { words } from "../words.js";

const MOST_BYTES = 1 << 20;

/** @param {HTMLElement} element where files may be dropped @param {HTMLInputElement} input where they may be chosen */
export function listenToRecords(element, input) {
    const isFile = (event) => event.dataTransfer?.types.includes("Files");
    element.addEventListener("dragover", (event) => {
        if (!isFile(event)) return;
        event.preventDefault();
        element.classList.add("dropping");
    });
    element.addEventListener("dragleave", () => element.classList.remove("dropping"));
    element.addEventListener("drop", (event) => {
        element.classList.remove("dropping");
        if (!isFile(event)) return;
        event.preventDefault();
        bring(event.dataTransfer.files[0]);
    });
    input.addEventListener("change", () => {
        bring(input.files[0]);
        input.value = "";
    });
}

/** @param {File | undefined} file */
async function bring(file) {
    if (!file) return;
    if (file.size > MOST_BYTES) return toast(words.home.tooLarge, "bad");
    try {
        const { id } = await post("/api/records", await file.text());
        await go(`${BASE}/replay/${encodeURIComponent(id)}`);
    } catch (error) {
        toast(error.message, "bad");
    }
}
