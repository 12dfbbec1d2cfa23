import type { SearchRequest } from "../../core/search/request.ts";

/** "12 stories for “mayor”", "More than 1,000 stories". */
export function foundWords({ text }: SearchRequest, { count, isMore }: { count: number; isMore: boolean }): string {
  const number = count.toLocaleString("en-US");
  const stories = count === 1 ? "1 story" : `${number} stories`;
  const found = isMore ? `More than ${number} stories` : stories;
  return text ? `${found} for “${text}”` : found;
}
