import type { Config } from "../config.ts";
import { listMessages, type StoredMessage } from "../store/contactMessages.ts";
import { openDatabase } from "../store/open.ts";
import type { Print } from "./command.ts";

/** `npx broadsheet messages`: prints the messages from the contact form, newest first. */
export async function printMessages(config: Config, print: Print): Promise<number> {
  const database = await openDatabase(config.DATABASE_URL);
  const messages = await listMessages(database);
  await database.destroy();
  if (messages.length === 0) print("No messages yet.");
  for (const message of messages) {
    print(`${message.received_at}  ${message.edition}  ${message.subject}  ${message.name} <${message.email}>`);
    print(`  ${formatDelivery(message)}`);
    for (const line of message.body.split("\n")) print(`  | ${line}`);
    print("");
  }
  return 0;
}

function formatDelivery({ mailed_at, attempts, last_error }: StoredMessage): string {
  if (mailed_at) return `mailed ${mailed_at}`;
  return last_error ? `not mailed yet; tried ${attempts} times, last error: ${last_error}` : "not mailed yet";
}
