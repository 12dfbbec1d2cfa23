import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { dump } from "js-yaml";
import { renderStory } from "../../../core/markdown/renderStory.ts";
import type { Edition } from "../../editions/loading/load.ts";
import { readPageText } from "../../editions/pages/pageText.ts";
import { RESERVED_SEGMENTS } from "../../editions/schema/reservedPaths.ts";
import { EditionError } from "../../editions/yaml/yaml.ts";
import { ignoreMissing } from "../../files/missingFiles.ts";
import { toExcerpt, toText } from "../../html/text.ts";
import { replaceMarkdownImages } from "../markdownImages.ts";
import { type ImportParts, removeUnknownSite } from "./importPost.ts";
import type { Remark } from "./remarks.ts";
import { getBase, remarkLosses, toBody } from "./storyBody.ts";
import { type ImportedPost, type PostText, UNKNOWN_SITE } from "./storyExport.ts";

const MAX_DESCRIPTION = 160;
const MAX_NAME = 80;

interface PageOutcome {
  remarks: Remark[];
  outcome: "written" | "known" | "left";
  /** Markdown of the page; null if the page was not imported. */
  body: string | null;
}

type Page = Pick<ImportedPost, "slug" | "title">;

/** Returns a name for a page's file and for the last segment of its address; "" if no name can be made. */
export function toPageName({ slug, title }: Page): string {
  const letters = (slug || title).normalize("NFKD").toLowerCase().replace(/\p{M}/gu, "");
  return letters
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
    .join("-")
    .slice(0, MAX_NAME)
    .replace(/-$/, "");
}

/**
 * Writes a page to `pages/NAME.md` of the edition, and its images and files to `media`.
 *
 * @param mayWrite false to only check that the page can be written
 * @returns remarks for the editor, and what happened to the page
 */
export async function importPage(
  page: ImportedPost,
  edition: Pick<Edition, "folder" | "sections">,
  parts: ImportParts,
  mayWrite: boolean,
): Promise<PageOutcome> {
  const remarks = page.remarks.filter(({ kind }) => kind !== "pin" && kind !== "hidden");
  const leave = (reason: string): PageOutcome => {
    return { remarks: [...remarks, { kind: "page", text: `the page ${reason}` }], outcome: "left", body: null };
  };
  if (page.state !== "published") return leave("is not public there, and was not written");
  const name = toPageName(page);
  if (name === "") return leave("has no name in Latin letters, and was not written");
  if (RESERVED_SEGMENTS.has(name) || edition.sections.some(({ slug }) => slug === name))
    return leave(`was not written: /${name} is an address of this site`);
  const converted = page.convertText();
  remarks.push(...converted.remarks);
  const base = getBase(page, parts);
  const body = await toPageBody(converted, base, parts, remarks);
  if (body === "") return leave("has no text, and was not written");
  try {
    readPageText(`${name}.md`, body, 0);
  } catch (error) {
    if (!(error instanceof EditionError)) throw error;
    return leave(`was not written: ${error.message}`);
  }
  await remarkLosses(converted, renderStory(body), base, parts, remarks);
  const text = toText(converted.html);
  const description = shorten(page.deck || text || page.title);
  const head = { title: page.title || name, description, ...(page.deck && { deck: page.deck }) };
  const source = `---\n${dump(head, { lineWidth: -1 })}---\n\n${body}\n`;
  const path = join(edition.folder, "pages", `${name}.md`);
  const present = await readFile(path, "utf8").catch(ignoreMissing);
  if (present === source) return { remarks, outcome: "known", body };
  if (present !== undefined) return leave(`was not written: the edition has pages/${name}.md`);
  if (mayWrite) {
    await mkdir(join(edition.folder, "pages"), { recursive: true });
    await writeFile(path, source);
  }
  return { remarks, outcome: "written", body };
}

/**
 * Returns the Markdown of a page. Copies its images to the edition, since pages show only the edition's images.
 * Converts pull quotes to ordinary quotations.
 */
async function toPageBody(text: PostText, base: string | null, parts: ImportParts, remarks: Remark[]): Promise<string> {
  const body = await toBody(text, base, parts, remarks);
  const paths = new Map<string, string>();
  replaceMarkdownImages(body, ({ path }) => {
    paths.set(path, "");
    return "";
  });
  for (const url of paths.keys()) {
    const copied = await parts.copyFile(url);
    if ("url" in copied) {
      paths.set(url, copied.url);
      const old = URL.parse(url);
      if (old) parts.addRedirect(old, copied.url);
    } else remarks.push({ kind: "image", text: `the image ${url.replace(UNKNOWN_SITE, "")} ${copied.reason}` });
  }
  const withFiles = replaceMarkdownImages(body, ({ before, path, after }) => {
    const copied = paths.get(path);
    // Pages show no images from other sites and no titles of images. So an image that was not copied becomes a link,
    // and a title becomes a paragraph.
    const [, caption] = /^\s+"([\s\S]*)"\)$/.exec(after) ?? [];
    const shown = copied + (caption ? `)\n\n*${caption.replace(/[*_[\]`<]/g, "\\$&")}*` : after);
    return copied ? before + shown : `[${before.slice(2, -2) || path}](${path})`;
  });
  return removeUnknownSite(toQuotes(withFiles));
}

function toQuotes(body: string): string {
  let fence: string | null = null;
  const lines: string[] = [];
  for (const line of body.split("\n")) {
    if (fence === null && /^`{3,}quote$/.test(line)) fence = line.replace("quote", "");
    else if (line === fence) fence = null;
    else lines.push(fence === null ? line : `> ${line}`);
  }
  return lines.join("\n");
}

function shorten(text: string): string {
  const excerpt = toExcerpt(text);
  return excerpt.length <= MAX_DESCRIPTION ? excerpt : `${excerpt.slice(0, MAX_DESCRIPTION - 1).toWellFormed()}…`;
}
