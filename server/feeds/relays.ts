import type { Relay } from "../editions/schema.ts";

/** One way to a feed: its own address, or that of a relay which fetches it for us. */
export interface Route {
  /** What logs and operators call it: "direct", or the relay's kind and host. */
  transport: string;
  address: string;
  kind: "direct" | Relay["kind"];
}

/** The ways to a feed in the order in which they are tried: the feed itself, then each relay. */
export function routesTo(feedUrl: string, relays: readonly Relay[]): Route[] {
  const viaRelays = relays.map((relay): Route => {
    const address = relay.url.replaceAll("{url}", encodeURIComponent(feedUrl));
    return { transport: `${relay.kind} ${new URL(address).host}`, address, kind: relay.kind };
  });
  return [{ transport: "direct", address: feedUrl, kind: "direct" }, ...viaRelays];
}

/**
 * Takes the feed out of a wrapper's answer: JSON whose `contents` is the feed's text, or the same as a data: address.
 *
 * @throws {Error} where the answer has no such field
 */
export function unwrapContents(body: Uint8Array): Uint8Array {
  const contents = readContents(body);
  const dataUrl = /^data:[^,]*?(;base64)?,/i.exec(contents);
  if (!dataUrl) return Buffer.from(contents, "utf8");
  const rest = contents.slice(dataUrl[0].length);
  return dataUrl[1] ? Buffer.from(rest, "base64") : Buffer.from(decodeURIComponent(rest), "utf8");
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
