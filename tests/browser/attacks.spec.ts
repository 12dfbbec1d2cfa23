import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import { MAX_ITEMS } from "../../core/article.ts";
import { writeTestEdition } from "../support/editions.ts";
import { startFeedHost } from "../support/feedHost.ts";
import { isLong } from "../support/longTests.ts";
import { scaleLimit } from "../support/scaleLimit.ts";
import { startSite, temporaryFolder } from "../support/site.ts";
import { test } from "./fixtures.ts";

/** Folder of third-party attack payloads, next to the repository. Without the folder, the test is skipped. */
const ATTACKS = "../shared/corpora/xss";
const TABS = isLong ? 3 : 1;
/** Number of stories whose texts the browser loads in one document. */
const PER_DOCUMENT = 30;
/** Interval between stories that are also opened on their own pages, which run the app's scripts; 1 for all stories. */
const OWN_PAGE_EVERY = isLong ? 1 : 84;

const ORIGINAL = "Read the original at Attackers";
// The text before the payload and the page around the story must be intact. The text after the payload may be missing,
// since an unclosed tag may swallow it.
const getBefore = (page: Page) => page.locator("article div p", { hasText: /^before$/ });
const getAround = (page: Page) => page.getByRole("link", { name: ORIGINAL });

test.skip(!existsSync(ATTACKS), "the folder of attack payloads is missing");

// Sanitizing alone must be enough, without the content security policy.
test.use({ bypassCSP: true });

const cleanUps: (() => Promise<unknown>)[] = [];
test.afterEach(async ({ context }) => {
  // Closes pages first, since an open page polls alerts, and a poll fails once the site has stopped.
  for (const page of context.pages()) await page.close();
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

/** Each payload is the text of a story that the edition prints in full. */
test("runs nothing and loads nothing from a story's text", async ({ context }) => {
  test.setTimeout(scaleLimit(600_000));
  const payloads: string[] = readdirSync(ATTACKS)
    .filter((name) => name.endsWith(".json"))
    .flatMap((name) => JSON.parse(readFileSync(join(ATTACKS, name), "utf8")))
    .map(({ payload }: { payload: string }) => payload);
  expect(payloads).toHaveLength(337);
  const feeds = Array.from({ length: Math.ceil(payloads.length / MAX_ITEMS) }, (_, index) =>
    payloads.slice(index * MAX_ITEMS, (index + 1) * MAX_ITEMS),
  );

  const folder = await temporaryFolder();
  const host = await startFeedHost();
  cleanUps.push(folder.remove, host.close);
  for (const [number, items] of feeds.entries())
    host.serve(`/attack-${number}.json`, {
      contentType: "application/feed+json",
      body: JSON.stringify({
        version: "https://jsonfeed.org/version/1.1",
        title: "Attacks",
        items: items.map((payload, index) => ({
          id: `${number * MAX_ITEMS + index}`,
          url: `https://attack.example/${number * MAX_ITEMS + index}`,
          title: `Payload ${number * MAX_ITEMS + index}`,
          content_html: `<p>before</p>${payload}<p>after</p>`,
        })),
      }),
    });
  const editions = await writeTestEdition(join(folder.path, "editions"), {
    feeds: (section) =>
      section === "local"
        ? feeds.map((_, number) => ({
            url: host.url(`/attack-${number}.json`),
            publisher: "Attackers",
            rights: { text: "full", export: true },
          }))
        : [],
    relays: [],
  });
  const site = await startSite({ editions, data: folder.path, env: { ALLOW_PRIVATE_HOSTS: host.allowed } });
  cleanUps.push(site.stop);
  await site.logs((log) => (log.match(/"feed polled"/g)?.length ?? 0) === feeds.length);

  const found: string[] = [];
  await context.addInitScript(() => {
    for (const name of ["alert", "prompt", "confirm", "print", "open", "eval"] as const)
      Object.defineProperty(window, name, { value: () => console.warn(`attack ran: ${name}`) });
  });
  /** Opens a tab that records the effects of an attack on the current page. */
  async function openTab() {
    const page = await context.newPage();
    let current = "";
    page.on("request", (request) => {
      const { origin, protocol } = new URL(request.url());
      // This site serves the images of stories. Its own drawings may be data URLs.
      if (origin !== site.url && protocol !== "data:") found.push(`${current} requested ${request.url()}`);
    });
    page.on("console", (message) => {
      if (message.text().startsWith("attack ran")) found.push(`${current}: ${message.text()}`);
    });
    page.on("dialog", (dialog) => {
      found.push(`${current} opened a dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    async function visit(path: string): Promise<Page> {
      current = path;
      await page.goto(site.url + path);
      if (page.url() !== site.url + path) found.push(`${path} led away to ${page.url()}`);
      return page;
    }
    return { page, visit };
  }
  const getPath = (number: number) => `/article/payload-${number}`;

  // Loads the texts of many stories in one document. This takes only as long as loading the page of one story. If an
  // unclosed tag reached beyond the end of its text, the following stories would not be intact.
  const documents = await openTab();
  async function fetchText(path: string): Promise<string> {
    const response = await fetch(site.url + path);
    expect(response.status, path).toBe(200);
    return response.text();
  }
  /** Fetches the HTML of a story's text, which the story's page contains unchanged. */
  async function fetchBody(number: number): Promise<string> {
    return JSON.parse(await fetchText(`/api${getPath(number)}`)).bodyHtml;
  }
  // Builds a story's main part from the API's HTML, since rendering all pages would take most of the test's time.
  async function fetchStory(number: number): Promise<string> {
    if (isLong) return /<main.*<\/main>/s.exec(await fetchText(getPath(number)))?.[0] ?? "";
    return `<main><article><div>${await fetchBody(number)}</div><a href="/">${ORIGINAL}</a></article></main>`;
  }
  for (let first = 0; first < payloads.length; first += PER_DOCUMENT) {
    // Requests stories in groups, since the site would reject too many simultaneous requests.
    const numbers = Array.from(payloads.keys()).slice(first, first + PER_DOCUMENT);
    const mains = await Promise.all(numbers.map(fetchStory));
    const path = `/payloads-from-${first}`;
    await documents.page.route(site.url + path, (route) =>
      route.fulfill({ contentType: "text/html; charset=utf-8", body: `<!doctype html><body>${mains.join("")}</body>` }),
    );
    await documents.visit(path);
    const stories = documents.page.locator("body > main");
    const intact = stories.filter({ has: getBefore(documents.page) }).filter({ has: getAround(documents.page) });
    const counts = [stories, intact, getBefore(documents.page), getAround(documents.page)].map((all) => all.count());
    for (const count of await Promise.all(counts))
      if (count !== mains.length) found.push(`${path}: ${count} of ${mains.length} stories are intact`);
  }

  const own = payloads.flatMap((_, number) => (number % OWN_PAGE_EVERY === 0 ? [number] : []));
  await Promise.all(
    Array.from({ length: TABS }, async (_, tab) => {
      const { page, visit } = await openTab();
      for (const number of own.filter((_, index) => index % TABS === tab)) {
        expect(await fetchText(getPath(number))).toContain(await fetchBody(number));
        await visit(getPath(number));
        if ((await getBefore(page).count()) !== 1 || (await getAround(page).count()) !== 1)
          found.push(`${number} broke the story's page`);
      }
    }),
  );
  expect(found).toEqual([]);
});
