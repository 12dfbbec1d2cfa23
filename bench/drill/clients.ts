import { setTimeout as wait } from "node:timers/promises";
import { openRaw } from "../../tests/support/rawConnection.ts";

/** Number of front pages that a client requests and never reads. They exceed the client's receive buffer. */
const UNREAD_PAGES = 10;

/** Opens slow connections: half of them never finish their request, and the others never read their responses. */
export async function holdSlowClients(url: string, count: number, holdMs: number): Promise<void> {
  const clients = await Promise.all(Array.from({ length: count }, () => openRaw(url)));
  for (const [index, client] of clients.entries())
    if (index % 2 === 0) client.write("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow:");
    else {
      client.pause();
      client.write("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".repeat(UNREAD_PAGES));
    }
  await wait(holdMs);
  for (const client of clients) client.resume();
  await Promise.all(clients.map((client) => client.reset()));
}

/**
 * Makes a number of clients request different searches and missing articles for `holdMs`.
 *
 * @throws {Error} if a status is none of 200, 404 and 503
 */
export async function requestUncached(url: string, clients: number, holdMs: number): Promise<void> {
  const end = performance.now() + holdMs;
  const wrong: string[] = [];
  let count = 0;
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (performance.now() < end) {
        const number = count++;
        const path = number % 3 === 0 ? `/article/missing-${number}` : `/search?q=report+${number}`;
        const response = await fetch(url + path);
        await response.arrayBuffer();
        if (![200, 404, 503].includes(response.status)) wrong.push(`${path} returned status ${response.status}`);
      }
    }),
  );
  if (wrong.length > 0) throw new Error(wrong.slice(0, 5).join("; "));
}
