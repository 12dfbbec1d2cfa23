import { z } from "zod";

const LOG_LEVELS = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;

/**
 * The environment variables that Broadsheet reads. The README's table is made from this schema (`npx broadsheet
 * environment`), so a description here is what an operator reads.
 */
const environmentSchema = z.object({
  PORT: z.string().regex(/^\d+$/).transform(Number).pipe(z.number().max(65535)).default(3000).meta({
    description: "The port to listen on; 0 takes a free one.",
    allowed: "a whole number from 0 to 65535",
  }),
  HOST: z
    .string()
    .regex(/^[\w.:-]+$/)
    .optional()
    .meta({
      description: "The address to listen on; without it, every address of the machine.",
      allowed: "an IP address or host name of this machine",
    }),
  DATABASE_URL: z
    .string()
    .regex(/^sqlite:.+/)
    .default("sqlite:./data/broadsheet.db")
    .meta({
      description: "Where stories are stored.",
      allowed: "sqlite: and the path of a file",
    }),
  DATA_DIR: z.string().min(1).default("./data").meta({
    description: "The folder for whatever the server keeps beside the database.",
    allowed: "the path of a folder",
  }),
  PICTURES_MAX_MB: z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .pipe(z.number().min(1))
    .default(2048)
    .meta({
      description: "How much of the disk the photographs may take; the longest unused go first.",
      allowed: "a whole number of megabytes from 1",
    }),
  EDITIONS_DIR: z.string().min(1).default("./editions").meta({
    description: "The folder whose folders are the editions.",
    allowed: "the path of a folder",
  }),
  PAGE_CACHE_MB: z
    .string()
    .regex(/^\d{1,5}$/)
    .transform(Number)
    .default(64)
    .meta({
      description: "How much memory finished pages may take; the longest unasked leave first.",
      allowed: "a whole number of megabytes",
    }),
  SITE_URL: z
    .url({ protocol: /^https?$/ })
    .transform((url) => url.replace(/\/+$/, ""))
    .optional()
    .meta({
      description: "Where readers reach the site, for absolute addresses; without it, what the request says.",
      allowed: "an http or https address",
    }),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/ })
    .optional()
    .meta({
      description:
        "The mail server for readers' messages and for the briefing; without it, messages and sign-ups are stored and wait.",
      allowed: "smtp:// or smtps://, with user:password@ where the server wants it, host and port",
    }),
  DKIM_KEY_FILE: z.string().min(1).optional().meta({
    description:
      "The private key that signs the briefing and the mails that ask to confirm, for the domain of their sender; without it the mail server signs.",
    allowed: "the path of a PEM file with an RSA key",
  }),
  DKIM_SELECTOR: z
    .string()
    .regex(/^[\w.-]+$/)
    .default("broadsheet")
    .meta({
      description: "Under which name the domain's DNS has the public key: SELECTOR._domainkey.",
      allowed: "letters, digits, hyphens and points",
    }),
  IMAP_URL: z
    .url({ protocol: /^imaps?$/ })
    .optional()
    .meta({
      description: "The mailbox to which bounces and complaints come; without it, they come by the webhook alone.",
      allowed: "imap:// or imaps://, with user:password@, host and port, and a folder other than INBOX as its path",
    }),
  BOUNCES_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{16,}$/)
    .optional()
    .meta({
      description: "What a mail service says to post bounces to /api/newsletter/bounces; without it nobody can.",
      allowed: "16 characters or more, no spaces",
    }),
  LOG_LEVEL: z
    .enum(LOG_LEVELS)
    .default("info")
    .meta({
      description: "How much is written to the log.",
      allowed: LOG_LEVELS.join(", "),
    }),
  ALLOW_PRIVATE_HOSTS: z
    .string()
    .transform((list) => list.toLowerCase().split(","))
    .pipe(z.array(z.string().regex(/^([^\s:[\]]+|\[[0-9a-f:.]+\]):\d{1,5}$/)))
    .default([])
    .meta({
      description:
        "Hosts that feeds may be fetched from although their address is private: for tests and in-house feeds.",
      allowed: "host:port, several with commas between",
    }),
  DNS_SERVERS: z
    .string()
    .transform((list) => list.split(","))
    .pipe(z.array(z.string().regex(/^([\d.]+|\[[\da-f:.]+\])(:\d{1,5})?$/i)))
    .default([])
    .meta({
      description: "The name servers to ask for the addresses of feeds; without it, the machine's own way.",
      allowed: "IP address, or IP address:port, several with commas between",
    }),
});

export type Config = z.infer<typeof environmentSchema>;

/** Thrown when the environment does not fit the schema. The message has a line for each wrong variable. */
export class ConfigError extends Error {
  override name = "ConfigError";
}

/**
 * Reads the configuration from environment variables. A variable set to nothing counts as not set.
 *
 * @throws {ConfigError} naming each wrong variable, what was found and what is allowed
 */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const names = Object.keys(environmentSchema.shape);
  const given = Object.fromEntries(names.map((name) => [name, environment[name] || undefined]));
  const result = environmentSchema.safeParse(given);
  if (result.success) return result.data;
  const wrong = [...new Set(result.error.issues.map((issue) => String(issue.path[0])))];
  const lines = wrong.map(
    (name) => `${name}: found ${JSON.stringify(given[name])}; allowed is ${metaOf(name).allowed}.`,
  );
  throw new ConfigError(lines.join("\n"));
}

/** The README's table of environment variables, in Markdown, with its columns in line as the formatter wants them. */
export function environmentTable(): string {
  const rows = Object.keys(environmentSchema.shape).map((name) => {
    const { description, allowed } = metaOf(name);
    const preset = defaultOf(name);
    return [`\`${name}\``, preset ? `\`${preset}\`` : "", allowed, description];
  });
  const head = ["variable", "default", "allowed", "what it is"];
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)));
  const line = (row: string[]) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  return [line(head), line(widths.map((width) => "-".repeat(width))), ...rows.map(line)].join("\n");
}

function metaOf(name: string): { description: string; allowed: string } {
  const schema = environmentSchema.shape[name as keyof typeof environmentSchema.shape];
  return schema.meta() as { description: string; allowed: string };
}

function defaultOf(name: string): string {
  const value = environmentSchema.parse({})[name as keyof Config];
  return value === undefined || Array.isArray(value) ? "" : String(value);
}
