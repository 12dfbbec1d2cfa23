import { parseAddress } from "../../newsletter/subscribing/mailAddress.ts";
import {
  createSubscriberRow,
  findSubscriberByAddress,
  suppressSubscriber,
} from "../../newsletter/subscribing/subscribers.ts";
import { loadTokens } from "../../newsletter/subscribing/tokens.ts";
import type { CommandContext } from "./context.ts";

const REASON = "by the operator";

/** `npx broadsheet newsletter suppress ADDRESS`: never sends mail to an address again, even if it is signed up. */
export async function suppressAddress({ argument, edition, database, print }: CommandContext): Promise<number> {
  const mailbox = parseAddress(argument);
  if ("fault" in mailbox) {
    print(mailbox.fault);
    return 1;
  }
  const now = new Date().toISOString();
  const known = await findSubscriberByAddress(database, await loadTokens(database), edition.id, mailbox.key);
  if (known) await suppressSubscriber(database, known.id, REASON, now);
  else {
    const row = createSubscriberRow(edition.id, mailbox, "operator", now);
    await database
      .insertInto("subscribers")
      .values({ ...row, status: "suppressed", reason: REASON })
      .execute();
  }
  print(`${mailbox.email} is suppressed${known ? "" : "; it was not on the list"}. No mail is sent to it.`);
  return 0;
}
