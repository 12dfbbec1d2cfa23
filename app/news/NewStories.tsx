import { useRef } from "react";
import { useRevalidator } from "react-router";
import { CONTENT_ID } from "../ui/useFocusOnNavigation.ts";
import styles from "./NewStories.module.css";
import { useNewStories } from "./useNewStories.ts";

interface NewStoriesProps {
  /** The slugs of the stories that the page shows. */
  shown: readonly string[];
  /** The section whose page it is; null for the front page. */
  section: string | null;
}

/** Says that there are stories which the page does not show yet, and shows them when the reader says so. Nothing moves before. */
export function NewStories({ shown, section }: NewStoriesProps) {
  const count = useNewStories(shown, section);
  const { revalidate, state } = useRevalidator();
  const isAsking = useRef(false);

  async function show() {
    if (isAsking.current) return;
    isAsking.current = true;
    await revalidate();
    isAsking.current = false;
    window.scrollTo(0, 0);
    document.getElementById(CONTENT_ID)?.focus({ preventScroll: true });
  }

  return (
    <div className={styles.place} role="status">
      {count > 0 && (
        <button type="button" className={styles.button} onClick={() => void show()} aria-busy={state === "loading"}>
          {count} new {count === 1 ? "story" : "stories"}
        </button>
      )}
    </div>
  );
}
