import { renderStory } from "../../../core/markdown/renderStory.ts";
import { removeImageSize } from "../../../core/originalImage.ts";
import { webAddress } from "../../editions/fields.ts";
import { EditorError } from "../../editorError.ts";
import { escapeHtml, toExcerpt, toText } from "../../html/text.ts";
import { headSchema, isTooLong, type StaffStoryContent, type StoryFile } from "../content.ts";
import { replaceMarkdownImages } from "../markdownImages.ts";
import { listImagesOfStory, replaceImageFiles } from "../storyFile.ts";
import type { FileImport } from "./importImages.ts";
import type { Remark } from "./remarks.ts";

import type { Placement } from "./sectionTable.ts";
import { getBase, type OldSite, remarkLosses, toBody } from "./storyBody.ts";
import { type ImportedPost, type PostText, UNKNOWN_SITE } from "./storyExport.ts";

const MAX_TITLE = 300;

export interface ImportParts extends OldSite {
  storeImage(url: string): Promise<FileImport>;
}

/**
 * Converts a post to a story, and stores the post's images and files.
 *
 * @returns the story, remarks for the editor, and the old URLs of the images that were stored
 * @throws {EditorError} if the post can't become a story
 */
export async function toStoryFile(
  post: ImportedPost,
  placement: Placement,
  parts: ImportParts,
): Promise<{ file: StoryFile; remarks: Remark[]; images: string[] }> {
  const text = post.convertText();
  const remarks = [...post.remarks, ...text.remarks];
  const converted = dropRepeatedLead(await toContent(post, text, placement, parts, remarks));
  const imported = await importImages(converted, parts, remarks);
  const content = leadWithFirstImage(dropRepeatedLead(imported.content));
  const isEmpty = content.body === "";
  if (isEmpty && post.state !== "draft") remarks.push({ kind: "empty", text: "has no text, and became a draft" });
  const { updatedAt, path } = post;
  const publishAt = isEmpty ? null : post.publishAt;
  const redirectFrom = [path, ...post.otherPaths].filter((old) => old !== null && old !== "/" && old !== "");
  await remarkLosses(text, toShownHtml(content), getBase(post, parts), parts, remarks);
  const file = {
    content,
    ...(publishAt && { publishAt }),
    ...(publishAt && updatedAt && { updatedAt }),
    ...(redirectFrom.length > 0 && { redirectFrom: redirectFrom as string[] }),
  };
  return { file, remarks, images: imported.images };
}

/** Returns HTML with the story's body, title and other texts. Each of them may contain parts of the post's text. */
function toShownHtml({ title, deck, image, body }: StaffStoryContent): string {
  const beside = [title, deck, image?.caption, image?.credit, image?.alt].map((text) => escapeHtml(text ?? ""));
  return `${beside.map((text) => `<p>${text}</p>`).join("")}${renderStory(body)}`;
}

async function toContent(
  post: ImportedPost,
  converted: PostText,
  placement: Placement,
  parts: ImportParts,
  remarks: Remark[],
): Promise<StaffStoryContent> {
  const body = await toBody(converted, getBase(post, parts), parts, remarks);
  if (isTooLong(body)) throw new EditorError("its text is too long");
  const text = toText(converted.html);
  if (!post.title && !text) throw new EditorError("it has neither a title nor a text");
  if (!post.title) remarks.push({ kind: "title", text: "has no title, and got its first words" });
  if (post.title.length > MAX_TITLE) remarks.push({ kind: "title", text: "its title was too long, and was cut" });
  const { image, byline, deck, canonical, sponsor } = post;
  const head = headSchema.safeParse({
    title: (post.title || toExcerpt(text)).slice(0, MAX_TITLE).toWellFormed(),
    deck,
    byline,
    ...placement,
    ...(image && { image: { file: image.url, alt: image.alt, caption: image.caption, credit: image.credit } }),
    ...(canonical && { canonical }),
    ...(sponsor && { sponsor: toSponsor(sponsor) }),
  });
  if (!head.success) throw new EditorError(head.error.issues.map(({ message }) => message).join("; "));
  return { ...head.data, body };
}

