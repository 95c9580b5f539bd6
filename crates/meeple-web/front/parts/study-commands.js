// What can be typed on a terminal to bring a bot to a table, or to ask the server.
//
//     meeple bot azul ./bot.py --connect 'http://127.0.0.1:8080/room/k7mq2w9xt4#bot=TOKEN'

/** The command that brings a bot to its seat. @param {string} game @param {string} program @param {string} url */
export function command(game, program, url) {
    return `meeple bot ${game} ${quoted(program)} --connect '${url}'`;
}

/** A program as a shell takes it. @param {string} program */
export function quoted(program) {
    return /^[\w./:@%+=,-]+$/.test(program) ? program : `'${program.replace(/'/g, "'\\''")}'`;
}

/** What can be typed, for a game and a program. @param {string} game @param {string} program @param {string} site @returns {Record<string, string>} */
export function samples(game, program, site) {
    const json = (value) => `--json '${JSON.stringify(value)}'`; // -d would send it as a form, which is refused
    return {
        check: `meeple check-bot ${game} ${quoted(program)}${game === "filler" ? " --dialect json" : ""}`,
        games: `curl -s ${site}/api/games`,
        advice: `curl -s ${site}/api/advice ${json({ game: "chomp", position: "width=5 height=4 rows=5,3,3,1 turn=0", top: 3 })}`,
        room: `curl -s ${site}/api/rooms ${json({ game: "chomp", seats: ["me", "normal"], name: "Ann" })}`,
        move: `curl -s ${site}/api/rooms/ROOM/do -H 'Authorization: Bearer SECRET' ${json({ do: "play", ply: 0, move: "1,1" })}`,
    };
}
