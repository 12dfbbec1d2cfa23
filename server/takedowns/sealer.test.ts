import { mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openSealer, SealError, type SealedContent } from "./sealer.ts";

const content: SealedContent = {
  article: {
    ...{
      link: null,
      author: "Ann Lee",
      updated_at: null,
      excerpt: "Deck",
      description_html: "",
      content_html: "<p>It</p>",
    },
    image_url: null,
    image_width: null,
    image_height: null,
    image_alt: null,
    image_caption: null,
    image_credit: null,
    enclosures: "[]",
    categories: "[]",
  },
  images: [],
  issues: [],
};

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "broadsheet-"));
});
afterEach(() => rm(folder, { recursive: true }));

const open = () => openSealer({ DATABASE_URL: `sqlite:${join(folder, "store.db")}`, DATA_DIR: "" });

it("opens its copies, also after a restart, and hides their content", async () => {
  const sealed = (await open()).seal(7, content);
  expect(Buffer.from(sealed).toString("latin1")).not.toContain("Ann Lee");
  expect((await open()).unseal(7, sealed)).toEqual(content);
  expect((await stat(join(folder, "takedown.key"))).mode & 0o777).toBe(0o600);
});

it("refuses copies of other articles, damaged copies and copies of another key", async () => {
  const sealer = await open();
  const sealed = sealer.seal(7, content);
  expect(() => sealer.unseal(8, sealed)).toThrow(SealError);
  const damaged = Uint8Array.from(sealed, (byte, index) => (index === 40 ? byte ^ 1 : byte));
  expect(() => sealer.unseal(7, damaged)).toThrow(SealError);
  await writeFile(join(folder, "takedown.key"), "0".repeat(64));
  const other = await open();
  expect(() => other.unseal(7, sealed)).toThrow(/is not the key with which it was sealed/);
});

it("refuses a file that is not a key", async () => {
  await writeFile(join(folder, "takedown.key"), "secret");
  await expect(open()).rejects.toThrow("takedown.key is not a key of 64 hexadecimal digits.");
});
