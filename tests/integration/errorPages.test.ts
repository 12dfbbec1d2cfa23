import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { writeTestEdition } from "../support/editions.ts";
import { type Site, startSite, temporaryFolder } from "../support/site.ts";
import { queryStore, storeUrlIn } from "../support/stores.ts";

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let site: Site;

beforeAll(async () => {
  folder = await temporaryFolder();
  const editions = await writeTestEdition(join(folder.path, "editions"), {
    feeds: (section) => [`http://${section}.feeds.invalid/rss.xml`],
    relays: [],
  });
  site = await startSite({ editions, data: folder.path });
});

afterAll(async () => {
  await site?.stop();
  await folder.remove();
});

/** Returns a page, and checks that it has the site's header and footer. */
async function pageAt(path: string): Promise<{ status: number; headers: Headers; html: string }> {
  const answer = await fetch(`${site.url}${path}`);
  const html = await answer.text();
  for (const text of ["MIDWEST EDITION", 'aria-label="The Chicago Meridian, home page"', "<footer", "© 2025"])
    expect(html, path).toContain(text);
  expect(html.match(/<h1/g), path).toHaveLength(1);
  return { status: answer.status, headers: answer.headers, html };
}

describe("an address that leads nowhere", () => {
  it.each(["/nothing-here", "/article/never-written", "/a/b/c"])(
    "answers %s with 404 and the latest stories",
    async (path) => {
      const { status, html } = await pageAt(path);
      expect(status).toBe(404);
      expect(html).toContain("<title>Page Not Found | The Chicago Meridian</title>");
      expect(html).toContain(
        "The article or page you are looking for may have been moved, archived, or does not exist.",
      );
      expect(html).toMatch(/<a [^>]*href="\/"[^>]*>Return to Homepage<\/a>/);
      expect(new Set(html.match(/href="\/article\/[^"]+"/g)).size).toBe(8);
    },
  );
});

describe("a store that cannot be read", () => {
  beforeAll(() => queryStore(storeUrlIn(folder.path), sql`alter table articles rename to lost_articles`));

  it.each(["/", "/local", "/article/anything?from=here", "/sports"])(
    "answers %s with 500 and a way back",
    async (path) => {
      const { status, headers, html } = await pageAt(path);
      expect(status).toBe(500);
      expect(headers.get("cache-control")).toBe("no-store");
      expect(html).toContain("<title>Something went wrong | The Chicago Meridian</title>");
      expect(html).toContain("This page didn’t load.");
      expect(html).toMatch(new RegExp(`<a [^>]*href="${path.replace("?", "\\?")}"[^>]*>Try again</a>`));
      expect(html).toMatch(/<a [^>]*href="\/"[^>]*>Return to Homepage<\/a>/);
    },
  );

  it("shows readers no details of the error and logs them all", async () => {
    for (const path of ["/local", "/local.data"]) {
      const answer = await fetch(`${site.url}${path}`);
      expect(answer.status).toBe(500);
      expect(await answer.text(), path).not.toMatch(/no such table|relation|sqlite|server\/|node_modules|\.tsx?:/i);
    }
    await site.logs(
      (log) =>
        /"msg":"page failed"/.test(log) &&
        /no such table: articles|relation .{1,2}articles.{1,2} does not exist/.test(log),
    );
  });

  it("does not affect pages that need no store", async () => {
    for (const path of ["/faq", "/support", "/editions"]) expect((await pageAt(path)).status, path).toBe(200);
  });
});
