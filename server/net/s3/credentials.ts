import { readFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { ignoreMissingPath } from "../../files/missingFiles.ts";
import { AWS_VARIABLES, readSecrets } from "../../secretFiles.ts";

export interface Credentials {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string;
}

type Environment = Record<string, string | undefined>;

/**
 * Returns the credentials in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or in the files that AWS_ACCESS_KEY_ID_FILE
 * and AWS_SECRET_ACCESS_KEY_FILE name. Otherwise returns the credentials of the profile AWS_PROFILE in the file
 * AWS_SHARED_CREDENTIALS_FILE, by default ~/.aws/credentials; null if there are none.
 *
 * @throws {Error} if a file cannot be read; a missing credentials file is no error
 */
export async function readCredentials(environment: Environment): Promise<Credentials | null> {
  const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN } = readSecrets(environment, AWS_VARIABLES);
  const own = toCredentials(AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN);
  if (own) return own;
  const source = await readFile(getCredentialsFile(environment), "utf8").catch(ignoreMissingPath);
  return parseCredentials(source ?? "", environment.AWS_PROFILE || "default");
}

export function getCredentialsFile({ AWS_SHARED_CREDENTIALS_FILE }: Environment): string {
  return AWS_SHARED_CREDENTIALS_FILE || join(homedir(), ".aws", "credentials");
}

/** Parses the credentials of a profile in a credentials file; returns null if they are missing or incomplete. */
export function parseCredentials(source: string, profile: string): Credentials | null {
  const values = new Map<string, string>();
  let section = "";
  for (const line of source.split(/\r?\n/)) {
    const [, name] = /^\[([^\]]*)\]/.exec(line.trim()) ?? [];
    if (name !== undefined) section = name.trim();
    const [, key = "", value = ""] = /^(\w+)\s*=(.*)/.exec(line.trim()) ?? [];
    if (key && section === profile) values.set(key.toLowerCase(), value.trim());
  }
  return toCredentials(
    values.get("aws_access_key_id"),
    values.get("aws_secret_access_key"),
    values.get("aws_session_token"),
  );
}

function toCredentials(accessKeyId?: string, secretAccessKey?: string, sessionToken?: string): Credentials | null {
  if (!accessKeyId || !secretAccessKey) return null;
  return { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) };
}
