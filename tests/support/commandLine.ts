import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { toStoreUrl } from "./stores.ts";

export interface CommandResult {
  status: number | null;
  /** Standard output. */
  output: string;
  /** Standard error. */
  errors: string;
}

/**
 * Runs `npx broadsheet` with the given arguments.
 *
 * @param onStart called with the process, which it may end
 */
export async function broadsheet(
  args: readonly string[],
  env: Record<string, string> = {},
  input = "",
  onStart: (child: ChildProcess) => void = () => {},
): Promise<CommandResult> {
  const store = env.DATABASE_URL && { DATABASE_URL: await toStoreUrl(env.DATABASE_URL) };
  const child = spawn(process.execPath, ["build/bundle/cli.js", ...args], {
    env: { ...process.env, ...env, ...store },
  });
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
