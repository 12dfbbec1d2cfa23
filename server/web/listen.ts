import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { KEEP_ALIVE_MS } from "./cache/rawResponse.ts";
import { openFrontDoor } from "./fastPath/fastPath.ts";
import type { KeptPages } from "./keptPages.ts";

export interface Listening {
  /** The port, also where 0 was asked for. */
  port: number;
  /** Takes no new request, lets those in flight end, and returns when they have. */
  close(): Promise<void>;
}

/** How long a request in flight may hold up the end of the process. */
const GRACE_MS = 10_000;

/**
 * @param look finds what is kept, to be sent before node:http sees the request; without it, the listener answers everything
 * @throws {Error} naming the port and what to do where it cannot be had
 */
export async function listen(
  listener: RequestListener,
  port: number,
  host: string | undefined,
  look?: KeptPages["look"],
): Promise<Listening> {
  let isClosing = false;
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => {
    if (isClosing) response.setHeader("connection", "close");
    listener(request, response);
  });
  const door = look && openFrontDoor(server, look);
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => reject(explain(error, port, host)));
    server.listen(port, host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        isClosing = true;
        const overdue = setTimeout(() => {
          server.closeAllConnections();
          door?.destroy();
        }, GRACE_MS);
        server.close(() => {
          clearTimeout(overdue);
          resolve();
        });
        server.closeIdleConnections();
        door?.close();
      }),
  };
}

function explain(error: NodeJS.ErrnoException, port: number, host: string | undefined): Error {
  if (error.code === "EADDRINUSE")
    return new Error(
      `Port ${port} is taken by another program. End it, or set PORT to a free port, such as PORT=${port + 1}.`,
    );
  if (error.code === "EACCES") return new Error(`Port ${port} is not open to this user. Set PORT to one above 1023.`);
  if (error.code === "EADDRNOTAVAIL" || error.code === "ENOTFOUND")
    return new Error(`HOST: found "${host}"; allowed is an IP address or host name of this machine.`);
  return error;
}
