import { scope } from "./scope.ts";

/**
 * A worker that does harm is switched off by this header on any page: it then takes itself away with all that it kept, and
 * the browser asks the server for everything, as if there had never been one.
 */
const OFF = "service-worker-off";

export function isSwitchedOff(answer: Response): boolean {
  return answer.headers.get(OFF) === "1";
}

let isOver = false;

/** Whether this worker has been switched off, and lives only until its pages are closed. */
export function isOff(): boolean {
  return isOver;
}

export async function switchOff(): Promise<void> {
  isOver = true;
  for (const name of await caches.keys()) await caches.delete(name);
  // Not waited for: while a worker is being installed, the browser ends that first.
  void scope.registration.unregister();
}
