import { mailboxOf, readAddress } from "../../newsletter/address.ts";
import type { SmtpError } from "../../newsletter/sending/answers.ts";
import { wordsOf } from "../../newsletter/sending/answers.ts";
import { openSigner } from "../../newsletter/sending/dkim.ts";
import { openMolds } from "../../newsletter/sending/molds.ts";
import { openPool } from "../../newsletter/sending/pool.ts";
import { domainOf } from "../../newsletter/templates/bytes.ts";
import { openTokens } from "../../newsletter/tokens.ts";
import type { Given } from "./command.ts";
import { draftNow, lastAgain } from "./draft.ts";

/** `npx broadsheet newsletter test ADDRESS`: mails the briefing as it would be now, or else the last one, to one address, and keeps nothing of it. */
export async function sendTest(given: Given): Promise<number> {
  const { words, config, database, print } = given;
  const address = readAddress(words[0] ?? "");
  if ("fault" in address) {
    print(address.fault);
    return 1;
  }
  if (!config.SMTP_URL) {
    print("There is no mail server: set SMTP_URL.");
    return 1;
  }
  const sign = openSigner(config);
  const draft = (await draftNow(given)) ?? (await lastAgain(given));
  if (!draft) return 1;
  const { edition, issue, siteUrl } = draft;
  const { from } = edition.newsletter;
  const molds = openMolds(issue, edition, await openTokens(database), siteUrl);
  const messageId = `<test.${Date.now()}@${domainOf(from.address)}>`;
  const nobody = { subscriberId: 0, secret: "", sections: null, messageId };
  const bytes = sign(await molds.cast(nobody, address.email), domainOf(from.address));
  const pool = openPool(config.SMTP_URL, 1);
  try {
    const mail = { from: from.address, to: mailboxOf(address.email), messageId, bytes };
    print(`${address.email}: ${await pool.send(mail, async () => true)}`);
    return 0;
  } catch (error) {
    print(`${address.email}: not taken: ${wordsOf(error as SmtpError)}`);
    return 1;
  } finally {
    pool.close();
  }
}
