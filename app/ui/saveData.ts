import { useBrowserValue } from "./useBrowserValue.ts";

/** The Network Information API, which TypeScript's DOM library does not declare. */
type Connection = EventTarget & { saveData?: boolean };

function getConnection(): Connection | undefined {
  return typeof navigator === "undefined" ? undefined : (navigator as { connection?: Connection }).connection;
}

/** Returns whether the reader asked the browser to save data; false on the server, which renders one page for all. */
export function isSavingData(): boolean {
  return getConnection()?.saveData === true;
}

/** Like `isSavingData`, and renders again when it changes. */
export function useSavingData(): boolean {
  return useBrowserValue(subscribe, isSavingData, false);
}

function subscribe(listener: () => void): () => void {
  getConnection()?.addEventListener("change", listener);
  return () => getConnection()?.removeEventListener("change", listener);
}
