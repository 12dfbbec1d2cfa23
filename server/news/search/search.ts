import { articlePath } from "../../../core/addresses.ts";
import { excerptPieces, type Piece, piecesOf } from "../../../core/search/highlight.ts";
import { type Clause, parseQuery } from "../../../core/search/query.ts";
import { readRequest, type SearchRequest, writeRequest } from "../../../core/search/request.ts";
import type { Edition } from "../../editions/load.ts";
import { wordsOf } from "../../html/text.ts";
import type { Database } from "../../store/schema.ts";
import { lookUpWords } from "../../store/search/search.ts";
import { sampleBody } from "../sampleBody.ts";
import { storyFromArticle, storyFromSample } from "../story.ts";
import { readCursor, writeCursor } from "./cursor.ts";
import { listByDate, listByRelevance, type Stretch } from "./list.ts";
import { type Found, foundOf, tellOnce } from "./newest.ts";
import { publishersOf, type Scope, scopeOf } from "./scope.ts";
import type { Result, Search } from "./views.ts";

/** Results of a page. */
const PAGE = 15;
/** Some of what is found tells a story that another one tells already. */
const SPARE = 10;
/** Stories that are named while a reader types. */
const SUGGESTED = 6;

export function searchOf(edition: Edition, database: Database): Search {
  /** Whole words first; where nothing has them, the last may be the beginning of one. */
  async function list(scope: Scope, isTyping: boolean, limit: number): Promise<Stretch> {
    const { text, order, after, before } = scope.request;
    let whole: Stretch | undefined;
    for (const mayGoOn of isTyping ? [true] : [false, true]) {
      const query = parseQuery(text, mayGoOn);
      const sought = await lookUpWords(database, query);
      if (whole && sought.wanted.every(({ continuations }) => continuations.length === 0)) return whole;
      const isByDate = order === "date" || query.wanted.length === 0;
      const parts = { database, sought, scope, after: readCursor(after), before: readCursor(before), limit };
      const stretch = await (isByDate ? listByDate(parts) : listByRelevance(parts));
      if (mayGoOn || stretch.total.count > 0) return stretch;
      whole = stretch;
    }
    throw new Error("A search always ends with its second attempt.");
  }

  return {
    async find(asked) {
      const scope = await scopeOf(edition, database, asked);
      const { request } = scope;
      const isAsked = writeRequest({ ...request, order: "relevance", after: null, before: null }) !== "";
      const sources = publishersOf(edition);
      const none = { results: [], total: { count: 0, isMore: false }, previous: null, next: null };
      if (!isAsked) return { request, isAsked, sources, ...none };
      const isBack = readCursor(request.before) !== null;
      const stretch = await list(scope, false, isBack ? PAGE : PAGE + SPARE);
      const groups = tellOnce(
        await foundOf(
          database,
          scope,
          stretch.hits.map(({ key }) => key),
        ),
      );
      const shown = groups.slice(0, PAGE);
      const rest = groups[PAGE]?.[0]?.key;
      // The next page begins where the first story stands that there was no room for.
      const end = rest === undefined ? stretch.hits.length : stretch.hits.findIndex(({ key }) => key === rest);
      const first = stretch.hits[0];
      const last = stretch.hits[end - 1];
      const at = (hit: Stretch["hits"][number]) =>
        writeCursor({ ...hit, ceiling: stretch.ceiling, levels: stretch.sought.wanted.map(({ level }) => level) });
      const address = (part: Pick<SearchRequest, "after" | "before">) =>
        `/search?${writeRequest({ ...request, ...part })}`;
      const hasAfter = stretch.hasAfter || rest !== undefined;
      return {
        request,
        isAsked,
        sources,
        results: shown.map((group) => resultOf(group, stretch.sought.wanted)),
        total: stretch.total,
        previous: first && stretch.hasBefore ? address({ after: null, before: at(first) }) : null,
        next: last && hasAfter ? address({ after: at(last), before: null }) : null,
      };
    },

    async suggest(text) {
      const scope = await scopeOf(edition, database, readRequest(new URLSearchParams({ q: text })));
      if (parseQuery(text).wanted.length === 0) return [];
      const stretch = await list(scope, true, 2 * SUGGESTED);
      const groups = tellOnce(
        await foundOf(
          database,
          scope,
          stretch.hits.map(({ key }) => key),
        ),
      );
      return groups.slice(0, SUGGESTED).map((group) => {
        const { story, title } = resultOf(group, stretch.sought.wanted);
        return { href: articlePath(story.slug), title, section: story.section.name, date: story.date.text };
      });
    },
  };

  function resultOf([found, ...others]: [Found, ...Found[]], clauses: readonly Clause[]): Result {
    if (found.kind === "sample") {
      const story = storyFromSample(found.sample, edition, found.section);
      const excerpt = excerptOf(story.deck, () => sampleBody(found.sample), clauses);
      return { story, title: piecesOf(story.title, clauses), excerpt };
    }
    const { article, section } = found;
    const twins = others.flatMap((other) => (other.kind === "article" ? [other.article] : []));
    const story = storyFromArticle(article, edition, section, twins);
    const excerpt = excerptOf(story.deck, () => article.contentHtml || article.descriptionHtml, clauses);
    return { story, title: piecesOf(story.title, clauses), excerpt };
  }
}

/** From the deck, or from the text where more of what was looked for stands there. */
function excerptOf(deck: string, html: () => string, clauses: readonly Clause[]): Piece[] {
  const ofDeck = excerptPieces(deck, clauses);
  if (foundIn(ofDeck) >= clauses.length) return ofDeck;
  const ofText = excerptPieces(wordsOf(html()), clauses);
  return foundIn(ofText) > foundIn(ofDeck) ? ofText : ofDeck;
}

function foundIn(pieces: readonly Piece[]): number {
  return new Set(pieces.filter(({ isFound }) => isFound).map(({ text }) => text.toLowerCase())).size;
}
