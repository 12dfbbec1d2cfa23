import { useSyncExternalStore } from "react";

/** Takes the person's answer. */
type Answer = (isDone: boolean) => void;

/** A dialog that requests wait for, however many do. The frame of the screens shows it. */
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
    /** Shows the dialog. Resolves to false if the person closes it, or before there is a frame that could show it. */
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
    /** Answers the question, if somebody waits for it. */
    answer: (isDone: boolean) => waiting?.answer(isDone),
    /** Returns the function that answers the question; undefined while nobody asks. */
    useAnswer: () => useSyncExternalStore(subscribe, () => waiting?.answer),
  };
}
