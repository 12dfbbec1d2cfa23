import { useEffect, useState } from "react";
import type { Suggestion } from "../../server/news/search/views.ts";

const DEBOUNCE_MS = 150;

/** What an answer said, and to which question; the last one stays until the next is there. */
export interface Suggestions {
  text: string;
  stories: Suggestion[];
  hasFailed: boolean;
}

const NONE: Suggestions = { text: "", stories: [], hasFailed: false };

/** The best few stories for what is being typed, asked for when the typing pauses. */
export function useSuggestions(typed: string): Suggestions {
  const [suggestions, setSuggestions] = useState(NONE);
  const text = typed.trim();
  useEffect(() => {
    if (text === "") {
      setSuggestions(NONE);
      return;
    }
    const asking = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const answer = await fetch(`/search/suggest?q=${encodeURIComponent(text)}`, { signal: asking.signal });
        if (!answer.ok) throw new Error(`The search answered with status ${answer.status}.`);
        const stories: Suggestion[] = await answer.json();
        setSuggestions({ text, stories, hasFailed: false });
      } catch {
        if (!asking.signal.aborted) setSuggestions({ text, stories: [], hasFailed: true });
      }
    }, DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      asking.abort();
    };
  }, [text]);
  return suggestions;
}
