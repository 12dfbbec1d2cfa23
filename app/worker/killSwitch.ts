import { scope } from "./globalScope.ts";

/** Response header that removes the service worker from readers' devices. Operators can turn it on (README.md). */
const OFF_HEADER = "service-worker-off";

export function hasOffHeader(response: Response): boolean {
  return response.headers.get(OFF_HEADER) === "1";
}

let isOff = false;

/** Returns true once this worker is switched off. The worker then runs until its pages close, but caches nothing. */
export function isSwitchedOff(): boolean {
  return isOff;
}

export async function switchOff(): Promise<void> {
  isOff = true;
  for (const name of await caches.keys()) await caches.delete(name);
  // An installation that awaited `unregister` would never end: `unregister` waits for a running installation.
  void scope.registration.unregister();
}
