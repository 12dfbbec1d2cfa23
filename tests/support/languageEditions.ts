import { cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseDocument } from "yaml";
import { addEveryPart } from "./everyPart.ts";
import type { FeedHost } from "./feedHost.ts";

const FEED = `<rss version="2.0"><channel><title>EL CABLE</title><item><title>EL PUENTE DE LA CALLE WELLS ABRE OTRA VEZ</title>
<link>https://cable.example/1</link><guid>1</guid><pubDate>Mon, 20 Apr 2026 12:00:00 GMT</pubDate>
<description>LA CIUDAD TERMINÓ LA OBRA.</description></item></channel></rss>`;

/** Headlines with the singulars and the plurals of some words, in Spanish and in English. */
export const PLURALS = ["UNA CANCIÓN DE LUZ", "DOS CANCIONES DE LUCES", "ONE CITY BUS", "TWO CITIES AND BUSES"];

/** Serves three feeds with headlines in capitals: in Spanish, in English, and in both languages. */
export function serveLanguageFeeds(host: FeedHost): void {
  host.serve("/cable.xml", { body: FEED, contentType: "application/rss+xml" });
  const wire = FEED.replaceAll("EL PUENTE DE LA CALLE WELLS ABRE OTRA VEZ", "A BRIDGE OPENS").replaceAll(
    "cable",
    "wire",
  );
  host.serve("/wire.xml", { body: wire, contentType: "application/rss+xml" });
  // Dates the stories months back, so that no briefing includes them.
  const date = "<pubDate>Mon, 20 Apr 2026 12:00:00 GMT</pubDate>";
  const items = PLURALS.map((title) => `<item><title>${title}</title><guid>${title}</guid>${date}</item>`);
  const plurals = `<rss version="2.0"><channel><title>EL CORO</title>${items.join("")}</channel></rss>`;
  host.serve("/plurals.xml", { body: plurals, contentType: "application/rss+xml" });
}

/** Writes La Voz de Milwaukee with every part that an edition may have, and the feeds of `serveLanguageFeeds`. */
export async function writeSpanishEdition(editions: string, id: string, host: FeedHost): Promise<void> {
  await writeEdition(editions, id, host, {});
}

/**
 * Writes an edition whose interface is in pseudo-text. The edition's names and contents are in capitals, so that only
 * the interface has small letters.
 */
export async function writePseudoEdition(editions: string, id: string, host: FeedHost): Promise<void> {
  await writeEdition(editions, id, host, {
    language: "en-XA",
    name: "LA VOZ",
    tagline: undefined,
    place: "LAGO",
    region: "LAGO",
    nameplate: { first: "LA", second: "VOZ" },
    hosts: [`${id}.localhost`],
    links: { pages: [] },
  });
}

async function writeEdition(
  editions: string,
  id: string,
  host: FeedHost,
  change: Record<string, unknown>,
): Promise<void> {
  await cp("editions/milwaukee", join(editions, id), { recursive: true });
  const file = join(editions, id, "edition.yaml");
  change = { ...(await addEveryPart(join(editions, id), "cultura")), ...change };
  const document = parseDocument(await readFile(file, "utf8"));
  const isPseudo = change.language === "en-XA";
  document.delete("example");
  document.delete("publishers");
  const sections = (document.toJS() as { sections: { slug: string; name: string }[] }).sections;
  const feeds = [{ url: host.url("/cable.xml"), publisher: "EL CABLE", rights: { text: "full" } }];
  const others: Record<string, object[]> = {
    deportes: [{ url: host.url("/wire.xml"), publisher: "THE WIRE", language: "en", rights: { text: "full" } }],
    pais: [{ url: host.url("/plurals.xml"), publisher: "EL CORO" }],
  };
  document.set(
    "sections",
    sections.map(({ slug, name }) => ({
      slug,
      name: isPseudo ? name.toUpperCase() : name,
      feeds: others[slug] ?? feeds,
    })),
  );
  for (const [key, value] of Object.entries(change))
    if (value === undefined) document.delete(key);
    else document.set(key, value);
  await writeFile(file, String(document));
}
