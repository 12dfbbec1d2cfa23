import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { getChoosableSections } from "../../newsletter/newsletter.ts";
import { loadTokens } from "../../newsletter/subscribing/tokens.ts";
import { createPlaceholderLinks } from "../../newsletter/templates/message.ts";
import { renderIssue } from "../../newsletter/templates/renderIssue.ts";
import { UsageError } from "../command.ts";
import type { CommandContext } from "./context.ts";
import { composeDraftOrLoadLast } from "./draft.ts";

/** `npx broadsheet newsletter preview`: renders the briefing as it would be sent now, for all or the given sections. */
export async function previewBriefing(context: CommandContext): Promise<number> {
  const draft = await composeDraftOrLoadLast(context);
  if (!draft) return 1;
  const { options, print, database } = context;
  const { edition, issue, content, siteUrl } = draft;
  const choice = typeof options.sections === "string" ? options.sections.split(/[\s,]+/).filter(Boolean) : null;
  const known = getChoosableSections(edition);
  const unknown = choice?.find((slug) => !known.includes(slug));
  if (unknown !== undefined)
    throw new UsageError(`there is no section "${unknown}" to choose; there are: ${known.join(", ")}.`);
  const links = createPlaceholderLinks(await loadTokens(database), siteUrl, issue.date);
  const { subject, html, text } = await renderIssue(content, edition, issue.date, choice, links);
  print(`Subject: ${subject}`);
  print(`HTML: ${Buffer.byteLength(html)} bytes`);
  if (typeof options.out !== "string") {
    print(`\n${text}`);
    return 0;
  }
  await mkdir(options.out, { recursive: true });
  for (const [name, part] of Object.entries({ "briefing.html": html, "briefing.txt": text })) {
    const path = join(options.out, name);
    await writeFile(path, part);
    print(`Wrote ${path}`);
  }
  return 0;
}
