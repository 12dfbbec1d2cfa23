import { join } from "node:path";
import { getEditionTexts } from "../../../core/language/catalogs.ts";

interface Publication {
  id: string;
  name: string;
  place: string;
  language: string;
}

/** File with a first story, in a new edition's folder. Readers see it only after an editor adds and publishes it. */
export const FIRST_STORY = "first-story.md";

/** Returns the command that adds a new edition's first story. */
export function formatAddCommand(folder: string, id: string): string {
  return `npx broadsheet stories add ${join(folder, FIRST_STORY)} --edition ${id}`;
}

/** Returns a sample story, which the newsroom replaces with its own text. @param folder the edition's folder */
export function formatFirstStory({ id, name, place, language }: Publication, section: string, folder: string): string {
  const { title, deck, paragraphs } = getEditionTexts(language).firstStory;
  return `---
# Your first story. Write your own text, then add it as a draft, and publish it:
#   ${formatAddCommand(folder, id)}
#   npx broadsheet stories publish SLUG --edition ${id}
# docs/newsroom.md describes every key.
title: ${JSON.stringify(title(place))}
deck: ${JSON.stringify(deck(name))}
section: ${section}
# byline: your name
---

${paragraphs(name, place).join("\n\n")}
`;
}
