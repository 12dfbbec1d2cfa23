import { z } from "zod";
import { parseStored } from "../store/storedJson.ts";

const storySchema = z.object({
  /** Key shared by all articles about one story. */
  storyKey: z.string(),
  slug: z.string(),
  title: z.string(),
  deck: z.string(),
  /** Byline, such as "Ann Lee, WBEZ Chicago"; only the publisher in issues of earlier versions of Broadsheet. */
  source: z.string(),
  section: z.string(),
  /** Alternative text of the image; null if the story has no image. */
  pictureAlt: z.string().nullable().default(null),
  /** Label of a sponsored story. */
  mark: z.string().optional(),
  /** True if the sponsor bought the story. Such a story leads an issue only if an editor pins it. */
  isPaid: z.boolean().optional(),
  /** True if the story was taken down after the issue was composed; its texts are then "". */
  isTakenDown: z.boolean().optional(),
});

const sectionSchema = z.object({
  slug: z.string(),
  name: z.string(),
  /** New stories, up to 15. A mail omits stories shown above the section and stories beyond the mail's limit. */
  stories: z.array(storySchema),
});

const correctionSchema = z.object({
  /** Slug and title of the story. */
  slug: z.string(),
  title: z.string(),
  text: z.string(),
});

const eventSchema = z.object({
  title: z.string(),
  time: z.string(),
  place: z.string().nullable(),
  /** Path and fragment of the event on the site. */
  href: z.string(),
});

const radioSchema = z.object({
  title: z.string(),
  stations: z.array(z.object({ name: z.string(), playing: z.string().nullable() })),
});

/** Content of an issue, stored when the issue is composed, so that all subscribers get the same content. */
const issueSchema = z.object({
  /** Lead of the issue: the front page's pinned lead, even if old. Without a pinned lead, one of the new stories. */
  hero: storySchema,
  /** Sections that have new stories, in the edition's order. */
  sections: z.array(sectionSchema),
  /** Corrections of staff stories since the previous issue, newest first. Early versions of Broadsheet stored none. */
  corrections: z.array(correctionSchema).default([]),
  events: z.array(eventSchema),
  radio: radioSchema.nullable(),
});

export type IssueContent = z.infer<typeof issueSchema>;
export type IssueSection = z.infer<typeof sectionSchema>;
export type IssueStory = z.infer<typeof storySchema>;
export type IssueCorrection = z.infer<typeof correctionSchema>;
export type IssueEvent = z.infer<typeof eventSchema>;
export type IssueRadio = z.infer<typeof radioSchema>;

/** Schema of a story's entry in an issue. The encrypted copy of a story that was taken down has such entries, too. */
export const issueStorySchema = storySchema;

/** Parses the content of a stored issue with news. @throws {StoredJsonError} if it is damaged */
export function parseIssue({ id, content }: { id: number; content: string }): IssueContent {
  return parseStored(issueSchema, content, `issue ${id} of the briefing`);
}
