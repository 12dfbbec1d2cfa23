import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { scaleLimit } from "../../../tests/support/scaleLimit.ts";
import { type Outbound, openOutbound } from "../../net/outbound.ts";
import { createLinkChecker, isBroken } from "./linkChecks.ts";

let server: Server;
let outbound: Outbound;
let origin: string;
const requested: string[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    requested.push(request.url ?? "");
    if (request.url === "/slow") return;
    // Sends a part of the body and never ends it.
    response.writeHead(Number(request.url?.slice(1))).write("text");
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  origin = `http://${host}`;
  outbound = openOutbound({ allowedHosts: [host], userAgent: "test" });
});

afterAll(async () => {
  await outbound.close();
  server.closeAllConnections();
  server.close();
});

it("asks each address once, without its body, and does not wait for those that are silent", async () => {
  const check = createLinkChecker({ outbound, timeoutMs: scaleLimit(100) });
  const paths = ["/200", "/404", "/slow", "/200"];
  expect(await Promise.all(paths.map((path) => check(origin + path)))).toEqual([200, 404, null, 200]);
  expect(await check(`${origin}/404`)).toBe(404);
  expect(requested.toSorted()).toEqual(["/200", "/404", "/slow"]);
});

it("reaches no private host", async () => {
  expect(await createLinkChecker({ outbound })("http://127.0.0.1:9/")).toBeNull();
});

it("takes refusals that are often for programs only as answers", () => {
  expect([null, 404, 410, 500, 503].every(isBroken)).toBe(true);
  expect([200, 301, 401, 403, 405, 429].some(isBroken)).toBe(false);
});
