import { type SmtpError, summarizeReply } from "../../mail/smtpReplies.ts";
import { openMailPool } from "../../mail/transport.ts";
import { createSigner } from "../../newsletter/sending/dkim.ts";
import { createIssueRenderer } from "../../newsletter/sending/issueRenderer.ts";
import { getDomain, parseAddress, toEnvelopeAddress } from "../../newsletter/subscribing/mailAddress.ts";
import { loadTokens } from "../../newsletter/subscribing/tokens.ts";
import type { CommandContext } from "./context.ts";
import { composeDraftOrLoadLast } from "./draft.ts";

/** `npx broadsheet newsletter test ADDRESS`: sends the briefing as of now, or else the last one, without storing it. */
export async function sendTest(context: CommandContext): Promise<number> {
  const { argument, config, database, print } = context;
  const address = parseAddress(argument);
  if ("fault" in address) {
    print(address.fault);
    return 1;
  }
  const sign = createSigner(config);
  const pool = openMailPool({ smtpUrl: config.SMTP_URL, inbox: null }, 1);
  if (!pool) {
    print("There is no mail server: set SMTP_URL.");
    return 1;
  }
  try {
    const draft = await composeDraftOrLoadLast(context);
    if (!draft) return 1;
    const { edition, issue, siteUrl } = draft;
    const { from } = edition.newsletter;
    const domainName = getDomain(from.address);
    const render = createIssueRenderer(issue, edition, await loadTokens(database), siteUrl);
    const messageId = `<test.${Date.now()}@${domainName}>`;
    const nobody = { subscriberId: 0, secret: "", sections: null, messageId };
    const raw = sign(await render(nobody, address.email), domainName);
    const message = { from: from.address, to: toEnvelopeAddress(address.email), raw };
    const reply = await pool
      .send(message, async () => true)
      .catch((error: SmtpError) => `not accepted: ${summarizeReply(error.response ?? error.message)}`);
    print(`${address.email}: ${reply}`);
    return reply.startsWith("not accepted") ? 1 : 0;
  } finally {
    pool.close();
  }
}
