import { buffer } from "node:stream/consumers";
import { createTransport } from "nodemailer";
import PostalMime from "postal-mime";
import { mailFolder } from "../../mail/mailFolder.ts";
import type { Pool } from "./pool.ts";

/** Puts mails into the test inbox, while the site is being worked on and there is no mail server. */
export function openInboxPool(folder: string): Pool {
  const transport = createTransport(mailFolder(folder));
  return {
    async send({ from, to, messageId, bytes }, beforeLastByte) {
      if (!(await beforeLastByte())) throw new Error("The mail is somebody else's to send by now.");
      const mail = await PostalMime.parse(Buffer.isBuffer(bytes) ? bytes : await buffer(bytes));
      const parts = { subject: mail.subject ?? "", text: mail.text ?? "", html: mail.html ?? "" };
      const { response } = await transport.sendMail({ envelope: { from, to }, from, to, messageId, ...parts });
      return response;
    },
    close: () => {},
  };
}
