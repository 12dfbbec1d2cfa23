import type { Story } from "../../server/news/views.ts";
import { useTexts } from "../language/texts.ts";
import { Bookmark } from "../ui/icons.tsx";
import { useHasScripts } from "../ui/useBrowserValue.ts";
import { showError, useDeviceState } from "./deviceState.ts";
import styles from "./SaveButton.module.css";

/**
 * Button that saves a story on this device, or removes the saved story. Before hydration, the icon's space is empty.
 */
export function SaveButton({ story, hasText = false }: { story: Story; hasText?: boolean }) {
  const { device } = useTexts();
  const hasScripts = useHasScripts();
  const { summary } = useDeviceState();
  const isSaved = summary?.saved.has(story.slug) ?? false;
  if (!hasScripts) return hasText ? null : <span className={styles.space} />;
  const button = (
    <button
      type="button"
      className={hasText ? styles.labeled : styles.button}
      aria-pressed={isSaved}
      aria-label={hasText ? undefined : device.saveTitle(story.title)}
      title={hasText ? undefined : isSaved ? device.remove : device.saveForLater}
      onClick={() => void setSaved(story, !isSaved)}
    >
      <Bookmark size={16} fill={isSaved ? "currentColor" : "none"} />
      {hasText && (isSaved ? device.saved : device.save)}
    </button>
  );
  return hasText ? button : <span className={styles.space}>{button}</span>;
}

/** Saves or removes a story. Loads savedStories.lazy.ts at the first use. */
async function setSaved(story: Story, isSaved: boolean): Promise<void> {
  const stories = await import("./savedStories.lazy.ts").catch(() => null);
  if (!stories) return showError("storesNothing");
  await (isSaved ? stories.saveStory(story) : stories.unsaveStory(story.slug));
}
