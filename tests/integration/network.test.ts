import { cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { writeTestEdition } from "../support/editions.ts";
import { type Site, startSite, temporaryFolder } from "../support/site.ts";

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let site: Site;

beforeAll(async () => {
  folder = await temporaryFolder();
  const editions = await writeTestEdition(join(folder.path, "editions"), { feeds: () => [], relays: [] });
  await cp(join(editions, "chicago"), join(editions, "harbor"), { recursive: true });
  const file = join(editions, "harbor", "edition.yaml");
  const source = await readFile(file, "utf8");
  await writeFile(
    file,
    source
      .replace("name: The Chicago Meridian", "name: The Harbor Light")
      .replace("place: Chicago", "place: Port Harbor")
      .replace(/tagline: .*/, "tagline: News from the quay.")
      .replace(/hosts: .*/, "hosts: [harbor.example]")
      .replace("default: true", "default: false")
      .replace(/\ndonation:[\s\S]*?\n\n/, "\n"),
  );
  site = await startSite({ editions, data: folder.path });
});

afterAll(async () => {
  await site?.stop();
  await folder.remove();
});

it("lists every edition, marks the current one, and links the sibling sites", async () => {
  const html = await (await fetch(`${site.url}/editions`)).text();
  const { port } = new URL(site.url);
  expect(html).toMatch(/<a aria-current="true"[^>]* href="\/"[^>]*>The Chicago Meridian<\/a>/);
  expect(html).toContain(`<a href="http://harbor.example:${port}/">The Harbor Light</a>`);
  for (const text of ["Port Harbor", "News from the quay.", "Block Club Chicago"]) expect(html).toContain(text);
  expect(html.match(/You are reading this edition/g)).toHaveLength(1);
});
