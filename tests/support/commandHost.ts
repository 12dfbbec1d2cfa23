import { Readable, Writable } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import type { CommandResult } from "./commandLine.ts";

/**
 * Process in which `commandLine.ts` runs commands one after another. Each command evaluates `cli.js` again, but shares
 * the modules that earlier commands imported. A new process for each command takes ten times the CPU time.
 */

/** A command line, sent as an IPC message. The reply is a `CommandResult`. */
export interface CommandMessage {
  args: readonly string[];
  /** The complete environment. */
  env: Record<string, string>;
  /** Standard input. */
  input: string;
}

/** Interval, in ms, of checks for open resources. A command has ended once no resource is open. */
const IDLE_CHECK_MS = 1;
const ENTRY = pathToFileURL("build/bundle/cli.js").href;

let count = 0;

process.on("message", async (message: CommandMessage) => process.send?.(await run(message)));
process.on("disconnect", () => process.exit());
// Number of active resources before any command, including the listeners above.
const atRest = process.getActiveResourcesInfo().length;
process.send?.("ready");

async function run({ args, env, input }: CommandMessage): Promise<CommandResult> {
  process.argv = [process.execPath, "broadsheet", ...args];
  // Changes the existing object, since `process.loadEnvFile` would not change a new one.
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, env);
  const output = collect("stdout");
  const errors = collect("stderr");
  Object.defineProperty(process, "stdin", { value: Readable.from([Buffer.from(input)]), configurable: true });
  try {
    await import(`${ENTRY}?${++count}`);
    while (process.getActiveResourcesInfo().length > atRest) await wait(IDLE_CHECK_MS, undefined, { ref: false });
  } catch (error) {
    // Prints the error as Node prints an uncaught one.
    process.stderr.write(`${(error as Error).stack}\n`);
    process.exitCode = 1;
  }
  const { exitCode } = process;
  process.exitCode = undefined;
  return { status: Number(exitCode), output: output(), errors: errors() };
}

/** Replaces a standard stream with a stream that collects texts. @returns a function that returns the collected text */
function collect(name: "stdout" | "stderr"): () => string {
  const chunks: Buffer[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      chunks.push(chunk);
      done();
    },
  });
  Object.defineProperty(process, name, { value: stream, configurable: true });
  return () => Buffer.concat(chunks).toString();
}
