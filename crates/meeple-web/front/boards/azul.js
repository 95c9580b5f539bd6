// Azul's board: a group is chosen, lines that take it glow, and a second tap, click or Enter plays.
//
//     (B B)  ──tap──►  it rises, "2"  ──►  line 2 glows, line 1 glows with "↓1 −1"
//     (Y K)                                ──tap──►  hooks.play("1 blue 2")
//
// At the end of a round the tiles slide, their runs light up and the points add up; one tap or key
// shows at once how it ends.
import { arrange, drawTable } from "/drawings/azul.js";
import { draftsOf, groupsOf, isSameGroup, tilingsOf } from "./azul-choices.js";
import { framesBetween, scoredBetween } from "./azul-frames.js";
import { hands } from "./azul-hands.js";
import { layers } from "./azul-layers.js";
import { run } from "./azul-motion.js";
import { activeSeat, counted, overlay } from "./azul-overlay.js";
import { nameTable, say } from "../words/azul.js";
import { roving } from "./roving.js";

/**
 * @typedef {object} Hooks
 * @property {(move: string) => void} play
 * @property {(text: string) => void} say
 * @property {(name: "pick" | "place" | "refuse") => void} sound
 *
 * @typedef {object} Scene
 * @property {any} picture
 * @property {any} [previous]
 * @property {any[]} moves
 * @property {boolean} mine
 * @property {number | null} own
 * @property {{ name: string, mark: number }[]} seats
 * @property {{ move: string, label?: string }[]} [advice]
 * @property {string | null} [shown]
 * @property {boolean} motion
 */

/** @type {import("./azul-overlay.js").View} */
const NOTHING = Object.freeze({ picked: null, target: null });
/** A second click so soon is the same one, while nothing else is shown. */
const TWICE_MS = 400;
/** So many pictures may wait for a motion to end. */
const MOST_WAITING = 2;

