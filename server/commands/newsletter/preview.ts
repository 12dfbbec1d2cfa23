import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { choosableSections } from "../../newsletter/newsletter.ts";
import { writeIssue } from "../../newsletter/templates/letters.ts";
import { linksOfNobody } from "../../newsletter/templates/links.ts";
import { openTokens } from "../../newsletter/tokens.ts";
import { Misunderstood } from "../misunderstood.ts";
import type { Given } from "./command.ts";
import { draftNow, lastAgain } from "./draft.ts";

/** `npx broadsheet newsletter preview`: the briefing as it would be mailed now, to who chose all sections or those named. */
export async function previewBriefing(given: Given): Promise<number> {
  const draft = (await draftNow(given)) ?? (await lastAgain(given));
  if (!draft) return 1;
  const { options, print } = given;
  const choice = typeof options.sections === "string" ? options.sections.split(/[\s,]+/).filter(Boolean) : null;
  const known = choosableSections(draft.edition);
  const foreign = choice?.find((slug) => !known.includes(slug));
  if (foreign !== undefined)
    throw new Misunderstood(`there is no section "${foreign}" to choose; there are: ${known.join(", ")}.`);
  const links = linksOfNobody(await openTokens(given.database), draft.siteUrl, draft.issue.date);
  const { subject, html, text } = await writeIssue(draft.content, draft.edition, draft.issue.date, choice, links);
  print(`Subject: ${subject}`);
  print(`HTML: ${Buffer.byteLength(html)} bytes`);
  if (typeof options.out !== "string") {
    print(`\n${text}`);
    return 0;
  }
  await mkdir(options.out, { recursive: true });
  for (const [name, part] of [
    ["briefing.html", html],
    ["briefing.txt", text],
  ] as const) {
    await writeFile(join(options.out, name), part);
    print(`written ${join(options.out, name)}`);
  }
  return 0;
}
