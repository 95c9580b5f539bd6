// The marks of the seats: shapes that belong to a seat as its colour does.
//
//     ● Ann   ■ Ben   ▲ Cleo
//
// Their symbols are in the page itself, where every drawing finds them: the build puts them there.

/** A mark as it stands before a name. @param {number} mark 0 to 8 */
export function markOf(mark) {
    return `<svg class="mark seat-${mark}" viewBox="0 0 10 10" aria-hidden="true"><use href="#mark-${mark}"/></svg>`;
}
