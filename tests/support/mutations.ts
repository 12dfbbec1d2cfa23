import fc from "fast-check";
import { ATTACKS, CHARSETS, JSON_VALUES, NAMES } from "./mutationInputs.ts";
import type { Seeds } from "./seedFeeds.ts";

/** A feed to mutate, and the mutations to apply to it, in order. */
export interface MutatedFeed {
  /** Index of the feed in `Seeds`. All indexes and positions are taken modulo the number of choices. */
  seed: number;
  mutations: Mutation[];
  /** The charset in the Content-Type header; null for none. */
  httpCharset: string | null;
  isXmlHeader: boolean;
}

type Mutation =
  // Mutations of bytes.
  | { kind: "cut"; at: number; length: number }
  | { kind: "duplicate"; at: number; length: number; times: number }
  | { kind: "swap"; at: number; other: number; length: number }
  | { kind: "byte"; at: number; value: number }
  | { kind: "insert"; at: number; attack: number; times: number }
  // Mutations of tags and the texts between them.
  | { kind: "token"; at: number; other: number; act: "drop" | "double" | "swap" }
  | { kind: "rename"; at: number; name: string }
  | { kind: "attribute"; at: number; name: string; attack: number; times: number }
  | { kind: "fill"; at: number; attack: number; times: number; wrapping: "none" | "cdata" | "escaped" | "twice" }
  | { kind: "value"; at: number; value: number }
  // Mutations of larger parts.
  | { kind: "nest"; at: number; length: number; name: string; depth: number }
  | { kind: "escape"; at: number; length: number }
  | { kind: "charset"; name: string; method: "declare" | "mark" | "utf-16" }
  | { kind: "splice"; at: number; other: number; from: number };

/** Maximum size of a mutated feed, in bytes. */
const MAX_BYTES = 300_000;

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
  fc.record({ kind: kind("insert"), at: place, attack: place, times }),
  fc.record({
    kind: kind("token"),
    at: place,
    other: place,
    act: fc.constantFrom("drop" as const, "double" as const, "swap" as const),
  }),
  fc.record({ kind: kind("rename"), at: place, name }),
  fc.record({ kind: kind("attribute"), at: place, name, attack: place, times }),
  fc.record({
    kind: kind("fill"),
    at: place,
    attack: place,
    times,
    wrapping: fc.constantFrom("none" as const, "cdata" as const, "escaped" as const, "twice" as const),
  }),
  fc.record({ kind: kind("value"), at: place, value: place }),
  fc.record({ kind: kind("nest"), at: place, length, name, depth }),
  fc.record({ kind: kind("escape"), at: place, length }),
  fc.record({
    kind: kind("charset"),
    name: charset,
    method: fc.constantFrom("declare" as const, "mark" as const, "utf-16" as const),
  }),
  fc.record({ kind: kind("splice"), at: place, other: place, from: place }),
);

/** Generates feeds with one to six mutations. */
export const mutatedFeed: fc.Arbitrary<MutatedFeed> = fc.record({
  seed: place,
  mutations: fc.array(mutation, { minLength: 1, maxLength: 6 }),
  httpCharset: fc.option(charset, { freq: 3 }),
  isXmlHeader: fc.boolean(),
});

export function applyMutations(
  feed: MutatedFeed,
  seeds: Seeds,
): { body: Uint8Array<ArrayBuffer>; contentType: string } {
  const attacks = [...ATTACKS, ...seeds.attacks];
  let text = pick(seeds.feeds, feed.seed);
  for (const step of feed.mutations) text = mutate(text, step, attacks, seeds.feeds).slice(0, MAX_BYTES);
  const type = feed.isXmlHeader ? "application/xml" : "text/html";
  const contentType = feed.httpCharset === null ? type : `${type}; charset=${feed.httpCharset}`;
  return { body: Uint8Array.from(Buffer.from(text, "latin1")), contentType };
}

