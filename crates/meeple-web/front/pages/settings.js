// Settings: every choice is applied at once and kept in this browser.
import { escaped } from "/drawings/drawing.js";
import { markOf } from "../parts/marks.js";
import { miniatures } from "../parts/game-cards.js";
import { change, CHOICES, settings } from "../settings.js";
import { sound } from "../sound.js";
import { words } from "../words.js";

/** The words of each choice. */
const NAMES = {
    theme: [words.settings.theme, words.settings.themes],
    palette: [words.settings.palette, words.settings.palettes, words.settings.paletteAbout],
    size: [words.settings.size, words.settings.sizes],
    motion: [words.settings.motion, words.settings.motions],
    sound: [words.settings.sound, words.settings.sounds],
};

/** @param {HTMLElement} main @returns {Promise<import("../main.js").Page>} */
export async function open(main) {
    const marks = Array.from({ length: 9 }, (_, mark) => markOf(mark)).join("");
    main.innerHTML = `<h1>${escaped(words.settings.title)}</h1><p class="quiet">${escaped(words.settings.about)}</p>
        <form class="settings"><div class="field"><label for="own-name">${escaped(words.settings.name)}</label>
        <input id="own-name" name="name" type="text" maxlength="24" autocomplete="nickname" aria-describedby="own-name-about" value="${escaped(settings().name)}">
        <p class="about" id="own-name-about">${escaped(words.settings.nameAbout)}</p></div>
        ${Object.keys(CHOICES).map(choiceHtml).join("")}
        <section class="panel" aria-label="${escaped(words.settings.preview)}"><div class="preview"><div class="marks">${marks}</div>
        <div class="miniature" data-miniature="azul"></div><div class="miniature" data-miniature="chomp"></div></div></section></form>`;
    const form = main.querySelector("form");
    form.addEventListener("change", () => {
        const chosen = Object.fromEntries(new FormData(form));
        const isNewSound = chosen.sound !== settings().sound;
        change({ ...chosen, name: String(chosen.name).trim() });
        if (isNewSound) sound("place");
    });
    form.addEventListener("submit", (event) => event.preventDefault());
    miniatures(form);
    return { title: words.settings.title };
}

/** @param {string} key */
function choiceHtml(key) {
    const [title, names, about = ""] = NAMES[key];
    const parts = CHOICES[key].map((value) => `<label><input type="radio" name="${key}" value="${value}"${settings()[key] === value ? " checked" : ""}><span>${escaped(names[value])}</span></label>`);
    return `<fieldset class="choice"><legend>${escaped(title)}</legend><div class="parts">${parts.join("")}</div>${about ? `<p class="about">${escaped(about)}</p>` : ""}</fieldset>`;
}
