// What is said of Azul's things: their names for those who cannot see them, and refusals.
//
//     nameGroup(group)          "factory 2: three blue"
//     nameLine(line, draft)     "line 5, two of five red, takes it, 1 falls, costs 1"
//     say.noLine(...)           "Line 3 does not take blue: it holds red."
import { cellName, columnLetters } from "/drawings/drawing.js";

const NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];

/** @param {number} number */
const inWords = (number) => NUMBERS[number] ?? String(number);

/** @param {number | string} source a factory's number, or "centre" */
const nameSource = (source) => (source === "centre" ? "centre" : `factory ${source}`);

/**
 * A group that can be taken.
 * @param {{ source: number | string, colour: string, count: number, hasMarker: boolean }} group
 * @param {string} [more] what else is to be known of it
 */
export function nameGroup({ source, colour, count, hasMarker }, more = "") {
    return `${nameSource(source)}: ${inWords(count)} ${colour}${hasMarker ? ", with the marker" : ""}${more}`;
}

/** Something that holds nothing. @param {number | string} source */
export const nameEmpty = (source) => `${nameSource(source)}: empty`;

/**
 * A pattern line, and what it does with the chosen tiles.
 * @param {{ line: number, colour: string | null, filled: number, full: boolean }} line
 * @param {object} [choice]
 * @param {any} [choice.draft] the move that would put them there
 * @param {boolean} [choice.isChosen] whether anything is chosen
 * @param {string} [more]
 */
export function nameLine({ line, colour, filled, full }, { draft = null, isChosen = false } = {}, more = "") {
    const state = full ? `full of ${colour}` : filled === 0 ? "empty" : `${inWords(filled)} of ${inWords(line)} ${colour}`;
    return `line ${line}, ${state}${nameEffect(draft, isChosen)}${more}`;
}

/** The floor, and what the chosen tiles would do there. @param {any} floor @param {{ draft?: any, isChosen?: boolean }} [choice] @param {string} [more] */
export function nameFloor({ slots, cost }, { draft = null, isChosen = false } = {}, more = "") {
    const held = slots.map(({ holds }) => holds).filter(Boolean);
    const state = held.length === 0 ? "empty" : `${held.map((one) => (one === "marker" ? "the marker" : one)).join(", ")}, costs ${cost}`;
    return `floor, ${state}${nameEffect(draft, isChosen)}${more}`;
}

function nameEffect(draft, isChosen) {
    if (!isChosen) return "";
    if (!draft) return ", does not take it";
    const parts = ["takes it"];
    if (draft.fills_line) parts.push("becomes full");
    parts.push(draft.falls === 0 ? "nothing falls" : `${draft.falls} ${draft.falls === 1 ? "falls" : "fall"}`);
    const cost = draft.cost + draft.marker_cost;
    if (cost > 0) parts.push(`costs ${cost}${draft.marker_cost > 0 ? " with the marker" : ""}`);
    return `, ${parts.join(", ")}`;
}

/** A cell of the grey wall that a tile can be put on. @param {any} tiling a legal move @param {string} [more] */
export function nameCell({ row, column, colour, points }, more = "") {
    return `${cellName(column - 1, row - 1)}, takes ${colour}, scores ${points}${more}`;
}

/** A cell of the grey wall that is no choice. @param {number} row @param {number} column @param {string | null} holds */
export const nameOtherCell = (row, column, holds) => `${cellName(column - 1, row - 1)}, ${holds ?? "free"}`;

/** What lies on a wall, row by row. @param {(string | null)[][]} wall */
export function nameWall(wall) {
    const tiles = wall.flatMap((cells, row) => cells.flatMap((kind, column) => (kind ? [`${cellName(column, row)} ${kind}`] : [])));
    return `wall, ${tiles.length === 0 ? "empty" : tiles.join(", ")}`;
}

/** Somebody's whole board. @param {any} board */
export function nameBoard(board) {
    const lines = board.lines.filter(({ filled }) => filled > 0).map((line) => nameLine(line));
    return [`${board.name}, ${board.score} ${board.score === 1 ? "point" : "points"}`, ...lines, nameWall(board.wall), nameFloor(board.floor)].join("; ");
}

/** The bag and the lid. @param {any} picture */
export function nameStock({ bag, lid }) {
    const tell = ({ groups }) => groups.map(({ colour, count }) => `${count} ${colour}`).join(", ") || "empty";
    return `bag: ${tell(bag)}; lid: ${tell(lid)}`;
}

/** The table, in a sentence. @param {any} picture */
export const nameTable = ({ round, due }) => `Azul, round ${round}. ${due}`;

