import type { ParserRequest } from "./documentParserProcess.ts";
import { type IsolatedProcess, openIsolatedProcess } from "./isolatedProcess.ts";

/** Function `parse` of a module that parses documents from outside. */
// biome-ignore lint/suspicious/noExplicitAny: the input and the output are those of the function
type Parse = (input: any, body: Uint8Array) => unknown;

/** A module that parses documents from outside, in a child process in which it can reach no file and no network. */
export interface Parser<Function extends Parse> {
  /** URL of the module, which exports the function as `parse`. */
  module: URL;
  /** Subject of the error messages, such as "Parsing the calendar". */
  task: string;
  /** Time limit for a document. */
  timeoutMs: number;
  /** Never set. Only its type is used, to infer the types of the input and the output. */
  parse?: Function;
}

/** Parses documents from outside in child processes with limits on time and memory. */
export interface Parsers {
  /**
   * Parses a document. Texts of the result are without control characters (core/controls.ts).
   *
   * @throws {Error} with the message of the parser's error, or one about the exceeded limit, the crash or `close`
   */
  parse<Function extends Parse>(
    parser: Parser<Function>,
    input: Parameters<Function>[0],
    body?: Uint8Array,
  ): Promise<Awaited<ReturnType<Function>>>;
  /** Ends the child processes. Requests without a result fail. */
  close(): Promise<void>;
}

interface Options {
  /**
   * Maximum number of child processes. With one, a document that takes all of its time delays the others. A second one is
   * started only while the first is busy.
   */
  maxChildren?: number;
  /** Limit of each child's heap. Only documents crafted to exhaust memory need more. */
  maxHeapMb?: number;
  /** Time, in ms, after which an idle child ends, to free its memory: about a third of what the server takes. */
  idleMs?: number;
  /** Time limit, in ms, instead of the parsers' own limits, for tests on busy machines. */
  timeoutMs?: number;
}

type Child = IsolatedProcess<ParserRequest, unknown>;

/**
 * Opens the parsers. A document waits until a child process is free. A child starts when a document needs it, and ends
 * after `idleMs` without one.
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
      // Uses the most recently used child, so that the other one can end.
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
