import type { SearchHit } from "../../store/search/find.ts";
import { minutesBetween } from "../../store/search/searchKey.ts";

/** Bonus of the newest story as a share of its score. */
const RECENCY_BONUS = 0.5;
/** Age, in minutes, at which a story's bonus is half the bonus of the newest story. */
const RECENCY_HALF_LIFE_MINUTES = 30 * 24 * 60;

/** Raises the score of a recent hit, and rounds the score for cursors. @param newest key of the newest article */
export function addRecency({ key, score }: SearchHit, newest: number): SearchHit {
  const recency = RECENCY_BONUS * 0.5 ** (minutesBetween(key, newest) / RECENCY_HALF_LIFE_MINUTES);
  return { key, score: Math.round(score * (1 + recency) * 1000) };
}

/** Sorts better matches first; of equal matches, newer stories first. */
export function compareByRank(a: SearchHit, b: SearchHit): number {
  return b.score - a.score || b.key - a.key;
}
