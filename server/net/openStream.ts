import type { Socket } from "node:net";
import type { Readable } from "node:stream";
import type { buildConnector } from "undici";
import { unchunk } from "./chunkedEncoding.ts";
import { OutboundError } from "./guard.ts";

/** An answer that goes on: its head, and its body as it comes. */
export interface OpenStream {
  status: number;
  /** Names in lower case; of a repeated header the last. */
  headers: Record<string, string>;
  /** Paused, and to be destroyed by whoever asked. */
  body: Readable;
}

const MAX_HEAD_BYTES = 16 * 1024;

/**
 * Asks for a document that has no end, and returns when its head is there.
 *
 * Spoken by hand, in HTTP/1.0: old SHOUTcast servers answer "ICY 200 OK" in place of "HTTP/1.0 200 OK", which no HTTP
 * client takes, and some break off where HTTP/1.1 is spoken.
 *
 * @param connect opens the socket, with its own time limit
 * @param headMs how long the server may take for the head, once connected
 * @throws {OutboundError} where there is no head
 */
export async function openStream(
  url: URL,
  headers: Record<string, string>,
  connect: buildConnector.connector,
  headMs: number,
): Promise<OpenStream> {
  const socket = await connectTo(url, connect);
  const lines = Object.entries({ host: url.host, ...headers, connection: "close" }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  socket.write(`GET ${url.pathname}${url.search} HTTP/1.0\r\n${lines.join("")}\r\n`);
  try {
    const { status, headers: answered } = readHead(await takeHead(socket, url, headMs), url);
    const isChunked = answered["transfer-encoding"]?.toLowerCase() === "chunked";
    return { status, headers: answered, body: isChunked ? unchunk(socket) : socket };
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

function connectTo(url: URL, connect: buildConnector.connector): Promise<Socket> {
  const hostname = url.hostname.replace(/^\[|\]$/g, "");
  const { host, protocol } = url;
  const port = url.port || (protocol === "https:" ? "443" : "80");
  return new Promise((resolve, reject) =>
    connect({ hostname, host, protocol, port }, (error, socket) => (socket ? resolve(socket) : reject(error))),
  );
}

/** Reads up to the empty line, and leaves what follows it in the socket. */
function takeHead(socket: Socket, url: URL, headMs: number): Promise<string> {
  return new Promise((resolve, reject) => {
    let gathered = Buffer.alloc(0);
    const tooLate = setTimeout(() => fail(`${url.host} did not answer within ${headMs / 1000} s.`), headMs);
    socket.on("data", take).on("error", lost).on("close", lost);

    function take(chunk: Buffer) {
      gathered = Buffer.concat([gathered, chunk]);
      const end = /\r?\n\r?\n/.exec(gathered.toString("latin1"));
      if (!end && gathered.length > MAX_HEAD_BYTES) return fail(`${url.host} sent more headers than an answer has.`);
      if (!end) return;
      leave();
      socket.pause();
      const rest = gathered.subarray(end.index + end[0].length);
      if (rest.length > 0) socket.unshift(rest);
      resolve(gathered.toString("latin1", 0, end.index));
    }

    function lost() {
      fail(`${url.host} cut the connection.`);
    }

    function fail(reason: string) {
      leave();
      reject(new OutboundError(reason));
    }

    function leave() {
      clearTimeout(tooLate);
      socket.off("data", take).off("error", lost).off("close", lost);
      // An error that comes later ends the body; it is no exception of the process.
      socket.on("error", () => {});
    }
  });
}

function readHead(head: string, url: URL): Omit<OpenStream, "body"> {
  const [first = "", ...lines] = head.split(/\r?\n/);
  const status = /^(?:HTTP\/1\.[01]|ICY) (\d{3})(?: |$)/.exec(first)?.[1];
  if (!status) throw new OutboundError(`${url.host} answered what is no HTTP: ${JSON.stringify(first.slice(0, 60))}.`);
  const headers = lines.flatMap((line) => {
    const colon = line.indexOf(":");
    return colon > 0 ? [[line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()] as const] : [];
  });
  return { status: Number(status), headers: Object.fromEntries(headers) };
}
