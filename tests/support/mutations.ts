import fc from "fast-check";
import { ATTACKS, CHARSETS, JSON_VALUES, NAMES } from "./hostileWords.ts";
import type { Seeds } from "./seedFeeds.ts";

/** A feed that went wrong: what it was, and what happened to it, in order. */
export interface MutatedFeed {
  /** Which of the seeds it was; all places and choices are numbers that are taken modulo what there is. */
  seed: number;
  mutations: Mutation[];
  /** The charset that the HTTP header names; null where it names none. */
  httpCharset: string | null;
  isXmlHeader: boolean;
}

type Mutation =
  // Bytes.
  | { kind: "cut"; at: number; length: number }
  | { kind: "duplicate"; at: number; length: number; times: number }
  | { kind: "swap"; at: number; other: number; length: number }
  | { kind: "byte"; at: number; value: number }
  | { kind: "insert"; at: number; word: number; times: number }
  // Tags and the texts between them.
  | { kind: "token"; at: number; other: number; act: "drop" | "double" | "swap" }
  | { kind: "rename"; at: number; name: string }
  | { kind: "attribute"; at: number; name: string; word: number; times: number }
  | { kind: "fill"; at: number; word: number; times: number; wrapping: "none" | "cdata" | "escaped" | "twice" }
  | { kind: "value"; at: number; value: number }
  // The whole.
  | { kind: "nest"; at: number; length: number; name: string; depth: number }
  | { kind: "escape"; at: number; length: number }
  | { kind: "charset"; name: string; way: "declare" | "mark" | "utf-16" }
  | { kind: "splice"; at: number; other: number; from: number };

/** Bytes. A feed may grow so far by what happens to it. */
const LARGEST = 300_000;

const place = fc.nat(1_000_000);
const length = fc.oneof({ weight: 4, arbitrary: fc.nat(30) }, { weight: 1, arbitrary: fc.nat(4000) });
const times = fc.oneof({ weight: 12, arbitrary: fc.constant(1) }, { weight: 1, arbitrary: fc.nat(5000) });
const depth = fc.oneof({ weight: 6, arbitrary: fc.nat(5) }, { weight: 1, arbitrary: fc.nat(6000) });
const name = fc.constantFrom(...NAMES);
const charset = fc.constantFrom(...CHARSETS);
const kind = <Kind extends string>(value: Kind) => fc.constant(value);

const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  fc.record({ kind: kind("cut"), at: place, length }),
  fc.record({ kind: kind("duplicate"), at: place, length, times: fc.nat(50) }),
  fc.record({ kind: kind("swap"), at: place, other: place, length }),
  fc.record({ kind: kind("byte"), at: place, value: fc.nat(255) }),
  fc.record({ kind: kind("insert"), at: place, word: place, times }),
  fc.record({
    ...{ kind: kind("token"), at: place, other: place },
    act: fc.constantFrom("drop" as const, "double" as const, "swap" as const),
  }),
  fc.record({ kind: kind("rename"), at: place, name }),
  fc.record({ kind: kind("attribute"), at: place, name, word: place, times }),
  fc.record({
    ...{ kind: kind("fill"), at: place, word: place, times },
    wrapping: fc.constantFrom("none" as const, "cdata" as const, "escaped" as const, "twice" as const),
  }),
  fc.record({ kind: kind("value"), at: place, value: place }),
  fc.record({ kind: kind("nest"), at: place, length, name, depth }),
  fc.record({ kind: kind("escape"), at: place, length }),
  fc.record({
    ...{ kind: kind("charset"), name: charset },
    way: fc.constantFrom("declare" as const, "mark" as const, "utf-16" as const),
  }),
  fc.record({ kind: kind("splice"), at: place, other: place, from: place }),
);

/** Feeds to which one to six things happened. */
export const mutatedFeed: fc.Arbitrary<MutatedFeed> = fc.record({
  seed: place,
  mutations: fc.array(mutation, { minLength: 1, maxLength: 6 }),
  httpCharset: fc.option(charset, { freq: 3 }),
  isXmlHeader: fc.boolean(),
});

/** The bytes of a mutated feed, and the header that they come with. */
export function bytesOf(feed: MutatedFeed, seeds: Seeds): { body: Uint8Array<ArrayBuffer>; contentType: string } {
  const words = [...ATTACKS, ...seeds.attacks];
  let text = pick(seeds.feeds, feed.seed);
  for (const step of feed.mutations) text = mutate(text, step, words, seeds.feeds).slice(0, LARGEST);
  const type = feed.isXmlHeader ? "application/xml" : "text/html";
  const contentType = feed.httpCharset === null ? type : `${type}; charset=${feed.httpCharset}`;
  return { body: Uint8Array.from(Buffer.from(text, "latin1")), contentType };
}

