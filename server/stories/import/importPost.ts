import { toExcerpt, toText } from "../../html/text.ts";

import { headSchema, isTooLong, type StaffStoryContent, type StoryFile } from "../content.ts";
import { EditorError } from "../editStories.ts";
import { replaceMarkdownImages } from "../markdownImages.ts";
import { listImagesOfStory, replaceImageFiles } from "../storyFile.ts";
import type { FileImport } from "./importImages.ts";
import type { Remark } from "./remarks.ts";

import type { Placement } from "./sectionTable.ts";
import { type OldSite, toBody } from "./storyBody.ts";
import { type ImportedPost, UNKNOWN_SITE } from "./storyExport.ts";

const MAX_TITLE = 300;

export interface ImportParts extends OldSite {
  storeImage(url: string): Promise<FileImport>;
}

/**
 * Converts a post to a story, and stores its images and files.
 *
 * @returns the story, remarks for the editor, and the images that were stored
 * @throws {EditorError} if the post can't become a story
 */
export async function toStoryFile(
  post: ImportedPost,
  placement: Placement,
  parts: ImportParts,
): Promise<{ file: StoryFile; remarks: Remark[]; images: string[] }> {
  const remarks = [...post.remarks];
  const { content, images } = await importImages(await toContent(post, placement, parts, remarks), parts, remarks);
  const isEmpty = content.body === "";
  if (isEmpty && post.state !== "draft") remarks.push({ kind: "empty", text: "has no text, and became a draft" });
  const { updatedAt, path } = post;
  const publishAt = isEmpty ? null : post.publishAt;
  const redirectFrom = [path, ...post.otherPaths].filter((old) => old !== null && old !== "/" && old !== "");
  const file = {
    content: leadWithFirstImage(content),
    ...(publishAt && { publishAt }),
    ...(publishAt && updatedAt && { updatedAt }),
    ...(redirectFrom.length > 0 && { redirectFrom: redirectFrom as string[] }),
  };
  return { file, remarks, images };
}

async function toContent(
  post: ImportedPost,
  placement: Placement,
  parts: ImportParts,
  remarks: Remark[],
): Promise<StaffStoryContent> {
  const body = await toBody(post, parts, remarks);
  if (isTooLong(body)) throw new EditorError("its text is too long");
  const text = toText(post.html);
  if (!post.title && !text) throw new EditorError("it has neither a title nor a text");
  if (!post.title) remarks.push({ kind: "title", text: "has no title, and got its first words" });
  if (post.title.length > MAX_TITLE) remarks.push({ kind: "title", text: "its title was too long, and was cut" });
  const { image, byline, deck, canonical } = post;
  const head = headSchema.safeParse({
    title: (post.title || toExcerpt(text)).slice(0, MAX_TITLE).toWellFormed(),
    deck,
    byline,
    ...placement,
    ...(image && { image: { file: image.url, alt: image.alt, caption: image.caption, credit: image.credit } }),
    ...(canonical && { canonical }),
  });
  if (!head.success) throw new EditorError(head.error.issues.map(({ message }) => message).join("; "));
  return { ...head.data, body };
}

/** Stores a story's images. Those that can't be stored keep their URLs, from which the site may download them later. */
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

/** Removes images of an unknown site, and leaves the paths of links to it. */
export function removeUnknownSite(body: string): string {
  return replaceMarkdownImages(body, ({ before, path, after }) =>
    path.startsWith(`${UNKNOWN_SITE}/`) ? "" : before + (/\s/.test(path) ? `<${path}>` : path) + after,
  )
    .replaceAll(`](${UNKNOWN_SITE}/`, "](/")
    .trim();
}

/** Gives a story without a lead image its first one, which leaves the text if the text begins with it. */
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
