import { randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { callbackify } from "node:util";
import type { MailMessage, Transport } from "nodemailer";
import PostalMime from "postal-mime";
import { ignoreMissing } from "../files/missingFiles.ts";

/** A message that was stored in a folder instead of being sent. */
export interface StoredMail {
  id: string;
  sentAt: string;
  from: string;
  to: string;
  subject: string;
  text: string;
  html: string | undefined;
  /** The whole message, with headers, as a mail server would have received it. */
  source: string;
}

const FILE_NAME = /^(\d+)-[\w-]+\.eml$/;
const MAX_LISTED = 100;

/** Creates a nodemailer transport that stores messages in a folder, where other processes can read them. */
export function createFolderTransport(folder: string): Transport<{ response: string }> {
  return {
    name: "folder",
    version: "1",
    send: callbackify(async ({ message }: MailMessage<{ response: string }>) => {
      const source = await text(message.createReadStream());
      await mkdir(folder, { recursive: true });
      await writeFile(join(folder, `${Date.now()}-${randomUUID()}.eml`), source);
      return { response: "250 stored" };
    }),
  };
}

/** Returns up to 100 messages of a folder, newest first; [] if there is no folder. */
export async function readMails(folder: string): Promise<StoredMail[]> {
  const names = (await readdir(folder).catch(ignoreMissing)) ?? [];
  const newest = names
    .filter((name) => FILE_NAME.test(name))
    .sort()
    .reverse()
    .slice(0, MAX_LISTED);
  return Promise.all(
    newest.map(async (name) => {
      const source = await readFile(join(folder, name), "utf8");
      const sentAt = new Date(Number(FILE_NAME.exec(name)?.[1])).toISOString();
      const { from, to = [], subject = "", text = "", html } = await PostalMime.parse(source);
      const recipients = to.map(({ address }) => address).join(", ");
      const id = name.replace(".eml", "");
      return { id, sentAt, from: from?.address ?? "", to: recipients, subject, text, html, source };
    }),
  );
}
