import { expect, it } from "vitest";
import { parse as parseStatus } from "./statusParser.ts";

const URL = "https://radio.example/live.mp3";
const parse = (text: string) => parseStatus({ streamUrl: URL }, Buffer.from(text));
const buildSource = (mount: string, title: string) =>
  `{"listenurl":"http://localhost:8000${mount}","title":${title},"dummy":null}`;

it("reads the track of the mount point from one source or several", () => {
  const live = buildSource("/live.mp3", '"Lake Trio - Harbor Lights"');
  const track = { artist: "Lake Trio", title: "Harbor Lights" };
  expect(parse(`{"icestats":{"source":${live}}}`)).toEqual(track);
  expect(parse(`{"icestats":{"source":[${buildSource("/other.mp3", '"Other"')},${live}]}}`)).toEqual(track);
});

it("repairs values that Icecast writes without quotation marks", () => {
  expect(parse(`{"icestats":{"source":${buildSource("/live.mp3", "-")}}}`)).toBeNull();
  expect(parse(`{"icestats":{"source":${buildSource("/live.mp3", "007")}}}`)?.title).toBe("007");
});

it("distinguishes a mount point without a source from one without a title", () => {
  expect(parse('{"icestats":{}}')).toBeUndefined();
  expect(parse(`{"icestats":{"source":${buildSource("/live.mp3", '""')}}}`)).toBeNull();
});

it("throws if the text is no status", () => {
  for (const text of ["", "<html>", "{}"]) expect(() => parse(text)).toThrow();
});
