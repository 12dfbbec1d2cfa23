import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { writeTestEdition } from "../support/editions.ts";
import { FAULTS } from "../support/faults.ts";
import { type FeedHost, startFeedHost } from "../support/feedHost.ts";
import { isLong } from "../support/longTests.ts";
import { openPollSimulation } from "../support/pollSimulation.ts";
import { scaleLimit } from "../support/scaleLimit.ts";
import { temporaryFolder } from "../support/site.ts";

const START = Date.parse("2026-11-21T00:00:00Z");
const MINUTE = 60_000;
const HOURS = isLong ? 24 : 4;
/** Interval, in ms, at which every feed publishes a story. */
const STORY_EVERY = 120 * MINUTE;
/** Interval, in ms, at which a feed edits a story and changes its date. */
const EDIT_EVERY = 20 * MINUTE;
/** Edits per story. */
const EDITS = 3;
/** Interval between polls, in minutes. */
const STEP = 3;
/** Interval, in polls, at which each section is read. Reading all sections after every poll would take too long. */
const SECTION_TURNS = 5;

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

/** Returns the feed at the time `now` (ms since 1970): the 15 newest stories, with all edits made before `now`. */
function feedAt(name: string, now: number): string {
  const newest = Math.floor((now - START) / STORY_EVERY) + 15;
  const items = Array.from({ length: 15 }, (_, index) => {
    const number = newest - index;
    const publishedAt = START + (number - 15) * STORY_EVERY;
    const edits = Math.min(Math.floor((now - publishedAt) / EDIT_EVERY), EDITS);
    const date = new Date(publishedAt + edits * 5 * MINUTE).toUTCString();
    return `<item><guid>${name}-${number}</guid><title>${name} brings report number ${number}</title><link>https://${name}.example/${number}</link><pubDate>${date}</pubDate><description>Edition ${edits}</description></item>`;
  });
  return `<rss version="2.0"><channel><title>${name}</title>${items.join("")}</channel></rss>`;
}

const isOneOf = (title: string, ...numbers: number[]) => numbers.includes(Number(title.split(" ").at(-1)));

it(
  `shows complete pages for ${HOURS} hours while every feed fails a third of the time, in every way`,
  async () => {
    const sections: string[] = [];
    const editions = await writeTestEdition(join(folder.path, "editions"), {
      feeds: (section) => {
        if (section === "events") return [];
        sections.push(section);
        return [host.url(`/${section}.xml`)];
      },
      relays: host.relays,
    });
    const desk = await openPollSimulation(editions, host, START);
    // The seed makes failures reproducible.
    let seed = 20_261_121;
    const random = () => {
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
        const fault = FAULTS[Math.floor(random() * FAULTS.length)];
        const forWhom = random() < 0.5 ? "all" : "direct";
        if (fault && random() < 1 / 3) {
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
      for (const section of sections.filter((_, index) => index % SECTION_TURNS === polls % SECTION_TURNS))
        expect((await desk.news.section(section))?.block.stories, `${section}, minute ${minutes}`).toHaveLength(15);
    }
    expect(polls).toBe((HOURS * 60) / STEP);
    expect(used.size).toBe(new Set(FAULTS.map(({ kind }) => kind)).size);

    const rows = await desk.database.selectFrom("articles").select(["title", "slug"]).execute();
    const doubled = rows.filter(({ title }, index) => rows.findIndex((row) => row.title === title) !== index);
    expect(doubled.map(({ slug }) => slug)).toEqual([]);

    for (const path of paths) host.heal(path);
    desk.hurry(false);
    const endOfFaults = desk.now();
    // A feed that responded with 410 is polled once a day.
    const intervals = await Promise.all(
      paths.map(async (path) => {
        const { lastStatus, lastError, intervalMinutes } = await desk.state(host.url(path));
        return lastStatus === 410 && lastError ? 24 * 60 : Math.max(15, intervalMinutes ?? 0);
      }),
    );
    for (const interval of [...new Set(intervals)].sort((a, b) => a - b)) {
      while (desk.now() < endOfFaults + interval * 1.1 * MINUTE) {
        refresh();
        // The day until a feed with 410 is polled passes in long steps, in which the other feeds are polled less often.
        await desk.run(interval / 15, interval / 15);
      }
      for (const [index, path] of paths.entries())
        if ((intervals[index] ?? 0) <= interval)
          expect(await desk.state(host.url(path)), path).toMatchObject({ failures: 0, lastError: null });
    }
    const stored = await desk.database.selectFrom("articles").select(["title", "excerpt"]).execute();
    for (const section of sections) {
      const numbers = stored
        .filter(({ title }) => title.startsWith(`${section} brings`))
        .map(({ title }) => Number(title.split(" ").at(-1)))
        .sort((a, b) => a - b);
      // After a 410, a feed is not polled for a day. No story is lost, since the feed's 15 stories cover 30 hours.
      expect(numbers, section).toEqual(Array.from({ length: numbers.length }, (_, index) => index + 1));
      expect(numbers.length, section).toBeGreaterThanOrEqual(15 + HOURS / 2);
      // All stories except the two newest have received their last edit.
      const newest = Math.max(...numbers);
      const settled = stored.filter(
        ({ title }) => title.startsWith(`${section} brings`) && !isOneOf(title, newest, newest - 1),
      );
      expect(new Set(settled.map(({ excerpt }) => excerpt)), section).toEqual(new Set([`Edition ${EDITS}`]));
    }
    await desk.close();
  },
  scaleLimit(600_000),
);