function mutate(text: string, step: Mutation, words: readonly string[], feeds: readonly string[]): string {
  const at = "at" in step ? step.at % (text.length + 1) : 0;
  const put = (piece: string, dropped = 0) => text.slice(0, at) + piece + text.slice(at + dropped);
  switch (step.kind) {
    case "cut":
      return put("", step.length);
    case "duplicate":
      return put(many(text.slice(at, at + step.length), step.times));
    case "swap": {
      const [first, second] = [at, step.other % (text.length + 1)].sort((a, b) => a - b) as [number, number];
      const size = Math.min(step.length, second - first);
      const [left, right] = [text.slice(first, first + size), text.slice(second, second + size)];
      return text.slice(0, first) + right + text.slice(first + size, second) + left + text.slice(second + size);
    }
    case "byte":
      return put(String.fromCharCode(step.value), 1);
    case "insert":
      return put(many(pick(words, step.word), step.times));
    case "token":
      return onTokens(text, step);
    case "rename":
      return onNth(text, /(?<=<\/?)[\w:.-]+/g, step.at, () => step.name);
    case "attribute": {
      const value = many(pick(words, step.word), step.times).replaceAll('"', "&quot;").replaceAll("<", "&lt;");
      return onNth(text, /(?<=<[\w:.-]+)(?=[\s/>])/g, step.at, () => ` ${step.name}="${value}"`);
    }
    case "fill": {
      const word = many(pick(words, step.word), step.times);
      return onNth(text, /(?<=<[a-z][\w:.-]*(?:\s[^<>]*)?>)[^<]+(?=<\/)/gi, step.at, () => wrap(word, step.wrapping));
    }
    case "value":
      return onNth(text, /"(?:[^"\\]|\\.)*"|\b(?:true|false|null|\d+)\b/g, step.at, () =>
        pick(JSON_VALUES, step.value),
      );
    case "nest": {
      const inside = text.slice(at, at + step.length);
      return put(many(`<${step.name}>`, step.depth) + inside + many(`</${step.name}>`, step.depth), step.length);
    }
    case "escape":
      return put(escaped(text.slice(at, at + step.length)), step.length);
    case "charset":
      return inCharset(text, step.name, step.way);
    case "splice": {
      const other = pick(feeds, step.other);
      return text.slice(0, at) + other.slice(step.from % (other.length + 1));
    }
  }
}

function onTokens(text: string, { at, other, act }: Extract<Mutation, { kind: "token" }>): string {
  const tokens = text.match(/<[^>]*>|[^<]+|</g) ?? [];
  const [first, second] = [at % (tokens.length || 1), other % (tokens.length || 1)];
  const [one, two] = [tokens[first] ?? "", tokens[second] ?? ""];
  tokens[first] = act === "drop" ? "" : act === "double" ? one + one : two;
  if (act === "swap") tokens[second] = one;
  return tokens.join("");
}

function onNth(text: string, pattern: RegExp, nth: number, change: () => string): string {
  const places = [...text.matchAll(pattern)];
  const found = places[nth % (places.length || 1)];
  return found ? text.slice(0, found.index) + change() + text.slice(found.index + found[0].length) : text;
}

function wrap(word: string, wrapping: Extract<Mutation, { kind: "fill" }>["wrapping"]): string {
  if (wrapping === "cdata") return `<![CDATA[${word}]]>`;
  if (wrapping === "escaped") return escaped(word);
  return wrapping === "twice" ? escaped(escaped(word)) : word;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

function inCharset(text: string, name: string, way: Extract<Mutation, { kind: "charset" }>["way"]): string {
  if (way === "mark") return `\xef\xbb\xbf${text}`;
  if (way === "utf-16") return Buffer.from(`\ufeff${text}`, "utf16le").toString("latin1");
  const declaration = `<?xml version="1.0" encoding="${name}"?>`;
  return /^\s*<\?xml[^>]*\?>/.test(text) ? text.replace(/^\s*<\?xml[^>]*\?>/, declaration) : declaration + text;
}

/** Repeats as often as there is room for. */
function many(piece: string, times: number): string {
  return piece.repeat(Math.min(times, Math.floor(LARGEST / (piece.length || 1))));
}

function pick<Item>(items: readonly Item[], index: number): Item {
  const item = items[index % items.length];
  if (item === undefined) throw new Error("There is nothing to choose from: the corpora hold no feed.");
  return item;
}
