import { resolve } from "node:path";
import { ConfigError } from "./config.ts";

/** Read if it exists and is readable, and the command line names no other file. */
const DEFAULT_FILE = "/etc/broadsheet.env";
const OPTION = "--env-file";

/**
 * Sets the environment variables of a file, by default of /etc/broadsheet.env. Variables that are already set stay.
 *
 * @param args the command line; `--env-file FILE` may be anywhere in it
 * @returns the arguments without that option
 * @throws {ConfigError} if the file that the command line names cannot be read
 */
export function loadEnvironmentFile(args: readonly string[], defaultFile = DEFAULT_FILE): string[] {
  const index = args.findIndex((arg) => arg === OPTION || arg.startsWith(`${OPTION}=`));
  if (index < 0) {
    // A default file that only root may read is meant for the server, not for this user.
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

/** @returns the error of a file that cannot be read */
function readIntoEnvironment(path: string): NodeJS.ErrnoException | undefined {
  try {
    process.loadEnvFile(path);
  } catch (error) {
    return error as NodeJS.ErrnoException;
  }
}
