// Makes a table and goes there; what this browser then knows of it is kept.
//
//     await createRoom({ game: "chomp", seats: ["me", "normal"] })
import { get, post } from "../api.js";
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
    const name = settings().name || words.room.guest;
    const made = await post("/api/rooms", { name, ...wish });
    const seats = made.secret ? [{ secret: made.secret, name }] : [];
    for (const { seat, name: theirs } of others) {
        const { secret } = await post(`/api/rooms/${encodeURIComponent(made.room)}/do`, { do: "sit", seat, name: theirs, invite: made.invite });
        seats.push({ secret, name: theirs });
    }
    keep({ room: made.room, game: wish.game, seats, invite: made.invite, bots: made.bots ?? [] });
    change({ game: wish.game });
    await go(`${BASE}/${seats.length > 0 || made.bots?.length ? "room" : "watch"}/${encodeURIComponent(made.room)}`);
    return made.room;
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
