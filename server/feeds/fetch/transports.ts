import type { Relay } from "../../editions/schema.ts";

/** A URL through which a feed can be fetched: its own, or that of a relay. */
export interface Transport {
  /** For logs and operators: "direct", or the relay's kind and host. */
  name: string;
  url: string;
  kind: "direct" | Relay["kind"];
}

/** Returns a transport for each relay, in the edition's order. */
export function getRelayTransports(feedUrl: string, relays: readonly Relay[]): Transport[] {
  return relays.map((relay) => {
    const url = relay.url.replaceAll("{url}", encodeURIComponent(feedUrl));
    return { name: `${relay.kind} ${new URL(url).host}`, url, kind: relay.kind };
  });
}

/**
 * Returns the feed inside the response of a "wrapper" relay: JSON with a `contents` field that holds the feed's text, or a
 * data: URL of it.
 *
 * @throws {Error} if there is no such field
 */
export function unwrapContents(body: Uint8Array): Uint8Array<ArrayBuffer> {
  const contents = parseContents(body);
  const dataUrl = /^data:[^,]*?(;base64)?,/i.exec(contents);
  if (!dataUrl) return new TextEncoder().encode(contents);
  const data = contents.slice(dataUrl[0].length);
  return dataUrl[1] ? Uint8Array.from(Buffer.from(data, "base64")) : new TextEncoder().encode(decodeURIComponent(data));
}

function parseContents(body: Uint8Array): string {
  let response: unknown;
  try {
    response = JSON.parse(new TextDecoder().decode(body));
  } catch {
    throw new Error("The relay's response is not JSON.");
  }
  const contents = (response as { contents?: unknown } | null)?.contents;
  if (typeof contents !== "string" || contents.trim() === "")
    throw new Error("The relay's response has no text in its contents field.");
  return contents;
}
