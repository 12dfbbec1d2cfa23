import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A TCP proxy that can cut a node off from its database without closing connections, like a broken network. */
export interface TcpProxy {
  port: number;
  /** Holds back all bytes of open and new connections. */
  cut(): void;
  /** Lets bytes pass again, including those that `cut` has held back. */
  mend(): void;
  /** Lets new connections pass, like a firewall after a restart. Older connections stay open, but pass no bytes. */
  forget(): void;
  close(): Promise<void>;
}

export async function openTcpProxy(target: { host: string; port: number }): Promise<TcpProxy> {
  const pairs = new Set<[Socket, Socket]>();
  let isCut = false;
  const server = createServer((client) => {
    const upstream = connect(target);
    // Sends small packets at once, as PostgreSQL and its driver do. Otherwise, one response in ten would wait 40 ms for
    // an acknowledgment.
    for (const socket of [client, upstream]) socket.setNoDelay();
    const pair: [Socket, Socket] = [client, upstream];
    pairs.add(pair);
    for (const [from, to] of [pair, pair.toReversed() as [Socket, Socket]]) {
      from.on("error", () => to.destroy());
      from.on("close", () => {
        to.destroy();
        pairs.delete(pair);
      });
      from.pipe(to);
      if (isCut) from.pause();
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    cut() {
      isCut = true;
      for (const socket of [...pairs].flat()) socket.pause();
    },
    mend() {
      isCut = false;
      for (const socket of [...pairs].flat()) socket.resume();
    },
    forget() {
      isCut = false;
    },
    async close() {
      for (const socket of [...pairs].flat()) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
