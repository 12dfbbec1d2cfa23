import { useEffect, useRef, useState } from "react";
import { useRevalidator } from "react-router";
import type { Story } from "../../server/news/views.ts";
import { useTexts } from "../language/texts.ts";
import { readSetting } from "../ui/readerSettings.ts";
import { isSavingData } from "../ui/saveData.ts";
import { CONTENT_ID } from "../ui/useFocusOnNavigation.ts";
import styles from "./NewStories.module.css";
import { pollWhileVisible } from "./usePollWhileLoading.ts";

const POLL_INTERVAL_MS = 60_000;
/** Interval, in ms, of the first URGENT_POLLS polls of a page with samples. It is short, since feeds may be loading. */
const URGENT_INTERVAL_MS = 4000;
const URGENT_POLLS = 30;

interface NewStoriesProps {
  shown: readonly Pick<Story, "slug" | "isSample">[];
  /** Slug of the section; null for the front page. */
  section: string | null;
}

/** A button that shows the number of newer stories and loads them. */
export function NewStories({ shown, section }: NewStoriesProps) {
  const { news } = useTexts();
  const count = useNewStoryCount(shown, section);
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
    <div className={styles.anchor} data-unprinted="" role="status">
      {count > 0 && (
        <button type="button" className={styles.button} onClick={() => void show()} aria-busy={state === "loading"}>
          {news.newStories(count)}
        </button>
      )}
    </div>
  );
}

/**
 * Counts newer stories. Polls only in a visible tab, and not while the browser is set to save data or photos are off.
 * Most responses are 304.
 */
function useNewStoryCount(shown: NewStoriesProps["shown"], section: string | null): number {
  const isUrgent = shown.some(({ isSample }) => isSample);
  const [current, setCurrent] = useState<readonly string[]>([]);
  useEffect(() => {
    let polledAt = Date.now();
    let isUnmounted = false;
    let urgentPolls = isUrgent ? URGENT_POLLS : 0;
    const poll = async () => {
      const isRecent = Date.now() - polledAt < (urgentPolls > 0 ? URGENT_INTERVAL_MS : POLL_INTERVAL_MS) / 2;
      const isSaving = isSavingData() || readSetting("pictures") === "none";
      if (!navigator.onLine || isSaving || isRecent) return;
      polledAt = Date.now();
      urgentPolls--;
      const query = section === null ? "" : `?section=${encodeURIComponent(section)}`;
      const response = await fetch(`/api/edition/changes.json${query}`).catch(() => null);
      if (!response?.ok) return;
      const { stories } = (await response.json()) as { stories: string[] };
      if (!isUnmounted) setCurrent(stories);
    };
    const stop = pollWhileVisible(() => void poll(), isUrgent ? URGENT_INTERVAL_MS : POLL_INTERVAL_MS);
    return () => {
      isUnmounted = true;
      stop();
    };
  }, [section, isUrgent]);
  return current.filter((current) => !shown.some(({ slug }) => slug === current)).length;
}