/** The ranks of advice, for a name. @param {{ rank: number, label: string }[]} advised */
export function nameAdvice(advised) {
    return advised.map(({ rank, label }) => `, advice ${rank}${label ? `, ${label}` : ""}`).join("");
}

/** @param {string} text */
const capital = (text) => text[0].toUpperCase() + text.slice(1);

/** Sentences for the person. */
export const say = {
    /** What was chosen, and what is due now. @param {{ source: number | string, colour: string, count: number, hasMarker: boolean }} group */
    chosen({ source, colour, count, hasMarker }) {
        const from = source === "centre" ? "the centre" : `factory ${source}`;
        return `${capital(inWords(count))} ${colour} from ${from}${hasMarker ? ", and the marker" : ""}: choose a line.`;
    },

    /** What putting it there would do. @param {string | number} target @param {any} board @param {any} draft */
    effect(target, board, draft) {
        const choice = { draft: draft ?? null, isChosen: true };
        return `${capital(target === "floor" ? nameFloor(board.floor, choice) : nameLine(board.lines[Number(target) - 1], choice))}.`;
    },

    /** Why a place does not take a colour, as far as it is plainly to be seen. @param {string | number} target @param {string} colour @param {any} board */
    noLine(target, colour, { lines, wall }) {
        if (target === "floor") return `The floor does not take ${colour} now.`;
        const row = Number(target) - 1;
        const { colour: lying, full } = lines[row];
        // In the order in which a refusal looks for its reason.
        const why = full ? ": it is full"
            : lying && lying !== colour ? `: it holds ${lying}`
            : wall[row].includes(colour) ? `: ${colour} is already in this row of the wall` : "";
        return `Line ${target} does not take ${colour}${why}.`;
    },

    /** Why a cell of the grey wall does not take the tile that is due. @param {any} picture @param {any} board @param {number} row @param {number} column */
    noCell({ line_to_tile: due }, { lines, wall }, row, column) {
        if (row !== due) return `Line ${due} comes first: its tile goes to row ${due} of the wall.`;
        const { colour } = lines[row - 1];
        const why = wall[row - 1][column - 1] ? ": there is a tile already"
            : wall.some((cells) => cells[column - 1] === colour) ? `: column ${columnLetters(column - 1)} already has ${colour}` : "";
        return `${cellName(column - 1, row - 1)} does not take ${colour}${why}.`;
    },

    /** Something else is due. @param {any} picture */
    tileFirst: ({ line_to_tile: due }) => (due ? `Line ${due} is full: choose the column of its tile first.` : "This cannot be taken now."),
    chooseFirst: "Choose tiles on a plate or in the centre first.",
    /** @param {string} name */
    othersTurn: (name) => `It is ${name}'s turn.`,
};

/** The words of the editor. */
export const editorWords = {
    chosen: "Tile",
    remove: "Remove",
    help: "Choose a tile, then the places where it goes. A filled place is emptied.",
    players: "Players",
    wall: "Wall",
    colour: "coloured",
    grey: "grey",
    round: "Round",
    starter: "Started by",
    turn: "To move",
    deal: "nobody: tiles are dealt",
    drawStarter: "nobody: the starter is drawn",
    over: "nobody: the game is over",
    marker: "Marker",
    centre: "in the centre",
    /** @param {string} name */
    score: (name) => `Score of ${name}`,
    bag: "Bag",
    lid: "Lid",
    all: "In all",
    ofTwenty: "of 20 each",
    rest: "+ rest",
    /** @param {string} where */
    restTo: (where) => `+ rest, ${where}: add what is missing to 20 of each colour`,
    /** @param {number} seat */
    player: (seat) => `player ${seat + 1}`,
    table: "Azul, the position that is edited",
    /** @param {number} plate @param {number} place @param {string} holds */
    plate: (plate, place, holds) => `factory ${plate}, place ${place}, ${holds}`,
    /** @param {string} kind @param {number} count */
    inCentre: (kind, count) => (kind === "marker" ? `centre, the marker, ${count > 0 ? "here" : "not here"}` : `centre, ${inWords(count)} ${kind}`),
    /** @param {string} name @param {number} line @param {number} place @param {string} holds */
    line: (name, line, place, holds) => `${name}, line ${line}, place ${place}, ${holds}`,
    /** @param {string} name @param {number} row @param {number} column @param {string} holds */
    cell: (name, row, column, holds) => `${name}, wall ${cellName(column - 1, row - 1)}, ${holds}`,
    /** @param {string} name @param {number} slot @param {string} holds */
    floor: (name, slot, holds) => `${name}, floor, slot ${slot}, ${holds}`,
    free: "free",
};
