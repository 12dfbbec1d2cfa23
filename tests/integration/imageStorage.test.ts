import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, expect, it } from "vitest";
import { broadsheet } from "../support/commandLine.ts";
import { writeTestEdition } from "../support/editions.ts";
import { type FeedHost, startFeedHost } from "../support/feedHost.ts";
import { pollNow } from "../support/pollNow.ts";
import { readUntil } from "../support/readUntil.ts";
import { type S3Host, startS3Host } from "../support/s3Host.ts";
import { createSectionFeed, feedPath } from "../support/sectionFeeds.ts";
import { type Site, startSite, temporaryFolder } from "../support/site.ts";
import { isPostgres } from "../support/stores.ts";

// Two sites share a database and the storage of images, but not their disks. The tests run in order.

const PHOTOS = 5;
const IMMUTABLE = "public, max-age=31536000, immutable";

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let host: FeedHost;
let s3: S3Host;
let env: Record<string, string>;
let first: Site;
let second: Site;

const photoPath = (index: number) => `/pictures/local-${index}.jpg`;
const feedOf = (count: number) => createSectionFeed(host, "local", { pictures: true, count });
const diskOf = (site: "first" | "second") => join(folder.path, site, "pictures");
const listDisk = (site: "first" | "second") => readdir(diskOf(site)).catch((): string[] => []);
const toName = (path: string) => path.replace(/^\/pictures\/([\w-]{16})\//, "$1-");
const toKey = (path: string) => path.split("/")[2] ?? "";
const getReady = async (site: Site) => (await fetch(`${site.url}/readyz`)).json() as Promise<Ready>;

interface Ready {
  failed: string[];
  checks: { images: { ok: boolean; detail: string } };
}

/** Returns the paths of all image files on the page of the local section. */
async function findImagePaths(site: Site): Promise<string[]> {
  const html = await (await fetch(`${site.url}/local`)).text();
  return [...new Set(html.match(/\/pictures\/[\w-]{16}\/\d+\.(?:avif|webp)/g))];
}

/** Requests an image until the status is not 503: on a busy machine, the storage can seem unavailable. */
const fetchImage = (site: Site, path: string, init?: RequestInit): Promise<Response> =>
  readUntil(
    () => fetch(site.url + path, init),
    ({ status }) => status !== 503,
  );

/** Returns the path of an image file that is not on a site's disk. */
async function findUncached(site: "first" | "second"): Promise<string> {
  const names = await listDisk(site);
  const path = (await findImagePaths(site === "first" ? first : second)).find((path) => !names.includes(toName(path)));
  if (!path) throw new Error(`The disk of the ${site} site has all images.`);
  return path;
}

async function measureDisk(site: "first" | "second"): Promise<number> {
  const sizes = (await listDisk(site)).map((name) =>
    stat(join(diskOf(site), name)).then(
      ({ size }) => size,
      () => 0,
    ),
  );
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

beforeAll(async () => {
  folder = await temporaryFolder();
  host = await startFeedHost();
  s3 = await startS3Host(join(folder.path, "s3"));
  const noise = { type: "gaussian", sigma: 80 } as const;
  // Four photos have a little more than PICTURES_MAX_MB, since conversion takes time in proportion to the bytes.
  const body = await sharp({ create: { width: 480, height: 500, channels: 3, background: "#888", noise } })
    .jpeg()
    .toBuffer();
  for (let index = 0; index <= PHOTOS; index++) host.serve(photoPath(index), { body, contentType: "image/jpeg" });
  host.serve(feedPath("local"), { body: feedOf(PHOTOS) });
  const editions = await writeTestEdition(join(folder.path, "editions"), {
    feeds: (section) =>
      section === "local" ? [{ url: host.url(feedPath("local")), publisher: "The Test Wire", rights: {} }] : [],
    relays: [],
    change: (edition) => edition.set("ports", [Number(host.allowed.split(":")[1])]),
  });
  env = {
    DATABASE_URL: `sqlite:${join(folder.path, "broadsheet.db")}`,
    DATA_DIR: join(folder.path, "first"),
    EDITIONS_DIR: editions,
    ALLOW_PRIVATE_HOSTS: host.allowed,
    PICTURES_MAX_MB: "1",
    IMAGES_URL: s3.url,
    ...s3.credentials,
  };
  first = await startSite({ editions, data: join(folder.path, "first"), env });
  await first.logs((log) => log.split('"msg":"image stored"').length > PHOTOS);
  second = await startSecond();
});

function startSecond(): Promise<Site> {
  const data = join(folder.path, "second");
  return startSite({ editions: env.EDITIONS_DIR ?? "", data, env: { ...env, DATA_DIR: data } });
}

afterAll(async () => {
  await Promise.all([first?.stop(), second?.stop()]);
  await s3?.stop();
  await host?.close();
  await folder?.remove();
});

it("stores converted photos in S3, of which the disk has as many as PICTURES_MAX_MB permits", async () => {
  await expect.poll(async () => (await findImagePaths(first)).length).toBe(PHOTOS * 4);
  const paths = await findImagePaths(first);
  const objects = await s3.list();
  // Ignores the object that the second site may be storing to test the storage.
  for (const name of objects.keys()) if (name.startsWith("broadsheet-check-")) objects.delete(name);
  expect([...objects.keys()].toSorted()).toEqual(paths.map(toName).toSorted());
  expect([...objects.values()].reduce((sum, size) => sum + size, 0)).toBeGreaterThan(1e6);
  await expect.poll(() => measureDisk("first")).toBeLessThanOrEqual(1e6);
  for (const path of paths) {
    const response = await fetchImage(first, path);
    expect([response.status, response.headers.get("cache-control")]).toEqual([200, IMMUTABLE]);
    expect((await response.bytes()).length).toBe(objects.get(toName(path)));
  }
  await expect.poll(() => measureDisk("first")).toBeLessThanOrEqual(1e6);
  expect((await getReady(first)).checks.images).toEqual({ ok: true, detail: "s3://news/site/photos" });
});

it("serves photos from S3 on a machine whose disk has none, without asking their publishers again", async () => {
  const [path = ""] = await findImagePaths(first);
  expect(await listDisk("second")).toEqual([]);
  const size = (await s3.list()).get(toName(path));
  const responses = await Promise.all([1, 2, 3].map(() => fetchImage(second, path)));
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
  for (const { headers } of responses) expect(headers.get("content-length")).toBe(String(size));
  const [bytes, ...others] = await Promise.all(responses.map((response) => response.bytes()));
  expect(bytes?.length).toBe(size);
  for (const other of others) expect(other).toEqual(bytes);
  expect(responses[0]?.headers.get("cache-control")).toBe(IMMUTABLE);
  expect(responses[0]?.headers.get("content-type")).toMatch(/^image\/(avif|webp)$/);
  await expect.poll(() => listDisk("second")).toEqual([toName(path)]);
  // Small files are sent whole, from the disk and from S3, whatever range is requested.
  const range = { headers: { range: "bytes=0-9" } };
  expect((await fetchImage(second, path, range)).status).toBe(200);
  expect((await fetchImage(second, await findUncached("second"), range)).status).toBe(200);
  for (let index = 0; index < PHOTOS; index++) expect(host.requests(photoPath(index))).toHaveLength(1);
  const forged = path.replace(/[\w-]{16}/, "A".repeat(16));
  expect((await fetchImage(second, forged)).status).toBe(404);
});

it("deletes an image from S3 and from all disks when it is taken down", async () => {
  const [path = ""] = await findImagePaths(first);
  const isOfImage = (name: string) => name.startsWith(toKey(path));
  expect((await listDisk("second")).some(isOfImage)).toBe(true);
  const { status, output, errors } = await broadsheet(["takedown", "image", path], env);
  expect([status, errors]).toEqual([0, expect.not.stringContaining("Error")]);
  expect(output).not.toContain("S3");
  expect([...(await s3.list()).keys()].filter(isOfImage)).toEqual([]);
  for (const site of ["first", "second"] as const)
    await expect.poll(async () => (await listDisk(site)).filter(isOfImage)).toEqual([]);
  for (const site of [first, second]) {
    await expect.poll(async () => (await fetch(site.url + path)).status).toBe(404);
    await expect.poll(() => findImagePaths(site)).not.toContain(path);
  }
});

it("serves what is on the disk while S3 is down, and stores and deletes the rest after that", async () => {
  const paths = await findImagePaths(second);
  const [cached = "", missing = ""] = [paths[0], paths.at(-1)];
  expect((await fetchImage(second, cached)).status).toBe(200);
  await expect.poll(() => listDisk("second")).toContain(toName(cached));

  await s3.stop();
  // A restart needs no S3.
  await second.stop();
  second = await startSecond();
  const unavailable = await fetch(second.url + missing);
  expect([unavailable.status, unavailable.headers.get("retry-after")]).toEqual([503, "30"]);
  expect(unavailable.headers.get("cache-control")).toBe("no-store");
  expect((await fetch(second.url + cached)).status).toBe(200);
  expect((await fetch(`${second.url}/local`)).status).toBe(200);
  expect((await getReady(second)).checks.images.detail).toMatch(/127\.0\.0\.1:\d+ refused the connection/);

  // Either site may poll the feed and download its images.
  await fetch(first.url + (await findUncached("first")));
  host.serve(feedPath("local"), { body: feedOf(PHOTOS + 1) });
  await pollNow(env.DATABASE_URL ?? "", host.url(feedPath("local")));
  await expect.poll(() => first.written() + second.written()).toMatch(/"added":1,/);
  const { status, output } = await broadsheet(["takedown", "image", missing], env);
  expect(status).toBe(0);
  expect(output).toMatch(/not deleted from S3 yet; the server tries until they are\. .* refused the connection\./);
  expect([...(await s3.list()).keys()].some((name) => name.startsWith(toKey(missing)))).toBe(true);
  expect(host.requests(photoPath(PHOTOS))).toEqual([]);

  await s3.start();
  await expect
    .poll(async () => [...(await s3.list()).keys()].some((name) => name.startsWith(toKey(missing))))
    .toBe(false);
  await host.waitForRequests(photoPath(PHOTOS), 1);
  const other = paths.find((path) => ![cached, missing].map(toKey).includes(toKey(path))) ?? "";
  await expect.poll(async () => (await fetch(second.url + other)).status).toBe(200);
  await expect.poll(async () => (await getReady(second)).checks.images.ok).toBe(true);
});

it.skipIf(isPostgres)("tells operators why the storage cannot be used, and never the credentials", async () => {
  const outputs: string[] = [];
  const check = async (change: Record<string, string>) => {
    const { status, output, errors } = await broadsheet(["check"], { ...env, ...change });
    outputs.push(output, errors);
    return `${status} ${output}${errors}`;
  };
  const nowhere = { AWS_SHARED_CREDENTIALS_FILE: join(folder.path, "none") };
  const address = /127\.0\.0\.1:\d+/.exec(s3.url)?.[0];
  expect(await check({})).toMatch(
    /^0 [\s\S]*s3:\/\/news\/site\/photos: images can be stored, read, listed and deleted\. OK\./,
  );
  expect(await check({ AWS_SECRET_ACCESS_KEY: "another secret" })).toMatch(
    /^1 [\s\S]*rejects the signature: the secret access key does not belong to the access key ID\./,
  );
  expect(await check({ ...nowhere, AWS_ACCESS_KEY_ID: "" })).toMatch(
    /^1 [\s\S]*IMAGES_URL: the credentials are missing\./,
  );
  expect(outputs.join()).not.toMatch(/another secret|a\/secret/);

  s3.revoke();
  expect((await fetch(second.url + (await findUncached("second")))).status).toBe(503);
  await expect.poll(async () => (await getReady(second)).failed).toEqual(["images"]);
  expect((await getReady(second)).checks.images.detail).toContain(`${address} does not know the access key ID.`);
  expect((await fetch(second.url)).status).toBe(200);
  s3.permit();
  await expect.poll(async () => (await getReady(second)).failed).toEqual([]);
  for (const site of [first, second]) expect(site.written()).not.toContain("a/secret");
});

// Runs only on SQLite, since PostgreSQL has backups of its own.
it.skipIf(isPostgres)("leaves images in S3 out of backups and says so", async () => {
  const { status, output } = await broadsheet(["backup", join(folder.path, "backup.tar.gz"), "--images"], env);
  expect([status, output]).toEqual([0, expect.stringContaining("no images")]);
  expect(output).toContain("The images are in s3://news/site/photos and not in this archive; back up the bucket.");
});