/** @param {HTMLElement} element @param {Hooks} hooks */
export function mount(element, hooks) {
    /** @type {Scene | null} */
    let scene = null;
    let view = NOTHING;
    /** What runs just now, whether it is more than a tile's flight, and what came meanwhile. */
    let motion = /** @type {{ end(): void, isLong: boolean } | null} */ (null);
    let waiting = /** @type {Scene[]} */ ([]);
    let frame = /** @type {import("./azul-frames.js").Frame | null} */ (null);
    let place = /** @type {import("/drawings/azul.js").Arrangement | null} */ (null);
    let fresh = /** @type {import("./azul-frames.js").Scored[]} */ ([]);
    let isDealt = false;
    let sent = { move: "", at: 0 };
    element.classList.add("azul-board");
    const drawing = layers(element);
    const arrows = roving(element, { selector: ".azul-stop" });
    const fingers = hands(element, { look, choose, letGo, interrupt });
    const sizes = new ResizeObserver(() => scene && render());
    sizes.observe(element);

    const boardDue = () => scene.picture.boards.find(({ seat }) => seat === activeSeat(scene));
    const drafts = () => draftsOf(scene.moves, view.picked);

    function render() {
        const { seats, own, previous, motion: mayMove, mine } = scene;
        const picture = frame?.picture ?? scene.picture;
        const at = frame ? { ...scene, picture, moves: [], mine: false, advice: [] } : scene;
        const seen = frame ? NOTHING : shownView();
        place = arrange(picture, { width: element.clientWidth, own });
        drawing.paint({
            place, name: nameTable(picture),
            classes: [place.width > 500 ? "azul-wide" : "azul-narrow", mayMove ? "" : "azul-still", mine && !frame ? "azul-mine" : "", isDealt && !frame ? "azul-dealt" : ""],
            table: drawTable(frame ? picture : { ...picture, scored: fresh }, { previous, seats, place, lifted: seen.picked }),
            over: counted(frame, place, seats) + overlay(at, seen, place),
        });
    }

    /** What a list of moves points at, or else what the person does. */
    function shownView() {
        const shown = scene.shown ? scene.moves.find(({ move }) => move === scene.shown) : null;
        if (!shown) return view;
        return shown.kind === "wall" ? { picked: null, target: `${shown.row},${shown.column}` } : { picked: shown, target: shown.place };
    }

    function change(next) {
        view = next;
        if (!frame) render();
    }

    function look(key, by) {
        if (!scene?.mine || frame) return;
        const target = targetOf(key);
        if (target === view.target) return;
        change({ ...view, target });
        // A focused thing is read out by itself.
        if (!view.picked || by === "keys") return;
        hooks.say(target === null ? say.chosen(groupOf(view.picked)) : say.effect(target, boardDue(), drafts().get(/** @type {any} */ (target))));
    }

    function choose(key, by) {
        if (!scene || frame) return undefined;
        const [what, ...rest] = key.split("-");
        if (!scene.mine) return refuse(scene.own !== null && scene.picture.to_move !== null && scene.picture.to_move !== scene.own ? say.othersTurn(scene.seats[scene.picture.to_move].name) : "");
        if (what === "group") return pick({ source: rest[0] === "centre" ? "centre" : Number(rest[0]), colour: rest[1] }, by);
        return what === "cell" ? chooseCell(rest[0], by) : choosePlace(targetOf(key));
    }

    function pick(picked, by) {
        if (isSameGroup(picked, view.picked)) return letGo(by);
        const found = draftsOf(scene.moves, picked);
        if (found.size === 0) return refuse(say.tileFirst(scene.picture));
        hooks.sound("pick");
        hooks.say(say.chosen(groupOf(picked)));
        change({ picked, target: null });
        if (by === "keys") focus(`place-${found.keys().next().value}`);
        return undefined;
    }

    function choosePlace(target) {
        if (!view.picked) return refuse(tilingsOf(scene.moves).size > 0 ? say.tileFirst(scene.picture) : say.chooseFirst);
        const draft = drafts().get(target);
        return draft ? play(draft.move) : refuse(say.noLine(target, view.picked.colour, boardDue()));
    }

    function chooseCell(target, by) {
        const tiling = tilingsOf(scene.moves).get(target);
        if (!tiling) {
            const [row, column] = target.split(",").map(Number);
            return refuse(say.noCell(scene.picture, boardDue(), row, column));
        }
        // A finger cannot hover: its first tap shows, the second one plays.
        if (by !== "touch" || view.target === target) return play(tiling.move);
        hooks.sound("pick");
        return change({ ...view, target });
    }

    function play(move) {
        if (sent.move === move && performance.now() - sent.at < TWICE_MS) return;
        sent = { move, at: performance.now() };
        hooks.sound("place");
        hooks.say("");
        hooks.play(move);
    }

    function refuse(text) {
        if (!text) return;
        hooks.sound("refuse");
        hooks.say(text);
    }

    function letGo(by) {
        if (!scene || (!view.picked && typeof view.target !== "string")) return;
        const { picked } = view;
        change(NOTHING);
        hooks.say("");
        if (by === "keys" && picked) focus(`group-${picked.source}-${picked.colour}`);
    }

    /** One tap or key ends the counting of points. */
    function interrupt() {
        const isLong = motion?.isLong ?? false;
        motion?.end();
        return isLong;
    }

    const groupOf = (picked) => groupsOf(scene.picture).find((group) => isSameGroup(group, picked));
    const focus = (key) => /** @type {SVGElement | null} */ (element.querySelector(`[data-key="${key}"]`))?.focus();

    /** @param {Scene} now */
    function show(now) {
        if (motion?.isLong && !isSame(now.picture, scene.picture)) {
            waiting = [...waiting.filter(({ picture }) => !isSame(picture, now.picture)), now];
            if (waiting.length > MOST_WAITING) motion.end();
            return;
        }
        const before = scene;
        scene = now;
        if (before && isSame(before.picture, now.picture)) {
            if (before.mine !== now.mine) view = NOTHING;
            if (!frame) render();
            return;
        }
        motion?.end();
        view = NOTHING;
        // The same words are another move now.
        sent.move = "";
        fresh = freshIn(now);
        const isNext = Boolean(before && now.previous && isSame(before.picture, now.previous));
        isDealt = isNext && now.motion && now.picture.last_move === null && now.picture.phase === "draft";
        const frames = isNext && now.motion ? framesBetween(now.previous, now.picture) : [];
        if (frames.length === 0) render();
        else start(frames, now.previous);
    }

    function start(frames, from) {
        const isLong = frames.some(({ lit, sums }) => lit.length + sums.length > 0);
        const done = () => {
            [motion, frame] = [null, null];
            render();
            while (waiting.length > 0 && !motion?.isLong) show(waiting.shift());
        };
        const begun = run(frames, {
            from, done,
            show: (now) => {
                frame = now;
                render();
            },
            layer: drawing.air,
            place: () => place,
        });
        motion = { ...begun, isLong };
    }

    return {
        show,
        destroy() {
            waiting = [];
            motion?.end();
            sizes.disconnect();
            fingers.destroy();
            arrows.destroy();
            element.classList.remove("azul-board");
            element.replaceChildren();
        },
    };
}

/** @param {string | null} key @returns {string | number | null} */
function targetOf(key) {
    if (key?.startsWith("cell-")) return key.slice(5);
    if (!key?.startsWith("place-")) return null;
    return key === "place-floor" ? "floor" : Number(key.slice(6));
}

/** What was scored last, also where a deal has come after it or with it. @param {Scene} scene */
function freshIn({ picture, previous }) {
    const isDealt = previous && picture.phase === "draft" && !picture.last_move;
    return isDealt && total(previous) === 0 ? previous.scored : isDealt ? scoredBetween(previous, picture) : picture.scored;
}

const total = ({ factories, centre }) => [...factories, centre].reduce((sum, heap) => sum + heap.total, 0);
const isSame = (one, other) => one === other || JSON.stringify(one) === JSON.stringify(other);
