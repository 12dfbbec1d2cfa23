import { useSyncExternalStore } from "react";

/** Answers the requests that wait for a passkey; null while none waits. */
type Answer = (isProved: boolean) => void;

let waiting: { answer: Answer; answered: Promise<boolean> } | null = null;
const listeners = new Set<() => void>();

/** Asks the person for a passkey in a dialog. Resolves to false if the person closes it. */
export function proveAgain(): Promise<boolean> {
  if (waiting) return waiting.answered;
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const answer = (isProved: boolean) => {
    setWaiting(null);
    resolve(isProved);
  };
  setWaiting({ answer, answered: promise });
  return promise;
}

/** Returns the function that answers the question for a passkey; undefined while nobody asks. */
export function useProofQuestion(): Answer | undefined {
  return useSyncExternalStore(subscribe, () => waiting?.answer);
}

function setWaiting(value: typeof waiting): void {
  waiting = value;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
