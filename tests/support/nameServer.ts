import { createSocket } from "node:dgram";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import ipaddr from "ipaddr.js";

/** A name server on a local UDP port (RFC 1035, 4.1) that knows the names given by a test. */
export interface NameServer {
  /** `host:port`, the format of DNS_SERVERS. */
  address: string;
  /** Sets the answers for a name: one per query, and the last one for all later queries. */
  answer(name: string, ...answers: string[][]): void;
  /** Starts or ends a failure. During it, all answers are SERVFAIL, as if no other name server could be reached. */
  setFailing(isFailing: boolean): void;
  /** Counts the queries for a name. The A and AAAA queries of one lookup count as one. */
  countQueries(name: string): number;
  close(): Promise<void>;
}

const A = 1;
const AAAA = 28;
const SERVER_FAILURE = 2;
const NAME_UNKNOWN = 3;

export async function startNameServer(): Promise<NameServer> {
  const names = new Map<string, string[][]>();
  const queries = new Map<string, number>();
  const socket = createSocket("udp4");
  let isFailing = false;

  socket.on("message", (query, { address, port }) => {
    const { name, type, end } = parseQuestion(query);
    const turns = names.get(name);
    const count = queries.get(name) ?? 0;
    if (type === A) queries.set(name, count + 1);
    // The AAAA query follows the A query and belongs to the same lookup.
    const turn = type === A ? count : Math.max(0, count - 1);
    const addresses = (!isFailing && turns?.[Math.min(turn, turns.length - 1)]) || [];
    const records = addresses.flatMap((text) => {
      const parsed = ipaddr.parse(text);
      return (parsed.kind() === "ipv4") === (type === A) && (type === A || type === AAAA)
        ? [createRecord(type, Buffer.from(parsed.toByteArray()))]
        : [];
    });
    const head = Buffer.from(query.subarray(0, 12));
    head.writeUInt16BE(0x8180 | (isFailing ? SERVER_FAILURE : turns ? 0 : NAME_UNKNOWN), 2);
    head.writeUInt16BE(records.length, 6);
    head.fill(0, 8, 12);
    socket.send(Buffer.concat([head, query.subarray(12, end), ...records]), port, address);
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");

  return {
    address: `127.0.0.1:${(socket.address() as AddressInfo).port}`,
    answer: (name, ...turns) => void names.set(name.toLowerCase(), turns),
    setFailing(value) {
      isFailing = value;
    },
    countQueries: (name) => queries.get(name.toLowerCase()) ?? 0,
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}

function parseQuestion(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString("latin1", at + 1, at + 1 + length));
    at += length + 1;
  }
  return { name: labels.join(".").toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
}

/** Creates a record with a pointer to the question's name and a TTL of 0. */
function createRecord(type: number, data: Buffer): Buffer {
  const record = Buffer.alloc(12);
  record.writeUInt16BE(0xc00c, 0);
  record.writeUInt16BE(type, 2);
  record.writeUInt16BE(1, 4);
  record.writeUInt16BE(data.length, 10);
  return Buffer.concat([record, data]);
}
