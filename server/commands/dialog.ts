import { createInterface } from "node:readline";

/** Reads answers from standard input, which is opened for the first question. */
export interface Dialog extends Disposable {
  /**
   * Prints a question on standard error. Returns the answer without white space around it; undefined at the end of
   * standard input.
   */
  ask(question: string): Promise<string | undefined>;
}

export function openDialog(): Dialog {
  let lines: ReturnType<typeof createInterface> | undefined;
  let answers: AsyncIterator<string, undefined> | undefined;
  return {
    async ask(question) {
      process.stderr.write(question);
      lines ??= createInterface({ input: process.stdin });
      answers ??= lines[Symbol.asyncIterator]();
      return (await answers.next()).value?.trim();
    },
    [Symbol.dispose]: () => lines?.close(),
  };
}
