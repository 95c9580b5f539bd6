// What is read out, and what is shown for a moment.
//
//     announce("Ann bites 2,2. Your turn.")      read out when nothing else is being read
//     toast("The link is copied.")               the same, and shown at the foot of the page
//
// A toast goes by itself, and stays while it is pointed at.

const STAYS_MS = 5000;

/** Long enough that everything is read that came at the same time. */
const HEARD_MS = 8000;

/** @param {string} text one or two sentences */
export function announce(text) {
    const place = document.querySelector("#announcer");
    if (!place || !text) return;
    // A new element is always read, also where the same was said before.
    const line = document.createElement("p");
    line.textContent = text;
    place.append(line);
    setTimeout(() => line.remove(), HEARD_MS);
}

/** @param {string} text @param {"plain" | "bad"} [kind] */
export function toast(text, kind = "plain") {
    const place = document.querySelector("#toasts");
    const line = document.createElement("p");
    line.className = `toast ${kind}`;
    line.textContent = text;
    place.append(line);
    while (place.children.length > 3) place.firstElementChild.remove();
    let timer = setTimeout(() => line.remove(), STAYS_MS);
    line.addEventListener("pointerenter", () => clearTimeout(timer));
    line.addEventListener("pointerleave", () => (timer = setTimeout(() => line.remove(), STAYS_MS / 2)));
    announce(text);
}
