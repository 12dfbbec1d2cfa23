import { resolve } from "node:path";
import { z } from "zod";
import { toMessage } from "../core/toMessage.ts";
import { trimEndChars } from "../core/trim.ts";
import type { ServedEditions } from "./editions/loading/load.ts";
import { isProxyRange } from "./net/proxies.ts";
import { parseS3Location } from "./net/s3/location.ts";
import { AWS_VARIABLES, FILE_VARIABLES, readSecrets, SECRETS } from "./secretFiles.ts";
import { isDatabaseUrl, isDeskUrl } from "./serviceUrls.ts";
import { ROLES } from "./store/session.ts";

const LOG_LEVELS = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;

const text = z.string().min(1);
const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .pipe(z.number().min(min).max(max));
const splitList = (value: string) => value.split(",").map((item) => item.trim());
const list = (item: RegExp) =>
  z
    .string()
    .transform((value) => splitList(value.toLowerCase()))
    .pipe(z.array(z.string().regex(item)))
    .default([]);

/** Adds a variable's allowed values and description to its schema, for operators. */
const variable = <Schema extends z.ZodType>(schema: Schema, allowed: string, description: string) =>
  schema.meta({ allowed, description });

/** Folder of the examples that the project ships. */
export const DEFAULT_EDITIONS_DIR = "./editions";
export const DEFAULT_STORE = "sqlite:./data/broadsheet.db";
/** Examples in `DEFAULT_EDITIONS_DIR` that `npm start` serves by default. */
const DEFAULT_EXAMPLES = ["chicago"];

