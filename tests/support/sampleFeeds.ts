import { buildFeed } from "../../core/feed/build.ts";
import { loadEditions } from "../../server/editions/loading/load.ts";
import type { SampleStory } from "../../server/editions/pages/samples.ts";
import { sampleBody } from "../../server/news/story.ts";
import type { FeedHost } from "./feedHost.ts";

const PUBLISHER = "The Lakeshore Wire";
const SECOND = "Prairie State Radio";

/**
 * Serves the sample stories of the first edition as feeds, one for each section that follows feeds. The first
 * section has a second feed, which repeats the section's first story under another title.
 *
 * @returns a function that lists a section's feeds for `writeTestEdition`
 */
export async function broadcastSamples(host: FeedHost, editionsFolder: string) {
  const [edition] = await loadEditions(editionsFolder);
  const followed = edition?.sections.filter(({ feeds }) => feeds.length > 0) ?? [];
  for (const [index, { slug, name }] of followed.entries()) {
    const samples = edition?.samples.get(slug) ?? [];
    const items = samples.map(toItem);
    host.serve(`/wire/${slug}.xml`, {
      body: toRss(`${PUBLISHER}: ${name}`, items),
      contentType: "application/rss+xml",
    });
    const [first] = index === 0 ? samples : [];
    if (!first) continue;
    const again = toItem({ ...first, title: first.title.replace(" the ", " "), author: "Elena Ruiz" });
    host.serve("/second.xml", { body: toRss(SECOND, [again]), contentType: "application/rss+xml" });
  }
  return (section: string) => {
    const index = followed.findIndex(({ slug }) => slug === section);
    if (index < 0) return [];
    const own = { url: host.url(`/wire/${section}.xml`), publisher: PUBLISHER, rights: { text: "full", export: true } };
    return index === 0 ? [own, { url: host.url("/second.xml"), publisher: SECOND }] : [own];
  };

  function toItem(sample: SampleStory) {
    const { title, author, date, description } = sample;
    const link = `https://wire.example/${encodeURIComponent(title)}`;
    const contentHtml = sampleBody(sample, { language: "en-US" });
    const rest = { categories: [], contentHtml, image: null, enclosure: null, source: null };
    const instant = new Date(date).toISOString();
    return { title, link, author, date: instant, changedAt: instant, description, ...rest };
  }

  function toRss(title: string, items: ReturnType<typeof toItem>[]) {
    const own = { title, description: title, link: host.url("/"), self: host.url("/"), language: "en-US", hub: null };
    const channel = { ...own, copyright: "", image: host.url("/i.png"), changedAt: null };
    return buildFeed({ channel, items }, "rss");
  }
}
