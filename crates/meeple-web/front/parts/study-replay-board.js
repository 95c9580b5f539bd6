// The board of a replay: the picture of a ply, what moved since the one before, and the best moves as ghosts.
//
//     board.show({ ply, pointed, course, isPlaying })
//     await board.position(7)       the position's text and its legal moves
import { get } from "../api.js";
import { movesForBoard } from "./advice.js";
import { boardOn } from "./study-board.js";
import { moveFrom } from "./study-course.js";
import { picturesOf } from "./study-pictures.js";

/**
 * @typedef {object} Moment what is to be seen
 * @property {number} ply
 * @property {{ move: string, ply: number } | null} pointed a move that is pointed at in a list, and where it was possible
 * @property {import("./study-course.js").Course} course
 * @property {boolean} isPlaying
 */

export class ReplayBoard {
    /** @param {HTMLElement} element @param {{ id: string, record: any, seats: import("./study-board.js").Look[], fail: (error: Error) => void }} game */
    constructor(element, { id, record, seats, fail }) {
        this.element = element;
        this.game = record.game;
        this.seats = seats;
        this.fail = fail;
        this.address = `/api/records/${encodeURIComponent(id)}`;
        this.pictures = picturesOf(id, record.plies.length);
        /** @type {Map<number, import("../api.js").Position>} legal moves, where somebody stayed */
        this.positions = new Map();
        /** @type {Awaited<ReturnType<typeof boardOn>> | null} */
        this.board = null;
        /** @type {Moment | null} the last that was wanted */
        this.moment = null;
        /** the ply that is seen */
        this.seen = -1;
    }

    async begin() {
        this.board = await boardOn(this.element, this.game);
    }

    /** @param {Moment} moment */
    async show(moment) {
        this.moment = moment;
        const at = moment.pointed?.ply ?? moment.ply;
        const coming = this.pictures.at(at); // also where it is here: what comes next is asked for
        coming.catch(() => {});
        const picture = this.pictures.peek(at) ?? (await coming.catch((error) => this.fail(error)));
        if (!picture || this.moment !== moment || !this.board) return;
        const position = this.positions.get(at);
        const judged = position ? moveFrom(moment.course, at) : null;
        const previous = at === this.seen + 1 ? this.pictures.peek(at - 1) : null;
        this.seen = at;
        this.board.show({
            picture, previous, seats: this.seats, moves: position?.moves ?? [],
            advice: judged && !moment.isPlaying ? movesForBoard(judged.best) : [],
            shown: moment.pointed && position ? moment.pointed.move : null,
        });
    }

    /** @param {number} ply @returns {Promise<import("../api.js").Position>} */
    async position(ply) {
        const known = this.positions.get(ply);
        if (known) return known;
        const position = await get(`${this.address}/moves?ply=${ply}`);
        this.positions.set(ply, position);
        return position;
    }

    /** Somebody stays at a ply: what could be done there, and one before, is worth knowing. @param {number} ply */
    async stay(ply) {
        const wanted = [ply, ply - 1].filter((one) => one >= 0);
        await Promise.all(wanted.map((one) => this.position(one).catch(() => null)));
    }

    /** @param {number} ply */
    isKnown(ply) {
        return this.positions.has(ply);
    }

    destroy() {
        this.board?.destroy();
        this.board = null;
    }
}
