import type { GenericFamily } from "./measureTypeface.ts";
import { findUpright, type TypefaceFile, type TypefaceFiles } from "./typefaceFiles.ts";
import {
  getOwnTypefaces,
  TYPEFACE_ROLES,
  type TypefacePairing,
  type TypefaceRole,
  type Typefaces,
} from "./typefaceSchema.ts";

interface StyledTypefaces {
  typefaces: Typefaces;
  files: TypefaceFiles;
}

/** An edition's own typefaces, for the head of its pages. */
export interface PublicTypefaces {
  /** URLs of the font files that nearly every page uses. */
  preloaded: string[];
  /** True if headlines or text are in Newsreader. */
  hasNewsreader?: true;
}

/** CSS rules of the site's typeface pairings, which all use the files and fallback fonts of the default pairing. */
const PAIRING_RULES = {
  newsreader: "",
  "franklin-headlines": "h1,h2,h3{font-family:var(--sans)}",
  "franklin-text": "body{font-family:var(--sans)}h1,h2,h3{font-family:var(--serif)}",
} satisfies Record<TypefacePairing, string>;

const NEWSREADER = '"Newsreader Variable","Newsreader Fallback",Georgia,serif';
/** Font weight of most of the text in each part of a page. */
const MAIN_WEIGHT = { headlines: 600, text: 400 } as const satisfies Record<TypefaceRole, number>;

/**
 * Fonts that most devices have, and Linux fonts with the same widths. `widths` are the widths of `SAMPLE` in
 * measureTypeface.ts, in em.
 */
const FALLBACKS = {
  serif: { fonts: ["Times New Roman", "Liberation Serif"], last: "Georgia", widths: { regular: 164.71, bold: 175.29 } },
  "sans-serif": { fonts: ["Arial", "Liberation Sans"], last: "Arial", widths: { regular: 182.21, bold: 195.6 } },
} as const satisfies Record<
  GenericFamily,
  { fonts: string[]; last: string; widths: { regular: number; bold: number } }
>;

/**
 * Regular and bold variants of the fallback fonts. `range`: font weights of the text in this variant. `name`: suffix of
 * the local font's name. `weight`: the variant gets the metrics of the typeface's file nearest to this weight.
 */
const FALLBACK_WEIGHTS = [
  { key: "regular", range: "1 549", name: "", weight: 400 },
  { key: "bold", range: "550 1000", name: " Bold", weight: 600 },
] as const;

/** Returns the CSS rules of an edition's typefaces, which must come after app/styles; "" for the default pairing. */
export function getTypefaceRules({ typefaces, files }: StyledTypefaces): string {
  const own = getOwnTypefaces({ typefaces });
  if (!own) return PAIRING_RULES[typefaces as TypefacePairing];
  const faces = TYPEFACE_ROLES.map((role) => getFaces(role, files[role] ?? [], own[role]?.fallback ?? "serif"));
  const stack = (role: TypefaceRole) => (own[role] ? getStack(role, own[role].fallback) : NEWSREADER);
  // `--serif` is the font of headlines, the nameplate and other large text.
  return `${faces.join("")}html:root{--serif:${stack("headlines")}}body{font-family:${stack("text")}}h1,h2,h3{font-family:var(--serif)}`;
}

/** Returns an edition's own typefaces for the head of its pages; undefined if it uses one of the site's pairings. */
export function toPublicTypefaces({ typefaces, files }: StyledTypefaces): PublicTypefaces | undefined {
  if (!getOwnTypefaces({ typefaces })) return undefined;
  const main = TYPEFACE_ROLES.flatMap((role) => findUpright(files[role] ?? [], MAIN_WEIGHT[role]) ?? []);
  const hasNewsreader = TYPEFACE_ROLES.some((role) => !files[role]);
  return { preloaded: [...new Set(main.map(getUrl))], ...(hasNewsreader && { hasNewsreader }) };
}

function getUrl({ digest }: TypefaceFile): string {
  return `/typefaces/${digest}.woff2`;
}

function getStack(role: TypefaceRole, generic: GenericFamily): string {
  return `${role},${role}-fallback,${FALLBACKS[generic].last},${generic}`;
}

function getFaces(role: TypefaceRole, files: readonly TypefaceFile[], generic: GenericFamily): string {
  const heaviest = files.filter(({ isItalic }) => !isItalic).toSorted((a, b) => b.weights[1] - a.weights[1])[0];
  const own = files.map((file) => {
    const [least, most] = file.weights;
    // Declares the heaviest file for even heavier weights, too. Otherwise, the browser would thicken headlines itself.
    const last = role === "headlines" && file === heaviest ? Math.max(most, 900) : most;
    return toFace(role, {
      "font-weight": least === last ? least : `${least} ${last}`,
      ...(file.isItalic && { "font-style": "italic" }),
      "font-display": "swap",
      src: `url(${getUrl(file)})`,
    });
  });
  const fallbacks = FALLBACK_WEIGHTS.map(({ key, range, name, weight }) => {
    const file = findUpright(files, weight);
    if (!file) return "";
    const { fonts, widths } = FALLBACKS[generic];
    const scale = file.widths[key] / widths[key];
    return toFace(`${role}-fallback`, {
      "font-weight": range,
      src: fonts.map((font) => `local("${font}${name}")`).join(","),
      "size-adjust": toPercent(scale),
      "ascent-override": toPercent(file.ascent / scale),
      "descent-override": toPercent(file.descent / scale),
      "line-gap-override": toPercent(file.lineGap / scale),
    });
  });
  return [...own, ...fallbacks].join("");
}

function toFace(family: string, descriptors: Record<string, string | number>): string {
  const lines = Object.entries({ "font-family": family, ...descriptors }).map(([name, value]) => `${name}:${value}`);
  return `@font-face{${lines.join(";")}}`;
}

function toPercent(ratio: number): string {
  return `${Number((ratio * 100).toFixed(1))}%`;
}
