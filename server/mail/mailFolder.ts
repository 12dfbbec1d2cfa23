import { randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import type { Transport } from "nodemailer";

/** A mail that was put into a folder and sent to nobody. */
export interface KeptMail {
  id: string;
  sentAt: string;
  from: string;
  to: string[];
  subject: string;
  text: string;
  html: string | null;
  /** Headers and body as they would have gone over the wire. */
  source: string;
}

const NAME = /^[\w-]+\.json$/;
const SHOWN = 100;

/** A way of sending for nodemailer that puts every mail into a folder. Other processes of the same folder see it, too. */
export function mailFolder(folder: string): Transport<{ accepted: string[]; response: string }> {
  return {
    name: "folder",
    version: "1",
    send({ data, message }, callback) {
      const { from, to } = message.getEnvelope();
      const sentAt = new Date().toISOString();
      const id = `${sentAt.replace(/\D/g, "")}-${randomUUID()}`;
      const keep = async () => {
        const mail: KeptMail = {
          ...{ id, sentAt, from: from || "", to, subject: String(data.subject ?? "") },
          ...{ text: String(data.text ?? ""), html: data.html ? String(data.html) : null },
          source: await text(message.createReadStream()),
        };
        await mkdir(folder, { recursive: true });
        await writeFile(join(folder, `${id}.json`), JSON.stringify(mail));
        return { accepted: to, response: "250 kept", envelope: { from, to }, messageId: message.messageId() };
      };
      keep().then(
        (info) => callback(null, info),
        (error) => callback(error),
      );
    },
  };
}

/** The newest mails of a folder, newest first. */
export async function readMails(folder: string): Promise<KeptMail[]> {
  const names = await readdir(folder).catch(() => []);
  const newest = names
    .filter((name) => NAME.test(name))
    .sort()
    .reverse()
    .slice(0, SHOWN);
  return Promise.all(newest.map(async (name) => JSON.parse(await readFile(join(folder, name), "utf8"))));
}
