import { scope } from "./globalScope.ts";

/** Response header with which an operator removes the service worker from every device (README.md). */
const HEADER = "service-worker-off";

export function hasOffHeader(response: Response): boolean {
  return response.headers.get(HEADER) === "1";
}

let isOff = false;

/** Returns true once this worker is switched off, after which it runs until its pages close, but caches nothing. */
export function isSwitchedOff(): boolean {
  return isOff;
}

export async function switchOff(): Promise<void> {
  isOff = true;
  for (const name of await caches.keys()) await caches.delete(name);
  // Not awaited: unregistering ends only after a running installation, which would thus wait for itself.
  void scope.registration.unregister();
}
