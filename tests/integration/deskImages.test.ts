import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import sharp, { type Sharp } from "sharp";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { LibraryImage } from "../../server/desk/api/apiTypes.ts";
import { type DeskSite, startDeskSite } from "../support/desk.ts";
import { NO_FEEDS, writeTestEdition } from "../support/editions.ts";
import { claimLargeSize, pngBomb, SVG } from "../support/hostileImages.ts";
import { queryStore } from "../support/stores.ts";

// The tests share a desk, and run in order: each finds the images that earlier tests stored.

let desk: DeskSite;
let writer: string;

beforeAll(async () => {
  desk = await startDeskSite();
  writer = await signIn(await desk.addPerson("Ben Cole", "writer"));
});

afterAll(() => desk?.stop());

async function signIn(link: string): Promise<string> {
  const response = await fetch(desk.url + link, { method: "POST", headers: { origin: desk.url }, redirect: "manual" });
  return response.headers.getSetCookie()[0]?.split(";")[0] ?? "";
}

interface Sent {
  method?: string;
  body?: Uint8Array<ArrayBuffer> | string;
  cookie?: string;
}

async function send(path: string, { method = "GET", body, cookie = writer }: Sent = {}): Promise<Response> {
  const headers = { cookie, origin: desk.url, ...(typeof body === "string" && { "content-type": "application/json" }) };
  return fetch(`${desk.url}/api/${path}`, { method, headers, ...(body !== undefined && { body }) });
}

const post = (path: string, body: object) => send(`chicago/${path}`, { method: "POST", body: JSON.stringify(body) });

async function upload(name: string, bytes: Uint8Array): Promise<Response> {
  const path = `chicago/images?name=${encodeURIComponent(name)}`;
  return send(path, { method: "POST", body: Uint8Array.from(bytes) });
}

async function readImage(response: Response): Promise<LibraryImage> {
  expect(response.status, response.ok ? "" : await response.clone().text()).toBe(200);
  return (await response.json()) as LibraryImage;
}

async function search(words: string, before = ""): Promise<LibraryImage[]> {
  const query = new URLSearchParams({ search: words, ...(before && { before }) });
  const response = await send(`chicago/images?${query}`);
  expect(response.status).toBe(200);
  return (await response.json()) as LibraryImage[];
}

function photo(width: number, height: number, red = 90) {
  return sharp({ create: { width, height, channels: 3, background: { r: red, g: 90, b: 90 } } });
}

/** Returns a photo like those of phones. Its metadata contain a rotation and a location. */
async function turnRight(image: Sharp): Promise<Buffer> {
  const place = { GPSLatitudeRef: "N", GPSLatitude: "41/1 52/1 0/1" };
  const bytes = await image.withExif({ IFD3: place }).withMetadata({ orientation: 6 }).jpeg().toBuffer();
  expect((await sharp(bytes).metadata()).exif?.toString("latin1")).toContain("N\0");
  return bytes;
}

it("stores the same bytes once, upright and without the place where they were taken", async () => {
  const bytes = await turnRight(photo(1200, 800));
  const image = await readImage(await upload("Ferry at the pier.jpg", bytes));
  expect(image).toMatchObject({ name: "Ferry at the pier.jpg", alt: "", width: 800, height: 1200, stories: [] });
  expect(image).toMatchObject({ url: `own:media/${image.key}`, addedBy: "Ben Cole" });
  const again = await readImage(await upload("another name.jpg", bytes));
  expect(again).toEqual(image);
  expect(await search("")).toHaveLength(1);
  for (const [width, size] of [
    [320, { width: 213, height: 320 }],
    [960, { width: 640, height: 960 }],
  ] as const) {
    const thumbnail = await send(`chicago/images/${image.key}/thumbnail?width=${width}`);
    expect(thumbnail.headers.get("content-type")).toBe("image/webp");
    expect(thumbnail.headers.get("x-content-type-options")).toBe("nosniff");
    const metadata = await sharp(await thumbnail.arrayBuffer()).metadata();
    expect(metadata).toMatchObject({ ...size, format: "webp" });
    expect(metadata.exif).toBeUndefined();
  }
});

