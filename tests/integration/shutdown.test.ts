import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { connect } from "node:net";
import { expect, it } from "vitest";
import { startSite, temporaryFolder } from "../support/site.ts";

it("lets a request in flight end on SIGTERM, takes no new one, and closes the store", async () => {
  const folder = await temporaryFolder();
  const site = await startSite({ editions: "editions", data: folder.path });
  const { port, hostname } = new URL(site.url);

  // Half a request: it is in flight until the other half comes.
  const socket = connect(Number(port), hostname).setEncoding("utf8");
  await once(socket, "connect");
  socket.write("GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n");
  await fetch(`${site.url}/healthz`);

  const stopped = site.stop();
  await site.logs((log) => log.includes('"stopping"'));
  await expect(fetch(`${site.url}/healthz`)).rejects.toThrow();
  let answer = "";
  socket.on("data", (chunk) => {
    answer += chunk;
  });
  socket.write("\r\n");
  await once(socket, "end");
  expect(answer).toMatch(/^HTTP\/1\.1 200 OK[\s\S]*ok/);
  expect(await stopped).toBe(0);

  // SQLite takes its write-ahead log away where the last connection was closed, and leaves it where it was not.
  expect((await readdir(folder.path)).filter((name) => name.startsWith("broadsheet.db"))).toEqual(["broadsheet.db"]);
  await folder.remove();
});
