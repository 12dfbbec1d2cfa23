import type { Socket } from "node:net";
import { type Readable, Transform } from "node:stream";
import type { buildConnector } from "undici";
import { OutboundError } from "./outboundError.ts";

/** A response whose body is still arriving. */
export interface StreamResponse {
  status: number;
  headers: Record<string, string>;
  /** Paused stream, which the caller must destroy. */
  body: Readable;
}

const MAX_HEAD_BYTES = 16 * 1024;

/**
 * Requests an endless document. Resolves when the headers have arrived.
 *
 * Speaks HTTP/1.0 over a raw socket: old SHOUTcast servers start their response with "ICY 200 OK", which HTTP clients
 * reject, and some close the connection after an HTTP/1.1 request.
 *
 * @param headersMs longest wait, in ms, for the headers after connecting
 * @throws {OutboundError} if the headers do not arrive or are not HTTP
 * @throws the connector's error if connecting fails
 */
export async function openStream(
  url: URL,
  headers: Record<string, string>,
  connect: buildConnector.connector,
  headersMs: number,
): Promise<StreamResponse> {
  const socket = await openSocket(url, connect);
  const lines = Object.entries({ host: url.host, ...headers, connection: "close" }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  socket.write(`GET ${url.pathname}${url.search} HTTP/1.0\r\n${lines.join("")}\r\n`);
  try {
    const head = parseHead(await receiveHead(socket, url, headersMs), url);
    const isChunked = head.headers["transfer-encoding"]?.toLowerCase() === "chunked";
    return { ...head, body: isChunked ? decodeChunked(socket) : socket };
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

function openSocket(url: URL, connect: buildConnector.connector): Promise<Socket> {
  const hostname = url.hostname.replace(/^\[|\]$/g, "");
  const { host, protocol } = url;
  const port = url.port || (protocol === "https:" ? "443" : "80");
  return new Promise((resolve, reject) =>
    connect({ hostname, host, protocol, port }, (error, socket) => (socket ? resolve(socket) : reject(error))),
  );
}

/** Reads the headers up to the empty line. Puts the bytes after that line back into the socket. */
function receiveHead(socket: Socket, url: URL, headersMs: number): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = Buffer.alloc(0);
    const timer = setTimeout(() => fail(`${url.host} did not respond within ${headersMs / 1000} s.`), headersMs);
    socket.on("data", onData).on("error", onEnd).on("close", onEnd);

    function onData(chunk: Buffer) {
      received = Buffer.concat([received, chunk]);
      const end = /\r?\n\r?\n/.exec(received.toString("latin1"));
      if (!end && received.length > MAX_HEAD_BYTES) return fail(`${url.host} sent headers that are too large.`);
      if (!end) return;
      removeListeners();
      socket.pause();
      const rest = received.subarray(end.index + end[0].length);
      if (rest.length > 0) socket.unshift(rest);
      resolve(received.toString("latin1", 0, end.index));
    }

    function onEnd() {
      fail(`${url.host} closed the connection.`);
    }

    function fail(reason: string) {
      removeListeners();
      reject(new OutboundError(reason));
    }

    function removeListeners() {
      clearTimeout(timer);
      socket.off("data", onData).off("error", onEnd).off("close", onEnd);
      // Keeps a later error from ending the process. Callers notice the error anyway, since the body ends.
      socket.on("error", () => {});
    }
  });
}

function parseHead(head: string, url: URL): Omit<StreamResponse, "body"> {
  const [first = "", ...lines] = head.split(/\r?\n/);
  const status = /^(?:HTTP\/1\.[01]|ICY) (\d{3})(?: |$)/.exec(first)?.[1];
  if (!status) throw new OutboundError(`${url.host} sent no HTTP response: ${JSON.stringify(first.slice(0, 60))}.`);
  const headers = lines.flatMap((line) => {
    const colon = line.indexOf(":");
    return colon > 0 ? [[line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()] as const] : [];
  });
  return { status: Number(status), headers: Object.fromEntries(headers) };
}

/** Decodes the chunked transfer coding, which some servers send even in an HTTP/1.0 response. */
function decodeChunked(body: Readable): Readable {
  /**
   * Number of bytes of the current chunk that have not arrived. If 0, a line follows that states the size of the next
   * chunk.
   */
  let remaining = 0;
  let line = "";
  const out = new Transform({
    transform(bytes: Buffer, _encoding, done) {
      for (let at = 0; at < bytes.length; ) {
        if (remaining > 0) {
          const end = Math.min(bytes.length, at + remaining);
          this.push(bytes.subarray(at, end));
          remaining -= end - at;
          at = end;
          continue;
        }
        const character = String.fromCharCode(bytes[at++] ?? 0);
        if (character !== "\n") line += character;
        // Skips empty lines, since a line break follows each chunk.
        else if (line.trim()) {
          const size = Number.parseInt(line, 16);
          line = "";
          if (Number.isNaN(size)) return done(new OutboundError("A chunk has no size."));
          if (size === 0) {
            this.push(null);
            return done();
          }
          remaining = size;
        } else line = "";
        if (line.length > 1000) return done(new OutboundError("A chunk has no size."));
      }
      done();
    },
  });
  body.on("error", (error) => out.destroy(error));
  body.on("close", () => out.destroy());
  out.on("close", () => body.destroy());
  return body.pipe(out);
}
