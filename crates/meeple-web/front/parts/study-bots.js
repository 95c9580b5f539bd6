// What stands on the page about bots: a whole bot, the commands, what goes over the wire.
import { escaped } from "/drawings/drawing.js";
import { words } from "../words.js";

const said = words.bots;

/** A whole bot, as docs/bots.md has it. */
const BOT = `#!/usr/bin/env python3
import json, random, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "turn":
        moves = [move for move in message["moves"] if move != "stop"] or ["stop"]
        print(random.choice(moves), flush=True)`;

const TURN = '{"type":"turn","ply":1,"seat":1,"moves":["0,0","0,1","0,2","1,0","1,1"],\n "position":"width=3 height=2 rows=3,2 turn=1","picture":{...},"choices":[...],\n "events":[...],"time_ms":10000}';
const ANSWER = '1,1\n{"move":"1,1","value":0.8,"comment":"the rest is symmetrical"}';

/** @param {import("../api.js").GameInfo[]} games @param {string} game */
export function page(games, game) {
    const options = games.map(({ name }) => `<option value="${escaped(name)}"${name === game ? " selected" : ""}>${escaped(words.games[name] ?? name)}</option>`);
    const field = (name, label, inside) => `<div class="field"><label for="bot-${name}">${escaped(label)}</label>${inside}</div>`;
    return `<h1>${escaped(said.title)}</h1><p class="study-lead">${escaped(said.about)}</p>
    <div class="bots-steps">
    <section><h2>${escaped(said.write)}</h2><p>${escaped(said.writeAbout)}</p>${code(BOT)}</section>
    <section><h2>${escaped(said.check)}</h2><p>${escaped(said.checkAbout)}</p>${sample("check")}</section>
    <section><h2>${escaped(said.table)}</h2><p>${escaped(said.tableAbout)}</p>
        <form class="bots-form">${field("game", said.game, `<select id="bot-game" name="game">${options.join("")}</select>`)}
        ${field("opponent", said.opponent, '<select id="bot-opponent" name="opponent"></select>')}
        ${field("program", said.program, '<input type="text" id="bot-program" name="program" value="./bot.py" spellcheck="false" autocapitalize="off" class="mono">')}
        <button type="submit" class="button primary">${escaped(said.make)}</button></form></section>
    <section><h2>${escaped(said.connect)}</h2><div class="bot-connect" role="status"><p class="quiet">${escaped(said.notYet)}</p></div></section>
    </div>
    <section class="bots-more"><h2>${escaped(said.protocol)}</h2><p>${escaped(said.protocolAbout)}</p>
        <div class="bots-pair"><div><h3>${escaped(said.says)}</h3>${code(TURN)}</div><div><h3>${escaped(said.answers)}</h3>${code(ANSWER)}<p class="small quiet">${escaped(said.flush)}</p></div></div></section>
    <section class="bots-more"><h2>${escaped(said.api)}</h2><p>${escaped(said.apiAbout)}</p>
        ${[["games", said.apiGames], ["advice", said.apiAdvice], ["room", said.apiRoom], ["move", said.apiMove]].map(([name, label]) => `<h3>${escaped(label)}</h3>${sample(name)}`).join("")}
        <p class="quiet">${escaped(said.apiMore)}</p></section>`;
}

/** @param {string} text */
function code(text) {
    return `<div class="study-code"><pre tabindex="0"><code>${escaped(text)}</code></pre><button type="button" class="button small" data-copy>${escaped(said.copy)}</button></div>`;
}

/** @param {string} name */
function sample(name) {
    return `<div class="study-code"><pre tabindex="0"><code data-sample="${name}"></code></pre><button type="button" class="button small" data-copy>${escaped(said.copy)}</button></div>`;
}
