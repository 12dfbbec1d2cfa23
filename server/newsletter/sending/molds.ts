import type { Claimed } from "../../store/newsletter/deliveries.ts";
import type { StoredIssue } from "../../store/newsletter/issues.ts";
import type { IssueContent } from "../content.ts";
import { sectionsOf } from "../subscribers.ts";
import { type Mold, moldOf } from "../templates/bytes.ts";
import type { BriefedEdition } from "../templates/letter.ts";
import { writeIssue } from "../templates/letters.ts";
import { linksOfNobody, NOBODY } from "../templates/links.ts";
import type { Tokens } from "../tokens.ts";

/** An issue's mails: written once for each choice of sections, and made personal for each subscriber. */
export interface Molds {
  cast(claimed: Pick<Claimed, "subscriberId" | "secret" | "sections" | "messageId">, email: string): Promise<Buffer>;
}

/** Choices that are kept ready; one takes about as many bytes as a mail. */
const KEPT = 200;
/** @param siteUrl where the links of the mails lead, without a slash at the end */
export function openMolds(issue: StoredIssue, edition: BriefedEdition, tokens: Tokens, siteUrl: string): Molds {
  const content = JSON.parse(issue.content) as IssueContent;
  const tokenInParts = tokens.tokenOf(NOBODY);
  const kept = new Map<string, Promise<Mold>>();
  const links = linksOfNobody(tokens, siteUrl, issue.date);

  async function make(choice: string[] | null): Promise<Mold> {
    const rendered = await writeIssue(content, edition, issue.date, choice, links);
    return moldOf(rendered, { edition, date: issue.date, createdAt: issue.created_at, tokenInParts });
  }

  /** The choice that was used last stands last, so that the first is the one to forget. */
  function moldFor(sections: string | null): Promise<Mold> {
    const choice = sectionsOf({ sections });
    const known = content.sections.map(({ slug }) => slug).filter((slug) => choice?.includes(slug) ?? true);
    const key = known.join(" ");
    const mold = kept.get(key) ?? make(known);
    kept.delete(key);
    kept.set(key, mold);
    const [oldest] = kept.keys();
    if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest);
    return mold;
  }

  return {
    async cast({ subscriberId, secret, sections, messageId }, email) {
      const mold = await moldFor(sections);
      const token = tokens.tokenOf({ id: subscriberId, secret });
      const unsubscribe = links.unsubscribe.replace(tokenInParts, token);
      return mold.cast({ email, messageId, token, unsubscribe });
    },
  };
}
