// Where a text goes wrong: a piece of it with a caret under the column.
//
//     …ht=4 rows=5,6 turn=1
//                  ^
//
// Columns count from 1; the one behind the last letter is where something is missing.

/** @param {string} text @param {number} column @param {number} [wide] how many letters there is room for */
export function caretUnder(text, column, wide = 44) {
    const letters = [...text];
    const at = Math.max(0, Math.min(letters.length, Math.round(column) - 1));
    const room = wide - 2; // for the dots on either side
    const from = letters.length <= wide ? 0 : Math.max(0, Math.min(letters.length - room, at - Math.floor(room / 2)));
    const to = letters.length <= wide ? letters.length : Math.min(letters.length, from + room);
    const before = from > 0 ? "…" : "";
    const piece = `${before}${letters.slice(from, to).join("")}${to < letters.length ? "…" : ""}`;
    return `${piece}\n${" ".repeat(before.length + at - from)}^`;
}
