import { parentPort, workerData } from "node:worker_threads";
import { readCalendar, type Window } from "./read.ts";

/** The thread that `readAside.ts` starts: it answers with the events, or with a sentence that says why there are none. */
const { text, window } = workerData as { text: string; window: Window };
try {
  parentPort?.postMessage(readCalendar(text, window));
} catch (error) {
  parentPort?.postMessage(`The answer is no iCalendar file: ${(error as Error).message}`);
}
