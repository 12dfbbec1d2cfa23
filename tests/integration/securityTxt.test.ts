import { join } from "node:path";
import { expect, it } from "vitest";
import { writeTestEdition } from "../support/editions.ts";
import { startSite, temporaryFolder } from "../support/site.ts";

const DAY_MS = 24 * 60 * 60_000;

it("/.well-known/security.txt names the edition's contact, its languages and its own address, and expires in the future", async () => {
  const folder = await temporaryFolder();
  const editions = await writeTestEdition(join(folder.path, "editions"), {
    feeds: () => [],
    relays: [],
    change: (edition) => edition.set("securityContact", "https://meridian.example/report"),
  });
  const site = await startSite({ editions, data: folder.path, env: { SITE_URL: "https://meridian.example" } });
  const response = await fetch(`${site.url}/.well-known/security.txt`);
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "text/plain; charset=utf-8"]);
  const fields = new Map(
    (await response.text())
      .trim()
      .split("\n")
      .map((line) => line.split(": ") as [string, string]),
  );
  expect(Object.fromEntries(fields)).toEqual({
    Contact: "https://meridian.example/report",
    Expires: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:00:00Z$/),
    "Preferred-Languages": "en-US",
    Canonical: "https://meridian.example/.well-known/security.txt",
  });
  const days = (Date.parse(fields.get("Expires") ?? "") - Date.now()) / DAY_MS;
  expect(Math.ceil(days)).toBe(90);
  await site.stop();
  await folder.remove();
});
