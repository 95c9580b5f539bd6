// The pictures of a recorded game, asked for in pieces and ahead of whoever looks.
//
//     0 ........ 31 | 32 ....... 63 | 64 ..
//                        ^ here: its piece first, then the one that comes next
import { get } from "../api.js";

const PIECE = 32;

/**
 * @param {string} id the record's
 * @param {number} plies how many deals and moves it has
 */
export function picturesOf(id, plies) {
    /** @type {Map<number, Promise<object[]>>} */
    const asked = new Map();
    const known = /** @type {object[]} */ ([]);

    /** @param {number} piece */
    function piece(piece) {
        const from = piece * PIECE;
        if (!asked.has(piece)) {
            const answer = get(`/api/records/${encodeURIComponent(id)}/pictures?from=${from}&count=${PIECE}`);
            const coming = answer.then(({ pictures }) => {
                pictures.forEach((picture, index) => (known[from + index] = picture));
                return pictures;
            });
            // What failed may be asked for again.
            coming.catch(() => asked.delete(piece));
            asked.set(piece, coming);
        }
        return asked.get(piece);
    }

    return {
        /** The picture at a ply if it is here. @param {number} ply */
        peek: (ply) => known[ply] ?? null,

        /** The picture at a ply; what is likely to be wanted next is asked for as well. @param {number} ply @returns {Promise<object>} */
        async at(ply) {
            const index = Math.floor(ply / PIECE);
            await piece(index);
            const next = ply % PIECE > PIECE / 2 ? index + 1 : index - 1;
            if (next >= 0 && next * PIECE <= plies) piece(next).catch(() => {});
            return known[ply];
        },
    };
}
