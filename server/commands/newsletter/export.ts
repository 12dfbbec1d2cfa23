import { parseSections } from "../../newsletter/subscribing/subscribers.ts";
import type { CommandContext } from "./context.ts";
import { formatCsvLine } from "./csv.ts";

const HEAD = ["email", "status", "days", "sections", "source", "created_at", "confirmed_at", "changed_at", "reason"];
const BATCH_SIZE = 1000;

/** `npx broadsheet newsletter export`: prints all subscribers as CSV, which `import` can read. */
export async function exportSubscribers({ edition, database, print }: CommandContext): Promise<number> {
  print(formatCsvLine(HEAD));
  for (let lastId = 0; ; ) {
    const rows = await database
      .selectFrom("subscribers")
      .selectAll()
      .where("edition", "=", edition.id)
      .where("id", ">", lastId)
      .orderBy("id")
      .limit(BATCH_SIZE)
      .execute();
    for (const { id, email, status, days, source, created_at, confirmed_at, changed_at, reason, ...row } of rows) {
      lastId = id;
      if (email === null) continue;
      const sections = parseSections(row.sections)?.join(" ") ?? "all";
      print(formatCsvLine([email, status, days, sections, source, created_at, confirmed_at, changed_at, reason]));
    }
    if (rows.length < BATCH_SIZE) return 0;
  }
}
