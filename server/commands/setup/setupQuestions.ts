import { z } from "zod";
import { withoutSecrets } from "../../log.ts";
import { UsageError } from "../command.ts";
import type { Dialog } from "../dialog.ts";
import type { FrontProxy, SetupAnswers } from "./setupFiles.ts";

/** Answers on the command line. */
export type SetupFlags = Partial<
  Record<"host" | "edition" | "mail" | "alarm" | "proxy" | "backups", string | undefined>
>;

/** Answers to the questions. `edition` is a folder's path or an edition's id. `alarm` is undefined without --alarm. */
export type Answers = Omit<SetupAnswers, "alarm" | "example"> & { edition: string; alarm: string | undefined };

interface Question {
  key: Exclude<keyof SetupFlags, "alarm">;
  text: string;
  /** Description of the allowed values, for messages. */
  allowed: string;
  isValid(value: string): boolean;
}

const NONE = "none";
const HOST_NAME = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;
const mailAddress = z.email();

const QUESTIONS: readonly Question[] = [
  {
    key: "host",
    text: "Host name of the site, such as news.example",
    allowed: "a host name in lower case, without https://",
    isValid: (value) => HOST_NAME.test(value),
  },
  {
    key: "edition",
    text: "Edition: the folder of your own, or the name of a new one, such as madison",
    allowed: "the path of a folder with an edition.yaml, or lower-case letters, digits and hyphens",
    isValid: (value) => value !== "",
  },
  {
    key: "mail",
    text: "Mail server, smtp://user:password@host:587 or smtps://…:465, or none",
    allowed: "smtp:// or smtps://, with user:password@ if required (percent-encoded), host and port; or none",
    isValid: (value) => value === NONE || isMailUrl(value),
  },
  {
    key: "proxy",
    text: "TLS in front by caddy or nginx, or none",
    allowed: "caddy, nginx, none",
    isValid: (value) => ["caddy", "nginx", NONE].includes(value),
  },
  {
    key: "backups",
    text: "A backup each night (yes or no)",
    allowed: "yes, no",
    isValid: (value) => ["yes", "no"].includes(value),
  },
];

/**
 * Returns the answers to `QUESTIONS`: from the flags, otherwise from standard input. An empty line takes the
 * default, which is the machine's current setting.
 *
 * @throws {UsageError} for an invalid flag, or if standard input ends before an answer without a default
 */
export async function askForSetup(
  flags: SetupFlags,
  defaults: Partial<Record<Question["key"], string>>,
  dialog: Dialog,
): Promise<Answers> {
  const given = new Map<string, string>();
  // Checks all flags before the first question, so that nobody answers questions in vain.
  for (const { key, allowed, isValid } of QUESTIONS) {
    const value = flags[key];
    if (value === undefined) continue;
    if (!isValid(value)) {
      // Hides the URL of a mail server, since it contains a password.
      const found = key === "mail" ? "a value that is not shown" : JSON.stringify(value);
      throw new UsageError(`--${key}: found ${found}; expected ${allowed}.`);
    }
    given.set(key, value);
  }
  if (flags.alarm !== undefined && flags.alarm !== NONE && !mailAddress.safeParse(flags.alarm).success)
    throw new UsageError(`--alarm: found ${JSON.stringify(flags.alarm)}; expected a mail address, or none.`);
  for (const { key, text, allowed, isValid } of QUESTIONS) {
    const byDefault = defaults[key];
    while (!given.has(key)) {
      const line = await dialog.ask(byDefault ? `${text} [${withoutSecrets(byDefault)}]: ` : `${text}: `);
      if (line === undefined && byDefault === undefined) throw new UsageError(`setup needs --${key}.`);
      const value = line || byDefault || "";
      if (isValid(value)) given.set(key, value);
      else process.stderr.write(`Expected ${allowed}.\n`);
    }
  }
  const get = (key: Question["key"]) => given.get(key) ?? "";
  return {
    host: get("host"),
    edition: get("edition"),
    mail: get("mail") === NONE ? "" : get("mail"),
    alarm: flags.alarm === NONE ? "" : flags.alarm,
    proxy: get("proxy") as FrontProxy,
    hasBackups: get("backups") === "yes",
  };
}

function isMailUrl(value: string): boolean {
  // Rejects characters that Node and systemd parse differently in the environment file.
  if (/[\s#"'\\$`]/.test(value)) return false;
  const { protocol, hostname } = URL.parse(value) ?? {};
  return /^smtps?:$/.test(protocol ?? "") && Boolean(hostname);
}
