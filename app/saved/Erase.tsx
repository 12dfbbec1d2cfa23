import { useRef, useState } from "react";
import { change, tellWorker } from "../device/savedStories.ts";
import type { Shelf } from "../device/types.ts";
import button from "../ui/Button.module.css";
import { CHOICES, type Choice, choose } from "../ui/theme.ts";
import styles from "./Erase.module.css";
import page from "./SavedPage.module.css";

/** Erases all that this site keeps on the device. It asks once. */
export function Erase({ shelf, mine }: { shelf: Shelf; mine: string }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [said, say] = useState("");

  async function erase() {
    dialog.current?.close();
    if (!(await change(({ eraseShelf }) => eraseShelf()))) return;
    for (const name of Object.keys(CHOICES) as Choice[]) choose(name, CHOICES[name][0] as never);
    localStorage.clear();
    sessionStorage.clear();
    tellWorker({ type: "erase" });
    say("Everything that this site kept on this device is erased.");
  }

  return (
    <section aria-labelledby="erase">
      <h2 id="erase" className={page.name}>
        Erase
      </h2>
      <p className={page.about}>
        Erases {mine} from this device: {shelf.saved.length} saved {shelf.saved.length === 1 ? "story" : "stories"},
        what you follow, the history and your settings, with the radio’s volume and the pages kept for reading offline.
        We have no copy, so there is no way back but a file that you exported.
      </p>
      <button type="button" className={button.filling} onClick={() => dialog.current?.showModal()}>
        Erase everything
      </button>
      <p role="status" className={page.outcome}>
        {said}
      </p>
      <dialog ref={dialog} className={styles.dialog} aria-labelledby="erase-question">
        <h2 id="erase-question">Erase everything?</h2>
        <p>All that this site keeps on this device goes, and cannot be brought back.</p>
        <p className={styles.ways}>
          <button type="button" className={button.filling} onClick={() => dialog.current?.close()}>
            Keep it
          </button>
          <button type="button" className={button.strong} onClick={() => void erase()}>
            Erase everything
          </button>
        </p>
      </dialog>
    </section>
  );
}
