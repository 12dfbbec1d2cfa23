import type { Story } from "../../server/news/views.ts";
import { Bookmark } from "../ui/icons.tsx";
import { useHasScripts } from "../ui/useHydrated.ts";
import { saveStory, unsaveStory } from "./deviceState.ts";
import styles from "./SaveButton.module.css";
import { useDeviceState } from "./useDeviceState.ts";

interface SaveButtonProps {
  story: Story;
  /** True for a button with text, as on the story's own page. */
  hasText?: boolean;
}

/** Saves a story on this device, or removes it. Without JavaScript, its space stays empty, so that nothing moves. */
export function SaveButton({ story, hasText: hasWords = false }: SaveButtonProps) {
  const hasScripts = useHasScripts();
  const { summary } = useDeviceState();
  const isSaved = summary?.saved.has(story.slug) ?? false;
  if (!hasScripts) return hasWords ? null : <span className={styles.space} />;
  const button = (
    <button
      type="button"
      className={hasWords ? styles.labeled : styles.button}
      aria-pressed={isSaved}
      aria-label={hasWords ? undefined : `Save: ${story.title}`}
      title={hasWords ? undefined : isSaved ? "Remove from saved stories" : "Save for later"}
      onClick={() => void (isSaved ? unsaveStory(story.slug) : saveStory(story))}
    >
      <Bookmark aria-hidden="true" size={16} strokeWidth={1.8} fill={isSaved ? "currentColor" : "none"} />
      {hasWords && (isSaved ? "Saved" : "Save")}
    </button>
  );
  return hasWords ? button : <span className={styles.space}>{button}</span>;
}
