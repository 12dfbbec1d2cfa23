import { articlePath } from "../../../core/addresses.ts";
import { formatByline } from "../../../core/cleanAuthor.ts";
import type { Language } from "../../../core/language/languages.ts";
import { isOwnFeed } from "../../../core/ownFeeds.ts";
import { markExcerpt, markMatches, type Piece } from "../../../core/search/highlight.ts";
import { type Clause, parseQuery, type Query } from "../../../core/search/query.ts";
import { formatSearchRequest, parseSearchRequest, type SearchRequest } from "../../../core/search/request.ts";
import type { Edition } from "../../editions/loading/load.ts";
import { toText } from "../../html/text.ts";
import { permit } from "../../rights/permit.ts";
import { toAnyQuery } from "../../store/search/expressions.ts";
import { isBuilt } from "../../store/search/searchIndex.ts";
import { listLabels } from "../authorsAndTopics.ts";
import { storyFromArticle } from "../story.ts";
import { findCorrection } from "./correction.ts";
import { type FoundArticle, listFoundStories } from "./newest.ts";
import { type HitPage, pageByDate, pageByRelevance, readCursor, writeCursor } from "./paging.ts";
import { listPlaces } from "./places.ts";
import { listPublishers, resolveScope, type SearchScope, type SearchSource } from "./scope.ts";
import type { Place, SearchPage, SearchResult, Suggestions } from "./views.ts";

const PAGE_LENGTH = 15;
/** Number of hits to load beyond the length of a page, since articles about one story become one result. */
const SPARE_HITS = 10;
const MAX_SUGGESTIONS = 6;

export type Search = ReturnType<typeof createSearch>;

/** Creates an edition's search. It reads only stored articles, so it finds no samples. */
export function createSearch(edition: Edition, searchable: SearchSource) {
  return {
    /** Returns a page of results, which is empty for a request without criteria. */
    async find(requested: SearchRequest): Promise<SearchPage> {
      const scope = await resolveScope(edition, searchable, requested);
      const { request } = scope;
      const hasCriteria = formatSearchRequest({ ...request, order: "relevance", after: null, before: null }) !== "";
      const sources = await listPublishers(edition, searchable.database);
      const base = { request, hasCriteria, sources, isComplete: await isBuilt(searchable.index) };
      const empty = { results: [], places: [], correction: null, isAny: false };
      if (!hasCriteria) return { ...base, ...empty, total: { count: 0, isMore: false }, previous: null, next: null };
      const isBack = readCursor(request.before) !== null;
      const limit = isBack ? PAGE_LENGTH : PAGE_LENGTH + SPARE_HITS;
      const { page, query, isMissing } = await findForgivingPage(scope, limit);
      const groups = await listFoundStories(scope, page.hits);
      const rest = groups[PAGE_LENGTH]?.[0].key;
      // The next page starts with the first story that does not fit on this page.
      const end = rest === undefined ? page.hits.length : page.hits.findIndex(({ key }) => key === rest);
      const first = page.hits[0];
      const last = page.hits[end - 1];
      const cursorAt = (hit: HitPage["hits"][number]) => writeCursor({ ...hit, ceiling: page.ceiling });
      const address = (part: Pick<SearchRequest, "after" | "before">) =>
        `/search?${formatSearchRequest({ ...request, ...part })}`;
      return {
        ...base,
        results: groups.slice(0, PAGE_LENGTH).map((group) => toResult(group, query)),
        places: request.before || request.after ? [] : listPlaces(edition, request.text, listLabelsOf(groups), false),
        correction: isMissing ? await findCorrection(scope) : null,
        isAny: query.isAny === true,
        total: page.total,
        previous: first && page.hasPrevious ? address({ after: null, before: cursorAt(first) }) : null,
        next: last && (page.hasNext || rest !== undefined) ? address({ after: cursorAt(last), before: null }) : null,
      };
    },

    /** Returns up to 6 stories that best match the text typed so far, and matching pages other than stories. */
    async suggest(text: string): Promise<Suggestions> {
      const scope = await resolveScope(edition, searchable, parseSearchRequest(new URLSearchParams({ q: text })));
      if (parseQuery(text, scope.index.language).required.length === 0)
        return { stories: [], places: [], correction: null };
      const { page, query } = await findPage(scope, true, 2 * MAX_SUGGESTIONS);
      const groups = await listFoundStories(scope, page.hits);
      const stories = groups.slice(0, MAX_SUGGESTIONS).map((group) => {
        const { story, title } = toResult(group, query);
        const { slug, section, date, mark } = story;
        return {
          href: articlePath(slug),
          title,
          byline: mark ?? formatByline(story),
          section: section.name,
          date: date.text,
        };
      });
      const places = listPlaces(edition, text, listLabelsOf(groups), true);
      const correction = stories.length === 0 ? await findCorrection(scope) : null;
      return { stories, places, correction };
    },
  };

  function toResult(
    [found, ...others]: [FoundArticle, ...FoundArticle[]],
    { required: clauses, language }: Query,
  ): SearchResult {
    const article = permit(found.article, edition);
    const otherArticles = others.map((other) => other.article);
    const story = storyFromArticle(article, edition, found.section, otherArticles);
    // Quotes only the part of the text that the story's page shows, although the whole text is searched.
    return {
      story,
      title: markMatches(story.title, clauses, language),
      excerpt: toExcerpt(story.deck, article.getFullText(), clauses, language),
    };
  }
}

