import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { hasEntry } from "../files/missingFiles.ts";
import { FILE_VARIABLES } from "../secretFiles.ts";
import { InputError, print } from "./command.ts";

/**
 * `npx broadsheet preview FOLDER`: serves one edition on this machine. Uses a new store in a temporary folder, ignores
 * the server's settings and sends no mails. Open pages reload when files are saved. Runs until SIGTERM or SIGINT.
 *
 * @throws {InputError} if the folder has no `edition.yaml`
 */
export async function runPreview(folder: string, port: string): Promise<number> {
  const path = resolve(folder);
  if (!hasEntry(join(path, "edition.yaml")))
    throw new InputError(`${folder}: there is no edition.yaml in this folder. \`npx broadsheet new\` writes one.`);
  const data = await mkdtemp(join(tmpdir(), "broadsheet-preview-"));
  const noSettings = join(data, "environment");
  await writeFile(noSettings, "");
  const url = `http://localhost:${port}`;
  Object.assign(process.env, {
    EDITIONS_DIR: dirname(path),
    EDITIONS: basename(path),
    SITE_URL: url,
    PORT: port,
    PREVIEW: "on",
    DATA_DIR: data,
    DATABASE_URL: `sqlite:${join(data, "broadsheet.db")}`,
    HOST: "localhost",
    // Disables the page cache, so that every page shows the saved files.
    PAGE_CACHE_MB: "0",
    LOG_LEVEL: process.env.LOG_LEVEL ?? "warn",
  });
  for (const name of ["SMTP_URL", "IMAP_URL", "IMAGES_URL", "CDN_PURGE_URL", "METRICS_PORT"]) delete process.env[name];
  for (const name of FILE_VARIABLES) delete process.env[`${name}_FILE`];
  process.argv.splice(2, process.argv.length, "--env-file", noSettings);
  await import("../main.ts");
  print(`${url} shows ${folder}, and reloads as you save its files. Ctrl-C stops it.`);
  return 0;
}
