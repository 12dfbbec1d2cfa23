import { getEditionTexts } from "../../../core/language/catalogs.ts";

interface Publication {
  name: string;
  place: string;
  language: string;
}

/** Maximum length of a page's description, in characters. Search engines truncate longer ones. */
const MAX_DESCRIPTION_LENGTH = 160;

/** Returns the page /about of a new edition. */
export function formatAbout({ name, place, language }: Publication): string {
  const { title, description, paragraphs } = getEditionTexts(language).about;
  return `---
# The page /about. Replace the text with your own; this first part is for the top of the page and for search engines.
title: ${JSON.stringify(title(name))}
description: ${JSON.stringify(shorten(description(name)))}
---

${formatParagraphs(paragraphs(name, place))}`;
}

/** Returns the page /privacy of a new edition. The page describes the software's default behavior. */
export function formatPrivacy({ name, language }: Publication, today: string): string {
  const { title, description, paragraphs } = getEditionTexts(language).privacy;
  return `---
# The page /privacy. It says what the site does as it is now: no sign-up, no contact form, no advertising server. Change
# it before you add one.
title: ${JSON.stringify(title)}
description: ${JSON.stringify(shorten(description(name)))}
updated: ${today}
---

${formatParagraphs(paragraphs(name))}`;
}

/** Formats paragraphs as Markdown. Makes the words in brackets a link to the list of sources. */
function formatParagraphs(paragraphs: readonly string[]): string {
  return paragraphs.map((text) => `${text.replace(/\[([^[\]]+)\]/, "[$1](/sources)")}\n`).join("\n");
}

function shorten(text: string): string {
  return text.length <= MAX_DESCRIPTION_LENGTH ? text : `${text.slice(0, MAX_DESCRIPTION_LENGTH - 1)}…`;
}
