import { execFileSync } from "node:child_process";
import { mkdir, symlink, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import sharp from "sharp";
import { afterAll, beforeAll, expect, it } from "vitest";
import { broadsheet } from "../support/commandLine.ts";
import { writeTestEdition } from "../support/editions.ts";
import { temporaryFolder } from "../support/site.ts";
import { queryStore } from "../support/stores.ts";

// Tests files that `stories add` and `stories import` reject. Only the last test stores anything.

const HEAD = "title: A\nsection: local\n";
const toStory = (head: string, body = "Text.") => `---\n${head}---\n\n${body}\n`;

/** Content of each file, and part of the file's error message. The whole message begins with the file's path. */
const FILES: Record<string, [content: string | Buffer, message: string]> = {
  "empty.md": ["", ":1: found no head"],
  "no-head.md": ["Only a text.\n", ":1: found no head"],
  "late-head.md": [`\nText.\n${toStory(HEAD)}`, ":1: found no head"],
  "open-head.md": [`---\n${HEAD}Text.\n`, ":1: found no head"],
  "list.md": [toStory("- title\n- section\n"), ":1: the file: found"],
  "syntax.md": [toStory('title: "A\nsection: local\n'), ": this is not YAML"],
  "duplicate.md": [toStory(`${HEAD}title: B\n`), ":4: this is not YAML"],
  "aliases.md": [
    toStory(`a: &a [x, x]\nb: &b [${"*a, ".repeat(60)}]\nc: &c [${"*b, ".repeat(60)}]\n${HEAD}`),
    "this is not YAML",
  ],
  "no-title.md": [toStory("section: local\n"), ":1: title: found nothing"],
  "long-title.md": [toStory(`title: ${"a".repeat(301)}\nsection: local\n`), ":2: title: found"],
  "control.md": [toStory('title: "A\\0B"\nsection: local\n'), ":2: title: found"],
  "no-section.md": [toStory("title: A\n"), ":1: section: found nothing; expected at least one section, such as local,"],
  "section-path.md": [toStory("title: A\nsection: ../local\n"), ":3: found the section ../local; did you mean local?"],
  "unknown-section.md": [toStory("title: A\nsection: moon\n"), ":3: found the section moon"],
  "unknown-key.md": [toStory(`${HEAD}author: B\n`), ':4: found the key "author"'],
  "no-time.md": [toStory(`${HEAD}publishAt: 2026-01-01\n`), ":4: publishAt: found"],
  "no-date.md": [toStory(`${HEAD}publishAt: 2026-13-45T06:00:00Z\n`), ":4: publishAt: found"],
  "far-date.md": [toStory(`${HEAD}publishAt: "9999-12-31T23:59:59-10:00"\n`), ":4: publishAt: found"],
  "ends-early.md": [
    toStory(`${HEAD}publishAt: 2026-01-02T06:00:00Z\nexpiresAt: 2026-01-01T06:00:00Z\n`),
    ":5: expiresAt: found",
  ],
  "language.md": [toStory(`${HEAD}language: no_language!\n`), ":4: language: found"],
  "canonical.md": [toStory(`${HEAD}canonical: javascript:alert(1)\n`), ":4: canonical: found"],
  "redirect.md": [toStory(`${HEAD}redirectFrom: https://old.example/a\n`), ":4: redirectFrom: found"],
  "focus.md": [toStory(`${HEAD}image: { file: photo.jpg, focus: left }\n`), ":4: image.focus: found"],
  "latin1.md": [
    Buffer.from(toStory("title: Caf\xe9\nsection: local\n"), "latin1"),
    ":2: found bytes that are not text",
  ],
  "utf16.md": [Buffer.from(`\ufeff${toStory(HEAD)}`, "utf16le"), ":1: found bytes that are not text"],
  "zero.md": [toStory(HEAD, "Text.\n\0"), ":7: found bytes that are not text"],
  "long.md": [toStory(HEAD, "a".repeat(2_000_001)), ":5: the text is too long"],
  "missing-image.md": [toStory(HEAD, "Text.\n\n![x](missing.jpg)"), ":8: the image missing.jpg is missing"],
  "text-image.md": [toStory(`${HEAD}image: no-head.md\n`), ":4: the image no-head.md is not a JPEG"],
  "late-image.md": [toStory(HEAD, "![x](photo.jpg)\n\n![y](no-head.md)"), ":8: the image no-head.md is not a JPEG"],
  "outside.md": [toStory(HEAD, "![x](../secret.jpg)"), ":6: the image ../secret.jpg is outside of the folder"],
  "encoded.md": [toStory(HEAD, "![x](%2e%2e/secret.jpg)"), ":6: the image %2e%2e/secret.jpg is outside of the folder"],
  "absolute.md": [toStory(HEAD, "![x](/etc/hostname)"), ":6: the image /etc/hostname is outside of the folder"],
  "link-image.md": [toStory(HEAD, "![x](link.jpg)"), ":6: the image link.jpg is outside of the folder"],
  "folder-image.md": [toStory(HEAD, "![x](folder.md)"), ":6: the image folder.md is a folder"],
  "not-stored.md": [toStory(HEAD, "![x](own:media/nothing)"), ":6: the image own:media/nothing is not in the store"],
  "!!.md": [toStory(HEAD), ": its name has no letter or digit"],
};

/** Parts of the error messages of files that are not in `FILES`. */
const OTHERS: Record<string, string> = {
  "huge.md": " is larger than 10 MB",
  "folder.md": " is a folder",
  "pipe.md": " is not a file",
  "linked.md": " is outside of the folder",
};

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let stories: string;
let env: Record<string, string>;

beforeAll(async () => {
  folder = await temporaryFolder();
  stories = join(folder.path, "stories");
  await mkdir(join(stories, "folder.md"), { recursive: true });
  const editions = await writeTestEdition(join(folder.path, "editions"), { feeds: () => [], relays: [] });
  env = { DATABASE_URL: `sqlite:${join(folder.path, "test.db")}`, EDITIONS_DIR: editions };
  expect((await broadsheet(["migrate"], env)).status).toBe(0);
  const photo = await sharp({ create: { width: 64, height: 48, channels: 3, background: "red" } })
    .jpeg()
    .toBuffer();
  for (const path of ["stories/photo.jpg", "secret.jpg"]) await writeFile(join(folder.path, path), photo);
  for (const [name, [content]] of Object.entries(FILES)) await writeFile(join(stories, name), content);
  await symlink(join(folder.path, "secret.jpg"), join(stories, "link.jpg"));
  await writeFile(join(folder.path, "secret.md"), toStory(HEAD));
  await symlink(join(folder.path, "secret.md"), join(stories, "linked.md"));
  await writeFile(join(stories, "huge.md"), toStory(HEAD));
  await truncate(join(stories, "huge.md"), 50_000_000);
  execFileSync("mkfifo", [join(stories, "pipe.md")]);
});

afterAll(async () => {
  await folder?.remove();
});

async function save(name: string, text: string): Promise<string> {
  const path = join(folder.path, name);
  await writeFile(path, text);
  return path;
}

async function countRows(): Promise<number> {
  const tables = ["staff_stories", "staff_story_versions", "media", "articles", "editor_log"].map((name) =>
    sql.table(name),
  );
  const counts = tables.map((table) => sql`(select count(*) from ${table})`);
  const [row] = await queryStore<{ count: number }>(
    env.DATABASE_URL ?? "",
    sql`select ${sql.join(counts, sql` + `)} as count`,
  );
  return Number(row?.count);
}

it("names each file of a folder that it can't import, with the line, and stores nothing of it", async () => {
  const { status, output } = await broadsheet(["stories", "import", stories], env);
  expect(status).toBe(1);
  const messages = new Map(Object.entries(FILES).map(([name, [, message]]) => [name, message]));
  for (const [name, message] of [...messages, ...Object.entries(OTHERS)])
    expect
      .soft(
        output.split("\n").find((line) => line.startsWith(join(stories, name))),
        name,
      )
      .toContain(message);
  const count = messages.size + Object.keys(OTHERS).length;
  expect(output).toContain(`0 stories added, 0 already known, ${count} not imported.`);
  expect(await countRows()).toBe(0);
});

const WXR = `<?xml version="1.0"?>
<!DOCTYPE rss [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "${"&a;".repeat(100)}"><!ENTITY c "${"&b;".repeat(100)}">]>
<rss><channel><link>https://old.example</link><wp:base_blog_url>https://old.example</wp:base_blog_url>
<item><title>A &c; B</title><wp:post_id>1</wp:post_id><wp:post_type>post</wp:post_type><wp:status>publish</wp:status>
<wp:post_date_gmt>9999-99-99 00:00:00</wp:post_date_gmt><wp:post_name>../../a/b</wp:post_name>
<content:encoded><![CDATA[${"<div>".repeat(20_000)}Deep\0.]]></content:encoded></item></channel></rss>`;
const GHOST = JSON.stringify({
  data: {
    posts: [
      {
        ...{
          id: "1",
          title: "Bell\u0000 and\ud800",
          slug: "../bell/",
          html: "<p>Rings.\u0000</p>",
          status: "published",
        },
        published_at: 8_640_000_000_000_000,
      },
    ],
  },
});

it.each([
  [
    "a Ghost export that is cut off",
    "cut.json",
    GHOST.slice(0, -9),
    /cut\.json can't be read: .*\(line 1 column \d+\)/,
  ],
  ["JSON of something else", "other.json", '{"data":{"posts":[{"id":{}}]}}', /other\.json is not a Ghost export: /],
  ["a feed", "feed.xml", "<rss><channel><title>A</title></channel></rss>", /feed\.xml is not a WordPress export/],
  [
    "a feed with stories",
    "feed.xml",
    "<rss><channel><link>https://a.example</link><item><title>A</title></item></channel></rss>",
    /feed\.xml is not a WordPress export/,
  ],
  ["a WordPress export that is cut off", "cut.xml", WXR.slice(0, -9), /cut\.xml is cut off/],
  ["a binary file", "photo.xml", "\u0000\u0001\u0002", /photo\.xml is not a WordPress export/],
  ["a map that is no map", "map.yaml", "", /map\.yaml:1: /],
])("rejects %s, and stores nothing", async (_, name, text, message) => {
  const path = await save(name, text);
  const args = name === "map.yaml" ? [await save("ghost.json", GHOST), "--map", path] : [path];
  const { status, output, errors } = await broadsheet(["stories", "import", ...args, "--default", "local"], env);
  expect(status).toBe(1);
  expect(output + errors).toMatch(message);
  expect(await countRows()).toBe(0);
});

it("imports posts with entities, depth, controls and dates that no story can have, as drafts", async () => {
  for (const [name, text] of [
    ["hostile.xml", WXR],
    ["hostile.json", GHOST],
  ] as const) {
    const { status, output, errors } = await broadsheet(
      ["stories", "import", await save(name, text), "--default", "local", "--site", "https://old.example"],
      env,
    );
    expect(status, output + errors).toBe(0);
    expect(output).toContain("has no date, and became a draft");
    expect(output).toContain("1 stories added");
  }
  const rows = await queryStore<{ slug: string; state: string; content: string }>(
    env.DATABASE_URL ?? "",
    sql`select slug, state, content from staff_stories join staff_story_versions on story_id = id order by id`,
  );
  expect(rows.map(({ slug, state }) => `${slug} ${state}`)).toEqual(["ab draft", "bell draft"]);
  expect(rows.map(({ content }) => JSON.parse(content))).toMatchObject([
    { title: expect.stringMatching(/^A &?c;? ?B$/), body: "Deep." },
    { title: expect.stringMatching(/^Bell and/), body: "Rings." },
  ]);
});

it("names a stored version that is damaged", async () => {
  const damage = (content: string) =>
    queryStore(env.DATABASE_URL ?? "", sql`update staff_story_versions set content = ${content} where story_id = 1`);
  for (const content of ['{"title":', '{"title":1}']) {
    await damage(content);
    const { status, errors } = await broadsheet(["stories", "show", "ab"], env);
    expect(status).toBe(1);
    expect(errors).toContain("The store's version 1 of staff story 1 is damaged: ");
  }
  // Stores content in the format of earlier versions of Broadsheet, with fewer keys.
  await damage('{"title":"Old","sections":["local"],"body":"Text."}');
  expect((await broadsheet(["stories", "show", "ab"], env)).output).toContain("title: Old");
});
