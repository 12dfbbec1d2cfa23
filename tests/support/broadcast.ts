import { buildFeed } from "../../core/feed/build.ts";
import { loadEditions, type SampleStory } from "../../server/editions/load.ts";
import { sampleBody } from "../../server/news/sampleBody.ts";
import type { FeedHost } from "./feedHost.ts";

const PUBLISHER = "The Lakeshore Wire";
const SECOND = "Prairie State Radio";

/**
 * Puts the stories of the first edition on the feed host, as feeds of the sections that follow feeds. The first story of
 * all is in a second feed, too, in other words.
 *
 * @returns the feeds of a section, as `writeTestEdition` wants them
 */
export async function broadcastSamples(host: FeedHost, editionsFolder: string) {
  const [edition] = await loadEditions(editionsFolder);
  const followed = edition?.sections.filter(({ feeds }) => feeds.length > 0) ?? [];
  for (const [place, { slug, name }] of followed.entries()) {
    const samples = edition?.samples.get(slug) ?? [];
    const items = samples.map((sample) => itemOf(sample));
    host.serve(`/wire/${slug}.xml`, { body: rss(`${PUBLISHER}: ${name}`, items), contentType: "application/rss+xml" });
    const [first] = place === 0 ? samples : [];
    if (!first) continue;
    const again = itemOf({ ...first, title: first.title.replace(" the ", " "), author: "Elena Ruiz" });
    host.serve("/second.xml", { body: rss(SECOND, [again]), contentType: "application/rss+xml" });
  }
  return (section: string) => {
    const place = followed.findIndex(({ slug }) => slug === section);
    if (place < 0) return [];
    const own = { url: host.url(`/wire/${section}.xml`), publisher: PUBLISHER, fullText: true };
    return place === 0 ? [own, { url: host.url("/second.xml"), publisher: SECOND }] : [own];
  };

  function itemOf(sample: SampleStory) {
    const { title, author, date, description } = sample;
    const link = `https://wire.example/${encodeURIComponent(title)}`;
    const rest = { categories: [], contentHtml: sampleBody(sample), picture: null, enclosure: null, source: null };
    const instant = new Date(date).toISOString();
    return { title, link, author, date: instant, changedAt: instant, description, ...rest };
  }

  function rss(title: string, items: ReturnType<typeof itemOf>[]) {
    const own = { title, description: title, link: host.url("/"), self: host.url("/"), language: "en-US", hub: null };
    const channel = { ...own, copyright: "", image: host.url("/i.png"), changedAt: null };
    return buildFeed({ channel, items }, "rss");
  }
}
