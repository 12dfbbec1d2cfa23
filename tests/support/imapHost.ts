import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";

/** IMAP server (RFC 3501) with one mailbox, and with the commands needed to read it. */
export interface ImapHost {
  /** Value of IMAP_URL. */
  url: string;
  /** UIDs of the mails that are marked as seen. */
  seen: ReadonlySet<number>;
  close(): Promise<void>;
}

/** @param mails headers and bodies; their UIDs begin with 1 */
export async function startImapHost(mails: readonly string[]): Promise<ImapHost> {
  const seen = new Set<number>();
  const server = createServer((socket) => {
    let rest = "";
    socket.on("error", () => {});
    socket.write("* OK [CAPABILITY IMAP4rev1] ready\r\n");
    socket.setEncoding("latin1").on("data", (chunk) => {
      rest += chunk;
      for (let end = rest.indexOf("\r\n"); end >= 0; end = rest.indexOf("\r\n")) {
        const line = rest.slice(0, end);
        rest = rest.slice(end + 2);
        socket.write(respond(line), "latin1");
        if (/^\S+ LOGOUT/i.test(line)) socket.end();
      }
    });
  });

  function respond(line: string): string {
    const [, tag = "*", command = "", rest = ""] = /^(\S+) ((?:UID )?\S+) ?(.*)$/i.exec(line) ?? [];
    const done = (untagged = "") => `${untagged}${tag} OK done\r\n`;
    const uid = Number.parseInt(rest, 10);
    switch (command.toUpperCase()) {
      case "CAPABILITY":
        return done("* CAPABILITY IMAP4rev1\r\n");
      case "LOGIN":
        return rest.replaceAll('"', "") === "desk secret" ? done() : `${tag} NO wrong password\r\n`;
      case "SELECT":
        return done(`* ${mails.length} EXISTS\r\n* FLAGS (\\Seen)\r\n* OK [UIDVALIDITY 1] ok\r\n`);
      case "LIST":
        return done('* LIST () "/" INBOX\r\n');
      case "UID SEARCH": {
        const unseen = mails.map((_, index) => index + 1).filter((number) => !seen.has(number));
        return done(`* SEARCH ${unseen.join(" ")}\r\n`);
      }
      case "UID FETCH": {
        const mail = mails[uid - 1] ?? "";
        return done(`* ${uid} FETCH (UID ${uid} BODY[]<0> {${mail.length}}\r\n${mail})\r\n`);
      }
      case "UID STORE":
        seen.add(uid);
        return done();
      case "LOGOUT":
        return done("* BYE\r\n");
      default:
        return ["NOOP", "CLOSE", "UNSELECT", "ENABLE", "ID"].includes(command.toUpperCase())
          ? done()
          : `${tag} BAD unknown\r\n`;
    }
  }

  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `imap://desk:secret@127.0.0.1:${port}`,
    seen,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
