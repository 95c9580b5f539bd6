// Looking back: what was to be seen at an earlier ply, from the record that every game is.
//
//     const past = pastOf("k7mq2w9xt4");
//     await past.at(7)      { picture, previous }
import { get } from "../api.js";

/** How many pictures are asked for at once. */
const PAGE = 16;

/** @param {string} room */
export function pastOf(room) {
    /** @type {Map<number, Promise<object[]>>} */
    const pages = new Map();

    /** @param {number} ply @returns {Promise<object | undefined>} */
    async function picture(ply) {
        const page = Math.floor(ply / PAGE);
        if (!pages.has(page)) pages.set(page, load(page));
        const found = (await pages.get(page))[ply - page * PAGE];
        if (found) return found;
        // The page was loaded while the game was shorter.
        pages.set(page, load(page));
        return (await pages.get(page))[ply - page * PAGE];
    }

    async function load(page) {
        const answer = await get(`/api/records/${encodeURIComponent(room)}/pictures?from=${page * PAGE}&count=${PAGE}`);
        return answer.pictures;
    }

    return {
        /** @param {number} ply */
        async at(ply) {
            const [previous, now] = await Promise.all([ply > 0 ? picture(ply - 1) : null, picture(ply)]);
            return { picture: now, previous: previous ?? null };
        },
        /** Moves were taken back: what was known may not be so any more. */
        forget: () => pages.clear(),
    };
}
