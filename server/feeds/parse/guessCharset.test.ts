import { describe, expect, it } from "vitest";
import { guessCharset } from "./guessCharset.ts";

/** Encodes a text in a single-byte charset. */
function encode(text: string, charset: string): Uint8Array {
  const decoder = new TextDecoder(charset);
  const byteOf = new Map(
    Array.from({ length: 256 }, (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte] as const),
  );
  return Uint8Array.from(text, (letter) => byteOf.get(letter) ?? 63);
}

const RUSSIAN = "<title>В городе открылась новая выставка о реке и людях</title>";

describe("guessCharset", () => {
  it.each([
    ["windows-1251", RUSSIAN, "windows-1251"],
    ["koi8-r", RUSSIAN, "koi8-r"],
    ["windows-1252", "<title>Le maire a signé le budget après un débat à l’hôtel de ville</title>", null],
    ["windows-1252", "<title>“Größe” – Über die Brücke</title>", null],
    ["windows-1252", "<title>Plain words</title>", null],
  ])("guesses for %s text %j: %s", (charset, text, guess) => {
    expect(guessCharset(encode(text, charset))).toBe(guess);
  });
});
