import { join } from "node:path";
import { broadsheet } from "./commandLine.ts";
import { NO_FEEDS, writeTestEdition } from "./editions.ts";
import { type Site, startSite, temporaryFolder } from "./site.ts";
import { storeUrlIn } from "./stores.ts";

/** A site with a desk, and the commands of its operator. */
export interface DeskSite {
  site: Site;
  /** Address of the desk on this machine, with the hostname that browsers use. */
  url: string;
  folder: string;
  storeUrl: string;
  /** Runs a command, and returns its output. */
  run(...args: string[]): Promise<string>;
  /** Adds a person to the test edition, and returns the path of the person's one-time link. */
  addPerson(name: string, role: string, ...options: string[]): Promise<string>;
  stop(): Promise<void>;
}

/** @param otherLanguage language of a second edition, "lagos"; undefined for no second edition */
export async function startDeskSite(env: Record<string, string> = {}, otherLanguage?: string): Promise<DeskSite> {
  const folder = await temporaryFolder();
  const editions = await writeTestEdition(join(folder.path, "editions"), NO_FEEDS);
  if (otherLanguage)
    await writeTestEdition(editions, {
      ...NO_FEEDS,
      id: "lagos",
      host: "lagos.example",
      change(edition) {
        edition.set("language", otherLanguage);
        edition.set("name", "Lagos Ledger");
      },
    });
  const storeUrl = storeUrlIn(folder.path);
  const site = await startSite({ editions, data: folder.path, env: { DESK: "on", DESK_PORT: "0", ...env } });
  await site.logs((log) => log.includes("serving the desk"));
  const [, port = ""] = /"port":(\d+),"host":"127.0.0.1","msg":"serving the desk"/.exec(site.written()) ?? [];
  const run = async (...args: string[]) => {
    const { status, output, errors } = await broadsheet(args, {
      ...env,
      DATABASE_URL: storeUrl,
      EDITIONS_DIR: editions,
    });
    if (status !== 0) throw new Error(output + errors);
    return output;
  };
  return {
    site,
    url: `http://localhost:${port}`,
    folder: folder.path,
    storeUrl,
    run,
    async addPerson(name, role, ...options) {
      const output = await run("people", "add", name, "--role", role, ...options);
      return /\/link\/\w+/.exec(output)?.[0] ?? "";
    },
    async stop() {
      await site.stop();
      await folder.remove();
    },
  };
}
