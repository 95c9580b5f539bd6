// The marks of the seats: shapes that belong to a seat as its colour does.
//
//     ● Ann   ■ Ben   ▲ Cleo
//
// The symbols of /marks.svg stand once in the document, so that every drawing finds them.

/** Puts the symbols into the document, should it have come without. */
export async function insertMarks() {
    if (document.querySelector("#mark-0")) return;
    const text = await fetch("/marks.svg").then((response) => response.text());
    const place = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    place.classList.add("unseen");
    place.setAttribute("aria-hidden", "true");
    place.innerHTML = (text.match(/<symbol[\s\S]*?<\/symbol>/g) ?? []).join("");
    document.body.append(place);
}

/** A mark as it stands before a name. @param {number} mark 0 to 8 */
export function markOf(mark) {
    return `<svg class="mark seat-${mark}" viewBox="0 0 10 10" aria-hidden="true"><use href="#mark-${mark}"/></svg>`;
}
