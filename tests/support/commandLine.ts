import { spawn } from "node:child_process";
import { once } from "node:events";

export interface CommandResult {
  status: number | null;
  /** Standard output. */
  output: string;
  /** Standard error. */
  errors: string;
}

/** Runs `npx broadsheet` with the given arguments. */
export async function broadsheet(
  args: readonly string[],
  env: Record<string, string> = {},
  input = "",
): Promise<CommandResult> {
  const child = spawn(process.execPath, ["build/bundle/cli.js", ...args], { env: { ...process.env, ...env } });
  child.stdin.end(input);
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
