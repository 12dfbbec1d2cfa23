import { environmentTable } from "../config.ts";

/** `npx broadsheet environment`: the README's table of environment variables. */
export function printEnvironment(print: (line: string) => void): number {
  print(environmentTable());
  return 0;
}
