import type { Edition } from "../../editions/loading/load.ts";
import type { Database } from "../../store/schema/schema.ts";
import type { StaffStory } from "../../store/stories/staffStories.ts";
import { isLanguage, type StaffStoryContent } from "../content.ts";
import type { CopyContent } from "../copyContent.ts";
import { readContent } from "../publication.ts";
import { readWorkingCopy } from "./workingCopy.ts";

/** Stand-in for a title that is not written yet. */
const NO_TITLE = "—";

/** Returns a working copy without what no page could show. */
export function toShownContent(
  { expiresAt: _, title, sections, language, image, canonical, sponsor, ...content }: CopyContent,
  edition: Pick<Edition, "sections">,
): StaffStoryContent {
  const known = edition.sections.map(({ slug }) => slug);
  const shown = sections.filter((slug) => known.includes(slug));
  return {
    ...content,
    title: title.trim() || NO_TITLE,
    sections: shown.length > 0 ? shown : known.slice(0, 1),
    ...(language && isLanguage(language) && { language }),
    ...(image?.file && { image }),
    ...(canonical && isWebAddress(canonical) && { canonical }),
    ...(sponsor && { sponsor: isWebAddress(sponsor.link ?? "") ? sponsor : { ...sponsor, link: undefined } }),
  };
}

/** Returns true for an address that a page may link to, unlike one that runs a script. */
function isWebAddress(address: string): boolean {
  return /^https?:\/\//i.test(address);
}

/**
 * Returns the newest text of a story for an operator: that of the working copy for a draft, which has no other text if it
 * was written at the desk, and otherwise that of the newest version.
 */
export async function readNewestContent(
  database: Database,
  edition: Pick<Edition, "sections">,
  story: StaffStory,
): Promise<StaffStoryContent> {
  if (story.state !== "draft") return readContent(database, story);
  const { content } = await readWorkingCopy(database, story);
  if (content.title.trim() === "" && content.body.trim() === "") return readContent(database, story);
  return toShownContent(content, edition);
}
