import { Parser } from "htmlparser2";
import type { ArticleImage } from "../../../core/article.ts";
import { soundText } from "../../html/text.ts";
import { isPictureAddress, lazyAddress, lazySet, type SetPicture, widestOf } from "../clean/srcset.ts";
import { isHidden, isTiny } from "../clean/trackingPixels.ts";
import { withoutHollow } from "../clean/unclosedElements.ts";
import { absoluteAddress, isCounter } from "../clean/urls.ts";
import type { Entry, PictureCandidate } from "./entry.ts";
import { pixels } from "./media.ts";

const SMALLEST = 200;
/** How wide a picture is taken to be that does not say it and is called no thumbnail. */
const USUAL_WIDTH = 600;
/** Words that a counter, a spacer, a button or the portrait of an author has for its whole name, or its folder. */
const NO_STORY =
  "pixel|spacer|blank|transparent|clear|tracking|tracker|track|beacon|badge|avatar|icon|favicon|button|placeholder|lazy|1x1|share";
const NO_STORY_NAME = new RegExp(`^(?:(?:${NO_STORY})s?[-_.]?)+[-_x\\d]*$`, "i");
const NO_STORY_FOLDER = /^(pixel|spacer|blank|transparent|tracking|beacon|badge|avatar|icon|button)s?$/i;
/** Characters. */
const LONGEST_NAME = 60;
/** Smileys, and what a few content systems put before their own names of such files. */
const NO_PHOTOGRAPH = /\/(tw)?emoji\/|twemoji|\/wp-includes\/images\/smilies\/|_icon_(large|medium|small)\.|\/b\.gif$/i;

/**
 * The picture that shows what an article is about.
 *
 * What the feed names as the article's picture comes before what its text holds: Media RSS, enclosures, iTunes; then the
 * first image source in the content, then in the description (specification, section 3). Of those in the first place that
 * has any, the largest that is at least 200 pixels wide, or does not say how wide it is.
 */
export function imageOf(entry: Entry): ArticleImage | null {
  const picture =
    largest(entry.pictures) ?? firstIn(entry.content.value, entry.base) ?? firstIn(entry.description.value, entry.base);
  if (!picture) return null;
  const { url, width, height, alt, caption, credit } = picture;
  return { url, width, height, alt: soundText(alt), caption: soundText(caption), credit: soundText(credit) };
}

/** A thumbnail is a small copy: what is no thumbnail and does not say how wide it is is taken to be wider than most. */
function largest(candidates: readonly PictureCandidate[]): PictureCandidate | null {
  return widest(candidates.filter(isUsable), ({ width, isThumbnail }) => width ?? (isThumbnail ? 0 : USUAL_WIDTH));
}

/** The first picture of a text; where it says how wide it is, the widest of those that do. */
function firstIn(html: string, base: string | null): PictureCandidate | null {
  if (!/<img/i.test(html)) return null;
  const usable = imagesIn(html, base).filter(isUsable);
  return usable[0]?.width ? widest(usable, ({ width }) => width ?? 0) : (usable[0] ?? null);
}

function widest(
  candidates: readonly PictureCandidate[],
  widthOf: (candidate: PictureCandidate) => number,
): PictureCandidate | null {
  const most = candidates.reduce((most, candidate) => Math.max(most, widthOf(candidate)), 0);
  return candidates.find((candidate) => widthOf(candidate) === most) ?? null;
}

function isUsable({ url: address, width, height }: PictureCandidate): boolean {
  const url = /^https?:/.test(address) ? URL.parse(address) : null;
  if (!url || (width !== null && width < SMALLEST) || (height !== null && height < 80)) return false;
  // What says that it is large is believed, but for what is never a photograph.
  const isLarge = width !== null;
  if (isCounter(url, isLarge) || /(^|\.)gravatar\.com$/.test(url.hostname)) return false;
  return !/\.(svg|ico)$/i.test(url.pathname) && (isLarge || !isNoStory(url.pathname));
}

/** Whether a path is one of counters, spacers, buttons or portraits. Its host may be called what it wants. */
function isNoStory(path: string): boolean {
  if (NO_PHOTOGRAPH.test(path)) return true;
  const folders = path.split("/");
  const [name = ""] = /^.*?(?=\.\w+$|$)/.exec(folders.pop() ?? "") ?? [];
  return (
    (name.length <= LONGEST_NAME && NO_STORY_NAME.test(name)) || folders.some((name) => NO_STORY_FOLDER.test(name))
  );
}

function imagesIn(html: string, base: string | null): PictureCandidate[] {
  const images: PictureCandidate[] = [];
  let sources: SetPicture | null = null;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (name === "picture") sources = null;
        if (name === "source") sources ??= lazySet(attributes) ?? widestOf(attributes.srcset);
        if (name !== "img" || isHidden(attributes)) return;
        const { alt, height } = attributes;
        const picture = pictureOf(attributes, sources);
        const url = picture && absoluteAddress(picture.url, base);
        if (!url) return;
        images.push({
          ...{ url, width: picture.width, height: picture.isOfSet ? null : pixels(height) },
          ...{ alt: alt?.trim() ?? "", caption: "", credit: "" },
        });
      },
      onclosetag(name) {
        if (name === "picture") sources = null;
      },
    },
    { decodeEntities: true },
  );
  parser.end(withoutHollow(html));
  return images;
}

/** What a script would load comes before what stands there until it has, and the largest of a set before one of it. */
function pictureOf(
  attributes: Record<string, string>,
  sources: SetPicture | null,
): (SetPicture & { isOfSet: boolean }) | null {
  const { src, srcset, width, height } = attributes;
  // Beside an address for a script, a size of a pixel or two is the placeholder's.
  const single = (url: string | undefined, isLazy = false) =>
    url ? { url, width: isLazy && isTiny(width) ? null : pixels(width), isOfSet: isLazy && isTiny(height) } : null;
  const ofSet = (picture: SetPicture | null) => picture && { ...picture, isOfSet: true };
  return (
    ofSet(lazySet(attributes)) ??
    single(lazyAddress(attributes), src !== undefined) ??
    ofSet(widestOf(srcset)) ??
    (isPictureAddress(src) ? single(src) : null) ??
    ofSet(sources) ??
    single(src)
  );
}
