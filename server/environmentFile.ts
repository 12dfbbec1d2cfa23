import { resolve } from "node:path";
import { ConfigError } from "./config.ts";

/** Environment file that is read unless the command line names another. Ignored if this user cannot read it. */
const DEFAULT_FILE = "/etc/broadsheet.env";
const OPTION = "--env-file";

/**
 * Sets environment variables from a file, by default /etc/broadsheet.env. Does not change variables that are set
 * already.
 *
 * @param args the command line; `--env-file FILE` may be anywhere in it
 * @returns the arguments without `--env-file FILE`
 * @throws {ConfigError} if `--env-file` lacks a path, or its file cannot be read
 */
export function loadEnvironmentFile(args: readonly string[], defaultFile = DEFAULT_FILE): string[] {
  const index = args.findIndex((arg) => arg === OPTION || arg.startsWith(`${OPTION}=`));
  if (index < 0) {
    // Ignores errors. A default file that only root may read is for the server, not for this user's commands.
    readIntoEnvironment(defaultFile);
    return [...args];
  }
  const isSeparate = args[index] === OPTION;
  const name = isSeparate ? args[index + 1] : args[index]?.slice(OPTION.length + 1);
  if (!name) throw new ConfigError(`${OPTION}: the path of a file is missing.`);
  const error = readIntoEnvironment(name);
  if (error) throw new ConfigError(`${resolve(name)}: failed to read the environment file (${error.code}).`);
  return args.toSpliced(index, isSeparate ? 2 : 1);
}

/** Returns the error if the file cannot be read, otherwise undefined. */
function readIntoEnvironment(path: string): NodeJS.ErrnoException | undefined {
  try {
    process.loadEnvFile(path);
  } catch (error) {
    return error as NodeJS.ErrnoException;
  }
}
