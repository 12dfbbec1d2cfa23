import { createInterface } from "node:readline/promises";

/** Asks a yes-or-no question at the terminal. If standard input is not a terminal, returns null without asking. */
export async function confirm(question: string): Promise<boolean | null> {
  if (!process.stdin.isTTY) return null;
  using lines = createInterface({ input: process.stdin, output: process.stderr });
  return /^y/i.test((await lines.question(`${question} [y/N] `)).trim());
}
