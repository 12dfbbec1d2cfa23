import type { MailHost } from "./mailHost.ts";
import type { Site } from "./site.ts";

/** A mail's text as its reader sees it. */
export interface ReadMail {
  to: string[];
  source: string;
  /** The first address of a page of ours that has a token, from its first slash. */
  link: string;
}

/** Waits until the site has mailed so many confirmations, and reads the newest one to an address. */
export async function mailTo(site: Site, host: MailHost, address: string, count = 1): Promise<ReadMail> {
  await site.logs(() => mailsTo(host, address).length >= count);
  const mail = mailsTo(host, address).at(-1);
  if (!mail) throw new Error(`There is no mail to ${address}.`);
  const text = mail.source.replaceAll("=\r\n", "");
  return { ...mail, link: /https?:\/\/[^/\s]+(\/newsletter\/\w+\/[\w-]+)/.exec(text)?.[1] ?? "" };
}

function mailsTo(host: MailHost, address: string) {
  return host.mails.filter(({ to }) => to.includes(address));
}
