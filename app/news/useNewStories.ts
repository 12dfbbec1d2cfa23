import { useEffect, useState } from "react";
import { readChoice } from "../ui/theme.ts";

const ASK_EVERY_MS = 60_000;

/**
 * How many stories the page's address has by now that the page does not show. It asks once a minute, and while somebody
 * looks; what it asks is the same for everybody, and mostly answered with "nothing changed".
 */
export function useNewStories(shown: readonly string[], section: string | null): number {
  const [current, setCurrent] = useState<readonly string[]>([]);
  useEffect(() => {
    let askedAt = Date.now();
    let isOver = false;
    const ask = async () => {
      if (document.hidden || !navigator.onLine || savesData() || Date.now() - askedAt < ASK_EVERY_MS / 2) return;
      askedAt = Date.now();
      const query = section === null ? "" : `?section=${encodeURIComponent(section)}`;
      const answer = await fetch(`/api/edition/changes.json${query}`).catch(() => null);
      if (!answer?.ok) return;
      const { stories } = (await answer.json()) as { stories: string[] };
      if (!isOver) setCurrent(stories);
    };
    const timer = setInterval(() => void ask(), ASK_EVERY_MS);
    const onVisible = () => void ask();
    document.addEventListener("visibilitychange", onVisible);
    return () => {
      isOver = true;
      clearInterval(timer);
      document.removeEventListener("visibilitychange", onVisible);
    };
  }, [section]);
  const known = new Set(shown);
  return current.filter((slug) => !known.has(slug)).length;
}

function savesData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  return connection?.saveData === true || readChoice("pictures") === "none";
}
