import { LRUCache } from "lru-cache";
import type { StoredIssue } from "../../store/newsletter/issues.ts";
import type { LeasedDelivery } from "../../store/newsletter/ledger.ts";
import type { BriefedEdition } from "../briefedEdition.ts";
import { parseIssue } from "../issueSchema.ts";
import { parseSections } from "../subscribing/subscribers.ts";
import type { Tokens } from "../subscribing/tokens.ts";
import { createPlaceholderLinks, PLACEHOLDER_OWNER } from "../templates/issueMessage.ts";
import { createMimeTemplate, type MimeTemplate } from "../templates/mime.ts";
import { renderIssue } from "../templates/renderIssue.ts";

type MailData = Pick<LeasedDelivery, "subscriberId" | "secret" | "sections" | "messageId">;

/** Returns the bytes of one subscriber's mail. */
export type IssueRenderer = (delivery: MailData, email: string) => Buffer;

/** Maximum number of cached templates, one per choice of sections; each takes about as much memory as a mail. */
const MAX_TEMPLATES = 200;

/** Creates a renderer that renders an issue once per choice of sections and then fills in the personal parts. */
export function createIssueRenderer(
  issue: StoredIssue,
  edition: BriefedEdition,
  tokens: Tokens,
  siteUrl: string,
): IssueRenderer {
  const content = parseIssue(issue);
  const links = createPlaceholderLinks(tokens, siteUrl, issue.date);
  const parts = {
    edition,
    issue,
    unsubscribeUrl: links.unsubscribe,
    tokenPlaceholder: tokens.create(PLACEHOLDER_OWNER),
  };
  const templates = new LRUCache<string, MimeTemplate>({ max: MAX_TEMPLATES });
  return ({ subscriberId, secret, sections, messageId }, email) => {
    const choice = parseSections(sections);
    const slugs = content.sections.map(({ slug }) => slug).filter((slug) => choice?.includes(slug) ?? true);
    const key = slugs.join(" ");
    const template =
      templates.get(key) ?? createMimeTemplate(renderIssue(content, edition, issue.date, slugs, links), parts);
    templates.set(key, template);
    return template({ email, messageId, token: tokens.create({ id: subscriberId, secret }) });
  };
}
