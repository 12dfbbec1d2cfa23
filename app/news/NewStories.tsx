import { useEffect, useRef, useState } from "react";
import { useRevalidator } from "react-router";
import { useTexts } from "../language/texts.ts";
import { readSetting } from "../ui/readerSettings.ts";
import { isSavingData } from "../ui/saveData.ts";
import { CONTENT_ID } from "../ui/useFocusOnNavigation.ts";
import styles from "./NewStories.module.css";
import { pollWhileVisible } from "./usePollWhileLoading.ts";

const POLL_INTERVAL_MS = 60_000;

/** A button that shows the number of newer stories and loads them. `section` is a slug; null for the front page. */
export function NewStories({ shownSlugs, section }: { shownSlugs: readonly string[]; section: string | null }) {
  const { news } = useTexts();
  const count = useNewStoryCount(shownSlugs, section);
  const { revalidate, state } = useRevalidator();
  const isRevalidating = useRef(false);

  async function show() {
    if (isRevalidating.current) return;
    isRevalidating.current = true;
    await revalidate();
    isRevalidating.current = false;
    window.scrollTo(0, 0);
    document.getElementById(CONTENT_ID)?.focus({ preventScroll: true });
  }

  return (
    <div className={styles.anchor} role="status">
      {count > 0 && (
        <button type="button" className={styles.button} onClick={() => void show()} aria-busy={state === "loading"}>
          {news.newStories(count)}
        </button>
      )}
    </div>
  );
}

/** Counts newer stories. Polls every minute in a visible tab, unless the reader saves data. Most responses are 304. */
function useNewStoryCount(shownSlugs: readonly string[], section: string | null): number {
  const [current, setCurrent] = useState<readonly string[]>([]);
  useEffect(() => {
    let polledAt = Date.now();
    let isUnmounted = false;
    const poll = async () => {
      const isRecent = Date.now() - polledAt < POLL_INTERVAL_MS / 2;
      const isSaving = isSavingData() || readSetting("pictures") === "none";
      if (!navigator.onLine || isSaving || isRecent) return;
      polledAt = Date.now();
      const query = section === null ? "" : `?section=${encodeURIComponent(section)}`;
      const response = await fetch(`/api/edition/changes.json${query}`).catch(() => null);
      if (!response?.ok) return;
      const { stories } = (await response.json()) as { stories: string[] };
      if (!isUnmounted) setCurrent(stories);
    };
    const stop = pollWhileVisible(() => void poll(), POLL_INTERVAL_MS);
    return () => {
      isUnmounted = true;
      stop();
    };
  }, [section]);
  return current.filter((slug) => !shownSlugs.includes(slug)).length;
}
