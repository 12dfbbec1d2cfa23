import { createTransport, type SendMailOptions } from "nodemailer";
import { mailFolder } from "./mailFolder.ts";

/** Hands mails to the mail server, one after the other. */
export interface Post {
  /** @throws where the server does not take it; `refusalOf` says whether that is about this one mail */
  send(mail: SendMailOptions): Promise<void>;
  close(): void;
}

interface Parts {
  /** Where the mail server is, as SMTP_URL has it. */
  smtpUrl: string | undefined;
  /** Where mails are put while the site is being worked on and there is no mail server; null otherwise. */
  inbox: string | null;
}

/** How long a mail server may take to answer each step. */
const PATIENCE_MS = 15_000;

/** @returns null where nothing can be mailed */
export function openPost({ smtpUrl, inbox }: Parts): Post | null {
  if (!smtpUrl && inbox === null) return null;
  const transport = smtpUrl
    ? createTransport({
        url: smtpUrl,
        connectionTimeout: PATIENCE_MS,
        greetingTimeout: PATIENCE_MS,
        socketTimeout: PATIENCE_MS,
      })
    : createTransport(mailFolder(inbox ?? ""));
  return {
    // Nothing in a mail names a file or an address that should be put into it.
    send: async (mail) => void (await transport.sendMail({ ...mail, disableFileAccess: true, disableUrlAccess: true })),
    close: () => transport.close(),
  };
}
