import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const APP = join(import.meta.dirname, "..");
const TOKENS = "styles/tokens.css";

/** Matches a property that sets a font size, with its value. */
const SIZE = /(?<![\w-])font(?:-size)?:([^;}]+)/g;
/**
 * Matches a permitted font size, alone or at the start of a shorthand: a token, a multiple in em, `inherit`, or
 * `--name-size`. An edition's look sets `--name-size` to make a long name fit.
 */
const PERMITTED = /^\s*(?:\d{3}\s+)?(?:var\(--(\w+)\)|var\(--name-size\)|[\d.]+em|inherit)(?![\w-])/;
const COLOR = /#[\da-f]{3,8}\b|\b(?:rgba?|hsla?|hwb|oklch|oklab|lch|lab)\(|(?<=[:,(]\s*)(?:white|black|red|gray)\b/gi;

const sheets = globSync("**/*.css", { cwd: APP }).map((file) => ({
  file: file.replaceAll("\\", "/"),
  css: readFileSync(join(APP, file), "utf8").replace(/\/\*.*?\*\//gs, ""),
}));

test("type has ten sizes", () => {
  const sizes = new Set<string>();
  const others: string[] = [];
  for (const { file, css } of sheets)
    for (const [declaration, value = ""] of css.matchAll(SIZE)) {
      const permitted = PERMITTED.exec(value);
      if (!permitted) others.push(`${file}: ${declaration}`);
      if (permitted?.[1]) sizes.add(permitted[1]);
    }
  expect(others).toEqual([]);
  expect([...sizes].sort()).toEqual(
    ["fine", "small", "control", "text", "body", "head", "title", "lead", "display", "plate"].sort(),
  );
});

test("only the tokens name colors", () => {
  const others = sheets
    .filter(({ file }) => file !== TOKENS)
    .flatMap(({ file, css }) =>
      (css.replace(/url\([^)]*\)/g, "").match(COLOR) ?? []).map((color) => `${file}: ${color}`),
    );
  expect(others).toEqual([]);
});
