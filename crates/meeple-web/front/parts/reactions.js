// Reactions: a word to the others, one of a few. They are shown beside a name for a moment and not kept.
import { escaped } from "/drawings/drawing.js";
import { icon } from "./icons.js";
import { words } from "../words.js";

const SHOWN_MS = 4000;

/** One button that opens the few words. */
export function reactionsHtml() {
    const buttons = Object.entries(words.room.reactions).map(([name, text]) => `<button type="button" class="button" data-react="${name}">${escaped(text)}</button>`);
    return `<details class="react" data-key="react"><summary class="button">${icon("smile")}<span>${escaped(words.room.react)}</span></summary>
        <div class="reactions" role="group" aria-label="${escaped(words.room.react)}">${buttons.join("")}</div></details>`;
}

/** What somebody has just said, by seat. @param {() => void} changed @returns {{ all: Map<number, string>, add(seat: number, reaction: string): string, clear(): void }} */
export function heardReactions(changed) {
    const all = new Map();
    const timers = new Map();
    return {
        all,
        add(seat, reaction) {
            const text = words.room.reactions[reaction] ?? "";
            clearTimeout(timers.get(seat));
            all.set(seat, text);
            timers.set(seat, setTimeout(() => {
                all.delete(seat);
                changed();
            }, SHOWN_MS));
            changed();
            return text;
        },
        clear: () => timers.forEach((timer) => clearTimeout(timer)),
    };
}