it("reduces photos that are larger than the site's images may be, alike each time", async () => {
  const bytes = await turnRight(photo(5600, 4200, 40));
  const image = await readImage(await upload("24 megapixels.jpg", bytes));
  expect(image.width / image.height).toBeCloseTo(3 / 4, 2);
  expect(image.width * image.height).toBeLessThanOrEqual(20e6);
  expect((await readImage(await upload("24 megapixels.jpg", bytes))).key).toBe(image.key);
  const stored = await queryStore<{ bytes: Uint8Array }>(
    desk.storeUrl,
    sql`select bytes from media where key = ${image.key}`,
  );
  const metadata = await sharp(stored[0]?.bytes).metadata();
  expect(metadata.orientation).toBe(6);
  expect(metadata.exif?.toString("latin1")).not.toContain("N\0");
});

it("refuses files that are no image, damaged or enormous, with a sentence that says why", async () => {
  const small = await photo(400, 300).jpeg().toBuffer();
  const large = await photo(800, 450).jpeg().toBuffer();
  const refused: [string, Uint8Array, RegExp][] = [
    ["drawing.svg", Buffer.from(SVG), /^drawing\.svg is not an image that the site can show\./],
    ["page.jpg", Buffer.from("<!doctype html><p>Log in</p>"), /is not an image/],
    ["empty.jpg", Buffer.alloc(0), /is not an image/],
    ["half.jpg", small.subarray(0, small.length / 2), /^half\.jpg can’t be used\. The file is damaged/],
    ["bomb.png", pngBomb(30_000), /The image has 900 megapixels; the limit is 20\.$/],
    ["claims.jpg", claimLargeSize(large), /can’t be used\./],
    ["dot.png", await photo(8, 8).png().toBuffer(), /too small: 8 × 8 pixels/],
  ];
  const before = await search("");
  for (const [name, bytes, reason] of refused) {
    const response = await upload(name, bytes);
    expect([name, response.status, await response.text()]).toEqual([name, 422, expect.stringMatching(reason)]);
  }
  expect((await upload("huge.jpg", Buffer.alloc(30_000_001, 1))).status).toBe(413);
  expect(await search("")).toEqual(before);
});

it("takes alt text, caption, credit and focus, and finds images by them", async () => {
  const [image] = await search("pier");
  if (!image) throw new Error("not found");
  const details = {
    alt: "A ferry",
    isDecorative: false,
    caption: "The Zoë at sea",
    credit: "Cy Dunn",
    focus: "75% 25%",
  };
  const path = `chicago/images/${image.key}`;
  const put = (body: object) => send(path, { method: "PUT", body: JSON.stringify(body) });
  expect(await readImage(await put(details))).toMatchObject(details);
  expect(await readImage(await send(path))).toMatchObject(details);
  for (const words of ["ferries", "zoe", "dun", "FERRY sea"]) expect(await search(words), words).toHaveLength(1);
  for (const words of ["boat", "ferry boat", "unn"]) expect(await search(words), words).toEqual([]);
  expect(await readImage(await put({ ...details, isDecorative: true }))).toMatchObject({ alt: "", isDecorative: true });
  expect((await put({ ...details, focus: "half" })).status).toBe(422);
  expect((await put({ ...details, alt: "x".repeat(1001) })).status).toBe(422);
  const log = await queryStore<{ action: string; editor: string }>(
    desk.storeUrl,
    sql`select action, editor from editor_log where subject = ${`image ${image.key}`} order by id`,
  );
  expect(log.map(({ action, editor }) => `${editor}: ${action}`)).toEqual([
    "Ben Cole: add",
    "Ben Cole: describe",
    "Ben Cole: describe",
  ]);
});

