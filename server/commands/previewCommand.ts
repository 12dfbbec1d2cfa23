import { rmSync } from "node:fs";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join, relative, resolve } from "node:path";
import { DEFAULT_EDITIONS_DIR, DEFAULT_STORE } from "../config.ts";
import { describeMisnamedFile } from "../editions/loading/editionFile.ts";
import { hasEntry } from "../files/missingFiles.ts";
import { FILE_VARIABLES } from "../secretFiles.ts";
import { getStorePath } from "../store/open.ts";
import { mergeWriteAheadLog } from "../store/snapshot.ts";
import { INSTALLATION, InputError, print } from "./command.ts";
import { FIRST_STORY } from "./newEdition/firstStory.ts";

/**
 * `npx broadsheet preview FOLDER`: serves one edition on this machine until SIGTERM or SIGINT. Ignores the server's
 * settings and sends no mails. Open pages reload when files are saved. Uses the store of `npm start`. If this store is
 * in use or DATABASE_URL is set, uses a temporary store instead.
 *
 * @throws {InputError} if the folder has no `edition.yaml`
 */
export async function runPreview(folder: string, port: string): Promise<number> {
  const path = resolve(folder);
  if (!hasEntry(join(path, "edition.yaml")))
    throw new InputError(
      (await describeMisnamedFile(path)) ??
        `${folder}: there is no edition.yaml in this folder. \`npx broadsheet new\` writes one.`,
    );
  const temporary = await mkdtemp(join(tmpdir(), "broadsheet-preview-"));
  process.once("exit", () => rmSync(temporary, { recursive: true, force: true }));
  const noSettings = join(temporary, "environment");
  await writeFile(noSettings, "");
  // Makes the path absolute, because the working directory is changed before the server opens the store.
  const store = resolve(getStorePath(DEFAULT_STORE) ?? "");
  const obstacle = findObstacle(store);
  const addCommand = formatAddCommand(path);
  const url = `http://localhost:${port}`;
  Object.assign(process.env, {
    EDITIONS_DIR: dirname(path),
    EDITIONS: basename(path),
    SITE_URL: url,
    PORT: port,
    PREVIEW: "on",
    DATA_DIR: obstacle ? temporary : dirname(store),
    DATABASE_URL: `sqlite:${obstacle ? join(temporary, basename(store)) : store}`,
    HOST: "localhost",
    // Disables the page cache, so that every page shows the saved files.
    PAGE_CACHE_MB: "0",
    LOG_LEVEL: process.env.LOG_LEVEL ?? "warn",
  });
  for (const name of ["SMTP_URL", "IMAP_URL", "IMAGES_URL", "CDN_PURGE_URL", "METRICS_PORT"]) delete process.env[name];
  for (const name of FILE_VARIABLES) delete process.env[`${name}_FILE`];
  process.argv.splice(2, process.argv.length, "--env-file", noSettings);
  process.chdir(INSTALLATION);
  await import("../main.ts");
  print(`${url} shows ${folder}, and reloads as you save its files. Ctrl-C stops it.`);
  if (obstacle) print(`It does not show the newsroom's stories, since ${obstacle}.`);
  else print(`It shows the newsroom's stories, too. Add one in another terminal:\n  ${addCommand}`);
  return 0;
}

/** Returns the reason why the preview cannot use the store of `npm start`; undefined if it can. */
function findObstacle(store: string): string | undefined {
  if (process.env.DATABASE_URL || process.env.DATABASE_URL_FILE) return "DATABASE_URL names the store of a server";
  return hasEntry(store) && !mergeWriteAheadLog(store)
    ? `another process, such as npm start, uses ${store}`
    : undefined;
}

function formatAddCommand(path: string): string {
  const isElsewhere = dirname(path) !== resolve(DEFAULT_EDITIONS_DIR);
  const file = hasEntry(join(path, FIRST_STORY)) ? relative("", join(path, FIRST_STORY)) : "FILE.md";
  const setting = isElsewhere ? `EDITIONS_DIR=${dirname(path)} ` : "";
  return `${setting}npx broadsheet stories add ${file} --edition ${basename(path)}`;
}
