import { describe, expect, it } from "vitest";
import { isSitePath } from "./cleanStoryHtml.lazy.ts";
import type { DeviceData } from "./deviceData.ts";
import { writeExport } from "./exportFile.ts";
import { ImportError, readExport } from "./importFile.lazy.ts";

const NOW = Date.UTC(2026, 3, 20);

const DATA: DeviceData = {
  saved: [
    {
      slug: "river-rises",
      savedAt: 1000,
      story: {
        title: "River rises",
        deck: "",
        author: "The desk",
        date: { instant: null, text: "Today" },
        source: null,
        section: { name: "Local", href: "/local", tone: "lake" },
      },
      original: { href: "https://publisher.example/1", publisher: "The Test Wire" },
      bodyHtml: "<p>It rises.</p>",
    },
  ],
  follows: [{ kind: "source", id: "The Test Wire", followedAt: 1000 }],
  history: [{ slug: "river-rises", title: "River rises", section: "Local", source: "The Test Wire", readAt: 1000 }],
};

const exported = writeExport(DATA, { text: "large" }, "The Meridian", NOW);
const read = (json: string) => readExport(json, (html) => html, NOW);

it("removes controls and overrides of the direction from imported texts", () => {
  const json = exported
    .replaceAll("River rises", "River\\u202e ris\\u0000es")
    .replaceAll("The Test Wire", "The Test\u2066 Wire");
  expect(json).not.toBe(exported);
  expect(read(json)).toMatchObject({ saved: DATA.saved, follows: DATA.follows, history: DATA.history });
});

describe("writeExport", () => {
  it("names the format, its version, the edition and the time", () => {
    expect(JSON.parse(exported)).toMatchObject({
      format: "broadsheet-my-page",
      version: 1,
      edition: "The Meridian",
      exportedAt: "2026-04-20T00:00:00.000Z",
    });
  });
});

describe("writeExport of a publisher's story", () => {
  const [own] = DATA.saved;
  if (!own) throw new Error("There is no saved story.");
  const story = { ...own.story, deck: "It rose.", source: "The Test Wire" };
  const writeSaved = (mayExport: boolean) => {
    const saved = { ...own, story, rights: { expiresAt: null, mayExport } };
    return JSON.parse(writeExport({ ...DATA, saved: [saved] }, {}, "The Meridian", NOW)).saved[0];
  };

  it("contains its deck and text only if the publisher permits exporting them", () => {
    expect(writeSaved(true)).toMatchObject({ story: { deck: "It rose." }, bodyHtml: "<p>It rises.</p>" });
    expect(writeSaved(false)).toMatchObject({ story: { title: "River rises", deck: "" }, bodyHtml: null });
  });
});

describe("readExport", () => {
  it("returns what was exported", () => {
    expect(read(exported)).toEqual({ ...DATA, choices: { text: "large" } });
  });

  it("sanitizes the stories' texts", () => {
    expect(readExport(exported, () => "clean", NOW).saved[0]?.bodyHtml).toBe("clean");
  });

  it("sets dates in the future to now", () => {
    expect(read(exported.replace('"savedAt": 1000', `"savedAt": ${NOW + 1}`)).saved[0]?.savedAt).toBe(NOW);
  });

  it("skips choices that do not exist", () => {
    const file = JSON.parse(exported);
    file.choices = { text: "gigantic", constructor: "large", theme: "dark" };
    expect(read(JSON.stringify(file)).choices).toEqual({ theme: "dark" });
  });

  it.each([
    ["text that is no JSON", "{", "unreadable"],
    ["another format", "{}", "otherFile"],
    ["a newer version", exported.replace('"version": 1', '"version": 2'), "newer "],
    ["a list that is none", exported.replace(/"follows": \[/, '"follows": 1, "x": ['), "damaged follows"],
    ["a story without a date", exported.replace("savedAt", "savedOn"), "damaged saved story 1"],
    ["a date before 1970", exported.replace('"followedAt": 1000', '"followedAt": -1'), "damaged follow 1"],
    ["a slug with half a surrogate pair", exported.replace("river-rises", "\\ud800"), "damaged saved story 1"],
    ["an original that is no web address", exported.replace("https://pub", "javascript:"), "damaged saved story 1"],
    ["a section on another site", exported.replace('"/local"', '"//other.example"'), "damaged saved story 1"],
    ["a follow of another kind", exported.replace('"kind": "source"', '"kind": "author"'), "damaged follow 1"],
  ])("rejects %s", (_case, json, reason) => {
    expect(() => read(json)).toThrow(ImportError);
    expect(() => read(json)).toThrow(reason);
  });
});

describe("isSitePath", () => {
  it.each([["/"], ["/local"], ["/article/a?b=//c"]])("accepts %s", (path) => {
    expect(isSitePath(path)).toBe(true);
  });

  it.each([[""], ["local"], ["//other.example"], ["/\\other.example"], ["/\t/other.example"], ["https://a.example"]])(
    "rejects %j",
    (address) => {
      expect(isSitePath(address)).toBe(false);
    },
  );
});
