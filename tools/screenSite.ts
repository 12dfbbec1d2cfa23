import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { drawScenery } from "../core/skyline.ts";
import { centerCalendar, withCalendars } from "../tests/support/calendar.ts";
import { broadsheet } from "../tests/support/commandLine.ts";
import { writeTestEdition } from "../tests/support/editions.ts";
import { startFeedHost } from "../tests/support/feedHost.ts";
import { waitForPolls } from "../tests/support/pollLog.ts";
import { readUntil } from "../tests/support/readUntil.ts";
import { broadcastSamples } from "../tests/support/sampleFeeds.ts";
import { SECTIONS } from "../tests/support/sectionFeeds.ts";
import { startSite, temporaryFolder } from "../tests/support/site.ts";

/** Path of the site's staff story, which has photos, a quote and a table. */
export const STAFF_STORY = "/article/night-ferry-tries-a-third-season";

/** Text of the site's staff story, without its photo. */
export const STORY_TEXT = `The night ferry is back from Friday, with one boat more and two stops fewer than last year. It carried 41,300 passengers
in its second season, half of them after midnight, and lost less money than the bus that it replaced.

## Who is on board

Most are on the way home from work. A survey in March counted more nurses than diners, and more bakers than either.

~~~quote
The bus took an hour and a half. On the boat I sit down, and someone says good night.
— Rosa Quintero, a baker
~~~

| Stop          | First boat | Last boat | Passengers |
| :------------ | ---------: | --------: | ---------: |
| Museum Pier   |  9:10 p.m. | 1:40 a.m. |     18,204 |
| Canal Street  |  9:25 p.m. | 1:25 a.m. |     14,880 |
| Elevator Slip |  9:40 p.m. | 1:10 a.m. |      8,216 |
`;
export const STORY_END = "The fare stays at $3. The council votes on a fourth season in October.\n";

const STORY = `---
title: Night Ferry Tries a Third Season
deck: The last boat leaves at 1:40 a.m. Those who bake, clean and nurse for the city are on it.
section: local
byline: [Ada Moss]
image: { file: pier.jpg, alt: Sailboats off the shore, caption: The harbor on the first evening of the season., credit: Cy Dunn }
---

${STORY_TEXT}
![A lighthouse at the harbor's mouth](light.jpg "The light at the harbor’s mouth, which the boats pass at slow speed.")

${STORY_END}`;

export interface ScreenSite {
  url: string;
  stop(): Promise<void>;
}

/** Starts a site with a calendar and a staff story. Feeds serve the edition's samples, and drawings replace photos. */
export async function startScreenSite(): Promise<ScreenSite> {
  const folder = await temporaryFolder();
  const host = await startFeedHost();
  host.serve("/center.ics", { body: centerCalendar(), contentType: "text/calendar" });
  const editions = await writeTestEdition(join(folder.path, "editions"), {
    feeds: await broadcastSamples(host, "editions"),
    relays: [],
    change: withCalendars([{ url: host.url("/center.ics"), publisher: "Lakeside Center" }]),
  });
  const database = `sqlite:${join(folder.path, "broadsheet.db")}`;
  await publishStory(folder.path, { DATABASE_URL: database, EDITIONS_DIR: editions });
  const env = { ALLOW_PRIVATE_HOSTS: host.allowed, DATABASE_URL: database };
  const site = await startSite({ editions, data: folder.path, env });
  // One section has two feeds.
  await waitForPolls(site, SECTIONS.length + 1);
  await site.logs((log) => log.includes('"calendar polled"'));
  await readUntil(
    async () => (await fetch(site.url + STAFF_STORY)).text(),
    (html) => (html.match(/<img [^>]*\/pictures\//g)?.length ?? 0) > 1,
  );
  return {
    url: site.url,
    async stop() {
      await site.stop();
      await host.close();
      await folder.remove();
    },
  };
}

async function publishStory(folder: string, env: Record<string, string>): Promise<void> {
  for (const [name, seed, landscape] of [
    ["pier", "mouth", "lake"],
    ["light", "light", "harbor"],
  ] as const) {
    const drawing = sharp(Buffer.from(drawScenery(seed, "dusk", { landscape })), { density: 360 });
    await writeFile(join(folder, `${name}.jpg`), await drawing.resize(1600, 900).jpeg().toBuffer());
  }
  const file = join(folder, "story.md");
  await writeFile(file, STORY);
  const slug = STAFF_STORY.replace("/article/", "");
  for (const args of [
    ["migrate"],
    ["stories", "add", file, "--as", "Eve"],
    ["stories", "publish", slug, "--as", "Eve"],
  ]) {
    const { status, errors } = await broadsheet(args, env);
    if (status !== 0) throw new Error(`npx broadsheet ${args.join(" ")}: ${errors}`);
  }
}
