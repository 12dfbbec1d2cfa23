import { useBrowserValue } from "./useBrowserValue.ts";

/** Part of the Network Information API, which TypeScript's DOM library does not declare. */
type Connection = EventTarget & { saveData?: boolean; type?: string; metered?: boolean };

function getConnection(): Connection | undefined {
  return typeof navigator === "undefined" ? undefined : (navigator as { connection?: Connection }).connection;
}

/** Returns true if the browser is set to save data; false on the server, which renders the same page for all. */
export function isSavingData(): boolean {
  return getConnection()?.saveData === true;
}

/** Returns true if the connection saves data, is cellular or is metered. Many browsers report none of the three. */
export function isMetered(): boolean {
  const { type, metered } = getConnection() ?? {};
  return isSavingData() || type === "cellular" || metered === true;
}

/** Returns the value of `isSavingData`, and renders again when the setting changes. */
export function useSavingData(): boolean {
  return useBrowserValue(subscribe, isSavingData, false);
}

function subscribe(listener: () => void): () => void {
  getConnection()?.addEventListener("change", listener);
  return () => getConnection()?.removeEventListener("change", listener);
}
