import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";

/** Range of ports below those that the system assigns, so that no other program takes a port before the caller does. */
const PORTS = { first: 10_240, last: 32_767 };

/** Returns a TCP port of this machine that no program uses now. */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = randomInt(PORTS.first, PORTS.last + 1);
    if (await isFree(port)) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, "127.0.0.1");
  try {
    await once(server, "listening");
  } catch {
    return false;
  }
  server.close();
  await once(server, "close");
  return true;
}
