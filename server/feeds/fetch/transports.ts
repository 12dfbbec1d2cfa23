import type { Relay } from "../../editions/schema.ts";

/** One way to a feed: its own address, or that of a relay which fetches it for us. */
export interface Route {
  /** What logs and operators call it: "direct", or the relay's kind and host. */
  transport: string;
  address: string;
  kind: "direct" | Relay["kind"];
}

/** The way to a feed's own address. */
export function directRoute(address: string): Route {
  return { transport: "direct", address, kind: "direct" };
}

/** The ways to a feed through each relay, in the edition's order. */
export function relayRoutes(feedUrl: string, relays: readonly Relay[]): Route[] {
  return relays.map((relay) => {
    const address = relay.url.replaceAll("{url}", encodeURIComponent(feedUrl));
    return { transport: `${relay.kind} ${new URL(address).host}`, address, kind: relay.kind };
  });
}

/**
 * Takes the feed out of a wrapper's answer: JSON whose `contents` is the feed's text, or the same as a data: address.
 *
 * @throws {Error} where the answer has no such field
 */
export function unwrapContents(body: Uint8Array): Uint8Array<ArrayBuffer> {
  const contents = readContents(body);
  const dataUrl = /^data:[^,]*?(;base64)?,/i.exec(contents);
  if (!dataUrl) return new TextEncoder().encode(contents);
  const rest = contents.slice(dataUrl[0].length);
  return dataUrl[1] ? Uint8Array.from(Buffer.from(rest, "base64")) : new TextEncoder().encode(decodeURIComponent(rest));
}

function readContents(body: Uint8Array): string {
  let answer: unknown;
  try {
    answer = JSON.parse(new TextDecoder().decode(body));
  } catch {
    throw new Error("The relay's answer is not JSON.");
  }
  const contents = (answer as { contents?: unknown } | null)?.contents;
  if (typeof contents !== "string" || contents.trim() === "")
    throw new Error("The relay's answer has no text in its field contents.");
  return contents;
}
