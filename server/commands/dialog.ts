import { createInterface } from "node:readline";

/** Reads answers from standard input, which is opened for the first question. */
export interface Dialog extends Disposable {
  /** Prints a question on standard error. Returns the trimmed answer; undefined at the end of standard input. */
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

/** Asks a yes-or-no question. Returns null without asking if standard input is not a terminal. */
export async function confirm(question: string): Promise<boolean | null> {
  if (!process.stdin.isTTY) return null;
  using dialog = openDialog();
  return /^y/i.test((await dialog.ask(`${question} [y/N] `)) ?? "");
}
