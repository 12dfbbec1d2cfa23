import type { ParserRequest } from "./documentParserProcess.ts";
import { type IsolatedProcess, openIsolatedProcess } from "./isolatedProcess.ts";

/** Function `parse` of a module that parses untrusted documents. */
// biome-ignore lint/suspicious/noExplicitAny: the input and the output are those of the function
type Parse = (input: any, body: Uint8Array) => unknown;

/** A module that parses untrusted documents. It runs in a child process without access to files or the network. */
export interface Parser<Function extends Parse> {
  /** URL of the module, which exports the function as `parse`. */
  module: URL;
  /** Subject of the error messages, such as "Parsing the calendar". */
  task: string;
  timeoutMs: number;
  /** Never set. TypeScript infers the types of the input and the output from this property's type. */
  parse?: Function;
}

/** Parses untrusted documents in child processes with limits on time and memory. */
export interface Parsers {
  /**
   * Parses a document. Texts of the result contain no control characters (core/controls.ts).
   *
   * @throws {Error} with the parser's error message, or if a limit is exceeded, the child crashes or `close` is called
   */
  parse<Function extends Parse>(
    parser: Parser<Function>,
    input: Parameters<Function>[0],
    body?: Uint8Array,
  ): Promise<Awaited<ReturnType<Function>>>;
  /** Ends the child processes. Unfinished calls of `parse` throw. */
  close(): Promise<void>;
}

interface Options {
  /**
   * Maximum number of child processes. With only one, a slow document would delay all others. A second child starts
   * only while the first is busy.
   */
  maxChildren?: number;
  /** Limit of each child's heap. Only documents crafted to exhaust memory need more. */
  maxHeapMb?: number;
  /** Time, in ms, after which an idle child ends to free memory. A child takes a third as much memory as the server. */
  idleMs?: number;
  /** Time limit, in ms, that replaces the parsers' own limits in tests on busy machines. */
  timeoutMs?: number;
}

type Child = IsolatedProcess<ParserRequest, unknown>;

/**
 * Opens the parsers. A document waits until a child process is free. A child starts when a document needs it, and ends
 * after `idleMs` without a document.
 */
export function openParsers(options: Options = {}): Parsers {
  const { maxChildren = 2, maxHeapMb = 128, idleMs = 15_000 } = options;
  const children: Child[] = Array.from({ length: maxChildren }, () =>
    openIsolatedProcess({
      module: new URL("./documentParserProcess.ts", import.meta.url),
      task: "Parsing",
      timeoutMs: 5000,
      maxHeapMb,
      idleMs,
      isConfined: true,
    }),
  );
  const idle = [...children];
  const waiting: ((child: Child) => void)[] = [];

  return {
    async parse({ module, task, timeoutMs }, input, body) {
      // Uses the most recently used child, so that the others become idle and end.
      const child = idle.pop() ?? (await new Promise<Child>((resolve) => waiting.push(resolve)));
      try {
        const limits = { task, timeoutMs: options.timeoutMs ?? timeoutMs };
        return (await child.run({ module: module.href, input }, body, limits)) as never;
      } finally {
        const next = waiting.shift();
        if (next) next(child);
        else idle.push(child);
      }
    },
    async close() {
      await Promise.all(children.map((child) => child.close()));
    },
  };
}
