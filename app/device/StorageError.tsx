import { useTexts } from "../language/texts.ts";
import { X } from "../ui/icons.tsx";
import { showError, useDeviceState } from "./deviceState.ts";
import styles from "./StorageError.module.css";

/** A message at the lower edge of the window that tells the reader why a change could not be stored. */
export function StorageError() {
  const { device, frame } = useTexts();
  const { error } = useDeviceState();
  return (
    <div className={styles.edge} data-unprinted="" role="status">
      {error && (
        <div className={styles.message}>
          <p>{device[error]}</p>
          <button type="button" onClick={() => showError(null)} aria-label={frame.closeMessage}>
            <X size={20} />
          </button>
        </div>
      )}
    </div>
  );
}
