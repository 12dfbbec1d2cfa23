import { X } from "../ui/icons.tsx";
import styles from "./StorageError.module.css";
import { dismissRefusal } from "./savedStories.ts";
import { useMarks } from "./useSavedStories.ts";

/** What could not be kept on the device, said at the window's edge until the reader has read it. */
export function Refusal() {
  const { refusal } = useMarks();
  return (
    <div className={styles.place} role="status">
      {refusal && (
        <div className={styles.strip}>
          <p>{refusal}</p>
          <button type="button" onClick={dismissRefusal} aria-label="Close this message">
            <X aria-hidden="true" size={20} strokeWidth={1.8} />
          </button>
        </div>
      )}
    </div>
  );
}
