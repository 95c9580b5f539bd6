// Makes a table and goes there; what this browser then knows of it is kept.
//
//     await createRoom({ game: "chomp", seats: ["me", "normal"] })
import { get, post } from "../api.js";
import { toast } from "./announcer.js";
import { askName } from "./dialog.js";
import { keep } from "../kept-rooms.js";
import { go } from "../main.js";
import { change, settings } from "../settings.js";
import { BASE } from "../site.js";
import { words } from "../words.js";

/**
 * @param {{ game: string } & Record<string, unknown>} wish as docs/api.md has it
 * @param {{ seat: number, name: string }[]} [others] people at this screen who take seats that are open
 * @returns {Promise<string>} the room
 */
export async function createRoom(wish, others = []) {
    const first = String(wish.name ?? (settings().name || words.room.guest));
    const { made, name } = await named(first, async (name) => {
        const made = await post("/api/rooms", { ...wish, name });
        return { made, name };
    });
    const seats = made.secret ? [{ secret: made.secret, name }] : [];
    if (name !== first) change({ name });
    for (const { seat, name: theirs } of others) {
        const sit = async (name) => {
            const { secret } = await post(`/api/rooms/${encodeURIComponent(made.room)}/do`, { do: "sit", seat, name, invite: made.invite });
            seats.push({ secret, name });
        };
        // The table is there: who is given no other name can still sit down at it.
        await named(theirs, sit).catch((refusal) => toast(refusal.message, "bad"));
    }
    keep({ room: made.room, game: wish.game, seats, invite: made.invite, bots: made.bots ?? [] });
    change({ game: wish.game });
    await go(`${BASE}/${seats.length > 0 || made.bots?.length ? "room" : "watch"}/${encodeURIComponent(made.room)}`);
    return made.room;
}

/**
 * Does something under a name. If the server refuses the name, it says why and asks for another one.
 * @template T @param {string} name @param {(name: string) => Promise<T>} act @returns {Promise<T>} fails with the refusal if nobody answers
 */
export async function named(name, act) {
    try {
        return await act(name);
    } catch (refusal) {
        if (refusal.code !== "bad-name") throw refusal;
        const { question, yes } = words.otherName;
        const other = await askName({ question, error: refusal.message, yes, name });
        if (other === null) throw refusal;
        return named(other, act);
    }
}

/** Seats for one person and computers of one level. @param {import("../api.js").GameInfo} game @param {string} level */
export function against(game, level) {
    return ["me", ...Array(game.seats.least - 1).fill(level)];
}

/** The levels a person chooses from, the easiest first; games have other players as well. */
export const LEVELS = ["easy", "normal", "hard", "max"];

/** Those levels that a game has. @param {import("../api.js").GameInfo} game */
export function levelsOf(game) {
    return LEVELS.flatMap((name) => game.players.filter((player) => player.name === name));
}

/** Public rooms. @returns {Promise<any[]>} */
export async function publicRooms() {
    return (await get("/api/rooms")).rooms;
}
