/** The part of saving that is loaded when the desk opens. */
export { listKeptStories } from "./keptDatabase.ts";
