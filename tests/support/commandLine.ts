import { type ChildProcess, fork, spawn } from "node:child_process";
import { once } from "node:events";
import type { CommandMessage } from "./commandHost.ts";
import { toStoreUrl } from "./stores.ts";

export interface CommandResult {
  status: number | null;
  /** Standard output. */
  output: string;
  /** Standard error. */
  errors: string;
}

/** Commands that run a server until their process ends. */
const SERVERS = ["preview", "serve"];
/** An option that Node itself also reads. */
const OPTION_OF_NODE = "--env-file";

/** The process that runs commands one after another. */
let host: Promise<ChildProcess> | undefined;
let isBusy = false;

/**
 * Runs `npx broadsheet` in the process of earlier commands. This takes a tenth of the CPU time of a new process.
 * Starts a new process in four cases: another command is running, the command runs a server, Node also reads one of
 * the options, or `onStart` is given.
 *
 * @param onStart called with the new process; may end the process
 */
export async function broadsheet(
  args: readonly string[],
  env: Record<string, string> = {},
  input = "",
  onStart?: (child: ChildProcess) => void,
): Promise<CommandResult> {
  const store = env.DATABASE_URL && { DATABASE_URL: await toStoreUrl(env.DATABASE_URL) };
  const message = { args, env: { ...process.env, ...env, ...store } as Record<string, string>, input };
  const isOfProcess = SERVERS.includes(args[0] ?? "") || args.some((arg) => arg.startsWith(OPTION_OF_NODE));
  return onStart || isBusy || isOfProcess ? runInProcess(message, onStart) : runInHost(message);
}

async function runInProcess(
  { args, env, input }: CommandMessage,
  onStart: (child: ChildProcess) => void = () => {},
): Promise<CommandResult> {
  const child = spawn(process.execPath, ["build/bundle/cli.js", ...args], { env });
  onStart(child);
  child.stdin.on("error", () => {}).end(input);
  let output = "";
  let errors = "";
  child.stdout.setEncoding("utf8").on("data", (chunk) => {
    output += chunk;
  });
  child.stderr.setEncoding("utf8").on("data", (chunk) => {
    errors += chunk;
  });
  const [status] = await once(child, "close");
  return { status: status as number | null, output, errors };
}

async function runInHost(message: CommandMessage): Promise<CommandResult> {
  isBusy = true;
  try {
    host ??= startHost();
    const running = await host;
    running.ref();
    running.channel?.ref();
    running.send(message);
    const result = await readMessage<CommandResult>(running);
    // Lets this process end while the child still runs. The child then ends, too.
    running.unref();
    running.channel?.unref();
    return result;
  } catch (error) {
    host = undefined;
    throw error;
  } finally {
    isBusy = false;
  }
}

async function startHost(): Promise<ChildProcess> {
  const child = fork(new URL("./commandHost.ts", import.meta.url), {
    execArgv: [],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  await readMessage(child);
  return child;
}

/** Waits for the next message from a process. @throws {Error} if the process ends first */
async function readMessage<Message>(child: ChildProcess): Promise<Message> {
  const waiting = new AbortController();
  const ended = once(child, "exit", waiting).then(([status]) => {
    throw new Error(`The process of the commands ended with status ${status}.`);
  });
  try {
    const [message] = (await Promise.race([once(child, "message", waiting), ended])) as [Message];
    return message;
  } finally {
    waiting.abort();
  }
}
