import { join } from "node:path";
import type { EditionConfig } from "../schema/schema.ts";
import { findLineInFile } from "../yaml/yamlLines.ts";

interface EditionAddress extends Pick<EditionConfig, "hosts" | "url" | "default"> {
  folder: string;
}

/** Returns an error line for each host name that another edition has, too, and one for a second default edition. */
export async function listClashes(edition: EditionAddress, others: readonly EditionAddress[]): Promise<string[]> {
  const faults: string[] = [];
  for (const host of edition.hosts) {
    const owner = others.find(({ hosts }) => hosts.includes(host));
    if (!owner) continue;
    const both = [await locateHost(edition, host), await locateHost(owner, host)];
    faults.push(`${both[0]}: found the host name ${host}, which ${both[1]} has, too; expected one edition per host.`);
  }
  const otherDefault = edition.default ? others.find((other) => other.default) : undefined;
  if (otherDefault) {
    const both = [await locate(edition, ["default"]), await locate(otherDefault, ["default"])];
    faults.push(`${both[0]}: found "default: true", as in ${both[1]}; expected one default edition.`);
  }
  return faults;
}

/** Returns file and line of a host name: of its entry in `hosts`, or of the `url` that contains it. */
function locateHost(edition: EditionAddress, host: string): Promise<string> {
  const isOfUrl = edition.url !== undefined && new URL(edition.url).hostname === host;
  return locate(edition, isOfUrl ? ["url"] : ["hosts", edition.hosts.indexOf(host)]);
}

async function locate({ folder }: EditionAddress, path: (string | number)[]): Promise<string> {
  const file = join(folder, "edition.yaml");
  return `${file}:${await findLineInFile(file, path)}`;
}
