import { useTexts } from "../language/texts.ts";
import { Check, Plus } from "../ui/icons.tsx";
import { useHasScripts } from "../ui/useBrowserValue.ts";
import type { Follow } from "./deviceData.ts";
import { isFollowed, storeChange, useDeviceState } from "./deviceState.ts";
import styles from "./FollowButton.module.css";

/** A button that follows or unfollows a section or a source. Without JavaScript, the button's space stays empty. */
export function FollowButton({ kind, id, name }: Pick<Follow, "kind" | "id"> & { name: string }) {
  const { device } = useTexts();
  const hasScripts = useHasScripts();
  const { summary } = useDeviceState();
  const isOn = summary !== null && isFollowed(summary.follows, kind, id);
  const Icon = isOn ? Check : Plus;
  if (!hasScripts) return <span className={styles.placeholder} />;
  return (
    <button
      type="button"
      className={styles.button}
      data-unprinted=""
      aria-pressed={isOn}
      aria-label={device.followName(name)}
      onClick={() => void storeChange(({ setFollowed }) => setFollowed({ kind, id, followedAt: Date.now() }, !isOn))}
    >
      <Icon size={16} />
      {isOn ? device.following : device.follow}
    </button>
  );
}
