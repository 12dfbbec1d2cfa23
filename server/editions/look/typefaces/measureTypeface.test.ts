import { readFileSync, statSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { measureTypeface } from "./measureTypeface.ts";
import { SHIPPED_KB } from "./typefaceBudget.ts";
import type { TypefaceFiles } from "./typefaceFiles.ts";
import { getTypefaceRules, toPublicTypefaces } from "./typefaceStyle.ts";

const FONTS = "app/styles/fonts";
const read = (name: string) => readFileSync(`${FONTS}/${name}.woff2`);
const load = async (bytes: Buffer<ArrayBuffer>, digest: string) => ({
  ...(await measureTypeface(bytes)),
  digest,
  bytes,
});
const ITALIC = "node_modules/@fontsource-variable/newsreader/files/newsreader-latin-wght-italic.woff2";

describe("measureTypeface", () => {
  it("reads weights, style and heights", async () => {
    expect(await measureTypeface(read("newsreader"))).toMatchObject({
      weights: [400, 700],
      isItalic: false,
      hasLatin: true,
      ascent: 0.735,
      descent: 0.265,
      lineGap: 0,
    });
    expect(await measureTypeface(readFileSync(ITALIC))).toMatchObject({ weights: [200, 800], isItalic: true });
    expect(await measureTypeface(read("newsreader-latin-1"))).toMatchObject({ hasLatin: false });
  });

  it.each([
    ["text", Buffer.from("This is not a font.")],
    ["half of a file", read("newsreader").subarray(0, 9000)],
    ["TrueType", readFileSync("server/images/drawn/fonts/newsreader-400-latin.ttf")],
  ])("rejects %s", async (_, bytes) => {
    await expect(measureTypeface(bytes)).rejects.toThrow();
  });
});

describe("getTypefaceRules", () => {
  it("has fallbacks that agree with the measured ones of fonts.css within 2 percent", async () => {
    const files: TypefaceFiles = {
      headlines: [await load(read("libre-franklin"), "f")],
      text: [await load(read("newsreader"), "n")],
    };
    const typefaces = {
      headlines: { files: ["f.woff2"], fallback: "sans-serif" as const },
      text: { files: ["n.woff2"], fallback: "serif" as const },
    };
    const rules = getTypefaceRules({ typefaces, files });
    const measured = [...readFileSync("app/styles/fonts.css", "utf8").matchAll(/local\("([^"]+)[\s\S]*?}/g)];
    expect(measured).toHaveLength(4);
    for (const [face, font = ""] of measured) {
      const own = rules.split("@font-face").find((rule) => rule.includes(`local("${font}")`)) ?? "";
      for (const name of ["size-adjust", "ascent-override", "descent-override"]) {
        const [, wanted] = new RegExp(`${name}: ([\\d.]+)%`).exec(face) ?? [];
        const [, found] = new RegExp(`${name}:([\\d.]+)%`).exec(own) ?? [];
        expect(Math.abs(Number(found) / Number(wanted) - 1), `${font}: ${name}`).toBeLessThan(0.02);
      }
    }
    expect(rules).toContain("src:url(/typefaces/f.woff2)");
    expect(rules).toContain("body{font-family:text,text-fallback,Georgia,serif}");
  });

  it("preloads the upright files nearest to the main weights, and Newsreader only where it is used", async () => {
    const [upright, italic] = [await load(read("newsreader"), "upright"), await load(readFileSync(ITALIC), "italic")];
    const own = { files: ["n.woff2"], fallback: "serif" as const };
    expect(toPublicTypefaces({ typefaces: { text: own }, files: { text: [italic, upright] } })).toEqual({
      preloaded: ["/typefaces/upright.woff2"],
      hasNewsreader: true,
    });
    const both = { typefaces: { text: own, headlines: own }, files: { text: [upright], headlines: [upright] } };
    expect(toPublicTypefaces(both)).toEqual({ preloaded: ["/typefaces/upright.woff2"] });
    expect(toPublicTypefaces({ typefaces: "franklin-text", files: {} })).toBeUndefined();
  });
});

it("knows the sizes of the shipped files", () => {
  for (const [name, size] of [
    ["libre-franklin", SHIPPED_KB.libreFranklin],
    ["newsreader", SHIPPED_KB.newsreader],
  ] as const)
    expect(Math.abs(statSync(`${FONTS}/${name}.woff2`).size / 1000 - size), name).toBeLessThan(0.1);
});
