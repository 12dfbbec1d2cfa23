import { useState } from "react";

/** Runs requests one at a time, and keeps the message of the last error. */
export function useAction() {
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<string | undefined>();
  async function run(work: () => Promise<void>): Promise<void> {
    setIsBusy(true);
    setError(undefined);
    try {
      await work();
    } catch (reason) {
      setError((reason as Error).message);
    }
    setIsBusy(false);
  }
  return { run, isBusy, error };
}
