import { cp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { loadEditions } from "../../server/editions/loading/load.ts";
import { broadsheet } from "../support/commandLine.ts";
import { NO_FEEDS, writeTestEdition } from "../support/editions.ts";
import { type Site, startSite, temporaryFolder } from "../support/site.ts";

/** Matches the log line of a reload that found a change. One change of a file may cause a second reload. */
const RELOADED = /"changed":\["chicago"\],"msg":"editions reloaded"/;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let site: Site | undefined;

beforeEach(async () => {
  folder = await temporaryFolder();
  await cp("editions/chicago", join(folder.path, "editions/chicago"), { recursive: true });
});

afterEach(async () => {
  await site?.stop();
  site = undefined;
  await folder.remove();
});

const editions = () => join(folder.path, "editions");
const editionFile = (id = "chicago") => join(editions(), id, "edition.yaml");

async function edit(file: string, change: (source: string) => string): Promise<void> {
  await writeFile(file, change(await readFile(file, "utf8")));
}

/** Returns the number of the last line that contains a text, or 0 if there is none. */
async function findLine(file: string, text: string): Promise<number> {
  return (await readFile(file, "utf8")).split("\n").findLastIndex((line) => line.includes(text)) + 1;
}

describe("npx broadsheet check", () => {
  it("accepts the shipped editions", async () => {
    const { status, output } = await broadsheet(["check"]);
    expect(output).toContain("chicago: The Chicago Meridian, 16 sections, 19 feeds, 240 samples");
    expect(output).toContain("madison: The Madison Ledger, 5 sections, 11 feeds, 0 samples");
    expect(output).toContain("milwaukee: La Voz de Milwaukee, 6 sections, 13 feeds, 0 samples");
    expect(status).toBe(0);
  });

  it.each([
    [
      "a wrong value",
      "layout: featured",
      "layout: fancy",
      'sections.4.layout: found "fancy"; expected "list" or "featured".',
    ],
    [
      "an unknown key",
      "shortName: World",
      "shortName: World\n    colour: red",
      'found the key "colour" in sections.2; allowed here: slug, name, shortName',
    ],
    [
      "an unknown time zone",
      "timeZone: America/Chicago",
      "timeZone: America/Chigago",
      'timeZone: found "America/Chigago"; expected an IANA time zone',
    ],
    ["a duplicate slug", "slug: world", "slug: local", 'found "local"; expected a slug that no other section has'],
    [
      "a feed without a valid address",
      "https://feeds.npr.org/1003/rss.xml",
      "feeds.npr.org",
      'found "feeds.npr.org"; expected an http or https address',
    ],
  ])("prints file, line, the found and the allowed value for %s", async (_what, right, wrong, message) => {
    await edit(editionFile(), (source) => source.replace(right, wrong));
    const line = await findLine(editionFile(), wrong.split("\n").at(-1) ?? "");
    const { status, output } = await broadsheet(["check"], { EDITIONS_DIR: editions() });
    expect(status).toBe(1);
    expect(output).toContain(`${editionFile()}:${line}: `);
    expect(output).toContain(message);
  });

  it("prints the line of a YAML error", async () => {
    await edit(editionFile(), (source) => source.replace("place: Chicago", "place: [Chicago"));
    const { status, output } = await broadsheet(["check"], { EDITIONS_DIR: editions() });
    expect(status).toBe(1);
    expect(output).toMatch(/edition\.yaml:\d+: this is not YAML: /);
    const { errors } = await broadsheet(["newsletter", "status"], { EDITIONS_DIR: editions() });
    expect(errors).toMatch(/^\S+edition\.yaml:\d+: this is not YAML: .*\n$/);
  });

  it("names samples of no section", async () => {
    const file = join(editions(), "chicago", "samples.yaml");
    await edit(file, (source) => source.replace(/^sports:$/m, "sport:"));
    const { status, output } = await broadsheet(["check"], { EDITIONS_DIR: editions() });
    expect(status).toBe(1);
    expect(output).toContain('found samples for "sport"');
  });

  it("names a missing folder", async () => {
    const { status, output } = await broadsheet(["check"], { EDITIONS_DIR: join(folder.path, "nowhere") });
    expect([status, output]).toEqual([1, expect.stringContaining("there is no such folder; EDITIONS_DIR names")]);
  });
});

describe("a running site", () => {
  beforeEach(() => writeTestEdition(editions(), NO_FEEDS));

  it("does not start with an invalid edition and prints where it is invalid", async () => {
    await edit(editionFile(), (source) => source.replace("count: 4", "count: many"));
    const start = startSite({ editions: editions(), data: folder.path });
    await expect(start).rejects.toThrow(/edition\.yaml:\d+: look\.emblem\.count: found "many"; expected a number/);
  });

  it("loads a changed edition, keeps the last valid one while the files are invalid, and recovers", async () => {
    site = await startSite({ editions: editions(), data: folder.path });
    const running = site;
    await edit(editionFile(), (source) => source.replace("edition: MIDWEST EDITION", "edition: LAKESIDE EDITION"));
    await waitForLog(running, RELOADED);
    expect(await fetchFrontPage(running)).toContain("LAKESIDE EDITION");

    await edit(editionFile(), (source) => source.replace("edition: LAKESIDE EDITION", "edition: [1"));
    await waitForLog(running, /edition not reloaded; its last valid files stay/);
    expect(await fetchFrontPage(running)).toContain("LAKESIDE EDITION");

    await edit(editionFile(), (source) => source.replace("edition: [1", "edition: HARBOR EDITION"));
    await waitForLog(running, new RegExp(`${RELOADED.source}[\\s\\S]*${RELOADED.source}`));
    expect(await fetchFrontPage(running)).toContain("HARBOR EDITION");
  });

  it("requires both files of a briefing, and shows no trace of it in an edition without one", async () => {
    const words = join(editions(), "chicago", "signup.yaml");
    const source = await readFile(words, "utf8");
    await rm(words);
    const { output } = await broadsheet(["check"], { EDITIONS_DIR: editions() });
    expect(output).toContain(
      `${words}: this file is missing; an edition with a newsletter in its edition.yaml needs it.`,
    );
    await edit(editionFile(), (text) => text.replace(/^newsletter:\n( .*\n)+/m, ""));
    await writeFile(words, source);
    const other = await broadsheet(["check"], { EDITIONS_DIR: editions() });
    expect(other.output).toContain(`${words}:1: found texts for a sign-up, but edition.yaml has no newsletter;`);
    await rm(words);

    site = await startSite({ editions: editions(), data: folder.path });
    for (const path of ["/", "/about"]) {
      const html = await (await fetch(site.url + path)).text();
      expect(html).not.toMatch(/(href|action)="[^"]*newsletter|type="email"/);
    }
    for (const path of ["", "/sent", "/erased", "/archive", "/2025-04-17", "/confirm/x", "/preferences/x"])
      expect((await fetch(`${site.url}/newsletter${path}`)).status, path).toBe(404);
  });

  it("serves each edition under its hostnames and the default one under all others", async () => {
    await cp(join(editions(), "chicago"), join(editions(), "harbor"), { recursive: true });
    await edit(editionFile("harbor"), (source) =>
      source
        .replace("name: The Chicago Meridian", "name: The Harbor Light")
        .replace(/hosts: .*/, "hosts: [harbor.example]")
        .replace("default: true", "default: false"),
    );
    expect((await loadEditions(editions())).map(({ id }) => id)).toEqual(["chicago", "harbor"]);
    site = await startSite({ editions: editions(), data: folder.path });
    expect(await fetchFrontPage(site, "harbor.example")).toContain("The Harbor Light");
    expect(await fetchFrontPage(site, "HARBOR.example:8080")).toContain("The Harbor Light");
    expect(await fetchFrontPage(site, "chicagomeridian.example")).toContain("The Chicago Meridian");
    expect(await fetchFrontPage(site, "elsewhere.example")).toContain("The Chicago Meridian");
  });
});

function waitForLog(running: Site, pattern: RegExp): Promise<void> {
  return running.logs((log) => pattern.test(log));
}

async function fetchFrontPage(running: Site, host?: string): Promise<string> {
  const { get } = await import("node:http");
  return new Promise((resolve, reject) => {
    get(running.url, { headers: host ? { host } : {} }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (chunk) => {
        text += chunk;
      });
      response.on("end", () => resolve(text));
    }).on("error", reject);
  });
}