/** Environment variables; files may contain the values of `FILE_VARIABLES`. Source of docs/configuration.md. */
export const environmentSchema = z.object({
  PORT: variable(
    wholeNumber(0, 65_535).default(3000),
    "a whole number from 0 to 65535",
    "Port to listen on; 0 for any free port.",
  ),
  HOST: variable(
    text.regex(/^([\w.:-]+|unix:\/[^\s:]{1,100})$/).optional(),
    "an IP address or host name of this machine, or unix: and the path of a socket from /",
    "Address to listen on; if unset, all addresses of the machine. With a Unix socket, PORT is not used.",
  ),
  MAX_CONNECTIONS: variable(
    wholeNumber(10, 1_000_000).default(4000),
    "a whole number from 10",
    "Maximum number of open connections, including those of radio listeners; further ones are closed at once.",
  ),
  DRAIN_SECONDS: variable(
    wholeNumber(0, 300).default(0),
    "a whole number of seconds from 0 to 300",
    "Time after SIGTERM in which `/healthz` and `/readyz` fail while all requests are still answered, so that load balancers send new ones elsewhere.",
  ),
  METRICS_PORT: variable(
    wholeNumber(0, 65_535).optional(),
    "a whole number from 0 to 65535",
    "Port of /metrics for Prometheus; 0 for any free port; if unset, metrics are not served.",
  ),
  METRICS_HOST: variable(
    text.regex(/^[\w.:-]+$/).default("127.0.0.1"),
    "an IP address or host name of this machine",
    "Address on which /metrics is served.",
  ),
  DESK: variable(
    z.enum(["on", "off"]).default("on"),
    "on, off",
    "The desk, the web application in which the newsroom works, on a port of its own. If off, nothing of it is loaded.",
  ),
  DESK_PORT: variable(
    wholeNumber(0, 65_535).default(3001),
    "a whole number from 0 to 65535",
    "Port of the desk; 0 for any free port.",
  ),
  DESK_HOST: variable(
    text.regex(/^[\w.:-]+$/).default("127.0.0.1"),
    "an IP address or host name of this machine",
    "Address on which the desk is served.",
  ),
  DESK_URL: variable(
    text.refine(isDeskUrl).optional(),
    "the scheme and the host, such as https://desk.example.org; http:// only for localhost",
    "Address of the desk behind a proxy, on a host name of its own; if unset, `http://localhost` and DESK_PORT.",
  ),
  DESK_FIRST_LINK: variable(
    z.enum(["on", "off"]).default("off"),
    "on, off",
    "Gives the program that started the server a one-time link for a first publisher, as long as nobody has signed in and only this machine reaches the desk. `npm start` sets it, and prints the link.",
  ),
  DATABASE_URL: variable(
    text.refine(isDatabaseUrl).default(DEFAULT_STORE),
    "sqlite: and the path of a file, or postgres://user:password@host:port/database",
    "Database with stories, messages and subscribers.",
  ),
  ROLES: variable(
    z
      .string()
      .transform((value) => splitList(value.toLowerCase()))
      .pipe(z.array(z.enum(ROLES)))
      .default([...ROLES]),
    "web, poll, send, images, separated by commas",
    "Work that this server does, if several share a database. `web`: pages. `poll`: feeds, calendars and hubs. `send`: mail. `images`: downloads of images. One server at a time polls or downloads; all with `send` send the briefing.",
  ),
  MIGRATE: variable(
    z.enum(["on", "off"]).default("on"),
    "on, off",
    "Migration of an earlier version's database by the server and commands; if off, only `npx broadsheet migrate` does it.",
  ),
  DATA_DIR: variable(
    text.default("./data"),
    "the path of a folder",
    "Folder for data outside the database, such as images.",
  ),
  PICTURES_MAX_MB: variable(
    wholeNumber(1, 999_999_999).default(2048),
    "a whole number of megabytes from 1",
    "Disk space for images; the least recently used are deleted first.",
  ),
  IMAGES_URL: variable(
    text
      .transform((value, context) => {
        const location = parseS3Location(value);
        if (location === null) context.addIssue({ code: "custom" });
        return location ?? z.NEVER;
      })
      .optional(),
    "s3://bucket/prefix?endpoint=https://…&region=…, of which only the bucket is required; no keys",
    "S3-compatible storage for all images, with the disk as a cache; if unset, images are only on the disk.",
  ),
  DISK_FLOOR_MB: variable(
    wholeNumber(0, 999_999_999).default(200),
    "a whole number of megabytes",
    "Free disk space below which no images are downloaded; below half of it, new articles are stored without their bodies.",
  ),
  ARTICLES_KEEP_DAYS: variable(
    wholeNumber(1, 36_500).optional(),
    "a whole number of days from 1",
    "Age at which stories are deleted, except the newest 30 of each feed, or earlier by `keepDays`; if unset, they are kept forever.",
  ),
  EDITOR_LOG_KEEP_DAYS: variable(
    wholeNumber(1, 36_500).default(731),
    "a whole number of days from 1",
    "Age at which records of who did what in the newsroom are deleted.",
  ),
  EDITIONS_SOURCE: variable(
    z.enum(["folder", "store"]).default("folder"),
    "folder, store",
    "Where the editions are: in `EDITIONS_DIR`, or in the database, to which `npx broadsheet editions push` copies them.",
  ),
  EDITIONS_DIR: variable(
    text.default(DEFAULT_EDITIONS_DIR),
    "the path of a folder",
    "Folder that contains one folder per edition.",
  ),
  EDITIONS: variable(
    list(/^[a-z0-9]+(-[a-z0-9]+)*$/),
    "names of folders in EDITIONS_DIR, separated by commas",
    "Editions that are served; if unset, all but those with `example: true` in their edition.yaml.",
  ),
  EXAMPLES: variable(
    z.enum(["on", "off"]).default("off"),
    "on, off",
    "Serves examples although EDITIONS is unset, but of ./editions only chicago, and only if no edition there is your own; set by `npm start` and `npm run dev`.",
  ),
  PREVIEW: variable(
    z.enum(["on", "off"]).default("off"),
    "on, off",
    "Reloads open pages when an edition's files change; set by `npx broadsheet preview`.",
  ),
  PAGE_CACHE_MB: variable(
    wholeNumber(0, 99_999).default(64),
    "a whole number of megabytes",
    "Memory for rendered pages; the least recently used are removed first.",
  ),
  SITE_URL: variable(
    z
      .url({ protocol: /^https?$/ })
      // Rejects a URL with a path. Pages are served at "/", so absolute links with a path would lead nowhere.
      .refine((url) => /^\w+:\/\/[^/?#@]+\/*$/.test(url))
      .transform((url) => trimEndChars(url, /\//))
      .optional(),
    "an http or https URL without a path, such as https://news.example",
    "Public URL of the default edition, for absolute links; if unset, the url in its edition.yaml.",
  ),
  TRUSTED_PROXIES: variable(
    list(/^(loopback|[\d.]+(\/\d{1,2})?|(?=[\da-f.]*:)[\da-f:.]*(\/\d{1,3})?)$/)
      .pipe(z.array(z.string().refine(isProxyRange)))
      .default(["loopback"]),
    "loopback, IP addresses and networks such as 10.0.0.0/8, separated by commas",
    "Proxies in front whose X-Forwarded-For, -Proto and -Host, or Forwarded, count; loopback is this machine.",
  ),
  CDN_PURGE_URL: variable(
    z
      .string()
      .transform(splitList)
      .pipe(z.array(z.url({ protocol: /^https?$/ }).refine((url) => !/^\w+:\/\/[^/]*@/.test(url))))
      .default([]),
    "http or https URLs without a password, separated by commas",
    "Caches in front, each of which gets a PURGE request with `Surrogate-Key` once changed pages have been rendered.",
  ),
  CDN_PURGE_TOKEN: variable(
    text.regex(/^[\x21-\x7e]+$/).optional(),
    "letters, digits and punctuation, no spaces",
    "Bearer token of those requests, if the caches require one.",
  ),
  SMTP_URL: variable(
    z.url({ protocol: /^smtps?$/ }).optional(),
    "smtp:// or smtps://, with user:password@ if the server requires it, host and port",
    "Mail server for contact messages and the briefing; if unset, messages and sign-ups are stored until it is set.",
  ),
  DKIM_KEY_FILE: variable(
    text.optional(),
    "the path of a PEM file with an RSA key",
    "Private key that signs the briefing and confirmation mails for the domain of their sender; if unset, the mail server has to sign.",
  ),
  DKIM_SELECTOR: variable(
    text.regex(/^[\w.-]+$/).default("broadsheet"),
    "letters, digits, hyphens and dots",
    "Selector of the public key in the DNS: SELECTOR._domainkey.",
  ),
  IMAP_URL: variable(
    z.url({ protocol: /^imaps?$/ }).optional(),
    "imap:// or imaps://, with user:password@, host and port, and a folder other than INBOX as its path",
    "Mailbox that receives bounces and complaints; if unset, only the webhook receives them.",
  ),
  BOUNCES_TOKEN: variable(
    text.regex(/^[\x21-\x7e]{16,}$/).optional(),
    "16 characters or more, no spaces",
    "Bearer token for POST /api/newsletter/bounces; if unset, the webhook rejects all requests.",
  ),
  LOG_LEVEL: variable(z.enum(LOG_LEVELS).default("info"), LOG_LEVELS.join(", "), "Lowest level of log entries."),
  ALLOW_PRIVATE_HOSTS: variable(
    list(/^(localhost|127(\.\d{1,3}){3}|\[::1\]):\d{1,5}$/),
    "host:port of this machine, separated by commas; any other feed in a private network has private: true in edition.yaml",
    "Servers that everything may be fetched from, images included: for tests and development only.",
  ),
  DNS_SERVERS: variable(
    list(/^([\d.]+|\[[\da-f:.]+\])(:\d{1,5})?$/),
    "IP address or IP address:port, separated by commas",
    "Name servers that resolve the hosts of feeds; if unset, the system's resolver.",
  ),
});

export type Config = z.infer<typeof environmentSchema>;

/** Thrown if the configuration has errors. The message has one line per error. */
export class ConfigError extends Error {
  override name = "ConfigError";
}

/**
 * Reads the configuration from environment variables. An empty variable counts as unset.
 *
 * @throws {ConfigError} that lists the name, value (unless secret) and allowed values of each invalid variable
 */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const names = Object.keys(environmentSchema.shape);
  const given = Object.fromEntries(names.map((name) => [name, environment[name] || undefined]));
  try {
    Object.assign(given, readSecrets(environment, FILE_VARIABLES));
    // Only checks the credentials for the image storage. The storage's client reads them itself.
    readSecrets(environment, AWS_VARIABLES);
  } catch (error) {
    throw new ConfigError(toMessage(error));
  }
  const result = environmentSchema.safeParse(given);
  if (result.success) return result.data;
  const wrong = [...new Set(result.error.issues.map((issue) => String(issue.path[0])))];
  const isHidden = (name: string) =>
    SECRETS.has(name) || environment[`${name}_FILE`] || /@|password/i.test(given[name] ?? "");
  const lines = wrong.map((name) => {
    const found = isHidden(name) ? "a value that is not shown" : JSON.stringify(given[name]);
    return `${name}: found ${found}; expected ${getMeta(name).allowed}.`;
  });
  throw new ConfigError(lines.join("\n"));
}

/** Returns the names of the editions to serve; null for all, and "own" for all but the examples. */
export function getServedEditions({ EDITIONS, EDITIONS_DIR, EDITIONS_SOURCE, EXAMPLES }: Config): ServedEditions {
  if (EDITIONS.length > 0) return EDITIONS;
  if (EXAMPLES === "off") return "own";
  if (EDITIONS_SOURCE === "store") return null;
  return resolve(EDITIONS_DIR) === resolve(DEFAULT_EDITIONS_DIR) ? DEFAULT_EXAMPLES : null;
}

/** Returns the description and the allowed values of an environment variable, for operators. */
export function getMeta(name: string): { description: string; allowed: string } {
  const schema = environmentSchema.shape[name as keyof typeof environmentSchema.shape];
  return schema.meta() as { description: string; allowed: string };
}
