import type { MailHost } from "./mailHost.ts";
import type { Site } from "./site.ts";

/** A received mail, such as one that asks to confirm an address. */
export interface ReceivedMail {
  to: string[];
  source: string;
  /** Path of the first link with a token. */
  link: string;
}

/** Waits until an address has received `count` mails, and returns the newest mail. */
export async function waitForMail(site: Site, host: MailHost, address: string, count = 1): Promise<ReceivedMail> {
  await site.logs(() => findMails(host, address).length >= count);
  const mail = findMails(host, address).at(-1);
  if (!mail) throw new Error(`There is no mail to ${address}.`);
  const text = mail.source.replaceAll("=\r\n", "");
  return { ...mail, link: /https?:\/\/[^/\s]+(\/newsletter\/\w+\/[\w-]+)/.exec(text)?.[1] ?? "" };
}

function findMails(host: MailHost, address: string) {
  return host.mails.filter(({ to }) => to.includes(address));
}
