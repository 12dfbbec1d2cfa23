import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import { MAX_ITEMS } from "../../core/article.ts";
import { writeTestEdition } from "../support/editions.ts";
import { startFeedHost } from "../support/feedHost.ts";
import { startSite, temporaryFolder } from "../support/site.ts";
import { test } from "./fixtures.ts";

/** Payloads collected by others, in a folder beside the repository. Clones without it skip the test. */
const ATTACKS = "../shared/corpora/xss";
const TABS = 3;

test.skip(!existsSync(ATTACKS), "the folder of attack payloads is missing");

// Sanitizing alone must be enough, without the content security policy.
test.use({ bypassCSP: true });

/** Each payload is the text of a story that the edition prints in full. */
test("runs nothing and loads nothing from a story's text", async ({ context }) => {
  test.setTimeout(600_000);
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
            fullText: true,
          }))
        : [],
    relays: [],
  });
  const site = await startSite({ editions, data: folder.path, env: { ALLOW_PRIVATE_HOSTS: host.allowed } });
  await site.logs((log) => (log.match(/"feed polled"/g)?.length ?? 0) === feeds.length);

  const found: string[] = [];
  await context.addInitScript(() => {
    for (const name of ["alert", "prompt", "confirm", "print", "open", "eval"] as const)
      Object.defineProperty(window, name, { value: () => console.warn(`attack ran: ${name}`) });
  });
  async function visit(page: Page, numbers: number[]) {
    let current = 0;
    page.on("request", (request) => {
      const { origin, protocol } = new URL(request.url());
      // Images in stories are served by this site; its own drawings may be data URLs.
      if (origin !== site.url && protocol !== "data:") found.push(`${current} requested ${request.url()}`);
    });
    page.on("console", (message) => {
      if (message.text().startsWith("attack ran")) found.push(`${current}: ${message.text()}`);
    });
    page.on("dialog", (dialog) => {
      found.push(`${current} opened a dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    for (const number of numbers) {
      current = number;
      await page.goto(`${site.url}/article/payload-${number}`);
      // The text before the payload and the page around the story are intact. An unclosed tag may swallow the text after it.
      const before = page.locator("article div p", { hasText: /^before$/ });
      const around = page.getByRole("link", { name: "Read the original at Attackers" });
      if ((await before.count()) !== 1 || (await around.count()) !== 1) found.push(`${number} broke the story's page`);
      if (page.url() !== `${site.url}/article/payload-${number}`) found.push(`${number} led away to ${page.url()}`);
    }
  }
  const all = payloads.map((_, number) => number);
  await Promise.all(
    Array.from({ length: TABS }, async (_, tab) =>
      visit(
        await context.newPage(),
        all.filter((number) => number % TABS === tab),
      ),
    ),
  );
  expect(found).toEqual([]);

  await site.stop();
  await host.close();
  await folder.remove();
});
