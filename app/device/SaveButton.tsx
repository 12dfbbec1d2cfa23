import type { Story } from "../../server/news/views.ts";
import { Bookmark } from "../ui/icons.tsx";
import { useHasScripts } from "../ui/useHydrated.ts";
import styles from "./SaveButton.module.css";
import { saveStory, unsaveStory } from "./savedStories.ts";
import { useMarks } from "./useSavedStories.ts";

interface SaveButtonProps {
  story: Story;
  /** Whether it says in words what it does, as on the story's own page. */
  hasWords?: boolean;
}

/** Saves a story on this device, or removes it. Its place is there without JavaScript, too, so that nothing moves. */
export function SaveButton({ story, hasWords = false }: SaveButtonProps) {
  const hasScripts = useHasScripts();
  const { marks } = useMarks();
  const isSaved = marks?.saved.has(story.slug) ?? false;
  if (!hasScripts) return hasWords ? null : <span className={styles.place} />;
  const button = (
    <button
      type="button"
      className={hasWords ? styles.worded : styles.button}
      aria-pressed={isSaved}
      aria-label={hasWords ? undefined : `Save: ${story.title}`}
      title={hasWords ? undefined : isSaved ? "Remove from saved stories" : "Save for later"}
      onClick={() => void (isSaved ? unsaveStory(story.slug) : saveStory(story))}
    >
      <Bookmark aria-hidden="true" size={16} strokeWidth={1.8} fill={isSaved ? "currentColor" : "none"} />
      {hasWords && (isSaved ? "Saved" : "Save")}
    </button>
  );
  return hasWords ? button : <span className={styles.place}>{button}</span>;
}
