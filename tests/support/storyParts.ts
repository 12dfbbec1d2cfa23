/** Functions that split a document into parts with one story each: cards, rows, a feed's items, a mail's paragraphs. */
export const STORY_PARTS = {
  page: (html: string) => html.match(/<article[\s\S]*?<\/article>/g) ?? [],
  textPage: (html: string) => splitBefore(html, /<a href="\/text\/article\//),
  // Removes the element `source`, which few feed readers show.
  xml: (xml: string) => xml.replace(/<source[\s\S]*?<\/source>/g, "").match(/<(item|entry)>[\s\S]*?<\/\1>/g) ?? [],
  json: (json: string) =>
    (JSON.parse(json).items as { url: string; authors: object[] }[]).map(({ url, authors }) =>
      JSON.stringify({ url, authors }),
    ),
  suggestions: (json: string) =>
    (JSON.parse(json) as { stories: object[] }).stories.map((story) => JSON.stringify(story)),
  mail: (html: string) => splitBefore(html, /<h[13]\b/),
  plainMail: (text: string) => text.split(/\n\n+/),
  whole: (text: string) => [text],
} satisfies Record<string, (text: string) => string[]>;

/** Returns the parts about samples that lack the label "Sample story". @throws {Error} if no part is about a sample */
export function findUnmarked(parts: readonly string[], sampleSlugs: ReadonlySet<string>): string[] {
  const samples = parts.filter((part) => {
    const slugs = Array.from(part.matchAll(/\/article\/([^"?#]+)/g), ([, slug = ""]) => decodeURIComponent(slug));
    return slugs.some((slug) => sampleSlugs.has(slug));
  });
  if (samples.length === 0) throw new Error(`No sample is among ${parts.length} parts.`);
  return samples.filter((part) => !part.includes("Sample story"));
}

function splitBefore(text: string, start: RegExp): string[] {
  return text.split(new RegExp(`(?=${start.source})`)).filter((part) => part.search(start) === 0);
}

/**
 * Returns the parts that show a story of `sectionFeeds.ts` without the name of its publisher.
 *
 * @param publishers the publishers' names, by section
 * @throws {Error} if no part shows a story of `sectionFeeds.ts`
 */
export function findUnnamed(parts: readonly string[], publishers: Record<string, string>): string[] {
  const stories = parts.flatMap((part) => {
    const [, section = ""] = /morning[ -](\w+)[ -]story/i.exec(part) ?? [];
    const publisher = publishers[section.toLowerCase()];
    return publisher ? [{ part, publisher }] : [];
  });
  if (stories.length === 0) throw new Error(`No story is among ${parts.length} parts.`);
  return stories.flatMap(({ part, publisher }) => (part.includes(publisher) ? [] : [part]));
}
