/** What is asked for on the page of search, as its address has it. Everything but the text is optional. */
export interface SearchRequest {
  text: string;
  /** A section's slug. */
  section: string | null;
  /** A publisher's name. */
  source: string | null;
  /** Days such as 2025-04-17, both included. */
  from: string | null;
  to: string | null;
  isPictured: boolean;
  order: "relevance" | "date";
  /** Where a page of results begins, after or before what; null for the first. */
  after: string | null;
  before: string | null;
}

/** The names of all parameters that an address of search may have. */
export const SEARCH_PARAMETERS = [
  "q",
  "section",
  "source",
  "from",
  "to",
  "pictures",
  "order",
  "after",
  "before",
] as const;

type Parameter = (typeof SEARCH_PARAMETERS)[number];

/** Reads an address's query. Whatever stands there is a request; what makes no sense is left out. */
export function readRequest(parameters: URLSearchParams): SearchRequest {
  const read = (name: Parameter) => parameters.get(name)?.trim().slice(0, LONGEST).toWellFormed() || null;
  return {
    text: read("q") ?? "",
    section: read("section"),
    source: read("source"),
    from: read("from"),
    to: read("to"),
    isPictured: read("pictures") === "1",
    order: read("order") === "date" ? "date" : "relevance",
    after: read("after"),
    before: read("before"),
  };
}

/** The query of a request's address, without what is as it would be anyway. */
export function writeRequest(request: SearchRequest): string {
  const values: Record<Parameter, string | null> = {
    q: request.text,
    section: request.section,
    source: request.source,
    from: request.from,
    to: request.to,
    pictures: request.isPictured ? "1" : null,
    order: request.order === "date" ? "date" : null,
    after: request.after,
    before: request.before,
  };
  const written = new URLSearchParams();
  for (const name of SEARCH_PARAMETERS) {
    const value = values[name];
    if (value) written.set(name, value);
  }
  return written.toString();
}

const LONGEST = 400;
