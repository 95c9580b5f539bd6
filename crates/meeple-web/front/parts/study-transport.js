// Going through a game: buttons, a slider, the pace.
//
//     |◀  ◀  ▶  ▶  ▶|   ────●────────  12 / 55    pace [usual]
import { escaped } from "/drawings/drawing.js";
import { studyIcon } from "./study-icons.js";
import { words } from "../words.js";

/** How long a ply is shown, in milliseconds. */
export const PACES = { slow: 2400, usual: 1200, fast: 450 };

/** @param {{ ply: number, plies: number, isPlaying: boolean, pace: string }} state */
export function transport({ ply, plies, isPlaying, pace }) {
    const button = (name, isOff, symbol = name) => `<button type="button" class="button icon" data-do="${name}" aria-label="${escaped(words.replay[name])}" title="${escaped(words.replay[name])}"${isOff ? " disabled" : ""}>${studyIcon(symbol)}</button>`;
    const paces = Object.keys(PACES).map((name) => `<option value="${name}"${name === pace ? " selected" : ""}>${escaped(words.replay.paces[name])}</option>`);
    return `<div class="buttons" role="group" aria-label="${escaped(words.replay.slider)}">
        ${button("first", ply === 0)}${button("previous", ply === 0)}
        ${isPlaying ? button("pause", false) : button("play", plies === 0)}
        ${button("next", ply === plies)}${button("last", ply === plies)}</div>
    <label class="study-slider"><span class="unseen">${escaped(words.replay.slider)}</span>
        <input type="range" min="0" max="${plies}" step="1" value="${ply}" data-slider aria-valuetext="${escaped(words.replay.ply(ply, plies))}"></label>
    <span class="study-count" aria-hidden="true">${ply}<span class="quiet"> / ${plies}</span></span>
    <label class="study-pace"><span class="unseen">${escaped(words.replay.pace)}</span><select data-pace title="${escaped(words.replay.pace)}">${paces.join("")}</select></label>`;
}
