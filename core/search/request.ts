import { removeControls } from "../controls.ts";

/** A search, as parsed from its URL. `text` may be ""; a null field does not narrow the search. */
export interface SearchRequest {
  text: string;
  /** A section's slug. */
  section: string | null;
  /** A publisher's name. */
  source: string | null;
  /** First and last day, such as 2025-04-17. Both days are included. */
  from: string | null;
  to: string | null;
  mustHaveImage: boolean;
  order: "relevance" | "date";
  /** Cursor of the result that precedes this page, or null. */
  after: string | null;
  /** Cursor of the result that follows this page, or null. The first page has neither cursor. */
  before: string | null;
}

export const SEARCH_PARAMS = ["q", "section", "source", "from", "to", "pictures", "order", "after", "before"] as const;

const MAX_VALUE_LENGTH = 400;

/** Parses the parameters of a search URL and cuts their values to 400 characters. Does not check the values. */
export function parseSearchRequest(parameters: URLSearchParams): SearchRequest {
  const read = (name: (typeof SEARCH_PARAMS)[number]) =>
    removeControls((parameters.get(name) ?? "").trim().slice(0, MAX_VALUE_LENGTH)).trim() || null;
  return {
    text: read("q") ?? "",
    section: read("section"),
    source: read("source"),
    from: read("from"),
    to: read("to"),
    mustHaveImage: read("pictures") === "1",
    order: read("order") === "date" ? "date" : "relevance",
    after: read("after"),
    before: read("before"),
  };
}

/** Returns the query string of a search URL, without the parameters whose values are defaults. */
export function formatSearchRequest(request: SearchRequest): string {
  const { text, mustHaveImage, order } = request;
  const values = { ...request, q: text, pictures: mustHaveImage && "1", order: order === "date" && order };
  const written = new URLSearchParams();
  for (const name of SEARCH_PARAMS) if (values[name]) written.set(name, values[name]);
  return written.toString();
}
