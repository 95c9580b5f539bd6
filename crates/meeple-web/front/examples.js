// Positions that show what a rule means; they stand beside the rules.
//
//     { rule: "C2", title, caption, position, move, name }     before ─► move ─► after
//     { rule: "F6", title, caption, position }                 a position alone
//
// Positions and moves are written as in docs/notation.md; the server reads them as it reads any other. `name` is
// the move as people write it.
// Where chance has a part in what follows a move, `seed` makes it the same every time.

/**
 * @typedef {object} Example
 * @property {string} rule the number of the rule it shows, and stands beside
 * @property {string} [beside] the heading it stands beside instead
 * @property {string} title
 * @property {string} caption
 * @property {string} position
 * @property {string} [move]
 * @property {string} [name] with every move
 * @property {number} [seed]
 */

/** @type {Record<string, Example[]>} */
export const EXAMPLES = {
    chomp: [
        {
            rule: "C2", title: "A bite",
            caption: "Biting D2 takes its square and everything that is not above it and not to its left: six squares.",
            position: "width=5 height=4 rows=5,5,5,5 turn=0", move: "1,3", name: "D2",
        },
        {
            rule: "C3", title: "The poison",
            caption: "You may bite the poison, but then you lose at once.",
            position: "width=5 height=4 rows=2,1 turn=0", move: "0,0", name: "A1",
        },
        {
            rule: "C4", title: "Only the poison is left",
            caption: "After B1 is bitten, only the poison is left. The player to move has lost, without having to bite it.",
            position: "width=5 height=4 rows=2 turn=0", move: "0,1", name: "B1",
        },
        {
            rule: "C2", beside: "What is known", title: "A square bar",
            caption: "On a square bar, biting B2 wins: it leaves two arms of equal length.",
            position: "width=5 height=5 rows=5,5,5,5,5 turn=0", move: "1,1", name: "B2",
        },
        {
            rule: "C2", beside: "What is known", title: "Two arms",
            caption: "The other player has shortened one arm. Copy the bite on the other arm, and the last square but the poison is yours.",
            position: "width=5 height=5 rows=5,1,1 turn=0", move: "0,3", name: "D1",
        },
        {
            rule: "C6", beside: "What is known", title: "Two rows",
            caption: "With two rows, keep the upper one longer by one square: biting F2 does that.",
            position: "width=6 height=2 rows=6,6 turn=0", move: "1,5", name: "F2",
        },
    ],
    filler: [
        {
            rule: "F3", title: "Margins may hang out",
            caption: "The first column of this piece is empty, so it may lie outside the board, left of column A.",
            position: "board=......../@......./a......./a......./......../....ss../.....$../........ turn=0 piece=3x3:..O/.OO/..O stuck=none placed=1,1 margins=overhang score=cells", move: "-1,1", name: "B2",
        },
        {
            rule: "F4", title: "One cell overlaps",
            caption: "Exactly one filled cell covers a cell of your own; it has a ring. All others lie on empty cells.",
            position: "board=........./.@......./.aa....../..a....../........./.....ss../......$../......... turn=0 piece=3x2:.O./OOO stuck=none placed=1,1 margins=overhang score=cells", move: "2,2", name: "D3",
        },
        {
            rule: "F4", title: "Close to the other",
            caption: "No cell may cover one of the opponent, though they may touch. That leaves two places for this piece.",
            position: "board=........./..@@...../...aa..../....a$.../.....$$../......ss./........./......... turn=0 piece=3x2:OO./.OO stuck=none placed=2,3 margins=overhang score=cells", move: "2,0", name: "C1",
        },
        {
            rule: "F5", title: "Stuck",
            caption: "This piece fits nowhere, so you have to stop. The other player continues alone.",
            position: "board=@@@@$..../@aa@$$$../@@@$ss$../$$$$$$$../$$$$$$.../$$$$..... turn=0 piece=3x2:OO./.OO stuck=none placed=4,6 margins=overhang score=cells", move: "stop", name: "stop", seed: 1,
        },
        {
            rule: "F6", title: "The score",
            caption: "Both are stuck. The cells are counted, 29 to 17: the first player wins, no matter who was stuck first.",
            position: "board=@@@@@@@@/@@@@@@@@/@@@$@@@@/@@$$$@@@/$$$$$$.@/$$$$$$$. turn=0 stuck=0,1 placed=6,6 margins=overhang score=cells",
        },
    ],
    azul: [
        {
            rule: "A5", title: "From a factory",
            caption: "All yellow tiles of factory 4 go to line 2 and fill it. The other tiles of the factory slide to the centre.",
            position: "players=2 wall=colour round=1 starter=0 turn=0 marker=centre bag=17,13,16,17,17 lid=0,0,0,0,0 factories=RRWW,YYYR,BKKW,BBYY,YYRK centre=- scores=0,0 lines0=-,-,-,-,- wall0=.....,.....,.....,.....,..... floor0=- lines1=-,-,-,-,- wall1=.....,.....,.....,.....,..... floor1=-", move: "4 yellow 2", name: "yellow from factory 4 to line 2",
        },
        {
            rule: "A5", title: "The marker",
            caption: "The first player to take from the centre gets the marker: it costs a slot of the floor, and the first move of the next round.",
            position: "players=2 wall=colour round=1 starter=0 turn=1 marker=centre bag=17,13,16,17,17 lid=0,0,0,0,0 factories=RRWW,YYYR,BKKW,-,YYRK centre=BB scores=0,0 lines0=-,YY,-,-,- wall0=.....,.....,.....,.....,..... floor0=- lines1=-,-,-,-,- wall1=.....,.....,.....,.....,..... floor1=-", move: "centre blue 2", name: "blue from the centre to line 2",
        },
        {
            rule: "A6", title: "More than fits",
            caption: "Four blue tiles, and line 4 has room for two: the other two fall to the floor, behind the marker.",
            position: "players=2 wall=colour round=5 starter=0 turn=1 marker=centre bag=0,0,0,0,0 lid=6,12,5,9,15 factories=-,-,-,-,- centre=BBBBYYRRKKKKK scores=6,3 lines0=W,RR,RRR,KKK,- wall0=BYRK.,WBY..,.W...,.....,Y..W. floor0=- lines1=B,-,RRR,BB,BBBB wall1=.YRKW,.BYRK,...Y.,.....,.R... floor1=R", move: "centre blue 4", name: "blue from the centre to line 4",
        },
        {
            rule: "A10", title: "Tiling",
            caption: "The last tiles are taken, and every full line sends one to the wall. White in row 2 makes three across and two down: 5 points. Then the floor is paid for.",
            position: "players=2 wall=colour round=3 starter=0 turn=1 marker=0 bag=4,10,8,11,7 lid=6,7,1,3,5 factories=-,-,-,-,- centre=BBBB scores=0,5 lines0=Y,WW,KK,RR,RRRRR wall0=B..K.,.B..K,.....,..W..,....B floor0=M lines1=K,WW,WWW,BB,RRR wall1=.YR..,.BY..,K....,.....,..... floor1=-", move: "centre blue 4", name: "blue from the centre to line 4", seed: 1,
        },
        {
            rule: "A12", title: "The end",
            caption: "White completes the top row of the first player, blue that of the second: the game ends after this round, and each complete row is worth 2 more.",
            position: "players=2 wall=colour round=5 starter=0 turn=0 marker=1 bag=0,0,0,0,0 lid=6,12,5,9,15 factories=-,-,-,-,- centre=RR scores=6,3 lines0=W,RR,RRR,KKK,KKKKK wall0=BYRK.,WBY..,.W...,.....,Y..W. floor0=- lines1=B,-,RRR,BBBB,BBBB wall1=.YRKW,.BYRK,...Y.,.....,.R... floor1=MBBYYR", move: "centre red floor", name: "red from the centre to the floor",
        },
        {
            rule: "A16", title: "The grey side",
            caption: "On the grey side the player chooses the cell. Blue may not go to column A or B, which already have it; in column C it makes two across.",
            position: "players=2 wall=grey round=2 starter=1 turn=0 marker=0 bag=12,13,12,11,12 lid=1,2,1,1,3 factories=-,-,-,-,- centre=- scores=12,5 lines0=-,-,BBB,RRRR,BB wall0=BK...,KB...,.Y...,.....,..... floor0=MY lines1=Y,KK,KKK,YY,WWWW wall1=K....,R....,W....,.....,..... floor1=RR", move: "wall 3 3", name: "C3",
        },
    ],
    grass: [
        {
            rule: "G7", title: "Exchange",
            caption: "For one coupon the fourth of the next tiles comes into hand. The drawn one and those that were skipped go to the back of the queue.",
            position: "players=2 shapes=show final=anywhere tie=grass round=6 turn=1 coupons=0,1 spent=no pending=0,0 stolen=- queue=50,37,52,53,21,79,?1,76,64,16 discarded=- tiles=4:BPfr:1,26:BG:0,28:CRfrr:1,43:EGr:0,54:FMf:0,56:AJr:0,72:GHrrr:0,81:CJrr:0,88:EPf:1,92:AOr:1,93:DKf:0 single=BM:1,CL:0 bonus=BL:R,IR:E,ML:E,NB:S captured=CP:E:1,GI:R:0 stones=-", move: "exchange 4", name: "exchange for next tile 4", seed: 1,
        },
        {
            rule: "G9", title: "Laying",
            caption: "The tile must touch your own grass along an edge, and none of its cells may touch anybody else's. Corners mean nothing.",
            position: "players=2 shapes=show final=anywhere tie=grass round=1 turn=1 coupons=1,1 spent=no pending=0,0 stolen=- queue=82,85,44,40,19,21,?14 discarded=- tiles=78:IIfrr:0 single=KI:1,LJ:0 bonus=EQ:R,IK:E,KQ:R,LI:E,QG:S,RS:E captured=- stones=-", move: "lay JE fr", name: "H10 flipped and turned right", seed: 1,
        },
        {
            rule: "G10", title: "Capture",
            caption: "With this tile all four neighbours of the exchange square at K9 are yours: it is captured, and gives one more coupon.",
            position: "players=2 shapes=show final=anywhere tie=grass round=2 turn=0 coupons=1,1 spent=no pending=0,0 stolen=- queue=85,44,40,19,21,76,?13 discarded=- tiles=78:IIfrr:0,82:JEfr:1 single=KI:1,LJ:0 bonus=EQ:R,IK:E,KQ:R,LI:E,QG:S,RS:E captured=- stones=-", move: "lay GK f", name: "L7 flipped", seed: 1,
        },
        {
            rule: "G12", title: "Robbery",
            caption: "A robbery takes a whole tile of another player: here the one at E8. It is laid next, turned at will.",
            position: "players=2 shapes=show final=anywhere tie=grass round=6 turn=0 coupons=1,1 spent=yes pending=0,1 stolen=- queue=57,3,6,25,75,?4,37 discarded=- tiles=19:HDrr:1,21:EOr:0,30:HQrr:0,40:HMrr:0,42:GFfr:1,44:IF:1,63:DQrr:0,76:HBrr:1,78:IIfrr:0,82:JEfr:1,85:GKf:0 single=KI:1,LJ:0 bonus=KQ:R,LI:E,QG:S,RS:E captured=EQ:R:0,IK:E:0 stones=-", move: "steal HE", name: "steal the tile on E8",
        },
        {
            rule: "G15", title: "The largest square",
            caption: "Both have a square of 4x4. The first player has more grass on the board, 73 cells to 40, and wins.",
            position: "players=2 shapes=show final=anywhere tie=grass round=over turn=0 coupons=0,0 spent=no pending=0,0 stolen=- queue=81,22,37 discarded=- tiles=3:KM:0,6:GD:1,19:LQfrrr:0,21:EOr:0,25:LOrr:0,30:HQrr:0,31:MMrr:0,40:HMrr:0,42:GFfr:1,44:IF:1,57:IBrrr:1,63:DQrr:0,70:ECfr:1,75:GAfrr:1,76:IM:0,78:IIfrr:0,82:JEfr:1,85:GKf:0 single=CG:1,JE:0,KI:1,LJ:0 bonus=LI:E,QG:S,RS:E captured=EQ:R:0,IK:E:0,KQ:R:0 stones=-",
        },
    ],
};
