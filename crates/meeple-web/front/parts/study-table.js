// A table that begins with a position one was looking at: one sits where it is to be moved.
import { announce, toast } from "./announcer.js";
import { createRoom } from "./create-room.js";
import { settings } from "../settings.js";
import { words } from "../words.js";

/** @param {import("../api.js").Position} position */
export async function makeTable({ game, position, seats: count, to_move: due }) {
    const seats = Array.from({ length: count }, (_, seat) => (seat === (due ?? 0) ? "me" : settings().level));
    announce(words.study.making);
    try {
        await createRoom({ game, position, seats });
    } catch (error) {
        toast(error.message, "bad");
    }
}
