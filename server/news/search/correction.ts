import { tokenize } from "../../../core/search/fold.ts";
import { isStopWord } from "../../../core/search/stopWords.ts";
import { listSimilarWords } from "../../store/search/words.ts";
import { findHits } from "./paging.ts";
import type { SearchScope } from "./scope.ts";

/** Maximum number of words of a query that are checked. */
const MAX_WORDS = 6;
/** Maximum number of similar words that are tried in place of an unknown word. */
const MAX_CANDIDATES = 4;

/**
 * Returns the query with its unknown words replaced with words of the searched stories, such as "library hours" for
 * "libary hours"; null if there is no correction.
 */
export async function findCorrection(scope: SearchScope): Promise<string | null> {
  const { language } = scope.index;
  const { text } = scope.request;
  let corrected = "";
  let end = 0;
  const tokens = tokenize(text, language).filter(({ word }) => !isStopWord(word, language));
  for (const token of tokens.slice(0, MAX_WORDS)) {
    const spelling = (await isFound(scope, token.word)) ? null : await findSimilarWord(scope, token.word);
    if (spelling === null) continue;
    corrected += text.slice(end, token.start) + spelling;
    end = token.end;
  }
  return end === 0 ? null : corrected + text.slice(end);
}

async function findSimilarWord(scope: SearchScope, word: string): Promise<string | null> {
  const similar = await scope.index.use((database) => listSimilarWords(database, word, MAX_CANDIDATES));
  // Checks each similar word, since it may occur only in another edition's stories or in deleted stories.
  for (const { word, spelling } of similar) if (await isFound(scope, word)) return spelling;
  return null;
}

async function isFound(scope: SearchScope, word: string): Promise<boolean> {
  const query = { language: scope.index.language, required: [{ words: [word], prefix: null }], excluded: [] };
  return (await findHits(scope, query, { range: scope.range, enoughHits: 1 })).hits.length > 0;
}
