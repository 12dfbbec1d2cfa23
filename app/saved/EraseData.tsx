import { useRef, useState } from "react";
import { change } from "../device/deviceState.ts";
import { postToWorker } from "../device/workerMessages.ts";
import button from "../ui/Button.module.css";
import { CHOICES, type Choice, choose } from "../ui/theme.ts";
import styles from "./EraseData.module.css";
import { Panel } from "./Panel.tsx";
import page from "./SavedPage.module.css";

/** Erases everything that this site stores on the device, after one question. */
export function EraseData({ savedCount, pageTitle }: { savedCount: number; pageTitle: string }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [outcome, setOutcome] = useState("");

  async function erase() {
    dialog.current?.close();
    if (!(await change(({ eraseData }) => eraseData()))) return;
    for (const name of Object.keys(CHOICES) as Choice[]) choose(name, CHOICES[name][0] as never);
    localStorage.clear();
    sessionStorage.clear();
    postToWorker({ type: "erase" });
    setOutcome("Everything that this site kept on this device is erased.");
  }

  const hint = (
    <>
      Erases {pageTitle} from this device: {savedCount} saved {savedCount === 1 ? "story" : "stories"}, what you follow,
      the history and your settings, with the radio’s volume and the pages kept for reading offline. We have no copy, so
      there is no way back but a file that you exported.
    </>
  );
  return (
    <Panel id="erase" title="Erase" hint={hint}>
      <button type="button" className={button.filling} onClick={() => dialog.current?.showModal()}>
        Erase everything
      </button>
      <p role="status" className={page.outcome}>
        {outcome}
      </p>
      <dialog ref={dialog} className={styles.dialog} aria-labelledby="erase-question">
        <h2 id="erase-question">Erase everything?</h2>
        <p>All that this site keeps on this device goes, and cannot be brought back.</p>
        <p className={styles.actions}>
          <button type="button" className={button.filling} onClick={() => dialog.current?.close()}>
            Keep it
          </button>
          <button type="button" className={button.strong} onClick={() => void erase()}>
            Erase everything
          </button>
        </p>
      </dialog>
    </Panel>
  );
}
