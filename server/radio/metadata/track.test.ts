import { expect, it } from "vitest";
import { decodeTrackText, parseIcyMetadata, parseTrack } from "./track.ts";

it("splits artist and title at a dash between spaces", () => {
  for (const dash of ["-", "–", "—"])
    expect(parseTrack(`Die Ärzte ${dash} Rod-Loves-You`)).toEqual({ artist: "Die Ärzte", title: "Rod-Loves-You" });
  expect(parseTrack("Jay-Z")).toEqual({ artist: null, title: "Jay-Z" });
});

it("does not split the title if the artist is given", () => {
  expect(parseTrack("One - Two", "Three")).toEqual({ artist: "Three", title: "One - Two" });
  expect(parseTrack("One - Two", " ")).toEqual({ artist: "One", title: "Two" });
});

it("returns null for text without letters and digits", () => {
  for (const text of ["", " - ", "***"]) expect(parseTrack(text)).toBeNull();
});

it("decodes character references, and removes control characters", () => {
  expect(parseTrack("Simon &amp;\r\n Garfunkel")).toEqual({ artist: null, title: "Simon & Garfunkel" });
});

it("reads titles with apostrophes and semicolons", () => {
  const parse = (text: string) => parseIcyMetadata(Buffer.from(text))?.title;
  expect(parse("StreamTitle='It's Over; Really';\0\0\0")).toBe("It's Over; Really");
  expect(parse("StreamTitle='One';StreamUrl='https://radio.example';")).toBe("One");
  expect(parse("StreamUrl='https://radio.example';")).toBeUndefined();
});

it("decodes UTF-8, and other bytes as Windows-1252", () => {
  expect(decodeTrackText(Buffer.from("Motörhead"))).toBe("Motörhead");
  expect(decodeTrackText(Buffer.from("Motörhead", "latin1"))).toBe("Motörhead");
});

it("removes overrides of the direction", () => {
  expect(parseTrack("Lake\u202e Trio\u0000 - Harbor\u2066 Lights")).toEqual({
    artist: "Lake Trio",
    title: "Harbor Lights",
  });
});