it("lists images of stories that the command line added, with their texts and where they are used", async () => {
  await writeFile(join(desk.folder, "mill.jpg"), await photo(900, 600, 200).jpeg().toBuffer());
  await writeFile(
    join(desk.folder, "mill.md"),
    `---
title: The Old Mill Reopens
section: local
image: { file: mill.jpg, alt: The mill, caption: "At dawn", credit: Cy Dunn, focus: 10% 20% }
---

![The \\[old\\] wheel](mill.jpg "Turning")
`,
  );
  await desk.run("stories", "add", join(desk.folder, "mill.md"), "--as", "Ben Cole");
  const [image, ...others] = await search("reopen");
  expect(others).toEqual([]);
  expect(image).toMatchObject({ alt: "The mill", caption: "At dawn", credit: "Cy Dunn", focus: "10% 20%" });
  expect(image).toMatchObject({ name: "mill.jpg", addedBy: "Ben Cole" });
  expect(image?.stories).toEqual([{ id: expect.any(Number), title: "The Old Mill Reopens" }]);
  const thumbnail = await send(`chicago/images/${image?.key}/thumbnail?width=320`);
  expect(await sharp(await thumbnail.arrayBuffer()).metadata()).toMatchObject({ width: 320, height: 213 });
  expect((await search("mill"))[0]).toMatchObject({ width: 900, height: 600 });
  await desk.run("stories", "delete", "the-old-mill-reopens", "--as", "Ben Cole");
  expect((await search("mill"))[0]?.stories).toEqual([]);
});

it("finds images of working copies, and puts none into the library that only a draft names", async () => {
  const [image] = await search("pier");
  const { id } = (await (await post("stories", { key: "create-1" })).json()) as { id: number };
  const foreign = "own:media/of-another-edition";
  const save = async (revision: number, body: string) => {
    const content = { title: "Ferry strike", sections: [], body };
    const request = { key: `save-000${revision}`, baseRevision: revision, content };
    const saved = await send(`chicago/stories/${id}/copy`, { method: "PUT", body: JSON.stringify(request) });
    expect(saved.status, await saved.text()).toBe(200);
  };
  await save(0, "The ferry stays at the pier.");
  expect(await search("strike")).toEqual([]);
  await save(1, `![](${image?.url})\n\n![](${foreign})`);
  await queryStore(desk.storeUrl, sql`insert into media (key, name, bytes) values ('of-another-edition', 'x', 'x')`);
  expect((await search("strike")).map(({ key, stories }) => [key, stories])).toEqual([
    [image?.key, [{ id, title: "Ferry strike" }]],
  ]);
  expect((await send("chicago/images/of-another-edition/thumbnail?width=320")).status).toBe(404);
});

it("answers 60 images at a time, newest first", async () => {
  const [first] = await search("");
  const numbers = Array.from({ length: 70 }, (_, index) => index);
  await queryStore(
    desk.storeUrl,
    sql`insert into media_details (key, edition, name, alt, is_decorative, caption, credit, width, height, added_at,
      added_by, words) values ${sql.join(
        numbers.map((number) => {
          const at = `2020-01-01T00:00:${number < 35 ? "10" : "20"}.000Z`;
          return sql`(${`key-${number}`}, 'chicago', '', '', 0, '', '', 1, 1, ${at}, '', ' numbered')`;
        }),
      )}`,
  );
  const page = await search("numbered");
  const rest = await search("numbered", page.at(-1)?.key);
  expect([page.length, rest.length]).toEqual([60, 10]);
  expect(new Set([...page, ...rest].map(({ key }) => key)).size).toBe(70);
  expect((await search(""))[0]).toEqual(first);
});

it("shows people of other editions, and nobody without a session, neither the image nor its thumbnail", async () => {
  const [image] = await search("pier");
  const editions = join(desk.folder, "editions");
  await writeTestEdition(editions, { ...NO_FEEDS, id: "other", host: "other.example" });
  await desk.site.logs((log) => log.includes('"editions":["chicago","other"]'));
  const stranger = await signIn(await desk.addPerson("Dee Diaz", "publisher", "--edition", "other"));
  const paths = [`images/${image?.key}`, `images/${image?.key}/thumbnail?width=320`, "images"];
  for (const path of paths) {
    expect((await send(`chicago/${path}`, { cookie: "" })).status, path).toBe(401);
    expect((await send(`chicago/${path}`, { cookie: stranger })).status, path).toBe(404);
  }
  for (const path of paths.slice(0, 2)) expect((await send(`other/${path}`, { cookie: stranger })).status).toBe(404);
  const strange = { method: "POST", body: Uint8Array.from(await photo(400, 300).jpeg().toBuffer()), cookie: stranger };
  expect((await send("chicago/images?name=a.jpg", strange)).status).toBe(404);
  expect((await send("chicago/images/..%2f..%2fme")).status).toBe(404);
});
