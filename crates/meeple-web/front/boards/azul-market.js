// The plates and the centre while somebody chooses: every group can be pressed, the chosen one rises.
//
//     ( B B )   a group has its part of the plate, up to the rim: fingers are wide
//     ( Y K )
import { drawStack, inCentre, onPlate, tile } from "/drawings/azul.js";
import { round } from "/drawings/drawing.js";
import { groupsOf, isSameGroup } from "./azul-choices.js";
import { pill, pressable, rankAt, rect, seen } from "./azul-marks.js";
import { nameAdvice, nameEmpty, nameGroup } from "../words/azul.js";

/**
 * @param {object} what
 * @param {any} what.picture
 * @param {import("/drawings/azul.js").Arrangement} what.place
 * @param {import("./azul-overlay.js").View} what.view
 * @param {any[]} what.advice
 * @param {boolean} what.isOpen whether groups may be chosen now
 * @param {{ colour: string, count: number }[]} what.slides what would come to the centre
 */
export function market({ picture, place, view, advice, isOpen, slides }) {
    const groups = groupsOf(picture);
    const rims = isOpen && !view.picked ? place.plates.filter((_, index) => picture.factories[index].total > 0).map(plateRim) : [];
    const rim = isOpen && !view.picked && picture.centre.total > 0 ? centreRim(place.centre) : "";
    const stops = groups.map((group) => groupStop(group, { picture, place, view, advice, isOpen }));
    const empty = groups.some(({ source }) => source === "centre") ? "" : seen("source-centre", nameEmpty("centre"), place.centre);
    const comes = slides.map(({ colour, count }) => {
        const { x, y, size } = inCentre(colour, place.centre);
        const has = picture.centre.groups.some((group) => group.colour === colour);
        return (has ? "" : tile(colour, x, y, size, ' opacity=".45"')) + pill(x + size / 2, y - 3, `+${count}`, "azul-comes");
    });
    const lifted = groups.find((group) => isSameGroup(group, view.picked));
    return `<g class="azul-quiet">${rims.join("")}${rim}</g>${stops.join("")}${empty}<g class="azul-quiet">${comes.join("")}${lifted ? risen(lifted, picture, place) : ""}</g>`;
}

/** Around a plate, but for its number. */
function plateRim({ x, y, radius }) {
    const far = radius + 4;
    const [aside, down] = [14, Math.sqrt(far * far - 14 * 14)];
    return `<path class="azul-glow-rim" d="M${round(x - aside)} ${round(y + down)}A${far} ${far} 0 1 1 ${round(x + aside)} ${round(y + down)}"/>`;
}

function centreRim({ x, y, width, height, corner }) {
    return `<rect class="azul-glow-rim" x="${round(x - 4)}" y="${round(y - 4)}" width="${round(width + 8)}" height="${round(height + 8)}" rx="${corner + 4}"/>`;
}

function groupStop(group, { picture, place, view, advice, isOpen }) {
    const mine = advice.filter(({ made }) => isSameGroup(made, group));
    const isPicked = isSameGroup(group, view.picked);
    const { hit, ring, corner } = areaOf(group, picture, place);
    const key = `group-${group.source}-${group.colour}`;
    const ranks = view.picked ? "" : mine.map(({ rank }, index) => rankAt(corner.x - (mine.length - 1 - index) * 17, corner.y, rank)).join("");
    return `<g ${pressable(key, nameGroup(group, nameAdvice(mine)), isOpen, ` aria-pressed="${isPicked}"`)}><path class="azul-hit" d="${hit}"/><path class="azul-ring" d="${ring}"/><g class="azul-quiet">${ranks}</g></g>`;
}

/** Where a group can be pressed, and its outline. On a plate it has its part of the plate. */
function areaOf({ source, colour }, picture, place) {
    if (source === "centre") {
        const { cell, x, y, size } = inCentre(colour, place.centre);
        const around = rect(x - 6, y - 6, size + 12, size + 12);
        return { hit: rect(cell.x, cell.y, cell.width, cell.height), ring: around, corner: { x: x + size, y: y + 2 } };
    }
    const { x, y, radius } = place.plates[source - 1];
    const tiles = onPlate(picture.factories[source - 1], radius).filter(({ kind }) => kind === colour);
    const corner = { x: x + Math.max(...tiles.map((one) => one.x + one.size)) - 2, y: y + Math.min(...tiles.map((one) => one.y)) + 2 };
    const side = (start, outside) => (start < 0 ? [-outside, 0] : [0, outside]);
    const grown = (outside) => stairs(tiles.map((one) => [side(one.x, outside), side(one.y, outside)]), x, y);
    return { hit: grown(radius), ring: grown(tiles[0].size + 4.5), corner };
}

/** Upper and lower spans as one outline. @param {number[][][]} spans across and down of each tile */
function stairs(spans, x, y) {
    const rows = [...new Set(spans.map(([, [top]]) => top))].sort((one, other) => one - other);
    const across = rows.map((row) => spans.filter(([, [top]]) => top === row).map(([span]) => span));
    const [first, second] = across.map((all) => [Math.min(...all.map(([left]) => left)), Math.max(...all.map(([, right]) => right))]);
    const bottom = Math.max(...spans.map(([, [, end]]) => end));
    const at = (px, py) => `${round(x + px)} ${round(y + py)}`;
    if (!second) return `M${at(first[0], rows[0])}L${at(first[1], rows[0])}L${at(first[1], bottom)}L${at(first[0], bottom)}z`;
    return `M${at(first[0], rows[0])}L${at(first[1], rows[0])}L${at(first[1], rows[1])}L${at(second[1], rows[1])}L${at(second[1], bottom)}L${at(second[0], bottom)}L${at(second[0], rows[1])}L${at(first[0], rows[1])}z`;
}

/** The chosen tiles, lifted off, with their number. */
function risen({ source, colour, count }, picture, place) {
    if (source === "centre") {
        const { x, y, size } = inCentre(colour, place.centre);
        return `<g class="azul-risen">${drawStack(colour, Math.max(count, 1), x - 2, y - 9, size + 4)}${count === 1 ? pill(x + size, y + size - 8, "1", "azul-count") : ""}</g>`;
    }
    const { x, y, radius } = place.plates[source - 1];
    const tiles = onPlate(picture.factories[source - 1], radius).filter(({ kind }) => kind === colour);
    const copies = tiles.map((one) => tile(colour, x + one.x - 1, y + one.y - 9, one.size + 2));
    const last = tiles[tiles.length - 1];
    return `<g class="azul-risen">${copies.join("")}${pill(x + last.x + last.size, y + last.y + last.size - 10, String(count), "azul-count")}</g>`;
}
