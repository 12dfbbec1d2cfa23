import { expect, it } from "vitest";
import { type CopyContent, copySchema } from "../copyContent.ts";
import { checkStory } from "./checkStory.ts";

const NOW = "2026-11-26T12:00:00.000Z";
const STATUSES: Record<string, number | null> = { "https://gone.example/": 404, "https://dead.example/": null };

async function check(content: Partial<CopyContent>) {
  const requested: string[] = [];
  const { results, uncheckedLinks } = await checkStory(copySchema.parse(content), {
    edition: { sections: [{ slug: "local" }], url: "https://news.example", hosts: ["news.example"] } as never,
    findImage: async (key) => (key === "lost" ? undefined : { name: `${key}.jpg`, isDecorative: key === "pattern" }),
    checkLink: async (url) => {
      requested.push(url);
      return STATUSES[url] === undefined ? 403 : STATUSES[url];
    },
    findStatus: async (path) => (path === "/article/here" ? 200 : 404),
    now: NOW,
  });
  return {
    found: results.map(({ kind, text }) => (text ? `${kind} ${text}` : kind)),
    places: results.map(({ field, src }) => (src ? `${field} ${src}` : field)),
    results,
    requested,
    uncheckedLinks,
  };
}

const COMPLETE = { title: "Ferry returns", sections: ["local"], body: "It runs again." };

it("requires a headline and a section of the edition, and nothing else", async () => {
  const { results } = await check({ sections: ["closed"] });
  expect(results).toEqual([
    { kind: "headline", field: "title", text: "", isRequired: true },
    { kind: "section", field: "sections", text: "", isRequired: true },
    { kind: "text", field: "body", text: "", isRequired: false },
  ]);
  expect((await check(COMPLETE)).results).toEqual([]);
});

it("requires the name of a sponsor", async () => {
  const { results } = await check({ ...COMPLETE, sponsor: { name: " ", kind: "paid" } });
  expect(results).toEqual([{ kind: "sponsor", field: "sponsor", text: "", isRequired: true }]);
});

it("finds TK as a word in every text, but not in addresses or other words", async () => {
  const body =
    "Call **TK**TK today, [here](https://tk.example/TK) or https://tk.example/TK.\n\nBATKA, tk, TKO.\n\n```quote\nTKTK\n-- Ann\n```";
  const { found, places } = await check({ ...COMPLETE, title: "TK returns", deck: "On TK TK", byline: ["TK"], body });
  expect(found).toEqual([
    "tk TK returns",
    "tk On TK TK",
    "tk TK",
    expect.stringMatching(/^tk Call TKTK today, here or/),
    "tk TKTK -- Ann",
  ]);
  expect(places).toEqual(["title", "deck", "byline", "body", "body"]);
});

it("finds images without alternative text once, unless they are decorative, without credit, and without a file", async () => {
  const body =
    "![](own:media/river)\n\n![](own:media/boat)\n\n![](own:media/pattern)\n\n![A dam](own:media/lost)\n\n![A pier](own:media/pier)";
  const { found, places } = await check({
    ...COMPLETE,
    image: { file: "own:media/boat", alt: " ", caption: "", credit: "" },
    sponsor: { name: "A bank", kind: "paid", logo: "own:media/lost" },
    body,
  });
  expect(found).toEqual(["alt boat.jpg", "alt river.jpg", "image A dam", "image lost", "credit"]);
  expect(places).toEqual([
    "image own:media/boat",
    "body own:media/river",
    "body own:media/lost",
    "sponsor own:media/lost",
    "image",
  ]);
});

it("requests links on the web, resolves those of the own site inside, and counts what is left out", async () => {
  const links = ["https://gone.example/", "https://dead.example/", "https://shy.example/", "/article/here", "/nowhere"];
  const own = ["https://news.example/article/here", "#note", "mailto:desk@news.example"];
  const body = [...links, ...own, ...links].map((link) => `[a](${link})`).join(" ");
  const { results, requested } = await check({ ...COMPLETE, body });
  expect(requested).toEqual(links.slice(0, 3));
  expect(results.map(({ text, status }) => [text, status])).toEqual([
    ["https://gone.example/", 404],
    ["https://dead.example/", null],
    ["/nowhere", 404],
  ]);
  const many = Array.from({ length: 30 }, (_, number) => `<https://many.example/${number}>`).join(" ");
  const { uncheckedLinks, requested: first } = await check({ ...COMPLETE, body: many });
  expect([first.length, uncheckedLinks]).toEqual([20, 10]);
});

it("finds a notice that has ended", async () => {
  expect((await check({ ...COMPLETE, expiresAt: NOW })).found).toEqual([`time ${NOW}`]);
  expect((await check({ ...COMPLETE, expiresAt: "2026-11-27T12:00:00.000Z" })).found).toEqual([]);
});
