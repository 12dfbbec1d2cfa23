import type { Edition } from "../../editions/loading/load.ts";
import type { Database } from "../../store/schema/schema.ts";
import type { StaffStory } from "../../store/stories/staffStories.ts";
import { isLanguage, type StaffStoryContent } from "../content.ts";
import type { CopyContent } from "../copyContent.ts";
import { readContent } from "../publication.ts";
import { readWorkingCopy } from "./workingCopy.ts";

/** Title shown for a story without a title. */
const NO_TITLE = "—";

/** Converts a working copy to a version's content for previews. Omits what no page shows, such as unknown sections. */
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

/** Returns true for an http or https address, and false for others, such as a `javascript:` address. */
function isWebAddress(address: string): boolean {
  return /^https?:\/\//i.test(address);
}

/**
 * Returns the newest content of a story. For a draft, this is the working copy, if it has a title or text; for other
 * stories, it is the newest version.
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
