import { scope } from "./scope.ts";

/**
 * A worker that does harm is switched off by this header on any page: it then takes itself away with all that it kept, and
 * the browser asks the server for everything, as if there had never been one.
 */
const OFF = "service-worker-off";

export function isSwitchedOff(answer: Response): boolean {
  return answer.headers.get(OFF) === "1";
}

export async function switchOff(): Promise<void> {
  for (const name of await caches.keys()) await caches.delete(name);
  await scope.registration.unregister();
}
