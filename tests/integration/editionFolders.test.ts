import { execFileSync } from "node:child_process";
import { mkdir, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { broadsheet } from "../support/commandLine.ts";
import { writeMinimalEdition } from "../support/minimalEdition.ts";
import { type Site, startSite, temporaryFolder } from "../support/site.ts";

// The tests share a site whose feed can't be reached. They put symbolic links to outside files into its editions.

const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
const FEED = "http://127.0.0.1:9/rss.xml";

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let editions: string;
let media: string;
let secret: string;
let site: Site;

beforeAll(async () => {
  folder = await temporaryFolder();
  editions = await writeMinimalEdition(join(folder.path, "editions"), FEED);
  media = join(editions, "harbor/media");
  secret = join(folder.path, "secret.txt");
  await mkdir(join(media, "originals"), { recursive: true });
  await writeFile(secret, "a secret");
  await writeFile(join(media, "x.html"), "<script>alert(1)</script>");
  await writeFile(join(media, "x.js"), "alert(1)");
  await writeFile(join(media, "logo.svg"), SVG);
  await writeFile(join(media, "notes.txt"), "notes");
  await writeFile(join(media, "originals/map.txt"), "a map");
  await symlink("originals/map.txt", join(media, "map.txt"));
  await symlink("x.html", join(media, "page.txt"));
  site = await startSite({ editions, data: join(folder.path, "data") });
});

afterAll(async () => {
  await site?.stop();
  await folder?.remove();
});

const get = (path: string) => fetch(site.url + path);

it("serves only allowed types of media files, and sandboxes SVG images", async () => {
  for (const name of ["x.html", "x.js", "page.txt", "originals", "..%2fedition.yaml"])
    expect((await get(`/media/${name}`)).status, name).toBe(404);
  const notes = await get("/media/notes.txt");
  expect([notes.status, await notes.text(), notes.headers.get("x-content-type-options")]).toEqual([
    200,
    "notes",
    "nosniff",
  ]);
  const svg = await get("/media/logo.svg");
  expect([svg.headers.get("content-type"), await svg.text()]).toEqual(["image/svg+xml; charset=utf-8", SVG]);
  expect(svg.headers.get("content-security-policy")).toMatch(/^default-src 'none';.* sandbox$/);
});

it("sends the strict policy with every response that has none of its own", async () => {
  for (const path of ["/healthz", "/media/notes.txt", "/media/x.html", "/robots.txt", "/assets/missing.js"])
    expect((await get(path)).headers.get("content-security-policy"), path).toMatch(/^default-src 'none'/);
  const page = await get("/");
  expect(page.headers.get("content-security-policy")).toContain("script-src 'self'");
});

it("names media files that are not served in a check of the edition", async () => {
  const { output } = await broadsheet(["check"], { EDITIONS_DIR: editions });
  for (const name of ["x.html", "x.js"]) expect(output).toContain(`${join(media, name)}: is not served`);
  expect(output).not.toContain(`${join(media, "notes.txt")}: is not served`);
});

it("serves links inside the edition's folder, and none that lead out of it", async () => {
  expect(await (await get("/media/map.txt")).text()).toBe("a map");
  const path = join(media, "leak.txt");
  await symlink(secret, path);
  expect((await get("/media/leak.txt")).status).toBe(404);
  await site.logs((log) => log.includes(`found a link to ${secret}`));
  // The edition's last valid version stays published.
  expect((await get("/")).status).toBe(200);
  await rm(path);
});

it.each([
  ["the root folder", (path: string) => symlink("/", path), "found a link to /"],
  ["the folder around it", (path: string) => symlink(".", path), "found a link to a folder around it"],
  ["itself", (path: string) => symlink("trap.txt", path), "found a link to a circle"],
  [
    "nothing, as a pipe without a writer",
    (path: string) => execFileSync("mkfifo", [path]),
    "neither a file nor a folder",
  ],
])("rejects a link that leads to %s", async (_target, create, message) => {
  const path = join(media, "trap.txt");
  await create(path);
  try {
    const { status, output } = await broadsheet(["check"], { EDITIONS_DIR: editions });
    expect([status, output]).toEqual([1, expect.stringContaining(`${path}: `)]);
    expect(output).toContain(message);
    expect((await get("/media/trap.txt")).status).toBe(404);
  } finally {
    await rm(path);
  }
});

it("rejects files of an edition that lead out of its folder when it is pushed", async () => {
  const path = join(editions, "harbor/faq.yaml");
  await symlink(secret, path);
  const env = { DATABASE_URL: `sqlite:${join(folder.path, "pushed.db")}` };
  expect((await broadsheet(["migrate"], env)).status).toBe(0);
  const { status, errors } = await broadsheet(["editions", "push", editions], env);
  expect([status, errors]).toEqual([1, expect.stringContaining(`${path}: found a link to ${secret}`)]);
  await rm(path);
});

it("leaves what lies outside of the editions out of a backup", async () => {
  const env = { DATABASE_URL: `sqlite:${join(folder.path, "backed.db")}`, DATA_DIR: join(folder.path, "backed") };
  expect((await broadsheet(["migrate"], env)).status).toBe(0);
  const links = [join(media, "leak.txt"), join(media, "root"), join(media, "around")];
  for (const [index, target] of [secret, "/", "."].entries()) await symlink(target, links[index] ?? "");
  const archive = join(folder.path, "backup.tar.gz");
  const { status, output } = await broadsheet(["backup", archive], { ...env, EDITIONS_DIR: editions });
  expect(status, output).toBe(0);
  const names = execFileSync("tar", ["-tzf", archive], { encoding: "utf8" }).split("\n");
  expect(names.filter((name) => /media\/\w/.test(name)).map((name) => name.replace(/.*media\//, ""))).toEqual(
    expect.arrayContaining(["map.txt", "notes.txt"]),
  );
  expect(names.filter((name) => /leak|root|around/.test(name))).toEqual([]);
  for (const link of links) await rm(link);
});

it("tells a folder that can't be read from a missing one", async () => {
  const path = join(editions, "harbor/pages");
  await writeFile(path, "not a folder");
  const { status, output } = await broadsheet(["check"], { EDITIONS_DIR: editions });
  expect([status, output]).toEqual([1, expect.stringContaining("ENOTDIR")]);
  await rm(path);
});
