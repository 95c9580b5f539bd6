// Short sounds, made and not loaded: a tap of wood, a soft tone, nothing that startles.
//
//     sound("place")     a stone is set down
//
// Silent until the person has touched the page (browsers insist), and where sound is off.
import { settings } from "./settings.js";

/** Tones of each sound: frequency, when, how long, how loud, which shape. */
const SOUNDS = {
    pick: [[520, 0, 0.05, 0.1, "triangle"]],
    place: [[190, 0, 0.09, 0.28, "sine"], [760, 0, 0.03, 0.07, "triangle"]],
    refuse: [[150, 0, 0.12, 0.16, "triangle"]],
    move: [[240, 0, 0.08, 0.2, "sine"], [620, 0, 0.03, 0.05, "triangle"]],
    turn: [[660, 0, 0.12, 0.08, "sine"], [880, 0.09, 0.16, 0.08, "sine"]],
    hello: [[700, 0, 0.1, 0.06, "sine"]],
    hurry: [[440, 0, 0.08, 0.09, "sine"], [440, 0.14, 0.08, 0.09, "sine"]],
    won: [[523, 0, 0.18, 0.1, "sine"], [659, 0.12, 0.18, 0.1, "sine"], [784, 0.24, 0.34, 0.1, "sine"]],
    over: [[523, 0, 0.2, 0.09, "sine"], [440, 0.15, 0.34, 0.09, "sine"]],
};

/** @type {AudioContext | null} */
let context = null;

/** @param {string} name */
export function sound(name) {
    const tones = SOUNDS[name];
    if (!tones || settings().sound === "off" || !("AudioContext" in globalThis)) return;
    if (!context && !navigator.userActivation?.hasBeenActive) return;
    context ??= new AudioContext();
    if (context.state === "suspended") context.resume();
    for (const tone of tones) strike(context, tone);
}

/** One tone that rises at once and dies away. @param {AudioContext} audio @param {any[]} tone */
function strike(audio, [frequency, after, length, loudness, shape]) {
    const start = audio.currentTime + after;
    const [tone, volume] = [audio.createOscillator(), audio.createGain()];
    tone.type = shape;
    tone.frequency.setValueAtTime(frequency, start);
    volume.gain.setValueAtTime(0.0001, start);
    volume.gain.exponentialRampToValueAtTime(loudness, start + 0.006);
    volume.gain.exponentialRampToValueAtTime(0.0001, start + length);
    tone.connect(volume).connect(audio.destination);
    tone.start(start);
    tone.stop(start + length + 0.02);
}
