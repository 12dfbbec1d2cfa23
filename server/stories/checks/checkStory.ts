import type { Edition } from "../../editions/loading/load.ts";
import { getMediaKey } from "../../store/stories/storyMedia.ts";
import type { CopyContent } from "../copyContent.ts";
import { type BodyParts, readBodyParts } from "./bodyParts.ts";
import { isBroken, type LinkStatus } from "./linkChecks.ts";

/**
 * Something that a story lacks before it is published. Nothing of it prevents publishing unless `isRequired`, as what a story
 * could not be shown without: a headline, a section, images that exist, and an end that has not passed.
 */
export interface CheckResult {
  kind: "headline" | "section" | "text" | "image" | "alt" | "credit" | "sponsor" | "tk" | "link" | "time";
  /** Its subject: an address, an image's name, or the words around "TK"; "" for the whole story. */
  text: string;
  isRequired: boolean;
  /** Status with which a link answers; null if it does not answer. */
  status?: LinkStatus;
}

interface CheckParts {
  edition: Pick<Edition, "sections" | "url" | "hosts">;
  /** Returns an image of the store; undefined if it is missing. */
  findImage: (key: string) => Promise<{ name: string; isDecorative: boolean } | undefined>;
  /** Returns the status of a link on the web. */
  checkLink: (url: string) => Promise<LinkStatus>;
  /** Returns the status at which a path of the edition's site ends. */
  findStatus: (path: string) => Promise<LinkStatus>;
  /** ISO 8601. */
  now: string;
}

/** Links that are requested at most; a story with more is a list. */
const MAX_LINKS = 20;

/** "TK", which editors write for what is to come. In upper case only. */
const TO_COME = /(?<![\p{L}\p{N}])(?:TK){1,9}(?![\p{L}\p{N}])/u;
const ADDRESS = /\b(?:https?:\/\/|www\.)\S+/gi;
/** Characters that are shown on each side of "TK". */
const CONTEXT = 30;

/** Lists what a story lacks, with what it must have first. */
export async function checkStory(
  { body, ...fields }: CopyContent,
  parts: CheckParts,
): Promise<{ results: CheckResult[]; uncheckedLinks: number }> {
  const bodyParts = readBodyParts(body);
  const links = listLinks(fields, bodyParts);
  const [images, broken] = await Promise.all([
    checkImages(fields, bodyParts, parts),
    checkLinks(links.slice(0, MAX_LINKS), parts),
  ]);
  const slugs = parts.edition.sections.map(({ slug }) => slug);
  const isOver = fields.expiresAt !== undefined && Date.parse(fields.expiresAt) <= Date.parse(parts.now);
  const results: CheckResult[] = [
    ...(fields.title.trim() ? [] : [toResult("headline", "", true)]),
    ...(fields.sections.some((slug) => slugs.includes(slug)) ? [] : [toResult("section", "", true)]),
    ...(body.trim() ? [] : [toResult("text")]),
    ...(fields.sponsor && !fields.sponsor.name.trim() ? [toResult("sponsor", "", true)] : []),
    ...(isOver ? [toResult("time", fields.expiresAt, true)] : []),
    ...images,
    ...listToCome([fields.title, fields.deck, fields.place, ...fields.byline, ...fields.topics]),
    ...listToCome([fields.image?.alt, fields.image?.caption, fields.image?.credit, fields.sponsor?.name]),
    ...listToCome(bodyParts.texts),
    ...broken,
  ];
  // An image may be shown twice, and lack its alt text at both places.
  const byFault = new Map(results.map((result) => [`${result.kind} ${result.text}`, result]));
  return { results: [...byFault.values()], uncheckedLinks: Math.max(0, links.length - MAX_LINKS) };
}

type Fields = Omit<CopyContent, "body">;

function toResult(kind: CheckResult["kind"], text = "", isRequired = false): CheckResult {
  return { kind, text, isRequired };
}

function listLinks({ canonical, sponsor }: Fields, { links }: BodyParts): string[] {
  const all = [...links, ...(canonical ? [canonical] : []), ...(sponsor?.link ? [sponsor.link] : [])];
  return [...new Set(all)].filter((link) => /^(?:https?:|\/)/i.test(link));
}

async function checkLinks(links: readonly string[], parts: CheckParts): Promise<CheckResult[]> {
  const statuses = await Promise.all(links.map((link) => findLinkStatus(link, parts)));
  return links.flatMap((link, index) => {
    const status = statuses[index] ?? null;
    return isBroken(status) ? [{ ...toResult("link", link), status }] : [];
  });
}

async function findLinkStatus(link: string, { edition, checkLink, findStatus }: CheckParts): Promise<LinkStatus> {
  const url = URL.parse(link, edition.url ?? "http://localhost");
  if (!url) return null;
  // A link to the own site is resolved inside: the site may have no address that is reached from here.
  const isOwn = link.startsWith("/") ? !link.startsWith("//") : edition.hosts.includes(url.hostname);
  return isOwn ? findStatus(url.pathname + url.search).catch(() => null) : checkLink(url.href);
}

async function checkImages(
  { image, sponsor }: Fields,
  { images }: BodyParts,
  { findImage }: CheckParts,
): Promise<CheckResult[]> {
  const shown = [...(image ? [{ src: image.file, alt: image.alt }] : []), ...images];
  const keys = new Set(shown.flatMap(({ src }) => getMediaKey(src) ?? []));
  // One after the other: a text may name thousands of images.
  const known = new Map<string, Awaited<ReturnType<typeof findImage>>>();
  for (const key of keys) known.set(key, await findImage(key));
  const faults = shown.flatMap(({ src, alt }): CheckResult[] => {
    const key = getMediaKey(src);
    const stored = key === undefined ? undefined : known.get(key);
    if (key !== undefined && !stored) return [toResult("image", alt || key, true)];
    return alt.trim() || stored?.isDecorative ? [] : [toResult("alt", stored?.name ?? src)];
  });
  const logo = sponsor?.logo === undefined ? undefined : getMediaKey(sponsor.logo);
  return [
    ...faults,
    ...(logo === undefined || (await findImage(logo)) ? [] : [toResult("image", logo, true)]),
    ...(image && !image.credit.trim() ? [toResult("credit")] : []),
  ];
}

function listToCome(texts: readonly (string | undefined)[]): CheckResult[] {
  return texts.flatMap((text = "") => {
    const words = text.replaceAll(ADDRESS, " ").replaceAll(/\s+/g, " ");
    const found = TO_COME.exec(words);
    if (!found) return [];
    const start = Math.max(0, found.index - CONTEXT);
    const end = found.index + found[0].length + CONTEXT;
    return [toResult("tk", `${start > 0 ? "…" : ""}${words.slice(start, end).trim()}${end < words.length ? "…" : ""}`)];
  });
}
