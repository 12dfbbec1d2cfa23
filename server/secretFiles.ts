import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { toMessage } from "../core/toMessage.ts";
import { explainFileError } from "./fileErrors.ts";

/** Variables with passwords or keys. `NAME_FILE` may name a file with the value instead, such as a container secret. */
export const FILE_VARIABLES = ["DATABASE_URL", "CDN_PURGE_TOKEN", "SMTP_URL", "IMAP_URL", "BOUNCES_TOKEN"] as const;
/**
 * Variables that contain passwords or tokens, or may contain them by mistake. Error messages never show their values.
 * For other variables, messages hide values that contain `@` or "password".
 */
export const SECRETS: ReadonlySet<string> = new Set([
  ...["SMTP_URL", "IMAP_URL", "BOUNCES_TOKEN", "CDN_PURGE_URL", "CDN_PURGE_TOKEN", "IMAGES_URL"],
]);
/**
 * Variables for the credentials of the image storage. The names are Amazon's. As for other secrets, `NAME_FILE` may
 * name a file with the value.
 */
export const AWS_VARIABLES = ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN"] as const;

/**
 * Returns the values of variables, from the environment or from the file that `NAME_FILE` names. Ignores a line break
 * at the end of a file, and empty variables.
 *
 * @throws {Error} if a variable and its file are both set, or a file cannot be read or is empty
 */
export function readSecrets<Name extends string>(
  environment: Record<string, string | undefined>,
  names: readonly Name[],
): Partial<Record<Name, string>> {
  const values: Partial<Record<Name, string>> = {};
  for (const name of names) {
    const path = environment[`${name}_FILE`];
    const value = environment[name];
    if (path && value) throw new Error(`${name} and ${name}_FILE are both set. Set one, and leave the other empty.`);
    if (path) values[name] = readSecret(`${name}_FILE`, resolve(path));
    else if (value) values[name] = value;
  }
  return values;
}

function readSecret(variable: string, path: string): string {
  let content: string;
  try {
    content = readFileSync(path, "utf8").replace(/\r?\n$/, "");
  } catch (error) {
    const reason = explainFileError(Object.assign(error as Error, { path }));
    throw new Error(`${variable}: ${reason ?? toMessage(error)}`);
  }
  if (content === "") throw new Error(`${variable}: ${path}: this file is empty.`);
  return content;
}
