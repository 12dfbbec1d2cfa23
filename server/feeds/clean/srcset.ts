import { wholeAddress } from "./urls.ts";

type Attributes = Record<string, string>;

/** One picture of a `srcset`. */
export interface SetPicture {
  url: string;
  /** Null where the set says densities. */
  width: number | null;
}

/** What stands in for a picture until a script has put it there. */
const PLACEHOLDER =
  /(^|\/)((lazy|lazyload|placeholder|spacer|blank|transparent|transparency|trans|clear|loading|loader|grey|gray|empty|dummy|pixel|image|img|default|1x1)[-_.]?)*(lazy|lazyload|placeholder|spacer|blank|transparent|transparency|trans|clear|loading|loader|grey|gray|empty|dummy|pixel|1x1)[-_.x\d]{0,12}\.(gif|png|jpe?g|svg|webp)$/i;
/** Characters. Names of placeholders are short, and those of other files need not be looked at. */
const LONGEST_NAME = 80;

/**
 * The largest picture of a `srcset`; its width is known where it says widths, and not where it says densities. One pass,
 * since a text of this length may be anything.
 */
export function widestOf(srcset: string | undefined): SetPicture | null {
  let largest: SetPicture | null = null;
  let most = 0;
  let url = "";
  const take = (address: string, size: number, unit: string | undefined) => {
    if (!isAddress(address) || size <= most) return;
    largest = { url: wholeAddress(address), width: unit === "w" ? Math.round(size) : null };
    most = size;
  };
  for (const word of (srcset ?? "").trim().split(/\s+/)) {
    const [descriptor = "", digits, unit] = /^(\d+(?:\.\d+)?)([wx])(?=,|$)/.exec(word) ?? [];
    // What has no descriptor is of one density.
    if (url && (descriptor || url.endsWith(","))) take(withoutComma(url), descriptor ? Number(digits) : 1, unit);
    url = word.slice(descriptor.length).replace(/^,/, "");
  }
  take(withoutComma(url), 1, "x");
  return largest;
}

function withoutComma(url: string): string {
  return url.endsWith(",") ? url.slice(0, -1) : url;
}

/** The address that a script would put into an `img`; undefined where it needs none. */
export function lazyAddress(attributes: Attributes): string | undefined {
  return ["data-src", "data-lazy-src", "data-original"].map((name) => attributes[name]).find(isAddress);
}

/** The largest picture of those that a script would put into an `img` or `source`. */
export function lazySet(attributes: Attributes): SetPicture | null {
  return widestOf(attributes["data-srcset"]) ?? widestOf(attributes["data-lazy-srcset"]);
}

/** Whether a `src` leads to a picture, and not to what stands in for it. */
export function isPictureAddress(address: string | undefined): boolean {
  if (!isAddress(address)) return false;
  const path = address?.split(/[?#]/, 1)[0] ?? "";
  return !PLACEHOLDER.test(path.slice(path.lastIndexOf("/") + 1).slice(-LONGEST_NAME));
}

function isAddress(address: string | undefined): boolean {
  return address !== undefined && !/^\s*($|(data|about|blob|javascript):)/i.test(address);
}
