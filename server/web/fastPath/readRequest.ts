import type { Asked } from "../cache/kept.ts";

/** A request of the plainest kind: nothing follows its head, and there is one way only to understand it. */
export interface PlainRequest {
  isHead: boolean;
  /** As it was written. */
  url: string;
  asked: Asked;
}

/** Longer requests are read by node:http. */
const MOST_BYTES = 4096;
/** Heads that are remembered. A browser sends the same one again and again, and many readers have the same browser. */
const MOST_HEADS = 500;

const [GET, HEAD, VERSION] = ["GET ", "HEAD ", " HTTP/1.1\r\n"];
/** Of what node:http and its parser let through, what nobody reads in two ways. */
const ADDRESS = /^\/[\w!$%&'()*+,\-./:;=?@~]*$/;
const HEADER = /^([\w!#$%&'*+\-.^`|~]+):[ \t]*([ -~\t]*)$/;
const HOST = /^[\w.-]+(:\d{1,5})?$/;

/** What says where a request ends, what becomes of the connection, or that something else than the page is wanted. */
const SPECIAL = new Set([
  ...["content-length", "transfer-encoding", "trailer", "te", "expect", "range", "if-range"],
  ...["upgrade", "connection", "proxy-connection", "keep-alive", "http2-settings"],
]);
/** What an answer depends on, and may be said once. */
const ASKING = new Set(["host", "accept", "accept-encoding", "if-none-match", "if-modified-since"]);

/**
 * Opens what reads the bytes of a connection.
 *
 * @returns undefined where they are anything but one whole plain request: node:http is to read them
 */
export function openReader(): (bytes: Buffer) => PlainRequest | undefined {
  const heads = new Map<string, Asked>();

  function askedBy(head: string): Asked | undefined {
    const known = heads.get(head);
    if (known) return known;
    const asked = readHead(head);
    if (!asked) return undefined;
    if (heads.size >= MOST_HEADS) heads.clear();
    heads.set(head, asked);
    return asked;
  }

  return (bytes) => {
    if (bytes.length > MOST_BYTES) return undefined;
    const text = bytes.toString("latin1");
    const isHead = text.startsWith(HEAD);
    if (!isHead && !text.startsWith(GET)) return undefined;
    const end = text.indexOf(VERSION);
    if (end < 0) return undefined;
    const url = text.slice(isHead ? HEAD.length : GET.length, end);
    const asked = ADDRESS.test(url) ? askedBy(text.slice(end + VERSION.length)) : undefined;
    return asked && { isHead, url, asked };
  };
}

/** @param head all that follows the request line */
function readHead(head: string): Asked | undefined {
  if (!head.endsWith("\r\n\r\n")) return undefined;
  const said = new Map<string, string>();
  for (const line of head.slice(0, -"\r\n\r\n".length).split("\r\n")) {
    const [, written = "", padded = ""] = HEADER.exec(line) ?? [];
    const [name, value] = [written.toLowerCase(), padded.trimEnd()];
    const isKeptOpen = name === "connection" && value.toLowerCase() === "keep-alive";
    if (name === "" || (SPECIAL.has(name) && !isKeptOpen) || (ASKING.has(name) && said.has(name))) return undefined;
    said.set(name, value);
  }
  const host = said.get("host") ?? "";
  if (!HOST.test(host)) return undefined;
  return {
    host,
    accept: said.get("accept"),
    wish: {
      acceptEncoding: said.get("accept-encoding"),
      ifNoneMatch: said.get("if-none-match"),
      ifModifiedSince: said.get("if-modified-since"),
    },
  };
}
