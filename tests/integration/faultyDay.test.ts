import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openDesk } from "../support/desk.ts";
import { writeTestEdition } from "../support/editions.ts";
import { FAULTS } from "../support/faults.ts";
import { type FeedHost, startFeedHost } from "../support/feedHost.ts";
import { temporaryFolder } from "../support/site.ts";

const START = Date.parse("2026-11-21T00:00:00Z");
const MINUTE = 60_000;
const HOURS = 24;
/** Every feed brings a story so often. */
const STORY_EVERY = 120 * MINUTE;
/** What a feed brought it tells anew so often, each time dated later, */
const EDIT_EVERY = 20 * MINUTE;
/** and so many times. */
const EDITS = 3;
/** How often the clock stops for what is due. */
const STEP = 3;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let host: FeedHost;

beforeAll(async () => {
  folder = await temporaryFolder();
  host = await startFeedHost();
});

afterAll(async () => {
  await host.close();
  await folder.remove();
});

/** The 15 newest stories that a feed has brought by now, the newest of them edited and dated anew again and again. */
function feedAt(name: string, now: number): string {
  const newest = Math.floor((now - START) / STORY_EVERY) + 15;
  const items = Array.from({ length: 15 }, (_, index) => {
    const number = newest - index;
    const firstTold = START + (number - 15) * STORY_EVERY;
    const edits = Math.min(Math.floor((now - firstTold) / EDIT_EVERY), EDITS);
    const date = new Date(firstTold + edits * 5 * MINUTE).toUTCString();
    return `<item><guid>${name}-${number}</guid><title>${name} brings report number ${number}</title><link>https://${name}.example/${number}</link><pubDate>${date}</pubDate><description>Edition ${edits}</description></item>`;
  });
  return `<rss version="2.0"><channel><title>${name}</title>${items.join("")}</channel></rss>`;
}

const isOneOf = (title: string, ...numbers: number[]) => numbers.includes(Number(title.split(" ").at(-1)));

it(`tells whole pages through ${HOURS} hours in which every feed fails a third of the time in every way`, async () => {
  const sections: string[] = [];
  const editions = await writeTestEdition(join(folder.path, "editions"), {
    feeds: (section) => {
      if (section === "events") return [];
      sections.push(section);
      return [host.url(`/${section}.xml`)];
    },
    relays: host.relays,
  });
  const desk = await openDesk(editions, host, START);
  // A number generator of its own, so that a failure can be seen again.
  let seed = 20_261_121;
  const chance = () => {
    seed = (seed * 16_807) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  const paths = sections.map((section) => `/${section}.xml`);
  const refresh = () => {
    for (const section of sections) host.serve(`/${section}.xml`, { body: feedAt(section, desk.now()) });
  };

  refresh();
  await desk.poll();
  desk.hurry(true);
  let polls = 0;
  const used = new Set<string>();
  for (let minutes = 0; minutes < HOURS * 60; minutes += STEP) {
    desk.pass(STEP);
    refresh();
    for (const path of paths) {
      const fault = FAULTS[Math.floor(chance() * FAULTS.length)];
      const forWhom = chance() < 0.5 ? "all" : "direct";
      if (fault && chance() < 1 / 3) {
        host.fault(path, fault, forWhom);
        used.add(fault.kind);
      } else host.heal(path);
    }
    await desk.poll();
    host.release();
    polls++;
    const page = await desk.news.frontPage();
    expect(page.hero.state, `minute ${minutes}`).toBe("loaded");
    expect(page.blocks.map(({ stories }) => stories.length)).toEqual(page.blocks.map(() => 5));
    for (const section of sections)
      expect((await desk.news.section(section))?.block.stories, `${section}, minute ${minutes}`).toHaveLength(15);
  }
  expect(polls).toBe((HOURS * 60) / STEP);
  expect(used.size).toBe(new Set(FAULTS.map(({ kind }) => kind)).size);

  // No article is lost: every story that a feed brought while it could be asked stands once.
  const rows = await desk.database.selectFrom("articles").select(["title", "slug"]).execute();
  const doubled = rows.filter(({ title }, index) => rows.findIndex((row) => row.title === title) !== index);
  expect(doubled.map(({ slug }) => slug)).toEqual([]);

  for (const path of paths) host.heal(path);
  desk.hurry(false);
  const endOfFaults = desk.now();
  // A feed that says that it is gone is asked once a day: a day is its interval.
  const waits = await Promise.all(
    paths.map(async (path) => {
      const { lastStatus, lastError, intervalMinutes } = await desk.state(host.url(path));
      return lastStatus === 410 && lastError ? 24 * 60 : Math.max(15, intervalMinutes ?? 0);
    }),
  );
  for (const wait of [...new Set(waits)].sort((a, b) => a - b)) {
    while (desk.now() < endOfFaults + wait * 1.1 * MINUTE) {
      refresh();
      await desk.run(1, 1);
    }
    for (const [index, path] of paths.entries())
      if ((waits[index] ?? 0) <= wait)
        expect(await desk.state(host.url(path)), path).toMatchObject({ failures: 0, lastError: null });
  }
  const brought = await desk.database.selectFrom("articles").select(["title", "excerpt"]).execute();
  for (const section of sections) {
    const numbers = brought
      .filter(({ title }) => title.startsWith(`${section} brings`))
      .map(({ title }) => Number(title.split(" ").at(-1)))
      .sort((a, b) => a - b);
    // 15 stories last 30 hours, so that not even a day after a 410 can have cost one.
    expect(numbers, section).toEqual(Array.from({ length: numbers.length }, (_, index) => index + 1));
    expect(numbers.length, section).toBeGreaterThanOrEqual(15 + HOURS / 2);
    // Whatever a feed told anew while it was asked, all but its two newest, is as it was told last.
    const newest = Math.max(...numbers);
    const settled = brought.filter(
      ({ title }) => title.startsWith(`${section} brings`) && !isOneOf(title, newest, newest - 1),
    );
    expect(new Set(settled.map(({ excerpt }) => excerpt)), section).toEqual(new Set([`Edition ${EDITS}`]));
  }
  await desk.close();
}, 600_000);
