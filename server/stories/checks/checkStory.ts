import type { Edition } from "../../editions/loading/load.ts";
import { getMediaKey } from "../../store/stories/storyMedia.ts";
import type { CopyContent } from "../copyContent.ts";
import { type BodyParts, readBodyParts } from "./bodyParts.ts";
import { isBroken, type LinkStatus } from "./linkChecks.ts";

/**
 * A fault of a story, found before publication. It prevents publishing only if `isRequired`: a missing headline or
 * section, a missing image, a sponsor without a name, or an end that has passed.
 */
export interface CheckResult {
  kind: "headline" | "section" | "text" | "image" | "alt" | "credit" | "sponsor" | "tk" | "link" | "time";
  /** Subject of the fault: an address, an image's name, or the words around "TK"; "" for the whole story. */
  text: string;
  isRequired: boolean;
  /** HTTP status of the response for a link; null without a response. */
  status?: LinkStatus;
}

interface CheckParts {
  edition: Pick<Edition, "sections" | "url" | "hosts">;
  /** Returns an image from the store; undefined if it is missing. */
  findImage: (key: string) => Promise<{ name: string; isDecorative: boolean } | undefined>;
  /** Returns the status of a link on the web. */
  checkLink: (url: string) => Promise<LinkStatus>;
  /** Returns the status for a path of the edition's site, after redirects. */
  findStatus: (path: string) => Promise<LinkStatus>;
  /** ISO 8601. */
  now: string;
}

/** Maximum number of links that are requested. A story with more is a list of links. */
const MAX_LINKS = 20;

/** Matches "TK", which editors write for text that is still to come. In upper case only. */
const TO_COME = /(?<![\p{L}\p{N}])(?:TK){1,9}(?![\p{L}\p{N}])/u;
const ADDRESS = /\b(?:https?:\/\/|www\.)\S+/gi;
/** Number of characters to show on each side of "TK". */
const CONTEXT = 30;

/** Lists the faults of a story. */
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
  // One fault per image, even if the story shows the image twice.
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
  // Links to this site are requested from this process, since its public address may not be reachable from here.
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
  // Checked one after the other, since a text may name thousands of images.
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
