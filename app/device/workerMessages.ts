/** Messages from pages to the service worker. A new worker also gets messages from open pages of the previous build. */
export type WorkerMessage =
  | { type: "visited"; path: string; pictures: string[] }
  | { type: "save"; path: string; picture: string | null; skyline: string }
  | { type: "unsave"; path: string }
  | { type: "takenDown"; paths: string[] }
  | { type: "pictures"; isWanted: boolean }
  | { type: "erase" };

/** Registers the service worker, unless it is switched off. */
export async function registerWorker(): Promise<void> {
  const isSwitchedOff = document.documentElement.dataset.workerOff !== undefined;
  if (isSwitchedOff || !import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  await navigator.serviceWorker.register("/sw.js", { updateViaCache: "none" }).catch(() => {});
}

/** Posts a message to the service worker, if there is one. */
export function postToWorker(message: WorkerMessage): void {
  navigator.serviceWorker?.controller?.postMessage(message);
}
