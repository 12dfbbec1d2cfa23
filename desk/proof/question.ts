import { useSyncExternalStore } from "react";

/** Ends the question. @param isDone false if the person closed the dialog */
type Answer = (isDone: boolean) => void;

/** Creates a question: a dialog that `Shell` shows. Any number of requests can wait for the same answer. */
export function createQuestion() {
  let waiting: { answer: Answer; answered: Promise<boolean> } | null = null;
  const listeners = new Set<() => void>();

  function setWaiting(value: typeof waiting): void {
    waiting = value;
    for (const listener of listeners) listener();
  }

  function subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  return {
    /** Shows the dialog. Resolves to false if the person closes the dialog, or if no `Shell` is there to show it. */
    async ask(): Promise<boolean> {
      if (waiting) return waiting.answered;
      if (listeners.size === 0) return false;
      const { promise, resolve } = Promise.withResolvers<boolean>();
      const answer = (isDone: boolean) => {
        setWaiting(null);
        resolve(isDone);
      };
      setWaiting({ answer, answered: promise });
      return promise;
    },
    /** Answers the question if a request waits for an answer. */
    answer: (isDone: boolean) => waiting?.answer(isDone),
    /** Returns the function that answers the question; undefined while no request waits for an answer. */
    useAnswer: () => useSyncExternalStore(subscribe, () => waiting?.answer),
  };
}
