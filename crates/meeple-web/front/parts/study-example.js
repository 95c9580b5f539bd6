// One example beside the rules: a board, a caption, and where a move is given three steps.
//
//     [ Before ] [ D2 ] [ After ]
import { escaped } from "/drawings/drawing.js";
import { post } from "../api.js";
import { BASE } from "../site.js";
import { boardOn, looks, namesIn } from "./study-board.js";
import { words } from "../words.js";

const STEPS = /** @type {const} */ (["before", "move", "after"]);

/**
 * @param {string} game @param {import("../examples.js").Example} example
 * @returns {{ element: HTMLElement, destroy(): void }} the board comes when the example is near the screen
 */
export function exampleFigure(game, example) {
    const element = document.createElement("figure");
    element.className = `example example-${game}`;
    element.innerHTML = figureHtml(game, example);
    const board = { shown: /** @type {Awaited<ReturnType<typeof boardOn>> | null} */ (null), step: /** @type {typeof STEPS[number]} */ ("before") };
    /** @type {{ before: any, after: any }} */
    const positions = { before: null, after: null };

    async function load() {
        try {
            positions.before = await post("/api/positions", { game, position: example.position });
            board.shown = await boardOn(element.querySelector(".example-board"), game);
            await show("before");
        } catch (error) {
            fail(error);
        }
    }

    /** @param {Error} error */
    function fail(error) {
        element.querySelector(".example-board").innerHTML = `<p class="quiet">${escaped(words.rules.unavailable + error.message)}</p>`;
        board.shown = null;
    }

    /** @param {typeof STEPS[number]} step */
    async function show(step) {
        board.step = step;
        for (const button of element.querySelectorAll("[data-step]")) button.setAttribute("aria-pressed", String(/** @type {HTMLElement} */ (button).dataset.step === step));
        if (step === "after") positions.after ??= await post("/api/positions/play", { game, position: example.position, move: example.move, seed: example.seed });
        if (board.step !== step) return;
        const { picture, moves, seats } = step === "after" ? positions.after : positions.before;
        board.shown?.show({
            picture, seats: looks(seats, namesIn(picture)), moves,
            previous: step === "after" ? positions.before.picture : null,
            shown: step === "move" ? example.move : null,
        });
    }

    element.addEventListener("click", ({ target }) => {
        const button = /** @type {HTMLElement | null} */ (/** @type {Element} */ (target).closest("[data-step]"));
        if (button && positions.before) show(/** @type {typeof STEPS[number]} */ (button.dataset.step)).catch(fail);
    });
    const near = new IntersectionObserver(([entry]) => {
        if (!entry.isIntersecting) return;
        near.disconnect();
        load();
    }, { rootMargin: "400px" });
    near.observe(element);
    return {
        element,
        destroy() {
            near.disconnect();
            board.shown?.destroy();
        },
    };
}

/** @param {string} game @param {import("../examples.js").Example} example */
function figureHtml(game, { title, caption, position, move, name }) {
    const steps = STEPS.map((step, index) => `<button type="button" class="button small plain" data-step="${step}" aria-pressed="${index === 0}">${escaped(step === "move" ? name : words.rules[step])}</button>`);
    const analysis = `${BASE}/analysis?${new URLSearchParams({ game, position })}`;
    return `<div class="example-board"></div>
        ${move ? `<div class="example-steps" role="group" aria-label="${escaped(words.rules.step)}">${steps.join('<span aria-hidden="true" class="quiet">›</span>')}</div>` : ""}
        <figcaption><strong>${escaped(title)}.</strong> ${escaped(caption)} <a href="${escaped(analysis)}">${escaped(words.rules.try)}</a></figcaption>`;
}
