import { createInterface } from "node:readline/promises";

/** Asks a question at the terminal. Returns null without asking if standard input is none. */
export async function confirm(question: string): Promise<boolean | null> {
  if (!process.stdin.isTTY) return null;
  using lines = createInterface({ input: process.stdin, output: process.stderr });
  return /^y/i.test((await lines.question(`${question} [y/N] `)).trim());
}
