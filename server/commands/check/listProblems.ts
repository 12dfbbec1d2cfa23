import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { decodePercent } from "../../../core/addresses.ts";
import { leadsToPage } from "../../editions/derived/optionalPages.ts";
import { FILE_KINDS } from "../../editions/fileSchemas.ts";
import type { Edition } from "../../editions/loading/load.ts";
import { formatMediaExtensions, isServedMedia } from "../../editions/loading/mediaTypes.ts";
import { RESERVED_SEGMENTS } from "../../editions/schema/reservedPaths.ts";
import { listCutTextsIn } from "../../editions/yaml/cutTexts.ts";
import { findNearest } from "../../editions/yaml/nearest.ts";
import { findLineInFile } from "../../editions/yaml/yamlLines.ts";
import { findFileInside } from "../../files/filesInside.ts";
import { ignoreMissing } from "../../files/missingFiles.ts";
import { type EditionText, listTexts } from "./editionTexts.ts";

/** Matches the keys of `edition.yaml` whose values name a file in media/. */
const MEDIA_FIELD = /^(embeds\.video\.(file|poster)|radio\.loop\.\d+)$/;
/** Matches Markdown links to paths of this site, such as `[Terms](/terms)`. */
const MARKDOWN_PATH = /\]\((\/(?!\/)[^)\s]*)/g;
/** Matches paths of the files that the server generates at the root of each site. */
const SERVER_FILE = /^\/(rss\.xml|atom\.xml|feed\.json|(sections|sources)\.opml|(news-)?sitemap\.xml|[\w.-]+\.txt)$/;
/** Matches texts that may be host names or mail addresses. */
const WORD = /[\w.+@-]+/g;
/** Matches telephone numbers that are reserved for fiction: 555-0100 to 555-0199. */
const SAMPLE_PHONE = /(?:\(\d{3}\) |\b\d{3}-)?\b555-01\d\d\b/g;

/** Finds problems that readers of a valid edition would notice. Each message names the file and, if known, the line. */
export async function listProblems(edition: Edition): Promise<string[]> {
  const { folder } = edition;
  const texts = await listTexts(folder);
  const problems = [
    ...(await listMisnamedFiles(folder)),
    ...(await listUnservedMedia(folder)),
    ...(await listCutTextsIn(folder)),
    ...(await listTakenSlugs(edition)),
    ...texts.flatMap((text) => listDeadLinks(edition, text)),
  ];
  for (const text of texts)
    for (const name of getMediaFiles(text))
      if (!(await findFileInside(folder, join("media", name))))
        problems.push(`${locate(text)}: found "${name}"; expected a file in ${join(folder, "media")}.`);
  if (edition.emblem && (await drawsNothing(edition.emblem.path))) {
    const file = join(folder, "edition.yaml");
    const line = Math.max(
      await findLineInFile(file, ["look", "emblem", "path"]),
      await findLineInFile(file, ["emblem", "path"]),
    );
    problems.push(`${file}:${line}: the path of the emblem draws nothing; expected an SVG path on a 24 by 24 grid.`);
  }
  return problems;
}

/** Returns a message for each file that still contains sample addresses or telephone numbers. */
export async function listTextsWithSampleData({ folder }: Edition): Promise<string[]> {
  const found = (await listTexts(folder)).flatMap((text) =>
    listSampleData(text.text).map((data) => ({ file: text.file, line: text.line, data })),
  );
  return [...Map.groupBy(found, ({ file }) => file)].map(([file, [first, ...others]]) => {
    const lines = [...new Set(others.map(({ line }) => line))].filter((line) => line !== first?.line);
    const more = lines.length > 0 ? `, and more in lines ${lines.join(", ")}` : "";
    return `${file}:${first?.line}: found the sample address or number ${first?.data}${more}; replace it with your own.`;
  });
}

/** Returns the host names and mail addresses under ".example" (RFC 2606), and the fictional telephone numbers. */
function listSampleData(text: string): string[] {
  const names = (text.match(WORD) ?? []).flatMap((word) => /^(.*\w\.example)\b/.exec(word)?.[1] ?? []);
  return [...names, ...(text.match(SAMPLE_PHONE) ?? [])];
}

