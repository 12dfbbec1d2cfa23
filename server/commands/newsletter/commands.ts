import { parseArgs } from "node:util";
import type { Config } from "../../config.ts";
import type { Edition } from "../../editions/load.ts";
import { loadEditions } from "../../editions/load.ts";
import { openDatabase } from "../../store/open.ts";
import { Misunderstood } from "../misunderstood.ts";
import { readBounce } from "./bounces.ts";
import type { Given } from "./command.ts";
import { exportSubscribers } from "./export.ts";
import { importSubscribers } from "./import.ts";
import { previewBriefing } from "./preview.ts";
import { sendBriefing } from "./send.ts";
import { printNewsletterStatus } from "./status.ts";
import { suppressAddress } from "./suppress.ts";
import { sendTest } from "./test.ts";

interface NewsletterCommand {
  /** Its options beside --edition. */
  options?: Record<string, { type: "string" | "boolean" }>;
  /** How many words it needs behind its name, and what they are. */
  needs?: { count: number; what: string };
  run(given: Given): Promise<number>;
}

const COMMANDS: Record<string, NewsletterCommand> = {
  import: {
    options: { confirmed: { type: "boolean" } },
    needs: { count: 1, what: "the name of a CSV file" },
    run: importSubscribers,
  },
  export: { run: exportSubscribers },
  suppress: { needs: { count: 1, what: "an e-mail address" }, run: suppressAddress },
  status: { run: printNewsletterStatus },
  preview: { options: { out: { type: "string" }, sections: { type: "string" } }, run: previewBriefing },
  test: { needs: { count: 1, what: "an e-mail address" }, run: sendTest },
  send: { options: { "dry-run": { type: "boolean" } }, run: sendBriefing },
  bounces: { needs: { count: 1, what: "the name of a file with one mail" }, run: readBounce },
};

/** `npx broadsheet newsletter …`: the briefing and its subscribers. */
export async function runNewsletter(
  [name = "", ...rest]: string[],
  config: Config,
  print: Given["print"],
  showProgress: Given["showProgress"],
): Promise<number> {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) throw new Misunderstood(`newsletter needs one of: ${Object.keys(COMMANDS).join(", ")}.`);
  const { values, positionals: words } = parseArgs({
    args: rest,
    options: { edition: { type: "string" }, ...command.options },
    allowPositionals: true,
  });
  const { count, what } = command.needs ?? { count: 0, what: "nothing more" };
  if (words.length !== count) throw new Misunderstood(`newsletter ${name} needs ${what}.`);
  const edition = choose(await loadEditions(config.EDITIONS_DIR), values.edition);
  const database = await openDatabase(config.DATABASE_URL);
  try {
    return await command.run({ words, options: values, edition, database, config, print, showProgress });
  } finally {
    await database.destroy();
  }
}

/** The edition that is named, else the one that answers for names which nobody lists. */
function choose(editions: readonly Edition[], id: string | boolean | undefined): Edition {
  const chosen = id === undefined ? (editions.find((edition) => edition.default) ?? editions[0]) : undefined;
  const edition = chosen ?? editions.find((edition) => edition.id === id);
  if (!edition)
    throw new Misunderstood(`there is no edition "${id}"; there are: ${editions.map(({ id }) => id).join(", ")}.`);
  return edition;
}
