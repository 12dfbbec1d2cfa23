import { type Attributes, unescapeUrl } from "./urls.ts";

export interface SrcsetImage {
  url: string;
  /** In pixels; null if the descriptor is a density. */
  width: number | null;
}

/** File names of placeholders that a script replaces with the image. */
const PLACEHOLDER =
  /(^|\/)((lazy|lazyload|placeholder|spacer|blank|transparent|transparency|trans|clear|loading|loader|grey|gray|empty|dummy|pixel|image|img|default|1x1)[-_.]?)*(lazy|lazyload|placeholder|spacer|blank|transparent|transparency|trans|clear|loading|loader|grey|gray|empty|dummy|pixel|1x1)[-_.x\d]{0,12}\.(gif|png|jpe?g|svg|webp)$/i;
/** In characters. A limit on the work for the expression above. */
const MAX_NAME = 80;

/** Returns the largest image of a `srcset`, by width or density. Scans it once, since it may be any text of any length. */
export function getLargest(srcset: string | undefined): SrcsetImage | null {
  let largest: SrcsetImage | null = null;
  let maxSize = 0;
  let url = "";
  const compare = (address: string, size: number, unit: string | undefined) => {
    if (!isFileAddress(address) || size <= maxSize) return;
    largest = { url: unescapeUrl(address), width: unit === "w" ? Math.round(size) : null };
    maxSize = size;
  };
  for (const word of (srcset ?? "").trim().split(/\s+/)) {
    const [descriptor = "", digits, unit] = /^(\d+(?:\.\d+)?)([wx])(?=,|$)/.exec(word) ?? [];
    // Without a descriptor the density is 1.
    if (url && (descriptor || url.endsWith(","))) compare(removeComma(url), descriptor ? Number(digits) : 1, unit);
    url = word.slice(descriptor.length).replace(/^,/, "");
  }
  compare(removeComma(url), 1, "x");
  return largest;
}

function removeComma(url: string): string {
  return url.endsWith(",") ? url.slice(0, -1) : url;
}

/** Returns the `src` that a lazy-loading script would set on an `img`, if any. */
export function getLazySrc(attributes: Attributes): string | undefined {
  return ["data-src", "data-lazy-src", "data-original"].map((name) => attributes[name]).find(isFileAddress);
}

/** Returns the largest image of the `srcset` that a lazy-loading script would set on an `img` or `source`. */
export function getLazyLargest(attributes: Attributes): SrcsetImage | null {
  return getLargest(attributes["data-srcset"]) ?? getLargest(attributes["data-lazy-srcset"]);
}

/** Returns false for a `src` that is missing, inline or a placeholder. */
export function isRealSrc(address: string | undefined): boolean {
  if (!isFileAddress(address)) return false;
  const path = address?.split(/[?#]/, 1)[0] ?? "";
  return !PLACEHOLDER.test(path.slice(path.lastIndexOf("/") + 1).slice(-MAX_NAME));
}

function isFileAddress(address: string | undefined): boolean {
  return address !== undefined && !/^\s*($|(data|about|blob|javascript):)/i.test(address);
}
