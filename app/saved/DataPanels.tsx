import { useId, useRef, useState } from "react";
import type { PublicEdition } from "../../server/editions/public.ts";
import type { DeviceData } from "../device/deviceData.ts";
import { change } from "../device/deviceState.ts";
import { type ExportFile, writeExport } from "../device/exportFile.ts";
import { postToWorker } from "../device/workerMessages.ts";
import button from "../ui/Button.module.css";
import { CHOICES, type Choice, choose, readChoice } from "../ui/theme.ts";
import styles from "./DataPanels.module.css";
import { Panel } from "./Panel.tsx";
import page from "./SavedPage.module.css";

/** Time before the URL of an export is revoked, in case the browser is slow to start the download. */
const DOWNLOAD_MS = 60_000;

export function ExportImport({ data, edition }: { data: DeviceData; edition: PublicEdition }) {
  const id = useId();
  const [outcome, setOutcome] = useState("");

  function exportData() {
    download(data, edition);
    setOutcome(`Exported ${summarize(data)}.`);
  }

  async function importFrom(file: File | undefined) {
    if (!file) return;
    const module = await loadImport().catch(() => null);
    if (!module) return setOutcome("The import didn’t load. Check your connection and try again.");
    const { cleanStoryHtml, ImportError, readExport } = module;
    try {
      const { choices, ...imported } = readExport(await file.text(), cleanStoryHtml, Date.now());
      if (!(await change(({ merge }) => merge(imported)))) return setOutcome("");
      for (const [name, value] of Object.entries(choices) as [Choice, never][])
        if (readChoice(name) === CHOICES[name][0]) choose(name, value);
      setOutcome(`Added ${summarize(imported)}. What was here before is still here.`);
    } catch (error) {
      if (!(error instanceof ImportError)) throw error;
      setOutcome(error.message);
    }
  }

  return (
    <Panel
      id="data"
      title="Take it with you"
      hint="Export saves everything here to one file, with the text of the stories whose publishers allow it. Import adds a file like that to what is here and removes nothing."
    >
      <button type="button" className={button.filling} onClick={exportData}>
        Export
      </button>
      <p className={styles.file}>
        <label htmlFor={id}>Import a file</label>
        <input
          id={id}
          type="file"
          accept=".json,application/json"
          onChange={({ target }) => {
            void importFrom(target.files?.[0]).finally(() => {
              // Otherwise, choosing the same file again would not fire an event.
              target.value = "";
            });
          }}
        />
      </p>
      <p role="status" className={page.outcome}>
        {outcome}
      </p>
    </Panel>
  );
}

/** Loads the code that only imports need. */
async function loadImport() {
  const [{ cleanStoryHtml }, { ImportError, readExport }] = await Promise.all([
    import("../device/cleanStoryHtml.ts"),
    import("../device/importFile.ts"),
  ]);
  return { cleanStoryHtml, ImportError, readExport };
}

/** A button that, after a confirmation, erases everything that this site stores on the device. */
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
    setOutcome("Everything this site kept on this device has been erased.");
  }

  const hint = (
    <>
      Erases {pageTitle} from this device: {savedCount} saved {savedCount === 1 ? "story" : "stories"}, what you follow,
      your history and your settings, along with the radio’s volume and the pages saved for offline reading. We have no
      copy, so you can’t get them back unless you exported them.
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
        <p>Everything this site keeps on this device will be deleted. This can’t be undone.</p>
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

function download(data: DeviceData, { name, nameplate }: PublicEdition): void {
  const now = Date.now();
  const choices: ExportFile["choices"] = Object.fromEntries(
    (Object.keys(CHOICES) as Choice[]).map((choice) => [choice, readChoice(choice)]),
  );
  const url = URL.createObjectURL(new Blob([writeExport(data, choices, name, now)], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = `my-${nameplate.second.toLowerCase().replace(/\W+/g, "-")}-${new Date(now).toISOString().slice(0, 10)}.json`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), DOWNLOAD_MS);
}

function summarize({ saved, follows, history }: DeviceData): string {
  const count = (number: number, one: string, many: string) => `${number} ${number === 1 ? one : many}`;
  return [
    count(saved.length, "saved story", "saved stories"),
    count(follows.length, "follow", "follows"),
    `${count(history.length, "story", "stories")} in your history`,
  ].join(", ");
}