/** Maximum length of a sponsor's name, in characters. */
const MAX_SPONSOR = 100;

/** Converts a sponsor to the format of a story's metadata. Omits an invalid link instead of rejecting the story. */
function toSponsor({ name, link, logo, kind }: NonNullable<ImportedPost["sponsor"]>) {
  const hasLink = webAddress.safeParse(link).success;
  return { name: name.slice(0, MAX_SPONSOR).toWellFormed(), kind, ...(hasLink && { link }), ...(logo && { logo }) };
}

/**
 * Stores a story's images. An image that can't be stored keeps its URL, so that the site can download it later.
 *
 * @returns the content with the new URLs, and the old URLs of the stored images
 */
async function importImages(
  content: StaffStoryContent,
  { storeImage }: ImportParts,
  remarks: Remark[],
): Promise<{ content: StaffStoryContent; images: string[] }> {
  const urls = new Map<string, string>();
  for (const url of listImagesOfStory(content)) {
    const stored = await storeImage(url);
    if ("url" in stored) urls.set(url, stored.url);
    else remarks.push({ kind: "image", text: `the image ${url.replace(UNKNOWN_SITE, "")} ${stored.reason}` });
  }
  const { image, ...rest } = replaceImageFiles(content, urls);
  const body = removeUnknownSite(rest.body);
  const known = image && !image.file.startsWith(UNKNOWN_SITE) && { image };
  return { content: { ...rest, body, ...known }, images: [...urls.keys()] };
}

/** Removes images of an unknown old site, and makes links to that site relative. */
export function removeUnknownSite(body: string): string {
  return replaceMarkdownImages(body, ({ before, path, after }) =>
    path.startsWith(`${UNKNOWN_SITE}/`) ? "" : before + (/\s/.test(path) ? `<${path}>` : path) + after,
  )
    .replaceAll(`](${UNKNOWN_SITE}/`, "](/")
    .trim();
}

/**
 * If the text begins with the lead image, removes the image from the text. Posts repeat their lead image there if the
 * old site's theme does not show lead images.
 */
function dropRepeatedLead(content: StaffStoryContent): StaffStoryContent {
  const { image, body } = content;
  if (!image) return content;
  const first = leadWithFirstImage({ ...content, image: undefined });
  if (!first.image || first.body === body || toOriginalPath(first.image.file) !== toOriginalPath(image.file))
    return content;
  const { alt, caption } = first.image;
  return { ...first, image: { ...image, alt: image.alt || alt, caption: image.caption || caption } };
}

/** Returns the path of an image's original, without the size that WordPress adds to the names of smaller copies. */
function toOriginalPath(address: string): string {
  // In place of a large original, WordPress shows a copy with a name that ends in "-scaled" or "-rotated".
  return removeImageSize(URL.parse(address)?.pathname ?? address).replace(/-(?:scaled|rotated)(?=\.\w+$)/, "");
}

/**
 * If a story has no lead image, makes the first image of its text the lead image. If the text begins with that image,
 * removes the image from the text.
 */
function leadWithFirstImage(content: StaffStoryContent): StaffStoryContent {
  if (content.image) return content;
  let image: NonNullable<StaffStoryContent["image"]> | undefined;
  let isAtStart = false;
  const rest = replaceMarkdownImages(content.body, ({ before, path, after }) => {
    const whole = before + (/\s/.test(path) ? `<${path}>` : path) + after;
    if (image) return whole;
    const caption = /"([^"]*)"\)$/.exec(after)?.[1] ?? "";
    image = { file: path, alt: toPlain(before.slice(2, -2)), caption: toPlain(caption), credit: "" };
    isAtStart = content.body.startsWith(`${whole}\n\n`);
    return isAtStart ? "" : whole;
  });
  return image ? { ...content, image, body: isAtStart ? rest.trim() : content.body } : content;
}

function toPlain(markdown: string): string {
  return markdown.replace(/\\([!-/:-@[-`{-~])/g, "$1");
}