function mutate(text: string, step: Mutation, attacks: readonly string[], feeds: readonly string[]): string {
  const at = "at" in step ? step.at % (text.length + 1) : 0;
  const put = (piece: string, dropped = 0) => text.slice(0, at) + piece + text.slice(at + dropped);
  switch (step.kind) {
    case "cut":
      return put("", step.length);
    case "duplicate":
      return put(repeat(text.slice(at, at + step.length), step.times));
    case "swap": {
      const [first, second] = [at, step.other % (text.length + 1)].sort((a, b) => a - b) as [number, number];
      const size = Math.min(step.length, second - first);
      const [left, right] = [text.slice(first, first + size), text.slice(second, second + size)];
      return text.slice(0, first) + right + text.slice(first + size, second) + left + text.slice(second + size);
    }
    case "byte":
      return put(String.fromCharCode(step.value), 1);
    case "insert":
      return put(repeat(pick(attacks, step.attack), step.times));
    case "token":
      return mutateTokens(text, step);
    case "rename":
      return replaceNth(text, /(?<=<\/?)[\w:.-]+/g, step.at, () => step.name);
    case "attribute": {
      const value = repeat(pick(attacks, step.attack), step.times).replaceAll('"', "&quot;").replaceAll("<", "&lt;");
      return replaceNth(text, /(?<=<[\w:.-]+)(?=[\s/>])/g, step.at, () => ` ${step.name}="${value}"`);
    }
    case "fill": {
      const attack = repeat(pick(attacks, step.attack), step.times);
      return replaceNth(text, /(?<=<[a-z][\w:.-]*(?:\s[^<>]*)?>)[^<]+(?=<\/)/gi, step.at, () =>
        wrap(attack, step.wrapping),
      );
    }
    case "value":
      return replaceNth(text, /"(?:[^"\\]|\\.)*"|\b(?:true|false|null|\d+)\b/g, step.at, () =>
        pick(JSON_VALUES, step.value),
      );
    case "nest": {
      const inside = text.slice(at, at + step.length);
      return put(repeat(`<${step.name}>`, step.depth) + inside + repeat(`</${step.name}>`, step.depth), step.length);
    }
    case "escape":
      return put(escaped(text.slice(at, at + step.length)), step.length);
    case "charset":
      return setCharset(text, step.name, step.method);
    case "splice": {
      const other = pick(feeds, step.other);
      return text.slice(0, at) + other.slice(step.from % (other.length + 1));
    }
  }
}

function mutateTokens(text: string, { at, other, act }: Extract<Mutation, { kind: "token" }>): string {
  const tokens = text.match(/<[^>]*>|[^<]+|</g) ?? [];
  const [first, second] = [at % (tokens.length || 1), other % (tokens.length || 1)];
  const [one, two] = [tokens[first] ?? "", tokens[second] ?? ""];
  tokens[first] = act === "drop" ? "" : act === "double" ? one + one : two;
  if (act === "swap") tokens[second] = one;
  return tokens.join("");
}

function replaceNth(text: string, pattern: RegExp, nth: number, getReplacement: () => string): string {
  const places = [...text.matchAll(pattern)];
  const found = places[nth % (places.length || 1)];
  return found ? text.slice(0, found.index) + getReplacement() + text.slice(found.index + found[0].length) : text;
}

function wrap(text: string, wrapping: Extract<Mutation, { kind: "fill" }>["wrapping"]): string {
  if (wrapping === "cdata") return `<![CDATA[${text}]]>`;
  if (wrapping === "escaped") return escaped(text);
  return wrapping === "twice" ? escaped(escaped(text)) : text;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

function setCharset(text: string, name: string, method: Extract<Mutation, { kind: "charset" }>["method"]): string {
  if (method === "mark") return `\xef\xbb\xbf${text}`;
  if (method === "utf-16") return Buffer.from(`\ufeff${text}`, "utf16le").toString("latin1");
  const declaration = `<?xml version="1.0" encoding="${name}"?>`;
  return /^\s*<\?xml[^>]*\?>/.test(text) ? text.replace(/^\s*<\?xml[^>]*\?>/, declaration) : declaration + text;
}

/** Repeats a text, up to MAX_BYTES. */
function repeat(piece: string, times: number): string {
  return piece.repeat(Math.min(times, Math.floor(MAX_BYTES / (piece.length || 1))));
}

function pick<Item>(items: readonly Item[], index: number): Item {
  const item = items[index % items.length];
  if (item === undefined) throw new Error("The corpora contain no feeds.");
  return item;
}
