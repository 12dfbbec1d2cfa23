import { readAddress } from "../../newsletter/address.ts";
import { newRow, subscriberByAddress } from "../../newsletter/addSubscriber.ts";
import { suppressSubscriber } from "../../newsletter/subscribers.ts";
import { openTokens } from "../../newsletter/tokens.ts";
import type { Given } from "./command.ts";

const REASON = "by the operator";

/** `npx broadsheet newsletter suppress ADDRESS`: nothing is ever mailed to it again, whoever signs it up. */
export async function suppressAddress({ words, edition, database, print }: Given): Promise<number> {
  const mailbox = readAddress(words[0] ?? "");
  if ("fault" in mailbox) {
    print(mailbox.fault);
    return 1;
  }
  const now = new Date().toISOString();
  const known = await subscriberByAddress(database, await openTokens(database), edition.id, mailbox.key);
  if (known) await suppressSubscriber(database, known.id, REASON, now);
  else
    await database
      .insertInto("subscribers")
      .values({ ...newRow(edition.id, mailbox, "operator", now), status: "suppressed", reason: REASON })
      .execute();
  print(`${mailbox.email} is suppressed${known ? "" : "; it was not on the list"}. Nothing is sent to it.`);
  return 0;
}
