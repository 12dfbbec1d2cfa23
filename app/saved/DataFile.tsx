import { useId, useState } from "react";
import type { PublicEdition } from "../../server/editions/public.ts";
import { cleanText } from "../device/cleanText.ts";
import { type ExportFile, ImportError, readExport, writeExport } from "../device/exportFile.ts";
import { change } from "../device/savedStories.ts";
import type { Shelf } from "../device/types.ts";
import button from "../ui/Button.module.css";
import { CHOICES, type Choice, choose, readChoice } from "../ui/theme.ts";
import styles from "./DataFile.module.css";
import page from "./SavedPage.module.css";

/** How long the address of a file that was written stays good. */
const KEPT_MS = 60_000;

/** Everything as one file, and back. */
export function DataFile({ shelf, edition }: { shelf: Shelf; edition: PublicEdition }) {
  const id = useId();
  const [said, say] = useState("");

  async function take(file: File | undefined) {
    if (!file) return;
    try {
      const { choices, ...added } = readExport(await file.text(), cleanText);
      if (!(await change(({ merge }) => merge(added)))) return say("");
      for (const [name, value] of Object.entries(choices) as [Choice, never][])
        if (readChoice(name) === CHOICES[name][0]) choose(name, value);
      say(`Added ${wordsOf(added)}. What was here before is still here.`);
    } catch (error) {
      if (!(error instanceof ImportError)) throw error;
      say(error.message);
    }
  }

  return (
    <section aria-labelledby="data">
      <h2 id="data" className={page.name}>
        Take it with you
      </h2>
      <p className={page.about}>
        Export writes all of it to one file, with the text of your saved stories. Import adds such a file to what is
        here, and removes nothing.
      </p>
      <button type="button" className={button.filling} onClick={() => say(`Exported ${download(shelf, edition)}.`)}>
        Export
      </button>
      <p className={styles.file}>
        <label htmlFor={id}>Import a file</label>
        <input
          id={id}
          type="file"
          accept=".json,application/json"
          onChange={({ target }) => {
            void take(target.files?.[0]).finally(() => {
              // The same file may be chosen again.
              target.value = "";
            });
          }}
        />
      </p>
      <p role="status" className={page.outcome}>
        {said}
      </p>
    </section>
  );
}

/** @returns what was written, in words */
function download(shelf: Shelf, edition: PublicEdition): string {
  const now = Date.now();
  const names = Object.keys(CHOICES) as Choice[];
  const choices: ExportFile["choices"] = Object.fromEntries(names.map((name) => [name, readChoice(name)]));
  const address = URL.createObjectURL(
    new Blob([writeExport(shelf, choices, edition.name, now)], { type: "application/json" }),
  );
  const link = document.createElement("a");
  link.href = address;
  link.download = `my-${edition.nameplate.second.toLowerCase().replace(/\W+/g, "-")}-${new Date(now).toISOString().slice(0, 10)}.json`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS);
  return wordsOf(shelf);
}

function wordsOf({ saved, follows, history }: Shelf): string {
  const count = (number: number, one: string, many: string) => `${number} ${number === 1 ? one : many}`;
  return [
    count(saved.length, "saved story", "saved stories"),
    count(follows.length, "follow", "follows"),
    `${count(history.length, "story", "stories")} of the history`,
  ].join(", ");
}
