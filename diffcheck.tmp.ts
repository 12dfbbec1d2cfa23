import fc from "fast-check";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { applyMutations, mutatedFeed } from "./tests/support/mutations.ts";
import { readSeeds } from "./tests/support/seedFeeds.ts";
import { readFeed as newRead } from "./server/feeds/parse/readFeed.ts";
import { parseDate as newDate } from "./server/feeds/dates/parseDate.ts";
import { cleanHtml as newClean } from "./server/feeds/clean/cleanHtml.ts";
const O = "/tmp/oldfeeds/server/feeds/";
const { readFeed: oldRead } = await import(O + "parse/readFeed.ts");
const { parseDate: oldDate } = await import(O + "dates/parseDate.ts");
const { cleanHtml: oldClean } = await import(O + "clean/cleanHtml.ts");
const run = (f: () => unknown) => { try { return JSON.stringify(f()); } catch (e) { return "ERR " + (e as Error).name + (e as Error).message; } };
let n = 0, bad = 0, ok = 0;
function check(label: string, a: () => unknown, b: () => unknown) {
  n++;
  const x = run(a), y = run(b);
  if (x.startsWith("ERR") === false) ok++;
  if (x !== y && bad++ < 12) { let i = 0; while (x[i] === y[i]) i++; console.log("DIFF", label, "\n old", x.slice(Math.max(0, i - 80), i + 120), "\n new", y.slice(Math.max(0, i - 80), i + 120)); }
}
const C = "/work/shared/corpora";
const list = (d: string): string[] => readdirSync(d).flatMap((f) => (statSync(join(d, f)).isDirectory() ? list(join(d, f)) : [join(d, f)]));
for (const d of ["real", "feedparser", "gofeed", "encodings"]) for (const f of list(join(C, d))) {
  const b = readFileSync(f);
  check(f, () => oldRead(b, { url: "https://x.example/a/feed.xml" }), () => newRead(b, { url: "https://x.example/a/feed.xml" }));
}
console.log("corpora", n, ok, bad);
const dates = readFileSync(join(C, "dates.json"), "utf8").match(/"(?:[^"\\]|\\.)*"/g) ?? [];
for (const d of dates) { const s = JSON.parse(d); check("date " + s, () => oldDate(s), () => newDate(s)); }
console.log("dates", n, bad);
for (const f of list(join(C, "xss"))) for (const d of readFileSync(f, "utf8").match(/"(?:[^"\\\n]|\\.)*"/g) ?? []) { let s; try { s = JSON.parse(d); } catch { continue; } check("xss", () => oldClean(s, "https://x.example/"), () => newClean(s, "https://x.example/")); }
console.log("xss", n, bad);
const seeds = readSeeds(C);
const runs = Number(process.argv[2] ?? 2000);
fc.assert(fc.property(mutatedFeed, (feed) => { const { body, contentType } = applyMutations(feed, seeds); const s = { contentType, url: "https://x.example/a/feed.xml" }; check("mutated", () => oldRead(body, s), () => newRead(body, s)); }), { seed: Number(process.argv[3] ?? 7), numRuns: runs });
// JSON of random shapes
const J = ["a", "", 5, null, true, {}, [], ["x", 3], { name: "N" }, { name: 4 }, [{ name: "A" }, "B", 7], "https://e.example/i.png", "2024-05-01", [{ url: "https://e.example/a.mp3", mime_type: "audio/mp3", size_in_bytes: 5 }], [{ url: "/a.png", mime_type: "image/png" }], { link: "https://e.example/x.jpg", type: "image/jpeg", length: "12" }, { url: "/y.jpg", type: "", thumbnail: "/t.jpg" }];
const keys = ["title", "description", "home_page_url", "language", "author", "authors", "link"];
const ikeys = ["id", "title", "url", "external_url", "content_html", "content_text", "summary", "image", "banner_image", "date_published", "date_modified", "author", "authors", "attachments", "tags", "link", "pubDate", "thumbnail", "guid", "enclosure", "categories", "description", "content"];
const val = fc.constantFrom(...J);
const obj = (k: string[]) => fc.dictionary(fc.constantFrom(...k), val as fc.Arbitrary<unknown>);
fc.assert(fc.property(obj(keys), fc.array(fc.oneof({ weight: 8, arbitrary: obj(ikeys) }, { weight: 1, arbitrary: val as fc.Arbitrary<any> }), { maxLength: 4 }), fc.constantFrom(undefined, "ok", "error"), fc.oneof(obj(keys), val as fc.Arbitrary<any>), fc.boolean(), (f, items, status, feed, isC) => {
  const doc = isC ? { ...(status && { status }), feed, items } : { ...f, items };
  const b = new TextEncoder().encode(JSON.stringify(doc));
  check("json " + JSON.stringify(doc), () => oldRead(b, { url: "https://x.example/f" }), () => newRead(b, { url: "https://x.example/f" }));
}), { numRuns: 5000 });
console.log("all", n, ok, bad);
