import { useEffect, useState } from "react";
import type { Suggestions as FoundSuggestions } from "../../server/news/search/views.ts";

const DEBOUNCE_MS = 150;

/** The newest response and its query. Both stay until the next response arrives. */
interface Suggestions extends FoundSuggestions {
  text: string;
  hasFailed: boolean;
}

const NONE: Suggestions = { text: "", stories: [], places: [], correction: null, hasFailed: false };

/** Fetches the best few stories and pages for `typed` whenever the reader stops typing for 150 ms. */
export function useSuggestions(typed: string): Suggestions {
  const [suggestions, setSuggestions] = useState(NONE);
  const text = typed.trim();
  useEffect(() => {
    if (text === "") return setSuggestions(NONE);
    const request = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const response = await fetch(`/search/suggest?q=${encodeURIComponent(text)}`, { signal: request.signal });
        if (!response.ok) throw new Error(`Search failed with status ${response.status}.`);
        const found: FoundSuggestions = await response.json();
        setSuggestions({ ...found, text, hasFailed: false });
      } catch {
        if (!request.signal.aborted) setSuggestions({ ...NONE, text, hasFailed: true });
      }
    }, DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      request.abort();
    };
  }, [text]);
  return suggestions;
}
