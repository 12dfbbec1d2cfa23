import { EditorError } from "../../../editorError.ts";
import { countItem, type ImportedPost, type StoryExport } from "../storyExport.ts";
import { getChildText, readWxrElements } from "./wxrItems.ts";
import { isImported, toPost } from "./wxrPost.ts";
import { addReference, createReferences, listAuthors } from "./wxrReferences.ts";

/** Opens a WordPress export (WXR). @throws {EditorError} if the file is not a WordPress export, or is truncated */
export async function openWxr(path: string): Promise<StoryExport> {
  const references = createReferences();
  const others = new Map<string, number>();
  let hasTypes = false;
  for await (const element of readWxrElements(path)) {
    addReference(element, references, others);
    const type = element.name === "item" ? getChildText(element, "wp:post_type") : "";
    hasTypes ||= type !== "";
    if ((type === "post" || type === "page") && !isImported(element))
      countItem(others, `${type}s with the status "${getChildText(element, "wp:status")}"`);
  }
  if (!references.site) throw new EditorError(`${path} is not a WordPress export: found no address of a site.`);
  if (!hasTypes) throw new EditorError(`${path} is not a WordPress export: found no post or page of one.`);

  async function* posts(permalinks: string | null): AsyncGenerator<ImportedPost> {
    for await (const element of readWxrElements(path))
      if (element.name === "item" && isImported(element)) yield toPost(element, references, permalinks);
  }

  return {
    system: "wordpress",
    site: references.site,
    authors: listAuthors(references),
    terms: references.terms,
    others,
    withoutLink: references.withoutLink,
    posts,
  };
}
