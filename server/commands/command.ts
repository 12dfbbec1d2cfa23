/** Thrown for a command line that is wrong. */
export class UsageError extends Error {
  override name = "UsageError";
}

/** Thrown for input that cannot be read. */
export class InputError extends Error {
  override name = "InputError";
}

/** Writes a line to standard output. */
export type Print = (line: string) => void;

/** Shows how much of the work is done. */
export type ShowProgress = (done: number, total: number) => void;
