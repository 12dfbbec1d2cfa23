import { sectionsOf } from "../../newsletter/subscribers.ts";
import type { Given } from "./command.ts";
import { csvLine } from "./csv.ts";

const HEAD = ["email", "status", "days", "sections", "source", "created_at", "confirmed_at", "changed_at", "reason"];
const AT_ONCE = 1000;

/** `npx broadsheet newsletter export`: the whole list as CSV, which `import` reads. */
export async function exportSubscribers({ edition, database, print }: Given): Promise<number> {
  print(csvLine(HEAD));
  for (let last = 0; ; ) {
    const rows = await database
      .selectFrom("subscribers")
      .selectAll()
      .where("edition", "=", edition.id)
      .where("id", ">", last)
      .orderBy("id")
      .limit(AT_ONCE)
      .execute();
    for (const row of rows) {
      last = row.id;
      if (row.email === null) continue;
      const sections = sectionsOf(row)?.join(" ") ?? "all";
      print(
        csvLine([
          ...[row.email, row.status, row.days, sections, row.source],
          ...[row.created_at, row.confirmed_at, row.changed_at, row.reason],
        ]),
      );
    }
    if (rows.length < AT_ONCE) return 0;
  }
}