/** Returns links to the authors and topics of found staff stories. Includes each link once. */
function listLabelsOf(groups: readonly [FoundArticle, ...FoundArticle[]][]): Place[] {
  const staffStories = groups.map(([{ article }]) => article).filter(({ feedUrl }) => isOwnFeed(feedUrl));
  const labels = staffStories.flatMap((article) => [...listLabels(article, "author"), ...listLabels(article, "topic")]);
  return [...new Map(labels.map(({ name, href }) => [href, { title: name, href }])).values()];
}

/** Finds a page of hits with all words of the text. If there is none, sets `isMissing` and finds hits with any word. */
async function findForgivingPage(
  scope: SearchScope,
  limit: number,
): Promise<{ page: HitPage; query: Query; isMissing: boolean }> {
  const found = await findPage(scope, false, limit);
  if (found.page.total.count > 0) return { ...found, isMissing: false };
  const any = toAnyQuery(parseQuery(scope.request.text, scope.index.language, false));
  if (!any) return { ...found, isMissing: true };
  const page = await findHitPage(scope, any, limit);
  return page.total.count > 0 ? { page, query: any, isMissing: true } : { ...found, isMissing: true };
}

/** Finds a page of hits for whole words. If there are none, or if `isTyping`, treats the last word as a prefix. */
async function findPage(
  scope: SearchScope,
  isTyping: boolean,
  limit: number,
): Promise<{ page: HitPage; query: Query }> {
  const { text } = scope.request;
  const { language } = scope.index;
  const query = parseQuery(text, language, isTyping);
  const page = await findHitPage(scope, query, limit);
  const hasPrefix = parseQuery(text, language).required.some(({ prefix }) => prefix !== null);
  return page.total.count === 0 && !isTyping && hasPrefix ? findPage(scope, true, limit) : { page, query };
}

function findHitPage(scope: SearchScope, query: Query, limit: number): Promise<HitPage> {
  const { order, after, before } = scope.request;
  const isByDate = order === "date" || query.required.length === 0;
  const paging = { after: readCursor(after), before: readCursor(before), limit };
  return isByDate ? pageByDate(scope, query, paging) : pageByRelevance(scope, query, paging);
}

/** Returns an excerpt of the deck, or of the text if more of the query matches there. */
function toExcerpt(deck: string, html: string, clauses: readonly Clause[], language: Language): Piece[] {
  const fromDeck = markExcerpt(deck, clauses, language);
  if (countMatches(fromDeck) >= clauses.length) return fromDeck;
  const fromText = markExcerpt(toText(html), clauses, language);
  return countMatches(fromText) > countMatches(fromDeck) ? fromText : fromDeck;
}

function countMatches(pieces: readonly Piece[]): number {
  return new Set(pieces.filter(({ isFound }) => isFound).map(({ text }) => text.toLowerCase())).size;
}
