import { createServer } from "node:net";

/**
 * An SMTP server in its own process, which accepts every mail immediately and stores none. Sends its port to its parent
 * and, after each message from its parent, the number of accepted mails.
 */

const END = Buffer.from("\r\n.\r\n");
let accepted = 0;

const server = createServer((socket) => {
  let isInData = false;
  let rest: Buffer = Buffer.alloc(0);
  socket.setNoDelay(true);
  socket.on("error", () => {});
  socket.write("220 sink\r\n");
  socket.on("data", (chunk: Buffer) => {
    rest = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    for (;;) {
      if (isInData) {
        const end = rest.indexOf(END);
        if (end < 0) {
          // Keeps the last bytes, which may be the beginning of END.
          rest = rest.subarray(-(END.length - 1));
          return;
        }
        rest = rest.subarray(end + END.length);
        isInData = false;
        accepted++;
        socket.write("250 2.0.0 accepted\r\n");
      }
      const line = rest.indexOf("\r\n");
      if (line < 0) return;
      const command = rest.toString("latin1", 0, 4).toUpperCase();
      rest = rest.subarray(line + 2);
      if (command === "DATA") {
        isInData = true;
        socket.write("354 go on\r\n");
      } else if (command === "EHLO") socket.write("250-sink\r\n250-PIPELINING\r\n250-8BITMIME\r\n250 SMTPUTF8\r\n");
      else if (command === "QUIT") return void socket.end("221 bye\r\n");
      else socket.write("250 ok\r\n");
    }
  });
});
server.listen(0, "127.0.0.1", () => process.send?.({ port: (server.address() as { port: number }).port }));
process.on("message", () => process.send?.({ accepted }));
process.on("disconnect", () => process.exit(0));
