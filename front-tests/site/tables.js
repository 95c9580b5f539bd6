// Tables at which a game is soon over where that can be had: few squares, a small board.

/** For two people, and a computer where three can play. @type {Record<string, { seats: string, options?: Record<string, string> }>} */
export const TABLES = {
    chomp: { seats: "me,open", options: { width: "4", height: "3" } },
    filler: { seats: "me,open", options: { map: "@....../......./......./......./......$" } },
    azul: { seats: "me,open,easy" },
    grass: { seats: "me,open,easy" },
};

export const GAMES = Object.keys(TABLES);
