import { hash } from "node:crypto";
import { setImmediate as yieldToRequests } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import { countWords } from "../../../core/markdown/countWords.ts";
import { hasCapability } from "../../people/capabilities.ts";
import { parseStoredTexts } from "../../store/storedJson.ts";
import {
  type ListedStory,
  listNewsroomStories,
  listPublishedTopics,
  type StoryFilter,
} from "../../store/stories/newsroomStories.ts";
import { countSubmissions } from "../../store/stories/storyReview.ts";
import { parseContentInList, type StaffStoryContent } from "../../stories/content.ts";
import { findOverdueReason } from "../../stories/overdue.ts";
import type { StoryEditing } from "../../stories/storyEditing.ts";
import type { StoryList, StoryRow } from "./apiTypes.ts";

/** Maximum number of stories in a list. */
const MAX_ROWS = 200;
/** Maximum number of stories that the store returns for a query. The server then compares them with the query. */
const MAX_SEARCHED = 1000;
/** Number of newest published stories whose topics are offered. */
const PUBLISHED_WITH_TOPICS = 2000;
/**
 * Number of newest unpublished stories whose topics are offered. Lower than for published stories, since finding the
 * topics of unpublished stories means reading their texts, too.
 */
const UNPUBLISHED_WITH_TOPICS = 100;
const MAX_TOPICS = 300;

/** Content shown for a story whose stored content is damaged. */
const DAMAGED: StaffStoryContent = { title: "", deck: "", body: "", sections: [], byline: [], place: "", topics: [] };

/** Word counts by digest of the text. Without this cache, parsing the texts of a full list would take 200 ms. */
const wordCounts = new LRUCache<string, number>({ max: 5000 });

const LISTS: Record<StoryList, Pick<StoryFilter, "states" | "isSubmitted" | "order">> = {
  mine: { order: "saved" },
  all: { order: "saved" },
  review: { states: ["draft"], isSubmitted: true, order: "submitted" },
  drafts: { states: ["draft"], order: "saved" },
  scheduled: { states: ["scheduled"], order: "due" },
  published: { order: "published" },
  withdrawn: { states: ["withdrawn", "expired"], order: "saved" },
};

interface Query {
  list: StoryList;
  /** Slug of a section. */
  section?: string | undefined;
  /** Name in the byline. */
  author?: string | undefined;
  /** Words in the headline, the deck or the text. */
  words?: string | undefined;
}

/** Returns the stories of a list that fit a query, at most 200. Writers get only their own stories. */
export async function listStoryRows(
  { database, edition, actor, now }: StoryEditing,
  { list, section = "", author = "", words = "" }: Query,
): Promise<StoryRow[]> {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  // Omits words with accents: the store distinguishes the case of accented letters, but `isMatch` below does not.
  const containing = [...(section ? [section] : []), ...[author, ...wanted].filter((text) => /^[\w .-]+$/.test(text))];
  const isFiltered = Boolean(section || author) || wanted.length > 0;
  const isOwn = list === "mine" || !hasCapability(actor, edition.id, "publish");
  const stories = await listNewsroomStories(database, edition.id, {
    ...LISTS[list],
    ...(isOwn && { firstSavedBy: actor.name }),
    containing,
    limit: isFiltered ? MAX_SEARCHED : MAX_ROWS,
  });
  const found = stories
    .map((story) => ({ story, content: parseContentInList(story.content, story.id, story.version) ?? DAMAGED }))
    .filter(({ content }) => isMatch(content, { section, author, wanted }))
    .slice(0, MAX_ROWS);
  const rows: StoryRow[] = [];
  for (const { story, content } of found)
    rows.push(toRow(story, content, await readWords(content.body), Date.parse(now)));
  return rows;
}

/** Returns the number of words of a text. Lets waiting requests run before it counts a new text. */
async function readWords(body: string): Promise<number> {
  const digest = hash("sha256", body, "base64url");
  const known = wordCounts.get(digest);
  if (known !== undefined) return known;
  await yieldToRequests();
  const words = countWords(body);
  wordCounts.set(digest, words);
  return words;
}

function isMatch(
  { title, deck, body, sections, byline }: StaffStoryContent,
  { section, author, wanted }: { section: string; author: string; wanted: readonly string[] },
): boolean {
  if (section && !sections.includes(section)) return false;
  if (author && !byline.some((name) => name.toLowerCase() === author.toLowerCase())) return false;
  if (wanted.length === 0) return true;
  const text = `${title}\n${deck}\n${body}`.toLowerCase();
  return wanted.every((word) => text.includes(word));
}

function toRow(
  story: ListedStory,
  { title, sections, byline }: StaffStoryContent,
  words: number,
  nowMs: number,
): StoryRow {
  const { id, state, savedAt, savedBy, publishAt, publishedAt, submittedAt, revision, baseRevision, failure } = story;
  return {
    id,
    title,
    state,
    sections,
    byline,
    words,
    savedAt,
    savedBy,
    publishAt,
    publishedAt,
    submittedAt,
    isChanged: state !== "draft" && revision !== baseRevision,
    overdue: findOverdueReason({ state, publish_at: publishAt }, failure, nowMs),
  };
}

/** Returns the number of drafts that wait for review; 0 for people who do not review. */
export async function countStoriesToReview({ database, edition, actor }: StoryEditing): Promise<number> {
  return hasCapability(actor, edition.id, "review") ? countSubmissions(database, edition.id) : 0;
}

/**
 * Returns the topics of an edition's stories, most used first. Writers get the topics of published stories and of their
 * own stories.
 */
export async function listTopics({ database, edition, actor }: StoryEditing): Promise<string[]> {
  const [published, unpublished] = await Promise.all([
    listPublishedTopics(database, edition.id, PUBLISHED_WITH_TOPICS),
    listNewsroomStories(database, edition.id, {
      states: ["draft", "scheduled"],
      ...(!hasCapability(actor, edition.id, "publish") && { firstSavedBy: actor.name }),
      containing: [],
      order: "saved",
      limit: UNPUBLISHED_WITH_TOPICS,
    }),
  ]);
  const topics = [
    ...published.flatMap((json) => parseStoredTexts(json, "topics of a published story")),
    ...unpublished.flatMap(({ id, version, content }) => parseContentInList(content, id, version)?.topics ?? []),
  ];
  const counts = new Map<string, number>();
  for (const topic of topics) counts.set(topic, (counts.get(topic) ?? 0) + 1);
  const sorted = [...counts].sort(([one, a], [other, b]) => b - a || one.localeCompare(other));
  return sorted.slice(0, MAX_TOPICS).map(([topic]) => topic);
}
