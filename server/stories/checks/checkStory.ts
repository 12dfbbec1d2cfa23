import { TO_COME } from "../../../core/toCome.ts";
import type { Edition } from "../../editions/loading/load.ts";
import { getMediaKey } from "../../store/stories/storyMedia.ts";
import type { CopyContent } from "../copyContent.ts";
import { type BodyParts, readBodyParts } from "./bodyParts.ts";
import { isBroken, type LinkStatus } from "./linkChecks.ts";

/**
 * Fault of a story, found by the checks before publication. Only a fault with `isRequired` prevents publication: a
 * missing headline, section or image, a sponsor without a name, or an `expiresAt` in the past.
 */
export interface CheckResult {
  kind: "headline" | "section" | "text" | "image" | "alt" | "credit" | "sponsor" | "tk" | "link" | "time";
  /** Field of the story that has the fault. */
  field: keyof CopyContent;
  /** Text that shows the fault, such as a URL, image name, or the words around "TK" (text to come); "" for none. */
  text: string;
  isRequired: boolean;
  /**
   * HTTP status of the response for the link `text`, or null if no server responded. Undefined if `kind` is not "link".
   */
  status?: LinkStatus;
  /** Address of the image if it is missing or has no alt text. Undefined for faults without an image. */
  src?: string;
}

interface CheckParts {
  edition: Pick<Edition, "sections" | "url" | "hosts">;
  /** Returns an image from the store; undefined if it is missing. */
  findImage: (key: string) => Promise<{ name: string; isDecorative: boolean } | undefined>;
  /** Requests a link to another site, and returns the status of the response. */
  checkLink: (url: string) => Promise<LinkStatus>;
  /** Requests a path of the edition's site, and returns the status of the response after redirects. */
  findStatus: (path: string) => Promise<LinkStatus>;
  /** Time of the check, ISO 8601. */
  now: string;
}

/** Maximum number of links that are requested per story. */
const MAX_LINKS = 20;

const ADDRESS = /\b(?:https?:\/\/|www\.)\S+/gi;
const TEXT_FIELDS = ["title", "deck", "place", "byline", "topics"] as const;
/** Number of characters that are shown on each side of "TK", the newsroom's mark for text to come. */
const CONTEXT = 30;

/** Returns the faults of a story, and the number of links that were not checked. */
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
    ...(fields.title.trim() ? [] : [toResult("headline", "title", "", true)]),
    ...(fields.sections.some((slug) => slugs.includes(slug)) ? [] : [toResult("section", "sections", "", true)]),
    ...(body.trim() ? [] : [toResult("text", "body")]),
    ...(fields.sponsor && !fields.sponsor.name.trim() ? [toResult("sponsor", "sponsor", "", true)] : []),
    ...(isOver ? [toResult("time", "expiresAt", fields.expiresAt, true)] : []),
    ...images,
    ...TEXT_FIELDS.flatMap((field) => listToCome(field, [fields[field]].flat())),
    ...listToCome("image", [fields.image?.alt, fields.image?.caption, fields.image?.credit]),
    ...listToCome("sponsor", [fields.sponsor?.name]),
    ...listToCome("body", bodyParts.texts),
    ...broken,
  ];
  // Keeps only one of equal faults, since an image may occur in the story several times.
  const byFault = Map.groupBy(results, toFault);
  const first = [...byFault.values()].flatMap(([result]) => result ?? []);
  return { results: first, uncheckedLinks: Math.max(0, links.length - MAX_LINKS) };
}

function toFault({ kind, field, text }: CheckResult): string {
  return kind === "tk" ? `${kind} ${field} ${text}` : `${kind} ${text}`;
}

type Fields = Omit<CopyContent, "body">;

function toResult(kind: CheckResult["kind"], field: CheckResult["field"], text = "", isRequired = false): CheckResult {
  return { kind, field, text, isRequired };
}

/** Returns the links of a story without duplicates. Each comes with the first field that contains it. */
function listLinks(
  { canonical, sponsor }: Fields,
  { links }: BodyParts,
): [link: string, field: CheckResult["field"]][] {
  const fields = new Map<string, CheckResult["field"]>(links.map((link) => [link, "body"]));
  if (canonical && !fields.has(canonical)) fields.set(canonical, "canonical");
  if (sponsor?.link && !fields.has(sponsor.link)) fields.set(sponsor.link, "sponsor");
  return [...fields].filter(([link]) => /^(?:https?:|\/)/i.test(link));
}

async function checkLinks(links: ReturnType<typeof listLinks>, parts: CheckParts): Promise<CheckResult[]> {
  const statuses = await Promise.all(links.map(([link]) => findLinkStatus(link, parts)));
  return links.flatMap(([link, field], index) => {
    const status = statuses[index] ?? null;
    return isBroken(status) ? [{ ...toResult("link", field, link), status }] : [];
  });
}

async function findLinkStatus(link: string, { edition, checkLink, findStatus }: CheckParts): Promise<LinkStatus> {
  const url = URL.parse(link, edition.url ?? "http://localhost");
  if (!url) return null;
  // Checks links to this site by requests inside this process, since the machine may not reach its public address.
  const isOwn = link.startsWith("/") ? !link.startsWith("//") : edition.hosts.includes(url.hostname);
  return isOwn ? findStatus(url.pathname + url.search).catch(() => null) : checkLink(url.href);
}

async function checkImages(
  { image, sponsor }: Fields,
  { images }: BodyParts,
  { findImage }: CheckParts,
): Promise<CheckResult[]> {
  const lead = image ? [{ src: image.file, alt: image.alt, field: "image" as const }] : [];
  const shown = [...lead, ...images.map((each) => ({ ...each, field: "body" as const }))];
  const keys = new Set(shown.flatMap(({ src }) => getMediaKey(src) ?? []));
  // Looks up the images one at a time, since a text may contain thousands of them.
  const known = new Map<string, Awaited<ReturnType<typeof findImage>>>();
  for (const key of keys) known.set(key, await findImage(key));
  const faults = shown.flatMap(({ src, alt, field }): CheckResult[] => {
    const key = getMediaKey(src);
    const stored = key === undefined ? undefined : known.get(key);
    if (key !== undefined && !stored) return [{ ...toResult("image", field, alt || key, true), src }];
    return alt.trim() || stored?.isDecorative ? [] : [{ ...toResult("alt", field, stored?.name ?? src), src }];
  });
  const src = sponsor?.logo;
  const logo = src === undefined ? undefined : getMediaKey(src);
  return [
    ...faults,
    ...(logo === undefined || (await findImage(logo)) ? [] : [{ ...toResult("image", "sponsor", logo, true), src }]),
    ...(image && !image.credit.trim() ? [toResult("credit", "image")] : []),
  ];
}

function listToCome(field: CheckResult["field"], texts: readonly (string | undefined)[]): CheckResult[] {
  return texts.flatMap((text = "") => {
    const words = text.replaceAll(ADDRESS, " ").replaceAll(/\s+/g, " ");
    const found = TO_COME.exec(words);
    if (!found) return [];
    const start = Math.max(0, found.index - CONTEXT);
    const end = found.index + found[0].length + CONTEXT;
    const context = `${start > 0 ? "…" : ""}${words.slice(start, end).trim()}${end < words.length ? "…" : ""}`;
    return [toResult("tk", field, context)];
  });
}
