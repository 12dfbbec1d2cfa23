import type { SectionStory } from "../../news/sectionNews.ts";
import type { BriefedEdition } from "../briefedEdition.ts";
import { toIssueStory } from "../issueContent.ts";
import type { RenderedIssue } from "./issueMessage.ts";
import { renderIssue } from "./renderIssue.ts";

interface PreviewedMail {
  story: SectionStory;
  /** Address of the site, without a slash at the end. */
  siteUrl: string;
  /** Date of the mail, such as "2025-04-17". */
  date: string;
}

/** Renders a briefing that contains only one story, to preview the story's look in the mail. */
export function renderStoryMail(edition: BriefedEdition, { story, siteUrl, date }: PreviewedMail): RenderedIssue {
  const content = { hero: toIssueStory(story), sections: [], corrections: [], events: [], radio: null };
  const page = `${siteUrl}/newsletter`;
  const links = { site: siteUrl, archive: `${page}/${date}`, preferences: page, unsubscribe: page };
  return renderIssue(content, edition, date, null, links);
}
