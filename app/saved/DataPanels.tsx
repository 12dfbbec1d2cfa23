import { useId, useRef, useState } from "react";
import type { PublicEdition } from "../../server/editions/derived/publicEdition.ts";
import type { DeviceData } from "../device/deviceData.ts";
import { storeChange } from "../device/deviceState.ts";
import { type ExportFile, writeExport } from "../device/exportFile.ts";
import { postToWorker } from "../device/workerMessages.ts";
import { useReaderTexts } from "../language/readerTexts.ts";
import button from "../ui/Button.module.css";
import { changeSetting, readSetting, SETTINGS, type SettingName } from "../ui/readerSettings.ts";
import styles from "./DataPanels.module.css";
import { Panel } from "./Panel.tsx";
import page from "./SavedPage.module.css";

/** Delay, in ms, after which the URL of an export is revoked, since browsers may be slow to start the download. */
const DOWNLOAD_MS = 60_000;

export function ExportImport({ data, edition }: { data: DeviceData; edition: PublicEdition }) {
  const texts = useReaderTexts();
  const { saved } = texts;
  const id = useId();
  const [outcome, setOutcome] = useState("");

  function exportData() {
    downloadExport(data, edition);
    setOutcome(saved.exported(summarize(data)));
  }

  async function importFrom(file: File | undefined) {
    if (!file) return;
    const module = await loadImport().catch(() => null);
    if (!module) return setOutcome(saved.importFailed);
    const { cleanStoryHtml, ImportError, readExport } = module;
    try {
      const { choices, ...imported } = readExport(await file.text(), cleanStoryHtml, Date.now());
      if (!(await storeChange(({ mergeImport }) => mergeImport(imported)))) return setOutcome("");
      for (const [name, value] of Object.entries(choices) as [SettingName, never][])
        if (readSetting(name) === SETTINGS[name][0]) changeSetting(name, value);
      setOutcome(saved.imported(summarize(imported)));
    } catch (error) {
      if (!(error instanceof ImportError)) throw error;
      const fault = texts.importFaults[error.fault];
      setOutcome(typeof fault === "string" ? fault : fault(error.part));
    }
  }

  function summarize({ saved: stories, follows, history }: DeviceData): string {
    return saved.summary(stories.length, follows.length, history.length);
  }

  return (
    <Panel id="data" title={saved.take} hint={saved.takeHint}>
      <button type="button" className={button.filling} onClick={exportData}>
        {saved.export}
      </button>
      <p className={styles.file}>
        <label htmlFor={id}>{saved.import}</label>
        <input
          id={id}
          type="file"
          accept=".json,application/json"
          onChange={({ target }) => {
            void importFrom(target.files?.[0]).finally(() => {
              // Clears the value, so that choosing the same file again fires another event.
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

/** Loads the modules that are needed only to import a reader's data. */
async function loadImport() {
  const [{ cleanStoryHtml }, { ImportError, readExport }] = await Promise.all([
    import("../device/cleanStoryHtml.lazy.ts"),
    import("../device/importFile.lazy.ts"),
  ]);
  return { cleanStoryHtml, ImportError, readExport };
}

/** A button that, after a confirmation, erases everything that this site stores on the device. */
export function EraseData({ savedCount, pageTitle }: { savedCount: number; pageTitle: string }) {
  const { saved } = useReaderTexts();
  const dialog = useRef<HTMLDialogElement>(null);
  const [outcome, setOutcome] = useState("");

  async function erase() {
    dialog.current?.close();
    if (!(await storeChange(({ eraseData }) => eraseData()))) return;
    for (const name of Object.keys(SETTINGS) as SettingName[]) changeSetting(name, SETTINGS[name][0] as never);
    localStorage.clear();
    sessionStorage.clear();
    postToWorker({ type: "erase" });
    setOutcome(saved.erased);
  }

  return (
    <Panel id="erase" title={saved.erase} hint={saved.eraseHint(pageTitle, savedCount)}>
      <button type="button" className={button.filling} onClick={() => dialog.current?.showModal()}>
        {saved.eraseAll}
      </button>
      <p role="status" className={page.outcome}>
        {outcome}
      </p>
      <dialog ref={dialog} className={styles.dialog} aria-labelledby="erase-question">
        <h2 id="erase-question">{saved.eraseQuestion}</h2>
        <p>{saved.eraseWarning}</p>
        <p className={styles.actions}>
          <button type="button" className={button.filling} onClick={() => dialog.current?.close()}>
            {saved.keep}
          </button>
          <button type="button" className={button.strong} onClick={() => void erase()}>
            {saved.eraseAll}
          </button>
        </p>
      </dialog>
    </Panel>
  );
}

function downloadExport(data: DeviceData, { name, nameplate }: PublicEdition): void {
  const now = Date.now();
  const choices: ExportFile["choices"] = Object.fromEntries(
    (Object.keys(SETTINGS) as SettingName[]).map((choice) => [choice, readSetting(choice)]),
  );
  const url = URL.createObjectURL(new Blob([writeExport(data, choices, name, now)], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = `my-${nameplate.second.toLowerCase().replace(/\W+/g, "-")}-${new Date(now).toISOString().slice(0, 10)}.json`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), DOWNLOAD_MS);
}
