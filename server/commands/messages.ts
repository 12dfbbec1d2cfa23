import type { Config } from "../config.ts";
import { newestMessages, type StoredMessage } from "../store/contactMessages.ts";
import { openDatabase } from "../store/open.ts";

/** `npx broadsheet messages`: what readers wrote by the contact form, newest first. */
export async function printMessages(config: Config, print: (line: string) => void): Promise<number> {
  const database = await openDatabase(config.DATABASE_URL);
  const messages = await newestMessages(database);
  await database.destroy();
  if (messages.length === 0) print("No messages yet.");
  for (const message of messages) {
    print(`${message.received_at}  ${message.edition}  ${message.subject}  ${message.name} <${message.email}>`);
    print(`  ${mailing(message)}`);
    for (const line of message.body.split("\n")) print(`  | ${line}`);
    print("");
  }
  return 0;
}

function mailing({ mailed_at, attempts, last_error }: StoredMessage): string {
  if (mailed_at) return `mailed ${mailed_at}`;
  return last_error ? `not mailed yet; tried ${attempts} times, last answer: ${last_error}` : "not mailed yet";
}
