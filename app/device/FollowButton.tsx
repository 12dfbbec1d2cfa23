import { Check, Plus } from "../ui/icons.tsx";
import { useHasScripts } from "../ui/useHydrated.ts";
import styles from "./FollowButton.module.css";
import { follow, isFollowed } from "./savedStories.ts";
import type { Follow } from "./types.ts";
import { useMarks } from "./useSavedStories.ts";

interface FollowButtonProps {
  kind: Follow["kind"];
  /** A section's slug, or the name of a source. */
  id: string;
  /** How it is called. */
  name: string;
}

/** Follows a section or a source on this device, or no longer. Without JavaScript its place is empty. */
export function FollowButton({ kind, id, name }: FollowButtonProps) {
  const hasScripts = useHasScripts();
  const { marks } = useMarks();
  const isOn = marks !== null && isFollowed(marks, kind, id);
  const Icon = isOn ? Check : Plus;
  if (!hasScripts) return <span className={styles.place} />;
  return (
    <button
      type="button"
      className={styles.button}
      aria-pressed={isOn}
      aria-label={`Follow ${name}`}
      onClick={() => void follow(kind, id, !isOn)}
    >
      <Icon aria-hidden="true" size={16} strokeWidth={1.8} />
      {isOn ? "Following" : "Follow"}
    </button>
  );
}
