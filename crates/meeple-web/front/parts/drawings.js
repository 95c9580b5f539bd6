// How each game is drawn.
import { draw as azul } from "/drawings/azul.js";
import { draw as chomp } from "/drawings/chomp.js";
import { draw as filler } from "/drawings/filler.js";
import { draw as grass } from "/drawings/grass.js";

/** @type {Record<string, (picture: any, options: any) => string>} */
export const DRAWINGS = { chomp, filler, azul, grass };
