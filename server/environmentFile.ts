import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { toMessage } from "../core/toMessage.ts";
import { ConfigError } from "./config.ts";
import { parseEnvironment } from "./environmentSyntax.ts";
import { explainFileError } from "./fileErrors.ts";

/** Environment file that is read unless the command line names another. */
const DEFAULT_FILE = "/etc/broadsheet.env";
const OPTION = "--env-file";

/** Returns the value of `--env-file FILE` and the other arguments. The option may be anywhere in a command line. */
export function splitArguments(args: readonly string[]): { name: string | undefined; rest: string[] } {
  const index = args.findIndex((arg) => arg === OPTION || arg.startsWith(`${OPTION}=`));
  if (index < 0) return { name: undefined, rest: [...args] };
  const isSeparate = args[index] === OPTION;
  const name = (isSeparate ? args[index + 1] : args[index]?.slice(OPTION.length + 1)) ?? "";
  return { name, rest: args.toSpliced(index, isSeparate ? 2 : 1) };
}

/**
 * Sets environment variables from a file, by default /etc/broadsheet.env. Does not change variables that are set
 * already. Warns on standard error if this user cannot read the default file: without its settings, a command may use
 * another store than the server.
 *
 * @param args the command line, with or without `--env-file FILE`
 * @returns the arguments without `--env-file FILE`
 * @throws {ConfigError} if `--env-file` lacks a path, its file cannot be read, or a line of a file is invalid
 */
export function loadEnvironmentFile(args: readonly string[], defaultFile = DEFAULT_FILE): string[] {
  const { name, rest } = splitArguments(args);
  if (name === "") throw new ConfigError(`${OPTION}: the path of a file is missing.`);
  const error = readIntoEnvironment(resolve(name ?? defaultFile));
  if (error && name !== undefined)
    throw new ConfigError(`Failed to read the environment file. ${explainFileError(error) ?? error.message}`);
  // A process of a systemd unit needs no warning: systemd has read the file as root and set the variables.
  const isUnit = process.env.SYSTEMD_EXEC_PID === String(process.pid);
  if (error && error.code !== "ENOENT" && !isUnit)
    process.stderr.write(
      `The environment file was not read, so its settings are missing. ${explainFileError(error) ?? error.message}\n`,
    );
  return rest;
}

/** Returns the error if the file cannot be read, otherwise undefined. @throws {ConfigError} if a line is invalid */
function readIntoEnvironment(path: string): NodeJS.ErrnoException | undefined {
  let source: string;
  try {
    source = readFileSync(path, "utf8");
  } catch (error) {
    // Adds the path, since Node's error for a folder does not contain the path.
    return Object.assign(error as NodeJS.ErrnoException, { path });
  }
  try {
    for (const [name, value] of Object.entries(parseEnvironment(source))) process.env[name] ??= value;
  } catch (error) {
    throw new ConfigError(`${path}, ${toMessage(error)}`);
  }
}
