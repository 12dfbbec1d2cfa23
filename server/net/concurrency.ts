/** Lets at most so many pieces of work run at once for a key, the others waiting in the order in which they came. */
export function openTurns(atOnce: number): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const running = new Map<string, number>();
  const waiting = new Map<string, (() => void)[]>();

  return async (key, work) => {
    if ((running.get(key) ?? 0) >= atOnce)
      await new Promise<void>((resolve) => waiting.set(key, [...(waiting.get(key) ?? []), resolve]));
    else running.set(key, (running.get(key) ?? 0) + 1);
    try {
      return await work();
    } finally {
      const next = waiting.get(key)?.shift();
      if (next) next();
      else {
        const left = (running.get(key) ?? 1) - 1;
        waiting.delete(key);
        if (left > 0) running.set(key, left);
        else running.delete(key);
      }
    }
  };
}
