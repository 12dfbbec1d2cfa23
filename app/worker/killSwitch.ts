import { scope } from "./globalScope.ts";

/** Response header by which an operator removes the service worker from every device (README.md). */
const HEADER = "service-worker-off";

export function hasOffHeader(response: Response): boolean {
  return response.headers.get(HEADER) === "1";
}

let isOff = false;

/** Returns true once this worker is switched off; it then runs until its pages close, and caches nothing. */
export function isSwitchedOff(): boolean {
  return isOff;
}

export async function switchOff(): Promise<void> {
  isOff = true;
  for (const name of await caches.keys()) await caches.delete(name);
  // Not awaited: while the worker is being installed, the browser ends the installation first.
  void scope.registration.unregister();
}
