import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ConfigError, readConfig } from "../../server/config.ts";
import { readCredentials } from "../../server/net/s3/credentials.ts";
import { startSite, temporaryFolder } from "../support/site.ts";

function getErrors(environment: Record<string, string>): string {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
  }
  return "none";
}

const DATABASES = "sqlite: and the path of a file, or postgres://user:password@host:port/database";
const ADDRESSES = "an IP address or host name of this machine, or unix: and the path of a socket from /";
const TEST_SERVERS =
  "host:port of this machine, separated by commas; any other feed in a private network has private: true in edition.yaml";

describe("readConfig", () => {
  it("returns defaults for variables that are unset or empty", () => {
    const defaults = {
      PICTURES_MAX_MB: 2048,
      IMAGES_URL: undefined,
      PORT: 3000,
      HOST: undefined,
      MAX_CONNECTIONS: 4000,
      TRUSTED_PROXIES: ["loopback"],
      DRAIN_SECONDS: 0,
      METRICS_PORT: undefined,
      METRICS_HOST: "127.0.0.1",
      DESK: "on",
      DESK_PORT: 3001,
      DESK_HOST: "127.0.0.1",
      DESK_FIRST_LINK: "off",
      DISK_FLOOR_MB: 200,
      ARTICLES_KEEP_DAYS: undefined,
      EDITOR_LOG_KEEP_DAYS: 731,
      DATABASE_URL: "sqlite:./data/broadsheet.db",
      MIGRATE: "on",
      ROLES: ["web", "poll", "send", "images"],
      DATA_DIR: "./data",
      EDITIONS_SOURCE: "folder",
      EDITIONS_DIR: "./editions",
      EDITIONS: [],
      EXAMPLES: "off",
      PREVIEW: "off",
      PAGE_CACHE_MB: 64,
      SITE_URL: undefined,
      CDN_PURGE_URL: [],
      CDN_PURGE_TOKEN: undefined,
      SMTP_URL: undefined,
      DKIM_KEY_FILE: undefined,
      DKIM_SELECTOR: "broadsheet",
      IMAP_URL: undefined,
      BOUNCES_TOKEN: undefined,
      LOG_LEVEL: "info",
      ALLOW_PRIVATE_HOSTS: [],
      DNS_SERVERS: [],
    };
    expect(readConfig({})).toEqual(defaults);
    expect(readConfig({ PORT: "", ALLOW_PRIVATE_HOSTS: "" })).toEqual(defaults);
  });

  it("converts values", () => {
    const { PORT, ROLES, SITE_URL, ALLOW_PRIVATE_HOSTS } = readConfig({
      PORT: "8080",
      ROLES: "web, Images",
      SITE_URL: "https://news.example/",
      ALLOW_PRIVATE_HOSTS: "Localhost:8001,127.0.0.1:9,[::1]:80",
    });
    expect({ PORT, ROLES, SITE_URL, ALLOW_PRIVATE_HOSTS }).toEqual({
      PORT: 8080,
      ROLES: ["web", "images"],
      SITE_URL: "https://news.example",
      ALLOW_PRIVATE_HOSTS: ["localhost:8001", "127.0.0.1:9", "[::1]:80"],
    });
  });

  it.each([
    ["PORT", "80a", "a whole number from 0 to 65535"],
    ["PORT", "70000", "a whole number from 0 to 65535"],
    ["DATABASE_URL", "mysql://x", DATABASES],
    ["DATABASE_URL", "postgres://db.example", DATABASES],
    ["SITE_URL", "news.example", "an http or https URL without a path, such as https://news.example"],
    ["SITE_URL", "https://news.example/site", "an http or https URL without a path, such as https://news.example"],
    ["HOST", "unix:run/http.sock", ADDRESSES],
    ["TRUSTED_PROXIES", "10.0.0.0/33", "loopback, IP addresses and networks such as 10.0.0.0/8, separated by commas"],
    ["LOG_LEVEL", "loud", "fatal, error, warn, info, debug, trace, silent"],
    ["ALLOW_PRIVATE_HOSTS", "localhost", TEST_SERVERS],
    ["ALLOW_PRIVATE_HOSTS", "10.0.0.8:8001", TEST_SERVERS],
  ])("rejects %s=%s and names the allowed values", (name, value, allowed) => {
    expect(getErrors({ [name]: value })).toBe(`${name}: found "${value}"; expected ${allowed}.`);
  });

  it.each(["DATABASE_URL", "SMTP_URL", "IMAP_URL", "BOUNCES_TOKEN", "CDN_PURGE_URL", "IMAGES_URL"])(
    "does not show the value of %s, which is a secret",
    (name) => {
      const errors = getErrors({ [name]: "https://rosa:hunter2 @mail.example" });
      expect(errors).toMatch(new RegExp(`^${name}: found a value that is not shown; expected \\w`));
      expect(errors).not.toContain("hunter2");
    },
  );

  it("reads secrets from files, whose values errors do not show", async () => {
    const folder = await temporaryFolder();
    const file = join(folder.path, "secret");
    await writeFile(file, "smtp://rosa:hunter2@mail.example\n");
    expect(readConfig({ SMTP_URL_FILE: file }).SMTP_URL).toBe("smtp://rosa:hunter2@mail.example");
    expect(await readCredentials({ AWS_ACCESS_KEY_ID: "AKIA", AWS_SECRET_ACCESS_KEY_FILE: file })).toEqual({
      accessKeyId: "AKIA",
      secretAccessKey: "smtp://rosa:hunter2@mail.example",
    });
    for (const name of ["DATABASE_URL", "IMAP_URL"])
      expect(getErrors({ [`${name}_FILE`]: file })).toMatch(`${name}: found a value that is not shown; expected`);
    const both = "SMTP_URL and SMTP_URL_FILE are both set. Set one, and leave the other empty.";
    expect(getErrors({ SMTP_URL_FILE: file, SMTP_URL: "smtp://mail.example" })).toBe(both);
    const missing = "BOUNCES_TOKEN_FILE: /nowhere/token: there is no such file or folder.";
    expect(getErrors({ BOUNCES_TOKEN_FILE: "/nowhere/token" })).toContain(missing);
    const folderAsKey = { AWS_SECRET_ACCESS_KEY_FILE: folder.path };
    expect(getErrors(folderAsKey)).toContain(`AWS_SECRET_ACCESS_KEY_FILE: ${folder.path}: this is a folder`);
    await writeFile(file, "\n");
    expect(getErrors({ DATABASE_URL_FILE: file })).toBe(`DATABASE_URL_FILE: ${file}: this file is empty.`);
    await folder.remove();
  });

  it("names all wrong variables at once", () => {
    expect(getErrors({ PORT: "x", LOG_LEVEL: "y" }).split("\n")).toHaveLength(2);
  });

  it("stops the start if a variable is wrong", async () => {
    const folder = await temporaryFolder();
    const start = startSite({ editions: "editions", data: folder.path, env: { PORT: "eighty" } });
    await expect(start).rejects.toThrow(/status 1:\s+Broadsheet did not start\.\s+PORT: found "eighty"/);
    await folder.remove();
  });
});
