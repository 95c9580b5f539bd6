// Tables at which a game is soon over: few squares, a small board, or a position near the end.

/** For two people, and a computer where three can play. @type {Record<string, { seats: string, options?: Record<string, string>, position?: string }>} */
export const TABLES = {
    chomp: { seats: "me,open", options: { width: "4", height: "3" } },
    filler: { seats: "me,open", options: { map: "@....../......./......./......./......$" } },
    azul: {
        seats: "me,open,easy",
        position: "players=3 wall=colour round=4 starter=1 turn=1 marker=centre bag=9,8,6,9,8 lid=0,0,0,0,0 factories=BRRW,YRRK,BYKW,BYRK,BRKW,BRKW,YWWW centre=- scores=9,27,16"
            + " lines0=-,-,R,-,- wall0=..RKW,W..RK,.....,..WB.,...W. floor0=- lines1=-,-,-,-,B wall1=.YRK.,.BYR.,KW...,.K...,.R... floor1=- lines2=-,-,YY,-,- wall2=BYR..,.BY..,..B..,....Y,Y.K.. floor2=-",
    },
    grass: { seats: "me,open,easy" },
};

export const GAMES = Object.keys(TABLES);
