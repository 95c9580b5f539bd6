// Replays: a game lies packed in the page and is unpacked when it is opened.
//
//     location  #game-12-ply-30  ──►  show(12, 30)  ──►  draw, words, chart
//
// The address is the only way in, so every step can be linked to.
import { colour, escaped, round } from "./drawing.js";

/**
 * @typedef {object} Game a game as it lies in the page
 * @property {string} game
 * @property {{ name: string, mark: number }[]} seats
 * @property {object} first the first picture
 * @property {{ seat?: number, did: string, followed?: string[], changes: Array, ms?: number, comment?: string }[]} plies
 * @property {number[][]} points everybody's, before the first ply and after each
 * @property {number[]} leads plies that changed who is ahead
 * @property {{ ply: number, seat: number, verdict: string, seen: string }[]} faults
 * @property {string} ending
 */

/** Unpacks what lies in an element. @returns {Promise<Game>} */
async function unpacked(element) {
    const bytes = Uint8Array.from(atob(element.textContent), (letter) => letter.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
    return new Response(stream).json();
}

/**
 * The value with one edit made; what did not change is shared. Behind its path an edit has nothing
 * (what is there goes), what is there now, or where a list changes, how many leave it and who comes.
 * @param {any} value @param {Array<string | number>} path
 */
function edited(value, path, edit) {
    const [, first, gone, come] = edit;
    if (path.length === 0) return come ? [...value.slice(0, first), ...come, ...value.slice(first + gone)] : first;
    const [step, ...rest] = path;
    const copy = Array.isArray(value) ? [...value] : { ...value };
    if (rest.length === 0 && edit.length === 1) delete copy[step];
    else copy[step] = edited(value[step], rest, edit);
    return copy;
}

/** The picture after each ply, made when it is first asked for. @param {Game} game */
export function pictures(game) {
    const made = [game.first];
    return (ply) => {
        while (made.length <= ply) {
            const { changes } = game.plies[made.length - 1];
            made.push(changes.reduce((picture, edit) => edited(picture, edit[0], edit), made.at(-1)));
        }
        return made[ply];
    };
}

/** A position that no board is drawn for: its text. */
function spell(picture) {
    const text = typeof picture === "string" ? picture : JSON.stringify(picture, null, 1);
    return `<pre>${escaped(text)}</pre>`;
}

/** Everybody's points over the game, with the changes of the lead and the faults. @param {Game} game */
function chart(game) {
    const [wide, high] = [600, 120];
    const last = game.plies.length;
    const all = game.points.flat();
    const [low, top] = [Math.min(...all), Math.max(...all)];
    const x = (ply) => round((wide * ply) / Math.max(last, 1));
    const y = (points) => round(high - 6 - ((high - 12) * (points - low)) / Math.max(top - low, 1));
    const line = ({ mark }, seat) => {
        const steps = game.points.map((points, ply) => `${ply ? "H" : "M"}${x(ply)}${ply ? "V" : " "}${y(points[seat])}`);
        return `<path d="${steps.join("")}" fill="none" stroke="${colour(mark)}" stroke-width="2" vector-effect="non-scaling-stroke"/>`;
    };
    const lead = (ply) => `<path class="lead" d="M${x(ply)} 0V${high}" vector-effect="non-scaling-stroke"/>`;
    const fault = ({ ply }) => `<path class="fault" d="M${x(ply)} 0V${high}" vector-effect="non-scaling-stroke"/>`;
    const inside = game.leads.map(lead).join("") + game.faults.map(fault).join("") + game.seats.map(line).join("");
    const label = `Points from ${low} to ${top}; the lead changes ${game.leads.length} times`;
    return `<svg viewBox="0 0 ${wide} ${high}" preserveAspectRatio="none" role="img" aria-label="${label}">${inside}<path class="now" d="M0 0V${high}" vector-effect="non-scaling-stroke"/></svg>`;
}

/** Whether points tell anything before the game is over. @param {Game} game */
function hasCourse({ points }) {
    return points.slice(0, -1).some((now) => now.some((one) => one !== points[0][0]));
}

/** A mark as an element's text. @param {number} mark */
function markOf(mark) {
    return `<svg class="mark seat-${mark}" viewBox="0 0 10 10" aria-hidden="true"><use href="#mark-${mark}"/></svg>`;
}

/** An element with a text that nothing can hide in. */
function element(name, text, className = "") {
    const made = document.createElement(name);
    made.textContent = text;
    if (className) made.className = className;
    return made;
}

/** Who plays, with the points now. @param {Game} game */
function players(game, ply, toMove) {
    return game.seats.map(({ name, mark }, seat) => {
        const line = element("li", "", seat === toMove ? "due" : "");
        line.innerHTML = markOf(mark);
        line.append(element("bdi", name), element("span", String(game.points[ply][seat]), "number"));
        return line;
    });
}

/** Deals and moves in words; faults stand behind the ply at which they came. @param {Game} game */
function moveList(game, number) {
    const faults = (ply) => game.faults.filter((fault) => fault.ply === ply).map(({ seat, verdict, seen }) => {
        const line = element("li", `✗ ${game.seats[seat].name}: ${verdict}. ${seen}`, "fault");
        line.dataset.at = String(ply);
        return line;
    });
    const moves = game.plies.flatMap(({ seat, did, followed = [], ms, comment }, index) => {
        const line = element("li", "", game.leads.includes(index + 1) ? "lead" : "");
        const link = element("a", "");
        link.href = `#game-${number}-ply-${index + 1}`;
        link.append(element("span", String(index + 1), "number"));
        if (seat !== undefined) link.insertAdjacentHTML("beforeend", markOf(game.seats[seat].mark));
        link.append(element("span", did || followed[0] || "", "did"));
        if (ms > 0) link.append(element("small", `${ms} ms`));
        line.append(link);
        for (const more of did ? followed : followed.slice(1)) line.append(element("p", more));
        if (comment) line.append(element("p", `“${comment}”`, "comment"));
        return [line, ...faults(index + 1)];
    });
    return [...faults(0), ...moves];
}

/** The state of the stage: which game, which ply, whether it runs. */
const stage = { number: 0, game: /** @type {Game | null} */ (null), at: (ply) => ply, ply: 0, timer: 0 };

/** Lets games be replayed. @param {(picture: object, options: object) => string} draw */
export function start(draw) {
    if (typeof DecompressionStream !== "function") {
        document.querySelector("#too-old").hidden = false;
        return;
    }
    document.documentElement.classList.add("scripted");
    const dialog = document.querySelector("#replay");
    const find = (what) => dialog.querySelector(what);

    const address = (number, ply) => `#game-${number}-ply-${ply}`;
    const go = (ply) => {
        const to = Math.max(0, Math.min(ply, stage.game.plies.length));
        history.replaceState(null, "", address(stage.number, to));
        show(to);
    };

    function show(ply) {
        const { game } = stage;
        stage.ply = ply;
        const picture = stage.at(ply);
        const previous = ply > 0 ? stage.at(ply - 1) : undefined;
        const place = find(".board");
        place.innerHTML = draw(picture, { previous, seats: game.seats, width: place.clientWidth });
        const isEnd = ply === game.plies.length;
        const failed = game.faults.filter((fault) => fault.ply === ply).map(({ seat, verdict }) => `${game.seats[seat].name}: ${verdict}.`);
        const due = isEnd ? game.ending : picture?.due ?? "";
        find(".due").textContent = [...failed, due].join(" ");
        find(".players").replaceChildren(...players(game, ply, isEnd ? undefined : picture?.to_move));
        find("input[type=range]").value = ply;
        find("output").textContent = `${ply} / ${game.plies.length}`;
        find(".now")?.setAttribute("d", `M${(600 * ply) / Math.max(game.plies.length, 1)} 0V120`);
        markMove(ply);
        for (const [name, off] of [["first", ply === 0], ["back", ply === 0], ["forward", isEnd], ["last", isEnd]]) {
            find(`[data-do=${name}]`).disabled = off;
        }
        if (isEnd) pause();
    }

    function markMove(ply) {
        const list = find(".moves");
        list.querySelector("[aria-current]")?.removeAttribute("aria-current");
        const now = list.querySelector(`a[href="${address(stage.number, ply)}"]`)?.parentElement;
        now?.setAttribute("aria-current", "step");
        const top = now ? now.offsetTop - list.offsetTop - list.clientHeight / 2 : 0;
        list.scrollTop = top;
    }

    /** The one button that is two. */
    function turnButton(word) {
        const button = find("[data-do=play]");
        button.ariaLabel = word;
        button.querySelector("path").setAttribute("d", word === "Play" ? "M6 4l13 8-13 8z" : "M6 4h4v16H6zM14 4h4v16h-4z");
    }

    function pause() {
        clearInterval(stage.timer);
        stage.timer = 0;
        turnButton("Play");
    }

    function play() {
        if (stage.ply === stage.game.plies.length) go(0);
        stage.timer = setInterval(() => go(stage.ply + 1), Number(find("[data-pace]").value));
        turnButton("Pause");
    }

    const verbs = {
        first: () => go(0),
        back: () => go(stage.ply - 1),
        forward: () => go(stage.ply + 1),
        last: () => go(stage.game.plies.length),
        play: () => (stage.timer ? pause() : play()),
        lead: () => go(stage.game.leads.find((ply) => ply > stage.ply) ?? stage.game.leads[0]),
        close: () => dialog.close(),
    };

    async function open(number, ply) {
        const packed = document.querySelector(`#replay-${number}`);
        if (!packed) return dialog.close();
        if (stage.number !== number) {
            pause();
            const wanted = location.hash;
            const game = await unpacked(packed);
            if (location.hash !== wanted) return; // somebody was quicker
            Object.assign(stage, { number, game, at: pictures(game) });
            find("h2").textContent = `Game ${number}: ${game.seats.map(({ name }) => name).join(" – ")}`;
            find("input[type=range]").max = game.plies.length;
            find(".points").innerHTML = hasCourse(game) ? chart(game) : "";
            find(".moves").replaceChildren(...moveList(game, number));
            const lead = find("[data-do=lead]");
            lead.disabled = game.leads.length === 0;
            lead.textContent = game.leads.length === 0 ? "The lead never changes" : `Next lead change (${game.leads.length} in all)`;
        }
        if (!dialog.open) {
            dialog.showModal();
            find("[data-do=play]").focus();
        }
        show(Math.max(0, Math.min(ply, stage.game.plies.length)));
    }

    function follow() {
        const found = /^#game-(\d+)-ply-(\d+)$/.exec(location.hash);
        if (found) open(Number(found[1]), Number(found[2]));
        else if (dialog.open) dialog.close();
    }

    dialog.addEventListener("click", (event) => {
        const verb = event.target.closest?.("[data-do]")?.dataset.do;
        if (verb) {
            if (verb !== "play") pause();
            verbs[verb]();
        }
    });
    dialog.addEventListener("close", () => {
        pause();
        history.replaceState(null, "", `#game-${stage.number}`);
    });
    find("input[type=range]").addEventListener("input", (event) => {
        pause();
        go(Number(event.target.value));
    });
    find("[data-pace]").addEventListener("change", () => {
        if (stage.timer) {
            pause();
            play();
        }
    });
    dialog.addEventListener("keydown", (event) => {
        const isChoice = event.target.matches("select");
        const isButton = event.target.matches("button") && event.key === " ";
        const keys = { ArrowRight: "forward", ArrowLeft: "back", Home: "first", End: "last", " ": "play", l: "lead" };
        const verb = keys[event.key];
        if (!verb || isChoice || isButton || event.ctrlKey || event.altKey || event.metaKey) return;
        event.preventDefault();
        if (verb !== "play") pause();
        if (verb !== "lead" || stage.game.leads.length > 0) verbs[verb]();
    });
    find(".points").addEventListener("click", (event) => {
        const { left, width } = event.currentTarget.getBoundingClientRect();
        go(Math.round((stage.game.plies.length * (event.clientX - left)) / width));
    });
    let width = 0;
    new ResizeObserver(([{ contentRect }]) => {
        if (dialog.open && Math.abs(contentRect.width - width) > 1) show(stage.ply);
        width = contentRect.width;
    }).observe(find(".board"));
    addEventListener("hashchange", follow);
    follow();
}
