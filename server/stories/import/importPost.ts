import { toExcerpt, toText } from "../../html/text.ts";
import { headSchema, isTooLong, type StaffStoryContent } from "../content.ts";
import { addStory, EditorError, type StoryEditing } from "../editStories.ts";
import { replaceMarkdownImages } from "../markdownImages.ts";
import { listImagesOfStory, replaceImageFiles } from "../storyFile.ts";
import type { ImageImport } from "./importImages.ts";
import type { Placement } from "./sectionTable.ts";
import { type ImportedPost, UNKNOWN_SITE } from "./storyExport.ts";
import { toMarkdown } from "./toMarkdown.ts";

const MAX_TITLE = 300;

interface Parts {
  editing: StoryEditing;
  /** Address of the old site; null if unknown. */
  site: string | null;
  storeImage: (url: string) => Promise<ImageImport>;
}

/**
 * Adds a post as a story, with its images and the redirect from its old address.
 *
 * @returns remarks for the editor
 * @throws {EditorError} if the post can't become a story
 */
export async function importPost(post: ImportedPost, placement: Placement, parts: Parts): Promise<string[]> {
  const notes = [...post.notes];
  const content = await importImages(toContent(post, placement, parts.site, notes), parts, notes);
  const { publishAt, updatedAt, path, key } = post;
  const file = {
    content,
    ...(publishAt && { publishAt }),
    ...(updatedAt && { updatedAt }),
    ...(path && path !== "/" && { redirectFrom: [path] }),
  };
  await addStory(parts.editing, file, { name: post.slug || content.title, importKey: key });
  return notes;
}

function toContent(post: ImportedPost, placement: Placement, site: string | null, notes: string[]): StaffStoryContent {
  const body = toMarkdown(post.html, URL.parse(post.path ?? "/", site ?? UNKNOWN_SITE)?.href ?? null);
  if (isTooLong(body)) throw new EditorError("its text is too long");
  const text = toText(post.html);
  if (!post.title && !text) throw new EditorError("it has neither a title nor a text");
  if (!post.title) notes.push("has no title, and got its first words");
  if (post.title.length > MAX_TITLE) notes.push("its title was too long, and was cut");
  const { image, byline, deck, canonical } = post;
  const head = headSchema.safeParse({
    title: (post.title || toExcerpt(text)).slice(0, MAX_TITLE).toWellFormed(),
    deck,
    byline,
    ...placement,
    ...(image && { image: { file: image.url, alt: image.alt, caption: image.caption } }),
    ...(canonical && { canonical }),
  });
  if (!head.success) throw new EditorError(head.error.issues.map(({ message }) => message).join("; "));
  return { ...head.data, body };
}

/** Stores a story's images. Those that can't be stored keep their URLs, from which the site may download them later. */
async function importImages(
  content: StaffStoryContent,
  { storeImage }: Parts,
  notes: string[],
): Promise<StaffStoryContent> {
  const urls = new Map<string, string>();
  for (const url of listImagesOfStory(content)) {
    const stored = await storeImage(url);
    if ("url" in stored) urls.set(url, stored.url);
    else notes.push(`the image ${url.replace(UNKNOWN_SITE, "")} ${stored.reason}`);
  }
  const { image, ...rest } = replaceImageFiles(content, urls);
  const body = replaceMarkdownImages(rest.body, ({ before, path, after }) =>
    path.startsWith(`${UNKNOWN_SITE}/`) ? "" : before + (/\s/.test(path) ? `<${path}>` : path) + after,
  ).replaceAll(`](${UNKNOWN_SITE}/`, "](/");
  return { ...rest, body: body.trim(), ...(image && !image.file.startsWith(UNKNOWN_SITE) && { image }) };
}
