import type { Story } from "../../news/views.ts";
import type { BriefedEdition } from "../briefedEdition.ts";
import { toIssueStory } from "../issueContent.ts";
import type { RenderedIssue } from "./message.ts";
import { renderIssue } from "./renderIssue.ts";

interface PreviewedMail {
  story: Story;
  /** True for a story that a sponsor bought. */
  isPaid: boolean;
  hasImage: boolean;
  /** Address of the site, without a slash at the end. */
  siteUrl: string;
  /** Date of the mail, such as "2025-04-17". */
  date: string;
}

/** Renders a briefing of which one story is all the news, to show how it will look. */
export function renderStoryMail(
  edition: BriefedEdition,
  { story, isPaid, hasImage, siteUrl, date }: PreviewedMail,
): RenderedIssue {
  const hero = toIssueStory({ ...story, key: story.slug, hasImage, isPaid });
  const content = { hero, sections: [], corrections: [], events: [], radio: null };
  const page = `${siteUrl}/newsletter`;
  const links = { site: siteUrl, archive: `${page}/${date}`, preferences: page, unsubscribe: page };
  return renderIssue(content, edition, date, null, links);
}