/** Finds files whose names are probably misspelled names of an edition's files. */
async function listMisnamedFiles(folder: string): Promise<string[]> {
  const known = FILE_KINDS.map(({ path }) => path).filter((path) => path.endsWith(".yaml"));
  const others = (await readdir(folder)).filter((name) => /^[^.].*\.ya?ml$/.test(name) && !known.includes(name));
  return others.flatMap((name) => {
    const meant = findNearest(name.replace(/\.yml$/, ".yaml"), known);
    return meant ? [`${join(folder, name)}: editions have no file of this name; did you mean "${meant}"?`] : [];
  });
}

/** Finds files in `media/` of types that are not served. */
async function listUnservedMedia(folder: string): Promise<string[]> {
  const names = (await readdir(join(folder, "media")).catch(ignoreMissing)) ?? [];
  return names
    .filter((name) => !name.startsWith(".") && !isServedMedia(name))
    .map(
      (name) => `${join(folder, "media", name)}: is not served; expected one of the types ${formatMediaExtensions()}.`,
    );
}

/** Finds sections and pages that readers cannot reach, because a route of the server has the same address. */
async function listTakenSlugs({ folder, sections, pages }: Edition): Promise<string[]> {
  const file = join(folder, "edition.yaml");
  const problems: string[] = [];
  for (const [index, { slug }] of sections.entries())
    if (RESERVED_SEGMENTS.has(slug)) {
      const line = await findLineInFile(file, ["sections", index, "slug"]);
      problems.push(
        `${file}:${line}: found the slug "${slug}", the address of a page that every site has; choose another.`,
      );
    }
  for (const slug of pages.keys())
    if (RESERVED_SEGMENTS.has(slug))
      problems.push(
        `${join(folder, "pages", `${slug}.md`)}:1: found a page at /${slug}, an address that every site uses; choose another name.`,
      );
  return problems;
}

/**
 * Finds links to missing pages. A menu, tile or house ad may link to an optional page that the edition lacks, since the
 * site hides that link. The donation panel's button is not hidden, so its page must exist.
 */
function listDeadLinks(edition: Edition, text: EditionText): string[] {
  const isHref = /(^|\.)href$/.test(text.path);
  const mayBeHidden = isHref && text.path !== "donation.href";
  const inText = [...text.text.matchAll(MARKDOWN_PATH)].map(([, path = ""]) => path);
  const inFrontMatter = text.path === "" ? /\bhref: *["']?(\/[^"'\s},]*)/.exec(text.text)?.[1] : undefined;
  const paths = [isHref ? text.text : undefined, inFrontMatter, ...inText].filter(
    (path) => path !== undefined && /^\/(?!\/)/.test(path),
  ) as string[];
  return paths.flatMap((path) =>
    isPage(edition, path, mayBeHidden)
      ? []
      : [
          `${locate(text)}: found a link to ${path}, which is not a page of the site; expected a section, a page or a full address.`,
        ],
  );
}

function isPage(edition: Edition, href: string, mayBeHidden: boolean): boolean {
  const path = decodePercent(href.replace(/[?#].*/s, "").replace(/(?<=.)\/$/, ""));
  if (path === "/" || SERVER_FILE.test(path)) return true;
  if (!mayBeHidden && !leadsToPage(path, edition)) return false;
  const [, first = "", ...rest] = path.split("/");
  const isSection = edition.sections.some(({ slug }) => slug === first);
  const isFeed = rest.length === 1 && /^(rss\.xml|atom\.xml|feed\.json)$/.test(rest[0] ?? "");
  return (
    RESERVED_SEGMENTS.has(first) || (isSection && (rest.length === 0 || isFeed)) || edition.pages.has(path.slice(1))
  );
}

/** Returns the files in media/ to which a text refers. */
function getMediaFiles({ path, text }: EditionText): string[] {
  if (MEDIA_FIELD.test(path)) return [text];
  return [...text.matchAll(/(?:^|\()\/media\/([^)\s?#]+)/g)].map(([, name = ""]) => decodePercent(name));
}

function locate({ file, line, path }: EditionText): string {
  return path ? `${file}:${line}: ${path}` : `${file}:${line}`;
}

/** Returns true if no part of an SVG path is visible on the 24 by 24 grid, for example if the path is malformed. */
async function drawsNothing(path: string): Promise<boolean> {
  // Loaded only when needed: most editions have no emblem, and loading sharp takes longer than the rest of a check.
  const { default: sharp } = await import("sharp");
  const escaped = path.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="48" height="48" viewBox="0 0 24 24"><path d="${escaped}"/></svg>`;
  const { channels } = await sharp(Buffer.from(svg)).ensureAlpha().stats();
  return channels[3]?.max === 0;
}
